"""docs/api.md: all public names, with functions by group and links to their pages.

Documents: API; design / One source of truth

Names, arguments and meanings come from the package, examples from docs/examples: a file that contains `mujoco.NAME` is
an example of NAME. A test runs all examples, and lists names without one.
"""

import enum
import inspect

import gelenk
from gelenk.tables.functions import GROUPS
from tools.pages.examples import examples, links
from tools.pages.functions import marked, of_group

HEAD = """# Public names

`import gelenk as mujoco`. Arguments that results are written to come after the model and the data, as in the documents.
Each group of functions has a page: arguments with shapes and units, what is read and written, errors, sources. The
arrays of MjModel and MjData are listed in [fields.md](fields.md), specs and their elements in
[api/specs.md](api/specs.md), the attributes of elements are those of MJCF, [reference.md](reference.md).

Rendered from the package and from [examples](examples) by `python tools/render.py api`; a test runs every example.
"""
TREE = """```{{toctree}}
:hidden:

{}
```
"""


def public() -> dict[str, object]:
    """Return public name -> object."""
    return {name: getattr(gelenk, name) for name in sorted(dir(gelenk)) if not name.startswith("_")}


def functions() -> list[str]:
    """Return the names of all public functions."""
    return [name for name, thing in public().items() if inspect.isroutine(thing)]


def meaning(thing) -> str:
    """Return the first sentence of a docstring, skipping the line of types."""
    parts = (inspect.getdoc(thing) or "").split("\n\n")
    text = parts[1] if len(parts) > 1 and "->" in parts[0] else parts[0]
    return " ".join(text.split()).replace("|", "\\|")


def arguments(thing) -> str:
    """Return the arguments with their defaults."""
    return ", ".join(str(p.replace(annotation=p.empty)) for p in inspect.signature(thing).parameters.values())


def function_rows(names, things, page) -> list[str]:
    """Return a row for each function, with a link to its section on a page."""
    head = ["| function | what it does |", "|---|---|"]
    return head + [
        f"| [`{name}`]({page}#{name.lower()}) | {meaning(things[name])} |" for name in names if name in things
    ]


def class_rows(things, found) -> list[str]:
    """Return a row for each class, with its methods."""
    rows = ["| class | what it is | methods | example |", "|---|---|---|---|"]
    for name, thing in things.items():
        if not isinstance(thing, type) or issubclass(thing, enum.Enum) or hasattr(thing, "__members__"):
            continue
        methods = [key for key, value in vars(thing).items() if inspect.isroutine(value) and key[0] != "_"]
        shown = ", ".join(f"`{key}`" for key in sorted(methods))
        rows.append(f"| `{name}` | {meaning(thing)} | {shown} | {links(name, found)} |")
    return rows


def enum_rows(things) -> list[str]:
    """Return a row for each enum, with its values."""
    rows = ["| enum | values |", "|---|---|"]
    for name, thing in things.items():
        members = getattr(thing, "__members__", None)
        if isinstance(thing, type) and members:
            shown = ", ".join(f"{key} {int(value)}" for key, value in members.items())
            rows.append(f"| `{name}` | {shown} |")
    return rows


def constant_rows(things) -> list[str]:
    """Return a row for each constant."""
    rows = ["| constant | value |", "|---|---|"]
    for name, thing in things.items():
        if isinstance(thing, (int, float, str, tuple)):
            text = repr(thing) if len(repr(thing)) < 60 else f"{len(thing)} strings"  # type: ignore[arg-type]
            rows.append(f"| `{name}` | {text} |")
    return rows


def page() -> str:
    """Return the whole page."""
    things, found = public(), examples()
    lines = [HEAD, TREE.format("\n".join(["api/specs", *(f"api/{group.name}" for group in GROUPS)]))]
    for group in GROUPS:
        if names := of_group(group):
            about = marked(group.about.split("\n\n")[0])
            lines += [f"## [{group.title}](api/{group.name}.md)", about, ""]
            lines += [*function_rows(names, things, f"api/{group.name}.md"), ""]
    lines += ["## Classes", *class_rows(things, found), ""]
    lines += ["## Enums", *enum_rows(things), ""]
    lines += ["## Constants", *constant_rows(things)]
    return "\n".join(lines) + "\n"
