"""gelenk/__init__.pyi: the types of all public names, for editors and type checkers.

Documents: API; design / One source of truth

Functions take their types from their signatures, classes from an instance: what an attribute is, is what it has.
"""

import ast
import builtins
import enum
import inspect

import numpy as np

import gelenk
from tools.pages.api import public

HEAD = '''"""Types of the public names. Rendered by `python tools/render.py stubs`; do not edit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, SupportsFloat, SupportsInt

import numpy as np
import numpy.typing as npt

'''
# a model with one thing of each kind that has a name, to look at its parts
EVERYTHING = """<mujoco>
  <asset><mesh name="mesh" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><hfield name="hfield" nrow="2" ncol="2" size="1 1 1 1"/>
    <texture name="tex" type="2d" builtin="flat" width="8" height="8"/><material name="mat" texture="tex"/></asset>
  <worldbody><light name="light"/><camera name="cam"/><body name="a" pos="3 0 0"><joint name="joint"/>
    <geom name="geom" size="1"/><site name="site"/></body><body name="b"><geom name="g" size="1"/></body>
    <flexcomp name="flex" type="grid" dim="1" count="3 1 1" spacing="1 1 1" radius="0.1"/></worldbody>
  <contact><pair name="pair" geom1="geom" geom2="g"/><exclude name="exclude" body1="a" body2="b"/></contact>
  <tendon><fixed name="tendon"><joint joint="joint" coef="1"/></fixed></tendon>
  <equality><joint name="eq" joint1="joint"/></equality>
  <actuator><motor name="actuator" joint="joint"/></actuator><sensor><clock name="sensor"/></sensor>
  <custom><numeric name="numeric" data="1"/><text name="text" data="x"/>
    <tuple name="tuple"><element objtype="body" objname="a"/></tuple></custom>
  <keyframe><key name="key"/></keyframe></mujoco>"""
RETURNS = {
    "from_xml_string": "MjModel",
    "from_xml_path": "MjModel",
    "from_binary_path": "MjModel",
    "from_file": "MjSpec",
    "from_string": "MjSpec",
    "from_zip": "MjSpec",
    "compile": "MjModel",
    "recompile": "tuple[MjModel, MjData]",
    "copy": "MjSpec",
    "to_xml": "str",
    "attach": "MjsFrame",
    "attach_body": "MjsBody",
    "attach_frame": "MjsFrame",
}
STANDARD = {"Callable", "Iterator", "Sequence", "SupportsFloat", "SupportsInt"}  # what HEAD imports


class Types(ast.NodeTransformer):
    """Annotations of the signatures in docstrings as those of a stub."""

    def visit_Subscript(self, node):
        if ast.unparse(node.value) == "typing.Annotated":
            return self.visit(node.slice.elts[0])
        if ast.unparse(node.value) in ("numpy.ndarray", "numpy.typing.NDArray"):
            return ast.parse(f"npt.NDArray[{ast.unparse(self.visit(node.slice))}]").body[0].value
        return self.generic_visit(node)

    def visit_Name(self, node):
        return node if hasattr(builtins, node.id) or node.id in STANDARD else ast.Name("Any")

    def visit_Attribute(self, node):
        text = ast.unparse(node)
        if text.startswith(("mujoco._structs.", "mujoco._enums.", "mujoco._specs.")):
            name = text.split(".")[2]
            return ast.Name(name if hasattr(gelenk, name) else "Any")
        for before, after in (
            ("numpy.typing.", "npt."),
            ("numpy.", "np."),
            ("typing.ArrayLike", "npt.ArrayLike"),
        ):
            if text.startswith(before):
                return ast.Name(after + text.removeprefix(before) if before.endswith(".") else after)
        return ast.Name(node.attr if node.attr in STANDARD else "Any")


def plain(function) -> str:
    """Arguments without types, as a stub writes them."""
    parts, star = [], False
    for p in inspect.signature(function).parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            parts.append(f"*{p.name}: Any")
        elif p.kind is p.VAR_KEYWORD:
            parts.append(f"**{p.name}: Any")
        else:
            if p.kind is p.KEYWORD_ONLY and not star:
                star = True
                parts.append("*")
            text = p.name if p.name == "self" else f"{p.name}: Any"
            parts.append(text if p.default is p.empty else f"{text} = ...")
    return ", ".join(parts)


def function(name, thing) -> str:
    """A function: typed by the first line of its docstring, where that is a signature."""
    line = (inspect.getdoc(thing) or "").split("\n")[0]
    if line.startswith(f"{name}(") and "->" in line:
        tree = Types().visit(ast.parse(f"def {line}: ..."))
        for argument in tree.body[0].args.args:
            argument.annotation = argument.annotation or ast.Name("Any")
        defaults = tree.body[0].args
        defaults.defaults = [ast.Constant(...) for _ in defaults.defaults]
        return ast.unparse(tree).replace(":\n    ...", ": ...")
    return f"def {name}({plain(thing)}) -> Any: ..."


def kind(value) -> str:
    """The type of a value as a stub writes it."""
    if isinstance(value, np.ndarray):
        return f"npt.NDArray[np.{value.dtype.name}]" if value.dtype.kind in "fiub" else "npt.NDArray[Any]"
    for plain_type in (bool, int, float, str, bytes, dict):
        if isinstance(value, plain_type):
            return plain_type.__name__ if plain_type is not dict else "dict[str, Any]"
    if type(value).__name__ in public():
        return type(value).__name__
    if isinstance(value, (list, tuple)):
        inner = {kind(item) for item in value}
        return f"Sequence[{inner.pop() if len(inner) == 1 else 'Any'}]"
    return "Any"


