"""Names and named access: name to id and back, and accessors such as ``m.body("torso")``.

Documents: API / mj_name2id, mj_id2name; Modeling / Names; API / Python named access; drop-in / Names

Accessors are derived from the field tables. An accessor has, for one object, every field whose first dimension counts
objects of its kind, without the prefix; joints also the dof and qpos fields of their range, sensors their part of
sensordata. Its attributes are live views.
"""

from __future__ import annotations

import functools
import math
import weakref
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gelenk.errors import UnknownAttribute, UnknownKey, short
from gelenk.runtime.assignment import assign, described, shown
from gelenk.runtime.assignment import index as as_index
from gelenk.tables import fields_data
from gelenk.tables.enums import mjtJoint, mjtObj
from gelenk.tables.field_rows import Field
from gelenk.tables.levels import is_known
from gelenk.tables.object_types import JOINT_NQ, JOINT_NV, KINDS
from gelenk.toolchain import struct_layout

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

# object type -> (size that counts it, field with the addresses of its names)
COUNTED = {kind.type: (kind.size, kind.names) for kind in KINDS if kind.size}


def names_of(m: MjModel, kind: Any) -> tuple[str, ...]:
    """Return the names of all objects of ``kind`` (mjtObj) by id, "" if unnamed.

    The result is cached, since names never change.
    """
    cache = m.__dict__.setdefault("_names", {})
    if kind not in cache:
        size, field = COUNTED[kind]
        addresses = getattr(m, "_a_" + field).tolist() if getattr(m, size) else ()
        names = m.names
        cache[kind] = tuple(names[adr : names.index(b"\0", adr)].decode() for adr in addresses)
    return cache[kind]


def ids_of(m: MjModel, kind: Any) -> dict[str, int]:
    """Return name -> id of all named objects of ``kind``."""
    cache = m.__dict__.setdefault("_ids", {})
    if kind not in cache:
        cache[kind] = {name: i for i, name in enumerate(names_of(m, kind)) if name}
    return cache[kind]


_DATA_FIELDS = fields_data.DATA

# accessor -> (object type, prefixes to strip, owners: m for MjModel, d for MjData)
VIEW_KINDS = {
    "body": (mjtObj.mjOBJ_BODY, ("body_",), "md"),
    "joint": (mjtObj.mjOBJ_JOINT, ("jnt_", "dof_"), "md"),
    "geom": (mjtObj.mjOBJ_GEOM, ("geom_",), "md"),
    "site": (mjtObj.mjOBJ_SITE, ("site_",), "md"),
    "camera": (mjtObj.mjOBJ_CAMERA, ("cam_",), "md"),
    "light": (mjtObj.mjOBJ_LIGHT, ("light_",), "md"),
    "mesh": (mjtObj.mjOBJ_MESH, ("mesh_",), "m"),
    "skin": (mjtObj.mjOBJ_SKIN, ("skin_",), "m"),
    "hfield": (mjtObj.mjOBJ_HFIELD, ("hfield_",), "m"),
    "texture": (mjtObj.mjOBJ_TEXTURE, ("tex_",), "m"),
    "material": (mjtObj.mjOBJ_MATERIAL, ("mat_",), "m"),
    "pair": (mjtObj.mjOBJ_PAIR, ("pair_",), "m"),
    "exclude": (mjtObj.mjOBJ_EXCLUDE, ("exclude_",), "m"),
    "equality": (mjtObj.mjOBJ_EQUALITY, ("eq_",), "m"),
    "tendon": (mjtObj.mjOBJ_TENDON, ("tendon_", "ten_"), "md"),
    "actuator": (mjtObj.mjOBJ_ACTUATOR, ("actuator_",), "md"),
    "sensor": (mjtObj.mjOBJ_SENSOR, ("sensor_",), "md"),
    "numeric": (mjtObj.mjOBJ_NUMERIC, ("numeric_",), "m"),
    "tuple": (mjtObj.mjOBJ_TUPLE, ("tuple_",), "m"),
    "keyframe": (mjtObj.mjOBJ_KEY, ("key_",), "m"),
}
SHORT = {
    "jnt": "joint",
    "cam": "camera",
    "tex": "texture",
    "mat": "material",
    "eq": "equality",
    "ten": "tendon",
}
SHORT |= {"key": "keyframe"}
_PLAIN = (str, int)  # types of keys that are looked up unconverted
# fields of which an object owns the range that its adr and size give
_PARTS = {"numeric": ("numeric_data",), "tuple": ("tuple_objtype", "tuple_objid", "tuple_objprm")}


def _stripped(name: str, prefixes: tuple[str, ...]) -> str:
    for prefix in prefixes:
        if name.startswith(prefix):
            return name[len(prefix) :]
    return name


