"""Pictures go over the wire as differences, and what a page rebuilds from them is the scene, number for number.

Documents: design / The wire
"""

import numpy as np
import pytest

import gelenk
from gelenk import models
from gelenk.render import context, texture_memory
from gelenk.runtime import copy_pickle
from gelenk.viewer import messages, scene_delta
from gelenk.viewer.channel import Channel
from gelenk.viewer.page_state import Outbox
from gelenk.viewer.session import Session
from gelenk.viewer.world_grid import Worlds
from tests.support.tolerance import tol
from tests.viewer.page import Rebuilt

FLEX = """
<mujoco>
  <asset>
    <texture name="grid" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 1 0" width="16" height="16"/>
    <texture name="cube" type="cube" builtin="flat" mark="cross" width="8" height="8"/>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="0 0 1" rgb2="1 1 1" width="8" height="48"/>
    <material name="a" texture="grid" texrepeat="3 4" texuniform="true"/>
    <material name="b" texture="cube" reflectance="0.3"/>
    <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hills" nrow="5" ncol="6" size="1 1 0.2 0.1"/>
  </asset>
  <worldbody>
    <light pos="0 0 3" castshadow="true"/>
    <camera name="side" pos="0 -3 1" xyaxes="1 0 0 0 0.3 1"/>
    <geom type="plane" size="0 0 1" material="a"/>
    <geom type="hfield" hfield="hills" pos="4 0 0"/>
    <body pos="0 0 1"><freejoint/><geom name="t" type="mesh" mesh="tetra" material="b"/><site size="0.1"/></body>
    <body pos="1 0 2"><joint type="hinge" axis="0 1 0"/><geom type="capsule" size="0.1 0.3" rgba="1 0 0 0.5"/></body>
    <flexcomp name="cloth" type="grid" count="4 4 1" spacing="0.1 0.1 0.1" pos="-1 0 1" radius="0.01" dim="2">
      <contact selfcollide="none"/><edge equality="true"/>
    </flexcomp>
  </worldbody>
</mujoco>
"""


def session_of(xml=None, name="humanoid"):
    m = gelenk.MjModel.from_xml_string(xml) if xml else gelenk.MjModel.from_xml_path(str(models.path(name)))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return Session(m, d, Channel("test"), passive=False)


class Mirror:
    """An outbox, and the scene that a page makes of what comes out of it."""

    def __init__(self, session):
        self.session, self.box, self.scene = session, Outbox(1), Rebuilt()
        self.kinds, self.assets = [], {}

    def follow(self):
        """Make a picture, and let the page have everything."""
        picture = self.session.show()
        self.box.offer = self.session.offer
        while (message := self.box.next_message()) is not None:
            head, arrays = messages.unpack(message)
            self.kinds.append(head["kind"])
            if head["kind"] == "asset":
                self.assets[head["asset"], head["id"]] = arrays
            if head["kind"] == "frame":
                self.scene.take(head, arrays)
                self.box.ack(head["number"])
        return picture


@pytest.mark.parametrize("xml", [FLEX, None])
def test_what_a_page_rebuilds_is_the_scene(xml):
    session = session_of(xml)
    ui, mirror = session.ui, Mirror(session)
    random = np.random.default_rng(0)
    for step in range(60):
        gelenk.mj_step(ui.m, ui.d, 3)
        if step % 7 == 3:
            ui.opt.flags[random.integers(31)] ^= 1
        if step % 11 == 5:
            ui.opt.label, ui.opt.frame = random.integers(16), random.integers(7)
        if step % 5 == 1:
            ui.scn.flags[random.integers(11)] ^= 1
        if step == 30:
            ui.pert.select = 1
        picture = mirror.follow()
        assert mirror.scene.same(picture), step
    assert mirror.kinds.count("frame") == 60


def test_rows_are_those_of_the_scene():
    session = session_of(FLEX)
    ui = session.ui
    picture, scn = session.show(), ui.scn
    assert len(picture.pose) == scn.ngeom > 5
    for i in range(scn.ngeom):
        geom, row = scn.geoms[i], dict(zip(scene_delta.LOOK_I, picture.look_i[i].tolist(), strict=True))
        for name in ("type", "dataid", "matid", "texcoord", "category", "objtype", "objid", "segid"):
            assert row[name] == getattr(geom, name), name
        np.testing.assert_array_equal(picture.look_f[i, :3], geom.size)
        np.testing.assert_array_equal(picture.look_f[i, 3:7], geom.rgba)
        assert picture.look_f[i, 7:11].tolist() == [
            getattr(geom, name) for name in ("emission", "specular", "shininess", "reflectance")
        ]
        mat = np.zeros(9)
        gelenk.mju_quat2Mat(mat, picture.pose[i, 3:].astype(float))
        # rounding to single precision of the matrix and of the quaternion
        np.testing.assert_allclose(mat.reshape(3, 3), geom.mat, atol=tol(4e-7))
        assert row["transparent"] == (geom.rgba[3] < 0.995)


