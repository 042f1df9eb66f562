"""Small models whose constraints reach all branches of the solvers, and their solution."""

import functools

import mujoco
import numpy as np

import scenes
from gelenk.runtime import pipeline
from tests.support.mirror import mirror_data, mirror_model

SOLVERS = {"newton": 2, "cg": 1, "pgs": 0}

SCENES = {"pile": scenes.text("pile"), "arms": scenes.text("pair_of_arms")}


@functools.cache
def reference_model(name):
    return mujoco.MjModel.from_xml_string(SCENES[name])


def solved_pair(name, seed, **options):
    """Return data of the reference after mj_forward, and gelenk's solution from its inputs."""
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
        pipeline.run_stage("project_constraint", m, d)
    pipeline.run_stage("fwd_constraint", m, d)
    return ref, m, d
