"""Renderer and gelenk.render.pictures: what they return, what they refuse, memory, threads, forks.

Documents: Programming / Visualization; API / Python bindings
"""

import copy
import gc
import os
import resource
import signal
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gelenk
from gelenk import models
from gelenk.render import RenderOptions, batch_render, capture, pictures, workspace
from tests.support.tolerance import tol

SCENE = """<mujoco><worldbody><light pos='0 -1 3' dir='0 0.3 -1'/>
  <camera name='front' pos='0 -3 0.5' xyaxes='1 0 0 0 0 1'/>
  <camera name='flat' pos='0 -3 0.5' xyaxes='1 0 0 0 0 1' projection='orthographic' fovy='4'/>
  <geom name='wall' type='box' size='3 0.1 3' pos='0 2.1 0'/>
  <body name='ball' pos='0.5 0 0.5'><freejoint/><geom name='ball' size='0.4' rgba='1 0 0 1'/></body>
  <site name='mark' pos='-0.8 0 0.5' size='0.2'/>
</worldbody></mujoco>"""


@pytest.fixture(scope="module")
def world():
    m = gelenk.MjModel.from_xml_string(SCENE)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


def test_pictures_have_the_size_that_was_asked_for(world):
    m, d = world
    with gelenk.Renderer(m) as renderer:
        renderer.update_scene(d)
        assert renderer.render().shape == (240, 320, 3)
    with gelenk.Renderer(m, 40, 50) as renderer:
        assert (renderer.height, renderer.width, renderer.model) == (40, 50, m)
        assert isinstance(renderer.scene, gelenk.MjvScene)
        renderer.update_scene(d, "front")
        first, second = renderer.render(), renderer.render()
        assert first is not second and first.dtype == np.uint8 and first.flags.c_contiguous
        np.testing.assert_array_equal(first, second)
        red = first.astype(int)
        assert (red[20, 32] - red[20, 5])[0] > 50  # the ball is to the right


def test_distances_are_along_the_view(world):
    m, d = world
    with gelenk.Renderer(m, 60, 80) as renderer:
        renderer.update_scene(d, "front")
        renderer.enable_depth_rendering()
        depth = renderer.render()
        renderer.disable_depth_rendering()
        assert depth.dtype == np.float32 and depth.shape == (60, 80)
        # float32 of a depth that is near 0 keeps a millionth of the wall's distance
        np.testing.assert_allclose(depth[:, :5], 5.0, rtol=tol(1e-4))
        # the near side of the ball, up to its facets
        assert depth.min() == pytest.approx(2.6, abs=tol(0.02))
        assert renderer.render().shape == (60, 80, 3)


def test_distances_are_those_of_a_picture_with_colors(world):
    m, d = world
    with gelenk.Renderer(m, 60, 80) as renderer:
        renderer.update_scene(d, "front")
        renderer.scene.geoms[1].rgba = (1, 0, 0, 0.5)  # of what is transparent, too
        before = renderer.render()
        renderer.enable_depth_rendering()
        found = renderer.render()
        renderer.disable_depth_rendering()
        np.testing.assert_array_equal(renderer.render(), before)
        view, depth = gelenk.MjrRect(0, 0, 80, 60), np.zeros((60, 80), np.float32)
        con, eye, flag = renderer._mjr_context, renderer.scene.camera[0], gelenk.mjtRndFlag
        # what is transparent is as near as other things
        renderer.scene.flags[[flag.mjRND_SEGMENT, flag.mjRND_IDCOLOR]] = 1
        gelenk.mjr_render(view, renderer.scene, con)
        gelenk.mjr_readPixels(None, depth, view, con)
        near, far = float(eye.frustum_near), float(eye.frustum_far)
        # 1 at the near plane, 0 at the far one
        expected = near * far / (near + depth.astype(float) * (far - near))
        # single precision, of a depth near 0
        np.testing.assert_allclose(found, expected[::-1], rtol=tol(1e-4))


def test_where_nothing_is_the_distance_is_that_of_the_far_plane():
    m = gelenk.MjModel.from_xml_string("<mujoco><statistic extent='2'/><worldbody/></mujoco>")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(pictures(m, d, -1, 8, 6, "depth"), m.vis.map.zfar * 2, rtol=tol(1e-6))


