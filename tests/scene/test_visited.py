"""bvh_active is that of the reference: nodes of bodies and flexes that collision visits, of meshes that rays meet.

But for pairs that its broad phase leaves out, which here are none: all that may touch are near each other.
"""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from tests.support import visual

mujoco = pytest.importorskip("mujoco")

_NODES = """<mujoco><worldbody><geom size=".1" pos="0 0 -1"/><geom type="box" size=".4 .1 .1" pos=".5 0 -.3"/>
<body name="a"><freejoint/><geom type="box" size=".1 .1 .1"/><geom size=".1" pos=".3 0 0" margin=".03"/><geom size=".05"
pos="0 .4 0"/></body><body name="b" pos="{}"><freejoint/><geom type="capsule" size=".1 .1"/>
<geom size=".1" pos=".3 0 0"/><geom type="box" size=".05 .1 .05" pos="0 .4 0"/></body></worldbody></mujoco>"""

_FLEX = """<flexcomp name="{}" type="grid" dim="{}" count="{}" spacing=".1 .1 .1" radius=".01" mass=".5" pos="{}">
<contact selfcollide="{}" internal="false" margin=".01"/></flexcomp>"""
_SOFT = f"""<mujoco><worldbody><geom type="plane" size="2 2 .1" pos="0 0 .42" euler="10 0 0"/><geom size=".1"/>
<body pos="0 0 .5" euler="20 30 0"><freejoint/><geom size=".05"/><geom type="box" size=".05 .1 .05" pos=".2 0 0"/>
</body>{_FLEX.format("a", 2, "5 5 1", "0 0 .5", "auto")}{_FLEX.format("b", 3, "3 3 3", ".3 0 .55", "{}")}
{_FLEX.format("c", 2, "4 4 1", ".35 .1 .5", "none")}{_FLEX.format("d", 1, "4 1 1", "3 0 3", "bvh")}
</worldbody></mujoco>"""

_EYES = """<site name="s" pos="0 .1 3" euler="180 0 0"/><camera name="c" pos="0 .1 3" resolution="3 2" fovy="9"/>
</worldbody><sensor><rangefinder site="s"/><rangefinder camera="c"/></sensor>"""


class Both:
    """A model and a state of it in both."""

    def __init__(self, xml):
        self.sides = []
        for module in (gelenk, mujoco):
            model = module.MjModel.from_xml_string(xml)
            self.sides.append((module, model, module.MjData(model)))

    def forward(self, seed=0, amount=0.0):
        rng = np.random.default_rng(seed)
        moved = rng.normal(0, amount, self.sides[0][1].nv)
        for module, model, d in self.sides:
            module.mj_integratePos(model, d.qpos, moved, 1.0)
            module.mj_forward(model, d)

    def ray(self, point, direction):
        for module, model, d in self.sides:
            module.mj_ray(model, d, np.array(point), np.array(direction), None, 1, -1, np.zeros(1, np.int32))

    def same(self):
        (_, _, ours), (_, _, theirs) = self.sides
        np.testing.assert_array_equal(ours.bvh_active, theirs.bvh_active)
        return int(theirs.bvh_active.sum())


@pytest.mark.parametrize("pos", ("0.15 0 0.05", "-.5 0 0", "0 0 -.2", ".2 .2 .2", "0 0 .25"))
def test_nodes_of_bodies(pos):
    both = Both(_NODES.format(pos))
    both.forward()
    assert both.same() > 0


@pytest.mark.parametrize("selfcollide", ("none", "bvh", "auto", "sap"))
def test_nodes_of_flexes(selfcollide):
    both = Both(_SOFT.format(selfcollide))
    for seed in range(3):
        both.forward(seed, 0.01)
        assert both.same() > 0


def test_nothing_is_visited_without_a_mid_phase():
    both = Both(
        _SOFT.format("bvh").replace("<mujoco>", '<mujoco><option><flag midphase="disable"/></option>')
    )
    both.forward()
    assert both.same() == 0


def test_rays_mark_meshes_until_the_next_collision():
    both = Both(visual.MODELS["shapes"].replace("</worldbody>", _EYES))
    assert both.same() == 0  # nothing has been computed
    for seed in range(3):
        both.forward(seed, 0.02)
        sensed = both.same()
        both.ray((0.0, 0.05, 2.0), (0.02, 0.01, -1.0))
        both.ray((-3.0, 0.1, 0.6), (1.0, 0.0, 0.01))
        assert both.same() > sensed > 0


def test_the_first_look_finds_what_rangefinders_met():
    both = Both(visual.MODELS["shapes"].replace("</worldbody>", _EYES))
    both.forward()
    _, _, d = both.sides[0]
    assert d._scalar("bvh_observed") == 0  # and nothing is marked
    assert not d._a_bvh_active.any()
    assert both.same() > 0


def test_scenes_look():
    both = Both(visual.MODELS["shapes"].replace("</worldbody>", _EYES))
    both.forward()
    shown = []
    for module, model, d in both.sides:
        option = module.MjvOption()
        option.flags[module.mjtVisFlag.mjVIS_MESHBVH] = 1
        option.bvh_depth = 3
        scene = module.MjvScene(model, 3000)
        module.mjv_updateScene(model, d, option, None, module.MjvCamera(), 7, scene)
        boxes = [g for g in scene.geoms[: scene.ngeom] if g.type == int(mujoco.mjtGeom.mjGEOM_LINEBOX)]
        shown.append([(g.objid, *np.round(g.size, 5)) for g in boxes])
    assert shown[0] == shown[1] and len(shown[0]) > 3


def test_what_is_written_stays_until_the_next_collision():
    both = Both(_NODES.format("0 0 .25"))
    both.forward()
    both.same()
    for module, model, d in both.sides:
        d.bvh_active[:] = 7
        assert (d.bvh_active == 7).all()
        module.mj_forward(model, d)
    assert both.same() > 0


@pytest.mark.parametrize("way", ("copyData", "copy", "pickle"))
@pytest.mark.parametrize("looked", ("neither", "source", "target", "both"))
def test_copies_show_the_nodes_of_their_source(way, looked):
    both = Both(_NODES.format("0 0 .25"))
    found = []
    for module, model, d in both.sides:
        other = module.MjData(model)
        other.qpos[2] = 5.0  # nothing is near
        if looked in ("target", "both"):
            module.mj_forward(model, other)
            assert not other.bvh_active.any()
        if looked in ("source", "both"):
            module.mj_forward(model, d)
            assert d.bvh_active.any()
        module.mj_forward(model, d)
        if way == "copyData":
            module.mj_copyData(other, model, d)
        else:
            other = copy.copy(d) if way == "copy" else pickle.loads(pickle.dumps(d))
        found.append(other.bvh_active.copy())
    np.testing.assert_array_equal(*found)
    assert found[0].any()
