"""Scenes and states for stages of smooth dynamics, as models of both engines."""

import functools

import mujoco
import numpy as np

from gelenk.toolchain.library import jit
from tests.support.mirror import mirror_data, mirror_model

MODES = ("fixed", "track", "trackcom", "targetbody", "targetbodycom")
VIEWS = "".join(
    f'<camera mode="{mode}" pos=".3 .2 .9" euler="20 30 40" target="swing"/>'
    f'<light mode="{mode}" pos="-.3 .5 .9" dir="1 2 -3" target="swing"/>'
    for mode in MODES
)
# every joint type, shared and separate anchors, welded and mocap bodies, every shortcut of frames, branches
TREE = f"""<mujoco><option jacobian="%s" gravity="0 1 -9"/><worldbody>{VIEWS}<site name="ground" pos="1 0 0"/>
<geom type="plane" size="3 3 .1" pos="0 0 -.4"/>
<body name="base" pos="0 0 1" quat="1 .2 .3 .4"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/>
 <site name="s0" pos=".2 .1 .3" euler="10 20 30"/>{VIEWS}
 <body name="arm" pos=".1 .2 .3"><joint name="slide" type="slide" axis="1 2 3" ref=".1"/>
  <joint name="ball" type="ball" pos=".1 0 0"/>
  <geom size=".1" pos=".3 0 0"/><geom type="capsule" size=".05 .2" euler="90 0 0"/>
  <body name="hand" pos=".1 .2 .3" euler="5 5 5">
   <joint name="h1" axis="1 2 3" pos=".1 .2 .3"/><joint name="h2" axis="0 1 0" pos=".1 .2 .3" ref=".2"/>
   <joint name="h3" type="slide" axis="1 -2 3" pos=".3 .2 0"/><joint name="h4" axis="1 0 0" pos=".3 .2 0"/>
   <geom type="ellipsoid" size=".1 .2 .15"/><site name="s1" pos=".1 .1 0"/>
   <body pos="0 0 .4" euler="30 0 0"><geom size=".1 .1 .2" type="box"/></body>
  </body></body>
 <body name="leg" pos="-.1 0 -.3"><joint name="l1" axis="0 1 0" armature=".1"/><geom size=".1" pos="0 0 -.2"/>
  <body pos="0 0 -.4"><joint name="l2" axis="0 1 0"/><geom size=".08" pos=".1 0 -.2"/></body></body></body>
<body name="swing" pos="1 1 1"><joint name="swing"/><geom size=".2" pos="1 0 0"/><site name="s2" pos="1 0
1"/></body> <body name="puck" pos="0 2 1"><joint name="p1" type="slide" axis="1 0 0"/><joint name="p2"
type="slide"/>
 <geom size=".1"/></body>
<body name="hold" mocap="true" pos="3 1 0"><geom size=".1"/></body>
</worldbody>
<tendon><fixed name="t0" armature="2"><joint joint="h2" coef="2"/><joint joint="h1" coef="-3"/></fixed>
<fixed name="t1"><joint joint="swing" coef="1.5"/><joint joint="slide" coef=".5"/></fixed></tendon>
<equality><connect body1="hand" body2="swing" anchor=".1 0 0"/><weld body1="leg" body2="swing"/></equality>
<actuator><motor joint="h1" gear="2"/><motor joint="ball" gear="1 2 3"/><motor jointinparent="ball" gear="1 2
3"/> <motor tendon="t0" gear="1.5"/><motor site="s0" gear="1 2 3 4 5 6"/><motor site="s1" refsite="s2" gear="1
2 3 0 0 0"/> <motor site="s1" refsite="s0" gear="1 2 3 4 5 6"/><adhesion body="leg" ctrlrange="0 1" gain="3"/>
<motor cranksite="s1" slidersite="s2" cranklength="4"/><motor cranksite="s1" slidersite="s0"
cranklength=".01"/>
<position joint="swing" kp="20" dampratio="1"/></actuator></mujoco>"""
CHAIN = (
    "<mujoco><worldbody>"
    + "".join(
        f'<body pos="0 0 .1"><joint axis="{i % 2} {(i + 1) % 2} 0"/>'
        '<geom type="capsule" size=".02 .05" contype="0" conaffinity="0"/>'
        for i in range(70)
    )
    + "</body>" * 70
    + "</worldbody></mujoco>"
)
SCENES = {"tree": TREE % "dense", "tree, sparse": TREE % "sparse", "chain": CHAIN}


@functools.cache
def reference(scene):
    """Return the reference's model of a scene, and gelenk's copy of the model."""
    ref = mujoco.MjModel.from_xml_string(SCENES[scene])
    return ref, mirror_model(ref)


def random_state(scene, seed=0):
    """Return both models, and both data after mj_forward of the reference at a random state.

    mj_subtreeVel and mj_rnePostConstraint have also run.
    """
    ref, m = reference(scene)
    rng = np.random.default_rng(seed)
    rd = mujoco.MjData(ref)
    mujoco.mj_integratePos(ref, rd.qpos, rng.uniform(-0.5, 0.5, ref.nv), 1.0)
    rd.qpos[:] *= 1.1  # stages must accept quaternions that are not normalized
    rd.qvel[:] = rng.standard_normal(ref.nv)
    rd.ctrl[:] = rng.uniform(0, 1, ref.nu)
    rd.xfrc_applied[1:] = rng.standard_normal((ref.nbody - 1, 6))
    rd.mocap_pos[:] += 0.3
    rd.mocap_quat[:] = rng.standard_normal((ref.nmocap, 4))
    mujoco.mj_forward(ref, rd)
    mujoco.mj_subtreeVel(ref, rd)
    mujoco.mj_rnePostConstraint(ref, rd)
    return ref, rd, m, mirror_data(ref, rd, m)


@functools.cache
def compiled(function, kinds="md"):
    return jit(function, kinds)


def run(function, kinds, plain, *args):
    """Call a kernel as compiled code, or as plain Python."""
    if not plain:
        return compiled(function, kinds)(*args)
    pairs = zip(kinds, args, strict=True)
    return function(*[a._view if k in "md" else a.reshape(-1) if k in "FI" else a for k, a in pairs])


def dense_rows(values, rownnz, rowadr, colind, shape):
    """Return a dense matrix from compressed rows."""
    out = np.zeros(shape)
    values, colind = np.ravel(values), np.ravel(colind)
    for r in range(shape[0]):
        part = slice(rowadr[r], rowadr[r] + rownnz[r])
        out[r, colind[part]] = values[part]
    return out


def moments(m, d):
    """Return actuator_moment as a dense matrix."""
    return dense_rows(d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind, (m.nu, m.nv))


def full_mass(m, d):
    """Return M as a dense matrix."""
    lower = dense_rows(d.M, m.M_rownnz, m.M_rowadr, m.M_colind, (m.nv, m.nv))
    return lower + np.tril(lower, -1).T