def attributes_of(kind: str, fields: Iterable[Field]) -> dict[str, tuple[str, str]]:
    """Return attribute -> (field, kind of rows) of the accessors of a kind.

    The rows are "one" object, the "dof" or "qpos" range of a joint, the "data" of a sensor, or other special parts.
    """
    obj, prefixes, _ = VIEW_KINDS[kind]
    ranges = {COUNTED[obj][0]: "one"}
    if kind == "joint":
        ranges |= {"nv": "dof", "nq": "qpos"}
    if kind == "actuator":
        ranges |= {"nu": "ctrl", "nout": "out"}
    fields = tuple(fields)
    found: dict = {}
    for f in fields:
        rows = ranges.get(f.shape[0]) if f.shape else None
        if rows and not f.name.startswith(("name_", "B_", "M_", "D_")):
            if f.name == "dof_bodyid":  # takes precedence over jnt_bodyid, as in 3.5.0
                found.pop("bodyid", None)
            found.setdefault(_stripped(f.name, prefixes), (f.name, rows))
    if kind == "sensor" and any(f.name == "sensordata" for f in fields):
        found["data"] = ("sensordata", "data")
    if kind == "actuator" and any(f.name == "actuator_moment" for f in fields):
        found["moment"] = ("actuator_moment", "moment")
    if kind in _PARTS and any(f.name == f"{kind}_adr" for f in fields):
        found |= {_stripped(f, prefixes): (f, "part") for f in _PARTS[kind]}
    if kind == "texture":
        found["data"] = ("tex_data", "texture")
    if kind == "hfield":
        found["data"] = ("hfield_data", "heights")
    return found


PLASTIC = {"_MjDataJointViews": "jnt", "_MjDataTendonViews": "tendon"}
# (class of accessors, attribute) -> derived field
DERIVED_VIEWS = {
    ("_MjDataBodyViews", "xiquat"): "xiquat",
    ("_MjDataGeomViews", "xquat"): "geom_xquat",
    ("_MjDataSiteViews", "xquat"): "site_xquat",
    ("_MjModelTextureViews", "contenttypeadr"): "tex_contenttypeadr",
    ("_MjModelTendonViews", "type"): "tendon_type",
    ("_MjModelTendonViews", "J_rownnz"): "ten_J_rownnz",
    ("_MjModelTendonViews", "J_rowadr"): "ten_J_rowadr",
}
# attributes with several rows; a single row is shown without the first dimension
ONE_ROW = ("one", "ctrl", "out")


def signal_rows(m: Any, rows: str, i: int) -> slice:
    """Return the controls ("ctrl") or outputs ("out") of actuator i of the view ``m``."""
    adr, num = (
        (m.actuator_ctrladr, m.actuator_ctrlnum) if rows == "ctrl" else (m.actuator_outadr, m.actuator_outnum)
    )
    return slice(int(adr[i]), int(adr[i] + num[i]))


def _dense_row(k: int, nv: int, adr: Any, nnz: Any, columns: Any, moment: Any) -> np.ndarray:
    """Return row k of the sparse matrix actuator_moment as a dense row (nv)."""
    row, start, count = np.zeros(nv), adr[k], nnz[k]
    if count == 1:  # the common case: slices would take twice the time
        row[columns[start]] = moment[start]
    else:
        row[np.asarray(columns[start : start + count])] = moment[start : start + count]
    return row


class Named:
    """Data shared by the accessors of one object, without a reference to the owner."""

    __slots__ = ("accessor", "attributes", "cls", "index", "label", "moments", "views")

    def __init__(
        self, cls: type[Accessor], attributes: dict[str, tuple[str, str]], index: int, label: str
    ) -> None:
        self.cls, self.attributes, self.index, self.label = cls, attributes, index, label
        self.views: dict[str, np.ndarray] = {}  # views made so far
        self.moments: tuple[Any, ...] = ()  # of an actuator: its outputs, nv, and the sparse matrix
        self.accessor: Callable[[], Accessor | None] = _nobody  # a weak reference to the accessor in use


def _nobody() -> None:
    return None


