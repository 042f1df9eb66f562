"""Memory of passes with tangents: shadows, the tangent space of qpos, the stage table.

Documents: design / Tangents of kernels; Computation / General framework / Coordinate frames; API / mj_integratePos

Shadows are memory for the tangents of a model and its data. A shadow struct has the slots of its struct, with the
addresses of the shadows of its arrays, followed by the tangents of its scalars (toolchain/tangents/rules.py).
Arrays of the model have shadows of their own in the kind PARAMETERS; otherwise they share one shadow that stays zero.
In shadows of code that records on a tape, each number has an integer instead of tangents: its place on the tape.

The tangent space of qpos maps motions of the dofs to motions of qpos, and back. A quaternion q moves by dq = q (0, w) /
2 along the angular velocity w in its local frame, and w = 2 Im(conj(q) dq).

The stage table of passes has the addresses of stages with tangents, and of rules. The entry of a stage without a rule
is a function that records the stage's name, so that the pass raises an error. A pass with Runge-Kutta visits four
states, so the values that rules hold fixed are computed within the pass: two entries call a Python function that runs
the stage, stores its result and runs the rule.
"""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.gradients.arguments import FALL_BACK, Unsupported
from gelenk.runtime.exclusive_use import whole
from gelenk.runtime.plugin_instances import REGISTERED
from gelenk.runtime.plugin_registry import FIRST, Plugin, packed_kernel
from gelenk.runtime.required_libraries import libraries
from gelenk.tables.enums import mjtEnableBit, mjtIntegrator, mjtJoint
from gelenk.tables.gradients import (
    CARRIED,
    COLUMNS,
    HELD,
    HOLD_MINIMUM,
    NOSLIP,
    PARAMETERS,
    RULES,
    SOFT_RULES,
    SOFTEN,
    SOFTENED,
    TAPE,
    columns,
)
from gelenk.tables.stages import FIRST_PARTY, INDEX, NAMED, STAGE_AT
from gelenk.tables.status import DONE
from gelenk.toolchain import digests, library
from gelenk.toolchain.kernel_pickle import KernelError
from gelenk.toolchain.link import c_function, entry_of
from gelenk.toolchain.struct_layout import DATA, MODEL, OPTION, STATISTIC, Layout
from gelenk.toolchain.tangents import load
from gelenk.toolchain.tangents.rules import LINE, scalars_at, size_of

if TYPE_CHECKING:
    from gelenk.runtime.block import Block
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

CHECKING = digests.checking()
GUARD = 0x5ADE5ADE5ADE5ADE  # word after each shadow array, which no stage may change


