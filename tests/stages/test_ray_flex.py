"""Rays against flexes agree with 3.5.0 in distance, normal and nearest vertex."""

import mujoco
import numpy as np
import pytest

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
