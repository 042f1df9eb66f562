"""The base classes of spec elements: fields and defaults come from the rows of the schema.

Documents: API / MjSpec; Modeling / Model editing

A new element copies the values of its defaults class, so defaults are resolved once, when the element is created.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from inspect import getattr_static
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

import numpy as np

from gelenk.errors import Error, UnknownAttribute, nearest
from gelenk.modeling.spec import attribute_bases
from gelenk.modeling.spec.arguments import mapping, text
from gelenk.modeling.spec.field_descriptors import LIVE, Array, ElementNames, Field, count_edit, make_field
from gelenk.tables.enums import mjtOrientation
from gelenk.tables.schema import fields
from gelenk.toolchain.extension.load import Strict

if TYPE_CHECKING:
    from gelenk.modeling.spec.defaults import MjsDefault
    from gelenk.modeling.spec.spec import MjsCompiler, MjSpec

FIELDS = fields()
GROUPS: dict[str, str] = {}  # kind -> the list of a spec with these elements; filled by element_classes.py
E = TypeVar("E", bound="MjsElement")
C = TypeVar("C", bound=type)
S = TypeVar("S")


class MjsElement(Strict):
    """Base of all spec elements and of the structures inside them.

    `where` is 'file:line:column' of the element in the text, or empty; `tag` is its MJCF name.
    """

    tag: ClassVar[str] = ""
    _plain: ClassVar[dict[str, type]] = {}  # attributes that are neither fields nor parts -> type of value
    row: ClassVar[str] = ""
    _fields: ClassVar[dict[str, Field]] = {}
    _arrays: ClassVar[tuple[str, ...]] = ()
    _lists: ClassVar[tuple[str, ...]] = ()
    _fresh: ClassVar[dict[str, Any]] = {}
    _position: tuple[str, int, int] | None = None
    _origin: MjSpec | None = None  # the spec it was attached from, whose compiler settings apply to it

    def __init_subclass__(cls) -> None:
        rows = FIELDS.get(cls.row or cls.__name__, {})
        cls._fields = {}
        for name, row in rows.items():
            if not isinstance(getattr(cls, name, None), (property, Late)):
                field = make_field(name, row)
                cls._fields[name] = field
                setattr(cls, name, field)
        cls._fresh = {name: field.initial_value() for name, field in cls._fields.items()}
        cls._arrays = tuple(name for name, field in cls._fields.items() if isinstance(field, Array))
        cls._lists = tuple(
            name
            for name, value in cls._fresh.items()
            if isinstance(value, list) or isinstance(cls._fields[name], ElementNames)
        )

    def __init__(self, like: MjsElement | None = None) -> None:
        if like is not None and not isinstance(like, MjsElement):
            raise TypeError(f"{type(self).__name__}: like must be an element, not {type(like).__name__}")
        values = (like.__dict__ if like is not None else self._fresh).copy()
        self.__dict__ = values
        if LIVE in values:
            for name in self._arrays:
                if type(values[name]) is np.ndarray:
                    values[name] = values[name].copy()
        for name in self._lists:
            values[name] = type(values[name])(values[name])
        if like is not None:
            for name in ("alt", "ialt", "plugin"):
                if name in values:
                    values[name] = type(values[name])(values[name])
            if values.get("_config"):
                values["_config"] = dict(values["_config"])

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError with a hint; Python calls this for unknown attributes only.

            Errors   MemoryError: a nested struct could not be created
            """
            cls = type(self)
            if isinstance(vars(cls).get(name), Late):
                raise MemoryError(name)
            raise UnknownAttribute(
                f"'{cls.__name__}' object has no attribute '{name}'", name, lambda: dir(cls)
            )

    def _unknown(self, name: str) -> str:
        return f"{type(self).__name__} has no attribute '{name}'{self._hint(name)}"

    def _numbers(self, name: str) -> Any:
        """Return an array field as the array, or as the tuple that represents it."""
        return self.__dict__[name]

    def _assign(self, name: str, *value: Any) -> None:
        """Assign an attribute without __set__: structs are copied, structure is read-only."""
        cls = type(self)
        known = getattr_static(cls, name)
        if name[0] == "_" or not _is_ours(cls, name):  # an attribute of a user's subclass
            if value:
                self.__dict__[name] = value[0]
            elif self.__dict__.pop(name, self) is self:
                raise AttributeError(f"{cls.__name__} has no attribute '{name}' of its own")
        elif not value:
            raise AttributeError(f"{name} of {cls.__name__} cannot be deleted")
        elif isinstance(known, Late):
            known.assign(self, value[0])
        elif name in self._plain:
            self.__dict__[name] = checked_plain_value(name, value[0], self._plain[name])
        else:
            refuse(self, name)

    def _hint(self, name: str) -> str:
        hint = nearest(name, list(self._fields))
        return f"; {hint}" if hint else ""

    def __repr__(self) -> str:
        name = self.__dict__.get("name", "")
        return f"<{type(self).__name__}{f' {name!r}' if name else ''}>"

    @property
    def where(self) -> str:
        """'file:line:column' of the element in the text that it was read from, or an empty text."""
        return "{}:{}:{}".format(*self._position) if self._position else ""

    @property
    def line(self) -> int:
        """Line of the element in its file, or 0."""
        return self._position[1] if self._position else 0

    def assign(self: E, values: Mapping[str, object]) -> E:
        """Set several fields, as the keyword arguments of the add functions do.

        values     name of a field, or of an orientation, -> value; None leaves the field unchanged

        Returns    the element itself
        Errors     TypeError: no such field, or a value of another type
                   ValueError: an array of another length, or two orientations
        Source     API / MjSpec; Modeling / Model editing
        """
        turned: set[str] = set()
        for name, value in mapping("assign: values", values).items():
            if value is not None:
                text("assign: the name of a field", name)
                if name in TURNS and name not in self._fields and hasattr(type(self), TURNS[name][0]):
                    self._set_orientation(name, value, turned)
                elif name in self._fields:
                    self._fields[name].set_argument(self, value)
                elif not hasattr(type(self), name):
                    raise TypeError(self._unknown(name))
                else:
                    try:
                        setattr(self, name, value)
                    except AttributeError as error:
                        raise TypeError(str(error)) from None
        return self

    def _set_orientation(self, name: str, value: Any, turned: set[str]) -> None:
        """Set an orientation other than a quaternion; ``turned`` collects the fields set so far."""
        place, form, member = TURNS[name]
        if place in turned:
            forms = [f"{'i' * (place == 'ialt')}{one}" for one in ("axisangle", "xyaxes", "zaxis", "euler")]
            raise ValueError(f"Only one of: {', '.join(forms[:-1])}, or {forms[-1]} can be set.")
        turned.add(place)
        alt = getattr(self, place)
        alt._fields[form].set_argument(alt, value)
        alt.type = member


