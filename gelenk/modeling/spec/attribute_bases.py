"""Attribute bases of the spec classes, which are empty at run time.

Documents: API / MjSpec; design / One source of truth

Type checkers and editors read attribute_bases.pyi instead of this module: there the bases have the attributes from
the rows of the schema, and the methods that element_classes.py and other modules attach.
"""


def __getattr__(name: str) -> type:
    if name.endswith("Attributes"):
        return object
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
