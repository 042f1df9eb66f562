"""The octree of a mesh has the cells of 3.5.0, in its order, and signed distances to the rounding of the mesh.

Distances agree as the vertices do: to rounding, for builtin spheres to that of float32 (test_meshes.py).
"""

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.modeling.compiler.mesh import octree
from tests.support.tolerance import tol

MODEL = """<mujoco><asset>{}</asset><worldbody>
<geom type="sdf" mesh="m" contype="0" conaffinity="0"/></worldbody></mujoco>"""


def mesh(vert, face, extra=""):
    """A mesh element of these vertices and triangles."""
    numbers = [" ".join(f"{x:.9g}" for x in np.ravel(a)) for a in (vert, face)]
    return f'<mesh name="m" vertex="{numbers[0]}" face="{numbers[1]}" {extra}/>'


def boxes(*parts, extra=""):
    """One mesh of several boxes (center, half sizes)."""
    corner = 2.0 * octree.CORNERS - 1.0
    one = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4]]
    one += [[2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]
    vert = np.concatenate([np.array(c) + np.array(h) * corner for c, h in parts])
    return mesh(vert, np.concatenate([np.array(one) + 8 * k for k in range(len(parts))]), extra)


BOX = ((0, 0, 0), (0.5, 0.4, 0.3))
MESHES = {
    "tetrahedron": '<mesh name="m" vertex="0 0 0 1 .1 .05 .2 1.1 .1 .3 .2 .9"/>',
    "scaled": '<mesh name="m" vertex="0 0 0 1 .1 .05 .2 1.1 .1 .3 .2 .9" scale="1 2 -1.3" refpos=".1 .2 .3"/>',
    "box": boxes(BOX),
    "sphere": '<mesh name="m" builtin="sphere" params="2"/>',
    "cone": '<mesh name="m" builtin="cone" params="20 .5"/>',
    "far apart": boxes(
        ((-1, -0.8, -0.6), (0.05,) * 3), ((1, 0.8, 0.6), (0.05,) * 3), extra='inertia="exact"'
    ),
    "one in the other": boxes(BOX, ((0.4, 0.3, 0.2), (0.5, 0.4, 0.3))),
    "open": '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3" inertia="shell"/>',
}


@pytest.mark.parametrize("name", MESHES)
def test_same_octree(name):
    text = MODEL.format(MESHES[name])
    a, b = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    assert a.noct == b.noct > 1000
    for field in ("mesh_octadr", "mesh_octnum", "oct_child", "oct_depth"):
        assert np.array_equal(getattr(a, field), getattr(b, field)), field
    for field in ("oct_aabb", "oct_coeff"):
        tolerance = 2e-7 if "builtin" in text else 1e-9
        assert np.abs(getattr(a, field) - getattr(b, field)).max() < tolerance, field


def test_octrees_of_several_meshes_follow_each_other():
    text = MODEL.format(boxes(BOX) + boxes(BOX).replace('"m"', '"n"') + boxes(BOX).replace('"m"', '"o"'))
    text = text.replace("<worldbody>", '<worldbody><geom type="sdf" mesh="o" contype="0" conaffinity="0"/>')
    a, b = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    for field in ("mesh_octadr", "mesh_octnum"):
        assert getattr(a, field).tolist() == getattr(b, field).tolist()


def test_needsdf_asks_for_an_octree_without_a_geom():
    spec = gelenk.MjSpec.from_string(MODEL.replace("sdf", "mesh").format(boxes(BOX)))
    assert spec.compile().noct == 0
    spec.meshes[0].needsdf = 1
    assert spec.compile().noct == 63497  # as in 3.5.0


def test_corner_values_are_distances_from_the_box():
    model = gelenk.MjModel.from_xml_string(MODEL.format(boxes(BOX)))
    inner = model.oct_child[:, 0] >= 0  # corners of whole levels never hang
    cell = np.flatnonzero(inner & (model.oct_depth <= 2))
    at = model.oct_aabb[cell, None, :3] + (2 * octree.CORNERS - 1) * model.oct_aabb[cell, None, 3:]
    beyond = np.abs(at) - model.mesh_vert.max(axis=0)
    exact = np.linalg.norm(np.maximum(beyond, 0), axis=-1) + np.minimum(beyond.max(axis=-1), 0)
    assert np.abs(model.oct_coeff[cell] - exact).max() < tol(1e-6)


def test_the_field_is_continuous_between_cells():
    model = gelenk.MjModel.from_xml_string(MODEL.format(MESHES["tetrahedron"]))
    rng = np.random.default_rng(0)
    leaf = np.flatnonzero((model.oct_child[:, 0] < 0) & (model.oct_depth < 6))
    cell = rng.choice(leaf, 500)
    box = model.oct_aabb[cell]
    at = box[:, :3] + rng.uniform(-1, 1, (500, 3)) * box[:, 3:]
    axis = rng.integers(0, 3, 500)
    at[np.arange(500), axis] = (box[:, :3] + box[:, 3:])[np.arange(500), axis]
    inside = (np.abs(at - model.oct_aabb[0, :3]) < model.oct_aabb[0, 3:] * (1 - 1e-9)).all(axis=1)
    step = 1e-9 * np.eye(3)[axis]
    jumps = [value(model, p + s) - value(model, p - s) for p, s in zip(at[inside], step[inside], strict=True)]
    assert len(jumps) > 300 and np.abs(jumps).max() < tol(1e-7)


def value(model, point):
    """The field of the only octree, by hand."""
    cell = 0
    while model.oct_child[cell, 0] >= 0:
        cell = model.oct_child[cell, int(((point > model.oct_aabb[cell, :3]) * [1, 2, 4]).sum())]
    t = 0.5 * ((point - model.oct_aabb[cell, :3]) / model.oct_aabb[cell, 3:] + 1)
    weight = np.prod(np.where(octree.CORNERS, t, 1 - t), axis=1)
    return float(weight @ model.oct_coeff[cell])


def test_a_mesh_with_too_many_overlaps_is_refused_before_memory_is_full(monkeypatch):
    monkeypatch.setattr(octree, "MOST_PAIRS", 1000)
    # one that nobody has processed and kept
    another = MESHES["sphere"].replace("<mesh ", '<mesh scale="1 1 1.25" ')
    with pytest.raises(gelenk.Error, match="too complex"):
        gelenk.MjModel.from_xml_string(MODEL.format(another))