# attribute that cannot be assigned, since it is structure of a spec -> remedy
REMEDIES = {
    "frame": "set_frame puts the element into a frame of its body",
    "parent": "attach_body and attach_frame move elements",
    "spec": "attach_body and attach_frame move elements",
    "id": "elements are numbered in their order",
    "signature": "the structure of the spec gives it",
    "path": "wrap_site, wrap_geom, wrap_joint and wrap_pulley add to it",
    "tendon": "wrap_site, wrap_geom, wrap_joint and wrap_pulley make points",
    "coef": "wrap_joint sets it",
    "divisor": "wrap_pulley sets it",
    "worldbody": "add to it, or attach another spec",
    "default": "change its templates",
    "children": "add_default derives classes",
}


def refuse(el: Any, name: str) -> NoReturn:
    """Raise AttributeError, since assigning the attribute would change the spec's structure."""
    remedy = REMEDIES.get(name, "")
    raise AttributeError(f"{name} of {type(el).__name__} cannot be assigned{remedy and f': {remedy}'}")


def fixed(name: str, get: Callable[[Any], Any], doc: str) -> property:
    """Return a read-only property that follows from the structure of a spec."""
    return property(get, lambda el, value: refuse(el, name), doc=doc)


def checked_plain_value(name: str, value: Any, wanted: type) -> Any:
    """Return the value of a plain attribute, checked for the type `wanted`.

    Integers are accepted for booleans and enum members.
    """
    if type(value) is wanted or isinstance(value, wanted):
        return value
    if wanted not in (str, dict) and isinstance(value, (int, np.integer, np.bool_)):
        return wanted(value)
    kinds = {str: "a text", dict: "a dictionary", bool: "true or false"}
    shown = kinds.get(wanted, f"a member of {wanted.__name__}")
    raise TypeError(f"{name} must be {shown}, not {type(value).__name__}")


def _is_ours(cls: type, name: str) -> bool:
    """Return whether an attribute is defined by Gelenk, not by a subclass of the user's."""
    return next(c for c in cls.__mro__ if name in vars(c)).__module__.startswith("gelenk.")


class Late:
    """A nested struct that is created on first access, since most are never used."""

    def __init__(self, cls: type[Any], doc: str | None = None) -> None:
        self.cls = cls
        self.__doc__ = doc or cls.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, whole: Any, owner: type | None = None) -> Any:
        return self if whole is None else whole.__dict__.setdefault(self.name, self.cls())

    def assign(self, whole: Any, value: Any) -> None:
        """Copy the values of another struct into this one."""
        if not isinstance(value, self.cls):
            raise TypeError(f"{self.name} must be {self.cls.__name__}, not {type(value).__name__}")
        whole.__dict__[self.name] = type(value)(value)


