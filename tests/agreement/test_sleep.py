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
