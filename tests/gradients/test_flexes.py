"""Exact derivatives of flexes, of their passive forces, equalities and contacts, against central differences."""

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients
from tests.support.derivatives import converge, falls_as_square, off, transition
from tests.support.tolerance import tol

WORLD = """<mujoco><option ccd_tolerance="1e-10" timestep=".001"/><asset>
<mesh name="m" vertex="-.3 -.3 -.1 .3 -.3 -.1 0 .3 -.1 .01 .02 .15 .05 .09 -.12"/>
<hfield name="h" nrow="3" ncol="3" size=".5 .4 .1 .1" elevation="0 .1 .2 .1 .6 .3 .1 .2 .3"/></asset><worldbody>
{}</worldbody></mujoco>"""
GRID = 'type="grid" spacing=".1 .1 .1" radius=".02" mass="1"'
ALONE = '<contact selfcollide="none" internal="false"/>'
SHELL = 'young="1e3" poisson=".2" thickness=".01" damping=".02" elastic2d="both"'
SOLID = 'young="1e3" poisson=".2" damping=".02"'
ROPE = f'<flexcomp name="f" dim="1" count="6 1 1" {GRID} {{}}><edge stiffness="50" damping="1"/>{ALONE}</flexcomp>'
CLOTH = f'<flexcomp name="f" dim="2" count="4 4 1" {GRID} {{}}><elasticity {SHELL}/>{ALONE}</flexcomp>'
CUBES = f'<flexcomp name="f" dim="3" count="3 3 3" {GRID} {{}}><elasticity {SOLID}/>{ALONE}</flexcomp>'
CELL = f'<flexcomp name="f" dim="3" count="4 4 4" dof="trilinear" {GRID} {{}}><elasticity {SOLID}/>{ALONE}</flexcomp>'
CHAIN = 'point="0 0 0 .05 0 .01 .09 .03 .02 .1 .08 .03 .12 .11 .06" element="0 1 1 2 2 3 3 4"'
ROD = f"""<body name="b"><flexcomp name="r" type="direct" dim="1" mass=".4" radius=".01" {CHAIN}>
<elasticity young="1e5" poisson=".3" damping=".002"/><contact selfcollide="none"/><pin id="0"/></flexcomp></body>"""


def equal(kind, dim=2, further=""):
    count = "4 4 1" if dim == 2 else "4 4 4"
    edge = f'<edge equality="{kind}"/>'
    return f'<flexcomp name="f" dim="{dim}" count="{count}" {GRID} {further}>{edge}{ALONE}</flexcomp>'


def load(text, release="4.0"):
    return converge(mujoco.MjModel.from_xml_string(WORLD.format(text), release=release))


def check(m, d, epsilons=(1e-5, 1e-6, 1e-7)):
    A = gradients.jacobian(m, d, of="state").A
    errors = [off(A, transition(m, d, eps)[0]) for eps in epsilons]
    assert falls_as_square(errors), errors


@pytest.mark.parametrize(
    "text, release",
    [
        (ROPE, "3.5"),
        (CLOTH, "3.5"),
        (CUBES, "3.5"),
        (CELL, "3.5"),
        (ROPE, "4.0"),
        (CLOTH, "4.0"),
        (CUBES, "4.0"),
        (CELL, "4.0"),
        (CLOTH.replace("/>" + ALONE, ' yield=".001"/>' + ALONE), "4.0"),
        (ROD, "4.0"),
        (equal("true"), "3.5"),
        (equal("vert"), "4.0"),
        (equal("strain", 3, 'dof="trilinear"'), "4.0"),
    ],
)
def test_passive_forces_and_equalities(text, release):
    m = load(text.format(""), release)
    d = mujoco.MjData(m)
    d.qvel[:] = 0.3 * np.random.default_rng(0).normal(size=m.nv)
    mujoco.mj_step(m, d, nstep=20)
    mujoco.mj_forward(m, d)
    assert (d.nefc > 0) == ("equality" in text)
    check(m, d)


GEOMS = {
    "plane": 'type="plane" size="1 1 1"',
    "sphere": 'size=".3" pos="0 0 -.3"',
    "capsule": 'type="capsule" size=".1 .3" euler="90 20 0" pos="0 0 -.1"',
    "box": 'type="box" size=".3 .3 .1" pos="0 0 -.1" euler="3 4 5"',
    "cylinder": 'type="cylinder" size=".3 .1" pos="0 0 -.1" euler="3 4 5"',
    "mesh": 'type="mesh" mesh="m" pos="0 0 -.15"',
    "hfield": 'type="hfield" hfield="h"',
}


@pytest.mark.parametrize("geom", GEOMS)
@pytest.mark.parametrize("flex", ["rope", "cloth", "cell"])
def test_contacts_with_geoms(flex, geom):
    text, height = {"rope": (ROPE, 0.12), "cloth": (CLOTH, 0.12), "cell": (CELL, 0.35)}[flex]
    m = load(f"<geom {GEOMS[geom]}/>" + text.format(f'pos="0 0 {height}" euler="3 2 3"'))
    d = mujoco.MjData(m)
    d.qvel[:] = 0.1 * np.random.default_rng(0).normal(size=m.nv)
    for _ in range(400):
        mujoco.mj_step(m, d)
        if d.ncon > 2:
            break
    mujoco.mj_forward(m, d)
    assert d.ncon > 0 and (d.contact.flex[: d.ncon] >= 0).any()
    check(m, d)


def test_contacts_of_two_flexes():
    second = (
        CUBES.replace('name="f"', 'name="g"')
        .format('pos=".03 .02 .1" euler="5 3 2"')
        .replace("3 3 3", "2 2 2")
    )
    m = load('<geom type="plane" size="1 1 1" pos="0 0 -.02"/>' + CLOTH.format("") + second)
    d = mujoco.MjData(m)
    d.qvel[:] = 0.05 * np.random.default_rng(0).normal(size=m.nv)
    for _ in range(300):
        mujoco.mj_step(m, d)
        if (d.contact.flex[: d.ncon] >= 0).all(1).any():
            break
    mujoco.mj_forward(m, d)
    assert (d.contact.flex[: d.ncon] >= 0).all(1).any()
    check(m, d)


def test_elastic_flexes_with_an_implicit_integrator_are_refused_by_name():
    text = WORLD.format(CELL.format("")).replace("<option ", '<option integrator="implicitfast" ')
    m = mujoco.MjModel.from_xml_string(text, release="3.5")
    with pytest.raises(gradients.Unsupported, match="elastic flexes with an implicit integrator have"):
        gradients.jacobian(m, mujoco.MjData(m))


def test_forces_of_flexes_are_conservative():
    """Without damping, the derivative of forces by positions of free vertices is symmetric (a Hessian)."""
    m = load(CLOTH.replace('damping=".02" ', "").format(""))
    d = mujoco.MjData(m)
    d.qpos[:] += 0.01 * np.random.default_rng(1).normal(size=m.nq)
    K = gradients.jacobian(m, d, of="qfrc_passive", by="qpos")["qfrc_passive", "qpos"]
    assert np.abs(K).max() > 1
    np.testing.assert_allclose(K, K.T, atol=tol(1e-12) * np.abs(K).max())
