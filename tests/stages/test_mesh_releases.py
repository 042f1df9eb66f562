"""Meshes of later releases: mirrored triangles, quadrilaterals of OBJ files, hulls of fewer points.

Documents: release notes 3.8 to 4.0; the numbers are those of 3.5.0, 3.11.0, 3.17.0 and 4.0.0
"""

import struct

import numpy as np
import pytest

import gelenk

RELEASES = ("3.5", "3.11", "3.17", "4.0")
SEEN = '<worldbody><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>'
CORNERS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
REVERSED = [tuple(face[k] for k in (1, 0, 2)) for face in FACES]


def obj() -> bytes:
    lines = [f"v {x} {y} {z}" for x, y, z in CORNERS] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in FACES]
    return "\n".join(lines).encode()


def msh() -> bytes:
    numbers = struct.pack("<4i", 4, 0, 0, 4)
    return numbers + np.array(CORNERS, np.float32).tobytes() + np.array(FACES, np.int32).tobytes()


def mirrored(release, attributes, assets):
    text = f'<mujoco><asset><mesh name="m" {attributes} scale="-1 1 1"/></asset>{SEEN}'
    return gelenk.MjModel.from_xml_string(text, assets, release=release)


def is_outside_in(m) -> bool:
    """Whether triangles point inwards."""
    a, b, c = (m.mesh_vert[m.mesh_face[:, k]] for k in range(3))
    return np.einsum("ij,ij->i", a, np.cross(b, c)).sum() < 0


@pytest.mark.parametrize("release", RELEASES)
def test_files_of_mirrored_meshes_have_their_triangles_turned(release):
    assert not is_outside_in(mirrored(release, 'file="m.obj"', {"m.obj": obj()}))


@pytest.mark.parametrize(("release", "wrong"), [*zip(RELEASES, (False, True, True, False), strict=True)])
def test_legacy_files_were_turned_twice_from_3_8_to_3_17(release, wrong):
    """Both turns together leave the volume negative, which is refused."""
    if wrong:
        with pytest.raises(ValueError, match="volume is negative"):
            mirrored(release, 'file="m.msh" inertia="exact"', {"m.msh": msh()})
    else:
        assert not is_outside_in(mirrored(release, 'file="m.msh" inertia="exact"', {"m.msh": msh()}))


@pytest.mark.parametrize(("release", "turned"), [*zip(RELEASES, (False, True, True, True), strict=True)])
def test_mirrored_triangles_of_elements_are_turned_from_3_8_on(release, turned):
    vertex = " ".join(f"{x} {y} {z}" for x, y, z in CORNERS)
    face = " ".join(f"{a} {b} {c}" for a, b, c in FACES)
    given = f'vertex="{vertex}" face="{face}" inertia="exact"'
    if turned:
        assert not is_outside_in(mirrored(release, given, None))
    else:
        with pytest.raises(ValueError, match="volume is negative"):
            mirrored(release, given, None)


QUADS = b"v 0 0 0\nv 2 0 0\nv 3 1 0\nv 0 1 0\nv 0 0 1\nf 1 4 3 2\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"
FAN, SHORTER = [[0, 3, 2], [0, 2, 1]], [[0, 3, 1], [3, 2, 1]]


@pytest.mark.parametrize(("release", "quad"), [*zip(RELEASES, (FAN, FAN, SHORTER, SHORTER), strict=True)])
def test_quadrilaterals_of_obj_files_are_cut_along_the_shorter_diagonal_from_3_13_on(release, quad):
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><asset><mesh name="m" file="m.obj"/></asset>{SEEN}', {"m.obj": QUADS}, release=release
    )
    assert m.mesh_face[:2].tolist() == quad
    text = '<mujoco><worldbody><flexcomp name="f" type="mesh" file="m.obj" dim="2" mass="1"/></worldbody></mujoco>'
    m = gelenk.MjModel.from_xml_string(text, {"m.obj": QUADS}, release=release)
    assert m.flex_elem.reshape(-1, 3)[:2].tolist() == quad


def test_a_quadrilateral_with_equal_diagonals_is_cut_along_that_of_its_second_corner():
    square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><asset><mesh name="m" file="m.obj"/></asset>{SEEN}', {"m.obj": square}, release="4.0"
    )
    assert m.mesh_face[:2].tolist() == [[3, 2, 0], [2, 1, 0]]


def test_hulls_of_fewer_points_are_larger_from_3_10_on():
    """Quickhull then adds the point that is farthest from any facet, not from the next one."""
    points = np.random.default_rng(0).normal(size=(200, 3))
    vertex = " ".join(f"{x:.6g}" for x in points.ravel())
    text = f'<mujoco><asset><mesh name="m" vertex="{vertex}" maxhullvert="12"/></asset>'
    text += '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
    volumes = []
    for release in RELEASES:
        m = gelenk.MjModel.from_xml_string(text, release=release)
        assert m.mesh_graph[0] == 12
        volumes.append(np.prod(m.geom_aabb[0, 3:]))
    assert volumes[0] < volumes[1] == volumes[2] == volumes[3]
