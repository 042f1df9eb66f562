"""Models with all visible objects, random options, and comparison of scenes."""

import numpy as np

from gelenk.tables.enums import mjtFrame, mjtLabel, mjtVisFlag
from gelenk.tables.field_rows import FIRST
from gelenk.tables.fields_visual import ARRAYS, GEOM, GL_CAMERA, LIGHT, SCALARS

_LOOKS = """<visual><global fovy="50" ipd=".05"/><map alpha=".4"/></visual>
<statistic meansize=".2" meanmass="2" extent="2" center="0 0 .4"/>
<asset><texture name="t" type="2d" builtin="checker" width="16" height="16" rgb1="1 0 0" rgb2="0 1 0"/>
<material name="m" texture="t" specular=".7" emission=".2" rgba=".2 .5 .7 .8"/>
<material name="n" shininess=".9" reflectance=".3"/></asset>"""

# joints, sites and geoms of all kinds and groups, cameras and lights of all modes, a mocap body
PARTS = f"""<mujoco>{_LOOKS}<worldbody>
<light type="directional" pos="0 0 3" dir=".3 .2 -1"/>
<light name="spot" type="spot" pos="1 -1 2" dir="-.4 .4 -1" cutoff="40"/>
<light active="false" pos="1 1 1"/><geom type="plane" size="3 0 .1" material="m" pos="0 0 -.3"/>
<geom type="plane" size="0 2 .1" euler="0 90 0" pos="-2 0 0"/>
<geom name="wall" type="box" size=".05 1 .4" pos="-1.2 0 .4" rgba=".2 .8 .8 0" group="2"/>
<camera pos="0 -2 1" xyaxes="1 0 0 0 .4 1"/>
<camera name="o" pos="2 -2 2" xyaxes="1 1 0 -.5 .5 1" projection="orthographic" fovy="2"/>
<camera pos="0 -2 .8" resolution="320 240" sensorsize=".0064 .0048" focal=".006 .0055" principal=".0004
-.0003"/>
<camera name="po" pos="0 -2 .8" resolution="32 20" projection="orthographic" fovy="1.5"/>
<camera pos="0 1 0" resolution="8 6"/>
<camera mode="targetbody" target="ball" pos="1 1 1"/>
<site type="box" size=".05 .08 .1" pos=".3 1 .1" material="n"/>
<site name="s" type="capsule" size=".04 .08" group="4" rgba="1 0 0 .3"/>
<site type="ellipsoid" size=".1 .2 .3" group="1"/>
<body name="free" pos="0 0 1" gravcomp=".5"><freejoint/><geom size=".2" group="1" material="m"/>
<site size=".03" rgba="0 1 0 0"/>
<camera mode="trackcom" pos="0 -1 .5"/><light mode="trackcom" type="point" pos="0 0 1" castshadow="false"/>
</body>
<body name="ball" pos=".8 0 .7"><joint type="ball" group="1" range="0 20" damping=".1"/>
<geom type="capsule" size=".06" fromto="0 0 0 .3 .1 .1" rgba=".1 .9 .5 .5" group="5"/>
<body pos=".3 .1 .1"><joint name="h" axis="0 1 .2" pos="0 .02 0" range="-5 5" limited="true"/>
<joint axis="1 0 0" group="3"/>
<geom type="cylinder" size=".07 .1" pos="0 0 .1" material="n"/>
<body pos="0 0 .3"><joint type="slide" axis="0 .3 1" range="-.01 .01"/>
<geom type="ellipsoid" size=".06 .1 .15"/>
<inertial pos=".02 0 .01" quat=".9 .1 .2 .3" mass="1.5" diaginertia=".02 .03 .04"/></body></body></body>
<body name="fixed" pos="-.6 .6 .2"><geom type="box" size=".15 .2 .2" contype="0" conaffinity="0"/>
<body mocap="false"><geom size=".1" pos="0 0 .4" group="3"/></body></body>
<body name="hand" mocap="true" pos="-.2 -.8 .3" quat=".8 .2 .5 .1"><geom type="box" size=".1 .05 .02"/>
<body pos="0 0 .2"><geom size=".05"/></body></body></worldbody></mujoco>"""

