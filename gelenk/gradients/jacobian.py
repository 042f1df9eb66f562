"""Jacobians and Jacobian-vector products by passes with tangents; assembled Jacobians.

Documents: design / Tangents of kernels

Passes with tangents give the derivatives of results with respect to inputs (`jacobian`), or along one direction
of inputs (`jvp`).

Assembled Jacobians of a step: memory and addresses for the kernel that computes them (`step_jacobian`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.derivatives import contact_columns as contacts
from gelenk.engine.derivatives import step_jacobian as layout
from gelenk.engine.derivatives.tree_groups import groups_size
from gelenk.gradients import arguments, pass_memory
from gelenk.gradients.arguments import EXACT, as_softening, stage_options
from gelenk.gradients.passes import Workspace, with_free_workspace, workspace
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.arguments import check_pair
from gelenk.runtime.data import MjData
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtStage
from gelenk.tables.gradients import ASSEMBLY, COLUMNS, HOLD, PARAMETERS, REMAINDER, STATE, STATE_JACOBIAN
from gelenk.tables.gradients import STATE as BY_DATA
from gelenk.toolchain.tangents import load

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from gelenk.runtime.memory_plan import Piece

Matrices = tuple[np.ndarray, np.ndarray]  # A and B
_REPEATS = 100  # limit of runs of one Jacobian: each stop (buffers grow, a library is loaded) repeats it
_CLOSED_FORMS = layout.WORK, layout.BY_POS, layout.BY_VEL, layout.BY_INERTIA


def columns_size(nv: int, n: int) -> int:
    """Return the number of elements of nv rows of n columns, in blocks of COLUMNS columns."""
    return -(-n // COLUMNS) * COLUMNS * nv


def closed_form_memory(m: MjModel, words: np.ndarray) -> list[np.ndarray]:
    """Allocate memory for the closed forms and enter its addresses into a table of words.

    words   table of `step_jacobian` or of `step_product`
    """
    found = [np.zeros(layout.work_size(m._view)), *(np.zeros(columns_size(m.nv, m.nv)) for _ in range(3))]
    for place, array in zip(_CLOSED_FORMS, found, strict=True):
        words[place] = array.ctypes.data
    return found


class ContactMemory:
    """Memory and addresses for the kernels of contact_columns.py."""

    def __init__(self, m: MjModel, words: np.ndarray) -> None:
        """Enter the table into ``words``, those of `step_jacobian` or `step_product`."""
        self._words = np.zeros(contacts.WORDS, np.int64)
        words[layout.CONTACTS] = self._words.ctypes.data
        self._words[contacts.ENTRY] = load.addresses([ASSEMBLY], STATE)["contact_part"]
        self._numbers = np.zeros(contacts.work_length(m._view))
        self._words[contacts.WORK] = self._numbers.ctypes.data

    def enter(self, m: MjModel, d: MjData, model: pass_memory.ModelShadow, data: pass_memory.Shadow) -> None:
        """Enter the addresses of m, d and their shadows, for the current capacities of d."""
        self._integers = np.zeros(contacts.ints_length(m._view, d._scalar("nconmax")), np.int64)
        self._words[contacts.INTS] = self._integers.ctypes.data
        fields = (data.places[name] for name in contacts.FIELDS)
        addresses = m._address, d._address, model.address, data.address, *fields
        self._words[contacts.OWN_MODEL : contacts.ANGLE + 1] = addresses


def enter_options(words: np.ndarray, at: int, m: MjModel) -> None:
    """Enter the options that the stage table was prepared for, which native calls check."""
    o = m.opt
    words[at : at + 4] = o.solver, o.cone, o.disableflags, o.enableflags


class Assembly:
    """Memory and addresses for the kernel `step_jacobian`, for one workspace.

    declined   options of the model at the last call for which the kernel had no closed form
    """

    def __init__(self, work: Workspace) -> None:
        self._work, m = work, work.m
        self._run = load.plain_rule(STATE_JACOBIAN)
        self._words = np.zeros(layout.WORDS, np.int64)
        self._numbers = closed_form_memory(m, self._words)
        self._groups = [np.zeros(groups_size(m._view), np.int64) for _ in range(2)]
        counts = m.nv, m.nv, m.na, m.nu  # of the inputs of each kind
        self._rest = [np.zeros(columns_size(m.nv, n)) for n in counts for _ in range(2)]
        for first, arrays in ((layout.GROUPS, self._groups), (layout.REST, self._rest)):
            self._words[first : first + len(arrays)] = [array.ctypes.data for array in arrays]
        self._contacts = ContactMemory(m, self._words)
        entries = load.addresses([REMAINDER, ASSEMBLY], STATE)
        for place, name in ((layout.REMAINDER, "remainder_part"), (layout.SOLUTION, "solution_part")):
            self._words[place] = entries[name]
        self._words[layout.HOLD] = load.plain_address(HOLD)
        self._words[layout.OPTIONS] = -1  # no valid solver, so that `at` returns None before the first `run`
        self._address = self._words.ctypes.data
        self.declined: tuple[int, ...] = ()
        self._pieces: dict[str, Piece] = {}  # memory of the data, replaced when buffers grow
        self._shadows: list[pass_memory.Shadow] = []

    def _make_shadows(self) -> None:
        """Make a shadow of the data for each kind of input, for the current capacities."""
        d = self._work.d
        self._pieces = d._pieces
        self._shadows = [pass_memory.of_data(d, STATE) for _ in range(layout.KINDS)]
        for kind, shadow in enumerate(self._shadows):
            record = layout.SHADOWS + kind * layout.RECORD
            fields = (shadow.places[name] for name in layout.FIELDS)
            self._words[record : record + layout.RECORD] = [shadow.address, *fields]
        # passes of controls read no tangents that passes of contacts write
        self._contacts.enter(self._work.m, d, self._work.model, self._shadows[layout.CONTROLS])

    def _matrices(self) -> Matrices:
        """Allocate the matrices A and B, and enter their addresses."""
        m = self._work.m
        nx, nu = 2 * m.nv + m.na, m.nu
        by_state, by_ctrl = np.empty((nx, nx)), np.empty((nx, nu))
        self._words[layout.A : layout.B + 1] = address_of(by_state), address_of(by_ctrl) if nu else 0
        return by_state, by_ctrl

    def _check_guards(self, caller: str) -> None:
        """Raise IndexError if a pass wrote past the end of a shadow (GELENK_CHECK=1)."""
        if pass_memory.CHECKING:
            pass_memory.check_guards(self._shadows, f"{caller}: {STATE_JACOBIAN.name}")

    def run(self, caller: str) -> Matrices | None:
        """Return A and B at the state that the workspace holds; None if passes are needed.

        Passes are needed for models without a closed form, and where geoms are so close to the distance at which a
        contact begins that rounding in the code with tangents decides whether the contact exists.
        """
        work, words = self._work, self._words
        m, d, found = work.m, work.d, self._matrices()
        words[layout.OWN_MODEL], words[layout.OWN_DATA] = m._address, d._address
        words[layout.MODEL], words[layout.IS_HELD] = work.model.address, 1
        rows = d.nefc
        for _ in range(_REPEATS):
            if d._pieces is not self._pieces:
                self._make_shadows()
            if self._run(m, d, d, self._address, 0.0) < 0:
                self.declined = stage_options(m)
                return None
            self._check_guards(caller)
            if work.ended(STATE_JACOBIAN.name, caller):
                if d.nefc != rows:
                    return None
                enter_options(words, layout.OPTIONS, m)
                return found
        raise RuntimeError(f"{caller}: the Jacobian of a step is incomplete after {_REPEATS} attempts")

    def at(self, d: MjData, eps: float) -> tuple[Matrices, int] | None:
        """Return A and B at the state of d, and the number of kinks.

        Returns None if the caller must use `begin` and `run`: before the first `run`, after buffers of the copy have
        grown, and if a stage needs Python (a library to load, a buffer to grow).
        """
        work = self._work
        if work.d._pieces is not self._pieces:
            return None
        found = self._matrices()
        self._words[layout.IS_HELD] = 0
        near = self._run.entry(work.m._address, work.d._address, d._address, self._address, eps)
        if pass_memory.CHECKING:
            self._check_guards("jacobian")
        if near < 0 or work.table.reached or work.table.error is not None:
            return None
        return found, near


def assembly_of(work: Workspace) -> Assembly:
    """Return the `Assembly` of a workspace, making it at the first call."""
    found: Assembly | None = work.__dict__.get("assembly")
    if found is None:
        found = work.__dict__["assembly"] = Assembly(work)
    return found


# Jacobians by passes

Names = Sequence[str] | str
KINK_EPS = 1e-6  # change of inputs within which borders are counted as kinks


@dataclass(frozen=True)
class Jacobian(Mapping[tuple[str, str], np.ndarray]):
    """The derivatives of results with respect to inputs.

    ``J[of, by]`` has the shape of the result, then that of the input.

    blocks   (of, by) -> array
    kinks    number of constraint rows, cones, limits and controls within `eps` of a border, where derivatives jump
    smooth   width of softened zones; 0: exact derivatives
    reach    distance up to which contacts count; 0: those of the step
    """

    blocks: dict[tuple[str, str], np.ndarray]
    kinks: int
    smooth: float = field(default=0.0, kw_only=True)
    reach: float = field(default=0.0, kw_only=True)

    def __getitem__(self, pair: tuple[str, str]) -> np.ndarray:
        """Return the derivative of a result with respect to an input."""
        try:
            return self.blocks[pair]
        except (KeyError, TypeError):
            known = ", ".join(f"{of!r}, {by!r}" for of, by in self.blocks)
            raise KeyError(f"no derivative {pair!r}; the Jacobian has {known}") from None

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Iterate over the pairs (of, by)."""
        return iter(self.blocks)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.blocks)

    @property
    def A(self) -> np.ndarray:
        """Derivative of the next state with respect to the state, (2 nv + na, 2 nv + na)."""
        return self[arguments.STATE, arguments.STATE]

    @property
    def B(self) -> np.ndarray:
        """Derivative of the next state with respect to ctrl, (2 nv + na, nu)."""
        return self[arguments.STATE, "ctrl"]

    @property
    def C(self) -> np.ndarray:
        """Derivative of sensordata with respect to the state, (nsensordata, 2 nv + na)."""
        return self[arguments.SENSORS, arguments.STATE]

    @property
    def D(self) -> np.ndarray:
        """Derivative of sensordata with respect to ctrl, (nsensordata, nu)."""
        return self[arguments.SENSORS, "ctrl"]


