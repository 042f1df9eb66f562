"""`gelenk.usd` writes scenes in which everything is where the simulation has it.

Documents: drop-in / mujoco.usd
"""

import numpy as np
import pytest

import gelenk

pytest.importorskip("pxr", reason="the extra usd is not installed")

from pxr import Usd, UsdGeom, UsdShade

from gelenk.usd import shapes
from gelenk.usd.exporter import USDExporter
from tests.support.tolerance import tol

XML = """
<mujoco>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="4" height="4" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="m" texture="t" texrepeat="3 2"/>
    <mesh name="tetrahedron" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="h" nrow="3" ncol="4" size="1 2 0.5 0.1" elevation="0 1 2 3 4 5 6 7 8 9 10 11"/>
  </asset>
  <worldbody>
    <light name="l" pos="1 2 3" diffuse=".1 .2 .3"/>
    <camera name="c" pos="1 1 1" euler="10 20 30"/>
    <geom name="floor" type="plane" size="2 3 .1" material="m"/>
    <geom type="hfield" hfield="h"/>
    <body name="b" pos="0 0 2" euler="20 30 40">
      <freejoint/>
      <geom name="ball" size=".5" rgba="1 0 0 .5"/>
      <geom name="pill" type="capsule" size=".1 .2"/>
      <geom name="can" type="cylinder" size=".1 .2"/>
      <geom name="egg" type="ellipsoid" size=".1 .2 .3"/>
      <geom name="brick" type="box" size=".1 .2 .3"/>
      <geom name="solid" type="mesh" mesh="tetrahedron"/>
      <geom name="hidden" size=".1" group="4"/>
      <site name="end"/>
    </body>
    <site name="start" pos="0 0 5"/>
  </worldbody>
  <tendon><spatial name="rope"><site site="start"/><site site="end"/></spatial></tendon>
</mujoco>
"""


@pytest.fixture
def exported(tmp_path):
    m = gelenk.MjModel.from_xml_string(XML)
    d = gelenk.MjData(m)
    exporter = USDExporter(
        m, output_directory="o", output_directory_root=tmp_path, camera_names=["c"], verbose=False
    )
    poses = []
    for _ in range(3):
        gelenk.mj_step(m, d, 20)
        gelenk.mj_forward(m, d)
        exporter.update_scene(d)
        poses.append((d.geom_xpos.copy(), d.geom_xmat.copy(), d.site_xpos.copy()))
    exporter.save_scene("usda")
    return m, poses, tmp_path / "o"


def test_every_geom_is_where_the_simulation_has_it_in_every_frame(exported):
    m, poses, folder = exported
    stage = Usd.Stage.Open(str(folder / "frames" / "frame_3.usda"))
    for i in range(m.ngeom):
        name = m.geom(i).name or "None"
        prim = stage.GetPrimAtPath(f"/World/Mesh_Xform_{name}_id{i}_geom")
        assert prim.IsValid() == (name != "hidden")
        for frame, (pos, mat, _) in enumerate(poses if prim.IsValid() else ()):
            found = np.array(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(frame))
            assert np.allclose(found[3, :3], pos[i], atol=tol(1e-12))
            assert np.allclose(found[:3, :3].T.ravel(), mat[i], atol=tol(1e-12))
            assert UsdGeom.Imageable(prim).ComputeVisibility(frame) == "inherited"


def test_a_tendon_reaches_from_point_to_point(exported):
    _, poses, folder = exported
    stage = Usd.Stage.Open(str(folder / "frames" / "frame_3.usda"))
    prim = stage.GetPrimAtPath("/World/Mesh_Xform_rope_id0_tendon_0")
    for frame, (_, _, sites) in enumerate(poses):
        turn = np.array(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(frame))
        ends = [np.array([0, 0, z, 1.0]) @ turn for z in (-0.5, 0.5)]
        assert np.allclose(sorted(e[2] for e in ends), sorted(sites[:, 2]), atol=tol(1e-6))
        assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(
            np.linalg.norm(sites[1] - sites[0]), rel=tol(1e-6)
        )


