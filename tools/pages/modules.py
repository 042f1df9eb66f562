"""Render docs/api/modules.md: modules that `mujoco` lacks, with their functions and classes.

Documents: API; design / One source of truth
"""

import importlib
import inspect
import re
from types import ModuleType

from tools.pages.classes import entry, finished
from tools.pages.functions import marked, prose
from tools.pages.specs import block, told

HEAD = """# Modules

Many worlds, environments, kernels of your own, pictures, the viewer, and the modules that `mujoco` has too. See also
all [public names](../api.md).
"""
FUNCTION = re.compile(r"<function (\w+) at 0x[0-9a-f]+>")  # a default that is a function
MODULES = (
    "batch",
    "mujoco_batch",
    "migration",
    "envs",
    "rollout",
    "render",
    "viewer",
    "kernels",
    "models",
    "gradients",
    "minimize",
    "sysid",
    "usd.exporter",
)


def names(module: ModuleType) -> list[str]:
    """Return the public names of a module: those of its ``__all__``, or those that it defines."""
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not inspect.ismodule(getattr(module, name))]
    if module.__name__ == "gelenk.render":  # names that are imported on first access
        return sorted(vars(module).get("PLACES") or vars(module)["_PLACES"])
    return [
        name
        for name, thing in vars(module).items()
        if inspect.isfunction(thing) and name[0] != "_" and thing.__module__ == module.__name__
    ]


def signature(name: str, thing: object) -> str:
    """Return the call of a function as written in code."""
    parameters = inspect.signature(thing).parameters.values()  # type: ignore[arg-type]
    given = ", ".join(str(p.replace(annotation=p.empty)) for p in parameters)
    return f"`{name}({FUNCTION.sub(lambda found: found.group(1), given)})`"


def function(name: str, thing: object) -> list[str]:
    """Return the section of a function."""
    first, body, found = told(thing)  # type: ignore[arg-type]
    lines = [f"### {name}", "", signature(name, thing), "", marked(first), "", *block("\n".join(body)), ""]
    lines += [f"- **{key}** {marked(' '.join(text))}" for key, text in found.items()]
    return [*lines, ""]


def section(name: str) -> list[str]:
    """Return the section of a module."""
    module = importlib.import_module(f"gelenk.{name}")
    lines = [f"## gelenk.{name}", "", *prose(_about(module).split("\n")), ""]
    things = {key: getattr(module, key) for key in names(module)}
    values = {k: v for k, v in things.items() if not isinstance(v, type) and not inspect.isroutine(v)}
    if values:
        lines += ["| constant or type | value |", "|---|---|"]
        lines += [f"| `{key}` | {marked(_kind(value))} |" for key, value in values.items()] + [""]
    for key, thing in things.items():
        if isinstance(thing, type):
            lines += entry(key, thing, level="###")
        elif inspect.isroutine(thing):
            lines += function(key, thing)
    return lines


def _about(module: ModuleType) -> str:
    """Return the docstring of a module without the lines for maintainers."""
    paragraphs = (inspect.getdoc(module) or "").split("\n\n")
    return "\n\n".join(p for p in paragraphs if not p.startswith("Documents:"))


def _kind(thing: object) -> str:
    """Return a short value of a constant, or the type of a long one."""
    text = repr(thing)
    return f"`{text}`" if len(text) < 60 and " at 0x" not in text else type(thing).__name__


def page() -> str:
    """Return the whole page."""
    return finished([HEAD, *(line for name in MODULES for line in section(name))])