def jacobian(
    m: MjModel,
    d: MjData,
    of: Names | None = None,
    by: Names = arguments.WHOLE,
    eps: float = KINK_EPS,
    smooth: float = 0.0,
    reach: float = 0.0,
) -> Jacobian:
    """Return the exact derivatives of a step, or of fields of forward dynamics.

    J.A, J.B, J.C, J.D are those of mjd_transitionFD, without truncation error: derivatives of the state after mj_step
    and of the sensors with respect to the state (dq, qvel, act), with dq in the tangent space of qpos, and to ctrl.
    Where a derivative jumps, as where a contact begins, the result is the derivative on one side.

    m, d   model and data; neither is changed
    of     results: "state" (after the step), "sensordata", and float fields that forward dynamics computes, such as
           "qacc" or "xpos"; "qfrc_inverse" alone, of inverse dynamics; None: the state, and the sensors if all
           have exact derivatives
    by     inputs: "state", "qpos" (nv columns), "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos",
           "mocap_quat", of inverse dynamics "qacc", and float fields of the model, such as "body_mass" or
           "opt.timestep"; constants that the compiler computed from a field, such as dof_invweight0, are held fixed
    eps    J.kinks counts rows, limits and controls that a change of an input by eps [its unit] can bring to a border
    smooth width, in units of acceleration [m/s^2, rad/s^2], of the zone over which the derivative of a row's force
           changes where contacts and limits begin to push and friction begins to slip; 0: the derivative jumps there
    reach  distance [m] within which geoms that do not touch have contacts, in derivatives only; it needs smooth > 0
    Returns    the blocks J[of, by], with the shape of the result, then that of the input
    Errors     gelenk.gradients.Unsupported: a feature without a rule; ValueError: an unknown name, or NaN in the state
               RuntimeError: tangents must be compiled, and Numba is not installed
    Source     design / Tangents of kernels
    """
    off = type(smooth) is type(reach) is float and smooth == 0 == reach
    found = _at_once(m, d, of, by, eps) if off else None
    return _by_parts(m, d, of, by, eps, smooth, reach) if found is None else found