class Accessor:
    """Fields of one named object, as live views; assigning writes into them.

    Repeated calls return the same accessor while a reference to it exists, and always the same views.
    """

    __slots__ = ("__weakref__", "_block", "_named")

    _block: Any  # an MjModel or MjData
    _named: Named

    @property
    def _model(self) -> MjModel:
        return getattr(self._block, "_model", self._block)

    @property
    def id(self) -> int:
        """Id of the object."""
        return self._named.index

    @property
    def name(self) -> str:
        """Name of the object, empty if unnamed."""
        return self._named.label

    def _rows(self, rows: str) -> slice:
        m, i = (
            self._model._view,
            self._named.index,
        )  # not the properties, which start the guard of the indices
        if rows == "dof" or rows == "qpos":
            start = int((m.jnt_dofadr if rows == "dof" else m.jnt_qposadr)[i])
            return slice(start, start + (JOINT_NV if rows == "dof" else JOINT_NQ)[int(m.jnt_type[i])])
        if rows == "ctrl" or rows == "out":
            return signal_rows(m, rows, i)
        if rows == "data":
            return slice(int(m.sensor_adr[i]), int(m.sensor_adr[i] + m.sensor_dim[i]))
        if rows == "part":
            numeric = "data" in self._named.attributes
            start, size = (m.numeric_adr, m.numeric_size) if numeric else (m.tuple_adr, m.tuple_size)
            return slice(int(start[i]), int(start[i] + size[i]))
        return slice(i, i + 1)

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __getattr__(self, attribute: str) -> np.ndarray:
            found = self._later(attribute)
            if found is None:
                raise self._unknown(attribute)
            return found

    def _later(self, attribute: str) -> np.ndarray | None:
        """Return the value of a derived field of a later release for this object, or None."""
        cls, i, m = type(self).__name__, self._named.index, self._model
        if cls == "_MjModelTendonViews":
            if attribute == "_limited":  # as 4.0.0 calls it
                return cast(np.ndarray, getattr(self, "limited"))  # noqa: B009  # made by rows
            if attribute == "J_colind":
                start = int(m.ten_J_rowadr[i])
                return m.ten_J_colind[start : start + int(m.ten_J_rownnz[i])]
        if attribute == "plastic" and cls in PLASTIC:
            kind = PLASTIC[cls]
            start = int(getattr(m, f"{kind}_plasticadr")[i])
            is_ball = kind == "jnt" and m.jnt_type[i] == mjtJoint.mjJNT_BALL
            width = 2 if kind == "tendon" else 4 if is_ball else 1
            return self._block.plastic[start : start + width] if start >= 0 else self._block.plastic[:0]
        rows = DERIVED_VIEWS.get((cls, attribute))
        return (
            None if rows is None else getattr(self._block, rows)[i : i + 1][0 if "quat" in rows else slice(1)]
        )

    def _find(self, attribute: str) -> np.ndarray:
        field, rows = self._named.attributes[attribute]
        if rows == "texture" or rows == "heights":
            shaped = self._pixels() if rows == "texture" else self._heights()
            return self._named.views.setdefault(attribute, shaped)
        array = getattr(self._block, field)[self._rows(rows)]
        if rows in ONE_ROW and array.ndim > 1 and len(array) == 1:
            array = array[0]
        if field not in fields_data.ISLAND:  # island fields are computed on access
            self._named.views[attribute] = array
        return array

    def _unknown(self, attribute: str) -> AttributeError:
        there = dir(self)
        message = (
            f"'{type(self).__name__}' object has no attribute '{attribute}'; there are {', '.join(there)}"
        )
        return UnknownAttribute(message, attribute, lambda: there)

    def _moment(self) -> np.ndarray:
        """Return the dense moment arm of an actuator (nv), or of several outputs (outnum, nv).

        The result is a copy, since the storage is sparse.
        """
        named = self._named
        parts = named.moments
        if not parts:
            d = self._block
            rows = d._a_moment_rowadr, d._a_moment_rownnz, d._a_moment_colind, d._a_actuator_moment
            views = [memoryview(cast(Any, array)) for array in rows]  # faster than arrays for single elements
            parts = named.moments = (signal_rows(d._model._view, "out", named.index), d._model.nv, *views)
        outputs, *rest = parts
        if outputs.stop - outputs.start == 1:
            found = _dense_row(outputs.start, *rest)
        else:
            found = np.array([_dense_row(k, *rest) for k in range(outputs.start, outputs.stop)])
        if is_known("3.17.0"):
            found.flags.writeable = False
        return found

    def _pixels(self) -> np.ndarray:
        """Return the pixels of a texture (height, width, channels)."""
        m, i = self._model._view, self._named.index
        shape = int(m.tex_height[i]), int(m.tex_width[i]), int(m.tex_nchannel[i])
        start = max(int(m.tex_adr[i]), 0)  # a texture by reference has no pixels
        return self._block.tex_data[start : start + math.prod(shape)].reshape(shape)

    def _heights(self) -> np.ndarray:
        """Return the elevations of a height field (nrow, ncol)."""
        m, i = self._model._view, self._named.index
        shape = int(m.hfield_nrow[i]), int(m.hfield_ncol[i])
        start = int(m.hfield_adr[i])
        return self._block.hfield_data[start : start + math.prod(shape)].reshape(shape)

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __setattr__(self, attribute: str, value: Any) -> None:
            if attribute in ("id", "name"):
                raise AttributeError(f"{attribute} of {type(self).__name__} can only be read")
            if attribute not in self._named.attributes:
                raise self._unknown(attribute)
            assign(attribute, getattr(self, attribute), value)

    def __dir__(self) -> list[str]:
        return sorted(["id", "name", *self._named.attributes])

    def __repr__(self) -> str:
        rows = "\n".join(f"  {a}: {getattr(self, a)!r}" for a in dir(self))
        return f"<{type(self).__name__}\n{rows}\n>"


