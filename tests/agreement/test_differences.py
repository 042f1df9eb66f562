"""Lines of docs/differences.md that a small model tries, in both engines: what is kept equal, and what is not."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

BOTH = pytest.mark.parametrize("lib", [mujoco, gelenk], ids=["reference", "ours"])
TEXT = "<mujoco>{}<worldbody>{}</worldbody>{}</mujoco>"
BALL = '<geom size=".1"/>'
HINGE = f'<body name="b"><joint name="j"/>{BALL}</body>'


def made(lib, head="", world="", tail=""):
    m = lib.MjModel.from_xml_string(TEXT.format(head, world, tail))
    return m, lib.MjData(m)


def forward(lib, *parts, qpos=None):
    m, d = made(lib, *parts)
    if qpos is not None:
        d.qpos[:] = qpos
    lib.mj_forward(m, d)
    return m, d


def ours(lib):
    return lib is gelenk


# ---- kept equal


@BOTH
def test_nconmax_has_no_effect(lib):
    world = '<geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    assert forward(lib, '<size nconmax="1"/>', world)[1].ncon == 4


@BOTH
def test_the_bias_of_a_cylinder_actuator_is_its_first_number(lib):
    m, _ = made(lib, "", HINGE, '<actuator><cylinder joint="j" bias="1 2 3"/></actuator>')
    assert m.actuator_biasprm[0, :3].tolist() == [1, 0, 0]


@BOTH
def test_user_data_of_cameras_are_no_defaults(lib):
    m, _ = made(lib, '<size nuser_cam="2"/><default><camera user="3 4"/></default>', "<camera/>")
    assert m.cam_user.tolist() == [[0, 0]]


@BOTH
def test_margins_and_gaps_add_up(lib):
    world = '<geom type="plane" size="2 2 1" margin=".1" gap=".02"/><body pos="0 0 .25"><freejoint/>'
    _, d = forward(lib, "", world + '<geom size=".1" margin=".2" gap=".05"/></body>')
    assert d.contact.includemargin.tolist() == pytest.approx([0.23])


@BOTH
def test_frames_around_a_flexcomp_do_not_move_it(lib):
    flex = '<flexcomp name="f" type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1" mass="1"/>'
    still, moved = made(lib, "", flex)[0], made(lib, "", f'<frame pos="1 0 0">{flex}</frame>')[0]
    assert (still.body_pos == moved.body_pos).all()


@BOTH
def test_a_contact_at_a_distance_of_zero_has_no_rows(lib):
    world = f'<geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/>{BALL}</body>'
    _, d = forward(lib, "", world)
    assert (d.ncon, d.nefc) == (1, 0)


@BOTH
def test_net_forces_of_no_contact_have_axes(lib):
    world = '<geom name="p" type="plane" size="1 1 1"/><body pos="0 0 5"><freejoint/><geom name="g" size=".1"/></body>'
    sensor = '<sensor><contact geom1="g" geom2="p" reduce="netforce" data="found normal tangent"/></sensor>'
    assert forward(lib, "", world, sensor)[1].sensordata.tolist() == [0, 1, 0, 0, 0, 1, 0]


@BOTH
def test_accelerometers_on_the_world_read_zero(lib):
    sensor = '<sensor><accelerometer site="s"/><framelinacc objtype="site" objname="s"/></sensor>'
    _, d = forward(lib, "", f'<body><site name="s"/>{BALL}</body>', sensor)
    assert not d.sensordata.any()


@BOTH
def test_bad_numbers_without_autoreset_count_twice(lib):
    m, d = made(lib, '<option><flag autoreset="disable"/></option>', HINGE)
    d.qvel[0] = np.nan
    lib.mj_step(m, d)
    assert d.warning[mujoco.mjtWarning.mjWARN_BADQVEL].number == 2


@BOTH
def test_rays_ask_the_opacity_of_the_material(lib):
    looks = ('material="clear" rgba="1 1 1 1"', 'material="dense" rgba="1 1 1 0"')
    world = "".join(f'<geom size=".1" pos="{1 + i} 0 0" {look}/>' for i, look in enumerate(looks))
    head = '<asset><material name="clear" rgba="1 1 1 0"/><material name="dense"/></asset>'
    m, d = forward(lib, head, world)
    geom = np.zeros(1, np.int32)
    lib.mj_ray(m, d, np.zeros(3), np.array([1.0, 0, 0]), None, 1, -1, geom)
    assert geom[0] == 1


@BOTH
def test_what_a_tree_that_begins_asleep_has_been_stays(lib):
    """A reset computes all once, contacts and sensors too; then accelerations of sleepers are zero."""
    world = """<geom type="plane" size="5 5 1"/><body pos="0 0 .0995" sleep="init"><freejoint/>
