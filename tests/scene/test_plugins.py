"""Plugins draw in mjv_updateScene: those of the reference as there, those of users in Python and compiled."""

import copy
import signal

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk import Plugin
from gelenk.kernels import Data, Model, Scene, add_decor, kernel, load3, load9, set_size
from gelenk.runtime import plugin_instances
from gelenk.toolchain import library
from tests.support.tolerance import tol

SINGLE = tol(3e-6)  # geoms are float32: 6e-8 of the largest number, after a few dozen roundings
NUMBERS = ("type", "objtype", "objid", "category", "segid", "dataid", "matid", "label")
ARRAYS = ("pos", "size", "mat", "rgba")

CABLE = """<mujoco>{option}<extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody>
  <composite type="cable" curve="{curve}" count="{n} 1 1" size="1 .3 2" offset="0 0 1" initial="{initial}">
  <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="{twist}"/><config key="bend" value="{bend}"/>
  <config key="vmax" value="{vmax}"/><config key="flat" value="{flat}"/></plugin>
  <joint kind="main" damping=".01"/><geom type="{shape}" size="{size}" rgba=".8 .2 .1 .3"/>
  </composite></worldbody></mujoco>"""
USUAL = {"option": "", "curve": "s", "n": 6, "initial": "none", "twist": "1e7", "bend": "4e6", "vmax": 0.05}
USUAL |= {"flat": "false", "shape": "capsule", "size": ".005"}
NO_SPRING, NO_DAMPER = '<flag spring="disable"/>', '<flag damper="disable"/>'
CABLES = [
    {},
    {"vmax": 0.3},
    {"vmax": 3, "n": 21},
    {"vmax": 0},
    {"vmax": -1},
    {"twist": "1e6", "bend": "9e6", "vmax": 0.2},
    {"curve": "cos(s) sin(s) 0", "vmax": 0.2, "n": 9},
    {"curve": "cos(s) sin(s) 0", "vmax": 0.2, "n": 9, "flat": "true"},
    {"shape": "box", "size": ".005 .01 .02", "vmax": 9},
    {"shape": "cylinder", "size": ".01", "vmax": 2},
    {"initial": "free"},
    {"initial": "ball"},
    {"option": f"<option>{NO_SPRING}</option>"},
    {"option": f"<option>{NO_DAMPER}</option>"},
    {"option": '<option><flag spring="disable" damper="disable"/></option>'},
]


def bend(m, d):
    """Turn each ball joint by itself."""
    random = np.random.default_rng(3)
    for adr, kind in zip(m.jnt_qposadr, m.jnt_type, strict=True):
        if kind == mujoco.mjtJoint.mjJNT_BALL:
            axis = random.normal(size=3)
            quat = np.empty(4)
            mujoco.mju_axisAngle2Quat(quat, axis / np.linalg.norm(axis), random.uniform(0.1, 2.5))
            d.qpos[adr : adr + 4] = quat


def updated(module, m, d, catmask=7, room=2000):
    scene = module.MjvScene(m, room)
    module.mjv_updateScene(m, d, module.MjvOption(), None, module.MjvCamera(), catmask, scene)
    return scene


def both(text, prepare, catmask=7, room=2000):
    found = []
    for module in (gelenk, mujoco):
        m = module.MjModel.from_xml_string(text)
        d = module.MjData(m)
        prepare(m, d)
        module.mj_forward(m, d)
        found.append((m, d, updated(module, m, d, catmask, room)))
    return found


def same_geoms(ours, theirs):
    assert ours.ngeom == theirs.ngeom
    for a, b in zip(ours.geoms[: ours.ngeom], theirs.geoms[: theirs.ngeom], strict=True):
        for name in NUMBERS:
            assert getattr(a, name) == getattr(b, name), name
        for name in ARRAYS:
            np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=0, atol=SINGLE, err_msg=name)


# The plugins of the reference


