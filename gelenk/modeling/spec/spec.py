"""MjSpec, the editable spec: a tree of bodies and lists of all other elements.

Documents: Modeling / Model editing; API / MjSpec
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from gelenk.modeling.spec import add_methods as add_methods  # adds the methods of bodies and frames
from gelenk.modeling.spec import attribute_bases, element_classes
from gelenk.modeling.spec.arguments import text
from gelenk.modeling.spec.defaults import MjsAuthored, MjsDefault, set_release
from gelenk.modeling.spec.element import fixed, late, stem
from gelenk.modeling.spec.element_classes import KINDS, LISTS, MjsBody, MjsElement
from gelenk.modeling.spec.field_descriptors import count_edit, edits
from gelenk.runtime.struct_bases import Record
from gelenk.tables.api_enums import mjtCTimer
from gelenk.tables.levels import LEVEL, LEVELS
from gelenk.toolchain.digests import blake2b

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.file_sources import Sources


class _Made:
    """Placeholder of class attributes that __init__ sets; its value is None."""

    def __get__(self, spec: Any, owner: type | None = None) -> None:
        return None


_MADE: Any = _Made()
SETTINGS = ("compiler", "option", "stat", "visual")  # structs of a spec, created on first access
# lists of a spec without elements outside the tree
NOTHING: Mapping[str, Sequence[Any]] = dict.fromkeys(LISTS, ())
MOST_KNOWN = 1 << 16  # cached lookups by name, including failed ones


class Settings(Record, MjsElement):
    """Base of the structs of settings."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._record = tuple(cls._fields)


class MjLROpt(Settings, attribute_bases.LROptAttributes):
    """Options of the computation of actuator length ranges."""


class MjsCompiler(MjsElement, attribute_bases.CompilerAttributes):
    """Settings of the compiler; `LRopt` has the options of length ranges (MjLROpt).

    Source   XML reference / compiler
    """

    def __init__(self, like: MjsCompiler | None = None) -> None:
        super().__init__(like)
        values = self.__dict__
        if "LRopt" in values:
            values["LRopt"] = MjLROpt(values["LRopt"])

    LRopt: MjLROpt = late(MjLROpt)


class MjOption(Settings, attribute_bases.OptionAttributes):
    """Simulation options."""


class MjStatistic(Settings, attribute_bases.StatisticAttributes):
    """Statistics given by the user; nan means computed."""


class Global(Settings, attribute_bases.GlobalAttributes):
    """Settings of the viewer."""


class Quality(Settings, attribute_bases.QualityAttributes):
    """Rendering quality."""


class MjVisualHeadlight(Settings, attribute_bases.VisualHeadlightAttributes):
    """Headlight, the light at the camera."""


class Map(Settings, attribute_bases.MapAttributes):
    """Scaling of physical quantities for visualization."""


class Scale(Settings, attribute_bases.ScaleAttributes):
    """Sizes of visualized elements."""


class MjVisualRgba(Settings, attribute_bases.VisualRgbaAttributes):
    """Colors of visualized elements."""


class MjVisual(Record, MjsElement):
    """Settings of visualization."""

    global_ = late(Global)
    headlight = late(MjVisualHeadlight)
    map = late(Map)
    quality = late(Quality)
    rgba = late(MjVisualRgba)
    scale = late(Scale)
    _GROUPS: ClassVar[dict[str, type[Settings]]] = {
        "global_": Global,
        "headlight": MjVisualHeadlight,
        "map": Map,
        "quality": Quality,
        "rgba": MjVisualRgba,
        "scale": Scale,
    }
    _record = tuple(_GROUPS)

    def __init__(self, like: MjVisual | None = None) -> None:
        super().__init__()
        if like is not None:
            self.__dict__.update({name: type(part)(part) for name, part in like.__dict__.items()})


_GLOBAL = property(
    lambda self: self.global_,
    lambda self, value: setattr(self, "global_", value),
    doc="As global_, which is a name in Python.",
)
setattr(MjVisual, "global", _GLOBAL)


