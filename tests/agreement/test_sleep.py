"""Sleeping against 3.5.0, step by step: who sleeps and wakes in which step, and what is computed of the others."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.sleepers import SCENES
from tests.support.tolerance import relative, tol

EQUAL = (
    *("tree_asleep", "tree_awake", "body_awake", "ntree_awake", "nbody_awake", "nparent_awake", "nv_awake"),
    *("ncon", "nefc"),
)
LISTS = {"body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}
# of sleepers too, as it was when they fell asleep
CLOSE = (
    "qpos",
    "qvel",
    "act",
    "xpos",
    "xmat",
    "geom_xpos",
    "site_xpos",
    "subtree_com",
    "cvel",
    "qfrc_bias",
    "qfrc_passive",
)
SOLVED = (
    "qacc",
    "qacc_warmstart",
    "qfrc_constraint",
    "qfrc_actuator",
    "actuator_force",
    "sensordata",
    "energy",
)


@pytest.mark.parametrize("name", SCENES)
def test_trees_sleep_and_wake_in_the_steps_of_the_reference(name):
    scene = SCENES[name]
    m, g = mujoco.MjModel.from_xml_string(scene.text), gelenk.MjModel.from_xml_string(scene.text)
    d, e = mujoco.MjData(m), gelenk.MjData(g)
    np.testing.assert_array_equal(e.tree_asleep, d.tree_asleep, "after the reset")
    slept = False
    for i in range(scene.steps):
        scene.user(m, d, i)
        scene.user(g, e, i)
        mujoco.mj_step(m, d)
        gelenk.mj_step(g, e)
        for field in EQUAL:
            np.testing.assert_array_equal(getattr(e, field), getattr(d, field), f"{field}, step {i}")
        for field, count in LISTS.items():
            n = getattr(d, count)
            np.testing.assert_array_equal(getattr(e, field)[:n], getattr(d, field)[:n], f"{field}, step {i}")
        for field in CLOSE:
            assert relative(getattr(e, field), getattr(d, field)) < tol(1e-6), f"{field}, step {i}"
        for field in SOLVED:  # to the tolerance of the solver
            assert relative(getattr(e, field), getattr(d, field)) < tol(1e-4), f"{field}, step {i}"
        slept = slept or bool((d.tree_asleep >= 0).any())
    assert slept or name in ("never, touching", "no islands", "no constraints", "negative tolerance")


RESTING = """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="9 9 .1"/>
<body pos="0 0 .1" sleep="init"><freejoint/><geom size=".1"/></body>
<body pos=".15 0 .1" sleep="init"><freejoint/><geom name="grows" size=".1"/></body>
<body pos="3 0 .1"><freejoint/><geom size=".1"/></body>
<body pos="1 0 .5" sleep="never"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""


def contacts_in(run):
    """Pairs of geoms that ``run(module, m, d)`` leaves in contact after a forward pass: ours, the reference's."""
    found = []
    for module in (gelenk, mujoco):
        m = module.MjModel.from_xml_string(RESTING)
        d = module.MjData(m)
        module.mj_forward(m, d)
        run(module, m, d)
        found.append(sorted(tuple(c.geom.tolist()) for c in d.contact))
    return found


def grow(m):
    geom = m.geom("grows").id
    m.geom_size[geom, 0] = m.geom_rbound[geom] = 0.9
    m.geom_aabb[geom, 3:] = 0.9


def test_collision_by_itself_finds_no_contacts_among_sleepers():
    ours, theirs = contacts_in(lambda module, m, d: module.mj_collision(m, d))
    assert ours == theirs == [(0, 3)]


def test_collision_by_itself_finds_all_contacts_once_sleep_is_off():
    def run(module, m, d):
        m.opt.enableflags = 0
        module.mj_collision(m, d)

    ours, theirs = contacts_in(run)
    assert ours == theirs and len(ours) == 4


@pytest.mark.parametrize("stage", ["mj_collision", "mj_forward"])
def test_an_edited_geom_of_a_sleeper_touches_where_it_now_reaches(stage):
    def run(module, m, d):
        grow(m)
        getattr(module, stage)(m, d)

    ours, theirs = contacts_in(run)
    assert ours == theirs and (2, 4) in ours