def test_objects_are_told_by_number_and_kind(world):
    m, d = world
    with gelenk.Renderer(m, 60, 80) as renderer:
        renderer.update_scene(d, "front")
        renderer.enable_segmentation_rendering()
        found = renderer.render()
        assert found.dtype == np.int32 and found.shape == (60, 80, 2)
        kinds = {tuple(row) for row in found.reshape(-1, 2).tolist()}
        geom, site = int(gelenk.mjtObj.mjOBJ_GEOM), int(gelenk.mjtObj.mjOBJ_SITE)
        assert kinds == {(0, geom), (1, geom), (0, site)}
        assert found[30, 55].tolist() == [1, geom] and found[30, 21].tolist() == [0, site]
        renderer.enable_depth_rendering()  # one kind at a time
        assert renderer.render().ndim == 2
        renderer.disable_segmentation_rendering()
        assert renderer.render().ndim == 2
        renderer.disable_depth_rendering()
        assert renderer.render().shape == (60, 80, 3)
        flags = renderer.scene.flags
        assert not flags[gelenk.mjtRndFlag.mjRND_SEGMENT] and not flags[gelenk.mjtRndFlag.mjRND_IDCOLOR]


def test_geoms_that_are_added_to_the_scene_are_drawn_and_told(world):
    m, d = world
    with gelenk.Renderer(m, 60, 80) as renderer:
        renderer.update_scene(d, "front")
        scn = renderer.scene
        before = renderer.render()
        sphere = int(gelenk.mjtGeom.mjGEOM_SPHERE)
        numbers = (
            np.full(3, 0.3),
            np.array([-0.8, -1.0, 1.0]),
            np.eye(3).ravel(),
            np.array([0, 1, 0, 1], np.float32),
        )
        gelenk.mjv_initGeom(scn.geoms[scn.ngeom], sphere, *numbers)
        scn.geoms[scn.ngeom].segid, scn.geoms[scn.ngeom].objid, scn.geoms[scn.ngeom].objtype = (
            scn.ngeom,
            77,
            5,
        )
        scn.ngeom += 1
        after = renderer.render()
        assert (after != before).any()
        renderer.enable_segmentation_rendering()
        assert (renderer.render()[:, :, 0] == 77).any()


def test_pictures_are_drawn_into_arrays_that_are_given(world):
    m, d = world
    with gelenk.Renderer(m, 40, 50) as renderer:
        renderer.update_scene(d)
        out = np.zeros((40, 50, 3), np.uint8)
        assert renderer.render(out=out) is out and out.any()
        turned = np.zeros((50, 40, 3), np.uint8).transpose(1, 0, 2)
        np.testing.assert_array_equal(renderer.render(out=turned), out)
        for bad in (np.zeros((50, 40, 3), np.uint8), np.zeros((40, 50), np.uint8), [1], "x"):
            with pytest.raises(ValueError, match=r"Expected `out.shape == \(40, 50, 3\)`"):
                renderer.render(out=bad)
        with pytest.raises(TypeError):
            renderer.render(out)
        renderer.enable_depth_rendering()
        with pytest.raises(ValueError, match=r"\(40, 50\)"):
            renderer.render(out=out)


@pytest.mark.parametrize(
    ("camera", "error", "words"),
    [
        ("zz", ValueError, 'The camera "zz" does not exist.'),
        (2, ValueError, r"The camera id 2 is out of range \[-1, 2\)."),
        (-2, ValueError, r"-2 is out of range"),
        (10**12, ValueError, "out of range"),
        (1.5, TypeError, "integer"),
        (None, TypeError, "integer"),
    ],
)
def test_cameras_that_are_not_there_are_told(world, camera, error, words):
    m, d = world
    with gelenk.Renderer(m, 8, 8) as renderer, pytest.raises(error, match=words):
        renderer.update_scene(d, camera)
    with pytest.raises(error, match=words):
        pictures(m, d, [camera], 8, 8)


@pytest.mark.parametrize("size", [(10, 1000), (1000, 10), (0, 10), (10, -1), (100_000, 100_000)])
def test_sizes_that_the_offscreen_buffer_does_not_have_are_told(world, size):
    with pytest.raises(ValueError, match=r"Image (width|height)"):
        gelenk.Renderer(world[0], *size)


