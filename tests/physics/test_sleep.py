"""Sleep: what is true of trees that sleep, whoever computes it, and where Gelenk goes other ways than 3.5.0."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk import Error, FatalError
from tests.support.sleepers import (
    ARMS,
    FLOOR,
    GAP,
    IN_GAP,
    KEYS,
    MIXED,
    MOCAP,
    SCENES,
    THREE,
    TWO,
    arm,
    ball,
    equality,
    swing,
    tendon,
    text,
)
from tests.support.tolerance import relative, tol

SLEEP = int(gelenk.mjtEnableBit.mjENBL_SLEEP)


def asleep(bodies, extra="", steps=300, **options):
    """A model and data in which everything that can has fallen asleep."""
    m = gelenk.MjModel.from_xml_string(text(bodies, extra, **options))
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, nstep=steps)
    return m, d


def is_asleep(d):
    return (d.tree_asleep >= 0).tolist()


# What is true of sleepers


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast", "RK4"])
def test_a_tree_that_sleeps_stays_where_it_is_to_the_bit(integrator):
    m = gelenk.MjModel.from_xml_string(MIXED.replace("<option ", f'<option integrator="{integrator}" '))
    d = gelenk.MjData(m)
    kept, slept = {}, 0
    for i in range(300):
        swing(m, d, i)
        gelenk.mj_step(m, d)
        for t in range(m.ntree):
            dofs = slice(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t])
            joints = np.unique(m.dof_jntid[dofs])
            first = m.jnt_qposadr[joints[0]]
            end = m.jnt_qposadr[joints[-1] + 1] if joints[-1] + 1 < m.njnt else m.nq
            if d.tree_asleep[t] < 0:
                kept.pop(t, None)
                continue
            slept += 1
            assert not d.qvel[dofs].any()
            assert kept.setdefault(t, d.qpos[first:end].tobytes()) == d.qpos[first:end].tobytes()
    assert slept > 400
    assert d.tree_awake[4] and abs(d.qvel[25]) > 0.1  # while the pendulum swings


def test_with_nothing_asleep_a_step_is_the_same_to_the_bit_as_without_the_flag():
    results = []
    for flags in (0, SLEEP):
        m = gelenk.MjModel.from_xml_string(text(ball("c", "0 0 1") + FLOOR + ARMS))
        m.opt.enableflags = flags
        m.opt.sleep_tolerance = -1
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, nstep=400)
        results.append(d.qpos.tobytes() + d.qvel.tobytes() + d.qacc.tobytes())
    assert results[0] == results[1]


def test_what_is_awake_moves_as_if_the_sleepers_were_not_there():
    """A pendulum beside sleepers, which it shares nothing with, against the pendulum alone."""
    m, d = asleep(FLOOR + ball("b", "0 0 0") + arm("a", 1, "never"), steps=200)
    alone = gelenk.MjModel.from_xml_string(text(arm("a", 1, "never")))
    e = gelenk.MjData(alone)
    d.qpos[7], e.qpos[0] = 1, 1
    for _ in range(200):
        gelenk.mj_step(m, d)
        gelenk.mj_step(alone, e)
        assert is_asleep(d) == [True, False]
        assert abs(d.qpos[7] - e.qpos[0]) < tol(1e-12)


def test_a_cycle_leads_through_the_trees_that_fell_asleep_together():
    m, d = asleep(
        "".join(ball(f"b{i}", f"0 0 {0.2 * i}") for i in range(3)) + FLOOR + ball("c", "1 0 0"), steps=600
    )
    assert d.tree_asleep.tolist() == [1, 2, 0, 3]
    d.qvel[0] = 1e-3
    gelenk.mj_forward(m, d)
    assert is_asleep(d) == [False, False, False, True]
    assert d.ncon == 3  # contacts of the three are found in the same call


def test_runs_and_lists_hold_each_awake_body_and_dof_once():
    m, d = asleep(TWO + ARMS, steps=100)
    d.qfrc_applied[12] = 1
    gelenk.mj_forward(m, d)
    assert is_asleep(d) == [True, True, False, True]
    view = d._view
    runs = [tuple(view.run[r, k] for k in range(4)) for r in range(view.nrun)]
    bodies = [b for first, end, _, _ in runs for b in range(first, end)]
    dofs = [i for _, _, first, end in runs for i in range(first, end)]
    assert [0, *bodies] == d.body_awake_ind[: d.nbody_awake].tolist() == [0, 3]
    assert dofs == d.dof_awake_ind[: d.nv_awake].tolist() == [12]


def test_energy_counts_sleepers():
    m, d = asleep(TWO)
    gelenk.mj_forward(m, d)
    expected = 9.81 * (m.body_mass * d.xipos[:, 2]).sum()
    assert all(is_asleep(d))
    assert abs(d.energy[0] - expected) < tol(1e-9)


# Who wakes whom


def test_trees_in_each_others_gaps_wake_in_the_same_step():
    m, d = asleep(IN_GAP)
    assert all(is_asleep(d))
    d.xfrc_applied[1, 2] = -1
    gelenk.mj_forward(m, d)
    assert not any(is_asleep(d))


def test_what_an_equality_wakes_has_its_contacts_in_that_step():
    m, d = asleep(TWO, equality("weld", "false"))
    height = d.qpos[2]
    d.eq_active[0] = 1
    gelenk.mj_step(m, d)
    assert not any(is_asleep(d))
    assert d.ncon == 2
    assert abs(d.qpos[2] - height) < tol(1e-5)  # a step of free fall would be 4e-5


def test_a_tree_that_is_welded_to_a_mocap_body_follows_it():
    """3.5.0 lets it fall asleep and stops with an error."""
    m, d = asleep(ball("b", "0 0 0") + MOCAP, '<equality><weld body1="mo" body2="b"/></equality>', 3000)
    assert not is_asleep(d)[0]
    d.mocap_pos[0] = 0, 0, 3.2
    gelenk.mj_step(m, d, nstep=2000)
    assert abs(d.qpos[2] - 0.2) < tol(1e-2)  # the weld is soft: it sags under the weight


def test_tendon_equalities_wake_what_they_tie():
    """3.5.0 refuses to step with them."""
    both = '<fixed name="x"><joint joint="a" coef="1"/></fixed><fixed name="y"><joint joint="b" coef="1"/></fixed>'
    m, d = asleep(ARMS, f'<tendon>{both}</tendon><equality><tendon tendon1="x" tendon2="y"/></equality>')
    assert d.tree_asleep.tolist() == [1, 0]
    d.qfrc_applied[0] = 1
    gelenk.mj_step(m, d, nstep=2000)
    assert not any(is_asleep(d))
    assert d.qpos[0] > 0.1
    assert abs(d.qpos[0] - d.qpos[1]) < tol(1e-3)  # the equality is soft, and is pulled by 1 N m


def test_activations_of_sleepers_go_on():
    """3.5.0 integrates the rate of the moment when they fell asleep."""
    m, d = asleep(
        arm("a", 0, "allowed"), '<actuator><intvelocity joint="a" kp="1" actrange="-9 9"/></actuator>', 50
    )
    d.ctrl[0] = 1
    gelenk.mj_step(m, d, nstep=50)
    assert all(is_asleep(d))
    assert abs(d.act[0] - 0.1) < tol(1e-12)


def test_minus_zero_is_no_force():
    """3.5.0 looks at bytes."""
    m, d = asleep(TWO)
    d.qfrc_applied[:] = -0.0
    gelenk.mj_step(m, d)
    assert all(is_asleep(d))


@pytest.mark.parametrize("field", ["qpos", "qvel", "qfrc_applied", "xfrc_applied"])
def test_nan_in_a_sleeper_is_noticed(field):
    m, d = asleep(TWO, steps=100)
    getattr(d, field).flat[-1] = np.nan
    gelenk.mj_step(m, d)
    assert d.warning.number.sum() > 0
    assert np.isfinite(d.qpos).all()  # after the reset


def test_switching_the_flag_off_wakes_everything():
    m, d = asleep(TWO)
    m.opt.enableflags = 0
    gelenk.mj_forward(m, d)
    assert (d.ntree_awake, d.nv_awake, d.nbody_awake, d.ncon) == (2, 12, 3, 2)


def test_users_may_put_trees_to_sleep_and_wake_them():
    m, d = asleep(TWO, steps=20)
    assert not any(is_asleep(d))
    d.qvel[:] = 0
    d.tree_asleep[0] = 0
    gelenk.mj_step(m, d)
    assert is_asleep(d) == [True, False]
    d.tree_asleep[0] = -11
    gelenk.mj_step(m, d)
    assert is_asleep(d) == [False, False]


@pytest.mark.parametrize("value", [1, 2, 77, 2**31 - 1])
def test_garbage_in_tree_asleep_ends_well(value):
    m, d = asleep(TWO)
    d.tree_asleep[:] = value
    d.body_awake_ind[:] = value
    d.dof_awake_ind[:] = value
    d.parent_awake_ind[:] = value
    d.tree_awake[:] = value
    gelenk.mj_step(m, d, nstep=3)
    d.qvel[0] = 1
    gelenk.mj_step(m, d, nstep=3)
    assert np.isfinite(d.qpos).all()


# Copies, states, resets


@pytest.mark.parametrize("copied", [copy.copy, lambda d: pickle.loads(pickle.dumps(d))])
def test_copies_sleep_on(copied):
    m, d = asleep(TWO)
    e = copied(d)
    gelenk.mj_step(m if e.model is m else e.model, e, nstep=5)
    assert all(is_asleep(e))
    assert e.qpos.tobytes() == d.qpos.tobytes()


def test_a_state_that_is_put_back_wakes_only_what_it_moves():
    m, d = asleep(TWO)
    kind = gelenk.mjtState.mjSTATE_INTEGRATION
    state = np.zeros(gelenk.mj_stateSize(m, kind))
    gelenk.mj_getState(m, d, state, kind)
    gelenk.mj_setState(m, d, state, kind)
    gelenk.mj_forward(m, d)
    assert is_asleep(d) == [True, True]
    state[1] += 0.01
    gelenk.mj_setState(m, d, state, kind)
    gelenk.mj_forward(m, d)
    assert is_asleep(d) == [False, True]


def test_a_reset_wakes_all_but_those_of_policy_init():
    m, d = asleep(ball("b0", "0 0 0", "init") + ball("b1", "1 0 0") + FLOOR, KEYS)
    assert is_asleep(d) == [True, True]
    gelenk.mj_resetData(m, d)
    assert d.tree_asleep.tolist() == [0, -10]
    assert (d.nv_awake, d.nefc) == (6, 0)


def test_bad_numbers_reset_to_trees_that_start_asleep():
    m, d = asleep(ball("b0", "0 0 0", "init") + arm("a", 1, "never"))
    d.qpos[7] = np.nan
    gelenk.mj_step(m, d)
    assert is_asleep(d) == [True, False]
    assert np.isfinite(d.qpos).all()


def test_enabling_sleep_later_may_find_that_policies_do_not_fit():
    xml = text(ball("b0", "0 0 0", "init") + ball("b1", ".1999 0 0")).replace(' sleep="enable"', "", 1)
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    m.opt.enableflags |= SLEEP
    with pytest.raises(FatalError, match="1 trees were marked as sleep='init' but only 0 could be slept"):
        gelenk.mj_resetData(m, d)


# The compiler

INIT = "but only 0 could be slept.*'b0' \\(id=1\\)"
REFUSED = {
    "touches one that is awake": (ball("b0", "0 0 0", "init") + ball("b1", ".1999 0 0"), "", INIT),
    "is tied to one that is awake": (
        ball("b0", "0 0 0", "init") + ball("b1", "1 0 0"),
        equality("weld"),
        INIT,
    ),
    "a spring": (
        arm("a", 0, "allowed") + arm("b", 1),
        tendon("fixed", 'stiffness="1"'),
        "tree 0 connected to tendon 0 with non-zero stiffness or damping",
    ),
    "three trees": (
        arm("a", 0) + arm("b", 1, "init") + arm("c", 2),
        tendon("fixed", "").replace("</fixed>", '<joint joint="c" coef="1"/></fixed>'),
        "tree 1 connected to tendon 0 which spans more than 2 trees",
    ),
    "no root": (
        '<body name="b0"><joint/><geom size=".1"/><body sleep="never"/></body>',
        "",
        "movable root bodies",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_policies_that_cannot_be_kept_are_refused_as_by_the_reference(case):
    bodies, extra, message = REFUSED[case]
    xml = text(bodies, extra)
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(xml)
    with pytest.raises(Error, match=f"(?s){message}"):
        gelenk.MjModel.from_xml_string(xml)


# Plain Python and large scenes


def test_many_sleepers_are_found_by_what_falls_on_them():
    """More bodies than the grid of the broad phase needs, most of them left out of it."""
    rows = "".join(ball(f"r{i}", f"{0.3 * (i % 10)} {0.3 * (i // 10)} 0") for i in range(90))
    m = gelenk.MjModel.from_xml_string(text(FLOOR + rows + ball("f", "1.55 1.2 .5")))
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, nstep=60)
    assert sum(is_asleep(d)) == 90
    contacts = set()
    for _ in range(200):
        gelenk.mj_step(m, d)
        contacts |= {tuple(sorted(pair)) for pair in d.contact.geom.tolist() if 91 in pair}
    assert {g for pair in contacts for g in pair} == {91, 46, 47}  # the two that it falls between


@pytest.mark.parametrize("name", ["tower", "falling on two"])
def test_a_tower_rests_where_it_would_without_sleep(name):
    """Falling asleep freezes what is slower than the tolerance, 1e-4 m/s: 1e-5 m in the time a contact settles."""
    m = gelenk.MjModel.from_xml_string(SCENES[name].text)
    heights = []
    for flags in (SLEEP, 0):
        m.opt.enableflags = flags
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, nstep=1000)
        heights.append(d.xpos[1:3, 2].copy())
    assert relative(heights[0], heights[1]) < tol(1e-4)


def test_gaps_alone_do_not_keep_neighbours_awake():
    _, d = asleep(FLOOR + ball("a", "0 0 0", geom=GAP) + ball("b", ".22 0 0", geom=GAP))
    assert d.tree_asleep.tolist() == [0, 1]


def test_three_apart_sleep_apart():
    _, d = asleep(THREE)
    assert d.tree_asleep.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    "path",
    ["<fixed {}><joint joint='a' coef='1'/><joint joint='b' coef='2'/></fixed>", "<spatial {}>{}</spatial>"],
)
def test_the_inertia_of_a_tendon_is_added_once_to_a_sleeping_tree(path):
    """M of a tree that sleeps is not computed again, so nothing may be added to it, either."""
    sites = "<site site='w'/><site site='s'/>"
    xml = f"""<mujoco><option><flag sleep="enable"/></option><worldbody><site name="w" pos="0 0 1"/>
    <body><joint name="a" type="slide" axis="1 0 0" damping="5"/><joint name="b" type="slide" axis="0 1 0" damping="5"/>
    <geom size=".1" contype="0" conaffinity="0"/><site name="s"/></body>
    <body pos="2 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/></body></worldbody>
    <tendon>{path.format("armature='.7'", sites)}</tendon></mujoco>"""
    results = []
    for package in (gelenk, mujoco):
        m = package.MjModel.from_xml_string(xml)
        d = package.MjData(m)
        package.mj_step(m, d, nstep=800)
        assert d.tree_asleep.tolist() == [0, -11]
        results.append((d.M.copy(), d.qfrc_bias.copy()))
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=tol(1e-9) * np.abs(theirs).max())
