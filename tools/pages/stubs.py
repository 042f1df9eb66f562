"""gelenk/__init__.pyi: the public names with their types and docstrings.

Documents: API; design / One source of truth

For editors and type checkers. The types of functions come from tables/functions. Classes come from the modules that
define them, whose attributes have their own stubs (stub_fields, stub_specs, stub_scenes), enums and constants from the
stub of their tables.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from gelenk.scene.classes import CLASSES as SCENE
from gelenk.tables import api_enums
from gelenk.tables.docstrings import MISSING, SIGNATURES, Argument
from tools.pages.api import public
from tools.pages.pyi import ARRAY, NUMBERS, class_of, function_of

HEAD = '''"""Types of the public names. Rendered by `python tools/render.py stubs`; do not edit."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NoReturn, Protocol, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
'''
# classes that are created at run time, and their stubs
MADE = {
    **dict.fromkeys(SCENE, "gelenk.scene.classes"),
    "MjVisualHeadlight": "gelenk.runtime.fields",
    "MjVisualRgba": "gelenk.runtime.fields",
}
MODULES = ("batch", "kernels", "models", "render")
PLAIN = {
    "m": "MjModel",
    "d": "MjData",
    "i": "SupportsIndex",
    "f": "SupportsFloat",
    "s": "str | bytes",
    "b": "bool",
}
PLAIN["CapsuleType"] = "AssetCache"
RESULTS = {
    "tuple[numpy.typing.NDArray[numpy.uint8], int]": "tuple[npt.NDArray[np.uint8], int]",
    "typing_extensions.CapsuleType": "AssetCache",
    'typing.Annotated[numpy.typing.NDArray[numpy.float64], "[m, 1]", "flags.writeable"]': ARRAY.format(
        "float64"
    ),
}
# argument and result types of callbacks
_OF_ACTUATOR = "Callable[[MjModel, MjData, int], float]"
CALLBACKS = {
    "mjcb_control": "Callable[[MjModel, MjData], object]",
    "mjcb_passive": "Callable[[MjModel, MjData], object]",
    "mjcb_sensor": "Callable[[MjModel, MjData, int], object]",
    "mjcb_act_dyn": _OF_ACTUATOR,
    "mjcb_act_gain": _OF_ACTUATOR,
    "mjcb_act_bias": _OF_ACTUATOR,
    "mjcb_contactfilter": "Callable[[MjModel, MjData, int, int], int]",
    "mjcb_time": "Callable[[], float]",
    "mju_user_warning": "Callable[[str], object]",
    "mju_user_malloc": "",  # only None
    "mju_user_free": "",
}


def callback(name: str) -> str:
    """Return the argument type of set_NAME, which is the result type of get_NAME."""
    kind = CALLBACKS[name.partition("_")[2]]
    return f"{kind} | None" if kind else "None"


def argument(function: str, a: Argument) -> str:
    """Return one argument of a documented function."""
    if a.kind == "o":
        kind = callback(function)
    elif a.kind == "W":
        kind = ARRAY.format(a.dtype)
    elif a.kind == "R":
        kind = "_Matrix" if a.is_matrix else "_Numbers"
    else:
        kind = PLAIN.get(a.kind, a.kind)
    optional = " | None" if a.optional else ""
    return f"{a.name}: {kind}{optional}" + ("" if a.default is MISSING else " = ...")


def documented(name: str, function: Callable) -> str:
    """Return a function of the tables, with its docstring without the line of types."""
    row = SIGNATURES[name]
    doc = (inspect.getdoc(function) or "").partition("\n\n")[2]
    result = callback(name) if row.result == "object" else RESULTS.get(row.result, row.result)
    result = re.sub(r"^mujoco\.\w+\.", "", result)
    return function_of(name, ", ".join(argument(name, a) for a in row.arguments), result, doc)


def arrays(name: str, thing: type) -> str:
    """Return a public name of element arrays, for isinstance."""
    dtype = getattr(thing, "dtype", None)
    kind = "str" if dtype is str else f"np.dtype[np.{dtype}]"
    return class_of(
        name,
        "",
        inspect.getdoc(thing) or "",
        [f"    dtype: ClassVar[{'type[str]' if dtype is str else kind}]\n"],
    )


def written_in(name: str, thing: object) -> str:
    """Return the module or stub that defines a class or function; empty if none does."""
    if name in MADE:
        return MADE[name]
    module = getattr(thing, "__module__", "")
    if not module.startswith("gelenk"):
        return ""
    tree = ast.parse(Path(str(importlib.import_module(module).__file__)).read_text(encoding="utf-8"))
    own = getattr(thing, "__qualname__", name)
    return module if any(getattr(node, "name", "") == own for node in tree.body) else ""


def reexport(name: str, thing: object, module: str) -> tuple[str, str]:
    """Return the import of a name from its module, and an alias if the names differ."""
    own = getattr(thing, "__qualname__", name) if name not in MADE else name
    if own == name:
        return f"from {module} import {name} as {name}", ""
    return f"from {module} import {own} as _{own}", f"{name} = _{own}\n"


def page() -> str:
    """Return the whole stub."""
    imports = [f"from gelenk import {name} as {name}" for name in MODULES]
    imports += ["from gelenk.modeling.assets.asset_cache import AssetCache"]
    parts = ["version: str\n__version__: str\n__all__: list[str]\n"]
    for name, thing in public().items():
        if name in MODULES or inspect.ismodule(thing) or name == "version":
            continue
        if name in api_enums.__all__:
            imports.append(f"from gelenk.tables.api_enums import {name} as {name}")
        elif name in SIGNATURES:
            parts.append(documented(name, thing))  # type: ignore[arg-type]
        elif name == "MjStruct":
            parts.append(f"MjStruct: TypeAlias = {' | '.join(cls.__name__ for cls in get_args(thing))}\n")
        elif name.endswith("Vec"):
            parts.append(arrays(name, thing))  # type: ignore[arg-type]
        elif module := written_in(name, thing):
            line, other = reexport(name, thing, module)
            imports.append(line)
            parts += [other] if other else []
        else:  # a class that cannot be instantiated
            init = "    def __init__(self, *args: object, **kwargs: object) -> None: ...\n"
            parts.append(class_of(name, "", inspect.getdoc(thing) or "", [init]))
    return "\n".join([HEAD, "\n".join(sorted(imports)), NUMBERS, *parts])
