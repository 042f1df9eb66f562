"""Small models that together use most of the engine; tests of sameness and of the API run on each of them."""

from pathlib import Path

import gelenk

SHIPPED = Path(gelenk.__file__).parent / "models"

ARM = """
<mujoco><compiler angle="radian"/><option timestep="0.004" integrator="implicitfast" magnetic="0 -0.5 0.2"/>
<worldbody><light pos="0 0 3"/><camera name="eye" pos="0 -2 1" xyaxes="1 0 0 0 0 1"/>
  <geom name="floor" type="plane" size="2 2 1" pos="0 0 -0.9"/>
  <body name="upper" pos="0 0 0.5"><joint name="shoulder" type="ball" damping="0.3" range="0 1.2"
    armature="0.01"/>
    <geom type="capsule" size="0.05" fromto="0 0 0 0.4 0 0"/>
    <body name="lower" pos="0.4 0 0" gravcomp="0.3"><joint name="elbow" axis="0 1 0" range="-2 0.1"
      damping="0.1"/>
      <geom type="capsule" size="0.04" fromto="0 0 0 0.35 0 0"/>
      <body name="hand" pos="0.35 0 0"><joint name="wrist" axis="1 0 0" frictionloss="0.05"/>
        <joint name="grip" type="slide" axis="0 0 1" range="-0.05 0.05" stiffness="40"/>
        <geom name="palm" type="box" size="0.05 0.04 0.02"/><site name="tip" pos="0.06 0 0"
          size="0.03"/></body></body></body>
</worldbody>
<tendon><fixed name="t" stiffness="3" damping="0.1" limited="true" range="-1 0.5" frictionloss="0.02">
  <joint joint="elbow" coef="1"/><joint joint="wrist" coef="-0.5"/></fixed></tendon>
<actuator><motor joint="elbow" gear="3" ctrlrange="-1 1"/><position joint="wrist" kp="2" kv="0.1"/>
  <general tendon="t" dyntype="filter" dynprm="0.05"/><motor joint="shoulder" gear="1 0.5 -0.3"/></actuator>
<sensor><accelerometer site="tip"/><gyro site="tip"/><force site="tip"/><torque site="tip"/><touch
  site="tip"/>
  <jointpos joint="elbow"/><ballquat joint="shoulder"/><ballangvel joint="shoulder"/><tendonpos tendon="t"/>
  <framepos objtype="site" objname="tip" reftype="body" refname="upper"/>
  <framelinvel objtype="site" objname="tip"/><frameangacc objtype="body" objname="hand"/><subtreecom
    body="upper"/>
  <magnetometer site="tip"/><clock/></sensor>
<keyframe><key name="bent" time="0.5" qpos="1 0 0 0 -0.5 0.2 0.01" ctrl="0.1 0.2 0.3 0.4"/></keyframe>
</mujoco>"""

LOOPS = """
<mujoco><option timestep="0.002" cone="elliptic" impratio="3"/><worldbody>
  <geom name="floor" type="plane" size="0 0 1"/>
  <body name="target" mocap="true" pos="0 0 0.8"/>
  <body name="box" pos="0 0 0.8"><freejoint name="free"/><geom type="box" size="0.1 0.08 0.06"/><site
    name="s"/></body>
  <body name="a" pos="1 0 0.6"><joint name="a" axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0
    0 -0.3"/>
    <body name="b" pos="0 0 -0.3"><joint name="b" axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0
      0 0.3 0 0"/>
  </body></body>
  <body name="c" pos="1.3 0 0.6"><joint name="c" axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0
    0 0 -0.3"/></body>
  <body name="e" pos="-0.6 0 0.2"><freejoint/><geom type="ellipsoid" size="0.1 0.15 0.2" condim="6"
    friction="0.8 0.01 0.01"/></body>
  <body name="y" pos="-1.2 0 0.15"><freejoint/><geom type="cylinder" size="0.1 0.15" condim="4"/></body>
</worldbody>
<contact><exclude body1="b" body2="c"/></contact>
<equality><weld body1="target" body2="box"/><connect body1="b" body2="c" anchor="0.3 0 0"/>
  <joint joint1="a" joint2="c" polycoef="0 1 0.1 0 0"/></equality>
<sensor><touch site="s"/><framequat objtype="body" objname="box"/></sensor>
</mujoco>"""

TEXT = {"arm": ARM, "loops": LOOPS, "humanoid": None, "boxes50": None}


def load(name, module=gelenk):
    """Model ``name`` of this file or of the package, by ``module`` (ours, or the reference)."""
    if TEXT.get(name):
        return module.MjModel.from_xml_string(TEXT[name])
    return module.MjModel.from_xml_path(str(SHIPPED / f"{name}.xml"))


def controls(m, rng):
    """Random controls within the ranges of the actuators."""
    low = [
        r[0] if limited else -1.0
        for r, limited in zip(m.actuator_ctrlrange, m.actuator_ctrllimited, strict=True)
    ]
    high = [
        r[1] if limited else 1.0
        for r, limited in zip(m.actuator_ctrlrange, m.actuator_ctrllimited, strict=True)
    ]
    return rng.uniform(low, high)