def test_textures_are_files_that_materials_name(exported):
    _, _, folder = exported
    assert (folder / "assets" / "texture_0.png").stat().st_size > 0
    stage = Usd.Stage.Open(str(folder / "frames" / "frame_3.usda"))
    shader = UsdShade.Shader(stage.GetPrimAtPath("/World/_materials/Material_floor_id0_geom/Image_Texture"))
    assert shader.GetInput("file").Get().path == "../assets/texture_0.png"
    uv = np.array(
        stage.GetPrimAtPath("/World/Mesh_Xform_floor_id0_geom/Mesh_floor_id0_geom")
        .GetAttribute("primvars:UVMap")
        .Get()
    )
    assert np.allclose(uv.max(0), [3, 2]) and np.allclose(uv.min(0), 0)


@pytest.mark.parametrize(
    ("shape", "volume"),
    [
        (shapes.box((0.1, 0.2, 0.3)), 8 * 0.1 * 0.2 * 0.3),
        (shapes.ellipsoid((0.1, 0.2, 0.3)), 4 / 3 * np.pi * 0.1 * 0.2 * 0.3),
        (shapes.cylinder(0.1, 0.2), np.pi * 0.1**2 * 0.4),
        (shapes.capsule(0.1, 0.2), np.pi * 0.1**2 * 0.4 + 4 / 3 * np.pi * 0.1**3),
    ],
)
def test_shapes_are_closed_with_faces_to_the_outside(shape, volume):
    a, b, c = (shape.vertices[shape.faces[:, i]] for i in range(3))
    assert (
        abs(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 / volume - 1) < 0.02
    )  # a polygon's area is smaller
    assert np.abs(np.cross(b - a, c - a).sum(0)).max() < tol(1e-12)  # closed: areas cancel


def test_wrong_arguments_are_named(tmp_path):
    m = gelenk.MjModel.from_xml_string(XML)
    with pytest.raises(KeyError, match="nothing"):
        USDExporter(m, output_directory_root=tmp_path, camera_names=["nothing"], verbose=False)
    exporter = USDExporter(m, output_directory_root=tmp_path, verbose=False)
    with pytest.raises(ValueError, match="filetype"):
        exporter.save_scene("obj")
    with pytest.raises(ValueError, match="light_type"):
        exporter.add_light([0, 0, 1], 1, light_type="spot", obj_name="lamp a")
    exporter.add_light([0, 0, 1], 1, obj_name="lamp a")  # the name of a call that failed is free
    with pytest.raises(ValueError, match="already exists, as lamp_a"):
        exporter.add_camera([0, 0, 1], [0, 0, 0], obj_name="lamp_a")


SOFT = """
<mujoco>
  <worldbody>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing=".1 .1 .1" pos="0 0 1" dim="2" mass="1" radius=".01"/>
    <flexcomp name="rope" type="grid" count="4 1 1" spacing=".1 .1 .1" pos="1 0 1" dim="1" mass="1" radius=".01"/>
    <flexcomp name="block" type="grid" count="2 2 2" spacing=".1 .1 .1" pos="2 0 1" dim="3" mass="1" radius=".01"/>
    <body name="upper" pos="0 0 2"><joint axis="1 0 0"/><geom size=".05"/>
      <body name="lower" pos="0 0 -.5"><joint axis="0 1 0"/><geom size=".05"/></body></body>
  </worldbody>
  <deformable>
    <skin name="leg" inflate=".01" vertex="-.1 0 2 .1 0 2 -.1 0 1.5 .1 0 1.5 0 .1 1.7"
      face="0 1 2 1 3 2 0 4 1 2 3 4">
      <bone body="upper" bindpos="0 0 2" bindquat="1 0 0 0" vertid="0 1 4" vertweight="1 1 .5"/>
      <bone body="lower" bindpos="0 0 1.5" bindquat="1 0 0 0" vertid="2 3 4" vertweight="1 1 .5"/>
    </skin>
  </deformable>
</mujoco>
"""


