"""A scene with every kind of spring, actuator and sensor, as models of both engines."""

import functools

import mujoco
import numpy as np

from gelenk.toolchain.library import jit
from tests.support.mirror import mirror_data, mirror_model

SITES = ("fixed", "pelvis", "foot", "tip")
OBJECTS = (
    ("body", "hip"),
    ("xbody", "tip"),
    ("geom", "foot"),
    ("site", "tip"),
    ("camera", "eye"),
    ("body", "world"),
)
STAGES = ("pos", "vel", "frc")


def frame_sensors():
    """Return every frame sensor of each object: without reference frame, and relative to two."""
    lines = []
    for kind, name in OBJECTS:
        here = f'objtype="{kind}" objname="{name}"'
        lines += [f"<framelinacc {here}/>", f"<frameangacc {here}/>"]
        for ref in ("", 'reftype="site" refname="foot"', 'reftype="camera" refname="eye"'):
            names = ("pos", "quat", "xaxis", "yaxis", "zaxis", "linvel", "angvel")
            lines += [f"<frame{what} {here} {ref}/>" for what in names]
    return "".join(lines)


def site_sensors():
    """Return every sensor of a site."""
    kinds = ("touch", "accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer")
    return "".join(f'<{kind} site="{site}"/>' for kind in kinds for site in SITES)


SENSORS = (
    frame_sensors()
    + site_sensors()
    + "".join(f'<subtree{what} body="hip"/>' for what in ("com", "linvel", "angmom"))
    + "".join(f'<subtree{what} body="world"/>' for what in ("com", "linvel", "angmom"))
    + "".join(f'<{what} joint="knee"/>' for what in ("jointpos", "jointvel", "jointactuatorfrc"))
    + "".join(f'<{what} tendon="cord"/>' for what in ("tendonpos", "tendonvel", "tendonactuatorfrc"))
    + "".join(f'<actuator{what} actuator="servo"/>' for what in STAGES)
    + "".join(f'<jointlimit{what} joint="knee"/>' for what in STAGES)
    + "".join(f'<tendonlimit{what} tendon="cord"/>' for what in STAGES)
    + '<ballquat joint="ball"/><ballangvel joint="ball" cutoff=".5"/>'
    + '<clock/><e_potential/><e_kinetic cutoff=".3"/>'
    + '<user dim="2" needstage="vel"/><jointvel joint="knee" cutoff=".1"/><touch site="pelvis" cutoff=".01"/>'
)
ACTUATORS = """
<motor name="motor" joint="knee" ctrlrange="-.5 .5" ctrllimited="true"/>
<position name="servo" joint="knee" kp="5" kv=".3" forcerange="-2 2" forcelimited="true"/>
<damper joint="wheel" kv=".5" ctrlrange="0 1"/><velocity tendon="cord" kv=".2"/>
<motor tendon="cord" gear="2"/><motor joint="ball" gear="1 2 3"/>
<intvelocity joint="wheel" kp="2" actrange="-.2 .2"/>
<general joint="knee" dyntype="filter" dynprm=".05" gaintype="affine" gainprm="1 2 -.4"/>
<general joint="wheel" dyntype="filterexact" dynprm=".02" actearly="true" biastype="affine" biasprm="1 2 -3"/>
<general joint="wheel" group="3" dyntype="integrator" biastype="affine" biasprm="1 2 -3"/>
<muscle joint="knee" lengthrange="-1 1.4"/>
<muscle joint="wheel" lengthrange="-1 1" tausmooth=".2" force="20"/>
<general joint="knee" gaintype="user" biastype="user"/>"""
SCENE = f"""<mujoco>
<option jacobian="%s" gravity="1 2 -9" magnetic=".1 .2 .3" actuatorgroupdisable="3" integrator="%s">
<flag %s/></option>
<worldbody><site name="fixed"/><geom type="plane" size="3 3 .1"/>
<body name="pelvis" pos="0 0 .29"><freejoint/><camera name="eye" pos="1 2 3"/>
 <geom type="box" size=".1 .2 .3"/><site name="pelvis" type="box" size=".3 .3 .4"/>
 <body name="hip" pos=".4 0 .2" gravcomp=".7"><joint name="ball" type="ball" stiffness="2" damping=".3"/>
  <geom size=".1" pos=".1 0 0"/>
  <body name="foot" pos=".2 .1 0" gravcomp="1"><joint name="knee" axis="1 2 0" range="-.1 .1" limited="true"
   stiffness="3" springref=".4" damping=".2" actuatorgravcomp="true" actuatorfrcrange="-1 1"/>
   <geom name="foot" size=".1 .2" type="capsule"/>
   <site name="foot" pos=".1 .2 .3" quat="1 .2 .3 .4" size=".2"/></body>
 </body></body>
<body name="cart" pos="3 0 1"><joint name="wheel" axis="0 1 0" armature=".1" damping=".1" frictionloss=".2"/>
 <geom size=".2" pos=".3 .1 0"/>
 <body name="tip" pos=".3 0 .1"><joint type="slide" axis="1 1 1" stiffness="9"/>
  <geom type="box" size=".1 .2 .1" contype="0" conaffinity="0"/>
  <site name="tip" pos=".1 0 0" type="ellipsoid" size=".2 .3 .4"/>
 </body></body>
<body pos="0 3 2"><freejoint name="kite"/><geom size=".1 .2 .3" type="box"/></body>
</worldbody>
<tendon><fixed name="cord" stiffness="4" springlength="-.1 .1" damping=".3" range="-.1 .1" limited="true"
 actuatorfrcrange="-1 1" actuatorfrclimited="true">
 <joint joint="knee" coef="2"/><joint joint="wheel" coef="-1"/></fixed>
</tendon><actuator>{ACTUATORS}</actuator><sensor>{SENSORS}</sensor></mujoco>"""


@functools.cache
def reference(jacobian="dense", integrator="Euler", flags=""):
    """Return the reference's model of the scene, and gelenk's copy of the model."""
    ref = mujoco.MjModel.from_xml_string(SCENE % (jacobian, integrator, flags))
    ref.jnt_stiffness[0] = 4.0  # stiffness of the free joint
    return ref, mirror_model(ref)


def random_state(seed=0, **scene):
    """Return both models, and both data after mj_forward of the reference at a random state."""
    ref, m = reference(**scene)
    rng = np.random.default_rng(seed)
    rd = mujoco.MjData(ref)
    step = rng.uniform(-0.5, 0.5, ref.nv)
    step[:6] *= 0.1  # stays in contact with the floor
    mujoco.mj_integratePos(ref, rd.qpos, step, 1.0)
    rd.qvel[:] = rng.standard_normal(ref.nv)
    rd.ctrl[:] = rng.uniform(-1, 1, ref.nu)
    rd.act[:] = rng.uniform(0, 1, ref.na)
    rd.xfrc_applied[1:] = rng.standard_normal((ref.nbody - 1, 6))
    rd.time = 3.0
    mujoco.mj_forward(ref, rd)
    mujoco.mj_energyPos(ref, rd)
    mujoco.mj_energyVel(ref, rd)
    d = mirror_data(ref, rd, m)
    if not mujoco.mj_isSparse(ref):  # the reference does not write efc_J_rowadr for dense rows
        d.efc_J_rowadr[:] = np.arange(rd.nefc) * m.nv
    return ref, rd, m, d


@functools.cache
def compiled(function, kinds="md"):
    return jit(function, kinds)


def run(function, plain, m, d):
    """Call a stage as compiled code, or as plain Python."""
    if plain:
        function(m._view, d._view)
    else:
        compiled(function)(m, d)
