"""Small models whose constraints reach every branch of the solvers, and how to run a solver on them."""

import functools

import mujoco
import numpy as np

from gelenk.world import drive
from tests.support.mirror import mirror_data, mirror_model

SOLVERS = {"newton": 2, "cg": 1, "pgs": 0}

_BALLS = "".join(
    f'<body pos="{0.05 * i} {0.04 * (i % 2)} {0.095 + 0.17 * i}"><freejoint/>'
    f'<geom type="{kind}" size=".1 .08 .09" condim="{dim}" friction=".6 .02 .01"/></body>'
    for i, (kind, dim) in enumerate((("box", 3), ("sphere", 4), ("box", 6), ("sphere", 1), ("box", 3)))
)
SCENES = {
    # a pile that couples kinematic trees, with every condim; one more island; a tree without constraints
    "pile": f"""<mujoco><option impratio="3"/><worldbody><geom type="plane" size="5 5 .1" condim="1"/>{_BALLS}
        <body pos="2 2 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body pos="-2 0 3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>""",
    # limits, friction loss, equalities, tendons on two arms that also touch each other and the floor
    "arms": """<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
        <body name="a" pos="0 0 .3"><joint name="a1" axis="0 1 0" range="-10 10"
          limited="true" frictionloss=".5"/>
          <geom type="capsule" fromto="0 0 0 .4 0 -.2" size=".05"/>
          <body pos=".4 0 -.2"><joint name="a2" type="ball" range="0 20" limited="true" frictionloss=".05"/>
            <geom name="ga" type="capsule" fromto="0 0 0 .3 .05 0" size=".06"/>
          </body></body>
        <body name="b" pos="0 .1 .3"><joint name="b1" axis="0 1 0" damping=".1"/>
          <geom type="capsule" fromto="0 0 0 .4 0 -.2" size=".05"/>
          <body pos=".4 0 -.2"><joint name="b2" axis="0 0 1"/>
            <joint name="b3" type="slide" axis="1 0 0" range="-.01 .01" limited="true"/>
            <geom name="gb" type="capsule" fromto="0 0 0 .3 .02 0" size=".06"/></body></body>
        <body name="c" pos="1 0 .5"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body name="e" pos="1.3 0 .5"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
        <tendon><fixed name="t" frictionloss=".2" limited="true" range="-.02 .02"><joint joint="a1" coef="1"/>
          <joint joint="b2" coef="-1"/></fixed></tendon>
        <equality><joint joint1="b1" joint2="a1" polycoef="0 .5 0 0 0"/><weld body1="c" body2="e"/>
          <connect body1="c" body2="world" anchor="0 0 .3"/></equality></mujoco>""",
}


@functools.cache
def reference_model(name):
    return mujoco.MjModel.from_xml_string(SCENES[name])


def solved_pair(name, seed, **options):
    """Reference data after mj_forward in a random state of scene ``name``; ours solved from its inputs."""
    ref_m = reference_model(name)
    for key, value in options.items():
        setattr(ref_m.opt, key, value)
    ref = mujoco.MjData(ref_m)
    rng = np.random.default_rng(seed)
    ref.qvel[:] = rng.standard_normal(ref_m.nv)
    mujoco.mj_integratePos(ref_m, ref.qpos, rng.standard_normal(ref_m.nv), 0.05)
    ref.qfrc_applied[:] = rng.standard_normal(ref_m.nv)
    ref.qacc_warmstart[:] = rng.standard_normal(ref_m.nv) * (seed % 2)
    mujoco.mj_forward(ref_m, ref)
    m = mirror_model(ref_m)
    d = mirror_data(ref_m, ref, m)
    for key in options:
        setattr(ref_m.opt, key, getattr(mujoco.MjModel.from_xml_string(SCENES[name]).opt, key))
    for field in (d.qacc, d.qfrc_constraint, d.efc_force, d.efc_b, d.efc_AR):
        field[...] = np.nan
    if m.opt.solver == SOLVERS["pgs"] or m.opt.noslip_iterations:
        drive.call_stage("project_constraint", m, d)
    drive.call_stage("fwd_constraint", m, d)
    return ref, m, d
