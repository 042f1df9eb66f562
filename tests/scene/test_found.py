"""Scenes of models that random cases have found: each shows the same in the reference.

Tolerance: as in test_agreement; states are computed by both, and hold nothing that a solver rounds.
"""

import os
import subprocess
import sys

import numpy as np
import pytest

import gelenk
from gelenk.render import pictures
from tests.support.tolerance import tol
from tests.support.visual import differences, filled, read

mujoco = pytest.importorskip("mujoco")

SINGLE = tol(3e-6)
FLAG = {name.removeprefix("mjVIS_"): int(value) for name, value in gelenk.mjtVisFlag.__members__.items()}


class Side:
    """One of the two: a model, its state, a scene, options, a perturbation and a camera."""

    def __init__(self, module, xml, flags=(), maxgeom=2000):
        self.module = module
        self.m = module.MjModel.from_xml_string(xml)
        self.d = module.MjData(self.m)
        module.mj_forward(self.m, self.d)
        self.scene, self.option = module.MjvScene(self.m, maxgeom), module.MjvOption()
        for flag in flags:
            self.option.flags[FLAG[flag]] = 1
        self.perturb, self.camera = module.MjvPerturb(), module.MjvCamera()

    def update(self):
        self.module.mjv_updateScene(self.m, self.d, self.option, self.perturb, self.camera, 7, self.scene)


def both(xml, flags=()):
    return [Side(module, xml, flags) for module in (gelenk, mujoco)]


def same(sides, skip=()):
    told = differences(read(sides[0].scene, sides[0].m), read(sides[1].scene, sides[1].m), SINGLE, skip)
    assert told == []


_PLANES = """<mujoco><statistic extent="2"/><visual><global ipd=".3"/></visual><asset>
<texture name="t" type="2d" builtin="checker" width="8" height="8"/><material name="m" texture="t" texrepeat="3 .5"/>
<material name="n"/></asset><worldbody><geom type="plane" size="0 0 1"/><geom type="plane" size="0 2 .1" material="m"
euler="20 30 40" pos="1 2 3"/><geom type="plane" size="3 0 .1" material="n" pos="-9 0 0"/></worldbody></mujoco>"""


def test_infinite_planes_follow_the_camera_of_the_scene_so_far():
    sides = both(_PLANES)
    for lookat in ((0, 0, 0), (30, 20.4, 10), (2, -6, 0), (-51, 7, 1)):
        for side in sides:
            side.camera.lookat[:] = lookat
            side.update()
        same(sides)
        for side in sides:  # the camera that was placed last
            side.module.mjv_addGeoms(side.m, side.d, side.option, side.perturb, 7, side.scene)
        same(sides)


_ROPES = """<mujoco><worldbody><site name="a" pos="0 0 2"/>
<body pos=".5 0 1"><joint type="slide" axis="0 0 1"/><geom size=".1"/><site name="b"/></body></worldbody><tendon>
<spatial springlength="0 .5" stiffness="1"><site site="a"/><site site="b"/></spatial>
<spatial range="0 .5" limited="true"><site site="a"/><site site="b"/></spatial>
<spatial range="0 1.5" limited="true" margin="2"><site site="a"/><site site="b"/></spatial>
<spatial springlength=".1 .5" stiffness="1"><site site="a"/><site site="b"/></spatial>
<spatial name="pulled" springlength="0 .5" stiffness="1"><site site="a"/><site site="b"/></spatial>
<spatial springlength="0 3" stiffness="1" range="0 .5" limited="true"><site site="a"/><site site="b"/></spatial>
</tendon><actuator><motor tendon="pulled"/></actuator></mujoco>"""


@pytest.mark.parametrize("flags", ((), ("ISLAND",)))
def test_springs_are_ropes_while_they_are_taut(flags):
    sides = both(_ROPES, flags)
    for side in sides:
        side.option.label = int(gelenk.mjtLabel.mjLABEL_TENDON)
        side.update()
    same(sides)


_WELDS = """<mujoco><worldbody><body name="b" pos="0 0 1" euler="10 20 30"><freejoint/><geom size=".1"/><site name="s"
euler="40 0 0"/></body><body name="c" pos="1 0 1" euler="40 20 30"><freejoint/><geom size=".1"/><site name="t"/></body>
</worldbody><equality><weld body1="c" relpose=".1 .1 .1 .8 0 .6 0" anchor=".1 0 0"/><weld body1="c" body2="b"
relpose=".1 .1 .1 .8 0 .6 0"/><weld site1="s" site2="t"/><connect body1="c" body2="b" anchor=".1 .2 .3"/></equality>
</mujoco>"""


def test_anchors_of_welds_have_the_axes_of_their_bodies():
    sides = both(_WELDS, ("CONSTRAINT",))
    for side in sides:
        side.update()
    same(sides)


