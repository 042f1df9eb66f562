"""Tactile sensors report depths from release 3.9 on."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import EPS, tol

SCENE = """<mujoco><asset><mesh name="p" builtin="plate" params="6 5" scale=".1 .1 .02" inertia="shell"/></asset>
<worldbody><geom name="pad" type="mesh" mesh="p" contype="0" conaffinity="0"/><geom type="box" size=".1 .1 .02"/>
<body pos="0 0 .06"><freejoint/><geom size=".1"/></body></worldbody>
<sensor><tactile geom="pad" mesh="p"/></sensor></mujoco>"""


@pytest.mark.parametrize("release, deep", [("3.5", False), ("4.0", True)])
def test_a_taxel_reads_its_depth_in_the_sphere(release, deep):
    m = gelenk.MjModel.from_xml_string(SCENE, release=release)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    vert = d.geom_xpos[0] + m.mesh_vert @ d.geom_xmat[0].reshape(3, 3).T
    depth = np.maximum(0, 0.1 - np.linalg.norm(vert - d.geom_xpos[2], axis=1))
    read = d.sensordata[: len(vert)]
    assert depth.any() and (read <= 0).all() != deep
    assert (np.abs(read - depth).max() < tol(16 * EPS)) == deep
