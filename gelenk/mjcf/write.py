"""Spec to text: canonical MJCF, driven by the rows of the schema.

Documents: XML reference; API / mj_saveLastXML

Sections stand in the order of the reference. An attribute is written where it differs from what the element's
defaults class says; defaults classes and frames are kept, orientations become quaternions and angles radians. Reading
the text gives the same model: numbers have all their digits, and elements of a kind keep their order.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from types import GeneratorType
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.mjcf import recall
from gelenk.mjcf.files import FOLDERS, Named
from gelenk.mjcf.forms import (
    BY_TYPE,
    GROUPS,
    IN_TREE,
    MATERIAL_LAYER,
    WRAPS,
    blank,
    check_world,
    comes_next,
    groups_of,
    new,
    outermost,
    stated_of,
    take,
)
from gelenk.mjcf.shortcuts import actuator_row, shortcut_values
from gelenk.mjcf.text import number, quoted, same, text_of, trimmed
from gelenk.mjcf.values import may_be_nan
from gelenk.spec.defaults import TEMPLATES
from gelenk.spec.elements import MjsJoint
from gelenk.spec.spec import MjSpec
from gelenk.tables.enums import mjtJoint, mjtWrap
from gelenk.tables.schema import DEFAULT, ROOT
from gelenk.tables.schema.common import PLUGIN
from gelenk.tables.schema.meta import COMPILER
from gelenk.tables.schema.world import BODY, FRAME, FREEJOINT, INERTIAL, JOINT, WORLDBODY

if TYPE_CHECKING:
    from gelenk.spec.defaults import MjsDefault
    from gelenk.spec.elements import MjsBody, MjsFrame, MjsMaterial, MjsPlugin, MjsSkin, MjsWrap
    from gelenk.spec.spec import MjsCompiler
    from gelenk.tables.rows import Attr, Element

Steps = Iterator[Any]  # generators of what is written inside, see Writer
OF_INERTIA = ("boundmass", "boundinertia", "balanceinertia", "inertiafromgeom", "inertiagrouprange")


def to_xml(spec: MjSpec, inertias: Any = None, files: Any = None, settled: bool = False) -> str:
    """The text of a model; `spec` is an MjSpec, compiled or not.

    files      what files are called (mjcf/files.py); an archive calls some otherwise
    inertias   id(body) -> attributes of its inertial element, which only the compiled model knows; for others the
               inertias that the spec states are written
    settled    whether these are of all bodies, so that settings which would change them are left out
    Errors     gelenk.Error where an element holds what MJCF cannot say
    """
    return Writer(spec, inertias or {}, files or Named(spec), settled).text()


class Writer:
    """Writes one spec. Its methods are generators of further generators, which `text` runs with a stack."""

    def __init__(self, spec: MjSpec, inertias: Any, files: Any, settled: bool) -> None:
        self.spec = spec
        self.settled = settled
        self.files = files
        self.inertias = inertias
        self.lines: list[str] = []
        self.depth = 0
        self.occupied: set[int] = set()  # ids of frames in which there is something, at whatever depth
        self.written: set[int] = set()  # ids of frames of which a piece has been written

    def text(self) -> str:
        """The lines of the whole model; a stack of generators stands for the nesting of elements."""
        stack = [self.model()]
        while stack:
            inner = next(stack[-1], None)
            if isinstance(inner, GeneratorType):
                stack.append(inner)
            else:
                stack.pop()
        return "\n".join(self.lines) + "\n"

    # ---- lines

    def put(self, tag: str, said: dict[str, Any], content: Any = None) -> Steps:
        """An element with its attributes (name -> text), and what a generator writes inside it."""
        head = "".join(f" {name}={quoted(text)}" for name, text in said.items())
        self.lines.append(f"{'  ' * self.depth}<{tag}{head}>")
        if content is not None:
            before = len(self.lines)
            self.depth += 1
            yield content
            self.depth -= 1
            if len(self.lines) > before:
                self.lines.append(f"{'  ' * self.depth}</{tag}>")
                return
        self.lines[-1] = f"{self.lines[-1][:-1]}/>"

    def put_some(self, tag: str, said: dict[str, Any], content: Any = None) -> Steps:
        """As `put`, but nothing is written where nothing is said."""
        before = len(self.lines)
        yield self.put(tag, said, content)
        if not said and len(self.lines) == before + 1:
            self.lines.pop()

    # ---- attributes

    def compiler_of(self, element: Any) -> MjsCompiler:
        """The compiler settings under which an element was written: its own spec's, if it was attached."""
        return (getattr(element, "_origin", None) or self.spec).compiler

    def value(self, element: Any, attr: Attr) -> Any:
        """The value of an attribute in canonical form, or None."""
        value = recall.recall(element, attr, self)
        if value is not None and isinstance(element, MjsJoint):
            value = recall.angle(element, attr, value, self)
        if element.__dict__.get("_origin") not in (None, self.spec):
            value = recall.resolved(element, attr, value, self)
        return value

    def base(self, element: Any, attr: Attr, template: Any) -> Any:
        """The value that an attribute has when it is not written."""
        if template is not None and attr.inherit:
            return self.value(template, attr)
        if attr.field.startswith("intprm["):
            return attr.default
        return self.value(new(type(element)), attr)

    def attributes(
        self, element: Any, row: Element, template: Any = None, whole: Any = (), stated: Any = ()
    ) -> dict[str, str]:
        """Attribute -> text, for what an element says beyond its template.

        Those in ``whole`` are written with all numbers, those in ``stated`` even where the template says the same.
        """
        said: dict[str, str] = {}
        seen = set()
        own, around = element.__dict__, new(type(element)).__dict__
        above = around if template is None else template.__dict__
        at_home = own.get("_origin") in (None, self.spec) and above.get("_origin") in (None, self.spec)
        for name, attr, field, keys, absent, settled in recall.plan(row):
            if field in seen and not attr.store:
                continue
            if keys and (at_home or not settled) and name not in stated:
                base = above if attr.inherit else around
                if absent not in own and absent not in base and recall.alike(own, base, keys):  # mostly
                    seen.add(field)
                    continue
            value = self.value(element, attr)
            if value is None:
                continue
            seen.add(field)
            usual = self.base(element, attr, template)
            if attr.required or name in stated or not same(value, usual):
                kept = value if attr.store or name in whole else trimmed(value, usual, attr.kind)
                said[name] = self.said(kept, attr, element)
        if row.tag in FOLDERS:
            self.name_files(element, said)
        revise = recall.REVISIONS.get(row.reader)
        if revise:
            revise(element, said, self)
        return said

    def said(self, value: Any, attr: Attr, element: Any) -> str:
        """The text of a value."""
        text = text_of(value, attr.kind)
        if text is None or (attr.kind.base == "real" and "nan" in text and not may_be_nan(attr)):
            name = f", in '{element.name}'" if getattr(element, "name", "") else ""
            raise Error(f"'{attr.name}' is {value}, for which MJCF has no form{name}", where=element.where)
        return text

    def name_files(self, element: Any, said: dict[str, Any]) -> None:
        """The names of the element's files, as they are called in this text."""
        for name, value in said.items():
            if name.startswith("file"):
                said[name] = self.files.name(element, value)

    # ---- the model

    def model(self) -> Steps:
        said = {"model": self.spec.modelname}
        yield self.put("mujoco", said, self.sections())

    def sections(self) -> Steps:
        """All sections, with an empty line between them."""
        for row in ROOT.children:
            before = len(self.lines)
            if row.target:
                yield self.settings(row)
            elif row is DEFAULT:
                yield self.defaults(self.spec.default)
            elif row is WORLDBODY:
                check_world(self.spec.worldbody)
                yield self.put("worldbody", {}, self.inside(self.spec.worldbody, self.spec.default))
            elif row.tag == "visual":
                yield self.put_some("visual", {}, self.each(self.settings(child) for child in row.children))
            elif row.tag == "extension":
                yield self.put_some("extension", {}, self.extension())
            elif any(self.spec._elements[group] for group in groups_of(row)):
                yield self.put_some(row.tag, {}, self.section(row))
            if len(self.lines) > before:
                self.lines.append("")
        if self.lines[-1] == "":
            self.lines.pop()

    def each(self, parts: Any) -> Steps:
        yield from parts

    def settings(self, row: Element) -> Steps:
        """A section of settings, and the sections inside it."""
        said: dict[str, str] = {}
        place, fresh = recall.section(self.spec, blank(), row.target, row is COMPILER)
        if place is None and not row.children:
            return
        for name, attr, _, keys, _, _ in recall.plan(row) if place is not None else ():
            angle = row is COMPILER and name == "angle"
            if keys and not angle and recall.alike(place.__dict__, fresh.__dict__, keys):  # mostly
                continue
            value = 0 if angle else recall.recall(place, attr, self)
            if row is COMPILER and self.settled and name in OF_INERTIA:
                continue
            if value is None:
                continue
            base = self.setting_base(fresh, attr)
            if not same(value, base):
                said[name] = self.said(
                    value if attr.store else trimmed(value, base, attr.kind), attr, self.spec
                )
        yield self.put_some(row.tag, said, self.each(self.settings(child) for child in row.children))

    def setting_base(self, fresh: Any, attr: Attr) -> Any:
        if attr.store == "spec":
            return 0
        return recall.recall(fresh, attr, self)

    def defaults(self, default: MjsDefault) -> Steps:
        """A defaults class: what its templates say beyond those of the class around it."""
        said = {"class": default.name} if default.parent is not None else {}
        inner = self.class_content(default)
        yield self.put_some("default", said, inner)

    def class_content(self, default: MjsDefault) -> Steps:
        parent = default.parent
        for row in DEFAULT.children:
            tag = "actuator" if row.spec == "MjsActuator" else row.tag
            if row.spec == "MjsActuator" and row.tag != "general":
                continue
            if tag in TEMPLATES and tag in default.__dict__:
                template = default.__dict__[tag]
                around = getattr(parent, tag) if parent is not None else None
                said = self.attributes(template, row, around, whole=("size",))
                yield self.put_some(row.tag, said, self.parts(template, row, around))
        for child in default.children:
            yield self.defaults(child)

    # ---- elements outside the tree

    def section(self, section: Element) -> Steps:
        """The elements of a section: kind by kind, each kind in its order."""
        for cls in dict.fromkeys(row.spec for row in section.children if row.spec in GROUPS):
            if cls == "MjsSkin" and section.tag == "asset":
                continue
            rows = [row for row in section.children if row.spec == cls]
            for element in self.spec._elements[GROUPS[cls]]:
                yield self.element(element, self.row_of(element, rows), self.spec.default)

    def row_of(self, element: Any, rows: Any) -> Element:
        """The row among those of its section by which an element is written."""
        cls = type(element).__name__
        if cls in BY_TYPE:
            return BY_TYPE[cls][element.type]
        if cls == "MjsTendon":
            fixed = any(wrap.type == mjtWrap.mjWRAP_JOINT for wrap in element.path)
            return next(row for row in rows if row.tag == ("fixed" if fixed else "spatial"))
        if cls == "MjsActuator":
            return actuator_row(element)
        return rows[0]

    def element(self, element: Any, row: Element, around: Any) -> Steps:
        """One element; `around` is the defaults class that it has if it names none."""
        template = None
        said = {}
        default = element.__dict__.get("_default")
        if default is not None and "class" in row.by_name:
            template = getattr(default, type(element).tag)
            if default is not around:
                said["class"] = default.name
        stated = stated_of(element)
        values = self.attributes(element, row, template, stated=stated)
        values = {name: values.pop(name) for name in stated if name in values} | values
        if type(element).__name__ == "MjsActuator":
            values |= shortcut_values(element, row, template)
        if "name" in values:
            said = {"name": values.pop("name"), **said}
        yield self.put(row.tag, said | values, self.parts(element, row, template))

    def parts(self, element: Any, row: Element, template: Any = None) -> Steps:
        """What is written inside an element."""
        by_tag = row.by_tag
        if "layer" in by_tag:
            for said in self.layers(element, template):
                yield self.put("layer", said)
        if row.reader == "tuple":
            for kind, name, number_ in zip(element.objtype, element.objname, element.objprm, strict=True):
                attr = by_tag["element"].by_name["objtype"]
                said = {"objtype": text_of(kind, attr.kind), "objname": name}
                yield self.put("element", said | ({"prm": number(number_)} if number_ else {}))
        if row.reader == "tendon":
            for wrap in element.path:
                yield self.wrap(wrap)
        for child in row.children:
            if child.spec == row.spec and child.spec:
                yield self.put_some(child.tag, self.attributes(element, child, template))
        if "bone" in by_tag:
            for said in self.bones(element):
                yield self.put("bone", said)
        plugin = element.__dict__.get("plugin")
        if plugin is not None and plugin.active:
            yield self.plugin(plugin, row)

    def layers(self, material: MjsMaterial, template: Any = None) -> list[Any]:
        """The layers of a material that has more textures than that of its color."""
        roles = MATERIAL_LAYER.by_name["role"].kind
        base = template.textures if template is not None else [""] * len(material.textures)
        if material.textures == base or not any(
            name for role, name in enumerate(material.textures) if role != roles.keys["rgb"]
        ):
            return []
        return [
            {"texture": name, "role": text_of(role, roles)}
            for role, name in enumerate(material.textures)
            if name and text_of(role, roles)
        ]

    def wrap(self, wrap: MjsWrap) -> Steps:
        """A point of a tendon's path."""
        tag, attribute = WRAPS[wrap.type]
        said = {attribute: wrap.name} if attribute else {"divisor": number(wrap.divisor)}
        if tag == "joint":
            said["coef"] = number(wrap.coef)
        if wrap.sidename:
            said["sidesite"] = wrap.sidename
        yield self.put(tag, said)

    def bones(self, skin: MjsSkin) -> Steps:
        """The bones of a skin that is not in a file."""
        for i, body in enumerate(skin.bodyname):
            yield {
                "body": body,
                "bindpos": " ".join(number(x, "float32") for x in skin.bindpos[3 * i : 3 * i + 3]),
                "bindquat": " ".join(number(x, "float32") for x in skin.bindquat[4 * i : 4 * i + 4]),
                "vertid": " ".join(str(int(x)) for x in skin.vertid[i]),
                "vertweight": " ".join(number(x, "float32") for x in skin.vertweight[i]),
            }

    # ---- plugins

    def plugin(self, plugin: MjsPlugin, row: Element) -> Steps:
        """The plugin of an element; an actuator or sensor that is one has the parameters itself."""
        if row.tag == "plugin":
            yield self.config(plugin)
        else:
            yield self.put("plugin", self.attributes(plugin, PLUGIN), self.config(plugin))

    def config(self, plugin: MjsPlugin) -> Steps:
        for key, value in (plugin.config or {}).items():
            yield self.put("config", {"key": str(key), "value": str(value)})

    def extension(self) -> Steps:
        """Every plugin that the model uses, with the instances that are shared."""
        shared = self.spec._elements["plugins"]
        for name in dict.fromkeys(self.plugin_names()):
            instances = [plugin for plugin in shared if plugin.plugin_name == name and plugin.name]
            content = (self.put("instance", {"name": one.name}, self.config(one)) for one in instances)
            yield self.put("plugin", {"plugin": name}, self.each(content))

    def plugin_names(self) -> Steps:
        yield from (plugin.plugin_name for plugin in self.spec._elements["plugins"] if plugin.plugin_name)
        for body in self.spec.worldbody.subtree():
            yield from self.plugins_of((body, *body._children["geom"]))
        for group in ("meshes", "actuators", "sensors"):
            yield from self.plugins_of(self.spec._elements[group])

    def plugins_of(self, elements: Any) -> Steps:
        for element in elements:
            plugin = element.__dict__.get("plugin")
            if plugin is not None and plugin.active and plugin.plugin_name:
                yield plugin.plugin_name

    # ---- the tree

    def inside(self, body: MjsBody, default: MjsDefault) -> Steps:
        """Everything in a body; `default` is the defaults class of what names none."""
        yield self.inertial(body)
        plugin = body.__dict__.get("plugin")
        if plugin is not None and plugin.active:
            yield self.plugin(plugin, BODY)
        children = body._children
        frames = list(children["frame"])
        lists = {tag: list(children[tag]) for tag in ("joint", "geom", "site", "camera", "light", "body")}
        for found in lists.values():
            for element in found:
                frame = element.frame
                while frame is not None and id(frame) not in self.occupied:
                    self.occupied.add(id(frame))
                    frame = frame.frame
        yield self.level(None, lists, frames, default)

    def level(self, frame: MjsFrame | None, lists: Any, frames: Any, default: MjsDefault) -> Steps:
        """Elements of one body that are directly in `frame` (or in none), and the frames in it.

        Elements of a kind must keep their order. So elements come first up to the next one in a frame; a frame is
        written when everything in it comes next, and in pieces where nothing else goes forward.
        """
        here = [inner for inner in frames if inner.frame is frame]
        queues = {tag: deque((one, outermost(one, frame)) for one in found) for tag, found in lists.items()}
        left = Counter((tag, id(head)) for tag, queue in queues.items() for _, head in queue)
        while True:
            for tag, queue in queues.items():
                while queue and queue[0][1] is None:
                    yield self.placed(tag, queue.popleft()[0], default)
            heads = [queue[0][1] for queue in queues.values() if queue]
            if not heads:
                break
            head = next((head for head in heads if comes_next(head, queues, left)), heads[0])
            part = {tag: take(head, queue) for tag, queue in queues.items()}
            left.subtract({(tag, id(head)): len(found) for tag, found in part.items()})
            yield self.frame(head, part, frames, default)
        for inner in here:
            if (
                id(inner) not in self.occupied and id(inner) not in self.written
            ):  # empty, and all that is in it
                yield self.frame(inner, {}, frames, default)

    def frame(self, frame: MjsFrame | None, lists: Any, frames: Any, default: MjsDefault) -> Steps:
        """A frame, or a piece of it; only the first piece has the name."""
        said = self.attributes(frame, FRAME)
        if id(frame) in self.written:
            said.pop("name", None)
        self.written.add(id(frame))
        said, inner = self.with_class(frame, said, default)
        yield self.put("frame", said, self.level(frame, lists, frames, inner))

    def placed(self, tag: str, element: Any, default: MjsDefault) -> Steps:
        """An element of the tree."""
        if tag == "body":
            said, inner = self.with_class(element, self.attributes(element, BODY), default)
            yield self.put("body", said, self.inside(element, inner))
        elif tag == "joint" and element.type == mjtJoint.mjJNT_FREE and self.plain(element):
            yield self.put("freejoint", self.attributes(element, FREEJOINT))
        else:
            yield self.element(element, IN_TREE[tag], default)

    def with_class(
        self, container: Any, said: dict[str, Any], default: MjsDefault
    ) -> tuple[dict[str, str], MjsDefault]:
        """The attributes of a body or frame with its childclass, and the defaults class inside it."""
        inner = container._default or default
        said.pop("childclass", None)
        if inner is not default:
            name = {"name": said.pop("name")} if "name" in said else {}
            said = {**name, "childclass": inner.name, **said}
        return said, inner

    def plain(self, joint: MjsJoint) -> bool:
        """Whether a joint has nothing that a freejoint does not say."""
        said = self.attributes(joint, JOINT)
        return said.keys() <= {"name", "group", "type"}

    def inertial(self, body: MjsBody) -> Steps:
        """Mass and inertia, where they are given or asked for."""
        if id(body) in self.inertias:
            yield self.put("inertial", self.inertias[id(body)])
        elif body.explicitinertial:
            said = self.attributes(body, INERTIAL)
            if "fullinertia" in said:
                said.pop("diaginertia", None)
                said.pop("quat", None)
            yield self.put("inertial", said)
