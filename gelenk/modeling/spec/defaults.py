"""Defaults classes: MjsDefault, with the templates that new elements are copied from.

Documents: Modeling / Default settings; XML reference / default
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from gelenk.modeling.spec import attribute_bases, element_classes
from gelenk.toolchain.extension.load import Strict

if TYPE_CHECKING:
    from gelenk.modeling.spec.spec import MjSpec

_CLASSES: tuple[type[element_classes.MjsElement], ...] = (
    element_classes.MjsJoint,
    element_classes.MjsGeom,
    element_classes.MjsSite,
    element_classes.MjsCamera,
    element_classes.MjsLight,
    element_classes.MjsFlex,
    element_classes.MjsMesh,
    element_classes.MjsTexture,
    element_classes.MjsMaterial,
    element_classes.MjsPair,
    element_classes.MjsEquality,
    element_classes.MjsTendon,
    element_classes.MjsActuator,
)
TEMPLATES: dict[str, Any] = {cls.tag: cls for cls in _CLASSES}


class Template(element_classes.Late):
    """A template of a class, created on first access."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.__doc__ = f"Default attribute values of {tag} elements in this class."

    def __get__(self, default: MjsDefault | None, owner: type | None = None) -> Any:
        return self if default is None else default._template(self.tag)

    def assign(self, whole: MjsDefault, value: Any) -> None:
        """Copy the values of another element of the same kind into the template."""
        if not isinstance(value, TEMPLATES[self.tag]):
            raise TypeError(f"{self.tag} must be {TEMPLATES[self.tag].__name__}, not {type(value).__name__}")
        whole._template(self.tag, value)


class MjsDefault(Strict, attribute_bases.DefaultAttributes):
    """A defaults class: one template per kind of element, and the class it is derived from.

    A class starts with copies of its parent's current templates; later changes of the parent do not
    affect it. Templates are created on first access.

    name       of the class
    parent     the class it is derived from, None for the main class
    children   the classes derived from it, as a new list
    geom, joint, ...   the templates
    """

    name: str = ""
    _parent: MjsDefault | None = None
    _derived: list[MjsDefault]
    _spec: MjSpec | None = None
    _position: tuple[str, int, int] | None = None
    _plain: ClassVar[dict[str, type]] = {"name": str}
    _unknown, _hint = element_classes.MjsElement._unknown, element_classes.MjsElement._hint
    _assign = element_classes.MjsElement._assign
    if not TYPE_CHECKING:  # type checkers know the attributes
        __getattr__ = element_classes.MjsElement.__getattr__
    _fields = TEMPLATES

    def __init__(self, name: str, parent: MjsDefault | None = None, spec: MjSpec | None = None) -> None:
        if parent is not None and not isinstance(parent, MjsDefault):
            raise TypeError(f"MjsDefault: parent must be an MjsDefault, not {type(parent).__name__}")
        self.__dict__.update(name=name, _parent=parent, _derived=[], _spec=spec, _position=None)
        if parent is not None:
            parent._derived.append(self)
            for tag in TEMPLATES:
                if tag in parent.__dict__:
                    self._template(tag, parent.__dict__[tag])

    def _template(self, tag: str, like: element_classes.MjsElement | None = None) -> element_classes.Named:
        template = TEMPLATES[tag](like, self._spec)
        template.__dict__["_default"] = self
        self.__dict__[tag] = template
        return template

    def __repr__(self) -> str:
        return f"<MjsDefault {self.name!r}>"


def with_derived(top: MjsDefault) -> list[MjsDefault]:
    """Return a defaults class and all derived ones, each after the one it is derived from."""
    stack = [top]
    classes: dict[int, MjsDefault] = {}  # by id, so that a cycle ends
    while stack:
        default = stack.pop()
        if id(default) not in classes:
            classes[id(default)] = default
            stack += default._derived[::-1]
    return list(classes.values())


for _tag in TEMPLATES:
    setattr(MjsDefault, _tag, Template(_tag))
