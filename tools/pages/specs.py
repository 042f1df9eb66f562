"""docs/api/specs.md: MjSpec and its elements, with methods and attributes; plugins.

Documents: API / MjSpec; Modeling / Model editing; design / One source of truth
"""

import inspect
import re
from collections.abc import Callable, Iterator

import gelenk
from gelenk.api import spec_methods
from gelenk.modeling.spec import field_descriptors
from tools.pages.functions import joined_errors, marked

HEAD = """# Specs, elements, plugins

An MjSpec is a model in editable form. What its elements are, and what their attributes mean to the physics, tells the
[reference of MJCF](../reference.md), whose attributes they share; `add_geom` and the like take the attributes of the
element as keywords. [How to edit models](../guide/editing.md), [how to write plugins](../guide/plugins.md).

All [public names](../api.md).
"""
ORDER = ("MjSpec", "MjsBody", "MjsFrame", "MjsGeom", "MjsJoint", "MjsSite", "MjsCamera", "MjsLight")
FUNCTIONS = (
    "from_zip",
    "to_zip",
    "register_provider",
    "register_plugin",
    "plugin_config",
    "install_as_mujoco",
    "specialize",
)
SECTIONS = ("Returns", "Errors", "Source")


def told(function: Callable) -> tuple[str, list[str], dict[str, list[str]]]:
    """Split a handwritten docstring into (first sentence, rest, section -> lines)."""
    first, _, rest = (inspect.getdoc(function) or "").partition("\n")
    body: list[str] = []
    found: dict[str, list[str]] = {}
    current = body
    for line in rest.split("\n"):
        word = line.partition(" ")[0]
        if word in SECTIONS:
            current = found.setdefault(word, [])
            line = line.removeprefix(word)
        current.append(line if current is body else line.strip())
    return first, body, found


def block(text: str) -> list[str]:
    """Return a text as an indented block of Markdown."""
    return [f"    {line}".rstrip() for line in text.strip("\n").split("\n")] if text.strip() else []


def method(name: str, function: Callable) -> list[str]:
    """Return a method: its call, effect, arguments, result, errors and source."""
    parameters = [
        p for p in inspect.signature(function).parameters.values() if p.name not in ("self", "spec")
    ]
    given = ", ".join(str(p.replace(annotation=p.empty)) for p in parameters)
    first, body, found = told(function)
    if "Its attributes are keywords" in first:  # the keywords are described with the class
        body = []
    lines = [f"**`{name}({given})`** {marked(first)}", "", *block("\n".join(body)), ""]
    lines += [
        f"- **{key}** {marked('; '.join(joined_errors(text)) if key == 'Errors' else ' '.join(text))}"
        for key, text in found.items()
    ]
    return [*lines, ""]


def own(cls: type) -> Iterator[tuple[str, object]]:
    """Yield the public members of a class."""
    for name in sorted(dir(cls)):
        if name[0] != "_" and name.isidentifier():
            yield name, inspect.getattr_static(cls, name)


def section(cls: type, shared: set[str]) -> list[str]:
    """Return a class: its meaning, methods, and a table of its attributes."""
    lines = [f"## {cls.__name__}", *block(inspect.getdoc(cls) or ""), ""]
    rows, finders = [], []
    for name, member in own(cls):
        if name in shared:
            continue
        plain = getattr(member, "__func__", member)
        if inspect.isfunction(plain) and (plain.__doc__ or "").endswith("of that name, or None."):
            finders.append(f"`{name}`")
        elif inspect.isfunction(plain):
            lines += method(name, plain)
        elif isinstance(member, field_descriptors.Field) or not inspect.isdatadescriptor(member):
            text = member.__doc__ if isinstance(member, field_descriptors.Field) else ""
            rows += [f"| `{name}` | {marked(text)} |"] if text else []
        else:
            rows.append(f"| `{name}` | {marked((inspect.getdoc(member) or '').replace(chr(10), ' '))} |")
    if finders:
        lines += [
            f"**`body(name)`** and {', '.join(finders)}: the element of that kind and name, or None.",
            "",
        ]
    return [*lines, *(["| attribute | what it is |", "|---|---|", *rows, ""] if rows else [])]


def page() -> str:
    """Return the whole page."""
    classes = {name: thing for name, thing in spec_methods.CLASSES.items() if not name.endswith("Vec")}
    base = classes["MjsElement"]
    first = [classes[name] for name in ORDER]
    rest = [thing for name, thing in sorted(classes.items()) if name not in (*ORDER, "MjsElement")]
    lines = [HEAD, *section(base, set())]
    shared = {name for name, _ in own(base)}
    for cls in (*first, *rest):
        lines += section(cls, shared)
    lines += [*section(gelenk.Plugin, set()), "## Functions"]
    for name in FUNCTIONS:
        lines += method(name, getattr(gelenk, name))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"