# actuators of all kinds; tendons that wrap, hang, pull; cranks, one too short
_DRIVES = """<motor joint="h"/><motor joint="h" ctrlrange="-2 1" group="1"/>
<motor jointinparent="b" ctrllimited="true" ctrlrange="0 1"/>
<motor joint="f" gear="1 0 0 0 0 1"/><motor joint="b" gear="1 2 3"/>
<position joint="s" ctrlrange="1 3" timeconst=".1"/>
<general joint="h" dyntype="integrator" actrange="-1 2" actlimited="true" group="4"/>
<muscle tendon="w" lengthrange=".1 2"/>
<motor tendon="fix" ctrlrange="-1 1"/><general site="p" gear="0 0 1 0 0 0"/>
<general site="q" refsite="p" gear="1 0 0 0 1 0"/>
<general body="arm" gaintype="fixed" dyntype="filter" ctrlrange="0 1"/><adhesion body="free" ctrlrange="0 2"/>
<general slidersite="p" cranksite="q" cranklength=".9"/>
<general slidersite="p" cranksite="q" cranklength=".01" group="2"/>"""
DRIVES = f"""<mujoco>{_LOOKS}<default><geom contype="0" conaffinity="0"/></default><worldbody>
<site name="a" pos="-1 0 1"/><site name="side" pos="0 0 1.3"/>
<site name="p" pos=".2 .4 .9" zaxis="0 1 1" type="box" size=".1 .1 .02"/>
<geom name="bar" type="cylinder" size=".1 .5" pos="0 0 1" euler="90 0 0"/>
<geom name="ball" size=".1" pos=".5 0 1"/>
<body name="arm" pos="1 0 1"><joint name="h" axis="0 1 0" range="-1 1"/>
<joint name="s" axis="1 0 0" type="slide"/>
<geom type="capsule" size=".05 .2" pos=".1 0 0"/><geom type="mesh" mesh="c"/><site name="b" pos=".2 0 .1"/>
<site name="c" pos=".2 .1 .1"/>
<body pos=".2 0 0"><joint name="b" type="ball"/><geom type="box" size=".05 .05 .1" group="3"/>
<site name="q" pos="0 0 .3"/></body></body>
<body name="free" pos="0 1 1"><freejoint name="f"/><geom size=".1"/>
<geom type="ellipsoid" size=".1 .05 .1"/><site name="d" pos="0 0 .2"/><site name="d2" pos="0 .001 .25"/>
</body>
</worldbody><asset><mesh name="c" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset><tendon>
<spatial name="w" range="0 .5" limited="true" frictionloss=".1" width=".02"><site site="a"/>
<geom geom="bar" sidesite="side"/><site site="b"/>
<pulley divisor="2"/><site site="b"/><geom geom="ball"/><site site="c"/></spatial>
<spatial limited="true" range="0 4" material="m"><site site="a"/><site site="d"/></spatial>
<spatial springlength="0 3" stiffness="10" rgba="1 0 0 1" group="1"><site site="a"/><site site="p"/></spatial>
<spatial limited="true" range="0 2" group="2"><site site="d"/><site site="d2"/></spatial>
<spatial limited="true" range="0 .3"><site site="a"/><site site="p"/></spatial>
<fixed name="fix"><joint joint="h" coef="1"/></fixed></tendon><actuator>{_DRIVES}</actuator></mujoco>"""

