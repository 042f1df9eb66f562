"""Muscles: the curves of the modeling chapter, and 3.5.0's numbers."""

import mujoco
import numpy as np
import pytest

from gelenk.engine.force import muscle
from tests.support.tolerance import tol

PRM = np.array([0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2])
RANGE = np.array([0.4, 0.9])
EPSILONS = tol(1e-14)  # relative: some fifty roundings


def random_prm(rng):
    prm = PRM.copy()
    prm[2] = rng.choice([-1.0, 0.0, 80.0])
    prm[4:6] = rng.uniform(0.4, 0.7), rng.uniform(1.3, 2.0)
    prm[8] = rng.choice([1.0, 1.2, 1.5])
    return prm


@pytest.mark.parametrize("seed", range(200))
def test_gain_bias_and_dynamics_are_those_of_the_reference(seed):
    rng = np.random.default_rng(seed)
    prm, length, velocity, acc0 = random_prm(rng), rng.uniform(-0.2, 1.5), rng.normal(), rng.uniform(0, 3)
    expected = mujoco.mju_muscleGain(length, velocity, RANGE, acc0, prm)
    assert abs(muscle.muscle_gain(length, velocity, *RANGE, acc0, prm) - expected) <= EPSILONS * abs(expected)
    expected = mujoco.mju_muscleBias(length, RANGE, acc0, prm)
    assert abs(muscle.muscle_bias(length, *RANGE, acc0, prm) - expected) <= EPSILONS * abs(expected)
    times = np.array([0.01, 0.04, rng.choice([0.0, 0.3])])
    ctrl, act = rng.normal(), rng.normal()
    expected = mujoco.mju_muscleDynamics(ctrl, act, times)
    assert abs(muscle.muscle_dynamics(ctrl, act, times) - expected) <= EPSILONS * abs(expected)


def test_active_force_peaks_at_the_optimal_length_and_saturates_in_velocity():
    assert muscle.muscle_fl(1.0, 0.5, 1.6) == 1.0
    assert muscle.muscle_fl(0.49, 0.5, 1.6) == muscle.muscle_fl(1.61, 0.5, 1.6) == 0.0
    assert muscle.muscle_fv(-1.0, 1.2) == 0.0
    assert muscle.muscle_fv(0.0, 1.2) == 1.0
    assert muscle.muscle_fv(9.0, 1.2) == 1.2


@pytest.mark.parametrize("velocity", [-0.9, -0.2, 0.05, 0.3])
def test_velocity_slope_is_the_difference_quotient_of_the_gain(velocity):
    h = 1e-6
    args = (*RANGE, 1.3, PRM)
    above, below = (muscle.muscle_gain(0.6, velocity + s * h, *args) for s in (1, -1))
    slope = (above - below) / (2 * h)
    # piecewise quadratic: the centered difference is exact but for roundings of eps / h
    assert abs(muscle.muscle_gain_vel(0.6, velocity, *args) - slope) < tol(1e-6) * max(1.0, abs(slope))