def test_wrong_arguments_are_told(world):
    m, d = world
    for bad in (
        lambda: gelenk.Renderer(None),
        lambda: gelenk.Renderer(m, 1.5),
        lambda: gelenk.Renderer(m, "x"),
    ):
        with pytest.raises(TypeError):
            bad()
    with pytest.raises(ValueError):
        gelenk.Renderer(m, 8, 8, font_scale=77)
    with pytest.raises(TypeError):
        gelenk.Renderer(m, 8, 8, 100, 150, 1)
    with gelenk.Renderer(m, 8, 8) as renderer:
        for data, option in ((None, None), (d, 5), (m, None)):
            with pytest.raises(TypeError):
                renderer.update_scene(data, scene_option=option)
        assert renderer.render().max() == 0  # nothing is in the scene yet
        renderer.scene.ngeom = 1
        with pytest.raises(gelenk.FatalError):
            renderer.render()  # but no camera
    other = gelenk.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(ValueError, match="other sizes"):
        pictures(other, d)
    for bad in (
        {"kind": "x"},
        {"width": 0},
        {"height": 100_000},
        {"threads": 0},
        {"width": 16384, "height": 8192},
    ):
        with pytest.raises(ValueError):
            pictures(m, [d] * 99, -1, **bad)
    with pytest.raises(TypeError):
        pictures(m, [m])
    with pytest.raises(TypeError):
        pictures(None, d)


def test_a_closed_renderer_does_not_draw(world):
    m, d = world
    renderer = gelenk.Renderer(m, 8, 8)
    renderer.close()
    renderer.close()
    renderer.update_scene(d)
    with pytest.raises(RuntimeError, match="render cannot be called after close"):
        renderer.render()


def states(m, count):
    found = []
    for i in range(count):
        d = gelenk.MjData(m)
        d.qpos[0] = 0.3 * i - 0.5
        gelenk.mj_forward(m, d)
        found.append(d)
    return found


def test_a_renderer_is_closed_and_a_mesh_renewed_after_what_another_thread_draws():
    """Memory that compiled code draws from is let go of when it has returned: else this ends in a crash."""
    mesh = "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
    m = gelenk.MjModel.from_xml_string(SCENE.replace("<worldbody>", mesh + "<worldbody>"))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    for _ in range(8):
        renderer, begun, told = gelenk.Renderer(m, 480, 640), threading.Event(), []

        def use(renderer=renderer, begun=begun, told=told):
            renderer.update_scene(d)
            while not told:
                try:
                    renderer.render()
                except (RuntimeError, gelenk.FatalError) as error:
                    told.append(str(error))
                begun.set()

        thread = threading.Thread(target=use)
        thread.start()
        begun.wait()
        for _ in range(5):
            gelenk.mjr_uploadMesh(m, renderer._mjr_context, 0)
        renderer.close()
        thread.join()
        assert "close" in told[0] or "freed" in told[0]


@pytest.mark.parametrize("kind", ["rgb", "depth", "segmentation"])
def test_many_pictures_are_those_of_the_renderer_on_any_number_of_threads(world, kind):
    m, _ = world
    datas, cameras = states(m, 5), ["front", 1, -1]
    found = pictures(m, datas, cameras, 48, 36, kind, threads=1)
    for threads in (2, 7, None):
        assert pictures(m, datas, cameras, 48, 36, kind, threads=threads).tobytes() == found.tobytes()
    with gelenk.Renderer(m, 36, 48, threads=2) as renderer:
        if kind != "rgb":
            getattr(renderer, f"enable_{kind}_rendering")()
        for i, d in enumerate(datas):
            for j, camera in enumerate(cameras):
                renderer.update_scene(d, camera)
                np.testing.assert_array_equal(found[i, j], renderer.render())
    assert pictures(m, [], cameras, 48, 36, kind).shape[:2] == (0, 3)


def test_labels_are_in_pictures_of_several_threads(world):
    m, d = world
    found = []
    for threads in (1, 2):
        with gelenk.Renderer(m, 36, 48, threads=threads) as renderer:
            renderer.update_scene(d, "front")
            plain = renderer.render()
            for geom in renderer.scene.geoms[: renderer.scene.ngeom]:
                geom.label = "here"
            found.append(renderer.render())
            assert (found[-1] != plain).any()
    assert (found[0] == found[1]).all()