def attribute(instance, name) -> str:
    """The type of an attribute; Any where it cannot be read now."""
    try:
        return kind(getattr(instance, name))
    except Exception:
        return "Any"


def returned(instance, name) -> str:
    """What a method gives back: known, or seen by calling one that adds an element."""
    if name in RETURNS:
        return RETURNS[name]
    if name.startswith("add_"):
        try:
            return kind(getattr(instance, name)())
        except Exception:
            return "Any"
    return "Any"


def method(instance, thing, name, value) -> str:
    """One method of a class."""
    decorator = {staticmethod: "@staticmethod\n    ", classmethod: "@classmethod\n    "}.get(type(value), "")
    bound = getattr(thing, name)
    arguments = plain(bound)
    if isinstance(value, classmethod):
        arguments = ", ".join(filter(None, ("cls", arguments)))
    return f"    {decorator}def {name}({arguments}) -> {returned(instance, name)}: ..."


def structure(name, thing, instance, views=()) -> str:
    """A class by its attributes and methods; methods in ``views`` return the views of that name."""
    lines = [f"class {name}:", f"    def __init__({plain(thing.__init__)}) -> None: ..."]
    for key in dir(thing):
        value = inspect.getattr_static(thing, key)
        if key.startswith("_") or isinstance(value, type):
            continue
        if key in views:
            lines.append(f"    def {key}(self, name: str | int = ...) -> {views[key]}: ...")
        elif inspect.isfunction(value) or isinstance(value, (staticmethod, classmethod)):
            lines.append(method(instance, thing, key, value))
        else:
            lines.append(f"    {key}: {attribute(instance, key)}")
    return "\n".join(lines)


def enumeration(name, thing) -> str:
    """An enum: its values are ints."""
    lines = [
        f"class {name}(int):",
        "    name: str",
        "    value: int",
        f"    __members__: ClassVar[dict[str, {name}]]",
    ]
    return "\n".join(lines + [f"    {key}: ClassVar[{name}]" for key in thing.__members__])


def named_views(owner, instance):
    """Classes of the views that m.body(...) and its like return, and which method returns which."""
    texts, views = [], {}
    for key in sorted(vars(type(instance))):
        if key.startswith("_") or not callable(getattr(instance, key, None)):
            continue
        try:
            view = getattr(instance, key)(0)
        except Exception:
            continue
        if not type(view).__name__.endswith("Views"):
            continue
        name = f"_{owner}_{key}"
        fields = [f"    {part}: {attribute(view, part)}" for part in dir(view) if not part.startswith("_")]
        texts.append("\n".join([f"class {name}:", *fields]))
        views[key] = name
    return texts, views


def instances():
    """An instance of each class that can be made."""
    m = gelenk.MjModel.from_xml_string(EVERYTHING)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    spec = gelenk.MjSpec.from_string(EVERYTHING)
    found = {
        "MjModel": m,
        "MjData": d,
        "MjSpec": spec,
        "MjOption": m.opt,
        "MjVisual": m.vis,
        "MjStatistic": m.stat,
    }
    found |= {"MjContact": gelenk.MjContact(), "MjWarningStat": d.warning[0], "MjTimerStat": d.timer[0]}
    found |= {"MjSolverStat": d.solver[0], "MjVisualHeadlight": m.vis.headlight, "MjVisualRgba": m.vis.rgba}
    for list_name in (
        "bodies",
        "frames",
        "geoms",
        "joints",
        "sites",
        "cameras",
        "lights",
        "meshes",
        "materials",
    ):
        found |= {type(e).__name__: e for e in getattr(spec, list_name)}
    for list_name in (
        "textures",
        "hfields",
        "pairs",
        "excludes",
        "tendons",
        "equalities",
        "actuators",
        "sensors",
    ):
        found |= {type(e).__name__: e for e in getattr(spec, list_name)}
    for list_name in ("numerics", "texts", "tuples", "keys", "flexes"):
        found |= {type(e).__name__: e for e in getattr(spec, list_name)}
    found |= {"MjsFrame": spec.worldbody.add_frame(), "MjsSkin": spec.add_skin(), "MjsDefault": spec.default}
    found |= {"MjsCompiler": spec.compiler}
    for name, thing in public().items():
        if isinstance(thing, type) and name not in found and not hasattr(thing, "__members__"):
            try:
                found[name] = thing()
            except Exception:
                continue
    return found


def page() -> str:
    """The whole stub."""
    things, made = public(), instances()
    parts = []
    for name, thing in things.items():
        if isinstance(thing, (bool, int, float, str, tuple)):
            parts.append(f"{name}: {kind(thing)}")
    parts.append("__version__: str")
    for name, thing in things.items():
        if isinstance(thing, type) and hasattr(thing, "__members__"):
            parts.append(enumeration(name, thing))
        elif isinstance(thing, type) and issubclass(thing, Exception):
            arguments = plain(thing.__init__) if "__init__" in vars(thing) else "self, *args: Any"
            parts.append(f"class {name}(Exception):\n    def __init__({arguments}) -> None: ...")
        elif isinstance(thing, type) and not issubclass(thing, enum.Enum):
            texts, views = named_views(name, made[name]) if name in ("MjModel", "MjData") else ([], {})
            parts += [*texts, structure(name, thing, made.get(name), views)]
    parts += [function(name, thing) for name, thing in things.items() if inspect.isroutine(thing)]
    return HEAD + "\n\n".join(parts) + "\n"