def test_materials_name_their_textures():
    session = session_of(FLEX)
    picture = session.show()
    plane, tetra = (np.flatnonzero(picture.look_i[:, 0] == t)[0] for t in (0, 7))
    assert picture.look_i[plane, 3:5].tolist() == [0, 1] and picture.look_f[plane, 11:].tolist() == [3, 4]
    assert picture.look_i[tetra, 3:5].tolist() == [1, 0]


def test_assets_are_the_triangles_and_colors_of_the_renderer():
    session, con = session_of(FLEX), None
    mirror = Mirror(session)
    mirror.follow()
    con = context.MjrContext(session.ui.m, 150)
    for (kind, i), arrays in mirror.assets.items():
        if kind in ("shape", "mesh", "hfield"):
            shape = con._shapes[{"shape": 0, "mesh": con.baseMesh, "hfield": con.baseHField}[kind] + i]
            np.testing.assert_array_equal(arrays["position"], shape.pos)
            np.testing.assert_array_equal(arrays["normal"], shape.normal)
            np.testing.assert_array_equal(arrays["index"], shape.face[:, :3])
    assert {("mesh", 0), ("hfield", 0), ("texture", 0), ("texture", 1), ("texture", 2)} <= set(mirror.assets)
    for i, shape in ((0, (16, 16, 4)), (1, (6, 8, 8, 4)), (2, (6, 8, 8, 4))):
        data = mirror.assets["texture", i]["data"]
        assert data.shape == shape and (data[..., 3] == 255).all()
        np.testing.assert_array_equal(
            data[..., :3].reshape(-1), texture_memory.unpack_texels(con._levels[i][0]).reshape(-1)
        )


def test_a_look_never_names_an_asset_that_was_not_sent():
    session = session_of(FLEX)
    mirror = Mirror(session)
    session.ui.opt.flags[gelenk.mjtVisFlag.mjVIS_CONVEXHULL] = 0
    mirror.follow()
    assert ("mesh", 1) not in mirror.assets
    session.ui.opt.flags[gelenk.mjtVisFlag.mjVIS_CONVEXHULL] = 1
    before = len(mirror.kinds)
    mirror.follow()
    assert mirror.kinds[before:] == ["asset", "frame"] and ("mesh", 1) in mirror.assets


def test_vertices_of_a_flex_are_sent_once_for_all_of_its_corners():
    session = session_of(FLEX)
    mirror = Mirror(session)
    for _ in range(5):
        gelenk.mj_step(session.ui.m, session.ui.d)
        mirror.follow()
        scn, index = session.ui.scn, mirror.assets["flex", 0]["index"].reshape(-1)
        used = scn.flexfaceused[0]
        np.testing.assert_array_equal(
            mirror.scene.soft["flex0.position"][index].reshape(-1), scn.flexface[: 9 * used]
        )
        np.testing.assert_array_equal(
            mirror.scene.soft["flex0.normal"][index].reshape(-1), scn.flexnormal[: 9 * used]
        )
    # a sheet has two sides of 16 vertices, and corners of 3 a triangle
    assert len(mirror.scene.soft["flex0.position"]) < 3 * used / 2
    assert mirror.kinds.count("asset") <= len(mirror.assets) + 1  # its triangles came once, or once more


def test_static_geoms_cost_nothing():
    session = session_of()
    mirror = Mirror(session)
    mirror.follow()
    gelenk.mj_step(session.ui.m, session.ui.d, 5)  # poses are those before the last step
    session.show()
    mirror.box.offer = session.offer
    sent = []
    while (message := mirror.box.next_message()) is not None:
        sent.append(message)
    arrays = messages.unpack(sent[-1])[1]
    assert 0 not in arrays["moved"] and len(arrays["moved"]) == session.ui.scn.ngeom - 1  # all but the floor
    assert "look_at" not in arrays and "light_i" not in arrays
    assert len(sent[-1]) < 1200  # bytes: 20 geoms at 32, and a head


def test_nothing_is_sent_where_nothing_changes():
    session = session_of()
    mirror = Mirror(session)
    mirror.follow()
    mirror.kinds.clear()
    for _ in range(3):
        mirror.follow()
    assert mirror.kinds == []