_HIDDEN = """<mujoco><asset><material name="m"/></asset><worldbody><geom type="box" size=".1 1 1" pos="-1 0 0"
rgba="1 0 0 0"/><geom type="box" size=".1 1 1" pos="1 0 0" rgba="1 0 0 0" material="m"/><body><freejoint/>
<geom size=".1" rgba="0 1 0 0"/></body><body pos="0 0 1"><joint/><geom size=".1" rgba="0 1 0 .5"/></body></worldbody>
</mujoco>"""


@pytest.mark.parametrize("flags", ((), ("ISLAND",), ("ISLAND", "TRANSPARENT")))
def test_islands_show_what_is_transparent(flags):
    sides = both(_HIDDEN, flags)
    for side in sides:
        side.update()
    same(sides)


def test_rays_pass_what_has_no_material_and_no_opacity():
    for direction in ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)):
        found = []
        for side in both(_HIDDEN):
            point = np.array([0.0, 0.5, 0.0])
            given = side.m, side.d, point, np.array(direction), None, 1, -1, np.zeros(1, np.int32)
            found.append(side.module.mj_ray(*given))
        assert found[0] == pytest.approx(found[1])


_SLIP = """<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"
condim="{}"/></body></worldbody></mujoco>"""


def test_forces_without_friction_have_a_second_arrow_all_the_same():
    sides = both(_SLIP.format(3), ("CONTACTFORCE", "CONTACTSPLIT"))
    for side in sides:
        side.update()
    assert [side.scene.ngeom for side in sides] == [4, 4]


_OCTREE = """<mujoco><asset><mesh name="s" builtin="supersphere" params="8 1 1" scale=".2 .2 .2"/></asset><worldbody>
<body><freejoint/><geom type="sdf" mesh="s"/></body></worldbody></mujoco>"""


def test_octrees_show_the_cells_of_one_level():
    for depth in (0, 2, 4):
        counts = []
        for side in both(_OCTREE, ("MESHBVH",)):
            side.scene = side.module.MjvScene(side.m, 60000)
            side.option.bvh_depth = depth
            side.update()
            counts.append(side.scene.ngeom)
        assert counts[0] == counts[1] > 1


_CHAIN = """<mujoco><visual><global orthographic="{}"/></visual><worldbody><geom type="plane" size="1 1 .1"/>
<body name="a" pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .1"/><body pos=".3 0 0"><joint axis="0 1 0"/>
<geom size=".05"/></body></body></worldbody></mujoco>"""


@pytest.mark.parametrize("orthographic", (0, 1))
def test_perturbations_are_as_fast_as_the_camera_says(orthographic):
    scales = []
    for side in both(_CHAIN.format("true" if orthographic else "false")):
        side.update()
        side.perturb.select = 1
        side.module.mjv_initPerturb(side.m, side.d, side.scene, side.perturb)
        scales.append(side.perturb.scale)
    assert scales[0] == pytest.approx(scales[1], rel=tol(1e-6))


@pytest.mark.parametrize("kind", (0, 1))
def test_drags_limit_cameras_alike(kind):
    for action in range(1, 8):
        for azimuth, elevation, distance in ((200.0, 95.0, 500.0), (-541.0, -95.0, 1e-5), (900.0, 3.0, 2.0)):
            found = []
            for side in both(_CHAIN.format("false")):
                side.camera.distance = 1
                side.update()
                start = {"type": kind, "trackbodyid": 1, "azimuth": azimuth, "elevation": elevation}
                filled(side.camera, start | {"distance": distance})
                side.module.mjv_moveCamera(side.m, action, 0.0, 0.0, side.scene, side.camera)
                found.append([side.camera.azimuth, side.camera.elevation, side.camera.distance])
            np.testing.assert_allclose(*found, rtol=tol(1e-12))


@pytest.mark.parametrize("beyond", (0, 1, 3, 10**6))
def test_bodies_that_do_not_exist_are_shown_where_the_reference_reads_them(beyond):
    sides = both(_CHAIN.format("false"), ("SELECT", "PERTOBJ"))
    if beyond == 10**6:  # where the reference ends the process
        sides = sides[:1]
    for side in sides:
        start = {"select": side.m.nbody + beyond, "active": 3, "localpos": (0.1, 0.2, 0.3)}
        filled(side.perturb, start | {"refselpos": (1, 2, 3), "scale": 0.7})
        side.update()
        side.module.mjv_movePerturb(side.m, side.d, 6, 0.1, 0.2, side.scene, side.perturb)
    if beyond < 10**6:
        same(sides)
        np.testing.assert_allclose(sides[0].perturb.refpos, sides[1].perturb.refpos, atol=tol(1e-9))
    else:
        assert sides[0].scene.ngeom == 3


_SOFT = """<mujoco><worldbody><flexcomp name="f" type="grid" dim="3" dof="{}" count="4 4 4" spacing=".1 .1 .1"
radius=".01" mass=".5" pos="0 0 1"><contact selfcollide="none" internal="false"/></flexcomp></worldbody></mujoco>"""