# contacts of all dimensions, islands, equalities, targets of sensors
PILE = f"""<mujoco><option cone="%s"/>{_LOOKS}<worldbody><geom type="plane" size="3 3 .1"/>
<body name="low" pos="0 0 .09"><freejoint/><geom name="low" type="box" size=".1 .1 .1" condim="3"/></body>
<body pos="0 .02 .29"><freejoint/><geom name="high" type="box" size=".1 .1 .1" condim="6"/>
<site name="w1" pos=".1 .1 .1"/></body>
<body pos=".5 0 .09"><freejoint/><geom size=".1" condim="1"/></body>
<body pos=".5 .5 .09"><freejoint/><geom size=".1" condim="4" margin=".05" gap=".03"/></body>
<body name="gap" pos="1 .5 .12"><freejoint/><geom size=".1" margin=".1" gap=".1"/></body>
<body name="c1" pos="1 0 .5"><freejoint/><geom name="can" type="cylinder" size=".1 .1"/><site name="w2"/>
</body>
<body name="c2" pos="1 0 .8"><joint axis="0 1 0" frictionloss=".1"/>
<geom type="capsule" size=".05 .1" pos=".1 0 0"/>
<body pos=".2 0 0"><joint axis="0 1 0" limited="true" range="-.01 .01"/><geom size=".1" pos=".1 0 0"/>
</body></body>
<body name="eye" pos="0 0 2"><joint axis="1 0 0"/><geom size=".1"/><site name="s" euler="180 0 0"/>
<site name="up"/>
<camera name="cam" resolution="3 2" sensorsize=".1 .1" focal=".1 .1"/></body></worldbody>
<tendon><spatial limited="true" range="0 .2"><site site="w1"/><site site="w2"/></spatial></tendon>
<equality><connect body1="c1" body2="c2" anchor="0 0 .1"/>
<weld name="w" site1="w1" site2="w2" active="false"/>
<weld body1="low" relpose="0 0 .09 1 0 0 0"/><connect site1="w1" site2="w2"/></equality>
<sensor><rangefinder site="s" data="dist dir origin point normal depth"/><rangefinder camera="cam"/>
<rangefinder site="up"/>
<rangefinder site="s" data="point normal"/><rangefinder site="s" data="normal"/>
<fromto geom1="can" geom2="low" cutoff="3"/><fromto geom1="low" geom2="high" cutoff=".01"/></sensor>
</mujoco>"""

_GRID = '<flexcomp name="{}" type="grid" radius=".02" mass=".2" spacing=".1 .1 .1" {}>{}</flexcomp>'
_SKIN = """<skin name="skin" material="m" vertex="0 0 0  .2 0 0  0 .2 0  .2 .2 .1" texcoord="0 0 1 0 0 1 1
1" face="0 1 2  1 3 2"
inflate=".01" group="1"><bone body="free" bindpos="0 0 0" bindquat=".8 .6 0 0" vertid="0 1 2" vertweight="1
.5 1"/>
<bone body="hinge" bindpos="0 .1 0" bindquat="1 0 0 0" vertid="1 3" vertweight=".5 1"/></skin>
<skin vertex="0 0 0  .2 0 0  0 .2 0" face="0 1 2" rgba="1 0 0 .5">
<bone body="hinge" bindpos="0 0 0" bindquat="1 0 0 0"
vertid="0 1 2" vertweight="1 1 1"/></skin>"""
# flexes of all dimensions, flat and smooth, with and without texture; skins
SOFT = f"""<mujoco>{_LOOKS}<worldbody><geom type="plane" size="3 3 .1" pos="0 0 -.5"/>
<body name="free" pos="0 -1 .3"><freejoint/><geom type="box" size=".06 .06 .06"/></body>
<body name="hinge" pos=".2 -1 .3"><joint/><geom size=".06"/></body>
{_GRID.format("a", 'dim="2" count="3 4 1" pos="0 0 .1" material="m" group="1"', '<pin id="0"/>')}
{_GRID.format("b", 'dim="2" count="3 3 1" pos="1 0 .3" flatskin="true" rgba="1 0 0 .5"', "")}
{_GRID.format("c", 'dim="1" count="4 1 1" pos="0 .5 .1"', '<pin id="0"/>')}
{_GRID.format("d", 'dim="3" count="5 5 6" pos="0 1 .4" group="2"', "")}
{_GRID.format("e", 'dim="3" count="3 3 3" pos="2 0 .5" flatskin="true" material="n"', "")}
{_GRID.format("f", 'dim="3" dof="trilinear" count="3 3 3" pos="3 0 .5"', '<contact selfcollide="none"/>')}
<flexcomp name="g" type="box" dim="2" dof="quadratic" radius=".02" mass=".2" spacing=".1 .1 .1" count="4 4
4" pos="4 0 .5"><contact selfcollide="none"/></flexcomp>
</worldbody><deformable>{_SKIN}</deformable></mujoco>"""

