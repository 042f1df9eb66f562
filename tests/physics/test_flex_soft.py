"""Interpolated soft bodies, and what holds for all flexes: frames, momentum, sameness, lengths kept by constraints.

The forces of interpolated flexes are linear about a rotation found in the middle of the body; that the rotation
changes with the shape is left out. So moments and slopes of the energy are right up to the second order.
"""

import copy

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

SOFT = """<mujoco><option gravity="0 0 0" timestep="2e-4"/><worldbody><body name="b" {}>
  <flexcomp name="f" type="grid" dim="3" dof="{}" count="5 6 5" spacing=".05 .06 .07" radius=".01" mass=".3">
    <contact contype="0" conaffinity="0" selfcollide="none" internal="false"/>
    <elasticity young="3000" poisson=".2"/></flexcomp></body></worldbody></mujoco>"""
CLOTH = """<mujoco><worldbody><geom type="sphere" size=".2"/>
  <flexcomp name="f" type="grid" dim="2" count="9 9 1" spacing=".05 .05 .05" radius=".01" mass=".3" pos="0 .02 .23">
    {}</flexcomp></worldbody></mujoco>"""
DOFS = ["trilinear", "quadratic"]


def soft(dof, body="", shape=None, speed=None):
    """The body with its nodes displaced by ``shape`` [m] in its own frame."""
    m = gelenk.MjModel.from_xml_string(SOFT.format(body, dof))
    d = gelenk.MjData(m)
    if shape is not None:
        d.qpos[:] = shape.ravel()
    if speed is not None:
        d.qvel[:] = speed.ravel()
    gelenk.mj_forward(m, d)
    return m, d


def nodes(dof):
    return 8 if dof == "trilinear" else 27


def displaced(dof, amplitude, seed=3):
    return amplitude * np.random.default_rng(seed).normal(size=(nodes(dof), 3))


@pytest.mark.parametrize("euler", ["0 0 20", "10 20 30", "0 0 180", "180 0 0", "90 0 90", "10 0 150"])
@pytest.mark.parametrize("dof", DOFS)
def test_a_soft_body_in_a_turned_body_moves_as_in_a_level_one(dof, euler):
    """Its dofs turn with it, so all numbers are the same; the step is far below the period of the fastest mode."""
    runs = []
    for body in ("", f'pos=".1 .2 .3" euler="{euler}"'):
        m, d = soft(dof, body)
        assert np.abs(d.qfrc_spring).max() < tol(1e-11)
        m, d = soft(dof, body, displaced(dof, 0.01), displaced(dof, 0.1, 4))
        gelenk.mj_step(m, d, 50)
        runs.append(d.qpos.copy())
    np.testing.assert_allclose(runs[1], runs[0], atol=tol(1e-11))
    assert np.abs(runs[0] - displaced(dof, 0.01).ravel()).max() > 1e-3


@pytest.mark.parametrize("turn", [0.5, 2.0, 3.1])
@pytest.mark.parametrize("dof", DOFS)
def test_a_rigid_rotation_of_a_soft_body_meets_no_force(dof, turn):
    m, d = soft(dof)
    rest = d.xpos[m.flex_nodebodyid].copy()
    axis = np.array([2.0, -1, 2]) / 3
    cross = np.cross(np.eye(3), axis).T
    rotation = np.eye(3) + np.sin(turn) * cross + (1 - np.cos(turn)) * cross @ cross
    m, d = soft(dof, shape=rest @ rotation.T - rest)
    assert np.abs(d.qfrc_spring).max() < tol(1e-10)


@pytest.mark.parametrize("dof", DOFS)
def test_elastic_forces_have_no_sum_and_moments_of_second_order(dof):
    moments = []
    for amplitude in (2e-3, 1e-3):
        m, d = soft(dof, shape=displaced(dof, amplitude))
        forces = d.qfrc_spring.reshape(-1, 3)
        scale = np.abs(forces).max()
        assert np.abs(forces.sum(axis=0)).max() < tol(1e-12) * scale
        moments.append(np.cross(d.xpos[m.flex_nodebodyid], forces).sum(axis=0))
    # second order in the amplitude: the next order is a tenth of it
    np.testing.assert_allclose(
        moments[0], 4 * moments[1], rtol=tol(0.1), atol=tol(1e-2) * np.abs(moments[0]).max()
    )
    assert (
        np.abs(moments[0]).max() < 0.1 * 0.1 * scale
    )  # an arm of 0.1 m; displacements are 3% of the distance of nodes


