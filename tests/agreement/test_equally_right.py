"""Small models in which 3.5.0 is off, or chooses freely: what is proven here, and that it still differs there."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support import sdf
from tests.support.shapes import ShapeScene
from tests.support.tolerance import tol

PAIR = """<mujoco>{}<worldbody><geom name="a" {}/><body pos="{}" euler="{}"><freejoint/><geom name="b" {}/></body>
</worldbody></mujoco>"""


def placed(first, second, pos, euler="0 0 0", more=""):
    """(reference, ours) as (module, model, data) after the forward dynamics."""
    made = []
    for lib in (mujoco, gelenk):
        m = lib.MjModel.from_xml_string(PAIR.format(more, first, pos, euler, second))
        d = lib.MjData(m)
        lib.mj_forward(m, d)
        made.append((lib, m, d))
    return made


def test_boxes_that_are_apart_have_a_distance():
    """3.5.0 says 0 of one in twelve; there the other collider, which its own flag turns on, agrees with ours."""
    scene, other = ShapeScene("box", "box"), ShapeScene("box", "box", flag='nativeccd="disable"')
    rng, zero = np.random.default_rng(1), 0
    for _ in range(60):
        qpos = scene.random(rng, 0.5)
        theirs, ours = scene.at(qpos)
        if mujoco.mj_geomDistance(scene.ref, theirs, 0, 1, 10, None) == 0:
            zero += 1
            with_flag, _ = other.at(qpos)
            expected = mujoco.mj_geomDistance(other.ref, with_flag, 0, 1, 10, None)
            got = gelenk.mj_geomDistance(scene.m, ours, 0, 1, 10, None)
            assert got == pytest.approx(
                expected, rel=tol(0.05)
            )  # that of contacts, which may be of other corners
            assert got > 0
    assert zero > 0


def test_boxes_of_one_center_have_a_distance():
    for lib, m, d in placed('type="box" size=".1 .2 .3"', 'type="box" size=".2 .1 .15"', "0 0 0"):
        expected = 0.0 if lib is mujoco else -0.3
        assert lib.mj_geomDistance(m, d, 0, 1, 1, None) == pytest.approx(expected, abs=tol(1e-9))


@pytest.mark.parametrize("height", [0.1, 0.3, 0.565, 0.6, 0.7])
def test_capsules_on_one_line_are_as_far_as_their_ends(height):
    for lib, m, d in placed('type="capsule" size=".1 .2"', 'type="capsule" size=".1 .2"', f"0 0 {height}"):
        expected = max(height - 0.6, -0.2)
        assert lib.mj_geomDistance(m, d, 0, 1, 1, None) == pytest.approx(expected, abs=tol(1e-12))


def test_a_sphere_on_an_edge_of_a_mesh_is_pushed_out_along_a_face():
    cube = "-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"
    mesh = f'<asset><mesh name="m" vertex="{cube}"/></asset>'
    for lib, _, d in placed('type="mesh" mesh="m"', 'size=".2"', "1 0 1", more=mesh):
        normal = np.sort(np.abs(np.ravel(d.contact[0].frame)[:3]))
        if lib is gelenk:
            assert d.contact[0].dist == pytest.approx(-0.2, abs=tol(1e-9))
            np.testing.assert_allclose(normal, [0, 0, 1], atol=tol(1e-9))
        else:
            assert -0.2 < d.contact[0].dist < -0.199
            assert normal[1] > 0.1


def test_a_cylinder_that_lies_on_another_has_one_contact_on_their_common_line():
    for _, _, d in placed(
        'type="cylinder" size=".1 .5" euler="90 0 0"', 'type="cylinder" size=".1 .5"', "0 0 .199", "90 0 0"
    ):
        assert d.ncon == 1
        assert d.contact[0].dist == pytest.approx(-0.001, abs=tol(1e-6))
        np.testing.assert_allclose(d.contact[0].pos[[0, 2]], [0, 0.0995], atol=tol(1e-6))
        assert abs(d.contact[0].pos[1]) < 0.5


def test_contacts_at_a_distance_of_zero_are_listed_without_rows():
    for _, _, d in placed('type="plane" size="1 1 1"', 'size=".25"', "0 0 .25"):
        assert d.ncon == 1
        assert d.contact[0].dist == 0
        assert d.nefc == 0


def test_contacts_of_boxes_lie_on_both():
    """Or between them: no further from a box than half of the gap."""

    def outside(m, d, geom, point):
        local = d.geom_xmat[geom].reshape(3, 3).T @ (point - d.geom_xpos[geom])
        return np.linalg.norm(np.maximum(np.abs(local) - m.geom_size[geom], 0))

    rng, seen = np.random.default_rng(0), 0
    for _ in range(12):
        sizes = [" ".join(f"{x:.3f}" for x in rng.uniform(0.02, 0.5, 3)) for _ in range(2)]
        scene = PAIR.format(
            "", f'type="box" size="{sizes[0]}"', "0 0 0", "0 0 0", f'type="box" size="{sizes[1]}"'
        )
        m = gelenk.MjModel.from_xml_string(scene)
        d = gelenk.MjData(m)
        for _ in range(40):
            d.qpos[:] = np.r_[rng.uniform(-0.6, 0.6, 3), rng.normal(size=4)]
            gelenk.mj_forward(m, d)
            for contact in d.contact:
                seen += 1
                for geom in (0, 1):
                    assert outside(m, d, geom, contact.pos) <= abs(contact.dist) / 2 + tol(1e-9)
    assert seen > 500


def test_a_mesh_made_from_a_torus_has_its_mass_and_inertia():
    """A ring of radius R of discs of radius r has the volume 2 pi^2 R r^2: of other triangles in 3.5.0."""
    big, small = 0.5, 0.1
    text = sdf.shape("torus", radius1=big, radius2=small).replace('name="m">', 'name="m" inertia="exact">')
    volume = 2 * np.pi**2 * big * small**2
    axis, across = big**2 + 0.75 * small**2, 0.5 * big**2 + 0.625 * small**2
    inertia = 1000 * volume * np.array([axis, across, across])
    missing = []
    for lib in (mujoco, gelenk):
        m = lib.MjModel.from_xml_string(text)
        missing.append(1 - m.body_mass[1] / (1000 * volume))
        np.testing.assert_allclose(m.body_inertia[1], inertia, rtol=tol(2e-3))
    assert 0 < missing[1] < missing[0] < tol(2e-3)  # triangles of a round body lie inside it


_ROPE = """<flexcomp name="{0}" type="grid" count="3 1 1" spacing=".1 .1 .1" pos="0 {1} 0" dim="1" mass="1">
<edge equality="true"/><contact selfcollide="none"/></flexcomp>"""
_BLOCK = """<flexcomp name="b" type="grid" count="3 3 3" spacing=".1 .1 .1" pos="0 3 0" dim="3" dof="trilinear">
<elasticity young="1e3"/><contact selfcollide="none"/></flexcomp>"""


def test_edges_act_on_their_own_flex_whatever_lies_between():
    """A rope falls as it does alone, with a second one behind a block whose edges have no rows; not so in 3.5.0."""
    off = []
    for lib in (mujoco, gelenk):
        fallen = []
        for parts in (_ROPE.format("a", 0), _ROPE.format("a", 0) + _BLOCK + _ROPE.format("c", 5)):
            m = lib.MjModel.from_xml_string(f"<mujoco><worldbody>{parts}</worldbody></mujoco>")
            d = lib.MjData(m)
            d.qvel[:9] = 0, 1, 0, 2, 0, 0, 0, -1, 0
            lib.mj_forward(m, d)
            fallen.append(d.qacc[:9].copy())
        off.append(np.abs(fallen[1] - fallen[0]).max())
    assert off[1] < tol(1e-9) < 1 < off[0]  # of accelerations of 50 m/s^2; islands are solved apart
