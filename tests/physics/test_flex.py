"""Flexes against closed forms and conservation laws: springs, momentum, energy, derivatives, contacts."""

import pickle

import numpy as np
import pytest

import gelenk
from gelenk.runtime import pipeline
from tests.support.tolerance import tol

STRING = """<mujoco><option gravity="0 0 0"/><worldbody>
  <flexcomp name="f" type="grid" dim="1" count="2 1 1" spacing=".1 .1 .1" radius=".01" mass=".2">
    <edge stiffness="50" damping=".5"/><contact contype="0" conaffinity="0"/></flexcomp></worldbody></mujoco>"""
FREE = """<mujoco><option gravity="0 0 0" timestep="1e-4" integrator="RK4"/><worldbody><body name="b" euler="10 20 30">
  <flexcomp name="f" type="grid" dim="{}" dof="{}" count="{}" spacing=".1 .1 .1" radius=".01" mass=".3">
    <contact contype="0" conaffinity="0" selfcollide="none"/>{}</flexcomp></body></worldbody></mujoco>"""
SOLID = FREE.format(3, "full", "3 2 2", '<elasticity young="2000" poisson=".2"/>')
SHELL = FREE.format(
    2, "full", "3 3 1", '<elasticity young="9000" poisson=".1" thickness=".02" elastic2d="both"/>'
)
RADIAL = FREE.format(3, "radial", "4 4 4", '<elasticity young="2000" poisson=".2"/>').replace(
    "grid", "ellipsoid"
)
EDGES = FREE.format(2, "full", "3 3 1", '<edge equality="true" damping=".1"/>')
VERTICES = FREE.format(2, "full", "3 3 1", '<edge equality="vert"/>').replace(' euler="10 20 30"', "")


def load(text, amplitude=0.0, speed=0.0):
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    rng = np.random.default_rng(3)
    d.qpos += amplitude * rng.normal(size=m.nq)
    d.qvel[:] = speed * rng.normal(size=m.nv)
    gelenk.mj_forward(m, d)
    return m, d


def world_forces(m, d, joint_forces):
    """Forces on the vertices, of bodies that slide along three axes."""
    forces = []
    for b in m.flex_vertbodyid:
        axes = d.xaxis[m.body_jntadr[b] : m.body_jntadr[b] + 3]
        adr = m.body_dofadr[b]
        forces.append(axes.T @ joint_forces[adr : adr + 3])
    return np.array(forces)


def elastic_energy(m, d):
    """e' K e / 4 over the elements, x' B x / 2 over the hinges."""
    total = 0.0
    dim = m.flex_dim[0]
    n = dim * (dim + 1) // 2
    strain = d.flexedge_length**2 - m.flexedge_length0**2
    for element in range(m.nflexelem):
        k = np.zeros((n, n))
        k[np.triu_indices(n)] = m.flex_stiffness[element, : n * (n + 1) // 2]
        k += np.triu(k, 1).T
        e = strain[m.flex_elemedge[n * element : n * element + n]]
        total += 0.25 * e @ k @ e
    for e in range(m.nflexedge):
        x = d.flexvert_xpos[[*m.flex_edge[e], *m.flex_edgeflap[e]]]
        if m.flex_edgeflap[e].min() >= 0:
            total += 0.5 * np.einsum("ij,ik,jk", m.flex_bending[e, :16].reshape(4, 4), x, x)
    return total


def test_a_stretched_edge_pulls_with_stiffness_times_stretch_and_brakes_with_damping_times_speed():
    m, d = load(STRING)
    d.qpos[3] += 0.02
    d.qvel[3] = 0.3
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qfrc_spring, [1.0, 0, 0, -1.0, 0, 0], atol=tol(1e-13))
    np.testing.assert_allclose(d.qfrc_damper, [0.15, 0, 0, -0.15, 0, 0], atol=tol(1e-13))
    gelenk.mj_energyPos(m, d)
    assert d.energy[0] == pytest.approx(0.5 * 50 * 0.02**2, rel=tol(1e-12))


