"""Corrections and changed meanings of releases after 3.5: models of either release run in one process.

Documents: release notes 3.8 to 4.0; design/levels.md, sections 3 and 5
"""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

BEFORE, AFTER = "3.5", "4.0"


def model(xml, release=AFTER):
    m = gelenk.MjModel.from_xml_string(xml, release=release)
    return m, gelenk.MjData(m)


def joint_residual(m, d):
    """What the forces on bodies leave to the joints: cdof . cfrc_int, zero where nothing else acts on the dofs."""
    gelenk.mj_rnePostConstraint(m, d)
    return np.array([d.cdof[i] @ d.cfrc_int[m.dof_bodyid[i]] for i in range(m.nv)])


# ---- release of a model


def test_the_release_is_kept_by_copies_pickles_and_binary_files(tmp_path):
    xml = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>"
    old, new = (gelenk.MjModel.from_xml_string(xml, release=release) for release in (BEFORE, AFTER))
    assert (old.release[0], new.release[0]) == (3005000, 4000000)
    path = str(tmp_path / "m.mjb")
    gelenk.mj_saveModel(new, path)
    for again in (
        copy.copy(new),
        pickle.loads(pickle.dumps(new)),
        gelenk.MjModel.from_binary_path(path),
    ):
        assert again.release[0] == 4000000
    spec = gelenk.MjSpec.from_string(xml, release=AFTER)
    assert spec.release == AFTER and spec.compile().release[0] == 4000000
    spec.release = "3.5"
    assert spec.compile().release[0] == 3005000


@pytest.mark.parametrize("release", ["3.4", "4", "x" * 1000, "3.5.0\n"])
def test_an_unknown_release_is_refused(release):
    xml = "<mujoco/>"
    with pytest.raises(ValueError, match=r"the release must be one of 3\.5\.0, .* got"):
        gelenk.MjModel.from_xml_string(xml, release=release)
    spec = gelenk.MjSpec()
    spec.release = release
    with pytest.raises(ValueError, match="the release must be one of"):
        spec.compile()
    with pytest.raises(TypeError, match="release must be text, not float"):
        gelenk.MjModel.from_xml_string(xml, release=3.5)


# ---- forces on bodies

WELD = """
<mujoco>
  <worldbody>
    <body name="b" pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".1 .05 .02" pos=".03 .03 -.05"/>
    </body>
    <body name="c" pos=".3 0 1"><joint axis=".3 .8 .5"/><geom size=".1" pos=".1 0 0"/></body>
  </worldbody>
  <equality><weld body1="b" {}/></equality>
</mujoco>
"""


@pytest.mark.parametrize("words", ['torquescale=".7"', 'body2="c" anchor=".1 -.1 .2"'])
def test_the_torque_of_a_weld_leaves_nothing_to_the_joints(words):
    residual = {}
    for release in (BEFORE, AFTER):
        m, d = model(WELD.format(words), release)
        d.qpos[3:7] = [0.9, 0.1, -0.3, 0.2]
        gelenk.mj_forward(m, d)
        residual[release] = np.abs(joint_residual(m, d)).max()
        scale = np.abs(d.cfrc_ext).max()
    assert residual[AFTER] < 1e-10 * scale and residual[BEFORE] > 1e-3 * scale


TENDONS = {
    "spring, damper, motor": (
        '<spatial name="t" stiffness="80" springlength=".1" damping="3">{}</spatial>',
        "",
    ),
    "armature": ('<spatial name="t" armature=".9">{}</spatial>', ""),
    "limit": ('<spatial name="t" limited="true" range="0 .2">{}</spatial>', ""),
    "both limits": ('<spatial name="t" limited="true" range="0 .2" margin="3">{}</spatial>', ""),
    "friction loss": ('<spatial name="t" frictionloss="2">{}</spatial>', ""),
    "equality": (
        '<spatial name="t">{}</spatial><spatial name="u"><site site="w"/><site site="f"/></spatial>',
        '<tendon tendon1="t" tendon2="u" polycoef=".1 .5 .2 0 0"/>',
    ),
}
PATHS = {
    "straight": '<site site="w"/><site site="e"/>',
    "pulley": '<site site="w"/><site site="e"/><pulley divisor="2"/><site site="f"/><site site="w"/>',
    "wrap": '<site site="w"/><geom geom="ball"/><site site="e"/>',
}
ARM = """
<mujoco>
  <worldbody>
    <site name="w" pos="0 .1 1.5"/>
    <body pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".1 .05 .02"/>
      <site name="f" pos="-.1 .02 .05"/>
      <body pos=".1 0 .1">
        <joint axis=".3 .2 1"/>
        <geom name="ball" size=".05"/>
        <site name="e" pos=".03 -.02 -.1"/>
      </body>
    </body>
  </worldbody>
  <tendon>{}</tendon>
  <actuator><motor tendon="t" gear="2"/></actuator>
  <equality>{}</equality>
</mujoco>
"""


