"""What a batch on a device has in memory: which fields, how large, in which types.

Documents: design / Many worlds on GPUs

Fields are those that the program reads or writes, no others: work space of a collider that no stage of the program has
costs nothing. Capacities are fixed: contacts and rows that do not fit are lost, and counted.
"""

import math
from typing import NamedTuple

import numpy as np

from gelenk.batch import arguments
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.required_libraries import Parts
from gelenk.tables.enums import mjMAXCONPAIR, mjtGeom, mjtSolver
from gelenk.tables.field_rows import extents
from gelenk.tables.gpu_stages import COLLIDER_WORK, PAIR_WORK
from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu.variant import CHOSEN, Variant
from gelenk.toolchain.symbols import WARP

MOST_NUMBERS = 2**31  # of a field in all worlds: what a 32-bit index reaches
# what a reset leaves: buffers, since counts say what of them is valid, and which plugins there are
_UNCLEARED = {*(f.name for f in struct_layout.BUFFERS), "plugin", "plugin_data"}
_POINTERS = {"block"}  # fields that tiles have not


class Capacity(NamedTuple):
    """Room for contacts, constraint rows, numbers of efc_J, of efc_AR, of the solver's Hessian, in every world."""

    nconmax: int
    nefcmax: int
    nJmax: int
    nAmax: int
    nHmax: int


def capacity(m: MjModel, nconmax: int | None, njmax: int | None) -> Capacity:
    """Capacities: as asked for, or so many as a new MjData has room for.

    Errors   TypeError, ValueError: a capacity is no number, or negative
    """
    view = m._view
    limits = int(np.count_nonzero(view.jnt_limited)) + int(np.count_nonzero(view.tendon_limited))
    contacts = 32 if nconmax is None else arguments.count("Batch", "nconmax", nconmax, 0)
    rows = 6 * m.neq + m.nv + limits + 4 * contacts
    rows = rows if njmax is None else arguments.count("Batch", "njmax", njmax, 0)
    contacts, rows = max(contacts, 1), max(rows, 1)
    dual = m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0
    triangle = m.nv * (m.nv + 1) // 2
    return Capacity(contacts, rows, rows * max(m.nv, 1), rows * rows if dual else 1, max(triangle, 1))


WIDE, CROWD = 16, 24_576  # dofs from which lanes have something to share; worlds that fill a GPU without


def lanes_for(m: MjModel, nsim: int) -> int:
    """How many lanes a world has where nobody says: several where loops are long enough, and worlds too few.

    On an H200 a humanoid takes 3.4 million steps/s with eight lanes and 2.1 with one where there are 8,192 worlds, 4.1
    and 3.0 with 16,384, 4.6 and 4.9 with 32,768, where worlds keep it busy by themselves (docs/gpu.md): what lanes do
    alike is work that is done several times.
    """
    return CHOSEN if m.nv >= WIDE and nsim <= CROWD else 1


_CROWDED = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_SDF)
_SEARCHED = (*_CROWDED, mjtGeom.mjGEOM_ELLIPSOID, mjtGeom.mjGEOM_CYLINDER)
# other pairs find four at most, of a plane and a box, or five where they are tilted; and some to spare
FEW = 8


def candidates_for(m: MjModel) -> int:
    """Candidate contacts that a pair of geoms has room for: fewer where no pair of these shapes finds many.

    Shapes decide, and no flags: these may differ between worlds.
    """
    has = Parts(m)
    many = has.flexes or has.geoms(*_CROWDED) > 0 or has.geoms(mjtGeom.mjGEOM_BOX) > 1
    return mjMAXCONPAIR if many else FEW


def colliders_for(m: MjModel, lanes: int) -> int:
    """How many lanes of a world have work space to search for contacts, which takes some 10 kB in single precision.

    That part of them which the geoms are for whose pairs mostly are searched for. An estimate, nothing measured.
    """
    return max(1, round(lanes * Parts(m).geoms(*_SEARCHED) / max(m.ngeom, 1)))


class Entry(NamedTuple):
    """A field: shape in one world, how many numbers that is, their type on the device, how often a world has it."""

    name: str
    shape: tuple[int, ...]
    numbers: int
    dtype: np.dtype
    times: int = 1

    @property
    def nbytes(self) -> int:
        """Bytes of one world, once."""
        return self.numbers * self.dtype.itemsize


class Plan:
    """The fields of a batch."""

    def __init__(self, m: MjModel, nsim: int, used: set[str], variant: Variant, room: Capacity) -> None:
        self.nsim, self.variant, self.room = nsim, variant, room
        self.nworld = -(-nsim // WARP) * WARP
        self.sizes: dict[str, int] = {n: getattr(m, n) for n in struct_layout.DATA_SIZES}
        self.sizes |= room._asdict() | {"nplugin": m.nplugin, "nstat": 0, "fixed": 1}
        self.sizes |= {"nnear": candidates_for(m), "ncollider": colliders_for(m, variant.lanes)}
        plan = struct_layout.DATA
        self.arrays = {
            name: self._entry(name) for name in plan.arrays if name in used and name not in _POINTERS
        }
        self.columns = {
            name: Entry(name, (), 1, np.dtype(variant.dtype(_kind(dtype))), self._times(name))
            for name, dtype in plan.scalars.items()
            if name not in struct_layout.SHARED
        }
        for entry in self.arrays.values():
            every = entry.numbers * entry.times * self.nworld
            if every >= MOST_NUMBERS:
                raise ValueError(
                    f"{entry.name} has {entry.numbers * entry.times} numbers in a world, {every} in {nsim} "
                    f"worlds: a batch can have {MOST_NUMBERS}. Take several batches, or smaller nconmax and njmax"
                )

    def _entry(self, name: str) -> Entry:
        field = struct_layout.DATA.arrays[name]
        shape = extents(field, lambda size: self.sizes.get(size, 0))
        dtype = np.dtype(self.variant.dtype(field.dtype))
        return Entry(name, shape, math.prod(shape), dtype, self._times(name))

    def _times(self, name: str) -> int:
        if name in COLLIDER_WORK:
            return self.sizes["ncollider"]
        return self.variant.lanes if name in PAIR_WORK else 1

    @property
    def nbytes(self) -> int:
        """Bytes of one world."""
        return sum(e.nbytes * e.times for e in (*self.arrays.values(), *self.columns.values()))

    @property
    def cleared(self) -> list[Entry]:
        """The fields that a reset makes zero."""
        return [e for e in self.arrays.values() if e.name not in _UNCLEARED and e.numbers]


def _kind(dtype: str) -> str:
    """How a scalar is kept: its slot has eight bytes, whatever its type."""
    return "float64" if dtype.startswith("float") else "int64"


def tiled(rows: np.ndarray, nworld: int, tile: int) -> np.ndarray:
    """Rows (nsim, count) in the order of tiles, the last world repeated in what is left of the last tile."""
    if len(rows) < nworld:
        rows = np.concatenate([rows, np.repeat(rows[-1:], nworld - len(rows), axis=0)])
    return np.ascontiguousarray(rows.reshape(nworld // tile, tile, -1).transpose(0, 2, 1))


def initial(d: MjData, entry: Entry) -> np.ndarray | None:
    """The numbers of a field in a new MjData, where there are any."""
    if entry.name in struct_layout.DATA.scalars:
        at = struct_layout.DATA.offset[entry.name] // 8
        slots = d._floats if struct_layout.DATA.scalars[entry.name].startswith("float") else d._ints
        return np.array([slots[at]])
    own = getattr(d, "_a_" + entry.name, None)
    return own.reshape(-1) if own is not None and own.shape == entry.shape else None
