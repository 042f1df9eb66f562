"""Defaults classes: MjsDefault, the templates that new elements are copied from.

Documents: Modeling / Default settings; XML reference / default
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.spec import attributes, elements

if TYPE_CHECKING:
    from gelenk.spec.spec import MjSpec

_CLASSES: tuple[type[elements.MjsElement], ...] = (
    elements.MjsJoint,
    elements.MjsGeom,
    elements.MjsSite,
    elements.MjsCamera,
    elements.MjsLight,
    elements.MjsFlex,
    elements.MjsMesh,
    elements.MjsMaterial,
    elements.MjsPair,
    elements.MjsEquality,
    elements.MjsTendon,
    elements.MjsActuator,
)
TEMPLATES: dict[str, Any] = {cls.tag: cls for cls in _CLASSES}


class Template:
    """A template of a class, made when it is first looked at."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.__doc__ = f"What a {tag} of this class starts as."

    def __get__(self, default: MjsDefault | None, owner: type | None = None) -> Any:
        return self if default is None else default._template(self.tag)


class MjsDefault(attributes.DefaultAttributes):
    """A defaults class: one template per kind of element, and the class that it was derived from.

    A class starts with copies of its parent's templates as they are then; later changes of the parent do not
    reach it. Templates that nobody has touched yet are made when they are first looked at.

    name       of the class
    parent     the class that it was derived from, None for the main class
    children   the classes that were derived from it
    geom, joint, ...   the templates
    """

    name: str = ""  # of the class

    def __init__(self, name: str, parent: MjsDefault | None = None, spec: MjSpec | None = None) -> None:
        self.name = name
        self.parent = parent
        self.children: list[MjsDefault] = []
        self._spec = spec
        self._position: tuple[str, int, int] | None = None
        if parent is not None:
            parent.children.append(self)
            for tag in TEMPLATES:
                if tag in parent.__dict__:
                    self._template(tag, parent.__dict__[tag])

    def _template(self, tag: str, like: elements.MjsElement | None = None) -> elements.Named:
        template = TEMPLATES[tag](like, self._spec)
        template.__dict__["_default"] = self
        self.__dict__[tag] = template
        return template

    def __repr__(self) -> str:
        return f"<MjsDefault {self.name!r}>"


def with_derived(top: MjsDefault) -> list[MjsDefault]:
    """A defaults class and all that are derived from it, each behind the one that it is derived from."""
    stack = [top]
    classes: dict[int, MjsDefault] = {}  # by their id: programs can write to `children`
    while stack:
        default = stack.pop()
        if id(default) not in classes:
            classes[id(default)] = default
            stack += default.children[::-1]
    return list(classes.values())


for _tag in TEMPLATES:
    setattr(MjsDefault, _tag, Template(_tag))