@pytest.mark.parametrize(
    ("kind", "path"),
    # tendons with armature cannot wrap
    [(kind, path) for kind in TENDONS for path in PATHS if (kind, path) != ("armature", "wrap")],
)
def test_the_forces_of_spatial_tendons_leave_nothing_to_the_joints(kind, path):
    tendons, equality = TENDONS[kind]
    residual = {}
    for release in (BEFORE, AFTER):
        m, d = model(ARM.format(tendons.format(PATHS[path]), equality), release)
        d.qvel[:] = np.linspace(-1, 1, m.nv)
        d.ctrl[:] = 0.7
        gelenk.mj_forward(m, d)
        residual[release] = np.abs(joint_residual(m, d)).max()
    assert residual[AFTER] < 1e-8 < 1e-3 < residual[BEFORE]


def test_what_does_not_move_feels_gravity():
    xml = """
    <mujoco>
      <option gravity="1 -2 -9"/>
      <worldbody>
        <site name="w" quat=".8 .2 -.3 .5"/>
        <body mocap="true"><geom size=".1"/><site name="s"/></body>
      </worldbody>
      <sensor>
        <accelerometer site="w"/><accelerometer site="s"/><framelinacc objtype="xbody" objname="world"/>
      </sensor>
    </mujoco>
    """
    m, d = model(xml)
    gelenk.mj_forward(m, d)
    up = -m.opt.gravity
    expected = np.concatenate([d.site_xmat[0].reshape(3, 3).T @ up, up, up])
    np.testing.assert_allclose(d.sensordata, expected, atol=tol(1e-14))
    m, d = model(xml, BEFORE)
    gelenk.mj_forward(m, d)
    assert not d.sensordata.any()


# ---- integration

TUMBLING = """
<mujoco>
  <option integrator="{}" timestep="{}" gravity="0 0 0"/>
  <worldbody>
    <body><freejoint/><geom type="box" size=".1 .2 .3" pos=".05 .1 0"/></body>
    <body pos="2 0 0">
      <joint type="ball"/><geom type="box" size=".1 .2 .3" pos=".05 .1 0"/>
    </body>
  </worldbody>
</mujoco>
"""


def tumbled(integrator, h, release, until=0.32):
    m, d = model(TUMBLING.format(integrator, h), release)
    d.qvel[3:] = [5, -3, 4, 2, 6, -3]
    for _ in range(round(until / h)):
        gelenk.mj_step(m, d)
    return d.qpos.copy()


@pytest.mark.parametrize(("release", "order"), [(BEFORE, 2), (AFTER, 4)])
def test_the_order_of_rk4_for_orientations(release, order):
    exact = tumbled("RK4", 0.32 / 1024, AFTER)
    coarse, fine = (np.abs(tumbled("RK4", h, release) - exact).max() for h in (0.01, 0.005))
    assert 2 ** (order - 0.4) < coarse / fine < 2 ** (order + 0.6)


def test_implicitfast_is_implicit_for_free_bodies():
    fast, full = (tumbled(integrator, 0.01, AFTER)[:7] for integrator in ("implicitfast", "implicit"))
    np.testing.assert_allclose(fast, full, rtol=0, atol=tol(1e-13))
    assert np.abs(tumbled("implicitfast", 0.01, BEFORE)[:7] - full).max() > 1e-3


WINDY = """<mujoco><option integrator="{}" timestep=".01" density="50" viscosity="2" wind="1 2 3"/><worldbody>
<body quat="1 .3 .2 .1"><freejoint/><geom type="box" size=".1 .2 .3" fluidshape="ellipsoid" density="100"/>{}</body>
</worldbody></mujoco>"""