def test_quaternions_are_those_of_the_matrices():
    random = np.random.default_rng(1)
    q = random.normal(size=(500, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    q[0], q[1], q[2], q[3] = np.eye(4)
    mats = np.zeros((500, 9))
    for row, quat in zip(mats, q, strict=True):
        gelenk.mju_quat2Mat(row, quat)
    found = scene_delta.quaternions_of(mats.astype(np.float32)).astype(float)
    same = np.abs((found * q).sum(axis=1))
    np.testing.assert_allclose(same, 1, atol=tol(1e-6))
    wrong = np.stack([np.zeros(9), np.full(9, np.nan), np.full(9, np.inf)]).astype(np.float32)
    np.testing.assert_array_equal(scene_delta.quaternions_of(wrong), [[1, 0, 0, 0]] * 3)


def test_heads_are_json_whatever_a_program_writes():
    session = session_of()
    session.ui.m.vis.map.fogstart = np.nan
    session.ui.scn.scale = np.inf
    session.ui.scn.framergb[:] = np.nan
    mirror = Mirror(session)
    mirror.follow()
    assert "frame" in mirror.kinds


def test_messages_survive_packing():
    arrays = {
        "a": np.arange(6, dtype=np.float32).reshape(2, 3),
        "b": np.arange(3, dtype=np.uint8),
        "c": np.zeros((0, 7), np.float32),
        "d": np.arange(4, dtype=np.uint32)[::2],
    }
    raw = messages.pack({"kind": "x", "text": "ä"}, arrays)
    head, found = messages.unpack(raw)
    assert head["text"] == "ä" and set(found) == set(arrays)
    for name, values in arrays.items():
        np.testing.assert_array_equal(found[name], values)
        assert head["arrays"][name][2] % 4 == 0


SOFT = """
<mujoco>
  <asset><skin name="sheet" vertex="0 0 1  1 0 1  0 1 1" face="0 1 2">
    <bone body="b" bindpos="0 0 1" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></asset>
  <worldbody>
    <geom type="plane" size="2 2 1"/>
    <body name="b" pos="0 0 1"><freejoint/><geom size="0.1"/></body>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" pos="-1 0 1" radius="0.01" dim="2">
      <contact selfcollide="none"/><edge equality="true"/>
    </flexcomp>
  </worldbody>
</mujoco>
"""


def test_every_world_has_flexes_and_skins_of_its_own():
    m = gelenk.MjModel.from_xml_string(SOFT)
    datas = [gelenk.MjData(m) for _ in range(3)]
    for i, d in enumerate(datas):
        d.qpos[2] = 1 + 0.1 * i
        gelenk.mj_step(m, d, 1 + 10 * i)
    session = Session(m, copy_pickle.copy_data(datas[0], m), Channel("test"), passive=True)
    session.ui.worlds = Worlds(m, datas, 5.0)
    session.resend_model()
    mirror = Mirror(session)
    for flag in (None, "mjVIS_FLEXVERT", "mjVIS_FLEXFACE", "mjVIS_FLEXSKIN"):
        if flag:
            session.ui.opt.flags[getattr(gelenk.mjtVisFlag, flag)] ^= 1
        assert mirror.scene.same(mirror.follow())
        kinds, numbers = mirror.scene.look_i[:, 0], mirror.scene.look_i[:, 8]
        for kind in (gelenk.mjtGeom.mjGEOM_FLEX, gelenk.mjtGeom.mjGEOM_SKIN):
            assert sorted(numbers[kinds == kind]) == [0, 1, 2]
        for world, d in enumerate(datas):
            alone = gelenk.MjvScene(m, 100)
            gelenk.mjv_updateScene(m, d, session.ui.opt, None, gelenk.MjvCamera(), 7, alone)
            place = session.ui.worlds.places[world]
            wanted = alone.skinvert.reshape(-1, 3) + place
            np.testing.assert_array_equal(mirror.scene.soft[f"skin{world}.position"], wanted)
            faces = mirror.assets["flex", world]["index"].reshape(-1)
            if alone.flexfaceopt or alone.flexskinopt:
                used = 9 * int(alone.flexfaceused[0])
                corners = mirror.scene.soft[f"flex{world}.position"][faces]
                np.testing.assert_array_equal(corners, alone.flexface[:used].reshape(-1, 3) + place)
            if f"flex{world}.vert" in mirror.scene.soft and alone.flexvertopt and not alone.flexskinopt:
                np.testing.assert_array_equal(
                    mirror.scene.soft[f"flex{world}.vert"], alone.flexvert.reshape(-1, 3) + place
                )
    # one of them alone stands where the model has it
    session.rows["rendering/world"].set(session.ui, 3)
    mirror.follow()
    assert (mirror.scene.look_i[:, 0] == gelenk.mjtGeom.mjGEOM_SKIN).sum() == 1
    np.testing.assert_allclose(mirror.scene.soft["skin0.position"][0], datas[2].xpos[1], atol=tol(1e-6))
