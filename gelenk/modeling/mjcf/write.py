"""Write a spec as canonical MJCF text, driven by the rows of the schema.

Documents: XML reference; API / mj_saveLastXML

Sections follow the order of the reference. An attribute is written if it differs from the element's
defaults class; defaults classes and frames are kept, orientations become quaternions and angles radians. Reading
the text gives the same model: numbers have all their digits, and elements of a kind keep their order.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from gelenk.modeling.mjcf import attribute_values, notations
from gelenk.modeling.mjcf.actuator_shortcuts import (
    WRITTEN,
    actuator_row,
    can_be_read,
    set_activation_limit,
    shortcut_values,
)
from gelenk.modeling.mjcf.attribute_rules import (
    BY_TYPE,
    GROUPS,
    IN_TREE,
    WRAPS,
    blank,
    check_world,
    comes_next,
    groups_of,
    is_complete,
    may_have_children,
    outermost,
    pop_frame_elements,
    stated_of,
    writing_rules,
)
from gelenk.modeling.mjcf.element_files import Named
from gelenk.modeling.mjcf.element_writer import LineBuilder, Steps
from gelenk.modeling.mjcf.notations import UNSAVED
from gelenk.modeling.mjcf.values import number, same, text_of, trimmed
from gelenk.modeling.spec.defaults import TEMPLATES
from gelenk.modeling.spec.element_classes import MjsJoint
from gelenk.modeling.spec.spec import MjSpec
from gelenk.tables.enums import mjtJoint, mjtWrap
from gelenk.tables.levels import release_number
from gelenk.tables.schema import DEFAULT, ROOT
from gelenk.tables.schema.common import PLUGIN
from gelenk.tables.schema.meta import COMPILER
from gelenk.tables.schema.world import BODY, FRAME, FREEJOINT, INERTIAL, JOINT, WORLDBODY

if TYPE_CHECKING:
    from gelenk.modeling.spec.defaults import MjsDefault
    from gelenk.modeling.spec.element_classes import MjsBody, MjsFrame, MjsPlugin, MjsSkin, MjsWrap
    from gelenk.tables.schema_rows import Attr, Element

ORDER = ("joint", "geom", "site", "camera", "light", "body")  # order of the elements in a body
OF_INERTIA = ("boundmass", "boundinertia", "balanceinertia", "inertiafromgeom", "inertiagrouprange")


def to_xml(spec: MjSpec) -> str:
    """Return the MJCF text of an MjSpec, compiled or not, with the inertias of the spec.

    Errors     gelenk.Error if an element contains what MJCF cannot express
    """
    return written(spec)[0]


def written(spec: MjSpec, inertias: Any = None, files: Any = None, settled: bool = False) -> tuple[str, bool]:
    """Return the MJCF text of a model, and whether it is certain to be readable.

    files      names of files in the text (modeling/mjcf/element_files.py); an archive renames some
    inertias   id(body) -> attributes of its inertial element, known only to the compiled model; other bodies use the
               inertias of the spec
    settled    whether `inertias` covers all bodies, so that settings that would change them are omitted
    Errors     gelenk.Error if an element contains what MJCF cannot express
    """
    writer = Writer(spec, inertias or {}, files or Named(spec), settled)
    text = writer.text()
    return text, not writer.doubt


class Writer(LineBuilder):
    """Writer of one spec."""

    def __init__(self, spec: MjSpec, inertias: Any, files: Any, settled: bool) -> None:
        super().__init__(spec, files)
        self.settled = settled
        self.inertias = inertias
        self.occupied: set[int] = set()  # ids of frames that contain an element at any depth
        self.written: set[int] = set()  # ids of frames of which at least a piece is written
        self.classes: list[str] = []  # names of the classes written
        self.used: set[str] = set()  # names of the classes that elements refer to

    def text(self) -> str:
        """Return the text of the whole model."""
        text = self.write_all(self.write_model())
        names = {"main", *self.classes}
        if len(names) <= len(self.classes) or "" in names or not self.used <= names:
            self.doubt = True
        return text

    # ---- the model

    def write_model(self) -> Steps:
        said = {"model": self.spec.modelname}
        yield self.write_nested("mujoco", said, self.write_sections())

    def write_sections(self) -> Steps:
        """Write all sections, separated by empty lines."""
        for row in ROOT.children:
            before = len(self.lines)
            if row.target:
                inner = self.write_settings(row)
                if inner is not None:
                    yield inner
            elif row is DEFAULT:
                yield self.write_defaults(self.spec.default)
            elif row is WORLDBODY:
                check_world(self.spec.worldbody)
                yield self.write_nested(
                    "worldbody", {}, self.write_body_content(self.spec.worldbody, self.spec.default)
                )
            elif row.tag == "visual":
                yield self.write_unless_empty(
                    "visual", {}, self.nested(map(self.write_settings, row.children))
                )
            elif row.tag == "extension":
                yield self.write_unless_empty("extension", {}, self.write_extensions())
            elif any(self.spec._elements[group] for group in groups_of(row)):
                yield self.write_unless_empty(row.tag, {}, self.write_section(row))
            if len(self.lines) > before:
                self.lines.append("")
        if self.lines[-1] == "":
            self.lines.pop()

    def nested(self, parts: Any) -> Steps:
        """Yield the generators among `parts`; a part that is already written is None."""
        for part in parts:
            if part is not None:
                yield part

    def write_settings(self, row: Element) -> Steps | None:
        """Write a section of settings; return a generator if it may contain sections."""
        said: dict[str, str] = {}
        place, fresh = attribute_values.section(self.spec, blank(), row.target, row is COMPILER)
        if place is None and not row.children:
            return None
        for way in self.setting_ways(row, place, fresh) if place is not None else ():
            attr, name = way.attr, way.name
            angle = row is COMPILER and name == "angle"
            value = int(self.degree) if angle else attribute_values.recall(place, attr, self)
            if row is COMPILER and ((self.settled and name in OF_INERTIA) or name in UNSAVED):
                continue
            if value is None:
                continue
            base = self.setting_base(fresh, attr)
            if not same(value, base):
                said[name] = self.text_of(
                    trimmed(value, base, attr.kind) if way.trims else value, way, self.spec
                )
        if row is COMPILER and self.as_written and list(place.eulerseq) != list(fresh.eulerseq):
            said["eulerseq"] = "".join(place.eulerseq)
        if not is_complete(row, said):
            self.doubt = True
        if row.children:
            return self.write_unless_empty(row.tag, said, self.nested(map(self.write_settings, row.children)))
        if said:
            self.write_leaf(row.tag, said)
        return None

    def setting_ways(self, row: Element, place: Any, fresh: Any) -> Any:
        """Return the attributes of a section that may differ from the defaults."""
        plan = writing_rules(row, place.__class__)
        more = [plan.index["angle"]] if row is COMPILER else ()
        return plan.possible_attributes(place.__dict__, plan.reference_values(fresh.__dict__), more)

    def setting_base(self, fresh: Any, attr: Attr) -> Any:
        if attr.store == "spec":
            return 0
        return attribute_values.recall(fresh, attr, self)

    def write_defaults(self, default: MjsDefault) -> Steps:
        """Write a defaults class: the difference of its templates to those of its parent class."""
        said = {}
        if default._parent is not None:
            said["class"] = self.class_name(default)
            self.classes.append(said["class"])
        inner = self.class_content(default)
        yield self.write_unless_empty("default", said, inner)

    def class_content(self, default: MjsDefault) -> Steps:
        parent = default._parent
        if parent is None:  # the reader starts from the defaults of the API level
            parent = blank().default
        for row in DEFAULT.children:
            tag = "actuator" if row.spec == "MjsActuator" else row.tag
            if row.spec == "MjsActuator" and row.tag != "general":
                continue
            known = tag in default.__dict__ or (default._parent is None and tag in parent.__dict__)
            if tag in TEMPLATES and known:
                template = getattr(default, tag)
                around = (
                    getattr(parent, tag) if tag in parent.__dict__ or default._parent is not None else None
                )
                as_read = self.read_shortcut(template, parent, around) if tag == "actuator" else None
                if as_read is not None:
                    if as_read[1] or around is None or around.__dict__.get(WRITTEN) != as_read[0].tag:
                        self.write_leaf(as_read[0].tag, as_read[1])
                    continue
                said = self.attributes(template, row, around, whole=("size",))
                if said and tag == "actuator" and template.__dict__.get(WRITTEN) != "general":
                    self.plain_drives = True  # shortcuts would now inherit parameters from this class
                if self.has_parts(template, row):
                    yield self.write_unless_empty(row.tag, said, self.write_content(template, row, around))
                elif said:
                    self.write_leaf(row.tag, said)
        for child in default._derived:
            yield self.write_defaults(child)

    # ---- elements outside the tree

    def write_section(self, section: Element) -> Steps:
        """Write the elements of a section, kind by kind; elements of a kind keep their order."""
        for cls in dict.fromkeys(row.spec for row in section.children if row.spec in GROUPS):
            if cls == "MjsSkin" and section.tag == "asset":
                continue
            rows = [row for row in section.children if row.spec == cls]
            for element in self.spec._elements[GROUPS[cls]]:
                step = self.write_element(element, self.row_of(element, rows), self.spec.default)
                if step is not None:
                    yield step

    def row_of(self, element: Any, rows: Any) -> Element:
        """Return the schema row that describes an element, one of the `rows` of a section."""
        cls = type(element).__name__
        if cls in BY_TYPE:
            return BY_TYPE[cls][element.type]
        if cls == "MjsTendon":
            fixed = any(wrap.type == mjtWrap.mjWRAP_JOINT for wrap in element.path)
            return next(row for row in rows if row.tag == ("fixed" if fixed else "spatial"))
        if cls == "MjsActuator":
            return actuator_row(element)
        return rows[0]

    def write_element(self, element: Any, row: Element, around: Any) -> Steps | None:
        """Write one element; `around` is the defaults class of an element that names none.

        Returns a generator that writes the element if it may contain others, or None after writing it.
        """
        template = None
        said = {}
        default = element.__dict__.get("_default")
        if default is not None and "class" in row.by_name:
            template = getattr(default, type(element).tag)
            if default is not around:
                said["class"] = self.class_name(default)
                self.used.add(said["class"])
        stated = stated_of(element) if self.states_poses else ()
        as_read = self.read_shortcut(element, default, template) if row.spec == "MjsActuator" else None
        if as_read is not None:
            row, values = as_read
        else:
            values = self.attributes(element, row, template, stated=stated)
        self.keep_notations(element, values)
        if stated:
            values = {name: values.pop(name) for name in stated if name in values} | values
        if row.spec == "MjsActuator" and as_read is None:
            shortcut = shortcut_values(element, row, template)
            if shortcut:
                values |= shortcut
                self.doubt = self.doubt or not can_be_read(element, row, shortcut)
            if row.tag == "intvelocity":
                set_activation_limit(element, values)
        if "name" in values:
            self.register_name(element.tag, values)
            said = {"name": values.pop("name"), **said}
        said |= values
        if row.reader == "text" and self.write_section_of_text(said):
            return None
        if self.has_parts(element, row):
            return self.write_nested(row.tag, said, self.write_content(element, row, template))
        self.write_leaf(row.tag, said)
        return None

    def has_parts(self, element: Any, row: Element) -> bool:
        """Return whether an element may contain others."""
        plugin = element.__dict__.get("plugin")
        return may_have_children(row) or (plugin is not None and plugin.active)

    def write_content(self, element: Any, row: Element, template: Any = None) -> Steps:
        """Write the content of an element."""
        by_tag = row.by_tag
        if "layer" in by_tag:
            for said in attribute_values.layers(element, template):
                self.write_leaf("layer", said)
                self.doubt = True
        if row.reader == "tuple":
            for kind, name, number_ in zip(element.objtype, element.objname, element.objprm, strict=True):
                attr = by_tag["element"].by_name["objtype"]
                said = {"objtype": text_of(kind, attr.kind), "objname": name}
                self.write_leaf("element", said | ({"prm": number(number_)} if number_ else {}))
        if row.reader == "tendon":
            for wrap in element.path:
                self.write_wrap(wrap)
        for child in row.children:
            if child.spec == row.spec and child.spec:
                said = self.attributes(element, child, template)
                if said:
                    self.write_leaf(child.tag, said)
        if "bone" in by_tag:
            for said in self.bone_attributes(element):
                self.write_leaf("bone", said)
        plugin = element.__dict__.get("plugin")
        if plugin is not None and plugin.active:
            yield self.write_plugin(plugin, row)

    def write_wrap(self, wrap: MjsWrap) -> None:
        """Write a point of a tendon's path."""
        tag, attribute = WRAPS[wrap.type]
        said = {attribute: wrap.name} if attribute else {"divisor": number(wrap.divisor)}
        if tag == "joint":
            said["coef"] = number(wrap.coef)
        if wrap.sidename:
            said["sidesite"] = wrap.sidename
        if "nan" in said.get("divisor", "") or "nan" in said.get("coef", ""):
            self.doubt = True
        self.write_leaf(tag, said)

    def bone_attributes(self, skin: MjsSkin) -> Steps:
        """Yield the attributes of the bones of a skin that is not in a file."""
        for i, body in enumerate(skin.bodyname):
            yield {
                "body": body,
                "bindpos": " ".join(number(x, "float32") for x in skin.bindpos[3 * i : 3 * i + 3]),
                "bindquat": " ".join(number(x, "float32") for x in skin.bindquat[4 * i : 4 * i + 4]),
                "vertid": " ".join(str(int(x)) for x in skin.vertid[i]),
                "vertweight": " ".join(number(x, "float32") for x in skin.vertweight[i]),
            }

    # ---- plugins

    def write_plugin(self, plugin: MjsPlugin, row: Element) -> Steps:
        """Write the plugin of an element; the row `plugin` has only its configuration inside."""
        self.doubt = True
        if row.tag == "plugin":
            yield self.write_config(plugin)
        else:
            yield self.write_nested("plugin", self.attributes(plugin, PLUGIN), self.write_config(plugin))

    def write_config(self, plugin: MjsPlugin) -> Steps:
        for key, value in (plugin.config or {}).items():
            self.write_leaf("config", {"key": str(key), "value": str(value)})
        yield from ()

    def write_extensions(self) -> Steps:
        """Write every plugin that the model uses, with its shared instances."""
        shared = self.spec._elements["plugins"]
        for name in dict.fromkeys(self.plugin_names()):
            instances = [plugin for plugin in shared if plugin.plugin_name == name and plugin.name]
            content = (
                self.write_nested("instance", {"name": one.name}, self.write_config(one)) for one in instances
            )
            self.doubt = True
            yield self.write_nested("plugin", {"plugin": name}, self.nested(content))

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

    def write_body_content(self, body: MjsBody, default: MjsDefault) -> Steps:
        """Write the content of a body; `default` is the defaults class of elements that name none."""
        self.write_inertial(body)
        plugin = body.__dict__.get("plugin")
        if plugin is not None and plugin.active:
            yield self.write_plugin(plugin, BODY)
        children = body._children
        frames = list(children["frame"])
        lists = {tag: list(children[tag]) for tag in ORDER}
        framed = False
        for found in lists.values():
            for element in found:
                frame = element.__dict__.get("frame")
                framed = framed or frame is not None
                while frame is not None and id(frame) not in self.occupied:
                    self.occupied.add(id(frame))
                    frame = frame.frame
        if framed or frames:
            yield self.write_level(None, lists, frames, default)
            return
        for tag, found in lists.items():
            for element in found:
                step = self.write_tree_element(tag, element, default)
                if step is not None:
                    yield step

    def write_level(self, frame: MjsFrame | None, lists: Any, frames: Any, default: MjsDefault) -> Steps:
        """Write the elements of one body directly in `frame` (or in none), and its child frames.

        Elements of a kind must keep their order, so they are written up to the next one that is in a child frame. A
        child frame is written once all of its elements are next; if no frame satisfies this, one is written in pieces.
        """
        here = [inner for inner in frames if inner.frame is frame]
        queues = {tag: deque((one, outermost(one, frame)) for one in found) for tag, found in lists.items()}
        left = Counter((tag, id(head)) for tag, queue in queues.items() for _, head in queue)
        while True:
            for tag, queue in queues.items():
                while queue and queue[0][1] is None:
                    step = self.write_tree_element(tag, queue.popleft()[0], default)
                    if step is not None:
                        yield step
            heads = [queue[0][1] for queue in queues.values() if queue]
            if not heads:
                break
            head = next((head for head in heads if comes_next(head, queues, left)), heads[0])
            part = {tag: pop_frame_elements(head, queue) for tag, queue in queues.items()}
            left.subtract({(tag, id(head)): len(found) for tag, found in part.items()})
            yield self.write_frame(head, part, frames, default)
        for inner in here:  # empty frames, with their child frames
            if id(inner) not in self.occupied and id(inner) not in self.written:
                yield self.write_frame(inner, {}, frames, default)

    def write_frame(self, frame: MjsFrame | None, lists: Any, frames: Any, default: MjsDefault) -> Steps:
        """Write a frame, or a piece of one; only the first piece has the name."""
        said = self.attributes(frame, FRAME)
        self.keep_notations(frame, said)
        if id(frame) in self.written:
            said.pop("name", None)
        self.register_name("frame", said)
        self.written.add(id(frame))
        said, inner = self.with_class(frame, said, default)
        yield self.write_nested("frame", said, self.write_level(frame, lists, frames, inner))

    def write_tree_element(self, tag: str, element: Any, default: MjsDefault) -> Steps | None:
        """Write an element of the tree as `write_element` does."""
        if tag == "body":
            said = self.attributes(element, BODY)
            self.keep_notations(element, said)
            self.register_name("body", said)
            said, inner = self.with_class(element, said, default)
            return self.write_nested("body", said, self.write_body_content(element, inner))
        if tag == "joint" and element.type == mjtJoint.mjJNT_FREE and self.is_freejoint(element):
            said = self.attributes(element, FREEJOINT)
            self.register_name("joint", said)
            self.write_leaf("freejoint", said)
            return None
        return self.write_element(element, IN_TREE[tag], default)

    def with_class(
        self, container: Any, said: dict[str, Any], default: MjsDefault
    ) -> tuple[dict[str, str], MjsDefault]:
        """Return the attributes of a body or frame with childclass, and the class of its content."""
        inner = container._default or default
        said.pop("childclass", None)
        if inner is not default:
            name = {"name": said.pop("name")} if "name" in said else {}
            said = {**name, "childclass": self.class_name(inner), **said}
            self.used.add(said["childclass"])
        return said, inner

    def is_freejoint(self, joint: MjsJoint) -> bool:
        """Return whether a joint has only attributes of freejoint."""
        said = self.attributes(joint, JOINT)
        return said.keys() <= {"name", "group", "type"}

    def write_inertial(self, body: MjsBody) -> None:
        """Write mass and inertia if the spec or the caller gives them."""
        said = self.inertias.get(id(body))
        if said is None and body.__dict__["explicitinertial"]:
            said = self.attributes(body, INERTIAL)
            if "fullinertia" in said:
                said.pop("diaginertia", None)
                said.pop("quat", None)
            if self.as_written:
                notations.keep_orientation(body, said, self.compiler_of(body), self.spec.compiler, "ialt")
            elif self.authored:
                notations.resolve_inertia(body, said, release_number(self.spec.release))
        elif said is not None and any("nan" in text for text in said.values()):
            self.doubt = True
        if said is not None:
            self.write_leaf("inertial", said)
            if body is self.spec.worldbody:
                self.doubt = True