@pytest.mark.parametrize("changes", CABLES, ids=str)
def test_a_cable_has_the_colors_of_its_stress_as_in_the_reference(changes):
    text = CABLE.format(**USUAL | changes)
    (m, _, ours), (rm, _, theirs) = both(text, bend)
    np.testing.assert_allclose(m.geom_rgba, rm.geom_rgba, rtol=0, atol=SINGLE)
    same_geoms(ours, theirs)
    plain = np.array([0.8, 0.2, 0.1, 0.3], np.float32)
    assert (m.geom_rgba == plain).all() == (changes.get("vmax") == 0)
    assert (m.geom_rgba[:, 3] == plain[3]).all()


def test_a_cable_has_the_colors_that_were_measured():
    for angle, color in (
        (0.1, (0, 0.6283, 1, 1)),
        (0.4, (0.5133, 1, 0, 1)),
        (0.64, (1, 0, 0, 1)),
        (2.0, (1, 0, 0, 1)),
    ):
        m = gelenk.MjModel.from_xml_string(
            CABLE.format(**USUAL | {"n": 41}).replace(".8 .2 .1 .3", ".8 .2 .1 1")
        )
        d = gelenk.MjData(m)
        for adr in m.jnt_qposadr:
            d.qpos[adr : adr + 4] = np.cos(angle / 2), 0, np.sin(angle / 2), 0
        gelenk.mj_forward(m, d)
        updated(gelenk, m, d)
        # the measured colors have four digits
        np.testing.assert_allclose(m.geom_rgba, np.tile(color, (m.ngeom, 1)), rtol=0, atol=tol(1e-3))


def test_a_cable_before_the_first_forward_is_blue():
    m = gelenk.MjModel.from_xml_string(CABLE.format(**USUAL))
    updated(gelenk, m, gelenk.MjData(m))
    assert (m.geom_rgba[:, :3] == (0, 0, 1)).all()


def test_copies_of_a_data_show_what_it_shows():
    m = gelenk.MjModel.from_xml_string(CABLE.format(**USUAL))
    d = gelenk.MjData(m)
    bend(m, d)
    gelenk.mj_forward(m, d)
    updated(gelenk, m, d)
    first = m.geom_rgba.copy()
    m.geom_rgba[:] = 0.3
    updated(gelenk, m, copy.copy(d))
    np.testing.assert_array_equal(m.geom_rgba[:, :3], first[:, :3])


GRID = """<mujoco><option gravity="0 0 0"/><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension><worldbody>
  <body><geom size=".1"/><site name="s" {site}/></body>{balls}</worldbody><sensor><clock/>
  <plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s"><config key="size" value="{size}"/>
  <config key="fov" value="{fov}"/><config key="gamma" value="{gamma}"/><config key="nchannel" value="{nchannel}"/>
  </plugin></sensor></mujoco>"""
BALL = '<body pos="{} {} {}"><freejoint/><geom size=".03" mass=".1"/></body>'
TWO = ((0, 0, -0.12), (0.06, 0.02, -0.11))
MANY = tuple(0.12 * v / np.linalg.norm(v) for v in np.random.default_rng(0).normal(size=(12, 3)))
GRIDS = [
    {},
    {"gamma": 0.5},
    {"fov": "180 90", "size": "9 5"},
    {"site": 'pos=".01 .02 .03" euler="10 20 30"', "size": "9 5"},
    *({"nchannel": n} for n in (1, 2, 4, 6)),
    {"size": "1 1"},
    {"balls": MANY, "fov": "180 90", "size": "12 8", "gamma": 0.3},
    {"balls": ((0, 0, -0.12), (0.004, 0, -0.127)), "size": "3 3"},
    {"balls": ()},
]


def grid(changes):
    values = {"site": "", "balls": TWO, "size": "7 7", "fov": "45 45", "gamma": 0, "nchannel": 3} | changes
    return GRID.format(**values | {"balls": "".join(BALL.format(*p) for p in values["balls"])})


