"""Length range of an actuator: pull it to both ends in a damped simulation.

Documents: Modeling / Length range; XML reference / compiler / lengthrange; API / mj_setLengthRange

From qpos0 a force acts along the moment arm of the actuator alone, scaled so that the acceleration due to the force has
norm `accel`. Contacts, springs, dampers, gravity, dry friction and actuator forces are disabled; limits and equality
constraints are not. After each step velocities shrink by exp(-timestep / timeconst). The extreme length in the last
`interval` seconds is the end of the range.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.engine.constants import length_range as kernel
from gelenk.runtime import pipeline
from gelenk.runtime.copy_pickle import copy_model
from gelenk.runtime.data import MjData
from gelenk.tables.api_enums import mjtBias, mjtGain
from gelenk.tables.enums import mjtDisableBit, mjtLRMode, mjtTrn
from gelenk.tables.stages import STEPS

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

OFF = (
    mjtDisableBit.mjDSBL_FRICTIONLOSS
    | mjtDisableBit.mjDSBL_CONTACT
    | mjtDisableBit.mjDSBL_SPRING
    | mjtDisableBit.mjDSBL_DAMPER
    | mjtDisableBit.mjDSBL_GRAVITY
    | mjtDisableBit.mjDSBL_ACTUATION
)
LEAST_TIMECONST = 0.01  # smallest time constant of the damping [s]
MOST_STEPS = 1_000_000  # steps of one simulation
# Work is counted in operations, about 1e9 per second, instead of time, so that loading a model is deterministic. The
# default settings take 2,000 steps for each actuator: 2e8 operations in a small model, 2e9 in one of 80 dofs with 100
# rows of limits and equalities, in which 100 muscles can be computed.
MOST_WORK = 3e10  # operations for one actuator
MOST_WORK_OF_ALL = 3e11  # operations for all actuators during compilation
MOST_ITERATIONS, MOST_SEARCHES = 10_000, 1_000  # of solver and line search; MJCF defaults: 100, 50
_STEP_OPERATIONS = 1e5  # operations of a step that do not depend on the model, such as function calls


class LengthRangeError(ValueError):
    """Raised if a length range cannot be computed; the caller adds the actuator."""


class Work:
    """Budget of operations for simulations of length ranges."""

    def __init__(self, most: float = MOST_WORK_OF_ALL) -> None:
        self.left = most
        self.of_actuator = 0.0

    def start_budget(self) -> None:
        """Start the budget of the next actuator."""
        self.of_actuator = MOST_WORK

    def spend(self, operations: float) -> None:
        """Subtract operations; raise LengthRangeError if fewer are left."""
        self.require(operations)
        self.left -= operations
        self.of_actuator -= operations

    def require(self, operations: float) -> None:
        """Raise LengthRangeError if fewer operations are left."""
        if operations > min(self.left, self.of_actuator):
            most = MOST_WORK if self.of_actuator < self.left else MOST_WORK_OF_ALL
            raise LengthRangeError(
                f"the simulation of lengthrange takes more than {most:.0e} operations, which is longer than a model "
                "may take to load"
            )


_MUSCLES = frozenset({mjtGain.mjGAIN_MUSCLE}), frozenset({mjtBias.mjBIAS_MUSCLE})
_USERS = frozenset({mjtGain.mjGAIN_USER}), frozenset({mjtBias.mjBIAS_USER})
# mode -> gain types and bias types of the actuators it includes; other modes include all
_KINDS = {
    mjtLRMode.mjLRMODE_NONE: (frozenset(), frozenset()),
    mjtLRMode.mjLRMODE_MUSCLE: _MUSCLES,
    mjtLRMode.mjLRMODE_MUSCLEUSER: (_MUSCLES[0] | _USERS[0], _MUSCLES[1] | _USERS[1]),
}


def wanted(m: MjModel, i: int, opt: Any) -> bool:
    """Return whether the mode of `opt` includes actuator `i`, and its range is not set yet."""
    kinds = _KINDS.get(opt.mode)
    if kinds and m._a_actuator_gaintype.item(i) not in kinds[0]:
        if m._a_actuator_biastype.item(i) not in kinds[1]:
            return False
    lengths = m._a_actuator_lengthrange
    return not (opt.useexisting and lengths.item(i, 0) < lengths.item(i, 1))


def limits(m: MjModel, i: int) -> Any:
    """Return the limits of the joint or tendon of actuator `i`, or None."""
    kind, target = m.actuator_trntype[i], m.actuator_trnid[i, 0]
    if kind in (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT) and m.jnt_limited[target]:
        return m.jnt_range[target]
    if kind == mjtTrn.mjTRN_TENDON and m.tendon_limited[target]:
        return m.tendon_range[target]
    return None


def set_length_range(m: MjModel, i: int, opt: Any, work: Work | None = None) -> None:
    """Set actuator_lengthrange of actuator `i`, from target limits or by simulation.

    work     operations left for the actuators of the model; None: those of one compilation
    Errors   LengthRangeError if the simulation does not converge or takes too long, or settings are out of range
    """
    if not wanted(m, i, opt):
        return
    given = limits(m, i) if opt.uselimit else None
    m.actuator_lengthrange[m._a_actuator_outadr[i]] = (
        given if given is not None else simulated(m, i, opt, work or Work())
    )


def simulated(m: MjModel, i: int, opt: Any, work: Work) -> tuple[float, float]:
    """Return the (shortest, longest) length of actuator `i`, by simulation."""
    damped = copy_model(m)
    damped.opt.disableflags = int(OFF)
    if opt.timestep > 0:
        damped.opt.timestep = opt.timestep
    # operations are counted after each step, so a single step must be bounded as well
    damped.opt.iterations = min(damped.opt.iterations, MOST_ITERATIONS)
    damped.opt.ls_iterations = min(damped.opt.ls_iterations, MOST_SEARCHES)
    steps = opt.inttotal / damped.opt.timestep
    if not 0 <= steps <= MOST_STEPS or not opt.interval >= 0:
        raise LengthRangeError(
            f"lengthrange with inttotal {opt.inttotal:g}, interval {opt.interval:g} and a time step of "
            f"{damped.opt.timestep:g} cannot be simulated in {MOST_STEPS} steps"
        )
    work.start_budget()
    work.require(2 * steps * _STEP_OPERATIONS)
    data = MjData(damped)
    (low, low_spread), (high, high_spread) = (
        extreme_length(damped, data, i, side, opt, work) for side in (-1.0, 1.0)
    )
    if not low < high:
        raise LengthRangeError(f"invalid lengthrange ({low:g}, {high:g})")
    spread = max(low_spread, high_spread)
    if spread > opt.tolrange * (high - low):
        raise LengthRangeError(
            f"lengthrange computation did not converge: within the last {opt.interval:g} s the length still "
            f"varies by {spread:g}, in a range of ({low:g}, {high:g})"
        )
    return low, high


def extreme_length(m: MjModel, d: MjData, i: int, side: float, opt: Any, work: Work) -> tuple[float, float]:
    """Return the extreme length on one side (-1 shortest, 1 longest), and its final variation."""
    d._reset()
    output = int(m._a_actuator_outadr[i])
    factor = float((m._a_M_rownnz.astype(np.float64) ** 2).sum())  # of M: sum of squared row lengths
    numbers, moment = np.zeros(kernel.NUMBERS), np.zeros(2 * m.nv)
    numbers[kernel.SIDE], numbers[kernel.ACCEL], numbers[kernel.MAXFORCE] = side, opt.accel, opt.maxforce
    numbers[kernel.SHRINK] = math.exp(-m.opt.timestep / max(LEAST_TIMECONST, opt.timeconst))
    numbers[kernel.END], numbers[kernel.SINCE] = opt.inttotal, opt.inttotal - opt.interval
    numbers[kernel.FACTOR] = factor
    numbers[kernel.OPERATIONS] = _STEP_OPERATIONS + 300.0 * (m.nbody + m.ngeom + m.nwrap) + factor
    numbers[kernel.LOW], numbers[kernel.HIGH] = math.inf, -math.inf
    while d.time < opt.inttotal:
        most = numbers[kernel.LEFT] = min(work.left, work.of_actuator)
        pipeline.run_stage("length_steps", m, d, numbers, moment, output, STEPS)
        work.spend(most - float(numbers[kernel.LEFT]))
    low, high = float(numbers[kernel.LOW]), float(numbers[kernel.HIGH])
    if low > high:
        return 0.0, 0.0
    return (low if side < 0 else high), high - low