_CORNERS = " ".join(f"{x} {y} {z}" for x in (-0.2, 0.2) for y in (-0.2, 0.2) for z in (-0.2, 0.2))
# meshes, their hulls and octrees, height fields
SHAPES = f"""<mujoco>{_LOOKS}<asset><mesh name="l" vertex="0 0 0 .3 0 0 .3 .1 0 .1 .1 0 .1 .3 0 0 .3 0 0 0
.12 .3 0 .12 .3 .1 .12 .1 .1 .12 .1 .3 .12
0 .3 .12" face="0 2 1 0 3 2 0 4 3 0 5 4 6 7 8 6 8 9 6 9 10 6 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4
10 3 10 9 4 5 11 4 11 10 5 0 6 5 6 11"/>
<mesh name="c" vertex="{_CORNERS}" texcoord="0 0 1 0 0 1 1 1 0 0 1 0 0 1 1 1" face="0 1 2 1 3 2 4 6 5 5 6 7
0 4 1 1 4 5 2 3 6 3 7 6 0 2 4 2 6 4 1 5 3 3 5 7"/>
<mesh name="s" builtin="supersphere" params="8 1 1" scale=".2 .2 .2"/>
<hfield name="h" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 2 0 0 0 1"/></asset><worldbody>
<geom type="hfield" hfield="h" pos="0 0 -.5"/>
<geom type="mesh" mesh="c" contype="0" conaffinity="0" pos="0 2 0"/>
<geom type="sphere" mesh="s" pos="2 0 0"/>
<body pos="0 0 .3"><freejoint/><geom type="mesh" mesh="l" material="m"/></body>
<body pos="0 .1 .6"><freejoint/><geom type="mesh" mesh="c" material="n"/>
<geom type="box" mesh="c" pos="1 0 0"/></body>
<body pos="1 .1 .6"><freejoint/><geom type="sdf" mesh="s"/></body>
<body pos="1 .1 1.2"><freejoint/><geom type="mesh" mesh="s"/><geom size=".1" pos=".3 0 0"/></body>
<body pos="1 1 .1"><freejoint/><geom size=".1" pos=".3 0 0"/><geom size=".1"/></body></worldbody></mujoco>"""

MODELS = {
    "parts": PARTS,
    "drives": DRIVES,
    "pile": PILE % "pyramidal",
    "elliptic": PILE % "elliptic",
    "soft": SOFT,
    "shapes": SHAPES,
}
_GROUPS = ("geom", "site", "joint", "tendon", "actuator", "flex", "skin")


def disturb(m, d, rng, steps=3):
    """Give a model of the reference random position, velocity and forces, and step a little."""
    import mujoco

    d.qvel[:] = rng.normal(0, 0.3, m.nv)
    mujoco.mj_integratePos(m, d.qpos, rng.normal(0, 1.0, m.nv), 0.05)
    d.ctrl[:] = rng.normal(0, 1.0, m.nu)
    d.act[:] = rng.normal(0, 1.0, m.na)
    d.xfrc_applied[1 : min(3, m.nbody)] = rng.normal(0, 2.0, 6)
    for _ in range(int(rng.integers(0, steps + 1))):
        mujoco.mj_step(m, d)
    mujoco.mj_forward(m, d)


def random_option(rng):
    """Return random values of MjvOption: flags, frame, label, groups and levels."""
    number = {
        "label": int(rng.integers(0, mjtLabel.mjNLABEL)),
        "frame": int(rng.integers(0, mjtFrame.mjNFRAME)),
    }
    number["flags"] = (rng.random(int(mjtVisFlag.mjNVISFLAG)) < rng.choice([0.3, 0.6])).astype(np.uint8)
    for kind in _GROUPS:
        number[f"{kind}group"] = (rng.random(6) < 0.8).astype(np.uint8)
    return number | {"bvh_depth": int(rng.integers(0, 4)), "flex_layer": int(rng.integers(0, 3))}