def test_a_picture_is_the_callers_alone(world):
    m, d = world
    with gelenk.Renderer(m, 36, 48, threads=2) as renderer:
        renderer.update_scene(d, "front")
        one = renderer.render()
        before = one.copy()
        renderer.update_scene(d, 1)
        assert (renderer.render() != before).any()
        assert (one == before).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_pictures_leave_nothing_behind(world, threads):
    m, d = world
    plain = pictures(m, [d, d], "front", 48, 36, threads=threads)
    pictures(
        m,
        [d, d],
        "front",
        48,
        36,
        threads=threads,
        flags={gelenk.mjtRndFlag.mjRND_WIREFRAME: True},
        max_geom=2,
    )
    assert (pictures(m, [d, d], "front", 48, 36, threads=threads) == plain).all()
    own = gelenk.MjrContext(m)
    gelenk.mjr_setBuffer(gelenk.mjtFramebuffer.mjFB_OFFSCREEN, own)
    pictures(m, [d, d], "front", 48, 36, threads=threads)
    gelenk.mjr_rectangle(gelenk.MjrRect(0, 0, 8, 8), 1, 0, 0, 1)
    assert (own._offscreen.rgb[:8, :8] == (255, 0, 0)).all()


def test_options_and_flags_change_pictures(world):
    m, d = world
    plain = pictures(m, d, "front", 48, 36)
    option = gelenk.MjvOption()
    option.geomgroup[:] = 0
    hidden = pictures(m, d, "front", 48, 36, option=option)
    lines = pictures(m, d, "front", 48, 36, flags={gelenk.mjtRndFlag.mjRND_WIREFRAME: True})
    assert (plain != hidden).any() and (plain != lines).any()


def test_renderers_in_several_threads_draw_what_one_draws(world):
    m, _ = world
    datas = states(m, 8)

    def work(d):
        with gelenk.Renderer(m, 36, 48) as renderer:
            for _ in range(3):
                renderer.update_scene(d, "front")
                picture = renderer.render()
            return picture.tobytes()

    expected = [work(d) for d in datas]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, datas)) == expected


def test_one_renderer_may_wander_between_threads(world):
    m, d = world
    with gelenk.Renderer(m, 36, 48) as renderer, ThreadPoolExecutor(1) as pool:
        renderer.update_scene(d, "front")
        here = renderer.render()
        np.testing.assert_array_equal(pool.submit(renderer.render).result(), here)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore")
def test_a_child_process_goes_on_drawing(world):
    m, d = world
    with gelenk.Renderer(m, 36, 48, threads=2) as renderer:
        renderer.update_scene(d, "front")
        expected = renderer.render().tobytes()
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # a child that hangs is an error
            os._exit(0 if renderer.render().tobytes() == expected else 1)
        _, status = os.waitpid(child, 0)
        assert status == 0


