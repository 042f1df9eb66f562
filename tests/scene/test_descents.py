"""mjVIS_SDFITER shows the search of collision in signed distance fields as the reference does.

The reference leaves objtype, objid, category and segid of the balls as memory happens to be; lines have them.
Tolerance: geoms are float32, with rounding of 6e-8 of the largest number; the search is at most 5 steps from points
that agree to the last bits.
"""

import copy
import functools

import numpy as np
import pytest

import gelenk
from gelenk.runtime import builtin_plugins
from gelenk.runtime.plugin_instances import find
from tests.support.mirror import mirror_model
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

SINGLE = tol(1e-6)
LINE, BALL = int(mujoco.mjtGeom.mjGEOM_LINE), int(mujoco.mjtGeom.mjGEOM_SPHERE)
ITERATIONS = int(mujoco.mjtVisFlag.mjVIS_SDFITER)


def model(instances, geoms, option='sdf_iterations="4" sdf_initpoints="3"', more=""):
    """Plugins with instances {name: plugin}, and a body for each (pos, attributes or name of an instance)."""
    plugins = "".join(
        f'<plugin plugin="mujoco.sdf.{p}">'
        + "".join(f'<instance name="{i}"/>' for i, of in instances.items() if of == p)
        + "</plugin>"
        for p in dict.fromkeys(instances.values())
    )
    meshes = "".join(f'<mesh name="{i}"><plugin instance="{i}"/></mesh>' for i in instances)
    bodies = ""
    for n, (pos, what) in enumerate(geoms):
        shown = f'type="sdf" mesh="{what}"' if what in instances else what
        inside = f'<plugin instance="{what}"/>' if what in instances else ""
        joint = "<freejoint/>" if n else ""
        bodies += f'<body name="b{n}" {pos}>{joint}<geom name="g{n}" {shown}>{inside}</geom></body>'
    world = f"<asset>{meshes}</asset><worldbody>{bodies}</worldbody>{more}"
    return instances, f"<mujoco><extension>{plugins}</extension><option {option}/>{world}</mujoco>"


BOWL, FAR = ('pos="0 0 .1"', "a"), ('pos="9 0 0"', 'size=".3"')
BALL_IN, BALL_BESIDE = ('pos=".8 0 -.2"', 'size=".3"'), ('pos=".2 .1 -.2"', 'size=".3"')
CAPSULE = ('pos="0 0 -.3" quat=".8 .3 .2 .1"', 'type="capsule" size=".1 .2"')
THREE = [('pos="0 0 0"', "a"), ('pos=".3 0 -.2" quat=".9 .1 .2 .1"', "b"), ('pos=".1 .1 -.1"', "c")]
TOUCHING = model({"a": "bowl"}, [BOWL, BALL_IN])
SEVERAL = [BOWL, BALL_IN, CAPSULE, FAR]
PAIR = '<contact><pair geom1="g0" geom2="g1"/></contact>'
EXCLUDE = '<contact><exclude body1="b0" body2="b2"/></contact>'


def off(m):
    m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)


def masked(m):
    m.geom_contype[1] = m.geom_conaffinity[1] = 2


# models, and what is changed in them
CASES = {
    "a ball that touches": (TOUCHING, None),
    "no steps": (TOUCHING, lambda m: setattr(m.opt, "sdf_iterations", 0)),
    "no points": (TOUCHING, lambda m: setattr(m.opt, "sdf_initpoints", 0)),
    "no contacts": (TOUCHING, off),
    "masks": (TOUCHING, masked),
    "a ball beside": (model({"a": "bowl"}, [BOWL, BALL_BESIDE]), None),
    "the last pair that is near": (model({"a": "bowl"}, SEVERAL), None),
    "an explicit pair": (model({"a": "bowl"}, [BOWL, BALL_IN], more=PAIR), masked),
    "an excluded pair": (model({"a": "bowl"}, SEVERAL, more=EXCLUDE), None),
    "a torus": (model({"a": "torus"}, [BOWL, ('pos=".4 0 .2"', 'size=".3"')]), None),
    "three instances": (model({"a": "bolt", "b": "bolt", "c": "nut"}, THREE), None),
    "one instance for all": (model({"a": "bolt"}, [(pos, "a") for pos, _ in THREE]), None),
}


@functools.cache
def compiled(xml):
    return mujoco.MjModel.from_xml_string(xml)


def mirrored(theirs, instances):
    """The reference's model as ours, plugins by our numbers: surfaces of meshes, and so boxes, would be our own."""
    builtin_plugins.register()
    ours = mirror_model(theirs)
    for number in range(theirs.nplugin):
        name = mujoco.mj_id2name(theirs, mujoco.mjtObj.mjOBJ_PLUGIN, number)
        ours.plugin[number] = find(f"mujoco.sdf.{instances[name]}")
    return ours


def both(case, room=1000):
    """The scenes of both."""
    (instances, xml), change = case
    theirs = copy.copy(compiled(xml))
    if change:
        change(theirs)
    scenes = []
    for module, m in ((gelenk, mirrored(theirs, instances)), (mujoco, theirs)):
        d, option, scene = module.MjData(m), module.MjvOption(), module.MjvScene(m, room)
        module.mj_forward(m, d)
        option.flags[:] = np.arange(len(option.flags)) == ITERATIONS
        module.mjv_updateScene(m, d, option, module.MjvPerturb(), module.MjvCamera(), 7, scene)
        scenes.append(scene)
    return scenes


@pytest.mark.parametrize("name", CASES)
def test_the_search_is_shown_as_in_the_reference(name):
    ours, theirs = both(CASES[name])
    assert ours.ngeom == theirs.ngeom
    decor = 0
    for a, b in zip(ours.geoms[: ours.ngeom], theirs.geoms[: theirs.ngeom], strict=True):
        line = a.type == LINE
        decor += a.category == mujoco.mjtCatBit.mjCAT_DECOR
        for column in ("type", "objtype", "objid", "category", "segid")[: 5 if line else 1]:
            assert getattr(a, column) == getattr(b, column), column
        for column in ("size", "pos", "mat", "rgba"):
            if column != "mat" or line:
                np.testing.assert_allclose(getattr(a, column), getattr(b, column), rtol=0, atol=SINGLE)
    nothing = name in ("masks", "no points", "a torus", "no contacts")
    assert (decor == 0) == nothing  # a case that shows nothing would compare nothing


def test_a_full_scene_keeps_the_first_points():
    ours, theirs = both(CASES["a ball that touches"], 5)
    assert (ours.ngeom, ours.status) == (theirs.ngeom, theirs.status) == (5, 1)
    for a, b in zip(ours.geoms, theirs.geoms, strict=True):
        np.testing.assert_allclose(a.pos, b.pos, rtol=0, atol=SINGLE)


def test_only_an_update_shows_the_search():
    m = gelenk.MjModel.from_xml_string(TOUCHING[1])
    d, option, scene = gelenk.MjData(m), gelenk.MjvOption(), gelenk.MjvScene(m, 500)
    gelenk.mj_forward(m, d)
    option.flags[ITERATIONS] = 1
    gelenk.mjv_addGeoms(m, d, option, gelenk.MjvPerturb(), 7, scene)
    assert scene.ngeom == 2
    before = d.contact.dist.copy()
    gelenk.mjv_updateScene(m, d, option, gelenk.MjvPerturb(), gelenk.MjvCamera(), 0, scene)
    assert scene.ngeom > 2 and scene.geoms[0].type == BALL
    np.testing.assert_array_equal(d.contact.dist, before)