def _jacobian(
    m: MjModel,
    d: MjData,
    of: Names | None = None,
    by: Names = (arguments.STATE, "ctrl"),
    eps: float = KINK_EPS,
    smooth: float = 0.0,
    reach: float = 0.0,
) -> Jacobian:
    """Return the derivatives, by an assembled Jacobian if possible, else by passes."""
    caller = "jacobian"
    softening = as_softening(smooth, reach, caller)
    wanted_by = arguments.as_names(by, "by", caller)
    wanted_of = _results(m, of, caller)
    for name in wanted_by:
        arguments.check_input(m, name, wanted_of, caller)
    check_pair(caller, m, d)
    inputs = [
        part for name in wanted_by for part in (arguments.STATE_PARTS if name == arguments.STATE else (name,))
    ]
    inputs = list(dict.fromkeys(inputs))
    kind = PARAMETERS if any(name in arguments.parameters() for name in inputs) else BY_DATA
    with workspace(m, kind, softening=softening) as work:
        work.begin(d, inputs, wanted_of, caller)
        found = _assembled(work, inputs, wanted_of, caller)
        if not found:
            work.begin_passes(caller)
            found = _columns(work, inputs, wanted_of, caller)
        shapes_of = {name: arguments.result_shape(m, work.d, name) for name in wanted_of}
        near = work.kinks(eps)
    blocks = {}
    for of_name in wanted_of:
        for by_name in wanted_by:
            parts = arguments.STATE_PARTS if by_name == arguments.STATE else (by_name,)
            whole = np.hstack([found[of_name, part] for part in parts])
            blocks[of_name, by_name] = whole.reshape(
                (*shapes_of[of_name], *arguments.input_shape(m, d, by_name))
            )
    return Jacobian(blocks, near, smooth=softening.smooth, reach=softening.reach)


