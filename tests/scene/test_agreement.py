"""Scenes are those of the reference: geoms in order, texts, lights, cameras, flexes and skins, for random options.

Both look at the same numbers: models and states of the reference are mirrored. Tolerance: geoms are float32, with
rounding of 6e-8 of the largest number; chains of a few dozen roundings make 3e-6. So do those of the camera of a
scene, on which mouse and perturbations rest.
"""

import numpy as np
import pytest

import gelenk
from tests.support import visual
from tests.support.mirror import mirror_data, mirror_model
from tests.support.tolerance import tol
from tests.support.visual import differences, filled, read

mujoco = pytest.importorskip("mujoco")

SINGLE = tol(3e-6)
BOXES = {"bv": (0, 1, 0, 0.5), "bvactive": (1, 0, 0, 0.5)}  # the reference's bindings show them as empty


class Pair:
    """A model and its state in both, with scenes, options, cameras and perturbations filled alike."""

    def __init__(self, name, seed, **numbers):
        rng = self.rng = np.random.default_rng(seed)
        self.model = mujoco.MjModel.from_xml_string(visual.MODELS[name])
        self.model.vis.global_.bvactive = 0  # which nodes are visited has a test of its own
        self.model.vis.global_.ellipsoidinertia = int(rng.integers(0, 2))
        self.data = mujoco.MjData(self.model)
        visual.disturb(self.model, self.data, rng)
        m = mirror_model(self.model)
        for part, rgba in BOXES.items():
            setattr(m.vis.rgba, part, rgba)
        option, perturb = visual.random_option(rng), visual.random_perturb(self.model, rng)
        camera = visual.random_camera(self.model, rng)
        self.sides = []
        ours, theirs = (gelenk, m, mirror_data(self.model, self.data, m)), (mujoco, self.model, self.data)
        for module, model, d in (ours, theirs):
            scene = module.MjvScene(model, 3000)
            for array in (
                "flexvert",
                "skinvert",
                "skinnormal",
                "flexfaceused",
            ):  # else memory as it happens to be
                getattr(scene, array)[...] = 0
            structs = [filled(module.MjvOption(), option | numbers), filled(module.MjvPerturb(), perturb)]
            self.sides.append((module, model, d, scene, *structs, filled(module.MjvCamera(), camera)))

    def update(self, catmask=7):
        for module, m, d, scene, option, perturb, camera in self.sides:
            module.mjv_updateScene(m, d, option, perturb, camera, catmask, scene)
        return self

    def scenes(self):
        return [read(scene, m) for _, m, _, scene, *_ in self.sides]

    def each(self, call):
        """What ``call`` gives for our side and for theirs, as lists of arrays."""
        return [[np.array(x, float) for x in call(*side)] for side in self.sides]


def same(pair, call, tolerance=SINGLE):
    ours, theirs = pair.each(call)
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * max(1.0, np.abs(b).max(initial=0.0)))


def numbers_of(struct, names):
    return [getattr(struct, name) for name in names.split()]


CAMERA = "lookat distance azimuth elevation"
PERTURB = "refpos refquat refselpos localpos localmass scale"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", visual.MODELS)
def test_random_options_show_the_same(name, seed):
    pair = Pair(name, [seed, len(name)])
    pair.update(catmask=int(pair.rng.choice([7, 7, 7, 1, 2, 4, 3, 5, 6, 0])))
    ours, theirs = pair.scenes()
    if (
        name == "drives"
    ):  # the reference reads colors of islands behind the rows, where a tendon has a place but no row
        d = pair.sides[0][2]
        rowless = np.flatnonzero(d.tendon_efcadr >= d.nefc)
        assert rowless.size == 1
        for scene in (ours, theirs):
            tendon = scene["geom.objtype"] == int(mujoco.mjtObj.mjOBJ_TENDON)
            scene["geom.rgba"][tendon & np.isin(scene["geom.objid"], rowless)] = 0
    assert differences(ours, theirs, SINGLE) == []


@pytest.mark.parametrize("flag", range(int(mujoco.mjtVisFlag.mjNVISFLAG)))
def test_each_flag_alone_shows_the_same(flag):
    for name in visual.MODELS:
        pair = Pair(name, 5, flags=np.arange(int(mujoco.mjtVisFlag.mjNVISFLAG)) == flag, label=0, frame=0)
        assert differences(*pair.update().scenes(), SINGLE) == []


