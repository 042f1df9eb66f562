# For checkers, which cannot see that gelenk/compat is on the path of the package.
from gelenk.compat.msh2obj import msh_to_obj as msh_to_obj