class MjSpec(MjsElement, attribute_bases.SpecAttributes):
    """A model in editable form: MjSpec(), or MjSpec.from_file, from_string, from_zip.

        spec = gelenk.MjSpec()
        ball = spec.worldbody.add_body(name="ball", pos=[0, 0, 1])
        ball.add_freejoint()
        ball.add_geom(size=[0.1, 0, 0])
        m = spec.compile()

    worldbody    the root of the tree; bodies and frames have add_body, add_geom, ...
    bodies, joints, geoms, ...   all elements of a kind, in the order of the text; body(name), ... find one by name
    add_mesh, add_actuator, ...  add elements outside the tree
    default      the class "main"; add_default derives others
    option, visual, stat, compiler   settings
    assets       contents of files by name, which precede files on disk
    override_assets   whether assets of an attached spec replace others of the same name
    parent       the spec that this one is attached to, or None

    Arrays belong to the element and may be written; assigned values are checked and copied. A name may be used before
    its element exists; the compiler reports missing elements. A spec can be compiled again after changes: `recompile`
    keeps the state.

    Source       API / MjSpec; Modeling / Model editing
    """

    worldbody: MjsBody
    default: MjsDefault
    assets: dict[str, bytes]
    parent: MjSpec | None  # the spec that this one is attached to
    worldbody = default = assets = parent = _MADE
    compiler = late(MjsCompiler)
    option = late(MjOption)
    stat = late(MjStatistic)
    visual = late(MjVisual)
    _plain: ClassVar[dict[str, type]] = {"assets": dict, "override_assets": bool}
    _classes: dict[str, MjsDefault]
    # list name -> list, or () for a list never used; NOTHING if no list was ever used
    _elements: Mapping[str, Sequence[Any]]
    _written: dict[str, str]
    override_assets: bool = True  # whether assets of an attached spec replace others of the same name
    _by_copy: bool = False  # whether attaching copies the child
    # (edit count of field_descriptors.py, cache of lookups since): (kind, name) -> element or None, and kind -> all
    # elements of a kind in the tree
    _known: tuple[int, dict[Any, Any]] = -1, {}
    _signed: tuple[int, int] = -1, 0  # (edit count, signature)
    _timer: tuple[float, ...] = (0.0,) * int(mjtCTimer.mjNCTIMER)  # times of the last compilation [s]
    _sources: Sources | None = None  # sources of files that the model names; None: assets, disk

    def __init__(self) -> None:
        super().__init__()
        state = self.__dict__
        state["_written"] = {}  # attribute of a settings section -> its place in the text
        state["assets"] = {}
        state["default"] = MjsDefault("main", None, self)
        state["_classes"] = {"main": self.default}
        state["_elements"] = NOTHING
        world = state["worldbody"] = MjsBody(None, self)
        world.__dict__.update(name="world", childclass="main", _default=self.default, id=0)
        if LEVELS[0] != LEVEL:
            set_release(self, "")

    def __repr__(self) -> str:
        counts = {name: len(getattr(self, name)) for name in (*KINDS, *LISTS)}
        told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
        return f"<MjSpec {self.modelname!r}: {told}>"

    @property
    def authored(self) -> MjsAuthored:
        """Settings that the text of the spec has, as bits (MjsAuthored)."""
        return MjsAuthored(self)

    @property
    def timer(self) -> np.ndarray:
        """Time of each part of the last compilation (mjtCTimer), a copy. float64 (9) [s]"""
        return np.array(self._timer)

    @property
    def meshdir(self) -> str:
        """Folder of mesh files."""
        return self.compiler.meshdir

    @meshdir.setter
    def meshdir(self, folder: str) -> None:
        self.compiler.meshdir = folder

    @property
    def texturedir(self) -> str:
        """Folder of texture files."""
        return self.compiler.texturedir

    @texturedir.setter
    def texturedir(self, folder: str) -> None:
        self.compiler.texturedir = folder

    # ---- defaults classes

    def find_default(self, name: str) -> MjsDefault | None:
        """Return the defaults class of a name.

        name       the name

        Returns    the class, or None if there is no such class
        Source     API / MjSpec; Modeling / Default settings
        """
        found = (
            self._classes.get(name)
            if type(name) is str
            else self._classes.get(text("find_default: name", name))
        )
        if found is None or found.name != name:  # the class may have been renamed
            found = next((default for default in self._classes.values() if default.name == name), None)
        return found

    def add_default(self, name: str, parent: MjsDefault | None = None) -> MjsDefault | None:
        """Add a defaults class, which starts with the current values of its parent.

        name       name of the class
        parent     the class to derive from; None: the main class

        Returns    the class, or None if the name is taken: find_default returns that class
        Errors     ValueError: the name is empty
        Source     API / MjSpec; Modeling / Default settings
        """
        if not text("add_default: name", name):
            raise ValueError("a defaults class needs a name")
        if parent is not None and not isinstance(parent, MjsDefault):
            raise TypeError(f"add_default: parent must be MjsDefault, not {type(parent).__name__}")
        if self.find_default(name) is not None:
            return None
        self._classes[name] = MjsDefault(name, parent if parent is not None else self.default, self)
        return self._classes[name]

    # ---- elements outside the tree

    def _group(self, name: str) -> list[Any]:
        """Return a list for adding elements, created on first use."""
        found = self._elements[name]
        if type(found) is not list:
            found = []
            self.__dict__["_elements"] = {**self._elements, name: found}
        return found

    def _add(self, group: str, default: MjsDefault | None, values: Mapping[str, Any]) -> Any:
        cls = LISTS[group]
        if default is None:
            default = self.default
        elif not isinstance(default, MjsDefault):
            raise TypeError(f"default must be MjsDefault, not {type(default).__name__}")
        classed = issubclass(cls, element_classes.Classed)
        element = cls(getattr(default, cls.tag), self) if classed else cls(None, self)
        state = element.__dict__
        if classed:
            state["_default"] = default
        members = self._group(group)
        state["id"] = len(members)
        members.append(element)
        count_edit()
        return element.assign(values) if values else element


