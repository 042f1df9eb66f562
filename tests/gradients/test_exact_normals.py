"""Normals on edges of meshes, which the collider finds to 1e-3 or so: derivatives are those of the exact solution."""

import numpy as np
import pytest
import scipy.optimize

import gelenk as mujoco
from gelenk import gradients
from tests.support.tolerance import relative, tol

XML = """<mujoco><option gravity="0 0 0"/><asset>
<mesh name="m" vertex="-.1 -.1 -.1 .12 -.1 -.1 0 .13 -.1 .01 .02 .15 .05 .09 -.12"/></asset><worldbody>
<body><freejoint/><geom type="ellipsoid" size=".08 .12 .1" condim="1"/></body>
<body pos="0 0 {height}" euler="{angles}"><freejoint/><geom type="mesh" mesh="m" condim="1"/></body>
</worldbody></mujoco>"""


def exact_normal(m, d, n):
    """The unit vector n near the collider's along which the support planes of both geoms are farthest apart."""
    scaled = d.geom_xmat[0].reshape(3, 3) * m.geom_size[0]
    corners = m.mesh_vert @ d.geom_xmat[1].reshape(3, 3).T + d.geom_xpos[1] - d.geom_xpos[0]

    def gaps(x):
        return corners @ x[:3] - np.linalg.norm(scaled.T @ x[:3]) - x[3]

    def slopes(x):
        v = scaled.T @ x[:3]
        return np.hstack([corners - scaled @ v / np.linalg.norm(v), -np.ones((len(corners), 1))])

    unit = {"type": "eq", "fun": lambda x: x[:3] @ x[:3] - 1, "jac": lambda x: np.append(2 * x[:3], 0)}
    start = np.append(n, gaps(np.append(n, 0)).min())
    found = scipy.optimize.minimize(
        lambda x: -x[3],
        start,
        jac=lambda x: np.array([0, 0, 0, -1.0]),
        constraints=[{"type": "ineq", "fun": gaps, "jac": slopes}, unit],
        method="SLSQP",
        options={"ftol": 1e-18, "maxiter": 500},
    ).x
    return found[:3], (gaps(found) < 1e-9).sum()


@pytest.mark.parametrize("height, angles", [(0.2, "35 25 10"), (0.19, "60 -20 40"), (0.2, "-50 15 5")])
def test_the_normal_of_an_ellipsoid_on_an_edge_turns_as_the_exact_one(height, angles):
    m = mujoco.MjModel.from_xml_string(XML.format(height=height, angles=angles))
    d, v = mujoco.MjData(m), np.random.default_rng(1).normal(size=m.nv)
    mujoco.mj_forward(m, d)
    assert d.ncon == 1
    J = gradients.jvp(m, d, {"qpos": v}, of="efc_J")["efc_J"].reshape(-1)
    sign = np.sign(d.contact.frame[0, :3] @ d.efc_J.reshape(-1)[6:9])
    normals, eps = [], 1e-4
    for side in (1, -1):
        e = mujoco.MjData(m)
        mujoco.mj_integratePos(m, e.qpos, v, side * eps)
        mujoco.mj_forward(m, e)
        n, corners = exact_normal(m, e, d.contact.frame[0, :3].copy())
        assert corners == 2  # an edge
        normals.append(n)
    # the translational part of the row of the second body is the normal; eps^2, and 1e-9 / eps of the optimizer
    assert relative(sign * J[6:9], (normals[0] - normals[1]) / (2 * eps)) < tol(5e-6)
