"""Defaults classes: MjsDefault, the templates that new elements are copied from.

Documents: Modeling / Default settings; XML reference / default
"""

from gelenk.spec import elements

TEMPLATES = {
    cls.tag: cls
    for cls in (
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
}


class Template:
    """A template of a class, made when it is first looked at."""

    def __init__(self, tag):
        self.tag = tag
        self.__doc__ = f"What a {tag} of this class starts as."

    def __get__(self, default, owner=None):
        return self if default is None else default._template(self.tag)


class MjsDefault:
    """A defaults class: one template per kind of element, and the class that it was derived from.

    A class starts with copies of its parent's templates as they are then; later changes of the parent do not
    reach it. Templates that nobody has touched yet are made when they are first looked at.
    """

    name = ""  # of the class

    def __init__(self, name, parent=None, spec=None):
        self.name = name
        self.parent = parent
        self.children = []
        self._spec = spec
        self._position = None
        if parent is not None:
            parent.children.append(self)
            for tag in TEMPLATES:
                if tag in parent.__dict__:
                    self._template(tag, parent.__dict__[tag])

    def _template(self, tag, like=None):
        template = TEMPLATES[tag](like, self._spec)
        template.__dict__["_default"] = self
        self.__dict__[tag] = template
        return template

    def __repr__(self):
        return f"<MjsDefault {self.name!r}>"


for _tag in TEMPLATES:
    setattr(MjsDefault, _tag, Template(_tag))
