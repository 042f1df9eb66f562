"""gelenk/tables/enums/__init__.pyi: enums and constants with the types of their values.

Documents: API / Enums; API / Constants

The source defines members as integers, which the base class converts; the stub shows type checkers the result.
"""

from gelenk.tables import enums
from tools.pages.pyi import class_of

HEAD = '''"""Every public enum and constant of the system: rendered by `python tools/render.py`; do not edit."""

from typing import ClassVar, Final

from gelenk.tables.enums.base import Enum as Enum
'''


def enumeration(name: str, cls: type[enums.Enum]) -> str:
    """Return an enum with its members and their values."""
    width = max(map(len, cls.__members__), default=0) + 2
    numbers = "\n".join(f"    {key:<{width}}{int(value)}" for key, value in cls.__members__.items())
    members = (f"    {key}: ClassVar[{name}]\n" for key in cls.__members__)
    return class_of(name, "Enum", f"{cls.__doc__}\n\n{numbers}\n", members)


def constant(name: str, value: object) -> str:
    """Return a constant; the type of a tuple includes its length."""
    if isinstance(value, tuple):
        texts = value[0]
        kind = "str" if isinstance(texts, str) else f"tuple[{', '.join(type(t).__name__ for t in texts)}]"
        return f"{name}: Final[tuple[{', '.join([kind] * len(value))}]]"
    return f"{name}: Final = {value!r}"


def page() -> str:
    """Return the whole stub."""
    things = {name: value for name, value in sorted(vars(enums).items()) if name.startswith("mj")}
    constants = [constant(n, v) for n, v in things.items() if not isinstance(v, type)]
    classes = [enumeration(n, v) for n, v in things.items() if isinstance(v, type)]
    return "\n".join([HEAD, *constants, "", *classes])