@pytest.mark.parametrize("kind", ("label", "frame"))
def test_each_label_and_frame_shows_the_same(kind):
    count = mujoco.mjtLabel.mjNLABEL if kind == "label" else mujoco.mjtFrame.mjNFRAME
    for number in range(int(count)):
        for name in ("parts", "pile", "soft"):
            pair = Pair(name, 3, flags=np.ones(int(mujoco.mjtVisFlag.mjNVISFLAG)), **{kind: number})
            told = differences(*pair.update().scenes(), SINGLE)
            assert told == [], f"{name}, {kind} {number}"


def test_what_is_added_stands_behind_what_is_there():
    pair = Pair("pile", 2).update(catmask=1)
    for module, m, d, scene, option, perturb, _ in pair.sides:
        module.mjv_addGeoms(m, d, option, perturb, 6, scene)
    assert differences(*pair.scenes(), SINGLE) == []


def test_a_scene_that_is_full_keeps_what_fits_as_the_reference():
    pair = Pair("pile", 4)
    found = []
    for module, m, d, _, option, perturb, camera in pair.sides:
        scene = module.MjvScene(m, 7)
        module.mjv_updateScene(m, d, option, perturb, camera, 7, scene)
        found.append(read(scene, m))
        assert scene.status == 1 and d.warning[mujoco.mjtWarning.mjWARN_VGEOMFULL].number == 1
    assert differences(*found, SINGLE) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_mouse_moves_cameras_alike(seed):
    pair = Pair("parts", seed).update()
    for _ in range(30):
        action, dx, dy = int(pair.rng.integers(1, 8)), *pair.rng.normal(0, 0.2, 2)

        def drag(module, m, d, scene, option, perturb, camera, a=action, dx=dx, dy=dy):
            module.mjv_moveCamera(m, a, dx, dy, scene, camera)
            module.mjv_updateCamera(m, d, camera, scene)
            return numbers_of(camera, CAMERA)

        same(pair, drag)
    assert differences(*pair.scenes(), SINGLE) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_mouse_moves_the_model_in_its_room_alike(seed):
    pair = Pair("parts", seed).update()
    for _ in range(20):
        action, dx, dy = int(pair.rng.integers(1, 8)), *pair.rng.normal(0, 0.2, 2)
        up, pos, quat = pair.rng.normal(size=3), pair.rng.normal(size=3), pair.rng.normal(size=4)

        def drag(module, m, d, scene, *_, a=action, dx=dx, dy=dy, up=up, pos=pos, quat=quat):
            scene.enabletransform = 1
            module.mjv_moveModel(m, a, dx, dy, up, scene)
            there, turn, back, turned = np.zeros(3), np.zeros(4), np.zeros(3), np.zeros(4)
            module.mjv_room2model(there, turn, pos, quat, scene)
            module.mjv_model2room(back, turned, pos, quat, scene)
            head = np.zeros((6, 3))
            module.mjv_cameraInRoom(*head[:3], scene)
            module.mjv_cameraInModel(*head[3:], scene)
            module.mjv_alignToCamera(there, pos, up)
            height = module.mjv_frustumHeight(scene)
            return scene.translate, scene.rotate, scene.scale, there, turn, back, turned, head, height

        same(pair, drag)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ("parts", "pile", "soft"))
def test_perturbations_begin_move_and_pull_alike(name, seed):
    pair = Pair(name, seed).update()

    def begin(module, m, d, scene, option, perturb, camera):
        module.mjv_initPerturb(m, d, scene, perturb)
        return numbers_of(perturb, PERTURB)

    same(pair, begin)
    for _ in range(12):
        action, dx, dy = int(pair.rng.integers(1, 8)), *pair.rng.normal(0, 0.1, 2)
        paused = int(pair.rng.integers(0, 2))

        def pull(module, m, d, scene, option, perturb, camera, a=action, dx=dx, dy=dy, paused=paused):
            module.mjv_movePerturb(m, d, a, dx, dy, scene, perturb)
            module.mjv_applyPerturbPose(m, d, perturb, paused)
            module.mjv_applyPerturbForce(m, d, perturb)
            return [*numbers_of(perturb, PERTURB), d.qpos, d.mocap_pos, d.mocap_quat, d.xfrc_applied]

        same(pair, pull)


