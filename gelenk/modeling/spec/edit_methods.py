"""Editing methods of specs and elements: attach, delete, copy, and traversal of the tree.

Documents: Modeling / Model editing; API / MjSpec
"""

from collections.abc import Callable
from typing import Any, TypeVar

from gelenk.algebra.orientation import orientation
from gelenk.modeling.spec import add_methods as adding
from gelenk.modeling.spec import pickles
from gelenk.modeling.spec.attach import attach
from gelenk.modeling.spec.copy import copy_spec
from gelenk.modeling.spec.delete import belongs, delete_element, to_frame
from gelenk.modeling.spec.element import fixed
from gelenk.modeling.spec.element_classes import KINDS, LISTS, MjsBody, MjsFrame, MjsSite, Named
from gelenk.modeling.spec.field_descriptors import edits
from gelenk.modeling.spec.spec import MjSpec
from gelenk.modeling.spec.spec import signature as signature
from gelenk.tables.enums import mjtObj

N = TypeVar("N", bound=Named)


def _checked(what: str, value: Any, cls: type[N]) -> N:
    if not isinstance(value, cls):
        raise TypeError(f"{what} must be {cls.__name__}, not {type(value).__name__}")
    if value.spec is None or not belongs(value.spec, value):
        raise ValueError(f"{what}: {value!r} has been deleted")
    return value


def _affix(what: str, value: str | None, otherwise: str = "") -> str:
    if value is None:
        return otherwise
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, not {type(value).__name__}")
    return value


def attach_spec(
    self: MjSpec,
    child: MjSpec,
    prefix: str | None = None,
    suffix: str | None = None,
    site: MjsSite | str | None = None,
    frame: MjsFrame | str | None = None,
) -> MjsFrame:
    """Attach the whole of another spec to a site or frame of this one.

    The elements move, and belong to both specs from then on; only this one can be compiled. With copy_during_attach a
    copy is attached, and the child remains unchanged.

    child      the other spec
    prefix     prepended to all names of the child; None: "/"
    suffix     appended to all names of the child
    site       the site to attach to, as element or name
    frame      or the frame to attach to, as element or name

    Returns    the new frame with the content of the child's world body (MjsFrame)
    Errors     TypeError: an argument has another type
               ValueError: neither or both of site and frame; not an element of this spec; the child cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    if not isinstance(child, MjSpec):
        raise TypeError(f"child must be an MjSpec, not {type(child).__name__}")
    if site is not None and frame is not None:
        raise ValueError("Only one of frame or site can be specified.")
    if site is None and frame is None:
        raise ValueError("One of frame or site must be specified.")
    what = "Frame" if site is None else "Site"
    given = frame if site is None else site
    found = getattr(self, what.lower())(given) if isinstance(given, str) else given
    if found is None:
        raise ValueError(f"{what} not found.")
    place = _checked("frame", found, MjsFrame) if site is None else _checked("site", found, MjsSite)
    if place.spec is not self:
        raise ValueError(f"{what} spec does not match parent spec.")
    around = place if isinstance(place, MjsFrame) else frame_at(place)
    return attach(self, around, child, None, _affix("prefix", prefix, "/"), _affix("suffix", suffix))


def attach_body(
    self: MjsFrame, body: MjsBody, prefix: str | None = None, suffix: str | None = None
) -> MjsBody:
    """Attach a body of another spec, with all that refers to it, to this frame.

    body       the body
    prefix     prepended to all names of its spec; None: nothing
    suffix     appended to all names of its spec

    Returns    the body, now of this spec
    Errors     TypeError: body is not a body
               ValueError: body has been deleted, or its spec cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    _checked("body", body, MjsBody)
    _checked("frame", self, MjsFrame)
    return attach(self.spec, self, body.spec, body, _affix("prefix", prefix), _affix("suffix", suffix))


def attach_body_to_site(
    self: MjsSite, body: MjsBody, prefix: str | None = None, suffix: str | None = None
) -> MjsBody:
    """Attach a body of another spec, with all that refers to it, at the pose of this site.

    body       the body
    prefix     prepended to all names of its spec; None: nothing
    suffix     appended to all names of its spec

    Returns    the body, now of this spec
    Errors     TypeError: body is not a body
               ValueError: body has been deleted, or its spec cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    _checked("body", body, MjsBody)
    _checked("site", self, MjsSite)
    return attach_body(frame_at(self), body, prefix, suffix)


def attach_frame(
    self: MjsBody, frame: MjsFrame, prefix: str | None = None, suffix: str | None = None
) -> MjsFrame:
    """Attach a frame of another spec, with all that refers to it, to this body.

    frame      the frame
    prefix     prepended to all names of its spec; None: nothing
    suffix     appended to all names of its spec

    Returns    the frame, now of this spec
    Errors     TypeError: frame is not a frame
               ValueError: frame has been deleted, or its spec cannot be attached
    Source     API / MjSpec; Modeling / Model editing; XML reference / attach
    """
    _checked("frame", frame, MjsFrame)
    _checked("body", self, MjsBody)
    return attach(self.spec, self, frame.spec, frame, _affix("prefix", prefix), _affix("suffix", suffix))


def frame_at(site: MjsSite) -> MjsFrame:
    """Return a new frame at the pose of a site."""
    frame = (site.frame or site.parent).add_frame()
    settings = (site._origin or site.spec).compiler
    frame.pos, frame.quat = site.pos, orientation(site.quat, site.alt, settings)
    return frame


def copy(self: MjSpec) -> MjSpec:
    """Return an independent spec of the same model.

    Returns    the copy
    Source     API / MjSpec; Modeling / Model editing
    """
    return copy_spec(self, every=False)[0]


def activate_plugin(self: MjSpec, name: str) -> None:
    """Declare that the model needs a plugin, as the element extension/plugin does.

    name       the plugin, such as "mujoco.pid"

    Errors     TypeError: name is not a text
    Source     XML reference / extension / plugin
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a text, not {type(name).__name__}")
    declared = (plugin for plugin in self._elements["plugins"] if not plugin.name)
    if all(plugin.plugin_name != name for plugin in declared):
        self.add_plugin(plugin_name=name, active=1).__dict__["_declared"] = True