@pytest.mark.parametrize("dof", ("full", "trilinear", "quadratic"))
def test_flexes_are_picked_by_vertex_or_nearest_node_whatever_their_group(dof):
    found = []
    for side in both(_SOFT.format(dof)):
        side.option.flexgroup[:] = 0
        side.camera.lookat[:] = 0, 0, 1
        side.camera.distance = 1
        side.update()
        picks = []
        for x, y in np.random.default_rng(0).uniform(0.3, 0.7, (25, 2)):
            point, ids = np.zeros(3), [np.full(1, -7, np.int32) for _ in range(3)]
            body = side.module.mjv_select(side.m, side.d, side.option, 1.0, x, y, side.scene, point, *ids)
            picks.append([body, *(int(i[0]) for i in ids), *point])
        found.append(np.array(picks))
    np.testing.assert_allclose(*found, atol=tol(1e-5))
    assert (found[0][:, 2] == 0).any()


_LAMPS = """<mujoco><statistic extent="2"/><worldbody><light pos="0 0 3" cutoff="30"/><light pos="9 9 3" cutoff="30"/>
<geom type="plane" size="0 0 1"/><camera pos="0 -3 2" xyaxes="1 0 0 0 1 1"/><camera pos="9 6 2" xyaxes="1 0 0 0 1 1"/>
<body pos="0 0 1"><freejoint/><geom size=".2"/></body></worldbody></mujoco>"""


def test_pictures_of_infinite_planes_do_not_depend_on_the_number_of_threads():
    m = gelenk.MjModel.from_xml_string(_LAMPS)
    states = [gelenk.MjData(m) for _ in range(3)]
    for d in states:
        gelenk.mj_forward(m, d)
    taken = [pictures(m, states, [0, 1], width=60, height=45, threads=n) for n in (1, 2, 5)]
    np.testing.assert_array_equal(taken[0], taken[1])
    np.testing.assert_array_equal(taken[0], taken[2])


STRUCTS = ("MjvOption", "MjvCamera", "MjvPerturb", "MjvGeom", "MjvLight", "MjvGLCamera", "MjvFigure")


@pytest.mark.parametrize("name", STRUCTS)
def test_structs_have_the_fields_defaults_and_errors_of_the_reference(name):
    ours, theirs = getattr(gelenk, name)(), getattr(mujoco, name)()
    if name != "MjvFigure":
        assert repr(ours) == repr(theirs)
    fields = [f for f in dir(theirs) if f[0] != "_"]
    assert set(fields) <= set(dir(ours))
    for field in fields:
        a, b = getattr(ours, field), getattr(theirs, field)
        assert type(a) is type(b), field
        np.testing.assert_array_equal(a, b, err_msg=field)
        for value in ("x", b"x", 10**12, [1, 2], np.zeros(99), 1.5, 1):
            raised = []
            for struct in (ours, theirs):
                try:
                    setattr(struct, field, value)
                    raised.append(type(None))
                except (TypeError, ValueError, AttributeError, OverflowError) as error:
                    raised.append(type(error))
            assert issubclass(*raised), (field, value)  # TooLargeError is an OverflowError


def test_how_flexes_are_drawn_stays_where_none_is():
    sides = both("<mujoco/>")
    kinds = ("flexvertopt", "flexedgeopt", "flexfaceopt", "flexskinopt")
    for shown in ((1, 1, 1, 1), (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0), (1, 0, 1, 0), (0, 0, 0, 0)):
        for side in sides:
            side.option.flags[FLAG["FLEXVERT"] : FLAG["FLEXSKIN"] + 1] = shown
            side.update()
        ours, theirs = ([getattr(side.scene, kind) for kind in kinds] for side in sides)
        assert ours == theirs
        assert any(ours)


PICK_A_MESH = """
import numpy as np
import gelenk

m = gelenk.MjModel.from_xml_string('''<mujoco><asset><mesh name="a" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody><body name="b"><joint/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>''')
d = gelenk.MjData(m)
gelenk.mj_forward(m, d)
scene, option, camera = gelenk.MjvScene(m, 20), gelenk.MjvOption(), gelenk.MjvCamera()
gelenk.mjv_defaultFreeCamera(m, camera)
gelenk.mjv_updateScene(m, d, option, None, camera, 7, scene)
ids = [np.zeros(1, np.int32) for _ in range(3)]
print(gelenk.mjv_select(m, d, option, 1.0, 0.5, 0.5, scene, np.zeros(3), *ids))
"""


@pytest.mark.parametrize("entries", ("0", "1"))
def test_the_first_pick_of_a_process_loads_the_rays_of_meshes(entries):
    done = subprocess.run(
        [sys.executable, "-c", PICK_A_MESH],
        env={**os.environ, "GELENK_BORDER": entries},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "1\n"
