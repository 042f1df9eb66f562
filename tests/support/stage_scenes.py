"""Small scenes that together reach every stage of the pipeline and all of its outputs."""

import numpy as np

import gelenk
from tests.support import forces, models, sdf, smooth, solver_scenes

# flexes: all kinds of equality, elasticity and elements, in contact with geoms and each other
_GRID = '<flexcomp name="{}" type="grid" radius=".02" mass=".2" spacing=".1 .1 .1" {}>{}</flexcomp>'
_SOLID = '<elasticity young="2000" poisson=".2" damping=".01"/>'
_SHELL = '<elasticity young="5000" poisson=".1" damping=".01" thickness=".02" elastic2d="both"/>'
SOFT = f"""<mujoco><option integrator="%s" jacobian="%s"/>
<asset><hfield name="h" nrow="2" ncol="2" size=".3 .3 .02 .1" elevation="0 1 1 0"/></asset><worldbody>
<geom type="plane" size="3 3 .1"/><geom type="hfield" hfield="h" pos="1 0 .01"/>
<body pos="0 0 .09"><freejoint/><geom type="box" size=".06 .06 .06"/></body>
{_GRID.format("a", 'dim="2" count="3 3 1" pos="0 0 .01"', '<edge equality="true" damping=".1"/>')}
{_GRID.format("b", 'dim="2" count="3 3 1" pos="1 0 .03"', '<edge equality="vert"/>')}
{_GRID.format("c", 'dim="1" count="3 1 1" pos="0 .5 .01"', '<edge stiffness="10" damping=".1"/>')}
{_GRID.format("d", 'dim="2" count="3 3 1" pos="0 1 .01"', _SHELL)}
{_GRID.format("e", 'dim="3" dof="trilinear" count="3 3 3" pos="2 0 .05"', '<contact selfcollide="none"/>' + _SOLID)}
</worldbody></mujoco>"""

# tendon paths over sites, geoms and pulleys, with all tendon properties
_PATH = """<spatial range="0 .5" limited="true" frictionloss=".1" stiffness="3" damping=".2"><site site="a"/>
<geom geom="bar" sidesite="side"/><site site="b"/><pulley divisor="2"/><site site="b"/><geom geom="ball"/>
<site site="c"/></spatial><spatial armature=".3"><site site="a"/><site site="b"/></spatial>"""
PATHS = f"""<mujoco><option jacobian="%s"/><worldbody><site name="a" pos="-1 0 1"/><site name="side" pos="0 0 1.3"/>
<geom name="bar" type="cylinder" size=".1 .5" pos="0 0 1" euler="90 0 0"/><geom name="ball" size=".1" pos=".5 0 1"/>
<body pos="1 0 1"><joint axis="0 1 0"/><joint axis="1 0 0" type="slide"/><geom size=".05" pos=".1 0 0"/>
<site name="b" pos=".2 0 .1"/><site name="c" pos=".2 .1 .1"/></body></worldbody><tendon>{_PATH}</tendon></mujoco>"""

# stacked geoms of all types, and sensors of distances
_CORNERS = " ".join(f"{x} {y} {z}" for x in (-0.2, 0.2) for y in (-0.2, 0.2) for z in (-0.2, 0.2))
SHAPES = f"""<mujoco><option>%s</option><asset><mesh name="t" vertex="0 0 0 .3 0 0 0 .3 0 0 0 .3"/>
<mesh name="c" vertex="{_CORNERS}"/><hfield name="h" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 2 0 0 0 1"/>
</asset><worldbody><geom type="plane" size="3 3 .1"/><geom name="h" type="hfield" hfield="h" pos="3 0 0"/>
<body pos="3 0 .25"><freejoint/><geom name="t" type="mesh" mesh="t"/></body>
<body pos="3.3 0 .3"><freejoint/><geom name="ball" size=".1"/></body>
<body pos="0 0 .19"><freejoint/><geom name="low" type="mesh" mesh="c"/></body>
<body pos="0 0 .58"><freejoint/><geom name="high" type="mesh" mesh="c"/></body>
<body pos="1 0 .19"><freejoint/><geom name="box" type="box" size=".2 .2 .2"/></body>
<body pos="1 0 .58"><freejoint/><geom type="box" size=".2 .2 .2"/></body>
<body pos="-1 0 .19"><freejoint/><geom name="can" type="cylinder" size=".2 .2"/></body>
<body pos="-1 0 .58"><freejoint/><geom type="ellipsoid" size=".2 .2 .2"/></body>
<body pos="-1 0 1.15"><freejoint/><geom type="capsule" size=".2 .2"/></body>
<body pos="0 0 2"><freejoint/><geom name="eye" size=".1"/><site name="s" euler="180 0 0"/>
<camera name="cam" resolution="2 2" sensorsize=".1 .1" focal=".1 .1" euler="0 0 0"/>
<site name="room" type="box" size=".3 .3 .3"/></body>
<body pos="5 0 0"><joint type="slide" axis="0 0 1"/><geom name="pad" type="mesh" mesh="c"/></body>
<body pos="5 0 .29"><freejoint/><geom size=".1"/></body>
<body pos="7 0 .1"><freejoint/><geom size=".1" gap=".2" margin=".2"/></body></worldbody>
<sensor><rangefinder site="s" data="dist dir origin point normal depth"/><rangefinder camera="cam"/>
<distance geom1="t" geom2="ball"/><normal geom1="low" geom2="box"/><fromto geom1="can" geom2="box"/>
<contact geom1="low" num="4" data="found force torque dist pos normal tangent"/>
<contact num="2" reduce="netforce" data="force"/><insidesite site="room" objtype="geom" objname="eye"/>
<camprojection site="s" camera="cam"/><tactile geom="pad" mesh="c"/></sensor></mujoco>"""