def drifted(integrator, release, child=""):
    m, d = model(WINDY.format(integrator, child), release)
    d.qvel[:6] = 0.1, 0.2, 0.3, 1, 2, 3
    gelenk.mj_step(m, d)
    return d.qvel.copy()


def test_the_drag_of_free_bodies_is_implicit_under_implicitfast_as_under_implicit():
    part = '<body pos=".1 0 0">{}<geom size=".1" fluidshape="ellipsoid"/></body>'
    for child in ("", part.format("")):
        fast, full = (drifted(integrator, AFTER, child) for integrator in ("implicitfast", "implicit"))
        np.testing.assert_allclose(fast, full, rtol=0, atol=tol(1e-13))
    # other trees, and models of before, have the symmetric part of the derivative
    for release, child in ((BEFORE, ""), (AFTER, part.format("<joint/>"))):
        fast, full = (drifted(integrator, release, child) for integrator in ("implicitfast", "implicit"))
        assert np.abs(fast - full).max() > 1e-3


@pytest.mark.parametrize("target", ["joint", "tendon"])
def test_a_saturated_actuator_adds_no_derivative(target):
    """The limit makes the force constant, as that of a motor with the same force."""
    xml = """
    <mujoco>
      <option integrator="implicit"/>
      <worldbody><body><joint name="j" {}/><geom size=".1" pos=".2 0 0"/></body></worldbody>
      <tendon><fixed name="t" {}><joint joint="j" coef="1"/></fixed></tendon>
      <actuator>{}</actuator>
    </mujoco>
    """
    limit = 'actuatorfrclimited="true" actuatorfrcrange="-.1 .2"'
    limits = (limit, "") if target == "joint" else ("", limit)
    name = "j" if target == "joint" else "t"
    speed = {}
    for key, words, release in (
        ("after", f'<velocity {target}="{name}" kv="20"/>', AFTER),
        ("before", f'<velocity {target}="{name}" kv="20"/>', BEFORE),
        ("motor", f'<motor {target}="{name}"/>', AFTER),
    ):
        m, d = model(xml.format(*limits, words), release)
        d.ctrl[0] = 0.2 if key == "motor" else 1.0
        gelenk.mj_step(m, d)
        speed[key] = d.qvel[0]
    assert abs(speed["after"] - speed["motor"]) < 1e-15 < abs(speed["before"] - speed["motor"])


# ---- geometry


@pytest.mark.parametrize(
    ("side", "length"), [("0 0 .2", 0.80629135), ("0 0 -.2", 0.85603335), ("-.2 0 0", 0.80629135)]
)
def test_a_tendon_winds_as_the_path_by_way_of_its_side_site(side, length):
    xml = f"""
    <mujoco>
      <worldbody>
        <geom name="c" type="cylinder" size=".1 1" euler="90 0 0"/>
        <site name="a" pos="-.4 0 .05"/><site name="b" pos=".4 0 .05"/><site name="s" pos="{side}"/>
      </worldbody>
      <tendon>
        <spatial><site site="a"/><geom geom="c" sidesite="s"/><site site="b"/></spatial>
      </tendon>
    </mujoco>
    """
    m, d = model(xml)
    gelenk.mj_forward(m, d)
    assert abs(d.ten_length[0] - length) < 5e-9


def test_a_tendon_may_wind_more_than_half_around():
    """Ends at 100 degrees on either side of the side site: the path goes by way of it, 200 degrees in all."""
    r, far, angle = 0.1, 0.3, np.radians(100)
    ends = [f"{far * np.cos(a):.17g} 0 {far * np.sin(a):.17g}" for a in (angle, -angle)]
    xml = f"""
    <mujoco>
      <worldbody>
        <geom name="c" type="cylinder" size="{r} 1" euler="90 0 0"/>
        <site name="a" pos="{ends[0]}"/><site name="b" pos="{ends[1]}"/><site name="s" pos=".2 0 0"/>
      </worldbody>
      <tendon>
        <spatial><site site="a"/><geom geom="c" sidesite="s"/><site site="b"/></spatial>
      </tendon>
    </mujoco>
    """
    m, d = model(xml)
    gelenk.mj_forward(m, d)
    expected = 2 * np.sqrt(far**2 - r**2) + r * (2 * angle - 2 * np.arccos(r / far))
    assert abs(d.ten_length[0] - expected) < 1e-14