@pytest.mark.parametrize("text", [SOLID, SHELL])
def test_internal_forces_have_no_sum_and_no_moment(text):
    m, d = load(text, amplitude=0.02)
    forces = world_forces(m, d, d.qfrc_spring)
    scale = np.abs(forces).max()
    assert scale > 1e-3
    assert np.abs(forces.sum(axis=0)).max() < tol(1e-12) * scale
    assert np.abs(np.cross(d.flexvert_xpos, forces).sum(axis=0)).max() < tol(1e-12) * scale


@pytest.mark.parametrize("text", [SOLID, SHELL, RADIAL], ids=["solid", "shell", "radial"])
def test_forces_are_the_slope_of_the_elastic_energy_in_a_turned_body_too(text):
    m, d = load(text, amplitude=0.02)
    forces, h = d.qfrc_spring.copy(), 1e-6
    for i in range(0, m.nv, 5):
        energies = []
        for side in (h, -2 * h):
            d.qpos[i] += side
            gelenk.mj_forward(m, d)
            energies.append(elastic_energy(m, d))
        d.qpos[i] += h
        slope = (energies[0] - energies[1]) / (2 * h)
        assert -slope == pytest.approx(
            forces[i], abs=tol(1e-7) * np.abs(forces).max()
        )  # h^2 and rounding / h


@pytest.mark.parametrize("text", [SOLID, SHELL])
def test_an_undamped_flex_keeps_its_energy_and_momentum(text):
    m, d = load(text, amplitude=0.01, speed=0.1)

    def energy():
        gelenk.mj_forward(m, d)
        gelenk.mj_energyVel(m, d)
        return elastic_energy(m, d) + d.energy[1]

    before, momentum = energy(), world_forces(m, d, d.qvel).sum(axis=0)
    gelenk.mj_step(m, d, 100)
    assert energy() == pytest.approx(
        before, rel=tol(1e-7)
    )  # fourth order, h times the fastest frequency is about 0.02
    np.testing.assert_allclose(world_forces(m, d, d.qvel).sum(axis=0), momentum, atol=tol(1e-12))


def dense(rows, values, columns, nnz, adr, nv):
    out = np.zeros((rows, nv))
    for r in range(rows):
        at = slice(adr[r], adr[r] + nnz[r])
        out[r, columns[at]] = values[at]
    return out


@pytest.mark.parametrize("name, text", [("edge", EDGES), ("vert", VERTICES)])
def test_jacobians_are_the_slopes_of_lengths(name, text):
    m, d = load(text, amplitude=0.02)
    columns, nnz, adr = (
        np.ravel(getattr(m, f"flex{name}_J_{part}")) for part in ("colind", "rownnz", "rowadr")
    )
    values = np.ravel(getattr(d, f"flex{name}_J"))
    jacobian = dense(len(nnz), values, columns, nnz, adr, m.nv)
    h = 1e-6
    for i in range(m.nv):
        d.qpos[i] += h
        gelenk.mj_forward(m, d)
        up = np.ravel(getattr(d, f"flex{name}_length")).copy()
        d.qpos[i] -= 2 * h
        gelenk.mj_forward(m, d)
        down = np.ravel(getattr(d, f"flex{name}_length")).copy()
        d.qpos[i] += h
        np.testing.assert_allclose((up - down) / (2 * h), jacobian[:, i], atol=tol(1e-7))


def test_a_cloth_that_rests_on_the_ground_bears_its_weight():
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
        <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass=".3" pos="0 0 .012">
        <edge equality="true" damping=".01"/></flexcomp></worldbody></mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 400)
    assert d.ncon == 9
    up = d.qfrc_constraint.reshape(-1, 3)[:, 2]
    assert up.sum() == pytest.approx(0.3 * 9.81, rel=tol(1e-4))
    assert np.abs(d.qvel).max() < tol(1e-3)  # at rest but for the solver's creeping, in m/s


def test_stages_of_flexes_leave_models_without_flexes_alone():
    body = "<body><freejoint/><geom size='.1'/></body>"
    m = gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    before = pickle.dumps((m, d))
    for stage in ("flex", "flex_velocity", "flex_passive"):
        pipeline.run_stage(stage, m, d)
    assert pickle.dumps((m, d)) == before
