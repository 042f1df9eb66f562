"""Groups of trees and joints, whose inputs share passes: an assembled Jacobian beside one by passes for each input."""

import importlib

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients
from gelenk.engine.derivatives import tree_groups
from gelenk.gradients import arguments
from tests.support.tolerance import tol

jacobian = importlib.import_module("gelenk.gradients.jacobian")

# text, number of groups of trees, number of groups of joints
COUPLINGS = {
    "none": ("", 4, 6),
    "weld": ('<equality><weld body1="a" body2="b"/></equality>', 3, 3),
    "connect": ('<equality><connect body1="b" body2="c" anchor="0 0 0"/></equality>', 3, 3),
    "sites": ('<equality><weld site1="sa" site2="sc"/></equality>', 3, 5),
    "joints": ('<equality><joint joint1="jb" joint2="jc" polycoef="0 2 1 0 0"/></equality>', 3, 5),
    "tendons": (
        """<tendon><fixed name="tb"><joint joint="jb" coef="1"/></fixed>
        <fixed name="td"><joint joint="jd" coef="1"/></fixed></tendon>
        <equality><tendon tendon1="tb" tendon2="td"/></equality>""",
        3,
        5,
    ),
    "a spring over three trees": (
        """<tendon><spatial stiffness="20" springlength=".1" damping="1"><site site="sa"/><site site="sb"/>
        <site site="sc"/></spatial></tendon>""",
        2,
        2,
    ),
    "an actuator of a tendon": (
        """<tendon><fixed name="t"><joint joint="jb" coef="1"/><joint joint="jc" coef="-1"/></fixed></tendon>
        <actuator><general tendon="t" dyntype="filter" dynprm=".1" gainprm="3"/></actuator>""",
        3,
        5,
    ),
    "an actuator with a reference": (
        '<actuator><position site="sa" refsite="sd" kp="30" gear="1 .5 0 0 0 .2"/></actuator>',
        3,
        5,
    ),
    "a crank": (
        '<actuator><motor cranksite="sb" slidersite="sd" cranklength=".9"/></actuator>',
        3,
        3,
    ),
    "suction": ('<actuator><adhesion body="a" ctrlrange="0 1" gain="2"/></actuator>', 1, 1),
}


def model(coupling):
    """Four trees: a free box, a chain, a hinge, a slide; actuators of three."""
    return mujoco.MjModel.from_xml_string(f"""<mujoco><option timestep="0.004"/><worldbody>
      <geom type="plane" size="5 5 1"/>
      <body name="a" pos="0 0 .6"><freejoint/><geom type="box" size=".1 .08 .06"/>
        <site name="sa" pos=".1 0 0"/></body>
      <body name="b" pos=".5 0 1"><joint name="jb" axis="0 1 0" damping=".1"/><geom type="capsule" size=".03 .1"/>
        <site name="sb" pos="0 0 .1"/>
        <body pos="0 0 .2"><joint axis="1 0 0"/><geom size=".05"/>
          <body pos="0 .1 .1"><joint type="ball"/><geom type="box" size=".05 .02 .06" pos=".02 .01 .05"/></body>
        </body></body>
      <body name="c" pos="1 0 1"><joint name="jc" axis="0 1 .2"/><geom type="capsule" size=".03 .1" pos=".05 0 0"/>
        <site name="sc" pos="0 .1 0"/></body>
      <body name="d" pos="1.5 .2 1"><joint name="jd" type="slide" axis="1 0 1" range="-.01 .01" limited="true"/>
        <geom size=".05"/><site name="sd" pos="0 .1 0"/></body>
      </worldbody>{coupling}
      <actuator><motor joint="jc"/><general joint="jd" dyntype="filter" dynprm=".1"/><motor joint="jb"/></actuator>
      </mujoco>""")


def grouped(m, d):
    """The number of groups and their words."""
    words = np.zeros(tree_groups.groups_size(m._view), np.int64)
    return tree_groups.group_inputs(m._view, d._view, words), words


FLOATING = """<mujoco><worldbody><body gravcomp=".7"><joint axis="0 1 0"/><geom type="capsule" size=".03 .1"/>
<body pos="0 0 .2" gravcomp=".4"><joint axis="1 0 .3"/><geom size=".05" pos="0 .1 0"/></body></body></worldbody>
</mujoco>"""


