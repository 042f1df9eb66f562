# For checkers, which cannot see the modules that gelenk/compat/aliases.py makes.
from gelenk.api.renderer import GLContext as GLContext
