"""mj_step, mj_forward and their parts.

Documents: API / Main simulation, Subcomponents

Each function checks that it was given a model and data of that model, then makes one native call.
"""

from gelenk.engine import ranges
from gelenk.jit import library
from gelenk.tables.enums import mjtStage
from gelenk.world import data_indices, drive, timers
from gelenk.world.arguments import check_pair, integer
from gelenk.world.warnings import report

_step_entry = None  # the compiled step: set when the first model is stepped


def mj_step(m, d, nstep=1):
    """mj_step(m: mujoco._structs.MjModel, d: mujoco._structs.MjData, nstep: int = 1) -> None

    Advance the simulation by ``nstep`` timesteps.
    """
    try:
        fits = d._model is m and nstep.__class__ is int and nstep <= drive.STEPS
        fits = fits and (m._kept is None or m._kept == m._index)
    except AttributeError:
        fits = False
    if not fits or _step_entry is None:
        _step_slowly(m, d, nstep)
        return
    start = timers.clock()
    if _step_entry(m._address, d._address, nstep):
        left = nstep - d._get("nstep")
        drive.mend(m, d)
        drive.steps(m, d, left)
        report(d)
    d._durations[0] += timers.clock() - start


def _step_slowly(m, d, nstep):
    global _step_entry
    check_pair("mj_step", m, d)
    nstep = integer("mj_step", "nstep", nstep)
    if nstep >= 2**62:
        raise ValueError(f"mj_step: nstep must be less than 2^62, not {nstep}")
    if library.JIT and _step_entry is None:
        _step_entry = library.native("step")
    start = timers.clock()
    drive.steps(m, d, nstep)
    report(d)
    d._durations[0] += timers.clock() - start


_CONSTRAINT = ranges.CONTACTS | ranges.ROWS
_VELOCITY = ranges.ROWS | ranges.MOMENTS | ranges.TENDONS


def _entry(name, entry, doc, parts=0):
    """A function of (m, d): a pipeline entry. ``parts`` of d it reads as they are, so their indices are checked."""

    timer = timers.TIMER_OF.get(name)

    def call(m, d):
        check_pair(name, m, d)
        if parts:
            data_indices.check(m, d, parts)
        start = timers.clock()
        drive.run(entry, m, d)
        report(d)
        if timer is not None:
            timers.count(d, timer, start)

    return _named(call, name, "m: mujoco._structs.MjModel, d: mujoco._structs.MjData", doc)


def _named(function, name, arguments, doc):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name}({arguments}) -> None\n\n{doc}"
    return function


mj_forward = _entry("mj_forward", "forward", "Forward dynamics: everything but integration.")
mj_step1 = _entry("mj_step1", "step1", "The part of a step before the controls are set.")
mj_step2 = _entry("mj_step2", "step2", "The part of a step after the controls are set.", ranges.EVERYTHING)
mj_inverse = _entry("mj_inverse", "inverse", "Inverse dynamics: qfrc_inverse from qacc.")
mj_fwdPosition = _entry("mj_fwdPosition", "position_part", "Everything that depends on qpos alone.")
mj_fwdVelocity = _entry(
    "mj_fwdVelocity", "velocity_part", "Everything that depends on qpos and qvel.", _VELOCITY
)
mj_invPosition = _entry("mj_invPosition", "position_part", "Position part of inverse dynamics.")
mj_invVelocity = _entry("mj_invVelocity", "velocity_part", "Velocity part of inverse dynamics.", _VELOCITY)
mj_invConstraint = _entry(
    "mj_invConstraint", "inv_constraint", "Constraint forces that go with qacc.", _CONSTRAINT
)


def mj_forwardSkip(m, d, skipstage, skipsensor):
    """mj_forwardSkip(m: mujoco._structs.MjModel, d: mujoco._structs.MjData, skipstage: int, skipsensor: int) -> None

    Forward dynamics without the stages up to ``skipstage`` (mjtStage), and without sensors if ``skipsensor``.
    """
    check_pair("mj_forwardSkip", m, d)
    skipstage = integer("mj_forwardSkip", "skipstage", skipstage)
    if skipstage >= mjtStage.mjSTAGE_POS:
        data_indices.check(m, d, ranges.EVERYTHING)
    start = timers.clock()
    drive.run("forward_part", m, d, skipstage, integer("mj_forwardSkip", "skipsensor", skipsensor))
    report(d)
    timers.count(d, timers.FORWARD, start)


def mj_inverseSkip(m, d, skipstage, skipsensor):
    """mj_inverseSkip(m: mujoco._structs.MjModel, d: mujoco._structs.MjData, skipstage: int, skipsensor: int) -> None

    Inverse dynamics without the stages up to ``skipstage`` (mjtStage), and without sensors if ``skipsensor``.
    """
    check_pair("mj_inverseSkip", m, d)
    skipstage = integer("mj_inverseSkip", "skipstage", skipstage)
    if skipstage >= mjtStage.mjSTAGE_POS:
        data_indices.check(m, d, ranges.PRIMAL)
    start = timers.clock()
    drive.run("inverse_part", m, d, skipstage, integer("mj_inverseSkip", "skipsensor", skipsensor))
    report(d)
    timers.count(d, timers.INVERSE, start)
