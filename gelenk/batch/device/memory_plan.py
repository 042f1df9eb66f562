"""Memory plan of a batch on a device, and memory of its model.

Documents: design / Many worlds on GPUs

The plan of a batch has its fields, with their sizes and dtypes. Only fields that the program reads or writes are
allocated; workspace of a collider without a stage in the program costs nothing. Capacities are fixed: excess contacts
and rows are dropped, and counted.

Memory of a model on a device: its arrays in one allocation, and slots that point there.

Constants of plugins are the values of all instances in sequence, shared by all worlds. In place of an address, each
instance has the index of its first value, counted from one: zero means none.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from gelenk.batch import arguments
from gelenk.runtime import plugin_instances
from gelenk.runtime.block import Block
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.required_libraries import Parts
from gelenk.tables import gpu_stages
from gelenk.tables.enums import mjMAXCONPAIR, mjtGeom, mjtSolver
from gelenk.tables.field_rows import extents
from gelenk.tables.gpu_stages import COLLIDER_WORK, PAIR_WORK
from gelenk.tables.stages import INDEX, PLACES
from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu.cuda_driver import Device, Memory
from gelenk.toolchain.gpu.variant import DEFAULT_LANES, Variant
from gelenk.toolchain.struct_layout import WARP

MOST_NUMBERS = 2**31  # elements of a field in all worlds: limit of a 32-bit index
# fields that a reset keeps: buffers, whose valid part counts define, and the plugins of the model
_UNCLEARED = {*(f.name for f in struct_layout.BUFFERS), "plugin", "plugin_data"}
_POINTERS = {"block"}  # fields that are not interleaved


class Capacity(NamedTuple):
    """Capacities per world: contacts, constraint rows, elements of efc_J, efc_AR, Hessian."""

    nconmax: int
    nefcmax: int
    nJmax: int
    nAmax: int
    nHmax: int


def capacity(m: MjModel, nconmax: int | None, njmax: int | None) -> Capacity:
    """Return the requested capacities, or those of a new MjData.

    Errors   TypeError, ValueError: a capacity is not an integer, or is negative
    """
    view = m._view
    limits = int(np.count_nonzero(view.jnt_limited)) + int(np.count_nonzero(view.tendon_limited))
    contacts = 32 if nconmax is None else arguments.checked_count("Batch", "nconmax", nconmax, 0)
    rows = 6 * m.neq + m.nv + limits + 4 * contacts
    rows = rows if njmax is None else arguments.checked_count("Batch", "njmax", njmax, 0)
    contacts, rows = max(contacts, 1), max(rows, 1)
    dual = m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0
    triangle = m.nv * (m.nv + 1) // 2
    return Capacity(contacts, rows, rows * max(m.nv, 1), rows * rows if dual else 1, max(triangle, 1))


# least number of dofs, and largest number of worlds, for several lanes: more worlds fill a GPU with one lane each
LEAST_LANE_DOFS, MOST_LANE_WORLDS = 16, 24_576


def lanes_for(m: MjModel, nsim: int) -> int:
    """Return the default number of lanes: several for many dofs and few worlds.

    Million steps/s of a humanoid on an H200, with eight lanes and with one: 3.4 and 2.1 for 8,192 worlds, 4.1 and 3.0
    for 16,384, 4.6 and 4.9 for 32,768 (docs/gpu.md). 32,768 worlds fill the GPU with one lane each; more lanes then
    cost time, since each lane repeats the work that is not divided.
    """
    return DEFAULT_LANES if m.nv >= LEAST_LANE_DOFS and nsim <= MOST_LANE_WORLDS else 1


_CROWDED = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_SDF)
_SEARCHED = (*_CROWDED, mjtGeom.mjGEOM_ELLIPSOID, mjtGeom.mjGEOM_CYLINDER)
# other pairs find at most four contacts, as plane and box, or five if tilted; the rest is reserve
SIMPLE_PAIR_CANDIDATES = 8


def candidates_for(m: MjModel) -> int:
    """Return the capacity of candidate contacts per pair of geoms, less for simple shapes.

    Only the shapes decide, since flags may differ between worlds.
    """
    has = Parts(m)
    many = has.flexes or has.geoms(*_CROWDED) > 0 or has.geoms(mjtGeom.mjGEOM_BOX) > 1
    return mjMAXCONPAIR if many else SIMPLE_PAIR_CANDIDATES


def colliders_for(m: MjModel, lanes: int) -> int:
    """Return the number of lanes per world with workspace for iterative colliders.

    The workspace is about 10 kB in single precision. The share of lanes is that of the geoms of types whose pairs
    mostly need such colliders: an estimate, not a measurement.
    """
    return max(1, round(lanes * Parts(m).geoms(*_SEARCHED) / max(m.ngeom, 1)))


class Entry(NamedTuple):
    """A field: shape in one world, number of elements, dtype on the device, copies per world."""

    name: str
    shape: tuple[int, ...]
    numbers: int
    dtype: np.dtype
    times: int = 1

    @property
    def nbytes(self) -> int:
        """Number of bytes of one copy in one world."""
        return self.numbers * self.dtype.itemsize


class Plan:
    """The fields of a batch on a device, with their shapes and dtypes."""

    def __init__(self, m: MjModel, nsim: int, used: set[str], variant: Variant, room: Capacity) -> None:
        self.nsim, self.variant, self.room = nsim, variant, room
        self.nworld = -(-nsim // WARP) * WARP
        self.sizes: dict[str, int] = {n: getattr(m, n) for n in struct_layout.DATA_SIZES}
        self.sizes |= room._asdict() | {"nplugin": m.nplugin, "nstat": 0, "fixed": 1}
        self.sizes |= {"nnear": candidates_for(m), "ncollider": colliders_for(m, variant.lanes)}
        plan = struct_layout.DATA
        self.arrays = {
            name: self._field_entry(name) for name in plan.arrays if name in used and name not in _POINTERS
        }
        self.columns = {
            name: Entry(name, (), 1, np.dtype(variant.dtype(_kind(dtype))), self._copies_per_world(name))
            for name, dtype in plan.scalars.items()
            if name not in struct_layout.SHARED
        }
        for entry in self.arrays.values():
            every = entry.numbers * entry.times * self.nworld
            if every >= MOST_NUMBERS:
                raise ValueError(
                    f"{entry.name} has {entry.numbers * entry.times} elements per world, {every} in {nsim} worlds, "
                    f"which must be below {MOST_NUMBERS}: use several batches, or smaller nconmax and njmax"
                )

    def _field_entry(self, name: str) -> Entry:
        field = struct_layout.DATA.arrays[name]
        shape = extents(field, lambda size: self.sizes.get(size, 0))
        dtype = np.dtype(self.variant.dtype(field.dtype))
        return Entry(name, shape, math.prod(shape), dtype, self._copies_per_world(name))

    def _copies_per_world(self, name: str) -> int:
        if name in COLLIDER_WORK:
            return self.sizes["ncollider"]
        return self.variant.lanes if name in PAIR_WORK else 1

    @property
    def nbytes(self) -> int:
        """Number of bytes of one world."""
        return sum(e.nbytes * e.times for e in (*self.arrays.values(), *self.columns.values()))

    @property
    def cleared_on_reset(self) -> list[Entry]:
        """The fields that a reset clears."""
        return [e for e in self.arrays.values() if e.name not in _UNCLEARED and e.numbers]


def _kind(dtype: str) -> str:
    """Return the dtype of a scalar in its slot of eight bytes."""
    return "float64" if dtype.startswith("float") else "int64"


def tiled(rows: np.ndarray, nworld: int, tile: int) -> np.ndarray:
    """Return rows (nsim, count) interleaved by tiles.

    Repeats the last world to fill the last tile.
    """
    if len(rows) < nworld:
        rows = np.concatenate([rows, np.repeat(rows[-1:], nworld - len(rows), axis=0)])
    return np.ascontiguousarray(rows.reshape(nworld // tile, tile, -1).transpose(0, 2, 1))


def initial(d: MjData, entry: Entry) -> np.ndarray | None:
    """Return the values of a field in a new MjData; None if it has no array of this shape."""
    if entry.name in struct_layout.DATA.scalars:
        at = struct_layout.DATA.offset[entry.name] // 8
        slots = d._floats if struct_layout.DATA.scalars[entry.name].startswith("float") else d._ints
        return np.array([slots[at]])
    own = getattr(d, "_a_" + entry.name, None)
    return own.reshape(-1) if own is not None and own.shape == entry.shape else None


# Memory of a model

ALIGN_BYTES = 256


class Upload:
    """Arrays that are uploaded in one allocation."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, np.ndarray]] = []
        self._total = 0

    def add(self, array: np.ndarray) -> int:
        """Add an array, and return its offset in the allocation [byte]."""
        start = self._total
        self._parts.append((start, array))
        self._total += -(-array.nbytes // ALIGN_BYTES) * ALIGN_BYTES
        return start

    def copy_to(self, device: Device) -> Memory:
        """Allocate and copy all arrays on a device."""
        memory = device.allocate(self._total)
        for start, array in self._parts:
            if array.nbytes:
                memory.write(array, start)
        return memory


def float_slot(value: float, variant: Variant) -> int:
    """Return a float as the content of a slot; single precision uses the lower half."""
    if variant.single:
        return int(np.array([value, 0.0], np.float32).view(np.int64)[0])
    return int(np.float64(value).view(np.int64))


class DeviceModel:
    """The model of a batch on a device, copied when the batch is made.

    slots    constant memory of each struct, by its name
    """

    def __init__(self, m: MjModel, device: Device, variant: Variant, libraries: list[str]) -> None:
        self.variant = variant
        upload = Upload()
        places: list[tuple[str, str, int]] = []
        self.slots: dict[str, np.ndarray] = {}
        for block in (m, m.opt, m.stat):
            self._add_struct(block, upload, places)
        table = np.zeros(PLACES, variant.dtype("int64"))
        for library in libraries:
            for stage in gpu_stages.rows(library):
                if stage.name in INDEX:
                    table[INDEX[stage.name]] = 1
        places.append(("model", "stage_table", upload.add(table)))
        self.memory = upload.copy_to(device)
        plans = {plan.name: plan for plan in struct_layout.MANY}
        for struct, name, start in places:
            self.slots[struct][plans[struct].offset[name] // 8] = self.memory.pointer + start

    def _add_struct(self, block: Block, upload: Upload, places: list[tuple[str, str, int]]) -> None:
        plan = block._layout
        slots = np.zeros(plan.nslot, np.int64)
        for name, dtype in plan.scalars.items():
            at = plan.offset[name] // 8
            if dtype.startswith("float"):
                slots[at] = float_slot(float(block._floats[at]), self.variant)
            else:
                slots[at] = block._ints[at]
        for name, field in plan.arrays.items():
            array = getattr(block, "_a_" + name, None)
            if array is not None and array.size:
                own = np.ascontiguousarray(array.reshape(-1), self.variant.dtype(field.dtype))
                places.append((plan.name, name, upload.add(own)))
        self.slots[plan.name] = slots


def numbers(m: MjModel) -> np.ndarray:
    """Return the constants of all plugin instances, concatenated.

    Errors   ValueError: a device does not support a plugin of the model
    """
    return np.concatenate([np.zeros(0), *_each(m)])


def _each(m: MjModel) -> list[np.ndarray]:
    return [plugin_instances.constants_of(m, i) for i in range(m.nplugin)]


def put_constants(m: MjModel, plan: Plan, device: Device, memory: dict[str, Memory]) -> Memory | None:
    """Upload the plugin constants and their offsets; None if no stage reads them."""
    if not m.nplugin or "plugin_data" not in plan.arrays:
        return None
    put_places(m, plan, memory)
    values = numbers(m).astype(plan.columns["time"].dtype)
    found = device.allocate(values.nbytes)
    found.write(values)
    return found


def put_places(m: MjModel, plan: Plan, memory: dict[str, Memory], first: int = 0) -> None:
    """Write the first index of each plugin instance to every world.

    first   number of values that precede the constants
    """
    entry = plan.arrays["plugin_data"]
    sizes = [len(one) for one in _each(m)]
    places = (1 + first + np.cumsum([0, *sizes])[:-1]).astype(entry.dtype)
    memory[entry.name].write(
        tiled(np.broadcast_to(places, (plan.nworld, len(sizes))), plan.nworld, plan.variant.tile)
    )
