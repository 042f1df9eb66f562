"""Introspection tables of the structs, for add-ons such as MJX.

Documents: API / MjModel, MjData
"""

__all__ = ["mjxmacro"]
