"""Reader from nodes to a spec, driven by the rows of the schema.

Documents: XML reference / MJCF Reference; Modeling / Default settings

A few elements and attributes have their own functions (attribute_setters.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.algebra.orientation import OrientationError
from gelenk.errors import Error, Problem, nearest, warn
from gelenk.modeling.mjcf.attribute_readers import put
from gelenk.modeling.mjcf.attribute_setters import FINISHERS
from gelenk.modeling.mjcf.check import check, described
from gelenk.modeling.mjcf.parse import Sources, blame, expand_includes, parse_text
from gelenk.modeling.spec.defaults import TEMPLATES, bits_of, set_release
from gelenk.modeling.spec.element_classes import KINDS, LISTS, MjsJoint
from gelenk.modeling.spec.spec import MjSpec
from gelenk.runtime.assignment import file_name
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_16, R4_0
from gelenk.tables.schema import ROOT

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node, Root
    from gelenk.modeling.spec.defaults import MjsDefault
    from gelenk.modeling.spec.element_classes import MjsFrame, MjsPlugin


def from_string(
    xml: str | bytes,
    assets: Mapping | None = None,
    within: str | os.PathLike | Iterable | None = None,
    release: str = "",
) -> MjSpec:
    """Read a model from a text; files come from `assets` (name -> bytes), then from the disk.

    With `within`, one or more folders, only files inside of these folders are read. The model has the meaning of
    `release`. Raises Error with all problems of the model.
    """
    return _read(parse_text(xml), Sources("", assets, within), release)


def from_file(
    path: str | os.PathLike,
    assets: Mapping | None = None,
    within: str | os.PathLike | Iterable | None = None,
    release: str = "",
) -> MjSpec:
    """Read a model from a file; the files it names come from `assets`, then from the disk.

    Names are relative to the folder of the model file.
    """
    name = file_name("filename", path)
    folder, base = os.path.split(name)
    sources = Sources(folder, assets, within)
    _, content = sources.find(base, identified=False)
    spec = _read(parse_text(content, name), sources, release)
    spec.modelfiledir = name[: len(name) - len(base)]
    return spec


def from_zip(file: Any, release: str = "") -> MjSpec:
    """Read a model from a zip archive, whose files become the assets of the spec.

    `file` is a path or an open binary file.
    """
    # imported on first use, since few models are archives
    from gelenk.modeling.mjcf.file_sources import read_zip

    name, files = read_zip(file)
    main = files.pop(name)
    spec = _read(parse_text(main, name), Sources("", files, within=()), release)
    spec.assets = files
    return spec


@np.errstate(all="ignore")  # non-finite values are reported by the checks of each use
def _read(root: Root, sources: Sources, release: str = "", models: Any = None, depth: int = 0) -> MjSpec:
    """Read the nodes of a text into a spec.

    `models` maps the identity of a file to its spec, or to None while it is being read.
    """
    root = expand_includes(root, sources)
    if root.tag == "robot":
        from gelenk.modeling.mjcf.urdf import read_urdf  # imported on first use, since few models are URDF

        return read_urdf(root, sources, Reader(sources, release, {}, 0))
    return read_root(root, sources, release, None, models, depth)


def read_root(
    root: Root,
    sources: Sources,
    release: str,
    make_reader: Callable[..., Reader] | None = None,
    models: Any = None,
    depth: int = 0,
) -> MjSpec:
    """Read the nodes of an MJCF text whose includes are expanded into a spec.

    make_reader   function that makes the reader; None: `Reader`
    """
    check(root, ROOT)
    reader = (make_reader or Reader)(sources, release, {} if models is None else models, depth)
    reader.read_model(root, root.included)
    if reader.problems:
        raise Error(problems=sorted(reader.problems, key=_place))
    reader.spec.__dict__["_sources"] = sources
    return reader.spec


def _place(problem: Problem) -> tuple[str, int, int]:
    """Return file, line and column of a problem; 0 if it has no place in a text."""
    file, *numbers = problem.where.rsplit(":", 2)
    if len(numbers) < 2 or not all(number.isdecimal() for number in numbers):
        return problem.where, 0, 0
    return file, int(numbers[0]), int(numbers[1])


ELEMENTS = {
    "custom",
    "asset",
    "deformable",
    "contact",
    "equality",
    "tendon",
    "actuator",
    "sensor",
    "keyframe",
}
DEEPEST_MODEL = 50  # depth of models that attach other models


class Reader:
    """Reader of checked nodes into a spec; errors are collected in `problems`."""

    def __init__(self, sources: Sources, release: str, models: Any, depth: int) -> None:
        self.sources = sources
        self.models = models
        self.depth = depth
        self.parts: dict[str, MjSpec] = {}  # name of a model element -> spec to attach from
        self.spec = MjSpec()
        self.release = release
        if release:
            set_release(self.spec, release)
        self.problems: list[Problem] = []
        self.names: dict[str, dict[str, Node]] = {}  # kind -> name -> node that has the name
        self.expanded = False  # whether replicate or attach have changed the tree
        self.replicating = 0  # number of open replicate elements, inside which names are not final

    def add_problem(self, node: Node, message: str, hint: str = "") -> None:
        self.problems.append(blame(node, f"{message}, in {described(node)}", hint))

    def store_values(self, element: Any, node: Node) -> None:
        """Store all values of a node in the fields of an element."""
        put(element, node, self)

    def read_model(self, root: Node, included: list[tuple[Node, str]] | None = None) -> None:
        """Read all sections: settings and defaults first, since all others depend on them.

        included   elements from included texts that name files, with the folders of their texts
        """
        spec = self.spec
        put(spec, root, self)
        spec.__dict__["_position"] = root.position
        sections = root.children
        for node in sections:
            if node.tag in ("compiler", "option", "size", "statistic", "visual"):
                self.read_settings(node)
        if included:
            # imported on first use, since few models name files in included texts
            from gelenk.modeling.mjcf.element_files import find_included_files

            find_included_files(spec, included, self.sources)
        for node in sections:
            if node.tag == "default":
                self.read_defaults(node)
        for node in sections:
            if node.tag == "extension":
                for child in node.children:
                    self.read_extension(child)
        for node in sections:
            if node.tag in ELEMENTS:
                for child in node.children:
                    if child.tag == "model":
                        self.read_submodel(child)
                    else:
                        self.read_element(child)
        for node in sections:  # last, since replicate and attach act on all elements that refer to the tree
            if node.tag == "worldbody":
                self.read_tree(node)
        if self.expanded and not self.problems:
            self.check_keyframes()

    def read_settings(self, node: Node) -> None:
        """Read a section of settings and its subsections."""
        for part in (node, *node.children):
            self.spec._written.update(dict.fromkeys(part.attrs, part.where))
            self.spec._written.update({f"{part.tag}.{name}": part.where for name in part.attrs})
            target = part.row.target
            if not target:
                continue
            place = self.spec
            if target != "spec":
                for name in target.split("."):
                    place = getattr(place, name)
            put(place, part, self)
            if part.tag == "compiler":
                self.spec.compiler.authored |= bits_of("compiler", part.attrs)
        if "strippath" in node.values:
            self.spec.strippath = node.values["strippath"]

    def read_defaults(self, top: Node) -> None:
        """Read a tree of defaults classes, each complete before classes are derived from it."""
        waiting: list[tuple[Any, Any]] = [(top, None)]
        while waiting:
            node, parent = waiting.pop()
            name = node.values.get("class", "")
            if parent is None:
                if name not in ("", "main"):
                    self.add_problem(node, "the top-level defaults class is 'main' and cannot be renamed")
                default = self.spec.default
            elif not name:
                self.add_problem(node, "empty class name: a nested defaults class needs one")
                continue
            else:
                added = self.spec.add_default(name, parent)
                if added is None:
                    self.add_problem(node, f"repeated name '{name}' of a defaults class")
                    continue
                default = added
                default.__dict__["_position"] = node.position
            nested = []
            for child in node.children:
                if child.tag == "default":
                    nested.append((child, default))
                else:
                    template = getattr(default, TEMPLATE_TAGS[child.row.spec])
                    self.set_fields(template, child, True)
            waiting.extend(reversed(nested))

    def default_of(self, node: Node, inherited: MjsDefault) -> MjsDefault:
        """Return the defaults class of an element: its own, or the inherited one."""
        name = node.values.get("class")
        if name is None:
            return inherited
        found = self.spec.find_default(name)
        if found is None:
            self.add_problem(
                node, f"unknown default class name '{name}'", nearest(name, list(self.spec._classes))
            )
            return inherited
        return found

    def record_position(self, element: Any, node: Node) -> None:
        """Record the position of an element in the text, and register its name."""
        state = element.__dict__
        state["_position"] = node.position
        state["info"] = f"line {node.line}"
        name = state.get("name")
        if name and not self.replicating:
            taken = self.names.setdefault(element.tag, {})
            if name in taken:
                self.add_problem(node, f"repeated name '{name}'", f"the first is at {taken[name].where}")
            else:
                taken[name] = node

    def set_fields(self, element: Any, node: Node, in_default: bool = False) -> None:
        """Set the fields of an element: the values that the tag fixes, then the attributes."""
        row = node.row
        if row.fixed:
            state = element.__dict__
            for field, value in row.fixed.items():
                if not (in_default and field == "type"):
                    state[field] = value
        put(element, node, self)
        for child in node.children:
            if child.tag == "plugin":
                if node.tag not in ("body", "frame"):  # plugins of bodies and frames are read by `read_tree`
                    self.read_plugin(element, child)
            elif child.row.spec == row.spec and child.row.card == "?":  # a subelement of the same object
                put(element, child, self)
        if node.tag == "plugin":  # an actuator or sensor implemented by a plugin
            element.plugin.active = 1
            self.read_configuration(element.plugin, node)
        if row.reader:
            try:
                FINISHERS[row.reader](element, node, in_default)
            except Error as error:
                self.add_problem(node, str(error))
        if not in_default:
            self.record_position(element, node)

    def read_plugin(self, element: Any, node: Node) -> None:
        """Read the plugin of an element."""
        if element.plugin.active:
            self.add_problem(
                node, f"{described(node)} is the second plugin of its element", "it may have one"
            )
        element.plugin.active = 1
        put(element.plugin, node, self)
        element.plugin.__dict__["_position"] = node.position
        self.read_configuration(element.plugin, node)
        if not (element.plugin.plugin_name or element.plugin.name):
            self.add_problem(node, "a plugin needs one of plugin, instance")

    def read_configuration(self, plugin: MjsPlugin, node: Node) -> None:
        """Read the configuration of a plugin: keys and values."""
        config = {}
        for child in node.children:
            if child.tag == "config":
                key = child.values["key"]
                if key in config:
                    self.add_problem(child, f"config key '{key}' is given twice")
                config[key] = child.values.get("value", "")
        plugin.config = config

    def read_extension(self, node: Node) -> None:
        """Read the declaration of a plugin, and its shared instances."""
        name = node.values["plugin"]
        declared = self.spec.add_plugin(plugin_name=name, active=1)
        declared.__dict__["_declared"] = True
        self.record_position(declared, node)
        for child in node.children:
            instance = self.spec.add_plugin(name=child.values["name"], plugin_name=name, active=1)
            self.record_position(instance, child)
            self.read_configuration(instance, child)

    def read_element(self, node: Node) -> None:
        """Read one element that is not part of the kinematic tree."""
        row = node.row
        add = getattr(self.spec, ADD[row.spec])
        element = add(self.default_of(node, self.spec.default))
        self.set_fields(element, node)

    # ---- the tree

    def read_tree(self, world: Node) -> None:
        """Read the kinematic tree with an explicit stack.

        A stack entry holds a node, the enclosing body or frame, and the defaults class of elements in that container.
        """
        self.names.setdefault("body", {}).setdefault("world", world)
        self.spec.worldbody.__dict__["_position"] = world.position
        stack: list[tuple[Any, Any, Any]] = [
            (child, self.spec.worldbody, self.spec.default) for child in reversed(world.children)
        ]
        while stack:
            node, around, default = stack.pop()
            tag = node.tag
            if tag == "body" or tag == "frame":
                element, default = self.read_container(node, around, default)
                stack.extend((child, element, default) for child in reversed(node.children))
            elif tag == "replicate":
                if default is None:  # the children of the replicate element have been read
                    self.replicate(node, around)
                    continue
                frame = around._add_frame(default, {})
                self.replicating += 1
                stack.append((node, frame, None))
                stack.extend((child, frame, default) for child in reversed(node.children))
            elif tag == "attach":
                from gelenk.modeling.mjcf.meta_elements import attach_element  # few models use attach

                attach_element(self, node, around)
            elif tag == "inertial":
                self.read_inertial(node, around)
            elif tag == "plugin":  # belongs to the enclosing body, even if frames are in between
                self.read_plugin(around._body, node)
            elif tag == "freejoint":
                self.check_joint_allowed(node, around)
                element = around._place(MjsJoint, around._body, None, {}, plain=True)
                self.set_fields(element, node)
            elif tag in ("composite", "flexcomp"):
                # imported on first use, since few models use macros
                from gelenk.modeling.mjcf import meta_elements

                meta_elements.expand(self, node, around, default)
            else:
                if tag == "joint":
                    self.check_joint_allowed(node, around)
                element = getattr(around, ADD[node.row.spec])(self.default_of(node, default))
                self.set_fields(element, node)

    def read_container(self, node: Node, around: Any, default: MjsDefault) -> tuple[Any, MjsDefault]:
        """Read a body or frame; return it, and the defaults class of the elements inside."""
        name = node.values.get("childclass")
        if name is not None:
            found = self.spec.find_default(name)
            if found is None:
                self.add_problem(
                    node, f"unknown default class name '{name}'", nearest(name, list(self.spec._classes))
                )
            default = found or default
        if node.tag == "body":
            element = around.add_body(default)
        else:
            element = around._add_frame(default, {})
        self.set_fields(element, node)
        return element, default

    def replicate(self, node: Node, frame: MjsFrame) -> None:
        """Replicate the content of a frame."""
        self.replicating -= 1
        self.expanded = True
        values = node.values
        arguments = {name: values[name] for name in ("sep", "offset", "euler") if name in values}
        # imported on first use, since few models use replicate
        from gelenk.modeling.spec.copy import replicate

        try:
            replicate(self.spec, frame, values["count"], **arguments)
        except Error as error:
            self.add_problems_of(node, error)
        except OrientationError as error:
            self.add_problem(node, str(error))

    def read_submodel(self, node: Node) -> None:
        """Read a model to attach from; each file is read once."""
        name = node.values["file"]
        try:
            identity, content = self.sources.find(name)
            if self.models.get(identity, self) is None or self.depth > DEEPEST_MODEL:
                raise Error(f"the models attach each other in a circle: '{name}'")
            if identity not in self.models:
                self.models[identity] = None
                self.models[identity] = _read(
                    parse_text(content, name),
                    self.sources.relative_to_file(name),
                    self.release,
                    self.models,
                    self.depth + 1,
                )
        except Error as error:
            self.add_problems_of(node, error)
            return
        spec = self.models[identity]
        self.parts[node.values.get("name") or spec.modelname] = spec

    def check_keyframes(self) -> None:
        """Check the sizes of keyframes against the model after replicate and attach."""
        from gelenk.modeling.spec.keyframes import complete, misfits

        if release_number(self.release) >= R3_16:
            complete(self.spec)
            return
        hint = "sizes are those of the model after replicate and attach"
        for key, message, is_wrong in misfits(self.spec):
            if is_wrong:
                self.problems.append(Problem(message, key.where, hint))
            else:
                warn(f"{key.where}: {message}; missing values of attached parts are 0")

    def add_problems_of(self, node: Node, error: Error) -> None:
        """Add the problems of a meta element, at their own places or else at the element."""
        for problem in error.problems:
            if not problem.where:
                self.add_problem(node, problem.message)
            elif all(problem.where != known.where for known in self.problems):
                self.problems.append(problem)

    def check_joint_allowed(self, node: Node, around: Any) -> None:
        if around._body is self.spec.worldbody:
            self.add_problem(node, "the world body cannot have joints")

    def read_inertial(self, node: Node, around: Any) -> None:
        """Store mass and inertia in the fields of the body."""
        body = around._body
        if body is self.spec.worldbody:
            self.add_problem(node, "the world body cannot have inertia")
        put(body, node, self)
        body.__dict__["explicitinertial"] = 1
        if around is not body and release_number(self.release) >= R4_0:
            # imported here, since inertials are rarely inside of frames
            from gelenk.modeling.mjcf.inertial_frames import apply_frames

            try:
                apply_frames(body, around, self.spec.compiler)
            except (Error, OrientationError) as error:
                self.add_problem(node, str(error))


TEMPLATE_TAGS = {cls.__name__: tag for tag, cls in TEMPLATES.items()}
ADD = {f"Mjs{tag.capitalize()}": f"add_{tag}" for tag in KINDS.values()} | {
    cls.__name__: f"add_{cls.tag}" for cls in LISTS.values()
}
