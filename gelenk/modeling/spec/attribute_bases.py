"""What the schema and the layers above give the spec classes, as bases that are empty when a program runs.

Documents: API / MjSpec; design / One source of truth

Checkers and editors read attributes.pyi in the place of this module: there the bases have the attributes, as they
follow from the rows of the schema, and the methods that element_classes.py and others attach.
"""


def __getattr__(name: str) -> type:
    if name.endswith("Attributes"):
        return object
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
