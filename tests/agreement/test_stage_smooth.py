"""Smooth stages against 3.5.0, field by field, compiled and as plain Python."""

import mujoco
import numpy as np
import pytest

from gelenk.engine.force import post_constraint, velocity
from gelenk.engine.position import inertia, kinematics, object_frames, tendon, transmission
from gelenk.engine.query import jacobian
from tests.support.smooth import SCENES, moments, random_state, run
from tests.support.tolerance import relative, tol

FRAMES = "xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat"
FACTOR = ("qLD", "qLDiagInv")
STAGES = {
    kinematics.kinematics: FRAMES,
    kinematics.com_pos: "subtree_com cinert cdof",
    object_frames.camlight: "cam_xpos cam_xmat light_xpos light_xdir",
    tendon.tendon: "ten_length ten_wrapadr ten_wrapnum",
    inertia.make_m: "crb M",
    inertia.factor_m: " ".join(FACTOR),
    transmission.transmission: "actuator_length",
    velocity.fwd_velocity_smooth: "ten_velocity actuator_velocity cvel cdof_dot qfrc_bias",
    velocity.subtree_vel: "subtree_linvel subtree_angmom",
    post_constraint.rne_post_constraint: "cacc cfrc_ext cfrc_int",
}
# a hundred roundings of quantities that cancel by up to a factor of ten
ROUNDING = tol(1e-12)
CONDITIONED = tol(1e-9)  # the inertia of a chain of 70 bodies has condition 1e7


def poison(array):
    array[...] = np.nan if array.dtype.kind == "f" else -7


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_stage_writes_its_fields_as_the_reference(stage, scene, plain):
    _, rd, m, d = random_state(scene)
    fields = STAGES[stage].split()
    for name in fields:
        poison(getattr(d, name))
    run(stage, "md", plain, m, d)
    for name in fields:
        expected = getattr(rd, name).reshape(getattr(d, name).shape)
        assert relative(getattr(d, name), expected) < (CONDITIONED if name in FACTOR else ROUNDING), name


@pytest.mark.parametrize("scene", SCENES)
def test_moment_arms_and_both_layouts_of_inertia(scene):
    _, rd, m, d = random_state(scene)
    poison(d.actuator_moment)
    run(transmission.transmission, "md", False, m, d)
    assert relative(moments(m, d), moments(m, rd)) < ROUNDING
    d.qM[:] = 0.0  # places that no entry of M belongs to stay as they are
    run(inertia.make_m, "md", False, m, d)
    assert relative(d.qM, rd.qM) < ROUNDING


@pytest.mark.parametrize("scene", ["tree", "tree, sparse"])
def test_fixed_tendons_in_both_layouts(scene):
    ref, rd, m, d = random_state(scene)
    poison(d.ten_J)
    run(tendon.tendon, "md", False, m, d)
    if mujoco.mj_isSparse(ref):
        count = int(rd.ten_J_rownnz.sum())
        np.testing.assert_array_equal(d.ten_J_rownnz, rd.ten_J_rownnz)
        np.testing.assert_array_equal(d.ten_J_rowadr, rd.ten_J_rowadr)
        np.testing.assert_array_equal(d.ten_J_colind.ravel()[:count], rd.ten_J_colind.ravel()[:count])
        np.testing.assert_array_equal(d.ten_J.ravel()[:count], rd.ten_J.ravel()[:count])
    else:
        np.testing.assert_array_equal(d.ten_J, rd.ten_J.reshape(d.ten_J.shape))


def test_compiled_and_plain_differ_only_by_fused_operations():
    _, _, m, compiled = random_state("tree")
    _, _, m, plain = random_state("tree")
    for stage in STAGES:
        run(stage, "md", False, m, compiled)
        run(stage, "md", True, m, plain)
    for fields in STAGES.values():
        for name in fields.split():
            assert relative(getattr(plain, name), getattr(compiled, name)) < ROUNDING, name


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
def test_jacobians_as_the_reference(plain):
    ref, rd, m, d = random_state("tree")
    point, axis = np.array([0.3, -0.2, 0.7]), np.array([0.0, 0.6, 0.8])
    kernels = {
        "jac": (jacobian.jac, "mdFFFi", mujoco.mj_jac, (point,)),
        "jac_body": (jacobian.jac_body, "mdFFi", mujoco.mj_jacBody, ()),
        "jac_body_com": (jacobian.jac_body_com, "mdFFi", mujoco.mj_jacBodyCom, ()),
        "jac_point_axis": (jacobian.jac_point_axis, "mdFFFFi", mujoco.mj_jacPointAxis, (point, axis)),
        "jac_dot": (jacobian.jac_dot, "mdFFFi", mujoco.mj_jacDot, (point,)),
    }
    for name, (kernel, kinds, function, args) in kernels.items():
        for body in range(m.nbody):
            ours, theirs = np.full((2, 3, m.nv), np.nan), np.zeros((2, 3, m.nv))
            run(kernel, kinds, plain, m, d, ours[0], ours[1], *args, body)
            function(ref, rd, theirs[0], theirs[1], *args, body)
            assert relative(ours, theirs) < ROUNDING, (name, body)


@pytest.mark.parametrize("flg_local", [0, 1])
def test_object_motion_as_the_reference(flg_local):
    ref, rd, m, d = random_state("tree")
    kinds = {"BODY": m.nbody, "XBODY": m.nbody, "GEOM": m.ngeom, "SITE": m.nsite, "CAMERA": m.ncam}
    pairs = (
        (jacobian.object_velocity, mujoco.mj_objectVelocity),
        (jacobian.object_acceleration, mujoco.mj_objectAcceleration),
    )
    for name, count in kinds.items():
        objtype = int(getattr(mujoco.mjtObj, f"mjOBJ_{name}"))
        for objid in range(count):
            for kernel, function in pairs:
                ours, theirs = np.full(6, np.nan), np.zeros(6)
                run(kernel, "mdiiFi", False, m, d, objtype, objid, ours, flg_local)
                function(ref, rd, objtype, objid, theirs, flg_local)
                assert relative(ours, theirs) < ROUNDING, (name, objid)


def test_applied_forces_and_local_frames_as_the_reference():
    ref, rd, m, d = random_state("tree")
    force, torque, point = np.array([1.0, 2.0, 3.0]), np.array([-1.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3])
    quat = np.array([0.5, 0.5, -0.5, 0.5])
    for body in range(m.nbody):
        ours, theirs = np.ones(m.nv), np.ones(m.nv)
        run(jacobian.apply_ft, "mdFFFiF", False, m, d, force, torque, point, body, ours)
        mujoco.mj_applyFT(ref, rd, force, torque, point, body, theirs)
        assert relative(ours, theirs) < ROUNDING
        for sameframe in range(5):
            pos, mat, ref_pos, ref_mat = np.zeros(3), np.zeros(9), np.zeros(3), np.zeros(9)
            run(jacobian.local_to_global, "dFFFFii", False, d, pos, mat, point, quat, body, sameframe)
            mujoco.mj_local2Global(rd, ref_pos, ref_mat, point, quat, body, sameframe)
            assert relative(pos, ref_pos) < ROUNDING and relative(mat, ref_mat) < ROUNDING
