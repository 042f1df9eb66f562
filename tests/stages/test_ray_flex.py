"""Rays against flexes agree with 3.5.0 in distance, normal and nearest vertex."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.api import mj_rays as mj
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import tol

COUNT = {1: "4 1 1", 2: "3 4 1", 3: "3 3 3"}


@pytest.mark.parametrize("dim", COUNT)
def test_ray_and_flex(dim):
    ref = mujoco.MjModel.from_xml_string(
        f'<mujoco><worldbody><flexcomp name="f" type="grid" count="{COUNT[dim]}" spacing=".2 .2 .2" radius=".02" '
        f'dim="{dim}"><edge equality="true"/></flexcomp></worldbody></mujoco>'
    )
    ref_data, rng = mujoco.MjData(ref), np.random.default_rng(dim)
    ref_data.qpos[:] = rng.normal(size=ref.nq) * 0.01
    mujoco.mj_forward(ref, ref_data)
    m = mirror_model(ref)
    d = mirror_data(ref, ref_data, m)
    hits = 0
    for i in range(120):
        start = rng.normal(size=3) * 0.3
        direction = rng.normal(size=3) * 0.2 - start
        # each of vertices, edges, faces, skin alone, then all
        for shown in (*np.eye(4, dtype=int).tolist(), (1, 1, 1, 1)):
            theirs, ours = (np.array([7], np.int32), np.zeros(3)), (np.array([7], np.int32), np.zeros(3))
            want = mujoco.mj_rayFlex(ref, ref_data, i % 2, *shown, 0, start, direction, *theirs)
            got = mj.mj_rayFlex(m, d, i % 2, *shown, 0, start, direction, *ours)
            np.testing.assert_allclose(got, want, atol=tol(1e-9))
            np.testing.assert_allclose(ours[1], theirs[1], atol=tol(1e-6))
            assert ours[0] == theirs[0]
            hits += want >= 0
    assert hits > 15


def test_wrong_arguments():
    m = mirror_model(mujoco.MjModel.from_xml_string("<mujoco/>"))
    ref = mujoco.MjModel.from_xml_string("<mujoco/>")
    d = mirror_data(ref, mujoco.MjData(ref), m)
    with pytest.raises(IndexError, match="flexid"):
        mj.mj_rayFlex(m, d, 0, 1, 1, 1, 1, 0, np.zeros(3), np.ones(3))


def test_all_that_is_moved_by_kinematics_has_its_flexes():
    cloth = '<flexcomp name="f" type="grid" count="3 3 1" spacing=".2 .2 .2" dim="2"/>'
    xml = f"<mujoco><worldbody>{cloth}</worldbody></mujoco>"
    ref = mujoco.MjModel.from_xml_string(xml)
    ref_data = mujoco.MjData(ref)
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    for data, library, model in ((ref_data, mujoco, ref), (d, gelenk, m)):
        data.qpos[:] = np.linspace(0.0, 0.1, m.nq)
        library.mj_fwdKinematics(model, data)
    np.testing.assert_allclose(d.flexvert_xpos, ref_data.flexvert_xpos, atol=tol(1e-12))


@pytest.mark.parametrize(("solver", "noslip"), [(0, 0), (1, 0), (2, 0), (2, 3)])
def test_the_dual_matrix_is_made_where_a_solver_reads_it(solver, noslip):
    ball = "<body><freejoint/><geom size='.1'/></body>"
    xml = f"<mujoco><worldbody><geom type='plane' size='1 1 1'/>{ball}</worldbody></mujoco>"
    left = []
    for library in (mujoco, gelenk):
        m = library.MjModel.from_xml_string(xml)
        m.opt.solver = 0
        d = library.MjData(m)
        library.mj_forward(m, d)
        d.efc_AR[:] = 7.0
        m.opt.solver, m.opt.noslip_iterations = solver, noslip
        library.mj_projectConstraint(m, d)
        left.append(d.efc_AR.ravel().copy())
    np.testing.assert_allclose(left[1], left[0], atol=tol(1e-9))


def test_contacts_are_added_one_by_one():
    m = gelenk.MjModel.from_xml_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
    d, con = gelenk.MjData(m), gelenk.MjContact()
    con.frame[:] = np.arange(9.0)
    for i in range(50):  # there must be more room several times
        con.dist, con.dim = -i, 3
        assert gelenk.mj_addContact(m, d, con) == 0
    gelenk.mj_addContact(m, d, d.contact[3])
    np.testing.assert_array_equal(d.contact.dist, [*range(0, -50, -1), -3])
    np.testing.assert_array_equal(d.contact.frame, np.tile(np.arange(9.0), (51, 1)))
    assert (d.contact.dim == 3).all() and copy.deepcopy(con) == con == pickle.loads(pickle.dumps(con))