def test_flexes_and_skins_move_as_the_simulation_has_them(tmp_path):
    """Vertices of flexes are those of the state, those of skins what the abstract scene shows."""
    m = gelenk.MjModel.from_xml_string(SOFT)
    d = gelenk.MjData(m)
    exporter = USDExporter(m, output_directory="o", output_directory_root=tmp_path, verbose=False)
    scene, option, camera = gelenk.MjvScene(m, 1000), gelenk.MjvOption(), gelenk.MjvCamera()
    everything = int(gelenk.mjtCatBit.mjCAT_ALL)
    vertices, skins = [], []
    for _ in range(3):
        d.qvel[-2:] = 3.0
        gelenk.mj_step(m, d, 20)
        gelenk.mj_forward(m, d)
        exporter.update_scene(d)
        gelenk.mjv_updateScene(m, d, option, None, camera, everything, scene)
        vertices.append(d.flexvert_xpos.copy())
        skins.append(np.array(scene.skinvert, float).reshape(-1, 3)[: m.nskinvert])

    def points(name, frame):
        prim = exporter.stage.GetPrimAtPath(f"/World/Mesh_Xform_{name}/Mesh_{name}")
        return np.array(UsdGeom.Mesh(prim).GetPointsAttr().Get(frame))

    for frame in range(3):
        for i, name in ((0, "cloth_id0_flex"), (2, "block_id2_flex")):
            first, count = int(m.flex_vertadr[i]), int(m.flex_vertnum[i])
            expected = vertices[frame][first : first + count]
            assert np.allclose(points(name, frame), expected, atol=tol(1e-6))
        rope = points("rope_id1_flex", frame).reshape(-1, 2, 8, 3)  # tubes: two rings each
        assert np.allclose(rope[:, 0].mean(1), vertices[frame][9:12], atol=tol(1e-6))
        assert np.allclose(points("leg_id0_skin", frame), skins[frame], atol=tol(1e-6))
    assert np.abs(skins[2] - skins[0]).max() > 0.01


def test_classes_have_the_modules_that_programs_import_them_from():
    from gelenk.usd import camera, lights, objects, utils

    assert camera.USDCamera is objects.USDCamera and lights.USDDomeLight is objects.USDDomeLight
    assert utils.create_transform_matrix is objects.create_transform_matrix


PATCHES = """
<mujoco>
  <asset><material name="red" rgba="1 0 0 1"/><material name="green" rgba="0 1 0 1"/></asset>
  <worldbody>
    <flexcomp name="cloth" type="grid" count="3 2 1" spacing=".1 .1 .1" dim="2" rigid="true"
      material="red green green red"/>
    <flexcomp name="rope" type="grid" count="4 1 1" spacing=".1 .1 .1" dim="1" rigid="true"
      material="red green green"/>
    <flexcomp name="block" type="grid" count="2 2 2" spacing=".1 .1 .1" dim="3" rigid="true"
      material="red green green red red green"/>
    <flexcomp name="plain" type="grid" count="2 2 1" spacing=".1 .1 .1" dim="2" rigid="true" material="green"/>
  </worldbody>
</mujoco>
"""


def test_elements_of_flexes_have_the_colors_of_their_materials(tmp_path):
    """The triangles of each material are an object, those that the abstract scene has in its geom."""
    m = gelenk.MjModel.from_xml_string(PATCHES, release="4.0")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    exporter = USDExporter(m, output_directory="o", output_directory_root=tmp_path, verbose=False)
    exporter.update_scene(d)
    exporter.update_scene(d)

    def faces(name):
        mesh = UsdGeom.Mesh(exporter.stage.GetPrimAtPath(f"/World/Mesh_Xform_{name}/Mesh_{name}"))
        shader = exporter.stage.GetPrimAtPath(f"/World/_materials/Material_{name}/Principled_BSDF")
        color = tuple(shader.GetAttribute("inputs:diffuseColor").Get())
        return color, np.array(mesh.GetFaceVertexIndicesAttr().Get()).reshape(-1, 3)

    red, green = (1, 0, 0), (0, 1, 0)
    cloth = m.flex_elem[:12].reshape(-1, 3)
    for k, color, rows in ((0, red, [0, 3]), (1, green, [1, 2])):
        assert faces(f"cloth_id0_flex_{k}")[0] == color
        assert np.array_equal(faces(f"cloth_id0_flex_{k}")[1], cloth[rows])
    assert [len(faces(f"rope_id1_flex_{k}")[1]) for k in range(2)] == [16, 32]  # 16 for a tube
    sizes = [len(faces(f"block_id2_flex_{k}")[1]) for k in range(2)]
    scene = gelenk.MjvScene(m, 100)
    gelenk.mjv_updateScene(
        m, d, gelenk.MjvOption(), None, gelenk.MjvCamera(), int(gelenk.mjtCatBit.mjCAT_ALL), scene
    )
    blocks = [g for g in scene.geoms[: scene.ngeom] if g.objtype == gelenk.mjtObj.mjOBJ_FLEX and g.objid == 2]
    assert sizes == [g.size[2] for g in blocks] and sum(sizes) == 12
    assert faces("plain_id3_flex")[0] == green
