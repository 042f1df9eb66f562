# For checkers, which cannot see that gelenk/compat is on the package's path.
from gelenk.compat.renderer import Renderer as Renderer
