"""docs/api.md: all public names, with functions by group and links to their pages.

Documents: API; design / One source of truth

Names, arguments and meanings come from the package, examples from docs/examples: a file that contains `mujoco.NAME` is
an example of NAME. A test runs all examples, and lists names without one.
"""

import enum
import inspect

import gelenk
from gelenk.api.spec_methods import CLASSES
from gelenk.tables.docstrings import SIGNATURES
from gelenk.tables.functions import GROUPS
from tools.pages.examples import examples, links
from tools.pages.functions import marked, of_group
from tools.pages.specs import FUNCTIONS

HEAD = """# Public names

`import gelenk as mujoco`. Arguments that results are written to come after the model and the data, as in the documents.
Each group of functions has a page: arguments with shapes and units, what is read and written, errors, sources.

- [Fields](fields.md): the arrays of MjModel and MjData, with shapes and units.
- [Specs, elements, plugins](api/specs.md): models in editable form. The attributes of elements are those of
  [MJCF](reference.md).
- [Classes](api/classes.md) and [enums](api/enums.md), with their members.
- [Modules](api/modules.md): batches, environments, rollouts, kernels, pictures, the viewer.

[Examples](examples) are programs that tests run. Other projects can link to all names with intersphinx: this site has
an `objects.inv`, in which `mj_step` is `gelenk.mj_step`.
"""
SPECS = {*CLASSES, "Plugin"}  # classes of docs/api/specs.md
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
        page = "specs" if name in SPECS and not name.endswith("Vec") else "classes"
        link = f"[`{name}`](api/{page}.md#{name.lower()})"
        rows.append(f"| {link} | {meaning(thing)} | {shown} | {links(name, found)} |")
    return rows


def enum_rows(things) -> list[str]:
    """Return a row for each enum, with its values."""
    rows = ["| enum | values |", "|---|---|"]
    for name, thing in things.items():
        members = getattr(thing, "__members__", None)
        if isinstance(thing, type) and members:
            shown = ", ".join(f"{key} {int(value)}" for key, value in members.items())
            rows.append(f"| [`{name}`](api/enums.md#{name.lower()}) | {shown} |")
    return rows


def constant_rows(things) -> list[str]:
    """Return a row for each constant."""
    rows = ["| constant | value |", "|---|---|"]
    for name, thing in things.items():
        if isinstance(thing, (int, float, str, tuple)):
            text = repr(thing) if len(repr(thing)) < 60 else f"{len(thing)} strings"  # type: ignore[arg-type]
            rows.append(f"| `{name}` | {text} |")
    return rows


def other_rows(things) -> list[str]:
    """Return a row for each name that is neither documented as a function or class nor a constant."""
    rows = ["| name | what it is |", "|---|---|"]
    for name, thing in things.items():
        if name == "MjStruct":
            rows.append(f"| `{name}` | A type: any element of a spec. |")
        elif inspect.isroutine(thing) and name not in SIGNATURES and name not in FUNCTIONS:
            rows.append(f"| `{name}` | {meaning(thing)} |")
    return rows


def page() -> str:
    """Return the whole page."""
    things, found = public(), examples()
    pages = [
        f"api/{name}" for name in ("classes", "enums", "specs", "modules", *(group.name for group in GROUPS))
    ]
    lines = [HEAD, TREE.format("\n".join(pages))]
    for group in GROUPS:
        if names := of_group(group):
            about = marked(group.about.split("\n\n")[0])
            lines += [f"## [{group.title}](api/{group.name}.md)", about, ""]
            lines += [*function_rows(names, things, f"api/{group.name}.md"), ""]
    lines += ["## Classes", *class_rows(things, found), ""]
    lines += ["## Enums", *enum_rows(things), ""]
    lines += ["## Constants", *constant_rows(things), ""]
    lines += ["## Others", *other_rows(things)]
    return "\n".join(lines) + "\n"
