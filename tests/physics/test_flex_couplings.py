"""Couplings of flexes under the integrator discrete: ways to compute them, kept Hessians, the order of trees."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import relative, tol

TEXT = """<mujoco><option integrator="discrete" tolerance="1e-14" iterations="200" timestep=".004"/><worldbody>
<geom type="plane" size="1 1 1"/><body name="b" pos="0 0 .12" euler="{turn}">
<flexcomp name="f" type="grid" dim="{dim}" count="{count}" spacing=".05 .05 .05" mass="1" radius=".005">
<elasticity young="1e4" poisson=".3" damping=".01" {elastic}/><contact selfcollide="none"/>
<pin id="{pins}"/></flexcomp></body></worldbody></mujoco>"""
BLOCK = {"dim": 3, "count": "4 4 4", "elastic": ""}
SHEET = {"dim": 2, "count": "8 8 1", "elastic": 'elastic2d="both" thickness=".01"'}


def build(turn="0 0 0", pins="0 1", **more):
    m = gelenk.MjModel.from_xml_string(TEXT.format(turn=turn, pins=pins, **more), release="4.0")
    return m, gelenk.MjData(m)


def moved(d):
    d.qvel[:] = (np.sin(np.arange(d.qvel.size) * 1.3).reshape(-1, 3) - (0, 0, 1.5)).ravel()


@pytest.mark.parametrize("shape", [BLOCK, SHEET])
@pytest.mark.parametrize("pins", ["", "0 1"])
def test_vertices_that_slide_along_turned_axes_move_as_those_along_the_axes_of_the_world(shape, pins):
    """Half a turn about the normal of the floor, which pyramids of friction do not notice, changes no coordinates."""
    (m, d), (turned, e) = build(pins=pins, **shape), build(pins=pins, turn="0 0 180", **shape)
    moved(d)
    e.qvel[:] = d.qvel
    gelenk.mj_step(m, d, 20)
    gelenk.mj_step(turned, e, 20)
    # twenty steps with contacts, which the solver finds to 1e-14 of the cost
    assert d.nefc > 0 and relative(e.qpos, d.qpos) < tol(1e-8)


@pytest.mark.parametrize("shape", [BLOCK, SHEET])
@pytest.mark.parametrize("pins", ["", "0 1"])
def test_contacts_do_not_change_the_smooth_acceleration(shape, pins):
    """One Hessian with the rows of contacts is solved before that of the couplings alone, which begins with a copy."""
    m, d = build(pins=pins, **shape)
    moved(d)
    gelenk.mj_step(m, d, 25)
    gelenk.mj_forward(m, d)
    assert d.nefc > 20
    touched = d.qacc_smooth.copy()
    m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_CONTACT
    gelenk.mj_forward(m, d)
    # both are solutions of one system, of which the condition number is about 1e4
    assert d.nefc == 0 and relative(touched, d.qacc_smooth) < tol(1e-9)


def test_the_factor_of_a_sheet_is_banded():
    """The band is as wide as two rows of vertices, since hinges couple a vertex with the one after the next."""
    m, d = build(pins="", **SHEET)
    moved(d)
    gelenk.mj_step(m, d, 25)
    assert d.nefc > 20
    # 8 vertices of 3 dofs in two rows, and half of another at corners
    assert d.solver_nnz[0] < 2.5 * 8 * 3 * m.nv