<geom type="box" size=".1 .1 .1"/><site name="s" type="box" size=".2 .2 .2"/></body><body pos="3 0 1" sleep="init">
<joint name="j" axis="0 1 0" ref="30" stiffness="5" springref="10"/><geom size=".1" pos=".3 0 0"/><site name="q"/>
</body><body pos="9 9 1"><joint axis="0 1 0" damping="1"/><geom size=".1" pos=".2 0 0"/></body>"""
    drive = '<actuator><position name="a" joint="j" kp="3"/></actuator>'
    sensors = """<sensor><touch site="s"/><accelerometer site="s"/><actuatorfrc actuator="a"/><force site="q"/>
<jointpos joint="j"/></sensor>"""
    m, d = made(lib, '<option><flag sleep="enable"/></option>', world, drive + sensors)
    assert d.ntree_awake == 1
    awake = d.qacc[7]
    assert (d.qacc[:7] == 0).all() and awake > 1 and not d.qacc_smooth.any() and not d.qacc_warmstart.any()
    begun = d.sensordata.copy()
    assert begun[0] == pytest.approx(86.9665, rel=tol(1e-4)) and begun[3] == pytest.approx(
        10.8708, rel=tol(1e-4)
    )
    assert begun[4] == pytest.approx(-np.pi / 2, rel=tol(1e-6)) and begun[8] == pytest.approx(np.pi / 6)
    lib.mj_step(m, d)
    assert (d.sensordata == begun).all()
    lib.mj_resetData(m, d)
    assert d.sensordata == pytest.approx(begun, abs=tol(1e-9))


# ---- different on purpose


@BOTH
def test_the_distance_of_capsule_and_box_is_not_the_most_that_was_asked_for(lib):
    world = '<geom type="capsule" size=".1 .1"/><body pos="5 0 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    m, d = forward(lib, "", world)
    assert lib.mj_geomDistance(m, d, 0, 1, 10, None) == pytest.approx(4.8 if ours(lib) else 10)


@BOTH
def test_a_tendon_that_names_a_joint_twice_adds_its_coefficients(lib):
    tendon = '<tendon><fixed><joint joint="j" coef="1"/><joint joint="j" coef="3"/></fixed></tendon>'
    _, d = forward(lib, '<option jacobian="dense"/>', HINGE, tendon)
    assert np.ravel(d.ten_J).tolist() == [4 if ours(lib) else 3]


@BOTH
def test_slides_along_one_axis_are_coupled(lib):
    slide = '<joint type="slide" axis="1 0 0"/>'
    m, d = forward(lib, "", f"<body>{slide}{slide}{BALL}</body>")
    M = np.zeros((2, 2))
    lib.mj_fullM(m, M, d.qM)
    assert M[0, 1] == pytest.approx(M[0, 0] if ours(lib) else 0)


@BOTH
def test_bodies_of_frame_sensors_are_not_fused(lib):
    world = f'<body><freejoint/>{BALL}<body name="b" pos="1 0 0">{BALL}</body></body>'
    parts = '<compiler fusestatic="true"/>', world, '<sensor><framepos objtype="xbody" objname="b"/></sensor>'
    if ours(lib):
        assert made(lib, *parts)[0].nbody == 3
    else:
        with pytest.raises(ValueError, match="unrecognized name"):
            made(lib, *parts)


@BOTH
def test_the_centered_derivative_of_a_sensor_by_a_control_has_its_sign(lib):
    parts = (
        "",
        HINGE,
        '<actuator><motor name="a" joint="j"/></actuator><sensor><actuatorfrc actuator="a"/></sensor>',
    )
    m, d = forward(lib, *parts)
    D = np.zeros((1, 1))
    lib.mjd_transitionFD(m, d, 1e-6, True, None, None, None, D)
    assert D[0, 0] == pytest.approx(1 if ours(lib) else -1, abs=tol(1e-6))


@BOTH
def test_names_find_their_own_rows(lib):
    world = f'<body><freejoint/>{BALL}</body><body pos="1 0 0"><joint name="j" axis="1 0 0"/>{BALL}</body>'
    _, d = forward(lib, "", world)
    assert (d.joint("j").cdof.ravel() == d.cdof[6]).all() == ours(lib)


@BOTH
def test_discrete_inverse_dynamics_without_dampers_agrees_with_the_step(lib):
    head = '<option><flag invdiscrete="enable" damper="disable"/></option>'
    m, d = made(lib, head, f'<body><joint name="j" axis="0 1 0" damping="1"/>{BALL}</body>')
    d.qvel[0] = 1
    d.qfrc_applied[0] = 1
    lib.mj_step(m, d)
    acceleration = (d.qvel[0] - 1) / m.opt.timestep
    lib.mj_resetData(m, d)
    d.qvel[0] = 1
    lib.mj_forward(m, d)
    d.qacc[0] = acceleration
    lib.mj_inverse(m, d)
    assert (abs(d.qfrc_inverse[0] - 1) < tol(1e-9)) == ours(lib)


@BOTH
def test_negative_friction_loss_makes_no_rows(lib):
    _, d = forward(lib, "", f'<body><joint frictionloss="-1"/>{BALL}</body>')
    assert d.nefc == (0 if ours(lib) else 1)


@BOTH
def test_textures_of_four_channels_are_filled(lib):
    texture = '<texture name="t" type="2d" builtin="flat" rgb1="1 1 1" width="2" height="2" nchannel="4"/>'
    m, _ = made(lib, f"<asset>{texture}</asset>")
    assert (m.tex_data == 255).all() == ours(lib)


@BOTH
def test_sensors_on_the_world_of_an_attached_spec_stay(lib):
    parent, child = lib.MjSpec(), lib.MjSpec()
    frame = parent.worldbody.add_frame()
    child.worldbody.add_body(name="b").add_geom(size=[0.1, 0, 0])
    kinds = {"type": lib.mjtSensor.mjSENS_FRAMEPOS, "objtype": lib.mjtObj.mjOBJ_BODY}
    child.add_sensor(name="q", objname="world", **kinds)
    parent.attach(child, prefix="p", frame=frame)
    assert parent.compile().nsensor == (1 if ours(lib) else 0)


@BOTH
def test_replicated_sensors_without_an_object_are_there_once(lib):
    world = f'<replicate count="3" offset="1 0 0">{HINGE}</replicate>'
    m, _ = made(lib, "", world, '<sensor><clock name="c"/><jointpos joint="j"/></sensor>')
    assert m.nsensor == (4 if ours(lib) else 11)


@BOTH
def test_equalities_that_refer_out_of_what_is_replicated_are_too(lib):
    world = f'<body><joint name="k"/>{BALL}</body><replicate count="3" offset="1 0 0">{HINGE}</replicate>'
    m, _ = made(lib, "", world, '<equality><joint joint1="j" joint2="k"/></equality>')
    assert m.neq == (3 if ours(lib) else 0)


@BOTH
def test_points_of_a_flexcomp_of_another_type_are_ignored(lib):
    m, _ = made(
        lib,
        "",
        '<flexcomp name="f" type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1" mass="1" point="9 9 9"/>',
    )
    assert m.nflexvert == (3 if ours(lib) else 4)


@BOTH
def test_the_limits_of_a_joint_are_its_own(lib):
    inner = f'<body pos="1 0 0"><joint name="j" range="-30 30"/>{BALL}</body>'
    world = f'<body><joint name="i" range="-10 10"/>{BALL}{inner}</body>'
    parts = (
        '<compiler><lengthrange uselimit="true"/></compiler>',
        world,
        '<actuator><muscle joint="i"/><muscle joint="j"/></actuator>',
    )
    m, _ = made(lib, *parts)
    assert (m.actuator_lengthrange[1] == pytest.approx(np.radians([-30, 30]), abs=tol(1e-9))) == ours(lib)


@BOTH
def test_static_bodies_are_where_the_model_says_also_where_trees_may_sleep(lib):
    world = f'<body name="s" pos="1 0 0">{BALL}</body>{HINGE}'
    m, d = forward(lib, '<option><flag sleep="enable"/></option>', world)
    m.body_pos[1, 0] = 2
    lib.mj_forward(m, d)
    assert d.xpos[1, 0] == (2 if ours(lib) else 1)


@BOTH
def test_trees_in_gaps_of_each_other_wake_together(lib):
    body = (
        '<body pos="{} 0 0" sleep="init"><joint type="slide"/><geom size=".1" margin=".15" gap=".15"/></body>'
    )
    head = '<option gravity="0 0 0"><flag sleep="enable"/></option>'
    m, d = made(lib, head, "".join(body.format(0.3 * i) for i in range(4)))
    d.qvel[0] = 0.1
    lib.mj_step(m, d)
    assert d.ntree_awake == (4 if ours(lib) else 2)


@BOTH
def test_lengths_of_tendons_of_sleepers_stay(lib):
    head = '<option gravity="0 0 0"><flag sleep="enable"/></option>'
    tendon = '<tendon><fixed><joint joint="j" coef="1"/></fixed></tendon>'
    m, d = made(lib, head, f'<body><joint name="j" damping="1"/>{BALL}</body>', tendon)
    d.qpos[0] = 0.5
    lib.mj_step(m, d, nstep=100)
    assert d.ntree_awake == 0 and d.ten_length[0] == (0.5 if ours(lib) else 0)


@BOTH
def test_activations_of_sleepers_follow_their_controls(lib):
    head = '<option gravity="0 0 0"><flag sleep="enable"/></option>'
    drive = '<actuator><general joint="j" dyntype="integrator"/></actuator>'
    m, d = made(lib, head, f'<body sleep="init"><joint name="j"/>{BALL}</body>', drive)
    d.ctrl[0] = 1
    lib.mj_step(m, d, nstep=5)
    assert d.ntree_awake == 0 and d.act[0] == pytest.approx(5 * m.opt.timestep if ours(lib) else 0)


@BOTH
def test_flexes_have_the_passive_contact_that_they_ask_for(lib):
    flex = '<flex name="f" dim="1" body="world world" vertex="0 0 0 1 0 0" element="0 1">'
    contact = '<contact internal="false" passive="true"/>'
    m, _ = made(lib, "", "", f"<deformable>{flex}{contact}</flex></deformable>")
    assert m.flex_passive[0] == (1 if ours(lib) else 0)


@BOTH
def test_a_full_inertia_of_a_program_keeps_its_axes(lib):
    spec = lib.MjSpec()
    body = spec.worldbody.add_body()
    body.add_joint()
    body.mass, body.explicitinertial, body.fullinertia = 1, 1, [0.1, 0.2, 0.25, 0.01, 0.02, 0.03]
    m = spec.compile()
    R = np.zeros(9)
    lib.mju_quat2Mat(R, m.body_iquat[1])
    R = R.reshape(3, 3)
    tensor = R @ np.diag(m.body_inertia[1]) @ R.T
    asked = np.array([[0.1, 0.01, 0.02], [0.01, 0.2, 0.03], [0.02, 0.03, 0.25]])
    assert np.allclose(tensor, asked, atol=tol(1e-12)) == ours(lib)


@BOTH
def test_a_full_inertia_has_no_orientation_beside_it(lib):
    spec = lib.MjSpec()
    body = spec.worldbody.add_body()
    body.add_joint()
    body.mass, body.explicitinertial, body.fullinertia = 1, 1, [0.1, 0.2, 0.25, 0, 0, 0]
    body.ialt.type, body.ialt.euler = lib.mjtOrientation.mjORIENTATION_EULER, [0.3, 0.4, 0.5]
    with pytest.raises(ValueError, match="fullinertia and inertial orientation cannot both be specified"):
        spec.compile()