def _only_set(self: MjSpec) -> bool:
    raise ValueError("copy_during_attach can only be set.")


def _set_by_copy(self: MjSpec, value: bool) -> None:
    try:
        self.__dict__["_by_copy"] = bool(value)
    except (TypeError, ValueError):
        raise TypeError(f"copy_during_attach must be true or false, not {type(value).__name__}") from None


def find_all(self: MjsBody, kind: str | mjtObj) -> list[Any]:
    """Return all elements of a kind in the subtree of this body.

    kind       "body", "frame", "geom", "site", "joint", "light" or "camera", or the member of mjtObj

    Returns    a list, in the order of the bodies
    Errors     TypeError: kind is neither text nor mjtObj
               ValueError: no element of the tree is of that kind
    Source     API / MjSpec; Modeling / Model editing
    """
    if isinstance(kind, mjtObj):
        kind = kind.name.removeprefix("mjOBJ_").lower()
    elif not isinstance(kind, str):
        raise TypeError(f"find_all() takes a kind, as text or mjtObj, not {type(kind).__name__}")
    if kind not in self._children:
        kinds = ("body", "frame", "geom", "site", "joint", "light", "camera")
        raise ValueError(f"body.find_all supports the types: {', '.join(kinds)}.")
    if kind == "body":
        return [body for body in self.subtree() if body is not self]
    return [element for body in self.subtree() for element in body._children[kind]]


def _first(tag: str) -> Callable[[MjsBody], Any]:
    def first(self: MjsBody) -> Any:
        return next(iter(self._children[tag]), None)

    first.__name__ = f"first_{tag}"
    first.__doc__ = (
        f"The first {tag} directly in this body, or None.\n\n"
        "Returns    the element, or None\n"
        "Source     API / MjSpec; Modeling / Model editing"
    )
    return first


def _next(tag: str) -> Callable[[MjsBody, Named], Any]:
    def following(self: MjsBody, child: Named) -> Any:
        group = self._children[tag]
        place = next((i for i, el in enumerate(group) if el is child), len(group))
        return group[place + 1] if place + 1 < len(group) else None

    following.__name__ = f"next_{tag}"
    following.__doc__ = (
        f"The {tag} directly in this body that follows `child`, or None.\n\n"
        f"child      a {tag} of this body\n"
        "Returns    the element, or None\n"
        "Source     API / MjSpec; Modeling / Model editing"
    )
    return following


def delete(self: Named) -> None:
    """Remove the element from its spec, as MjSpec.delete does.

    Errors     ValueError: the element is deleted already, or is the world body
    Source     API / MjSpec; Modeling / Model editing
    """
    if self.spec is None:
        raise ValueError(f"cannot delete {self!r}: only elements of a spec can be deleted")
    delete_element(self.spec, self)


_COPYING = property(_only_set, _set_by_copy, doc="Whether attaching copies the child; can only be set.")


def _signature(self: Named) -> int:
    spec = self._spec
    if spec is None:
        return 0
    count, known = spec._signed
    return known if count == edits[0] else signature(spec)


_SIGNATURE = fixed(
    "signature", _signature, "The number of the spec's structure, which a compiled model has too."
)
# methods that this module adds to the classes; type checkers read attribute_bases.pyi
METHODS: dict[type, dict[str, Any]] = {
    MjSpec: {
        "attach": attach_spec,
        "copy": copy,
        "delete": delete_element,
        "activate_plugin": activate_plugin,
        "copy_during_attach": _COPYING,
    },
    MjsFrame: {"attach_body": attach_body},
    MjsSite: {"attach_body": attach_body_to_site},
    MjsBody: {
        "attach_frame": attach_frame,
        "to_frame": to_frame,
        "find_all": find_all,
        **{f"first_{tag}": _first(tag) for tag in KINDS.values()},
        **{f"next_{tag}": _next(tag) for tag in KINDS.values()},
    },
    Named: {"signature": _SIGNATURE, "delete": delete},
}


def add_methods() -> None:
    """Add these methods to specs and elements, and docstrings to the add functions."""
    for cls, methods in METHODS.items():
        for name, method in methods.items():
            setattr(cls, name, method)
    adding.write_docstrings(MjSpec, LISTS)
    pickles.add_copying()
