"""MjvScene: memory of a scene, as columns of geoms, lights, cameras, flexes and skins.

Documents: Programming / Visualization; API / MjvScene
"""

import weakref
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from gelenk.runtime.assignment import index, shown, whole
from gelenk.runtime.block import Block, describe, quicken
from gelenk.runtime.memory_plan import Image, Table
from gelenk.runtime.model import VISUAL_CLASSES, MjModel
from gelenk.scene.structs import Columns, MjvGeom, MjvGLCamera, MjvLight
from gelenk.tables import fields_visual
from gelenk.tables.enums import mjMAXLIGHT
from gelenk.tables.fields_visual import GEOM, GL_CAMERA, LIGHT, Part
from gelenk.toolchain import struct_layout

_PUBLIC = {f.name for f in (*fields_visual.SCALARS, *fields_visual.ARRAYS)}
_MEANING = {f.name: f.meaning for f in fields_visual.SCALARS}
MOST_GEOMS = 1 << 24  # largest maxgeom: some GB


def soft_sizes(m: MjModel) -> dict[str, int]:
    """Return the sizes of the flex and skin arrays of a scene."""
    names = ("nflex", "nskin", "nflexvert", "nflexedge", "nskinvert", "nflexelem", "nflexshelldata")
    return {name: getattr(m, name) for name in names} | {"nflexface": int(face_capacities(m).sum())}


def face_capacities(m: MjModel) -> np.ndarray:
    """Return the largest number of triangles of each flex (nflex).

    A sheet needs both sides and the rim, a solid its largest layer or its shell.
    """
    room = np.zeros(m.nflex, np.int64)
    for f in range(m.nflex):
        first, count, shell = int(m._a_flex_elemadr[f]), int(m._a_flex_elemnum[f]), int(m._a_flex_shellnum[f])
        if m._a_flex_dim[f] == 2:
            room[f] = 2 * count + 2 * shell
        else:
            _, layers = np.unique(m._a_flex_elemlayer[first : first + count], return_counts=True)
            room[f] = max(4 * int(layers.max(initial=0)), shell)
    return room