class Shadow:
    """The shadow of one struct.

    address   of its slots, for compiled code
    arrays    field -> its tangents (size of the field, width), for fields with a shadow of their own
    places    field -> address of its tangents, for arrays with a shadow of their own
    """

    def __init__(self, plan: Layout, width: int = COLUMNS) -> None:
        self._plan, self._width = plan, width
        self._dtype = np.float64 if width > 1 else np.int64
        self._kept: list[np.ndarray] = []
        self._guards: list[np.ndarray] = []
        self.slots = self._memory(size_of(plan, width)).view(np.int64)
        self.address = self.slots.ctypes.data
        self.arrays: dict[str, np.ndarray] = {}
        self.places: dict[str, int] = {}
        first = scalars_at(plan) // 8
        self._scalars = numbers = self.slots.view(self._dtype)[first:]
        for name, dtype in plan.scalars.items():
            if dtype == "float64":
                at = plan.offset[name] // 8 * width
                self.arrays[name] = numbers[at : at + width].reshape(1, width)
        self._own: list[np.ndarray] = []

    def _memory(self, size: int) -> np.ndarray:
        """Return zeroed bytes, aligned to a cache line, followed by a guard word."""
        size = -(-size // 8) * 8
        raw = np.zeros(size + LINE + 8, np.uint8)
        first = -raw.ctypes.data % LINE
        guard = raw[first + size : first + size + 8].view(np.uint64)
        guard[0] = GUARD
        self._kept.append(raw)
        self._guards.append(guard)
        return raw[first : first + size]

    def add(self, sizes: dict[str, int]) -> None:
        """Allocate a zeroed shadow for each field of ``sizes``."""
        width = self._width
        ends = np.cumsum([-(-size * width * 8 // LINE) * LINE for size in sizes.values()])
        raw = self._memory(int(ends[-1]) if len(ends) else 0)
        self._own.append(raw.view(self._dtype))
        at = 0
        for (name, size), end in zip(sizes.items(), ends.tolist(), strict=True):
            array = raw[at : at + 8 * size * width].view(self._dtype).reshape(size, width)
            self.arrays[name] = array
            self.slots[self._plan.offset[name] // 8] = self.places[name] = array.ctypes.data
            at = end

    def share(self, sizes: dict[str, int]) -> None:
        """Let all fields of ``sizes`` share one shadow, which stays zero."""
        at = self._memory(8 * self._width * max([1, *sizes.values()])).ctypes.data
        for name in sizes:
            self.slots[self._plan.offset[name] // 8] = at

    def clear(self) -> None:
        """Set all tangents to zero."""
        self._scalars[:] = 0
        for array in self._own:
            array[:] = 0

    @property
    def is_intact(self) -> bool:
        """Return whether no stage wrote past the end of a shadow."""
        return all(guard[0] == GUARD for guard in self._guards)


def check_guards(made: Iterable[Shadow | ModelShadow], what: str) -> None:
    """Raise IndexError if a stage wrote past the end of the tangents of a field.

    what   name of the function that ran the stage, for the message
    """
    if not all(shadow.is_intact for shadow in made):
        raise IndexError(f"{what} wrote past the end of the tangents of a field")


def _sizes(block: Block) -> dict[str, int]:
    """Return the float64 fields of a block with their sizes."""
    found = {}
    for piece in block._pieces.values():
        for row, field in enumerate(piece.plan.table.fields):
            if field.dtype == "float64" and field.name != "block":
                found[field.name] = piece.plan.count(row)
    return found


def capacities(d: MjData) -> list[int]:
    """Return the capacities of d, which determine the sizes of its shadow."""
    return [piece.plan.total for piece in d._pieces.values()]


def of_data(d: MjData, kind: str) -> Shadow:
    """Return the shadow of an MjData, for its current capacities."""
    made = Shadow(DATA, columns(kind))
    sizes = _sizes(d)
    made.add({name: size for name, size in sizes.items() if name not in HELD})
    made.share({name: size for name, size in sizes.items() if name in HELD})
    return made


class ModelShadow:
    """The shadow of a model with its options and statistics.

    table   addresses of the stages with tangents
    """

    def __init__(self, m: MjModel, kind: str, table: np.ndarray) -> None:
        self.table = table
        self._model = Shadow(MODEL, columns(kind))
        nested: list[tuple[str, Layout, Any]] = [("opt", OPTION, m.opt), ("stat", STATISTIC, m.stat)]
        self._nested = {name: Shadow(plan, columns(kind)) for name, plan, _ in nested}
        for shadow, block in ((self._model, m), *((self._nested[name], b) for name, _, b in nested)):
            sizes = _sizes(block)
            if kind.removesuffix(TAPE) == PARAMETERS:
                shadow.add(sizes)
            else:
                shadow.share(sizes)
        for name, shadow in self._nested.items():
            self._model.slots[MODEL.offset[name] // 8] = shadow.address
        self._model.slots[MODEL.offset["stage_table"] // 8] = table.ctypes.data
        self.address = self._model.address

    def tangents(self, name: str) -> np.ndarray:
        """Return the tangents of a field of the model, "body_mass" or "opt.gravity"."""
        owner, _, field = name.rpartition(".")
        return (self._nested[owner] if owner else self._model).arrays[field]

    @property
    def is_intact(self) -> bool:
        """Return whether no stage wrote past the end of a shadow."""
        return self._model.is_intact and all(shadow.is_intact for shadow in self._nested.values())


# Tangent space of qpos


class TangentSpace:
    """Indices of quaternions and of other coordinates in qpos and qvel of a model."""

    def __init__(self, m: MjModel) -> None:
        qpos, dof, quat, turn = list[int](), list[int](), list[int](), list[int]()
        for kind, adr, first in zip(
            m.jnt_type.tolist(), m.jnt_qposadr.tolist(), m.jnt_dofadr.tolist(), strict=True
        ):
            if kind == mjtJoint.mjJNT_FREE:
                qpos += range(adr, adr + 3)
                dof += range(first, first + 3)
                adr, first = adr + 3, first + 3
            if kind in (mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL):
                quat.append(adr)
                turn.append(first)
            else:
                qpos.append(adr)
                dof.append(first)
        self._nq, self._nv = m.nq, m.nv
        self._qpos, self._dof = np.array(qpos, np.int64), np.array(dof, np.int64)
        self._quat, self._turn = np.array(quat, np.int64), np.array(turn, np.int64)

    def lift(self, qpos: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return the tangents of qpos (nq, k) along motions of the dofs v (nv, k)."""
        out = np.zeros((self._nq, v.shape[1]))
        out[self._qpos] = v[self._dof]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = qpos[adr : adr + 4]
            columns = np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]])
            out[adr : adr + 4] = 0.5 * columns @ v[dof : dof + 3]
        return out

    def pull_lift(self, qpos: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the transpose of `lift` times weights of qpos (nq): weights of motions (nv)."""
        out = np.zeros(self._nv)
        out[self._dof] = weights[self._qpos]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = (0.5 * qpos[adr : adr + 4]).tolist()
            a, b, c, e = weights[adr : adr + 4].tolist()
            out[dof] = w * b + z * c - y * e - x * a
            out[dof + 1] = w * c + x * e - z * b - y * a
            out[dof + 2] = w * e + y * b - x * c - z * a
        return out

    def pull_lower(self, qpos: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the transpose of `lower` times weights of motions (nv): weights of qpos (nq)."""
        out = np.zeros(self._nq)
        out[self._qpos] = weights[self._dof]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = qpos[adr : adr + 4].tolist()
            scale = 2.0 / (w * w + x * x + y * y + z * z)
            a, b, c = (scale * weights[dof : dof + 3]).tolist()
            out[adr] = -x * a - y * b - z * c
            out[adr + 1] = w * a - z * b + y * c
            out[adr + 2] = z * a + w * b - x * c
            out[adr + 3] = x * b - y * a + w * c
        return out

    def lower(self, qpos: np.ndarray, tangents: np.ndarray) -> np.ndarray:
        """Return the motions of the dofs (nv, k) that move qpos by tangents (nq, k)."""
        out = np.zeros((self._nv, tangents.shape[1]))
        out[self._dof] = tangents[self._qpos]
        for adr, dof in zip(self._quat, self._turn, strict=True):
            w, x, y, z = qpos[adr : adr + 4]
            rows = np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])
            out[dof : dof + 3] = 2.0 / (w * w + x * x + y * y + z * z) * rows @ tangents[adr : adr + 4]
        return out


# Stage table of passes

# stages that run without tangents: derivatives do not pass through them, or rules hold their results (factor_m)
_PLAIN = (*("check_pos", "check_vel", "check_acc", "all_awake", "factor_m"),)
_HELD_SIDES = "held_sides", "solve_sides"  # entry that rules call, and the stage without tangents
_UNUSED = "project_constraint"  # only PGS and noslip read its results
_SOFT = {rule.name for rule in SOFT_RULES.values()}
_PLACE_OF = {rule.name: place for place, rule in RULES.items()}
_HELD = ("fwd_acceleration", "fwd_constraint")  # entries that call Python with Runge-Kutta
_STATUS = DATA.offset["status"] // 8
_FOUR = [ctypes.c_int64] * 4
_Callback = ctypes.CFUNCTYPE(ctypes.c_int64, *_FOUR)


_of_thread = (
    threading.local()
)  # reached: stages without a rule that were called; error: exception of Python code


def _reached() -> list[str]:
    found: list[str] = _of_thread.__dict__.setdefault("reached", [])
    return found


@functools.cache
def _recorder(name: str) -> Any:
    """Return a C function that records that a stage without a rule was called."""

    @whole
    def call(*_: int) -> int:
        try:
            if name != _UNUSED:
                _reached().append(name)
        except BaseException as error:
            _of_thread.error = error
        return 0

    return _Callback(call)


def _refusal(name: str) -> int:
    return entry_of(_recorder(name))


class StageTable:
    """The stage table of a workspace.

    addresses   by the index of the stage
    width       width of softened zones, for passes with Runge-Kutta
    """

    def __init__(self, kind: str, softened: tuple[str, ...] = ()) -> None:
        """Make an empty table; ``softened`` are the stages that rules in SOFT_RULES replace."""
        self._kind, self._softened, self.width = kind, softened, 0.0
        # arguments: addresses of a model, its data, their shadows, and the tape
        self._addresses = [*_FOUR, *([ctypes.c_int64] if kind.endswith(TAPE) else [])]
        self.addresses = np.zeros_like(library.TABLE)
        self._kept: list[Any] = []  # C callbacks, which must live as long as the table
        self._carried: set[str] = set()
        self._found: dict[str, int] = {}
        self._kernels: dict[int, tuple[Plugin, int]] = {}  # plugin and address of its kernel, by number

    def prepare(self, m: MjModel, d: MjData, *further: str) -> None:
        """Fill the table with the stages that a model needs.

        further   additional libraries
        """
        soft = [SOFTENED] if self._softened else []
        wanted = [name for name in (*_further(m), *libraries(m), *further, *soft) if name in CARRIED]
        if not self._carried >= set(wanted):
            self._carried |= set(wanted)
            self._found = load.addresses(sorted(self._carried), self._kind)
            for index, stage in STAGE_AT.items():
                if not self.addresses[index]:
                    self.addresses[index] = _refusal(stage.name)
        for name, address in self._found.items():
            if name not in _SOFT:
                self.addresses[INDEX[_PLACE_OF.get(name, name)]] = address
        for place in self._softened:
            self.addresses[INDEX[place]] = self._found[SOFT_RULES[place].name]
        self.enter_plain_stages()
        if m.opt.integrator == mjtIntegrator.mjINT_RK4:
            self._hold_within(m, d)

    def enter_kernels(self, m: MjModel) -> None:
        """Enter the kernels of users' plugins, with tangents; plugins may have been replaced.

        Errors   Unsupported: a kernel has an instruction without a rule; the message names it
        """
        for number in {*m.plugin.tolist()} - {*range(len(FIRST_PARTY))}:
            plugin, parcel = REGISTERED[number], packed_kernel(number)
            if parcel is None:
                continue
            known, address = self._kernels.get(number, (None, 0))
            if known is not plugin:
                try:
                    address = load.kernel_address(parcel, "mdii", self._kind)
                except KernelError as error:
                    what = f"plugin {plugin.name} has no exact derivative"
                    raise Unsupported(f"{what}: {error}; {FALL_BACK}") from error
                self._kernels[number] = plugin, address
            self.addresses[FIRST + number] = address

    @property
    def reached(self) -> list[str]:
        """Stages without a rule that passes of this thread have called."""
        return _reached()

    @property
    def error(self) -> BaseException | None:
        """Exception of Python code within a pass of this thread, such as KeyboardInterrupt."""
        return getattr(_of_thread, "error", None)

    @error.setter
    def error(self, value: BaseException | None) -> None:
        _of_thread.error = value

    def missing(self, stage: str) -> str:
        """Return the library with tangents that must be loaded, or "" if none is missing."""
        owner = NAMED[stage].library
        if owner in self._carried or all(
            _PLACE_OF.get(row.name, row.name) != stage for row in CARRIED.get(owner, ())
        ):
            return ""
        return owner

    def enter_plain_stages(self) -> None:
        """Enter the loaded stages that run without tangents."""
        for name in _PLAIN:
            self.addresses[INDEX[name]] = library.TABLE[INDEX[name]] or self.addresses[INDEX[name]]
        place, stage = map(INDEX.__getitem__, _HELD_SIDES)
        self.addresses[place] = library.TABLE[stage] or self.addresses[place]

    def entry(self, function: Callable[..., None], integers: int = 0) -> int:
        """Return the address of a C callback to a Python function; `error` has its exceptions.

        The function gets the addresses of model and data, the integers, and the addresses of shadows.

        integers   number of integer arguments between the addresses of data and of the shadows
        """

        @whole
        def call(*addresses: int) -> int:
            try:
                function(*addresses)
            except BaseException as error:
                _of_thread.error = error
            return 0

        kinds = [*self._addresses, *[ctypes.c_int64] * integers]
        made = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(call)
        self._kept.append(made)
        return entry_of(made)

    def _hold_within(self, m: MjModel, d: MjData) -> None:
        """Let the entries in `_HELD` run their stages, store the results, and run the rules."""
        plain = {name: library.native(name) for name in _HELD}
        rule = {name: c_function(int(self.addresses[INDEX[name]]), self._addresses) for name in _HELD}
        hold = load.plain_rule(HOLD_MINIMUM)
        soften = load.plain_rule(SOFTEN) if self._softened else None
        status = d._ints[_STATUS : _STATUS + 1]

        def accelerate(*addresses: int) -> None:
            plain["fwd_acceleration"](*addresses[:2])
            d._a_sol_mgrad[:] = d._a_qacc_smooth
            rule["fwd_acceleration"](*addresses)

        def constrain(*addresses: int) -> None:
            plain["fwd_constraint"](*addresses[:2])
            if status[0] == DONE:
                hold(m, d)
            if soften is not None and status[0] == DONE:
                soften(m, d, self.width, 0.0)
            if status[0] == DONE:
                rule["fwd_constraint"](*addresses)

        for name, function in zip(_HELD, (accelerate, constrain), strict=True):
            self.addresses[INDEX[name]] = self.entry(function)


def _further(m: MjModel) -> list[str]:
    """Return libraries that a pass may need in addition to those of a step."""
    energy = m.nsensor or m.opt.enableflags & mjtEnableBit.mjENBL_ENERGY
    noslip = [NOSLIP] if m.opt.noslip_iterations > 0 else []
    return ["inverse", *noslip, *(["energy", "post_constraint"] if energy else [])]
