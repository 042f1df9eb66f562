"""docs/api/classes.md and docs/api/enums.md: classes that no other page has, with members; enums with values.

Documents: API; design / One source of truth

Specs and their elements are in docs/api/specs.md, the arrays of models and data in docs/fields.md.
"""

import inspect
import re

from gelenk.api import spec_methods
from gelenk.tables import api_enums
from gelenk.tables.enums import Enum
from tools.pages.api import public
from tools.pages.functions import marked
from tools.pages.specs import block, method, own
from tools.pages.stub_enums import releases

HEAD = """# Classes

Models, data, options, scenes, the renderer and errors: what each is, its methods and attributes. The arrays of MjModel
and MjData are listed under [fields](../fields.md); the classes of a spec under [specs](specs.md). See also all
[public names](../api.md).
"""
ENUMS = """# Enums

Members are integers with a name: `mjtGeom.mjGEOM_BOX`, or `mjtGeom(6)`. Values are those of level 3.5.0; where
releases differ, a column has the number by release ([levels](../guide/levels.md)). See also all
[public names](../api.md).
"""
TWO = ["| member | value |", "|---|---:|"]
FIELDS = {
    "MjModel",
    "MjData",
    "MjOption",
    "MjVisual",
    "MjStatistic",
}  # their attributes are in docs/fields.md
FIRST = ("MjModel", "MjData", "MjOption", "MjStatistic", "MjVisual", "MjContact", "Renderer")


def classes() -> dict[str, type]:
    """Return the public classes that are neither enums nor part of a spec."""
    found = {}
    for name, thing in public().items():
        if not isinstance(thing, type) or hasattr(thing, "__members__") or name == "Plugin":
            continue
        if name not in spec_methods.CLASSES or name.endswith("Vec"):
            found[name] = thing
    return {name: found[name] for name in (*FIRST, *(n for n in found if n not in FIRST))}


def ours(cls: type, name: str) -> bool:
    """Return whether a member is defined by Gelenk, not by a base class of another package."""
    owner = next(base for base in cls.__mro__ if name in vars(base))
    return owner.__module__.startswith("gelenk")


def about(text: str) -> list[str]:
    """Return the first paragraph of a docstring as prose, and the rest with its layout."""
    first, _, rest = text.partition("\n\n")
    return [marked(" ".join(first.split())), "", *block(rest)]


def entry(name: str, cls: type, fields: bool = True, level: str = "##") -> list[str]:
    """Return the section of a class: its docstring, methods, and attributes that have a meaning."""
    lines, rows = [f"{level} {name}", "", *about(inspect.getdoc(cls) or ""), ""], []
    for key, member in own(cls):
        if not ours(cls, key):
            continue
        plain = getattr(member, "__func__", member)
        if inspect.isfunction(plain):
            lines += method(key, plain)
        elif fields and inspect.isdatadescriptor(member) and (doc := inspect.getdoc(member)):
            rows.append(f"| `{key}` | {marked(' '.join(doc.split()))} |")
    return [*lines, *(["| attribute | what it is |", "|---|---|", *rows, ""] if rows else [])]


def finished(lines: list[str]) -> str:
    """Join lines to the text of a page."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def page() -> str:
    """Return the page of classes."""
    lines = [HEAD]
    for name, cls in classes().items():
        lines += entry(name, cls, name not in FIELDS)
    return finished(lines)


def enums() -> str:
    """Return the page of enums."""
    lines = [ENUMS]
    for name, thing in public().items():
        if isinstance(thing, type) and (members := getattr(thing, "__members__", None)):
            lines += [f"## {name}", "", marked(" ".join((inspect.getdoc(thing) or "").split())), ""]
            moved = name in api_enums.ROWS
            lines += ["| member | value | by release |", "|---|---:|---|"] if moved else TWO
            named = (
                {key: value for key, value in vars(thing).items() if isinstance(value, Enum)}
                if moved
                else members
            )
            lines += [
                f"| `{key}` | {int(value)} |" + (f" {releases(name, key).strip(' ()')} |" if moved else "")
                for key, value in named.items()
            ]
            lines.append("")
    return finished(lines)