def signature(spec: MjSpec) -> int:
    """Return a number for the structure of a spec: kinds, names and nesting of its elements."""
    count, known = spec._signed
    if count != edits[0]:
        count = edits[0]
        known = _signature(spec)
        spec.__dict__["_signed"] = count, known
    return known


def _signature(spec: MjSpec) -> int:
    texts: list[str] = []
    places: dict[int, int] = {}  # id of a body -> index of its text
    for body in spec.worldbody.subtree():
        state = body.__dict__
        place = places[id(body)] = len(texts)
        texts.append(f"body\0{state['name']}\0{places.get(id(state.get('parent')), 0)}\n")
        for kind, group in state["_children"].items():
            if group and kind != "body":
                texts += [f"{kind}\0{el.__dict__['name']}\0{place}\n" for el in group]
    for group in LISTS:
        if members := spec._elements[group]:
            texts += [f"{el.tag}\0{el.name}\n" for el in members]
    return int.from_bytes(blake2b("".join(texts).encode(), digest_size=8).digest(), "little")


def release(spec: MjSpec) -> None:
    """Clear all elements of an unreferenced spec, so that reference cycles are freed now."""
    # elements refer back to bodies, and points of a path to tendons: clearing these breaks all cycles
    for el in (*spec.worldbody.subtree(), *spec._elements["tendons"]):
        el.__dict__.clear()
    for default in spec._classes.values():
        for template in default.__dict__.values():
            if isinstance(template, MjsElement):
                template.__dict__.clear()
        default.__dict__.clear()
    spec.__dict__.clear()