# delayed controls and readings, and energies that only a sensor requests
LATE = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/>
<site name="s" size=".2"/></body><body pos="1 0 1"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
</worldbody><actuator><motor joint="j" delay=".006" nsample="5"/></actuator>
<sensor><touch site="s" delay=".004" nsample="4"/><jointvel joint="j" interval=".01 0" nsample="3" delay=".004"/>
<clock delay=".004" nsample="4"/><e_potential/><e_kinetic/></sensor></mujoco>"""


def _configured(**values):
    return "".join(f'<config key="{key}" value="{value}"/>' for key, value in values.items())


PID = f"""<mujoco><extension><plugin plugin="mujoco.pid"/></extension>
<worldbody><body><joint name="j" damping="1"/><geom size=".1" pos=".3 0 0"/></body></worldbody><actuator>
<plugin joint="j" plugin="mujoco.pid" actdim="2" dyntype="integrator">{_configured(kp=1, ki=3, kd=0.5)}</plugin>
</actuator></mujoco>"""
CABLE = f"""<mujoco><extension><plugin plugin="mujoco.elasticity.cable"><instance name="c">
{_configured(twist=1e6, bend=4e5)}</instance></plugin></extension><worldbody>
<body><joint type="ball"/><geom type="box" size=".14 .02 .01" pos=".15 0 0"/><plugin instance="c"/>
<body pos=".3 0 0"><joint type="ball"/><geom type="box" size=".14 .02 .01" pos=".15 0 0"/><plugin instance="c"/></body>
</body></worldbody></mujoco>"""
GRID = f"""<mujoco><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension><worldbody>
<geom type="plane" size="3 3 .1"/><body pos="0 0 .99"><freejoint/><geom size="1"/>
<site name="s" euler="180 0 0"/></body></worldbody>
<sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s">
{_configured(nchannel=3, size="3 3", fov="60 60", gamma=0)}</plugin></sensor></mujoco>"""

_MEDIUM = '<option density="1000" viscosity=".1" '
_ENERGY = 'energy="enable" fwdinv="enable"'
_SDF = 'sdf_iterations="2" sdf_initpoints="3"'


def texts():
    """Return name -> MJCF."""
    found = {
        "arm": models.ARM,
        "loops": models.LOOPS,
        "late": LATE,
        "pid": PID,
        "cable": CABLE,
        "touch grid": GRID,
    }
    for layout in ("dense", "sparse"):
        found[f"tree, {layout}"] = smooth.TREE % layout
        found[f"paths, {layout}"] = PATHS % layout
    for integrator in ("Euler", "RK4", "implicit", "implicitfast"):
        text = forces.SCENE % ("auto", integrator, _ENERGY)
        found[f"forces, {integrator}"] = text.replace("<option ", _MEDIUM, 1)
    text = forces.SCENE % ("sparse", "implicitfast", 'invdiscrete="enable"')
    found["forces, discrete"] = text
    for name, option in (
        ("arms", 'solver="CG" cone="elliptic"'),
        ("arms", 'solver="PGS" cone="elliptic" jacobian="sparse"'),
        ("pile", 'solver="Newton" cone="elliptic" noslip_iterations="2"'),
        ("pile", 'solver="PGS" jacobian="dense"'),
        ("pile", 'solver="Newton" jacobian="sparse"'),
    ):
        text = solver_scenes.SCENES[name].replace('<option impratio="3"/>', "")
        found[f"{name}, {option}"] = text.replace("<mujoco>", f"<mujoco><option {option}/>", 1)
    found["soft, implicit"] = SOFT % ("implicit", "dense")
    found["soft"] = SOFT % ("Euler", "sparse")
    found["shapes"] = SHAPES % ""
    found["shapes, many contacts"] = SHAPES % '<flag multiccd="enable"/>'
    found["octree"] = sdf.pair("octree", "sphere", _SDF)
    for plugin in ("torus", "bolt", "bowl", "gear", "nut"):
        found[plugin] = sdf.shape(plugin, '<geom size=".2"/>').replace(
            "<mujoco>", f"<mujoco><option {_SDF}/>", 1
        )
    return found


def world(text, steps=3):
    """Return a model, and data after a few steps with controls from near qpos0."""
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    rng = np.random.default_rng(0)
    qpos = d.qpos.copy()
    gelenk.mj_integratePos(m, qpos, rng.uniform(-0.05, 0.05, m.nv), 1.0)
    d.qpos[:] = qpos
    d.qvel[:] = 0.3 * rng.standard_normal(m.nv)
    d.ctrl[:] = rng.uniform(0, 1, m.nu)
    d.act[:] = rng.uniform(0, 1, m.na)
    gelenk.mj_step(m, d, steps)
    gelenk.mj_forward(m, d)
    return m, d
