# For checkers, which cannot see that gelenk/compat is on the package's path.
from gelenk.compat.gl_context import GLContext as GLContext
