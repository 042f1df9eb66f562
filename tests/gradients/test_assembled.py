"""Assembled Jacobians of a step beside those by passes, and their closed forms beside differences."""

import importlib

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from gelenk.engine.derivatives.smooth_dynamics import BODY_SIZE, DOF_SIZE, derive_bias
from gelenk.gradients import arguments
from gelenk.tables.gradients import COLUMNS
from gelenk.toolchain import library
from tests.support.derivatives import SPHERES, moving
from tests.support.tolerance import tol

jacobian = importlib.import_module("gelenk.gradients.jacobian")

EULER, FAST = int(mujoco.mjtIntegrator.mjINT_EULER), int(mujoco.mjtIntegrator.mjINT_IMPLICITFAST)
BY = ("state", "ctrl")
# free, ball, hinge and slide joints, two hinges of one body, branches, a body without joints, a site that is pulled
TREE = """<mujoco><option timestep="0.004"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .12"><freejoint/><geom size=".1" pos=".05 .02 .01"/>
    <body pos=".2 0 0"><joint type="ball" damping=".02"/><geom type="box" size=".1 .05 .02" pos=".1 .03 0"/>
      <body pos=".2 0 .1"><joint name="a" axis="0 1 .3" stiffness="2"/>
        <joint name="b" type="slide" axis="1 .2 0" pos=".1 0 0" range="-.01 .01" limited="true"/>
        <geom type="box" size=".1 .05 .02" pos=".1 .03 0"/>
        <body pos=".1 0 0"><geom size=".03" mass=".2"/><site name="tip" pos=".02 0 0"/></body></body></body>
    <body pos="0 .2 0"><joint name="c" axis="1 0 1" pos=".03 .1 0"/><joint name="e" axis="0 1 0"/>
      <geom type="capsule" size=".04 .1" pos="0 .1 .1"/></body></body>
  <body pos="1 0 .3"><joint name="f" axis="0 1 0" damping=".1"/><geom type="capsule" size=".03 .2"/></body>
</worldbody>
<actuator><position joint="a" kp="3" kv=".1"/><motor joint="f"/><general joint="c" dyntype="filter" dynprm=".1"/>
  <motor site="tip" gear="1 2 0 0 0 .1"/></actuator></mujoco>"""


def at_once(m, d):
    """The Jacobian of one native call; None if passes are needed."""
    return jacobian._at_once(m, d, "state", BY, 1e-6)


