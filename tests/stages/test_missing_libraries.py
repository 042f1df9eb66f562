"""A step that finds the library of a stage missing, loads it and is repeated, is the step that had it.

This happens where the first model of a process does not need a library and a later model does.
"""

import numpy as np
import pytest

import gelenk
from gelenk.runtime import required_libraries
from gelenk.tables.stages import INDEX, LIBRARIES
from gelenk.toolchain import library
from tests.support import stage_scenes

_DRIVES = """<motor joint="h" delay=".004" nsample="4"/><general joint="h" dyntype="integrator" gainprm=".1"/>
<pid joint="h" kp="5" kv="1" ki="1" input="pos vel ff"/>
<dcmotor joint="h" resistance="2" motorconst=".1" inductance=".01" lugre="100 1 .1 .2 .05"
thermal="2 .5 0 .004 20 25"/>"""
_YIELDING = """<flexcomp name="{}" type="grid" radius=".005" mass=".2" spacing=".1 .1 .1" {}>
<elasticity young="2000" poisson=".2" damping=".01" {}/><contact selfcollide="none"/></flexcomp>"""
NEWEST = f"""<mujoco><option integrator="%s" timestep=".001"/><worldbody>
<geom type="plane" size="5 5 .1" surfacevel="1 0 0 0 0 1" adhesion="1"/>
<body pos="0 0 1"><joint name="h" axis="0 1 0" stiffness="10" springyield=".01"/>
<geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>
<body pos="3 0 1"><joint name="b" type="ball" stiffness="10" springyield=".01"/><geom size=".1" pos=".1 0 0"/></body>
<body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>%s</worldbody>
<tendon><fixed stiffness="3" springyield=".005"><joint joint="h" coef="2"/></fixed></tendon>
<actuator>{_DRIVES}</actuator></mujoco>"""
CELLS = _YIELDING.format(
    "c", 'dim="3" count="3 3 3" dof="trilinear" cellcount="2 1 1" pos="0 2 1"', 'yield=".001"'
)
SHEET = _YIELDING.format(
    "d", 'dim="2" count="3 3 1" pos="0 3 1"', 'yield=".001 .001" elastic2d="both" thickness=".02"'
)
ROD = """<flexcomp name="e" type="direct" dim="1" mass=".4" element="0 1 1 2 2 3"
point="0 0 0 .05 0 .01 .09 .03 .02 .1 .08 .03" pos="0 4 1"><elasticity young="1e5" poisson=".3" damping=".02"
section="box" sectionsize=".004 .01"/><contact selfcollide="none"/></flexcomp>"""
SCENES = stage_scenes.texts() | {
    **{f"newest, {name}": NEWEST % (name, "") for name in ("implicit", "implicitfast", "RK4")},
    **{f"newest, {name}": NEWEST % (name, CELLS + SHEET + ROD) for name in ("Euler", "discrete")},
}


def steps_of(m, without=None):
    """Return the state and what follows from it after each of three steps; ``without``: a library to load anew."""
    d, found = gelenk.MjData(m), []
    d.qvel[:] = 0.3 * np.sin(1.3 * np.arange(m.nv))
    d.ctrl[:] = 0.2
    d.act[:] = 0.1
    for _ in range(3):
        for stage in LIBRARIES[without] if without else ():
            library.TABLE[INDEX[stage.name]] = 0
        gelenk.mj_step(m, d)
        found.append([*d.qpos, *d.qvel, *d.act, *d.plastic, *d.history, *d.sensordata, d.time])
    return np.array(found)


@pytest.mark.skipif(not library.JIT, reason="plain Python loads no libraries")
@pytest.mark.parametrize("scene", SCENES)
def test_a_step_that_finds_a_library_missing_is_the_step_that_has_it(scene):
    m = gelenk.MjModel.from_xml_string(SCENES[scene], release="4.0" if scene.startswith("newest") else "3.5")
    expected = steps_of(m)
    assert np.isfinite(expected).all()
    always = {"step"}  # is loaded where a step begins
    for name in sorted(set(required_libraries.libraries(m)) - always):
        np.testing.assert_array_equal(steps_of(m, without=name), expected, err_msg=name)


@pytest.mark.skipif(not library.JIT, reason="plain Python loads no libraries")
def test_what_yields_does_yield_here():
    m = gelenk.MjModel.from_xml_string(SCENES["newest, discrete"], release="4.0")
    d = gelenk.MjData(m)
    before = d.plastic.copy()
    d.qvel[:] = 0.3 * np.sin(1.3 * np.arange(m.nv))
    gelenk.mj_step(m, d, 3)
    assert "cell_plastic" in required_libraries.libraries(m)
    assert (d.plastic != before).sum() > 12
