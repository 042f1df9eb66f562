"""gelenk/tables/enums/__init__.pyi: enums and constants with the types of their values.

Documents: API / Enums; API / Constants

The source defines members as integers, which the base class converts; the stub shows type checkers the result.
"""

from types import ModuleType

from gelenk.tables import api_enums, enums
from tools.pages.pyi import class_of

HEAD = '''"""Every public enum and constant of the system: rendered by `python tools/render.py`; do not edit."""

from typing import ClassVar, Final

from gelenk.tables.enums.constants import Enum as Enum
'''
# names of gelenk/tables/api_enums.py that are not public
PUBLIC = """
__all__: list[str]
BITS_MOVED: bool
WARNING_ORDER: tuple[int, ...]
LATER_STATE: int
ROWS: dict[str, dict[str, dict[str, int | None]]]

def public_bits(flags: int) -> int: ...
def kernel_bits(flags: int) -> int: ...
def kernel_warning(kind: int) -> int: ...
def numbers_at(name: str, level: str) -> tuple[dict[str, int], dict[str, int]]: ...
def make(name: str, level: str) -> type[Enum]: ...
def make_constants(level: str) -> dict[str, object]: ...
"""


def releases(name: str, member: str) -> str:
    """Return the values of a member by release, in words; "" if they do not differ."""
    changes = api_enums.ROWS.get(name, {}).get(member, {})
    words = ", ".join(f"{'none' if n is None else n} from {release} on" for release, n in changes.items())
    return f"  ({words})" if words else ""


def enumeration(name: str, cls: type[enums.Enum]) -> str:
    """Return an enum with its members and their values."""
    named = {key: value for key, value in vars(cls).items() if isinstance(value, enums.Enum)}
    width = max(map(len, named), default=0) + 2
    numbers = "\n".join(
        f"    {key:<{width}}{int(value)}{releases(name, key)}" for key, value in named.items()
    )
    members = (f"    {key}: ClassVar[{name}]\n" for key in named)
    return class_of(name, "Enum", f"{cls.__doc__}\n\n{numbers}\n", members)


def constant(name: str, value: object) -> str:
    """Return a constant; the type of a tuple includes its length."""
    if isinstance(value, tuple):
        texts = value[0]
        kind = "str" if isinstance(texts, str) else f"tuple[{', '.join(type(t).__name__ for t in texts)}]"
        return f"{name}: Final[tuple[{', '.join([kind] * len(value))}]]"
    return f"{name}: Final = {value!r}"


def page(module: ModuleType = enums) -> str:
    """Return the whole stub of a module of enums."""
    things = {name: value for name, value in sorted(vars(module).items()) if name.lower().startswith("mj")}
    constants = [constant(n, v) for n, v in things.items() if not isinstance(v, type)]
    classes = [enumeration(n, v) for n, v in things.items() if isinstance(v, type)]
    extra = PUBLIC if module is api_enums else ""
    return "\n".join([HEAD + extra, *constants, "", *classes])


def public_page() -> str:
    """Return the stub of the public enums and constants, at level 3.5.0 and with the names of all levels."""
    return page(api_enums)
