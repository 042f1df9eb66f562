"""Flexes with materials of single elements in scenes and pictures: a geom for each material, as in MuJoCo 4.0.0.

The rows are those of mjv_updateScene of 4.0.0: dataid, matid, size without the radius, and color.
"""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

ASSETS = """<asset><material name="a" rgba="1 0 0 1" emission="1"/><material name="b" rgba="0 1 0 1" emission="1"/>
  <material name="c" rgba="0 0 1 .5" emission="1"/><material name="z" rgba="1 1 0 0"/></asset>"""
SHEET = 'dim="2" count="3 2 1"'
SOLID = 'dim="3" count="4 4 4"'
CUBE = 'dim="3" count="2 2 2"'
LINE = 'dim="1" count="5 1 1"'
FACE = {"FLEXSKIN": 0, "FLEXFACE": 1}
NO_FACE = {"FLEXSKIN": 0, "FLEXEDGE": 1}
RED, GREEN, BLUE, YELLOW = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 0.5), (0.1, 0.2, 0.3, 0.9)


def world(shape, material, more=""):
    m = gelenk.MjModel.from_xml_string(
        f"""<mujoco><visual><headlight active="0"/></visual>{ASSETS}<worldbody>
        <camera name="top" pos="0 0 1" projection="orthographic" fovy=".4"/>
        <body name="w"><flexcomp name="f" type="grid" {shape} spacing=".1 .1 .1" material="{material}" rigid="true"
        {more}/></body></worldbody></mujoco>""",
        release="4.0",
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


def updated(m, d, flags, label=0, selected=-1, layer=0):
    option, perturbation = gelenk.MjvOption(), gelenk.MjvPerturb()
    option.flex_layer, option.label, perturbation.flexselect = layer, label, selected
    for name, value in flags.items():
        option.flags[getattr(gelenk.mjtVisFlag, f"mjVIS_{name}")] = value
    scene = gelenk.MjvScene(m, 1000)
    gelenk.mjv_updateScene(m, d, option, perturbation, gelenk.MjvCamera(), 7, scene)
    return scene


def rows(scene):
    return [
        (g.dataid, g.matid, int(g.size[1]), int(g.size[2]), tuple(np.round(g.rgba.tolist(), 3).tolist()))
        for g in scene.geoms[: scene.ngeom]
        if g.type == gelenk.mjtGeom.mjGEOM_FLEX
    ]


def layered():
    """Material a in the outermost layer of a solid, else b."""
    m, _ = world(SOLID, "a")
    return " ".join("a" if layer == 0 else "b" for layer in m.flex_elemlayer)


@pytest.mark.parametrize(
    ("shape", "material", "more", "flags", "expected"),
    [
        (SHEET, "b c c a", "", {}, [(0, 1, 0, 4, GREEN), (1, 2, 4, 12, BLUE), (2, 0, 16, 4, RED)]),
        (SHEET, "b c c a", "", FACE, [(0, 1, 0, 2, GREEN), (1, 2, 2, 4, BLUE), (2, 0, 6, 2, RED)]),
        (SHEET, "b c c a", "", NO_FACE, [(0, 1, 0, 0, GREEN), (1, 2, 0, 0, BLUE), (2, 0, 0, 0, RED)]),
        (SHEET, "a z a z", "", {}, [(0, 0, 0, 10, RED)]),
        (SHEET, "z a z a", "", {}, [(1, 0, 10, 10, RED)]),
        (
            SHEET,
            "z a a b",
            'rgba=".1 .2 .3 .9"',
            {},
            [(0, 3, 0, 4, YELLOW), (1, 0, 4, 12, YELLOW), (2, 1, 16, 4, YELLOW)],
        ),
        (SHEET, "a b a b", 'rgba=".1 .2 .3 0"', {}, []),
        (SHEET, "a b a b", "", {"TEXTURE": 0}, [(0, -1, 0, 10, RED), (1, -1, 10, 10, GREEN)]),
        (LINE, "a b a c", "", {}, [(0, -1, 0, 0, RED), (1, -1, 0, 0, GREEN), (2, -1, 0, 0, BLUE)]),
        (CUBE, "a b c a b c", "", {}, [(0, 0, 0, 4, RED), (1, 1, 4, 4, GREEN), (2, 2, 8, 4, BLUE)]),
        (CUBE, "a b c a b c", "", FACE, [(0, 0, 0, 8, RED), (1, 1, 8, 8, GREEN), (2, 2, 16, 8, BLUE)]),
    ],
)  # fmt: skip
def test_geoms_are_those_of_4_0(shape, material, more, flags, expected):
    assert rows(updated(*world(shape, material, more), flags)) == expected


def test_a_material_has_a_geom_in_each_layer():
    m, d = world(SOLID, layered())
    assert [row[:4] for row in rows(updated(m, d, FACE))] == [(0, 0, 0, 360), (1, 1, 360, 0)]
    assert [row[:4] for row in rows(updated(m, d, FACE, layer=1))] == [(0, 0, 0, 0), (1, 1, 0, 192)]
    assert [row[:4] for row in rows(updated(m, d, {}))] == [(0, 0, 0, 108), (1, 1, 108, 0)]


def test_the_first_geom_has_the_label_and_all_glow():
    m, d = world(SHEET, "b c c a")
    scene = updated(m, d, {}, int(gelenk.mjtLabel.mjLABEL_FLEX), 0)
    assert [g.label for g in scene.geoms[:3]] == ["f", "", ""]
    assert np.allclose([g.emission for g in scene.geoms[:3]], 1 + m.vis.global_.glow, atol=tol(1e-6))
    assert [g.segid for g in scene.geoms[:3]] == [0, 1, 2]
    m, d = world(SHEET, "z a a a")  # the label is that of the first material, which is not drawn
    assert [g.label for g in updated(m, d, {}, int(gelenk.mjtLabel.mjLABEL_FLEX)).geoms[:1]] == [""]


def test_equal_materials_are_one_geom_and_edits_of_the_model_count():
    m, d = world(SHEET, "a a a a")
    assert [row[:2] for row in rows(updated(m, d, {}))] == [(-1, 0)]
    m.flex_elemmatid[1] = 1
    assert [row[:4] for row in rows(updated(m, d, {}))] == [(0, 0, 0, 14), (1, 1, 14, 6)]
    m.flex_elemmatid[:] = 1
    assert [row[:2] for row in rows(updated(m, d, {}))] == [(-1, 1)]


def owners(m):
    """Elements of the triangles of a flex with one material, as skin: of elements, then of the shell."""
    dim, n = int(m.flex_dim[0]), int(m.flex_shellnum[0])
    elements = m.flex_elem.reshape(-1, dim + 1)
    sides = {
        tuple(sorted(np.delete(corners, k).tolist())): e
        for e, corners in enumerate(elements)
        for k in range(dim + 1)
    }
    shell = [sides[tuple(sorted(fragment.tolist()))] for fragment in m.flex_shell.reshape(n, dim)]
    return (
        [*np.repeat(np.arange(len(elements)), 2).tolist(), *np.repeat(shell, 2).tolist()]
        if dim == 2
        else shell
    )


@pytest.mark.parametrize("shape", ['dim="2" count="5 4 1"', 'dim="3" count="3 4 3"', 'dim="3" count="2 2 2"'])
@pytest.mark.parametrize("flags", [{}, FACE])
def test_triangles_of_a_geom_are_those_of_its_elements(shape, flags):
    plain, d = world(shape, "a")
    names = np.random.default_rng(5).choice(list("abc"), plain.nflexelem)
    whole, parts = updated(plain, d, flags), updated(*world(shape, " ".join(names)), flags)
    used = int(whole.flexfaceused[0])
    if not flags:
        elements = owners(plain)
    else:
        each = 2 if plain.flex_dim[0] == 2 else 4
        elements = np.repeat(np.flatnonzero(plain.flex_elemlayer == 0), each).tolist()
    assert len(elements) == used == parts.flexfaceused[0] and used > 10
    order, at = list(dict.fromkeys(names.tolist())), 0
    for row, name in zip(rows(parts), order, strict=True):
        mine = [t for t in range(used) if names[elements[t]] == name]
        assert row[2:4] == (at, len(mine))
        for array, width in (("flexface", 9), ("flexnormal", 9), ("flextexcoord", 6)):
            found = getattr(parts, array).reshape(-1, width)[at : at + len(mine)]
            assert np.array_equal(found, getattr(whole, array).reshape(-1, width)[mine]), array
        at += len(mine)


def test_each_element_may_have_its_own_material():
    count = 2 * 30 * 20
    m = gelenk.MjModel.from_xml_string(
        f"""<mujoco><asset>{"".join(f'<material name="m{i}"/>' for i in range(count))}</asset><worldbody>
        <flexcomp name="f" type="grid" dim="2" count="31 21 1" spacing=".1 .1 .1" rigid="true"
        material="{" ".join(f"m{i}" for i in reversed(range(count)))}"/></worldbody></mujoco>""",
        release="4.0",
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    scene = gelenk.MjvScene(m, 2000)
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, gelenk.MjvCamera(), 7, scene)
    assert [row[1] for row in rows(scene)] == list(reversed(range(count)))
    assert sum(row[3] for row in rows(scene)) == scene.flexfaceused[0]


# ---- pictures


def picture(m, d, flags, size=200):
    option = gelenk.MjvOption()
    for name, value in flags.items():
        option.flags[getattr(gelenk.mjtVisFlag, f"mjVIS_{name}")] = value
    with gelenk.Renderer(m, size, size) as renderer:
        renderer.update_scene(d, "top", option)
        return renderer.render().astype(int)


def pixels_of(m, d, points, size=200):
    """Rows and columns of points in the picture from above, 0.4 m high."""
    at = np.floor((np.asarray(points)[:, :2] / 0.4 + 0.5) * size).astype(int)
    return size - 1 - at[:, 1], at[:, 0]


COLORS = {"a": (255, 0, 0), "b": (0, 255, 0), "c": (0, 0, 128), "z": (0, 0, 0)}


@pytest.mark.parametrize("flags", [{}, FACE])
@pytest.mark.parametrize("material", ["b c c a", "a b z a", "z z c b"])
def test_elements_have_the_colors_of_their_materials(material, flags):
    m, d = world(SHEET, material)
    middles = d.flexvert_xpos[m.flex_elem.reshape(-1, 3)].mean(axis=1)
    found = picture(m, d, dict(flags, FLEXEDGE=0))[pixels_of(m, d, middles)]
    expected = np.array([COLORS[name] for name in material.split()])
    # both sides of glass are drawn: half of blue, and half of the rest
    glass = np.array([name == "c" for name in material.split()])
    assert np.array_equal(found[~glass], expected[~glass])
    assert (found[glass][:, :2] == 0).all() and (found[glass][:, 2] >= 127).all()


def test_edges_and_vertices_have_the_first_material():
    m, d = world(SHEET, "b a a a")
    ends = d.flexvert_xpos[m.flex_edge]
    seen = picture(m, d, {"FLEXSKIN": 0, "FLEXEDGE": 1})
    assert (seen[pixels_of(m, d, ends.mean(axis=1))] == (0, 255, 0)).all()
    assert not seen[..., 0].any() and not seen[..., 2].any()
    seen = picture(m, d, {"FLEXSKIN": 0, "FLEXEDGE": 0, "FLEXVERT": 1})
    assert (seen[pixels_of(m, d, d.flexvert_xpos)] == (0, 255, 0)).all()
    m, d = world(SHEET, "z a a a")
    assert not picture(m, d, {"FLEXSKIN": 0, "FLEXEDGE": 1, "FLEXVERT": 1}).any()


def test_segmentation_tells_the_materials_apart():
    m, d = world(SHEET, "b a a b")
    with gelenk.Renderer(m, 200, 200) as renderer:
        renderer.enable_segmentation_rendering()
        renderer.update_scene(d, "top")
        found = renderer.render()
    assert set(np.unique(found[..., 0]).tolist()) == {-1, 0}
    assert found[100, 100, 1] == gelenk.mjtObj.mjOBJ_FLEX


def test_sizes_of_users_stay_within_the_triangles():
    m, d = world(SHEET, "b c c a")
    with gelenk.Renderer(m, 50, 50) as renderer:
        renderer.update_scene(d, "top")
        whole = renderer.render().copy()
        for first, count in ((np.nan, np.nan), (-5, 1e9), (1e9, 2), (3, np.inf), (19, 2), (0, 4)):
            renderer.scene.geoms[0].size[1:] = first, count
            found = renderer.render()
        assert np.array_equal(found, whole)
