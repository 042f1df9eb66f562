"""Methods that add elements to bodies and frames (add_body, ...), with their docstrings.

Documents: API / MjSpec; Modeling / Model editing

Importing this module adds these methods to the classes of element_classes.py. Their docstrings are written on demand by
`write_docstrings`, so that loading models does not take longer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gelenk.modeling.spec.element_classes import (
    Classed,
    Container,
    MjsBody,
    MjsCamera,
    MjsFrame,
    MjsGeom,
    MjsJoint,
    MjsLight,
    MjsSite,
    Placed,
)
from gelenk.tables.enums import mjtJoint

if TYPE_CHECKING:
    from gelenk.modeling.spec.defaults import MjsDefault

# ---- docstrings

ORIENTATIONS = {
    "axisangle": "Orientation as axis and angle. float64 (4) [1, 1, 1, angle]",
    "xyaxes": "Orientation as x axis and y axis. float64 (6)",
    "zaxis": "Orientation as z axis, turned the least. float64 (3)",
    "euler": "Orientation as three angles about the axes of compiler.eulerseq. float64 (3) [angle]",
}


def keywords(cls: Any) -> dict[str, str]:
    """Return {keyword: description} for the function that adds an element of a class."""
    found = {name: row.__doc__ or "" for name, row in cls._fields.items()}
    for place, which in (("alt", ""), ("ialt", "inertial frame: ")):
        if hasattr(cls, place):
            prefix = place.removesuffix("alt")
            found |= {prefix + name: f"{which}{meaning}" for name, meaning in ORIENTATIONS.items()}
    if hasattr(cls, "info"):
        found["info"] = "A text of the user's own. str"
    if hasattr(cls, "plugin"):
        found["plugin"] = "Plugin of the element. MjsPlugin"
    if hasattr(cls, "classname"):
        found["classname"] = "Defaults class assigned to the element, whose values are not copied. MjsDefault"
    return found


def adding(cls: Any, default: str) -> str:
    """Return the docstring of a function that adds an element.

    `default` describes the first argument of the function.
    """
    names = keywords(cls)
    width = max(map(len, ("default", *names))) + 2
    article = "an" if cls.tag[0] in "aeiou" else "a"
    lines = [
        f"Add {article} {cls.tag}, and return it. Its attributes are keywords; None leaves one as it is.",
        "",
        f"{'default':<{width}}{default}",
        *(f"{name:<{width}}{meaning}" for name, meaning in sorted(names.items())),
        "",
        f"Returns    the new {cls.__name__}",
        "Errors     TypeError: there is no such attribute, or its value has another type",
        "           ValueError: an array of another length, or two orientations",
        f"Source     API / {cls.__name__}; Modeling / Model editing",
    ]
    return "\n".join(lines)


# ---- functions


def _adder(cls: type[Placed]) -> Callable[..., Placed]:
    """Return the function that adds an element of a class."""

    def add(self: Container, default: MjsDefault | None = None, **values: Any) -> Placed:
        return self._place(cls, self._body, default, values)

    return add


def add_body(self: Container, default: MjsDefault | None = None, **values: Any) -> MjsBody:
    """Add a body, whose class is also the defaults class of the elements inside."""
    child = self._place(MjsBody, self._body, default, {})
    child.__dict__["childclass"] = child.classname.name
    child.assign(values)
    child._class_inside()
    return child


def add_frame(self: Container, default: MjsFrame | None = None, **values: Any) -> MjsFrame:
    """Add a frame to a body, or into one of its frames."""
    if default is not None and not isinstance(default, MjsFrame):
        raise TypeError(f"the frame around a frame must be MjsFrame, not {type(default).__name__}")
    if default is not None and default.parent is not self._body:
        raise ValueError("the frame around a frame must be of the same body")
    return (default or self)._add_frame(None, values)


def add_freejoint(self: MjsBody, **values: Any) -> MjsJoint:
    """Add a free joint, and return it; defaults classes do not apply.

    align   Whether the body's frame moves to its center of mass, along its axes of inertia; 2: auto. int; default 2
    group   Integer group, for visualization and selection. int; default 0
    name    Name, unique among joints. str

    Returns    the new MjsJoint
    Errors     TypeError: another keyword, or a value of another type
    Source     XML reference / body / freejoint
    """
    for name in values:
        if name not in ("align", "group", "name"):
            raise TypeError(f"Invalid {name} keyword argument. Valid options are: align, group, name.")
    joint = self._place(MjsJoint, self, None, {}, plain=True)
    joint.type = mjtJoint.mjJNT_FREE
    return joint.assign(values)


ADDED: dict[type[Placed], Callable[..., Placed]] = {MjsBody: add_body, MjsFrame: add_frame}
ADDED |= {cls: _adder(cls) for cls in (MjsJoint, MjsGeom, MjsSite, MjsCamera, MjsLight)}
AROUND = "enclosing frame of the same body (MjsFrame); None: the frame whose method is called, if any"
CLASS = "the class whose values are copied (MjsDefault); None: the class that applies in this body or frame"

for _cls, _add in ADDED.items():
    _add.__name__, _add.__qualname__ = f"add_{_cls.tag}", f"Container.add_{_cls.tag}"
    setattr(Container, _add.__name__, _add)
setattr(MjsBody, "add_freejoint", add_freejoint)  # noqa: B010  # type checkers read attribute_bases.pyi


def write_docstrings(spec: type, lists: dict[str, Any]) -> None:
    """Write the docstrings of all functions that add elements to bodies, frames and specs.

    lists   attribute of a spec -> class of the elements in it
    """
    for cls, add in ADDED.items():
        add.__doc__ = adding(cls, AROUND if cls is MjsFrame else CLASS)
    for cls in lists.values():
        classed = issubclass(cls, Classed)
        getattr(spec, f"add_{cls.tag}").__doc__ = adding(
            cls, CLASS if classed else "not used: it has no class"
        )