def pick(pair, x, y, aspect=1.3):
    """Body, ids and point under a point of the picture, for both sides."""
    found = []
    for module, m, d, scene, option, *_ in pair.sides:
        point, ids = np.zeros(3), [np.full(1, -7, np.int32) for _ in range(3)]
        body = module.mjv_select(m, d, option, aspect, x, y, scene, point, *ids)
        found.append((body, *(int(i[0]) for i in ids), point))
    return found


@pytest.mark.parametrize("name", visual.MODELS)
def test_rays_through_the_picture_pick_the_same(name):
    other = total = 0
    for seed in range(3):
        pair = Pair(name, seed, flags=np.ones(31), skingroup=np.ones(6)).update()
        for x, y in pair.rng.random((25, 2)):
            ours, theirs = pick(pair, x, y)
            total += 1
            if ours[:4] != theirs[:4]:
                other += 1
            elif ours[0] >= 0:
                np.testing.assert_allclose(ours[4], theirs[4], atol=tol(1e-5))
    assert other <= 0.02 * total  # silhouettes: rays that just pass or just meet


@pytest.mark.parametrize("seed", range(10))
def test_lights_and_cameras_by_themselves(seed):
    pair = Pair("parts", seed).update()
    for module, m, d, scene, *_, camera in pair.sides:
        camera.type, camera.fixedcamid = 2, seed % m.ncam
        module.mjv_updateCamera(m, d, camera, scene)
        module.mjv_makeLights(m, d, scene)
    assert differences(*pair.scenes(), SINGLE) == []

    def frustum(module, m, d, scene, option, perturb, camera):
        sides, frame = np.zeros((3, 2), np.float32), np.zeros((4, 3))
        module.mjv_cameraFrustum(*sides, m, camera)
        module.mjv_cameraFrame(*frame, d, camera)
        middle = module.mjv_averageCamera(scene.camera[0], scene.camera[1])
        return [
            sides,
            frame,
            middle.pos,
            middle.forward,
            middle.up,
            middle.frustum_top,
            middle.frustum_center,
        ]

    same(pair, frustum)


@pytest.mark.parametrize("shape", (3, 5, 100, 101, 102, 103))
def test_geoms_of_users_are_made_alike(shape):
    rng = np.random.default_rng(shape)
    for _ in range(10):
        size, start, end = rng.random(3), rng.normal(size=3), rng.normal(size=3)
        rgba, mat = rng.random(4).astype(np.float32), rng.normal(size=9)
        found = []
        for module in (gelenk, mujoco):
            geom = module.MjvGeom()
            module.mjv_initGeom(geom, shape, size, start, mat, rgba)
            made = [geom.size.copy(), geom.pos.copy(), geom.mat.copy(), geom.rgba.copy()]
            module.mjv_connector(geom, shape, size[0], start, end)
            found.append([*made, geom.size, geom.pos, geom.mat])
        for a, b in zip(*found, strict=True):
            np.testing.assert_allclose(a, b, atol=SINGLE)


@pytest.mark.parametrize("ngeom", [0, 1, 2, 5])
def test_texts_and_equal_numbers_of_a_scene_are_printed_as_they_are(tmp_path, ngeom):
    _, _, _, scene, *_ = Pair("parts", 1).update().sides[0]
    scene.ngeom = ngeom
    for geom in scene.geoms[:ngeom]:  # all numbers are the same, but for one
        geom.pos, geom.size, geom.mat, geom.rgba = 0.25, 1.0, np.eye(3), 0.5
        geom.label, geom.type, geom.emission = "50%d %s", 5, -0.0
    scene.geoms[1].pos[2] = np.nan
    gelenk.mj_printFormattedScene(scene, str(tmp_path / "scene"), "%.2f")
    text = (tmp_path / "scene").read_text()
    assert text.startswith(f"GEOMS {ngeom}\n") and text.count("50%d %s\n") == ngeom
    assert text.count("    pos              0.25 0.25 ") == ngeom
    assert text.count("nan") == (ngeom > 1) and text.count("    emission         -0.00\n") == ngeom


def test_scenes_are_printed_alike(tmp_path):
    pair = Pair("parts", 1, flags=np.ones(31), label=3).update()
    pair.sides[0][3].enabletransform = pair.sides[1][3].enabletransform = 1
    texts = []
    for module, _, _, scene, *_ in pair.sides:
        path = tmp_path / f"{module.__name__}.txt"
        module.mj_printFormattedScene(scene, str(path), "%.3f")
        texts.append(path.read_text().replace("-0.000", "0.000").split())
    assert texts[0] == texts[1]