def push(m, d):
    d.qvel[:] = np.random.default_rng(1).normal(size=m.nv)


@pytest.mark.parametrize(
    "changes", GRIDS, ids=lambda c: ", ".join(f"{k} {np.shape(v) or v}" for k, v in c.items())
)
def test_a_touch_grid_adds_the_boxes_of_the_reference(changes):
    (_, d, ours), (_, _, theirs) = both(grid(changes), push)
    same_geoms(ours, theirs)
    boxes = [g for g in ours.geoms[: ours.ngeom] if g.category == mujoco.mjtCatBit.mjCAT_DECOR]
    assert bool(boxes) == bool(d.sensordata[1:].any())


@pytest.mark.parametrize("room", [0, 1, 2])
def test_boxes_in_a_full_scene_are_those_of_the_reference(room):
    (_, _, ours), (_, _, theirs) = both(grid({}), push, room=room)
    same_geoms(ours, theirs)
    assert ours.status == theirs.status == 1


def test_a_reset_shows_nothing_that_was_felt():
    m = gelenk.MjModel.from_xml_string(grid({}))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    shown = updated(gelenk, m, d).ngeom
    gelenk.mj_resetData(m, d)
    assert updated(gelenk, m, d).ngeom < shown


# Plugins of users


class Flags(Plugin):
    """Adds a sphere above each body, and colors the first geom."""

    name = "test.flags"

    def visualize(self, m, d, opt, scn, instance):
        for b in range(1, m.nbody):
            shape, eye = gelenk.mjtGeom.mjGEOM_SPHERE, np.eye(3).ravel()
            pos, size, rgba = d.xpos[b] + [0, 0, 1], np.full(3, 0.05), np.array([0, 1, 0, 1], np.float32)
            gelenk.mjv_initGeom(scn.geoms[scn.ngeom], shape, size, pos, eye, rgba)
            scn.ngeom += 1
        m.geom_rgba[0] = 1, 0, 1, 1


@kernel
def draw_boxes(m: Model, d: Data, s: Scene, instance: int) -> None:
    """A box round each body."""
    for b in range(1, m.nbody):
        n = add_decor(s, 6, 1, b, load3(d.xpos, b), load9(d.xmat, b), (1.0, 0.5, 0.0, 0.25))
        set_size(s, n, 0.2, 0.2, 0.2)
    m.geom_rgba[0, 1] = 0.75


class Boxes(Plugin):
    name = "test.boxes"
    visualize_kernel = draw_boxes


@kernel
def draw_beyond(m: Model, d: Data, s: Scene, instance: int) -> None:
    """A box at a body that does not exist."""
    add_decor(s, 6, 1, 0, load3(d.xpos, m.nbody + 7), load9(d.xmat, 0), (1.0, 0.5, 0.0, 0.25))


class Beyond(Plugin):
    name = "test.beyond"
    visualize_kernel = draw_beyond


@kernel
def draw_and_weigh(m: Model, d: Data, s: Scene, instance: int) -> None:
    """A mass, which no picture may change."""
    m.body_mass[1] = 2.0


class Weighs(Plugin):
    name = "test.weighs"
    visualize_kernel = draw_and_weigh


def test_an_index_out_of_range_in_a_drawing_kernel_is_told():
    gelenk.register_plugin(Beyond)
    m = user_model(Beyond.name)
    d = gelenk.MjData(m)
    for _ in range(2):
        with pytest.raises(IndexError, match="draw_beyond" if library.JIT else "out of bounds"):
            updated(gelenk, m, d)
    gelenk.mj_step(m, d)


@pytest.mark.skipif(not library.JIT, reason="plain Python writes what it is told to")
def test_a_drawing_kernel_writes_no_more_of_the_model_than_colors():
    with pytest.raises(TypeError, match=r"m\.body_mass, which kernels can only read"):
        gelenk.register_plugin(Weighs)