MARGIN = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1" margin=".01" gap=".02"/>
    <body pos="0 0 {}"><freejoint/><geom size=".1" margin=".005" gap=".01"/></body>
  </worldbody>
</mujoco>
"""


def test_the_gap_comes_after_the_margin():
    for height, rows in ((0.12, 0), (0.112, 4)):
        m, d = model(MARGIN.format(height))
        gelenk.mj_forward(m, d)
        assert (d.ncon, d.nefc) == (1, rows)
        assert abs(d.contact.includemargin[0] - 0.015) < 1e-15
        assert d.contact.exclude[0] == (rows == 0)
        np.testing.assert_allclose(d.efc_margin, 0.015, atol=tol(1e-15))
    m, d = model(MARGIN.format(0.1451))
    gelenk.mj_forward(m, d)
    assert d.ncon == 0
    m, d = model(MARGIN.format(0.112), BEFORE)
    gelenk.mj_forward(m, d)
    assert (d.ncon, d.nefc) == (1, 0)


def test_a_mocap_body_is_the_root_of_its_own_weld_group():
    xml = """
    <mujoco>
      <worldbody>
        <geom type="plane" size="4 4 .1"/>
        <body mocap="true" pos="0 0 .05">
          <geom type="box" size=".1 .1 .1"/>
          <body pos=".3 0 0"><geom size=".1"/></body>
          <body pos="0 .05 .1"><joint/><geom size=".1" pos=".1 0 0"/></body>
        </body>
      </worldbody>
    </mujoco>
    """
    m, d = model(xml)
    assert m.body_weldid.tolist() == [0, 1, 1, 3]
    gelenk.mj_forward(m, d)
    # what cannot move has no contacts; a child is no partner of its mocap parent
    assert not d.ncon
    m, d = model(xml, BEFORE)
    gelenk.mj_forward(m, d)
    assert m.body_weldid.tolist() == [0, 0, 0, 3] and d.ncon


# ---- actuators


def test_the_damping_ratio_is_that_of_the_mass_the_actuator_moves():
    xml = """
    <mujoco>
      <worldbody>
        <body>
          <joint name="a" armature=".05"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
          <body pos=".3 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos="0 0 .2"/></body>
        </body>
      </worldbody>
      <tendon>
        <fixed name="t"><joint joint="a" coef="2"/><joint joint="b" coef="-1"/></fixed>
      </tendon>
      <actuator>
        <position tendon="t" kp="50" dampratio=".7" gear="3"/><position joint="b" kp="9" dampratio="1"/>
      </actuator>
    </mujoco>
    """
    m, d = model(xml)
    gelenk.mj_forward(m, d)
    moment = np.zeros((m.nu, m.nv))
    gelenk.mju_sparse2dense(moment, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    inertia = np.zeros((m.nv, m.nv))
    gelenk.mj_fullM(m, d, inertia)
    mass = 1 / np.einsum("ui,ij,uj->u", moment, np.linalg.inv(inertia), moment)
    expected = -2 * np.array([0.7, 1]) * np.sqrt(np.array([50, 9]) * mass)
    np.testing.assert_allclose(m.actuator_biasprm[:, 2], expected, rtol=tol(1e-13))


def test_shortcuts_inherit_parameters_from_their_own_defaults():
    xml = """
    <mujoco>
      <default>
        <position kp="7" kv="1" gear="3"/>
        <default class="v"><velocity kv="4"/></default>
      </default>
      <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
      <actuator>
        <motor joint="j"/><position joint="j"/><velocity joint="j"/>
        <position class="v" joint="j"/><velocity class="v" joint="j"/>
      </actuator>
    </mujoco>
    """
    m, _ = model(xml)
    assert m.actuator_gear[:, 0].tolist() == [3] * 5
    assert m.actuator_gainprm[:, 0].tolist() == [1, 7, 1, 7, 4]
    assert m.actuator_biasprm[:, :3].tolist() == [
        [0, 0, 0],
        [0, -7, -1],
        [0, 0, -1],
        [0, -7, -1],
        [0, 0, -4],
    ]
    old, _ = model(xml, BEFORE)
    assert old.actuator_gainprm[:, 0].tolist() == [1, 7, 7, 4, 4]


def test_the_frame_of_a_site_is_that_of_its_body_then_its_own():
    xml = """
    <mujoco>
      <worldbody>
        <body quat=".75 -.5 .25 .3" pos="0 0 1">
          <freejoint/><geom size=".1"/><site name="a" quat="-.8 -.3 .4 .3"/>
        </body>
        <body pos="1 0 0"><joint/><geom size=".1"/><site name="b" quat=".6 .1 .6 -.5"/></body>
      </worldbody>
      <actuator><position site="a" refsite="b" gear="0 0 0 1 0 0" kp="2"/></actuator>
    </mujoco>
    """
    m, d = model(xml)
    gelenk.mj_forward(m, d)
    turn = d.site_xmat[1].reshape(3, 3).T @ d.site_xmat[0].reshape(3, 3)
    quat, vector = np.zeros(4), np.zeros(3)
    gelenk.mju_mat2Quat(quat, turn.reshape(-1))
    gelenk.mju_quat2Vel(vector, quat, 1)
    assert abs(d.actuator_length[0] - vector[0]) < 1e-13


WELDS = """<mujoco><worldbody><body name="a"><joint/><geom size=".1"/></body>
<body name="b" pos="0 1 0"><joint/><geom size=".1"/></body></worldbody>
<equality><weld body1="a" body2="b"/><weld body1="a" body2="b" relpose="1 2 3 1 0 0 0"/></equality></mujoco>"""


@pytest.mark.parametrize(("release", "y"), [("3.5", 1), ("4.0", 3)])
def test_the_pose_of_a_weld_follows_the_bodies_unless_it_was_given(release, y):
    m = gelenk.MjModel.from_xml_string(WELDS, release=release)
    assert m.eq_data[:, 3:6].tolist() == [[0, 1, 0], [1, 2, 3]]
    assert m.eq_data[:, 11:].tolist() == ([[1], [0]] if release == "4.0" else [[], []])
    m.body_pos[2, 1] = 3
    gelenk.mj_setConst(m, gelenk.MjData(m))
    assert m.eq_data[:, 3:6].tolist() == [[0, y, 0], [1, 2, 3]]


def test_the_columns_of_welds_are_saved():
    m = gelenk.MjModel.from_xml_string(WELDS, release="4.0")
    other = pickle.loads(pickle.dumps(m))
    assert (other.eq_data == m.eq_data).all() and other.eq_data.shape == (2, 12)


UNMOVED = """<mujoco><worldbody><site name="w" pos="0 0 1"/><body><joint axis="0 0 1"/><geom size=".1" pos=".2 0 0"/>
<site name="s" pos=".3 0 .1"/></body></worldbody><tendon><spatial name="t"><site site="w"/><site site="s"/></spatial>
</tendon><actuator><position tendon="t" kp="3" dampratio="1"/></actuator></mujoco>"""


def test_a_servo_that_moves_nothing_has_no_damping_from_3_15_on():
    """As 4.0.0; the tendon keeps its length whatever the joint does."""
    m = gelenk.MjModel.from_xml_string(UNMOVED, release="3.17")
    assert m.actuator_biasprm[0, 2] == 0


def test_cameras_inherit_user_data_from_3_12_on():
    xml = '<mujoco><default><camera user="1 2"/></default><worldbody><camera/></worldbody></mujoco>'
    assert gelenk.MjModel.from_xml_string(xml, release="3.11").cam_user.shape == (1, 0)
    spec = gelenk.MjSpec.from_string(xml, release="3.17")
    assert spec.compile().cam_user.tolist() == [[1, 2]]
    again = gelenk.MjSpec.from_string(spec.to_xml(), release="3.17")
    assert again.compile().cam_user.tolist() == [[1, 2]]


def test_primitives_fitted_to_a_mesh_do_not_refer_to_it_from_3_17_on():
    xml = """<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>
<geom type="sphere" mesh="m"/><geom type="mesh" mesh="m"/></worldbody></mujoco>"""
    assert gelenk.MjModel.from_xml_string(xml, release="3.11").geom_dataid.tolist() == [0, 0]
    assert gelenk.MjModel.from_xml_string(xml, release="3.17").geom_dataid.tolist() == [-1, 0]