@checked
def jvp(
    m: MjModel,
    d: MjData,
    tangents: Mapping[str, ArrayLike],
    of: Names | None = None,
    smooth: float = 0.0,
    reach: float = 0.0,
) -> dict[str, np.ndarray]:
    """Return the derivative of results along one direction of inputs, at the cost of one pass.

    y = jvp(m, d, {"qvel": v})["state"] is J["state", "qvel"] @ v, without computing J.

    m, d       model and data; neither is changed
    tangents   input -> its direction, of the shape of the input; "qpos" takes motions of the dofs (nv)
    of         results, as in `jacobian`
    smooth     width of softened zones, as in `jacobian` [m/s^2, rad/s^2]
    reach      distance up to which contacts count, as in `jacobian` [m]
    Returns    result -> its derivative, of the shape of the result
    Errors     as jacobian; ValueError: a direction of a wrong shape, or with NaN
    Source     design / Tangents of kernels
    """
    caller = "jvp"
    softening = as_softening(smooth, reach, caller)
    wanted_of = _results(m, of, caller)
    if not tangents:
        raise ValueError(f"{caller}: tangents must have at least one direction, such as {{'qvel': v}}")
    given: dict[str, np.ndarray] = {}
    for name, value in tangents.items():
        arguments.check_input(m, name, wanted_of, caller)
        direction = arguments.numbers(
            f"{caller}: tangents[{name!r}]", value, arguments.input_shape(m, d, name)
        )
        if name == arguments.STATE:
            ends = np.cumsum([m.nv, m.nv])
            given |= dict(zip(arguments.STATE_PARTS, np.split(direction.reshape(-1), ends), strict=True))
        else:
            given[name] = direction.reshape(-1)
    check_pair(caller, m, d)
    kind = PARAMETERS if any(name in arguments.parameters() for name in given) else BY_DATA
    with workspace(m, kind, softening=softening) as work:
        work.begin(d, given, wanted_of, caller)
        skip = min(map(arguments.skipped, given))
        if skip > mjtStage.mjSTAGE_NONE:
            work.begin_passes(caller)
        work.restore()
        for name, direction in given.items():
            _seed(work, name, direction.reshape(-1, 1))
        shapes = {name: arguments.result_shape(m, work.d, name) for name in wanted_of}
        out = {name: np.empty((math.prod(shape), 1)) for name, shape in shapes.items()}
        _run(work, skip, out, caller)
    return {name: out[name].reshape(shape) for name, shape in shapes.items()}


def _results(m: MjModel, of: Names | None, caller: str) -> tuple[str, ...]:
    """Return the names of results, checked."""
    if of is None:
        return arguments.STATE, arguments.SENSORS
    wanted = arguments.as_names(of, "of", caller)
    for name in wanted:
        arguments.check_result(m, name, caller)
    return wanted


_jacobian.__qualname__ = "jacobian"  # in messages
_by_parts = checked(_jacobian)