def find(m: MjModel, kind: str, key: str | int) -> int:
    """Return the id for ``key`` (name or id) of ``kind``; errors list the valid keys.

    Errors   KeyError, IndexError, TypeError
    """
    obj = VIEW_KINDS[kind][0]
    count = getattr(m, COUNTED[obj][0])
    if isinstance(key, bytes):  # as 3.5.0 does
        key = key.decode("utf-8", "replace")
    if isinstance(key, str):
        ids = ids_of(m, obj)
        if key not in ids:
            message = f"Invalid name {short(key, 100)!r}. Valid names: {sorted(ids)}"
            raise UnknownKey(message, key, lambda: ids)
        return ids[key]
    if not hasattr(key, "__index__"):
        raise TypeError(f"{kind}: the key must be a name or an id, not {described(key)}")
    index = as_index(f"{kind}: the id", key)
    if not 0 <= index < count:
        raise IndexError(f"Invalid index {shown(index)}. Valid indices from 0 to {count - 1}")
    return index


def views_name(kind: str, of_model: bool) -> str:
    """Return the class name of the accessors of a kind, as in 3.5.0."""
    return f"_Mj{'Model' if of_model else 'Data'}{kind.capitalize()}Views"


def _view_property(attribute: str, rows: str) -> property:
    if rows == "moment":
        return property(Accessor._moment)

    def get(self: Accessor) -> np.ndarray:
        view = self._named.views.get(attribute)
        return self._find(attribute) if view is None else view

    return property(get)


_set_block, _set_named = (vars(Accessor)[slot].__set__ for slot in ("_block", "_named"))


@functools.cache
def _views_class(kind: str, of_model: bool) -> tuple[type[Accessor], dict[str, tuple[str, str]]]:
    """Return the accessor class of a kind, and its attributes; made on first access."""
    attributes = attributes_of(kind, struct_layout.MODEL_ARRAYS if of_model else _DATA_FIELDS)
    body: dict[str, Any] = {
        "__slots__": (),
        "__module__": __name__,
        "__doc__": f"Fields of a {kind}, as live views.",
    }
    body |= {a: _view_property(a, rows) for a, (_, rows) in attributes.items() if not hasattr(Accessor, a)}
    return type(views_name(kind, of_model), (Accessor,), body), attributes


def _method(kind: str, of_model: bool) -> Callable[..., Accessor]:
    place = f"_named_{kind}"  # name or id -> the shared data of its accessors

    def named(self: Any, key: str | int) -> Named:
        m = self if of_model else self._model
        index = find(m, kind, key)
        known = self.__dict__.setdefault(place, {})
        found = known.get(index)
        if found is None:
            found = known[index] = Named(
                *_views_class(kind, of_model), index, names_of(m, VIEW_KINDS[kind][0])[index]
            )
        if key.__class__ is str:
            known[key] = found
        return found

    def access(self: Any, key: str | int | None = None, /, name: str = "") -> Accessor:
        key = name if key is None else key
        known = self.__dict__.get(place)
        found = known.get(key) if known and key.__class__ in _PLAIN else None
        if found is None:
            found = named(self, key)
        accessor = found.accessor()
        if accessor is None:
            accessor = found.cls()
            _set_block(accessor, self)
            _set_named(accessor, found)
            found.accessor = weakref.ref(accessor)
        return accessor

    access.__name__ = kind
    access.__doc__ = (
        f"Fields of the {kind} with this name or id, as live views: assigning writes into them.\n\n"
        "key        name or id\n"
        "name       the name, where it is given by keyword\n"
        "Returns    views of the rows of its fields, in their types and units (docs/fields.md)\n"
        "Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither\n"
        "Source     API / Python bindings, named access"
    )
    return access


def add_accessors(model_class: type, data_class: type) -> None:
    """Add a method for each kind of object to MjModel and MjData."""
    for kind, (_, _, owners) in VIEW_KINDS.items():
        for cls, letter in ((model_class, "m"), (data_class, "d")):
            if letter in owners:
                setattr(cls, kind, _method(kind, letter == "m"))
    for abbreviation, kind in SHORT.items():
        for cls in (data_class,) if abbreviation == "ten" else (model_class, data_class):
            if hasattr(cls, kind):
                setattr(cls, abbreviation, getattr(cls, kind))
