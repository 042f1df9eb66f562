"""Sleep as in later releases: trees that cannot begin asleep, forces of sleepers, automatic policies."""

import logging

import numpy as np
import pytest

import gelenk
from tests.support.sleepers import ball, equality, text
from tests.support.tolerance import EPS, tol

TIED = text(ball("b0", "0 0 0", "init") + ball("b1", "1 0 0"), equality("weld"))
G = 9.81


def test_a_tree_that_cannot_begin_asleep_begins_awake_with_a_warning(caplog):
    with caplog.at_level(logging.WARNING, "gelenk"):
        m = gelenk.MjModel.from_xml_string(TIED, release="4.0")
    assert (
        "1 trees were marked as sleep='init' but only 0 could be slept" in caplog.text
        and "'b0'" in caplog.text
    )
    d = gelenk.MjData(m)
    assert d.tree_asleep.tolist() == [-11, -10]
    with pytest.raises(gelenk.Error, match="only 0 could be slept"):
        gelenk.MjModel.from_xml_string(TIED, release="3.11")


def test_bodies_that_sleep_have_the_forces_and_accelerations_of_bodies_at_rest():
    m = gelenk.MjModel.from_xml_string(text(ball("b0", "0 0 0", "init")), release="4.0")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    d.cacc[1], d.cfrc_int[1], d.cfrc_ext[1] = np.nan, np.nan, np.nan
    gelenk.mj_rnePostConstraint(m, d)
    assert d.tree_asleep[0] >= 0 and (d.cacc[1] == [0, 0, 0, 0, 0, G]).all() and not d.cfrc_ext[1].any()
    assert abs(d.cfrc_int[1, 5] - m.body_mass[1] * G) < tol(16 * EPS) * m.body_mass[1] * G


@pytest.mark.parametrize("release, policies", [("3.11", [1, 2]), ("4.0", [1, 1])])
def test_the_tree_of_a_reference_site_never_sleeps_by_itself(release, policies):
    body = '<body pos="{} 0 0"><freejoint/><geom size=".1"/><site name="{}"/></body>'
    motor = '<actuator><motor site="a" refsite="b" gear="1 0 0 0 0 0"/></actuator>'
    xml = f"<mujoco><worldbody>{body.format(0, 'a')}{body.format(1, 'b')}</worldbody>{motor}</mujoco>"
    assert gelenk.MjModel.from_xml_string(xml, release=release).tree_sleep_policy.tolist() == policies


def test_mj_setconst_wakes_all_trees_and_keeps_poses_of_cameras():
    camera = '<camera name="c" mode="trackcom" pos="1 2 3"/>'
    bodies = ball("b0", "0 0 0", "init") + camera
    m = gelenk.MjModel.from_xml_string(text(bodies), release="4.0")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    pose = d.cam_xpos.copy()
    gelenk.mj_setConst(m, d)
    assert d.tree_asleep.tolist() == [-11] and (d.cam_xpos == pose).all()