@pytest.mark.parametrize("dof", DOFS)
def test_elastic_forces_are_the_slope_of_the_energy_up_to_the_second_order(dof):
    """The energy is half the force times the displacement, after the rotation is taken out."""

    def energy(shape):
        m, d = soft(dof, shape=shape)
        rest, place = m.flex_node0, d.xpos[m.flex_nodebodyid]
        stiffness = -np.ravel(m.flex_stiffness)[: rest.size**2].reshape(rest.size, rest.size)
        grid = place.reshape(*3 * (round(len(rest) ** (1 / 3)),), 3)
        middle = slice(None) if dof == "trilinear" else 1
        sides = [np.moveaxis(grid, k, 0) for k in range(3)]
        gradient = np.stack(
            [(s[-1] - s[0])[middle, middle].reshape(-1, 3).mean(axis=0) for s in sides], axis=1
        )
        left, _, right = np.linalg.svd(gradient)
        u = (place @ (left @ right) - rest).ravel()
        return 0.5 * u @ stiffness @ u

    errors = []
    for amplitude in (2e-3, 1e-3):
        shape, h = displaced(dof, amplitude), 1e-6
        forces = soft(dof, shape=shape)[1].qfrc_spring
        error = []
        for i in range(0, shape.size, 5):
            step = np.eye(shape.size)[i].reshape(shape.shape) * h
            slope = (energy(shape + step) - energy(shape - step)) / (2 * h)
            error.append(slope + forces[i])
        assert np.abs(error).max() < 0.1 * np.abs(forces).max()
        errors.append(np.array(error))
    # second order in the amplitude: the next order is a tenth of it
    np.testing.assert_allclose(
        errors[0], 4 * errors[1], rtol=tol(0.1), atol=tol(0.05) * np.abs(errors[0]).max()
    )


@pytest.mark.parametrize("dof", DOFS)
def test_a_free_soft_body_keeps_its_momentum(dof):
    m, d = soft(dof, shape=displaced(dof, 0.01), speed=displaced(dof, 0.1, 4))
    mass = m.body_mass[m.flex_nodebodyid]
    before = mass @ d.qvel.reshape(-1, 3)
    gelenk.mj_step(m, d, 200)
    np.testing.assert_allclose(mass @ d.qvel.reshape(-1, 3), before, atol=tol(1e-13))


KINDS = {
    "edges kept": '<edge equality="true"/>',
    "shell": '<elasticity young="1e4" poisson=".1" thickness=".01" elastic2d="both" damping="1e-3"/>',
    "edges damped": '<edge equality="true" damping=".1"/><contact selfcollide="bvh"/>',
}


@pytest.mark.parametrize("kind", KINDS)
def test_two_runs_give_the_same_bits(kind):
    m = gelenk.MjModel.from_xml_string(CLOTH.format(KINDS[kind]))
    runs = []
    for _ in range(2):
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, 60)
        assert d.ncon > 0
        runs.append((d.qpos.tobytes(), d.qvel.tobytes(), d.ncon))
    assert runs[0] == runs[1]
    again = gelenk.MjData(m)  # in steps of one, from a copy half way
    gelenk.mj_step(m, again, 30)
    half = copy.copy(again)
    for _ in range(30):
        gelenk.mj_step(m, half)
    assert (half.qpos.tobytes(), half.qvel.tobytes(), half.ncon) == runs[0]


def test_an_edge_that_is_kept_returns_as_its_solref_says():
    """Two vertices: the length accelerates by A / (A + R) (-b v - k r), A the sum of inverse masses of the ends."""
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><option gravity="0 0 0"/><worldbody>
        <flexcomp name="f" type="grid" dim="1" count="2 1 1" spacing=".1 .1 .1" radius=".01" mass=".3">
        <edge equality="true" solref=".04 .8" solimp=".9 .9 .01"/><contact contype="0" conaffinity="0"/></flexcomp>
        </worldbody></mujoco>"""
    )
    d = gelenk.MjData(m)
    for r, v in ((0.01, 0.0), (-0.02, 0.3), (0.001, -0.1)):
        d.qpos[:], d.qvel[:] = 0, 0
        d.qpos[3], d.qvel[3] = r, v
        gelenk.mj_forward(m, d)
        k, b = 0.9 / (0.9 * 0.04 * 0.8) ** 2, 2 / (0.9 * 0.04)
        share = 1 / (1 + (1 - 0.9) / 0.9 * m.flexedge_invweight0[0] / (2 / 0.15))
        assert d.qacc[3] - d.qacc[0] == pytest.approx(share * (-b * v - k * r), rel=tol(1e-9))


def test_a_hanging_string_stretches_by_its_weight_over_the_stiffness_of_its_edges():
    """The edges of a string carry what hangs below: k r = f R, R = (1 - imp) / imp times the weight of the row."""
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><worldbody><flexcomp name="f" type="grid" dim="1" count="5 1 1" spacing=".1 .1 .1" radius=".01"
        mass=".5" euler="0 90 0"><edge equality="true" solimp=".9 .9 .01" damping="1"/><pin id="0"/>
        <contact contype="0" conaffinity="0" selfcollide="none"/></flexcomp></worldbody></mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 3000)
    k = 0.9 / (0.9 * 0.02) ** 2
    regularizer = (1 - 0.9) / 0.9 * m.flexedge_invweight0
    force = 9.81 * 0.1 * np.array([4.0, 3, 2, 1])
    np.testing.assert_allclose(
        d.flexedge_length - m.flexedge_length0, force * regularizer / k, rtol=tol(1e-6)
    )
