"""Spec elements of the kinematic tree: bodies, frames, and their content.

Documents: API / MjSpec; XML reference / body; Modeling / Model editing
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from gelenk.modeling.spec import attribute_bases
from gelenk.modeling.spec.arguments import text
from gelenk.modeling.spec.element import Classed, MjsElement, MjsOrientation, fixed, late, plugin_of
from gelenk.modeling.spec.field_descriptors import count_edit

if TYPE_CHECKING:
    from gelenk.modeling.spec.defaults import MjsDefault
    from gelenk.modeling.spec.spec import MjSpec

P = TypeVar("P", bound="Placed")


class Placed(Classed):
    """An element of the kinematic tree.

    parent   the body that contains the element; None for the world body
    frame    the frame of that body around the element, or None
    """

    parent: MjsBody = None  # type: ignore[assignment]  # None for the world body and templates
    frame: MjsFrame | None = None

    def set_frame(self, frame: MjsFrame) -> None:
        """Put the element into a frame of the same body, which transforms it from then on.

        frame      the frame

        Errors     TypeError: frame is not a frame
                   ValueError: a frame of another body, the element itself, or a frame inside it
        Source     XML reference / frame
        """
        if not isinstance(frame, MjsFrame):
            raise TypeError(f"frame must be MjsFrame, not {type(frame).__name__}")
        if frame.parent is not self.parent:
            raise ValueError("frame must be a frame of the same body")
        around: MjsFrame | None = frame
        while around is not None:
            if around is self:
                raise ValueError("frame must not be inside the frame that is put into it")
            around = around.frame
        self.__dict__["frame"] = frame


class Turned(Placed):
    """An element of the tree with an orientation."""

    alt: MjsOrientation = late(MjsOrientation, "Orientation in a form other than the quaternion.")


class MjsJoint(Placed, attribute_bases.JointAttributes):
    """A joint: the motion of a body relative to its parent, with 1, 3 or 6 degrees of freedom.

    Source   XML reference / body / joint; Computation / General framework
    """

    tag = "joint"


@plugin_of
class MjsGeom(Turned, attribute_bases.GeomAttributes):
    """A geom: a shape of a body, for collision and for computing inertia.

    Source   XML reference / body / geom; Computation / Collision detection
    """

    tag = "geom"


class MjsSite(Turned, attribute_bases.SiteAttributes):
    """A site: a location on a body without mass or contact, for sensors, tendons, actuators.

    Source   XML reference / body / site
    """

    tag = "site"


class MjsCamera(Turned, attribute_bases.CameraAttributes):
    """A camera: fixed to a body, following it, or targeting another.

    Source   XML reference / body / camera
    """

    tag = "camera"


class MjsLight(Placed, attribute_bases.LightAttributes):
    """A light: fixed to a body, following it, or targeting another.

    Source   XML reference / body / light
    """

    tag = "light"


KINDS = {
    "bodies": "body",
    "joints": "joint",
    "geoms": "geom",
    "sites": "site",
    "cameras": "camera",
    "lights": "light",
    "frames": "frame",
}
_NOTHING: dict[str, Sequence[Any]] = dict.fromkeys(KINDS.values(), ())


class Container(Turned, attribute_bases.ContainerAttributes):
    """A body or frame, to which elements of the tree can be added.

    childclass   name of the defaults class of elements inside that name none
    """

    childclass: str = ""

    @property
    def _body(self) -> MjsBody:
        """The body that receives added elements."""
        raise NotImplementedError

    def _class_inside(self) -> MjsDefault:
        """Return the defaults class of elements that are added without naming a class."""
        if self._spec is None:
            raise ValueError(
                f"{type(self).__name__} belongs to no spec: use the add functions of a spec's bodies"
            )
        default = self._default or self._spec.default
        if self.childclass and default.name != self.childclass:  # the user has assigned another class
            default = self._spec.find_default(self.childclass) or default
            self.__dict__["_default"] = default
        return default

    def _place(
        self,
        cls: type[P],
        body: MjsBody,
        default: MjsDefault | None,
        values: Mapping[str, Any],
        plain: bool = False,
    ) -> P:
        if default is None:
            default = self._class_inside()
        elif not hasattr(default, "_template"):
            raise TypeError(f"default must be MjsDefault, not {type(default).__name__}")
        element = cls(None if plain else getattr(default, cls.tag, None), self._spec)
        state = element.__dict__
        state["_default"] = default
        state["parent"] = body
        if self is not body:
            state["frame"] = self
        body._group(cls.tag).append(element)
        count_edit()
        return element.assign(values) if values else element

    def _add_frame(self, default: MjsDefault | None, values: Mapping[str, Any]) -> MjsFrame:
        """Add a frame with its own defaults class, or without one."""
        child = self._place(MjsFrame, self._body, default, {})
        if default is not None:
            child.__dict__["childclass"] = default.name
        child.assign(values)
        child._class_inside()
        return child


class MjsFrame(Container, attribute_bases.FrameAttributes):
    """A frame: a transformation of the elements inside it, which belong to the enclosing body."""

    tag = "frame"

    @property
    def _body(self) -> MjsBody:
        return self.parent


@plugin_of
class MjsBody(Container, attribute_bases.BodyAttributes):
    """A body; `bodies`, `joints`, `geoms`, `sites`, `cameras`, `lights`, `frames` are lists."""

    tag = "body"
    _children: dict[str, Sequence[Any]]  # kind -> list of elements in the body, or () for a list never used

    def __init__(self, like: MjsElement | None = None, spec: MjSpec | None = None) -> None:
        super().__init__(like, spec)
        self.__dict__["_children"] = _NOTHING.copy()

    def _group(self, kind: str) -> list[Any]:
        """Return a list for adding elements of a kind, created on first use."""
        found = self._children[kind]
        if type(found) is not list:
            found = self._children[kind] = []
        return found

    @property
    def _body(self) -> MjsBody:
        return self

    ialt: MjsOrientation = late(
        MjsOrientation, "Orientation of the inertial frame in a form other than the quaternion."
    )

    def find_child(self, name: str) -> MjsBody | None:
        """Return the body of a name below this one.

        name       the name

        Returns    the body, or None if there is no such body
        Source     Modeling / Model editing
        """
        text("find_child: name", name)
        return next((body for body in self.subtree() if body.name == name and body is not self), None)

    def subtree(self) -> Iterator[MjsBody]:
        """Yield this body and all below it.

        Returns    an iterator: parents before their children, in the order of the text
        Source     Modeling / Model editing
        """
        stack = [self]
        while stack:
            body = stack.pop()
            yield body
            stack.extend(reversed(body._children["body"]))


def with_bodies(members: Mapping[str, Sequence[Any]]) -> list[Any]:
    """Return the elements, and all content of the bodies among them."""
    found: list[Any] = []
    for kind, group in members.items():
        if kind != "body":
            found += group
    for top in members["body"]:
        for body in top.subtree():
            found.append(body)
            for kind, group in body._children.items():
                if group and kind != "body":
                    found += group
    return found


def _list_of(tag: str, name: str) -> property:
    def children(self: MjsBody) -> list[Any]:
        return list(self._children[tag])

    return fixed(name, children, f"The {name} directly in this body, in the order of the text.")


for _list, _tag in KINDS.items():
    setattr(MjsBody, _list, _list_of(_tag, _list))