def _in_tree(tag: str) -> Callable[[MjSpec], list[Any]]:
    def look(self: MjSpec) -> list[Any]:
        bodies = list(self.worldbody.subtree())
        found = bodies if tag == "body" else [el for body in bodies for el in body._children[tag]]
        if self._known[0] != edits[0]:
            self.__dict__["_known"] = edits[0], {}
        self._known[1][tag] = found
        return found.copy()

    def members(self: MjSpec) -> list[Any]:
        count, known = self._known
        if count == edits[0] and tag in known:
            return known[tag].copy()
        return look(self)

    return members


def _outside_tree(group: str) -> Callable[[MjSpec], list[Any]]:
    if group == "plugins":
        return lambda self: [plugin for plugin in self._elements[group] if not plugin._declared]
    return lambda self: list(self._elements[group])


def _found(world: MjsBody, tag: str, name: str) -> Any:
    """Return the first element of a name in the tree; `subtree` is inlined for speed."""
    stack = [world]
    while stack:
        body = stack.pop()
        members = body._children
        for element in (body,) if tag == "body" else members[tag]:
            if element.__dict__["name"] == name:
                return element
        stack += members["body"][::-1]
    return None


def _listed(members: Sequence[Any], name: str) -> Any:
    """Return the first of the elements with a name, except declarations of plugins."""
    for element in members:
        if element.__dict__.get("name", "") == name and not (element.tag == "plugin" and element._declared):
            return element
    return None


def _finder(group: str, tag: str) -> Callable[[MjSpec, str], Any]:
    in_tree = tag in KINDS.values()

    def look(self: MjSpec, name: str) -> Any:
        if in_tree:
            found = _found(self.worldbody, tag, name)
        else:
            found = _listed(self._elements[group], name)
        # a new element counts as an edit; a plugin that ceases to be a declaration does not
        if (found is not None or group != "plugins") and type(name) is str:
            if self._known[0] != edits[0]:
                self.__dict__["_known"] = edits[0], {}
            if len(self._known[1]) < MOST_KNOWN:
                self._known[1][tag, name] = found
        return found

    def find(self: MjSpec, name: str) -> Any:
        count, known = self._known
        try:
            if count == edits[0]:
                return known[tag, name]
        except (KeyError, TypeError):  # not looked up yet; or not a text
            pass
        return look(self, text(f"{tag}: name", name))

    def find_asset(self: MjSpec, name: str) -> Any:
        found = find(self, name)
        if found is None:
            for element in self._elements[group]:
                state = element.__dict__
                if not state.get("name") and state["file"] and stem(state["file"]) == name:
                    return element  # the compiler gives such assets this name
        return found

    of_file = tag in ("mesh", "texture", "hfield", "skin")
    chosen = find_asset if of_file else find
    chosen.__name__ = tag
    chosen.__doc__ = (
        f"The {tag} of that name{', or without one and with a file of that name' * of_file}, or None.\n\n"
        "name       name of the element\n"
        "Returns    the element, or None\n"
        "Source     API / MjSpec; Modeling / Model editing"
    )
    return chosen


def _adder(group: str, cls: type[Any]) -> Callable[..., Any]:
    def add(self: MjSpec, default: MjsDefault | None = None, **values: Any) -> Any:
        return self._add(group, default, values)

    add.__name__, add.__qualname__ = f"add_{cls.tag}", f"MjSpec.add_{cls.tag}"
    return add


for _group, _tag in KINDS.items():
    setattr(
        MjSpec,
        _group,
        fixed(_group, _in_tree(_tag), f"All {_group} of the tree, in the order of their bodies."),
    )
    setattr(MjSpec, _tag, _finder(_group, _tag))
for _group, _cls in LISTS.items():
    setattr(MjSpec, _group, fixed(_group, _outside_tree(_group), f"All {_group}."))
    setattr(MjSpec, _cls.tag, _finder(_group, _cls.tag))
    setattr(MjSpec, f"add_{_cls.tag}", _adder(_group, _cls))
