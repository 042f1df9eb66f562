"""Passive forces, actuation, energy and inverse dynamics against 3.5.0, compiled and as plain Python."""

import mujoco
import numpy as np
import pytest

from gelenk.engine.force import actuation, passive
from gelenk.runtime import pipeline
from gelenk.toolchain import library
from tests.support.forces import random_state, run
from tests.support.tolerance import relative, tol

STAGES = {
    passive.passive: "qfrc_spring qfrc_damper qfrc_gravcomp qfrc_passive",
    actuation.fwd_actuation: "act_dot actuator_force qfrc_actuator",
    passive.energy_pos: "energy",
    passive.energy_vel: "energy",
}
FLAGS = ("", 'spring="disable"', 'damper="disable"', 'spring="disable" damper="disable"', 'gravity="disable"')
FLAGS = (*FLAGS, 'clampctrl="disable"', 'actuation="disable"')
ROUNDING = tol(1e-13)  # sums of some ten products


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("flags", FLAGS)
def test_forces_and_energies_are_those_of_the_reference(flags, jacobian, plain):
    _, rd, m, d = random_state(flags=flags, jacobian=jacobian)
    for stage, fields in STAGES.items():
        if stage is not passive.energy_vel:  # the second half of the same field
            for name in fields.split():
                getattr(d, name)[:] = np.nan
        run(stage, plain, m, d)
    for fields in STAGES.values():
        for name in fields.split():
            assert relative(getattr(d, name), getattr(rd, name)) < ROUNDING, name


@pytest.mark.parametrize("bad", [np.nan, np.inf, -2e10])
def test_one_bad_control_silences_all_actuators_and_warns(bad):
    _, _, m, d = random_state()
    d.ctrl[4] = bad
    run(actuation.use_controls, True, m, d)
    assert not d._a_ctrl_used.any()
    assert list(d._a_warning_number) == [0] * 7 + [1]
    assert d._a_warning_lastinfo[7] == 4


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("flags", ["", 'invdiscrete="enable"'])
def test_inverse_dynamics_is_that_of_the_reference_and_keeps_qacc(flags, jacobian, integrator):
    ref, rd, m, d = random_state(jacobian=jacobian, integrator=integrator, flags=flags)
    rd.qacc[:] += 1.0
    d.qacc[:] = rd.qacc
    mujoco.mj_inverseSkip(ref, rd, mujoco.mjtStage.mjSTAGE_VEL, 1)
    if library.JIT:
        library.load(["inverse", "discrete"])
    pipeline.run_stage("inverse_part", m, d, int(mujoco.mjtStage.mjSTAGE_VEL), 1)
    for name in ("qfrc_inverse", "qfrc_constraint", "efc_force", "efc_state", "qacc"):
        # accelerations are 1e3 times larger than the forces that remain
        assert relative(getattr(d, name), getattr(rd, name)) < tol(1e-10), name


def test_forward_and_inverse_dynamics_are_compared_without_a_trace():
    ref, rd, m, d = random_state()
    force, total = d.efc_force.copy(), d.qfrc_constraint.copy()
    mujoco.mj_compareFwdInv(ref, rd)
    if library.JIT:
        library.load(["inverse"])
    pipeline.run_stage("compare_fwd_inv", m, d)
    assert np.abs(d.solver_fwdinv - rd.solver_fwdinv).max() < tol(1e-10)
    assert (d.efc_force == force).all() and (d.qfrc_constraint == total).all()