def _at_once(m: MjModel, d: MjData, of: Names | None, by: Names, eps: float) -> Jacobian | None:
    """Return the Jacobian of a step in one native call.

    Returns None if `jacobian` must take the general path: for other results, inputs or types of arguments.
    """
    if type(m) is not MjModel or type(d) is not MjData or type(eps) is not float:
        return None
    wanted_of: tuple[str, ...] = (arguments.STATE,)
    if of is None:
        wanted_of = (arguments.STATE, arguments.SENSORS)
        if m.nsensordata:
            return None
    elif of != arguments.STATE:
        return None
    wanted_by = arguments.inputs_at_once(by)
    if not wanted_by:
        return None
    check_pair("jacobian", m, d)
    found = with_free_workspace(m, BY_DATA, lambda work: assembly_of(work).at(d, eps))
    if found is None:
        return None
    matrices, near = found
    if wanted_by == arguments.WHOLE:
        columns = dict(zip(arguments.WHOLE, matrices, strict=True))
    else:
        columns = arguments.by_input(m, *matrices)
    blocks = {(arguments.STATE, name): columns[name] for name in wanted_by}
    if len(wanted_of) > 1:
        blocks |= {(arguments.SENSORS, name): np.zeros((0, columns[name].shape[1])) for name in wanted_by}
    made: Jacobian = object.__new__(Jacobian)  # three times as fast as calling the frozen class
    made.__dict__.update(blocks=blocks, kinks=near, smooth=0.0, reach=0.0)
    return made


def _assembled(
    work: Workspace, inputs: Sequence[str], wanted_of: tuple[str, ...], caller: str
) -> dict[tuple[str, str], np.ndarray]:
    """Return the blocks of an assembled Jacobian; none if passes are needed."""
    if (
        work.has_callbacks
        or work.softening != EXACT
        or wanted_of != (arguments.STATE,)
        or not arguments.AT_ONCE.issuperset(inputs)
    ):
        return {}
    found = assembly_of(work).run(caller)
    if found is None:
        return {}
    columns = arguments.by_input(work.m, *found)
    return {(arguments.STATE, name): columns[name] for name in inputs}


def _columns(
    work: Workspace, inputs: list[str], wanted_of: tuple[str, ...], caller: str
) -> dict[tuple[str, str], np.ndarray]:
    """Return the blocks (result, input), each of two dimensions, by passes.

    Inputs are ordered by the stages that their passes skip, most first: tangents of skipped stages must still be zero.
    """
    m, d = work.m, work.d
    found: dict[tuple[str, str], np.ndarray] = {}
    rows = {name: math.prod(arguments.result_shape(m, d, name)) for name in wanted_of}
    for name in sorted(inputs, key=arguments.skipped, reverse=True):
        count = math.prod(arguments.input_shape(m, d, name))
        for of in wanted_of:
            found[of, name] = np.zeros((rows[of], count))
        if name not in arguments.UNIT_VECTORS and not work.has_callbacks:
            others = {of: found[of, name] for of in wanted_of if of != arguments.STATE}
            state = found.get((arguments.STATE, name))
            work.columns(name, count, arguments.skipped(name), state, others, caller)
            continue
        for first in range(0, count, COLUMNS):
            width = min(COLUMNS, count - first)
            work.restore()
            _seed(work, name, np.eye(count, width, -first))
            out = {of: found[of, name][:, first : first + width] for of in wanted_of}
            _run(work, arguments.skipped(name), out, caller)
        work.tangents(name)[:] = 0.0
    return found


def _seed(work: Workspace, name: str, seed: np.ndarray) -> None:
    """Set the tangents of an input (elements, columns)."""
    if name == "qpos":
        seed = work.moved(seed)
    elif name in arguments.UNIT_VECTORS:
        seed = arguments.tangent_to_units(work.m, work.d, name, seed)
    work.tangents(name)[:, : seed.shape[1]] = seed


def _run(work: Workspace, skip: int, out: dict[str, np.ndarray], caller: str) -> None:
    """Run one pass; write the tangents of the results ``out`` (elements, columns)."""
    work.forward(skip, caller)
    for of, rows in out.items():
        if of != arguments.STATE:
            rows[:] = work.data.arrays[of][: len(rows), : rows.shape[1]]
    if arguments.STATE in out:
        work.advance(caller)
        rows, nv = out[arguments.STATE], work.m.nv
        width = rows.shape[1]
        rows[:nv] = work.motion(work.tangents("qpos")[:, :width])
        rows[nv : 2 * nv] = work.tangents("qvel")[:, :width]
        rows[2 * nv :] = work.tangents("act")[:, :width]