def test_memory_does_not_grow(world):
    m, d = world

    def loop(count):
        for _ in range(count):
            with gelenk.Renderer(m, 48, 64) as renderer:
                renderer.update_scene(d, "front")
                renderer.render()
            pictures(m, [d, d], ["front"], 32, 24, threads=2)
        gc.collect()

    loop(20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    loop(60)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 12_000  # kB; a context that is kept takes 8,000


def test_a_renderer_that_is_forgotten_frees_its_memory(world):
    import weakref

    m, d = world
    renderer = gelenk.Renderer(m, 48, 64)
    renderer.update_scene(d)
    renderer.render()
    context = weakref.ref(renderer._mjr_context)
    del renderer
    gc.collect()
    assert context() is None


CHECKED = """<mujoco><asset>
  <texture name='t' type='2d' builtin='checker' rgb1='1 0 0' rgb2='0 0 1' width='32' height='32'/>
  <material name='t' texture='t' texrepeat='3 3'/></asset><worldbody><light pos='0 -1 3' dir='0 0.3 -1'/>
  <camera name='front' pos='0 -3 0.5' xyaxes='1 0 0 0 0 1'/><geom size='0.4' pos='0 0 0.5' material='t'/>
  <geom type='plane' size='2 2 1' zaxis='0 -1 0.2' pos='0 1 0'/></worldbody></mujoco>"""


def test_pictures_see_what_has_changed_in_the_model_since_the_last_call():
    m = gelenk.MjModel.from_xml_string(CHECKED)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    before = pictures(m, d, "front", 48, 36)
    assert pictures(m, d, "front", 48, 36).tobytes() == before.tobytes()

    def fresh():
        with gelenk.Renderer(m, 36, 48) as renderer:
            renderer.update_scene(d, "front")
            return renderer.render()

    def change_textures():
        m.tex_data[:] = 255 - m.tex_data

    def change_shapes():
        m.vis.quality.numslices = 5

    def change_settings():
        m.vis.quality.shadowsize = 0

    for change in (change_textures, change_shapes, change_settings):
        change()
        after = pictures(m, d, "front", 48, 36, threads=2)
        assert (after != before).any(), change.__name__
        np.testing.assert_array_equal(after[0, 0], fresh())
        before = after


def test_contexts_of_pictures_are_kept_no_longer_than_their_model(world):
    m, d = (copy.copy(x) for x in world)
    pictures(m, [d, d], "front", 48, 36, threads=2)
    contexts = [weakref.ref(con) for con, _ in batch_render.pool_of(m).free[48, 36]]
    better = pictures(m, d, "front", 48, 36, better=RenderOptions(pixel_light=True))
    assert (
        pictures(m, d, "front", 48, 36) != better
    ).any()  # nothing of it stays in a context that is used again
    # a thread that comes when all is drawn takes none, or that of the other one
    assert 1 <= len(contexts) <= 2 and all(con() is not None for con in contexts)
    pictures(m, d, "front", 32, 24)
    assert set(batch_render.pool_of(m).free) == {(32, 24)}
    del m, d
    gc.collect()
    assert all(con() is None for con in contexts)


def test_what_the_machine_cannot_hold_is_an_error_before_it_is_taken(world, monkeypatch):
    m, d = world
    with gelenk.Renderer(m, 36, 48) as small, gelenk.Renderer(m, 36, 48) as renderer:
        small.update_scene(d, "front")
        renderer.update_scene(d, "front")
        with monkeypatch.context() as patch:
            patch.setattr(workspace, "UNCHECKED_BYTES", 1 << 10)
            patch.setattr(workspace, "free_memory", lambda: 1 << 12)
            with pytest.raises(MemoryError, match="more than is free"):
                renderer.render()
        np.testing.assert_array_equal(renderer.render(), small.render())


def test_an_array_for_colors_is_taken_and_left_alone_while_objects_are_told():
    m = gelenk.MjModel.from_xml_string("<mujoco><worldbody><geom size='.3'/></worldbody></mujoco>")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 24, 32) as renderer:
        renderer.update_scene(d)
        renderer.enable_segmentation_rendering()
        wanted, colors = renderer.render(), np.full((24, 32, 3), 7, np.uint8)
        np.testing.assert_array_equal(renderer.render(out=colors), wanted)
        assert (colors == 7).all()
        own = np.zeros((24, 32, 2), np.int32)
        assert renderer.render(out=own) is own
        np.testing.assert_array_equal(own, wanted)
        with pytest.raises(ValueError, match=r"out\.shape"):
            renderer.render(out=np.zeros((32, 24, 3), np.uint8))


def test_what_is_no_better_is_refused():
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(TypeError, match="better must be a RenderOptions"):
        gelenk.Renderer(m, better=3)
    for wrong in ({"soft_shadows": "a"}, {"most_lights": None}):
        with pytest.raises(TypeError, match=next(iter(wrong))):
            gelenk.Renderer(m, better=RenderOptions(**wrong))


def test_wrong_arguments_of_pictures_are_named():
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    d = gelenk.MjData(m)
    for wrong, error, told in (
        ({"option": 3}, TypeError, "option must be an MjvOption"),
        ({"better": 3}, TypeError, "better must be a RenderOptions"),
        ({"flags": [1]}, TypeError, "flags must be a dict"),
        ({"flags": {"a": 1}}, TypeError, "flags must be an integer"),
        ({"flags": {99: True}}, ValueError, "flags must have keys in 0 .. 10"),
        ({"flags": {-1: True}}, ValueError, "flags must have keys in 0 .. 10"),
    ):
        with pytest.raises(error, match=told):
            pictures(m, d, width=8, height=8, **wrong)
    for datas in (None, 3):
        with pytest.raises(TypeError, match="datas must be an MjData or several"):
            pictures(m, datas)
    shadow = gelenk.mjtRndFlag.mjRND_SHADOW
    assert pictures(m, d, width=8, height=8, flags={shadow: False}).shape == (1, 1, 8, 8, 3)


def test_a_large_picture_is_the_same_where_threads_copy_it_together():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    m.vis.global_.offwidth, m.vis.global_.offheight = 800, 601
    found = []
    for threads in (1, 2, 3):
        with gelenk.Renderer(m, 601, 800, threads=threads) as renderer:
            renderer.update_scene(d)
            given = np.zeros((601, 800, 3), np.uint8)
            renderer.render(out=given)
            found += [renderer.render(), given]
    assert found[0].nbytes >= capture.MANY_BYTES
    assert all(np.array_equal(one, found[0]) for one in found)
