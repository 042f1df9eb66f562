"""Random kinematic trees: identities of the dynamics, and the order of siblings, which does not matter."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gelenk
from tests.support.tolerance import tol
from tests.support.world import full_mass, random_state

GEOMS = (
    'type="box" size="0.05 0.08 0.1"',
    'type="capsule" size="0.04 0.1"',
    'type="ellipsoid" size="0.05 0.1 0.07"',
    'type="cylinder" size="0.05 0.06"',
    'type="sphere" size="0.07"',
)
number = st.integers(-10, 10).map(lambda k: k / 10)
vector = st.tuples(number, number, number)
axis = vector.filter(lambda v: any(v))


def text(v):
    return " ".join(map(str, v))


@st.composite
def joints(draw, root):
    kind = draw(st.sampled_from(["hinge", "slide", "ball", "two", "none", *(["free"] if root else [])]))
    more = f'armature="{abs(draw(number))}" damping="{abs(draw(number))}" stiffness="{abs(draw(number))}"'
    if kind == "free":
        return "<freejoint/>"
    if kind == "none":
        return ""
    if kind == "ball":
        return f'<joint type="ball" pos="{text(draw(vector))}" {more}/>'
    if kind == "two":
        return f'<joint axis="{text(draw(axis))}" {more}/><joint type="slide" axis="{text(draw(axis))}"/>'
    return f'<joint type="{kind}" axis="{text(draw(axis))}" pos="{text(draw(vector))}" {more}/>'


@st.composite
def bodies(draw, depth=0):
    """A body with its subtree: (own elements, list of children)."""
    own = (
        draw(joints(depth == 0))
        + f'<geom {draw(st.sampled_from(GEOMS))} pos="{text(draw(vector))}" contype="0"/>'
    )
    attributes = f'pos="{text(draw(vector))}" euler="{text([90 * x for x in draw(vector)])}"'
    children = draw(st.lists(bodies(depth + 1), max_size=2)) if depth < 3 else []
    return attributes, own, children


def render(tree, order=1, path="b"):
    """The body as MJCF; ``order`` -1 writes children in reverse, with the same names."""
    attributes, own, children = tree
    inner = "".join(render(c, order, f"{path}{i}") for i, c in list(enumerate(children))[::order])
    return f'<body name="{path}" {attributes}>{own}{inner}</body>'


def build(trees, order=1, option=""):
    inner = "".join(render(t, order, f"t{i}") for i, t in list(enumerate(trees))[::order])
    m = gelenk.MjModel.from_xml_string(f"<mujoco><option {option}/><worldbody>{inner}</worldbody></mujoco>")
    return m, gelenk.MjData(m)


forests = st.lists(bodies(), min_size=1, max_size=3)
quick = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@quick
@given(forests, st.integers(0, 99))
def test_the_inertia_matrix_is_that_of_the_bodies_and_positive(trees, seed):
    m, d = build(trees)
    random_state(m, d, seed)
    gelenk.mj_forward(m, d)
    M = full_mass(m, d)
    expected = np.diag(m.dof_armature)
    for b in range(1, m.nbody):
        jacp, jacr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        gelenk.mj_jacBodyCom(m, d, jacp, jacr, b)
        R = d.ximat[b].reshape(3, 3)
        expected += m.body_mass[b] * jacp.T @ jacp + jacr.T @ R @ np.diag(m.body_inertia[b]) @ R.T @ jacr
    np.testing.assert_allclose(M, expected, atol=tol(1e-12 * max(1.0, np.abs(expected).max(initial=0))))
    if m.nv:
        assert np.linalg.eigvalsh(M)[0] > 0
        x, y = np.zeros((1, m.nv)), d.qvel.reshape(1, -1) @ M
        gelenk.mj_solveM(m, d, x, y)
        np.testing.assert_allclose(x[0], d.qvel, atol=tol(1e-13 * np.linalg.cond(M)) + tol(1e-12))


@quick
@given(forests, st.integers(0, 99))
def test_inverse_dynamics_undoes_forward_dynamics(trees, seed):
    m, d = build(trees)
    random_state(m, d, seed, push=1.0)
    gelenk.mj_forward(m, d)
    force = full_mass(m, d) @ d.qacc + d.qfrc_bias - d.qfrc_passive
    gelenk.mj_inverse(m, d)
    scale = max(1.0, np.abs(d.qfrc_bias).max(initial=0), np.abs(d.qfrc_passive).max(initial=0))
    np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_applied, atol=tol(1e-9 * scale))
    np.testing.assert_allclose(force, d.qfrc_applied, atol=tol(1e-9 * scale))


@quick
@given(forests, st.integers(0, 99))
def test_the_order_of_siblings_does_not_matter(trees, seed):
    (m, d), (m2, d2) = build(trees), build(trees, -1)
    random_state(m, d, seed)
    names = [m.body(b).name for b in range(1, m.nbody)]
    for name in names:
        a, b = m.body(name).id, m2.body(name).id
        for one, two in zip(range(m.body_jntadr[a], m.body_jntadr[a] + m.body_jntnum[a]),
                            range(m2.body_jntadr[b], m2.body_jntadr[b] + m2.body_jntnum[b]), strict=True):  # fmt: skip
            d2.joint(two).qpos[:] = d.joint(one).qpos
            d2.joint(two).qvel[:] = d.joint(one).qvel
    gelenk.mj_step(m, d, 3)
    gelenk.mj_step(m2, d2, 3)
    gelenk.mj_forward(m, d)
    gelenk.mj_forward(m2, d2)
    scale = max(1.0, np.abs(d.qvel).max(initial=0))
    for name in names:
        np.testing.assert_allclose(d.body(name).xpos, d2.body(name).xpos, atol=tol(1e-9 * scale))
        np.testing.assert_allclose(d.body(name).cvel[:3], d2.body(name).cvel[:3], atol=tol(1e-8 * scale))


@quick
@given(forests, st.integers(0, 99), st.sampled_from(["implicit", "implicitfast", "Euler"]))
def test_every_integrator_takes_every_tree(trees, seed, integrator):
    m, d = build(trees, option=f'integrator="{integrator}" timestep="0.0001"')
    random_state(m, d, seed, speed=0.3)
    qvel = d.qvel.copy()
    gelenk.mj_forward(m, d)
    expected = qvel + 1e-4 * d.qacc
    gelenk.mj_step(m, d)
    # they differ by the damping that is taken at the end of the step: h^2
    scale = max(1.0, np.abs(expected).max(initial=0), np.abs(d.qacc).max(initial=0))
    np.testing.assert_allclose(d.qvel, expected, atol=tol(1e-4 * 1e-1 * scale))
