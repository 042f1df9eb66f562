"""Introspection tables of the structs, for add-ons such as MJX.

Documents: API / MjModel, MjData
"""

from . import mjxmacro as mjxmacro