def random_perturb(m, rng):
    """Return random values of MjvPerturb: a selected body that is pulled or rotated."""
    quat = rng.normal(size=4)
    number = {
        "select": int(rng.integers(0, m.nbody)),
        "active": int(rng.integers(0, 4)),
        "active2": int(rng.integers(0, 4)),
    }
    number |= {"flexselect": int(rng.integers(-1, m.nflex)), "skinselect": int(rng.integers(-1, m.nskin))}
    number |= {
        "refpos": rng.normal(size=3),
        "refquat": quat / np.linalg.norm(quat),
        "refselpos": rng.normal(size=3),
    }
    return number | {
        "localpos": rng.normal(0, 0.1, 3),
        "localmass": rng.uniform(0.1, 2.0),
        "scale": rng.uniform(0.1, 2.0),
    }


def random_camera(m, rng):
    """Return random values of MjvCamera: free, tracking, or a camera of the model."""
    number = {
        "type": int(rng.integers(0, 3 if m.ncam else 2)),
        "fixedcamid": int(rng.integers(0, max(1, m.ncam))),
    }
    number |= {
        "trackbodyid": int(rng.integers(0, m.nbody)),
        "lookat": rng.normal(size=3),
        "distance": rng.uniform(0.5, 4.0),
    }
    number |= {"azimuth": rng.uniform(-180, 180), "elevation": rng.uniform(-89, 89)}
    return number | {"orthographic": int(rng.integers(0, 2))}


def filled(struct, number):
    """Set these values in ``struct`` and return it."""
    for name, value in number.items():
        if np.ndim(value):
            getattr(struct, name)[:] = value
        else:
            setattr(struct, name, value)
    return struct


def _columns(objects, parts):
    return {
        part.name: np.array([getattr(o, part.name) for o in objects]) for part in parts if part.since == FIRST
    }


# fields that 3.5.0 leaves uninitialized, or that mjr_render writes
_UNDEFINED = {"geomorder", "flexface", "flexnormal", "flextexcoord", "flexvertadr"}


def read(scn, m):
    """Return the contents of a scene of model ``m``: {name: array}."""
    found = {f.name: np.array(getattr(scn, f.name)) for f in SCALARS}
    found |= {f"geom.{k}": v for k, v in _columns([scn.geoms[i] for i in range(scn.ngeom)], GEOM).items()}
    found |= {f"light.{k}": v for k, v in _columns([scn.lights[i] for i in range(scn.nlight)], LIGHT).items()}
    found |= {f"camera.{k}": v for k, v in _columns([scn.camera[0], scn.camera[1]], GL_CAMERA).items()}
    found |= {f.name: np.array(getattr(scn, f.name)) for f in ARRAYS if f.name not in _UNDEFINED}
    for f in range(scn.nflex):
        first, used = int(scn.flexfaceadr[f]), int(scn.flexfaceused[f])
        for name, size in (("flexface", 9), ("flexnormal", 9), ("flextexcoord", 6)):
            if size == 9 or m.flex_texcoordadr[f] >= 0:
                array = np.array(getattr(scn, name))
                found[f"{name}.{f}"] = array[size * first : size * (first + used)]
    return found


def differences(ours, reference, tolerance, skip=()):
    """Return the differences between two results of ``read``, as sentences."""
    told = []
    for name, b in reference.items():
        a, b = np.atleast_1d(ours[name]), np.atleast_1d(b)
        if name in skip or (not a.size and not b.size):
            continue
        if a.shape != b.shape:
            told.append(f"{name}: {a.shape} instead of {b.shape}")
            continue
        if a.dtype.kind in "US" or b.dtype.kind in "biu":
            off = a != b
        else:
            a, b = a.astype(float), b.astype(float)
            limit = tolerance * max(1.0, np.abs(b[np.isfinite(b)]).max(initial=0.0))
            off = ~((np.abs(a - b) <= limit) | (a == b) | (np.isnan(a) & np.isnan(b)))
        if off.any():
            i = int(np.argwhere(off)[0][0])
            told.append(f"{name}[{i}] is {a[i]} instead of {b[i]}")
    return told