def late(cls: type[S], doc: str | None = None) -> S:
    """Return an attribute that is a struct of a class, typed for checkers."""
    made: Any = Late(cls, doc)
    return made


def stem(name: str) -> str:
    """Return a file name without folders and without its last extension."""
    base = posixpath.basename(name.replace("\\", "/"))
    return base.rpartition(".")[0] if "." in base else base


def name_after_files(elements: Iterable[Any]) -> None:
    """Name unnamed assets after their files, as 3.5.0 does when it compiles or attaches."""
    for el in elements:
        if not el.name and el.file:
            el.__dict__["name"] = stem(el.file)  # repeated names fail when names are registered
            count_edit()


class MjsOrientation(MjsElement, attribute_bases.OrientationAttributes):
    """An orientation other than a quaternion; `type` tells which field applies."""


# argument -> (structure, field, type of orientation), for the element and its inertial frame
TURNS = {
    f"{prefix}{member.name.removeprefix('mjORIENTATION_').lower()}": (
        f"{prefix}alt",
        member.name.removeprefix("mjORIENTATION_").lower(),
        member,
    )
    for prefix in ("", "i")
    for member in mjtOrientation.__members__.values()
    if member != mjtOrientation.mjORIENTATION_QUAT
}


class Named(MjsElement, attribute_bases.NamedAttributes):
    """An element of a spec, with a name, an owner, and a place in its list.

    tag    its MJCF name
    id     place among the elements of its kind; after compilation, as in the model
    name   unique among elements of its kind, or empty
    info   a text for the user
    """

    id: int = -1
    name: str = ""
    info: str = ""
    _plain: ClassVar[dict[str, type]] = {"info": str}
    _spec: MjSpec = None  # type: ignore[assignment]  # None in templates that belong to no spec

    def __init__(self, like: MjsElement | None = None, spec: MjSpec | None = None) -> None:
        MjsElement.__init__(self, like)
        self.__dict__["_spec"] = spec

    @property
    def spec(self) -> MjSpec:
        """The MjSpec that the element belongs to."""
        return self._spec

    @property
    def compiler(self) -> MjsCompiler | None:
        """Compiler settings for the element: those of the spec that it was created in."""
        spec = self._origin or self._spec
        return spec.compiler if spec is not None else None

    def _check_name(self, name: str) -> None:
        """Raise gelenk.Error if another element of this kind has the name."""
        members = getattr(self._spec, GROUPS.get(self.tag, ""), ())
        if self.tag != "plugin" and any(el.name == name and el is not self for el in members):
            raise Error(f"Error: repeated name '{name}' in {self.tag}")


class MjsPlugin(Named, attribute_bases.PluginAttributes):
    """A plugin, attached to an element or shared by several; `config` has its parameters."""

    tag = "plugin"
    _config: dict[str, str] | None = None
    _declared: bool = False  # whether it declares that the model needs the plugin, and is not an instance

    @property
    def config(self) -> dict[str, str]:
        """Parameters of the plugin, by key, as texts; assigning replaces them."""
        return dict(self._config or {})

    @config.setter
    def config(self, values: dict[str, str]) -> None:
        if not isinstance(values, dict):
            raise TypeError(f"config must be a dictionary of texts, not {type(values).__name__}")
        if not all(isinstance(text, str) for pair in values.items() for text in pair):
            raise TypeError("config must be a dictionary of texts")
        self.__dict__["_config"] = dict(values)


class Classed(Named):
    """An element with a defaults class."""

    _default: MjsDefault | None = None

    @property
    def classname(self) -> MjsDefault:
        """The defaults class (MjsDefault) that the element was made from."""
        if self._default is not None:
            return self._default
        return self._spec.default if self._spec else None  # type: ignore[return-value]  # None outside of a spec

    @classname.setter
    def classname(self, default: MjsDefault) -> None:
        if not hasattr(default, "_template"):
            raise TypeError(f"classname must be MjsDefault, not {type(default).__name__}")
        self.__dict__["_default"] = default


def plugin_of(cls: C) -> C:
    """Add the attribute `plugin` to a class, created on first access."""
    plugin = Late(MjsPlugin, "The plugin attached to this element.")
    plugin.__set_name__(cls, "plugin")
    setattr(cls, "plugin", plugin)  # noqa: B010  # type checkers read attribute_bases.pyi
    return cls
