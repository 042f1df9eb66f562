"""Named access: ``m.body("torso").mass``, ``d.joint("knee").qpos``, derived from the field tables.

Documents: API / Python named access; drop-in / Names

An accessor has, for one object, every field whose first dimension counts objects of its kind, without the prefix;
joints also the dof and qpos fields of their range, sensors their part of sensordata. What it gives are live views.
"""

import math
import weakref
from collections.abc import Callable, Iterable
from operator import index as as_index
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.jit import layout
from gelenk.tables import fields_data
from gelenk.tables.enums import mjtObj
from gelenk.tables.field_rows import Field
from gelenk.tables.objects import JOINT_NQ, JOINT_NV
from gelenk.world.names import COUNTED, ids_of, names_of

if TYPE_CHECKING:
    from gelenk.world.block import Block
    from gelenk.world.model import MjModel

_DATA_FIELDS = fields_data.DATA

# accessor -> (object type, prefixes to strip, which of Model and Data have it)
KINDS = {
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
# fields of which an object has the part that its adr and size say
_PARTS = {"numeric": ("numeric_data",), "tuple": ("tuple_objtype", "tuple_objid", "tuple_objprm")}


def _stripped(name: str, prefixes: tuple[str, ...]) -> str:
    for prefix in prefixes:
        if name.startswith(prefix):
            return name[len(prefix) :]
    return name


def attributes_of(kind: str, fields: Iterable[Field]) -> dict[str, tuple[str, str]]:
    """Attribute -> (field, which rows): "one" object, its "dof" range, its "qpos" range, its sensor "data"."""
    obj, prefixes, _ = KINDS[kind]
    ranges = {COUNTED[obj][0]: "one"}
    if kind == "joint":
        ranges |= {"nv": "dof", "nq": "qpos"}
    fields = tuple(fields)
    found: dict = {}
    for f in fields:
        rows = ranges.get(f.shape[0]) if f.shape else None
        if rows and not f.name.startswith(("name_", "B_", "M_", "D_")):
            if f.name == "dof_bodyid":  # stands before jnt_bodyid, as in 3.5.0
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
    return found


class Accessor:
    """Fields of one named object, as live views; assigning writes into them.

    Equal calls give the same accessor while it is in use, and always the same views.
    """

    __slots__ = ("__weakref__", "_attributes", "_block", "_id", "_model", "_name", "_views")

    _attributes: dict[str, tuple[str, str]]
    _model: "MjModel"
    _block: Any  # a MjModel or MjData
    _views: dict[str, np.ndarray]
    _id: int
    _name: str

    def __init__(
        self,
        attributes: dict[str, tuple[str, str]],
        model: "MjModel",
        block: "Block",
        index: int,
        name: str,
        views: dict[str, np.ndarray],
    ) -> None:
        put = object.__setattr__
        put(self, "_attributes", attributes)
        put(self, "_model", model)
        put(self, "_block", block)
        put(self, "_id", index)
        put(self, "_name", name)
        put(self, "_views", views)

    @property
    def id(self) -> int:
        """Number of the object among those of its kind."""
        return self._id

    @property
    def name(self) -> str:
        """Name of the object, empty where it has none."""
        return self._name

    def _rows(self, rows: str) -> slice:
        m, i = self._model._view, self._id  # not the properties, which start the guard of the indices
        if rows == "dof" or rows == "qpos":
            start = int((m.jnt_dofadr if rows == "dof" else m.jnt_qposadr)[i])
            return slice(start, start + (JOINT_NV if rows == "dof" else JOINT_NQ)[int(m.jnt_type[i])])
        if rows == "data":
            return slice(int(m.sensor_adr[i]), int(m.sensor_adr[i] + m.sensor_dim[i]))
        if rows == "part":
            numeric = "data" in self._attributes
            start, size = (m.numeric_adr, m.numeric_size) if numeric else (m.tuple_adr, m.tuple_size)
            return slice(int(start[i]), int(start[i] + size[i]))
        return slice(i, i + 1)

    if not TYPE_CHECKING:  # checkers know the attributes

        def __getattr__(self, attribute: str) -> np.ndarray:
            view = self._views.get(attribute)
            return self._find(attribute) if view is None else view

    def _find(self, attribute: str) -> np.ndarray:
        try:
            field, rows = self._attributes[attribute]
        except KeyError:
            raise self._unknown(attribute) from None
        if rows == "moment":
            return self._moment()
        if rows == "texture":
            return self._pixels()
        array = getattr(self._block, field)[self._rows(rows)]
        if rows == "one" and array.ndim > 1:
            array = array[0]
        if field not in fields_data.ISLAND:  # those are computed when they are asked for
            self._views[attribute] = array
        return array

    def _unknown(self, attribute: str) -> AttributeError:
        there = ", ".join(dir(self))
        return AttributeError(
            f"'{type(self).__name__}' object has no attribute '{attribute}'; there are {there}"
        )

    def _moment(self) -> np.ndarray:
        """Dense row of the moment of an actuator (nv); a copy, since the storage is sparse."""
        d, i = self._block, self._id
        row = np.zeros(self._model.nv)
        part = slice(int(d.moment_rowadr[i]), int(d.moment_rowadr[i] + d.moment_rownnz[i]))
        row[d.moment_colind[part]] = d.actuator_moment[part]
        return row

    def _pixels(self) -> np.ndarray:
        """Pixels of a texture (height, width, channels)."""
        m, i = self._model._view, self._id
        shape = int(m.tex_height[i]), int(m.tex_width[i]), int(m.tex_nchannel[i])
        start = int(m.tex_adr[i])
        return self._block.tex_data[start : start + math.prod(shape)].reshape(shape)

    if not TYPE_CHECKING:  # checkers know the attributes

        def __setattr__(self, attribute: str, value: Any) -> None:
            if attribute not in self._attributes:
                raise self._unknown(attribute)
            getattr(self, attribute)[...] = value

    def __dir__(self) -> list[str]:
        return sorted(["id", "name", *self._attributes])

    def __repr__(self) -> str:
        rows = "\n".join(f"  {a}: {getattr(self, a)!r}" for a in dir(self))
        return f"<{type(self).__name__}\n{rows}\n>"


def find(m: "MjModel", kind: str, key: str | int) -> int:
    """Id of the object of ``kind`` that ``key`` (name or id) means; KeyError or IndexError says what there is."""
    obj = KINDS[kind][0]
    count = getattr(m, COUNTED[obj][0])
    if isinstance(key, str):
        ids = ids_of(m, obj)
        if key not in ids:
            raise KeyError(f"Invalid name {key!r}. Valid names: {sorted(ids)}")
        return ids[key]
    index = as_index(key)  # TypeError for anything but an integer
    if not 0 <= index < count:
        raise IndexError(f"Invalid index {index}. Valid indices from 0 to {count - 1}")
    return index


def views_name(kind: str, of_model: bool) -> str:
    """Name of the class of the accessors of a kind, as 3.5.0 calls it."""
    return f"_Mj{'Model' if of_model else 'Data'}{kind.capitalize()}Views"


def _method(kind: str, fields: Iterable[Field], of_model: bool) -> Callable[..., Accessor]:
    attributes = attributes_of(kind, fields)
    body = {"__slots__": (), "__module__": __name__, "__doc__": f"Fields of a {kind}, as live views."}
    views_class = type(views_name(kind, of_model), (Accessor,), body)

    def access(self: Any, key: str | int | None = None, /, name: str = "") -> Accessor:
        m = self if of_model else self._model
        key = name if key is None else key
        index = find(m, kind, key)
        # (kind, id) -> the accessor, as long as somebody has it, and its views, which refer to memory alone: the
        # accessor refers to its owner, and kept by it would make a cycle
        kept = self.__dict__.setdefault("_accessors", {})
        found = kept.get((kind, index))
        accessor = found and found[0]()
        if accessor is None:
            label = key if isinstance(key, str) else names_of(m, KINDS[kind][0])[index]
            views = found[1] if found else {}
            accessor = views_class(attributes, m, self, index, label, views)
            kept[kind, index] = (weakref.ref(accessor), views)
        return accessor

    access.__name__ = kind
    access.__doc__ = (
        f"Fields of the {kind} with this name or id, as live views: assigning writes into them.\n\n"
        "Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither\n"
        "Source     API / Python bindings, named access"
    )
    return access


def add_accessors(model_class: type, data_class: type) -> None:
    """Give MjModel and MjData a method for each kind of object."""
    for kind, (_, _, owners) in KINDS.items():
        for cls, fields, letter in ((model_class, layout.MODEL_ARRAYS, "m"), (data_class, _DATA_FIELDS, "d")):
            if letter in owners:
                setattr(cls, kind, _method(kind, fields, letter == "m"))
    for short, kind in SHORT.items():
        for cls in (data_class,) if short == "ten" else (model_class, data_class):
            if hasattr(cls, kind):
                setattr(cls, short, getattr(cls, kind))