class Stops(Plugin):
    """Raises what it is told to, after it has added something."""

    name = "test.stops"
    wanted: BaseException | None = None

    def visualize(self, m, d, opt, scn, instance):
        scn.ngeom += 1
        if isinstance(self.wanted, KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        if self.wanted is not None:
            raise self.wanted


def user_model(name, bodies=2):
    text = "".join(f'<body pos="{b} 0 0"><freejoint/><geom size=".1"/></body>' for b in range(bodies))
    return gelenk.MjModel.from_xml_string(
        f'<mujoco><extension><plugin plugin="{name}"><instance name="i"/></plugin></extension>'
        f"<worldbody>{text}</worldbody></mujoco>"
    )


@pytest.mark.parametrize(("cls", "shape"), [(Flags, 2), (Boxes, 6)])
def test_plugins_of_users_add_geoms_and_change_colors_wherever_scenes_are_made(cls, shape):
    gelenk.register_plugin(cls)
    m = user_model(cls.name)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    before = m.geom_rgba[0].copy()
    scene = updated(gelenk, m, d)
    assert scene.ngeom == 4 and [g.type for g in scene.geoms[:2]] == [shape, shape]
    assert (m.geom_rgba[0] != before).any()
    np.testing.assert_array_equal(scene.geoms[2].rgba, m.geom_rgba[0])
    option = gelenk.MjvOption()
    added = gelenk.MjvScene(m, 10)
    gelenk.mjv_addGeoms(m, d, option, gelenk.MjvPerturb(), 7, added)
    assert added.ngeom == 2  # only an update asks plugins
    with gelenk.Renderer(m, 24, 32) as renderer:
        renderer.update_scene(d)
        assert renderer.scene.ngeom == 4


def test_pictures_of_many_states_show_what_plugins_add():
    from gelenk.render import pictures

    gelenk.register_plugin(Boxes)
    m = user_model(Boxes.name)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    seen = pictures(m, [d, d], width=64, height=48, kind="segmentation")
    assert (seen[..., 1] == 1).any()  # the objtype of the boxes


def test_all_worlds_of_a_view_are_asked():
    from gelenk.viewer.world_grid import Worlds

    gelenk.register_plugin(Boxes)
    m = user_model(Boxes.name)
    datas = [gelenk.MjData(m) for _ in range(3)]
    for d in datas:
        gelenk.mj_forward(m, d)
    worlds, scene = Worlds(m, datas), updated(gelenk, m, datas[0])
    worlds.append_geoms(m, gelenk.MjvOption(), scene)
    assert sum(g.type == 6 for g in scene.geoms[: scene.ngeom]) == 3 * 2


@pytest.mark.parametrize(
    "error", [ValueError("no"), MemoryError(), KeyboardInterrupt(), SystemExit(3)], ids=repr
)
def test_what_a_plugin_raises_reaches_the_caller_and_the_scene_stays_usable(error):
    gelenk.register_plugin(Stops)
    plugin = plugin_instances.REGISTERED[plugin_instances.find(Stops.name)]
    m = user_model(Stops.name)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    scene, arguments = gelenk.MjvScene(m, 10), (gelenk.MjvOption(), None, gelenk.MjvCamera(), 7)
    plugin.wanted = error
    with pytest.raises(type(error)):
        gelenk.mjv_updateScene(m, d, *arguments, scene)
    assert scene.ngeom == 0
    plugin.wanted = None
    gelenk.mjv_updateScene(m, d, *arguments, scene)
    assert scene.ngeom == 3
    gelenk.mj_step(m, d)


def test_a_plugin_that_neither_computes_nor_draws_is_refused():
    class Nothing(Plugin):
        name = "test.incomplete"

    with pytest.raises(ValueError, match="capabilities"):
        gelenk.register_plugin(Nothing)