def by_passes(m, d, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(arguments, "AT_ONCE", frozenset())
        return gradients.jacobian(m, d, of="state")


def same(m, d, monkeypatch):
    """Whether both ways agree up to rounding, which stiff contacts amplify."""
    J = gradients.jacobian(m, d, of="state")
    P = by_passes(m, d, monkeypatch)
    for name in BY:
        a, p = J["state", name], P["state", name]
        assert a.shape == p.shape
        if a.size:
            np.testing.assert_allclose(a, p, rtol=0, atol=tol(1e-10) * np.abs(p).max())
    assert J.kinks == P.kinks
    return at_once(m, d)


def pulled(m, d):
    """The data with forces on a body and on dofs."""
    rng = np.random.default_rng(2)
    d.xfrc_applied[m.nbody - 1] = rng.normal(size=6)
    d.qfrc_applied[:] = 0.1 * rng.normal(size=m.nv)
    return d


@pytest.mark.parametrize("integrator", [EULER, FAST])
@pytest.mark.parametrize(
    "name", ["humanoid", "car", "gripper", "muscle_arm", "quadruped", "cube", "cartpole"]
)
def test_shipped_models(name, integrator, monkeypatch):
    m = models.load(name)
    m.opt.integrator = integrator
    d = pulled(m, moving(m, 300 if name == "humanoid" else 60))
    assert same(m, d, monkeypatch) is not None


@pytest.mark.parametrize("cone", [0, 1])
@pytest.mark.parametrize("integrator", [EULER, FAST])
def test_all_joints(integrator, cone, monkeypatch):
    m = mujoco.MjModel.from_xml_string(TREE)
    m.opt.integrator, m.opt.cone = integrator, cone
    d = pulled(m, moving(m, 80))
    assert d.ncon > 0 and m.na == 1
    assert same(m, d, monkeypatch) is not None


def unblocked(blocks, nv):
    """The matrix (nv, nv) of blocks of columns."""
    return np.hstack(list(blocks.reshape(-1, nv, COLUMNS)))[:, :nv]


def test_closed_forms_of_inverse_dynamics_against_differences():
    m = mujoco.MjModel.from_xml_string(TREE)
    d = moving(m, 80)
    rng = np.random.default_rng(0)
    nv = m.nv
    qacc, y = rng.normal(size=nv), rng.normal(size=nv)
    d.qacc[:] = qacc
    found = [np.zeros(-(-nv // COLUMNS) * COLUMNS * nv) for _ in range(3)]
    work = np.zeros(BODY_SIZE * m.nbody + DOF_SIZE * nv)
    library.jit(derive_bias, "mdFFFFF")(m, d, work, y, *found)

    def inverse(dq, dv, acc, bias=True):
        e = mujoco.MjData(m)
        e.qpos[:], e.qvel[:] = d.qpos, d.qvel + dv
        mujoco.mj_integratePos(m, e.qpos, dq, 1)
        mujoco.mj_forward(m, e)
        e.qacc[:] = acc
        whole, alone = np.zeros(nv), np.zeros(nv)
        mujoco.mj_rne(m, e, 1, whole)
        mujoco.mj_rne(m, e, 0, alone)
        return whole if bias else whole - alone

    def slopes(function, eps=1e-6):
        return np.array([(function(eps * v) - function(-eps * v)) / (2 * eps) for v in np.eye(nv)]).T

    zero = np.zeros(nv)
    expected = (
        slopes(lambda v: inverse(v, zero, qacc)),
        slopes(lambda v: inverse(zero, v, qacc)),
        slopes(lambda v: inverse(v, zero, y, False)),
    )
    for blocks, differences in zip(found, expected, strict=True):
        # rounding of differences at eps 1e-6: 1e-16 / 1e-6 of forces
        np.testing.assert_allclose(
            unblocked(blocks, nv), differences, rtol=0, atol=tol(1e-8) * np.abs(differences).max()
        )


@pytest.mark.parametrize("option", ["density", "viscosity"])
def test_a_medium_needs_passes(option):
    m = models.load("quadruped")
    d = moving(m, 20)
    assert gradients.jacobian(m, d, of="state").A.any() and at_once(m, d) is not None
    setattr(m.opt, option, 1.2)
    assert at_once(m, d) is None
    assert gradients.jacobian(m, d, of="state").A.any()


def test_options_callbacks_and_nan_between_calls_are_noticed():
    m = mujoco.MjModel.from_xml_string(SPHERES.format(cone="elliptic", integrator="Euler"))
    d = moving(m, 60)
    first = gradients.jacobian(m, d, of="state")
    m.opt.cone = 0
    assert at_once(m, d) is None
    other = gradients.jacobian(m, d, of="state")
    assert np.abs(other.A - first.A).max() > 1e-3
    m.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    with pytest.raises(gradients.Unsupported, match="sleeping trees"):
        gradients.jacobian(m, d, of="state")
    m.opt.enableflags = 0
    before = gradients.jacobian(m, d, of="state").A

    def push(m, d):
        d.qfrc_passive -= d.qvel

    mujoco.set_mjcb_passive(push)
    push.jvp = lambda m, d, v: {"qfrc_passive": -v["qvel"]}
    try:
        assert at_once(m, d) is None
        assert np.abs(gradients.jacobian(m, d, of="state").A - before).max() > 1e-4
    finally:
        mujoco.set_mjcb_passive(None)
    d.qvel[1] = np.nan
    with pytest.raises(ValueError, match=r"d.qvel\[1\] must be finite"):
        gradients.jacobian(m, d, of="state")


def test_the_data_keeps_every_byte():
    m = models.load("humanoid")
    d = moving(m, 300)
    before = d._buffer.tobytes()
    gradients.jacobian(m, d, of="state")
    assert at_once(m, d) is not None
    assert d._buffer.tobytes() == before


@pytest.mark.parametrize("by", [("ctrl",), "qvel", ("act", "state"), ("qpos", "ctrl")])
def test_some_inputs_alone(by):
    m = mujoco.MjModel.from_xml_string(TREE)
    d = moving(m, 40)
    whole = gradients.jacobian(m, d, of="state")
    columns = {
        "state": whole.A,
        "ctrl": whole.B,
        "qpos": whole.A[:, : m.nv],
        "qvel": whole.A[:, m.nv : 2 * m.nv],
    }
    columns["act"] = whole.A[:, 2 * m.nv :]
    found = gradients.jacobian(m, d, of="state", by=by)
    assert set(found) == {("state", name) for name in ((by,) if isinstance(by, str) else by)}
    for (_, name), block in found.items():
        np.testing.assert_array_equal(block, columns[name])


@pytest.mark.parametrize("by", [(), ("ctrl", "ctrl"), ("ctrl", 1), (["ctrl"],), ("ctrl", "qpso")])
def test_wrong_inputs_are_told_as_ever(by):
    m = models.load("cartpole")
    with pytest.raises((TypeError, ValueError), match=r"^jacobian: by"):
        gradients.jacobian(m, mujoco.MjData(m), of="state", by=by)


def test_products_are_those_of_the_jacobian_at_the_same_state():
    m = mujoco.MjModel.from_xml_string(TREE)
    d = moving(m, 80)
    J = gradients.jacobian(m, d, of="state")
    columns = [gradients.jvp(m, d, {"state": v}, of="state")["state"] for v in np.eye(2 * m.nv + m.na)]
    np.testing.assert_allclose(np.array(columns).T, J.A, rtol=0, atol=tol(1e-10) * np.abs(J.A).max())


def test_buffers_that_another_call_made_grow_get_shadows_of_their_size_first():
    ball = '<body pos="{} {} 1"><freejoint/><geom size=".1"/></body>'
    bodies = "".join(ball.format(0.25 * (i % 8), 0.25 * (i // 8)) for i in range(32))
    m = mujoco.MjModel.from_xml_string(
        f"<mujoco><worldbody><geom type='plane' size='9 9 1'/>{bodies}</worldbody></mujoco>"
    )
    d = mujoco.MjData(m)
    gradients.jacobian(m, d, of="state")
    assert at_once(m, d) is not None
    d.qpos.reshape(-1, 7)[:, 2] = 0.099
    expected = gradients.jacobian(
        m, d, of=("state", "qacc")
    )  # its copy of the data has more contacts than before
    assert at_once(m, d) is None
    np.testing.assert_allclose(
        gradients.jacobian(m, d, of="state").A, expected.A, rtol=0, atol=tol(1e-10) * np.abs(expected.A).max()
    )
    assert at_once(m, d) is not None


@pytest.mark.parametrize("joint", ["<joint name='b' type='ball'/>", "<freejoint name='b'/>"])
def test_columns_of_controls_have_no_term_of_rotations(joint, monkeypatch):
    """Few dofs before a rotation, and more controls than these, once added the term of a position."""
    gears = np.random.default_rng(0).integers(-3, 4, (11, 3))
    motors = "".join(f"<motor joint='b' gear='{x} {y} {z}'/>" for x, y, z in gears)
    m = mujoco.MjModel.from_xml_string(
        f"<mujoco><worldbody><body>{joint}<geom type='box' size='.1 .2 .3' pos='.1 .2 0'/></body></worldbody>"
        f"<actuator>{motors}</actuator></mujoco>"
    )
    d = mujoco.MjData(m)
    d.qvel[:] = np.linspace(1, 3, m.nv)
    assert same(m, d, monkeypatch) is not None
