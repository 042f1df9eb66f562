# For checkers, which cannot see that gelenk/compat is on the path of the package.
from gelenk.compat.introspect import mjxmacro as mjxmacro