def joint_groups(m, d):
    """The number of groups of joints."""
    words = np.zeros(tree_groups.groups_size(m._view), np.int64)
    return tree_groups.group_joints(m._view, d._view, words)


def moved(m):
    d = mujoco.MjData(m)
    rng = np.random.default_rng(3)
    for _ in range(40):
        d.ctrl[:] = rng.uniform(0, 1, m.nu)
        mujoco.mj_step(m, d)
    mujoco.mj_forward(m, d)
    return d


def same(m, d, monkeypatch):
    """Whether the assembled Jacobian is that of passes, which move inputs one after the other."""
    gradients.jacobian(m, d, of="state")
    found = jacobian._at_once(m, d, "state", ("state", "ctrl"), 1e-6)
    with monkeypatch.context() as patch:
        patch.setattr(arguments, "AT_ONCE", frozenset())
        passes = gradients.jacobian(m, d, of="state")
    for name in ("state", "ctrl"):
        a, p = found["state", name], passes["state", name]
        if a.size:
            np.testing.assert_allclose(a, p, rtol=0, atol=tol(1e-10) * np.abs(p).max())
    return found


@pytest.mark.parametrize("coupling", COUPLINGS)
def test_coupled_trees_share_a_group(coupling, monkeypatch):
    text, trees, joints = COUPLINGS[coupling]
    m = model(text)
    d = moved(m)
    assert grouped(m, d)[0] == trees
    assert joint_groups(m, d) == joints
    same(m, d, monkeypatch)


@pytest.mark.parametrize("force", ["gravcomp", "xfrc_applied"])
def test_forces_at_bodies_join_the_joints_of_a_tree(force, monkeypatch):
    if force == "gravcomp":
        m = mujoco.MjModel.from_xml_string(FLOATING)
        d = mujoco.MjData(m)
        d.qpos[:] = 0.2
        mujoco.mj_forward(m, d)
        assert joint_groups(m, d) == 1
    else:
        m = model("")
        d = moved(m)
        d.xfrc_applied[4] = 1, 2, 3, 4, 5, 6
        assert joint_groups(m, d) == 4
    same(m, d, monkeypatch)


@pytest.mark.parametrize("integrator", [0, 3])
def test_contacts_join_trees_and_the_floor_does_not(integrator, monkeypatch):
    body = '<body pos="{} 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    bodies = "".join(body.format(x) for x in (0, 0.19, 1, 2, 2.195, 2.39, 4))
    m = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="0.002"/><worldbody><geom type="plane" size="9 9 1"/>{bodies}</worldbody></mujoco>'
    )
    m.opt.integrator = integrator
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    count, words = grouped(m, d)
    assert count == 4
    assert words[: m.ntree].tolist() == [0, 0, 1, 2, 2, 2, 3]
    assert tree_groups.block_count(m._view, words, tree_groups.DOFS, count) == 3  # 18 dofs, not 42
    J = same(m, d, monkeypatch)
    assert not J.A[:6, 12:18].any() and J.A[m.nv : m.nv + 6, 6:12].any()


def test_trees_of_one_root_share_a_group():
    m = mujoco.MjModel.from_xml_string("""<mujoco><worldbody>
      <body><geom size=".1"/><body pos="1 0 0"><joint/><geom size=".1"/></body>
        <body pos="2 0 0"><joint/><geom size=".1"/></body></body>
      <body pos="3 0 0"><joint/><geom size=".1"/></body></worldbody></mujoco>""")
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    assert m.ntree == 3
    assert grouped(m, d)[0] == 2


def test_every_input_is_in_one_run_of_one_block():
    """With runs that do not cross multiples of the number of columns."""
    m = model("")
    d = moved(m)
    count, words = grouped(m, d)
    at = tree_groups.place(m._view, tree_groups.RUNS)
    for kind, n in ((tree_groups.DOFS, m.nv), (tree_groups.ACTS, m.na), (tree_groups.CTRLS, m.nu)):
        seen = []
        for block in range(tree_groups.block_count(m._view, words, kind, count)):
            runs = tree_groups.list_runs(m._view, words, kind, count, block)
            used = []
            for first, column, width, group in words[at : at + 4 * runs].reshape(runs, 4).tolist():
                assert first // 8 == (first + width - 1) // 8 and column + width <= 8
                seen += range(first, first + width)
                used += [(group, column + k) for k in range(width)]
            assert len(set(used)) == len(used)
        assert sorted(seen) == list(range(n))