@describe(struct_layout.SCENE, public=_PUBLIC.__contains__, meanings=_MEANING, quick=False)
class MjvScene(Block):
    """Abstract scene: ``scn = MjvScene(m, maxgeom)``; ``MjvScene()`` has no capacity.

    ``scn.geoms[i]``, ``scn.lights[i]``, ``scn.camera[i]`` are views of the memory of the scene. (API / MjvScene)
    """

    _a_flags: np.ndarray
    _a_rotate: np.ndarray
    _a_flexedge: np.ndarray
    _a_flexfaceadr: np.ndarray
    _a_select_pos: np.ndarray
    _a_select_mat: np.ndarray
    _a_flexfacenum: np.ndarray
    _a_flexshellelem: np.ndarray

    def __init__(self, model: MjModel | None = None, maxgeom: SupportsIndex | None = None) -> None:
        if (model is None) != (maxgeom is None):
            raise TypeError("MjvScene takes an MjModel and maxgeom, or no arguments")
        if model is not None and not isinstance(model, MjModel):
            raise TypeError(f"MjvScene: model must be an MjModel, not {type(model).__name__}")
        room = 0 if maxgeom is None else max(0, index("MjvScene: maxgeom", maxgeom))
        if room > MOST_GEOMS:
            raise ValueError(f"MjvScene: maxgeom must be at most {MOST_GEOMS}, not {shown(room)}")
        if model is not None:
            model._check_indices()  # the sizes depend on the indices
        self._allocate_scene(
            {"maxgeom": room, "nrow": room + 1} | (soft_sizes(model) if model is not None else {})
        )
        self._a_flags[list(fields_visual.RENDER_FLAGS_ON)] = 1
        self._a_rotate[0] = 1
        self.scale = 1
        if model is not None:
            self._copy_topology(model)

    def _allocate_scene(self, size: dict[str, int]) -> None:
        """Allocate memory for these sizes."""
        self._room = size
        table = Table(self._layout.arrays.values(), self._layout.offset)
        self._allocate(Image.of(self._nslot, {"": table.plan(size)}))
        for name, value in size.items():
            self._ints[struct_layout.SCENE.offset[name] // 8] = value
        for name in _LISTS:
            self.__dict__.pop(name, None)
        # the model of the memory layout, and the model whose visual settings kernels see
        self._model: weakref.ref[MjModel] | None = None
        self._seen: weakref.ref[MjModel] | None = None
        self._counts: tuple[int, int, int, int] = 0, 0, 0, 0  # flexes, skins, tendons, actuators

    def _link_visual(self, m: MjModel) -> None:
        """Link the visual settings of a model for kernels."""
        if self._seen is None or self._seen() is not m:
            for group in VISUAL_CLASSES:
                self._set_nested(f"vis_{group.rstrip('_')}", getattr(m.vis, group))
            self._counts = m.nflex, m.nskin, m.ntendon, m.nactuator
            self._seen = weakref.ref(m)
            self._serial = 0  # 0: link_inputs in update.py sets the serial once the memory fits the model

    def _copy_topology(self, m: MjModel) -> None:
        """Copy the topology of flexes and skins of a model."""
        for name in ("flex_vertadr", "flex_vertnum", "flex_edgeadr", "flex_edgenum", "skin_facenum"):
            getattr(self, "_a_" + name.replace("_", ""))[:] = getattr(m, "_a_" + name)
        for name in ("skin_vertadr", "skin_vertnum"):
            getattr(self, "_a_" + name.replace("_", ""))[:] = getattr(m, "_a_" + name)
        room = face_capacities(m)
        self._faces = np.cumsum(room) - room, room
        self._restore_face_ranges()
        self._a_flexedge[:] = m._a_flex_edge.reshape(-1)
        self._a_flexshellelem[:] = 0  # 0: not searched yet (flex_slices.py)

    def _restore_face_ranges(self) -> None:
        """Restore the triangle ranges of the flexes, which kernels trust and users may overwrite."""
        self._a_flexfaceadr[:], self._a_flexfacenum[:] = self._faces

    def _row_objects(self, name: str, cls: Any, parts: Iterable[Part], count: int) -> tuple[Any, ...]:
        """Return all rows of ``name`` as objects that keep the memory, not the scene, alive."""
        arrays = {part.name: getattr(self, f"_a_{name}_{part.name}") for part in parts}
        columns = Columns(arrays, self._slots)
        return tuple(cls._of(columns, i) for i in range(count))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Create the lists of rows on first access."""
            if name in _LISTS:
                return self.__dict__.setdefault(name, _LISTS[name](self))
            return Block.__getattr__(self, name)

    def __copy__(self) -> "MjvScene":
        other = MjvScene.__new__(type(self))
        other._allocate_scene(self._room)
        other._buffer[:] = self._buffer
        for f in fields_visual.SCALARS:
            setattr(other, f.name, getattr(self, f.name))
        return other

    def __deepcopy__(self, memo: object) -> "MjvScene":
        return self.__copy__()


def _add_list(name: str, meaning: str, make: Callable[[MjvScene], tuple[Any, ...]]) -> None:
    """Add a list of rows as an attribute of MjvScene."""
    _LISTS["_rows_" + name] = make
    setattr(MjvScene, name, property(attrgetter("_rows_" + name), doc=meaning))


_LISTS: dict[str, Callable[[MjvScene], tuple[Any, ...]]] = {}
_add_list(
    "geoms",
    "Everything to draw, those from ``ngeom`` on free: a tuple of ``maxgeom`` MjvGeom.",
    lambda scene: scene._row_objects("geom", MjvGeom, GEOM, scene._room["maxgeom"]),
)
_add_list(
    "lights",
    "The lights, those from ``nlight`` on free: a tuple of MjvLight.",
    lambda scene: scene._row_objects("light", MjvLight, LIGHT, mjMAXLIGHT),
)
_add_list(
    "camera",
    "The cameras of the left and the right eye: a tuple of two MjvGLCamera.",
    lambda scene: scene._row_objects("camera", MjvGLCamera, GL_CAMERA, fields_visual.EYES),
)


def _limit_to_capacity(name: str, most: Callable[[MjvScene], int]) -> None:
    """Make a count writable up to the capacity of the scene."""
    plain, at = MjvScene.__dict__[name], struct_layout.SCENE.offset[name] // 8

    def put(self: MjvScene, value: int) -> None:
        if type(value) is int and 0 <= value <= most(self):
            self._ints[at] = value
            return
        value, limit = whole(name, value, -(2**63), 2**63 - 1), most(self)
        if not 0 <= value <= limit:
            raise ValueError(f"{name} must be in 0 .. {limit}, not {value}")
        plain.fset(self, value)

    setattr(MjvScene, name, property(plain.fget, put, doc=plain.__doc__))


def _capacity(name: str) -> Callable[[MjvScene], int]:
    return lambda scene: scene._room.get(name, 0)


for _name in ("maxgeom", "nflex", "nskin"):
    _limit_to_capacity(_name, _capacity(_name))
_limit_to_capacity("ngeom", lambda self: self._room["maxgeom"])
_limit_to_capacity("nlight", lambda self: mjMAXLIGHT)
# one more row is allocated than there may be geoms
quicken(MjvScene, {"ngeom": ("nrow", 1), "maxgeom": ("nrow", 1)})
