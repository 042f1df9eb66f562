"""Frames that scale their contents: numbers measured with MuJoCo 4.0.0, closed forms, and the spec that stays."""

import numpy as np
import pytest

import gelenk
from gelenk.modeling.compiler.scaling.factors import dimensions, rows_of
from gelenk.modeling.spec import element_classes
from gelenk.tables.schema.common import DIMENSIONS, parse
from tests.support.tolerance import tol

ARM = """
<mujoco>
  <option gravity="0 0 {gravity}"/>
  <worldbody>
    <site name="anchor" pos="0 0 1"/>
    <frame pos="1 2 3" {scale}>
      <body name="A" pos="0.1 0.2 0.3">
        <joint name="hinge" axis="0 1 0" range="-40 60" stiffness="2 3 4" damping="0.3" armature="0.01"
               frictionloss="0.05" solimplimit="0.9 0.95 0.01"/>
        <geom name="box" type="box" size="0.1 0.2 0.3" pos="0.1 0 0" friction="0.5 0.02 0.001" adhesion="3"/>
        <site name="tip" pos="0.1 0 0" size="0.02"/>
        <body name="B" pos="0.2 0 0">
          <joint name="slide" type="slide" axis="1 0 0" range="-0.1 0.2" stiffness="9 8 7" damping="1"/>
          <geom name="ball" size="0.1" mass="2"/>
        </body>
      </body>
    </frame>
  </worldbody>
  <tendon>
    <fixed name="both" stiffness="2" springlength="0.1">
      <joint joint="hinge" coef="1"/>
      <joint joint="slide" coef="3"/>
    </fixed>
    <fixed name="turning" stiffness="2"><joint joint="hinge" coef="1"/></fixed>
    <spatial name="out" stiffness="5"><site site="anchor"/><site site="tip"/></spatial>
  </tendon>
  <actuator>
    <position name="servo" joint="slide" kp="9" kv="1" ctrlrange="-0.1 0.1" forcerange="-3 3"/>
    <motor name="motor" joint="hinge"/>
    <cylinder name="piston" joint="slide" area="3" bias="1 2 3" ctrlrange="0 1"/>
  </actuator>
  <sensor>
    <jointpos joint="slide" cutoff="0.05"/>
    <accelerometer site="tip" cutoff="3"/>
    <distance geom1="ball" body2="world" cutoff="1"/>
  </sensor>
  <keyframe><key qpos="0.1 0.02" qvel="1 2" ctrl="0.1 1 1" act="1"/></keyframe>
</mujoco>
"""


def arm(scale="", gravity=-9.81):
    return gelenk.MjModel.from_xml_string(
        ARM.format(scale=scale, gravity=gravity).replace('body2="world"', 'geom2="box"')
    )


# field, row (or whole), exponents (a, b): the value becomes s^a m^b times as large, measured with 4.0.0
SIMILAR = [
    ("body_mass", slice(1, None), (0, 1)),
    ("body_inertia", slice(1, None), (2, 1)),
    ("jnt_range", 0, (0, 0)),
    ("jnt_range", 1, (1, 0)),
    ("jnt_stiffness", 0, (2, 1)),
    ("jnt_stiffness", 1, (0, 1)),
    ("jnt_stiffnesspoly", (1, 0), (-1, 1)),
    ("jnt_stiffnesspoly", (1, 1), (-2, 1)),
    ("dof_damping", 1, (0, 1)),
    ("dof_armature", 0, (2, 1)),
    ("dof_frictionloss", 0, (2, 1)),
    ("geom_size", 0, (1, 0)),
    ("geom_friction", (0, 1), (1, 0)),
    ("geom_adhesion", 0, (1, 1)),
    ("geom_solimp", (0, 2), (1, 0)),
    ("tendon_stiffness", 0, (0, 1)),
    ("tendon_lengthspring", 0, (1, 0)),
    ("tendon_stiffness", 1, (2, 1)),
    ("tendon_stiffness", 2, (0, 0)),
    ("wrap_prm", 0, (1, 0)),
    ("wrap_prm", 1, (0, 0)),
    ("actuator_gainprm", (0, 0), (0, 1)),
    ("actuator_ctrlrange", 0, (1, 0)),
    ("actuator_forcerange", 0, (1, 1)),
    ("actuator_gainprm", (1, 0), (2, 1)),
    ("actuator_gainprm", (2, 0), (1, 1)),
    ("actuator_ctrlrange", (2, 1), (0, 0)),
    ("sensor_cutoff", 0, (1, 0)),
    ("sensor_cutoff", 1, (1, 0)),
    ("sensor_cutoff", 2, (1, 0)),
    ("key_qpos", (0, 0), (0, 0)),
    ("key_qpos", (0, 1), (1, 0)),
    ("key_qvel", (0, 1), (1, 0)),
    ("key_ctrl", (0, 0), (1, 0)),
    ("key_act", (0, 0), (0, 0)),
]
FORCES = ("stiffness", "damping", "armature", "frictionloss", "adhesion", "gainprm", "forcerange")


@pytest.mark.parametrize(("field", "row", "powers"), SIMILAR)
def test_similar_scaling_follows_the_dimension(field, row, powers):
    plain, scaled = arm(), arm('scale="2" massscale="3"')
    factor = 2.0 ** powers[0] * 3.0 ** powers[1]
    np.testing.assert_allclose(
        getattr(scaled, field)[row], factor * getattr(plain, field)[row], rtol=tol(1e-12)
    )


@pytest.mark.parametrize(("field", "row", "powers"), SIMILAR)
def test_geometry_scaling_leaves_forces_alone(field, row, powers):
    plain, scaled = arm(), arm('scale="2" massscale="3" scaling="geometry"')
    forced = any(word in field for word in FORCES)
    factor = 1.0 if forced else 2.0 ** powers[0] * 3.0 ** powers[1]
    np.testing.assert_allclose(
        getattr(scaled, field)[row], factor * getattr(plain, field)[row], rtol=tol(1e-12)
    )


def test_a_pressure_is_a_force_by_area():
    """From 3.16 on, cylinders declare it: range, activation and gain, measured with 4.0.0."""
    plain, scaled = (
        gelenk.MjModel.from_xml_string(
            ARM.format(scale=scale, gravity=0).replace('body2="world"', 'geom2="box"'), release="4.0"
        )
        for scale in ("", 'scale="2" massscale="3"')
    )
    assert scaled.actuator_ctrlrange[2, 1] == 1.5 * plain.actuator_ctrlrange[2, 1]
    assert scaled.key_act[0, 0] == 1.5 * plain.key_act[0, 0]
    assert scaled.actuator_gainprm[2, 0] == 4 * plain.actuator_gainprm[2, 0]


def test_mass_follows_volume_by_default_and_pose_of_the_frame_stays():
    plain, scaled = arm(), arm('scale="2"')
    np.testing.assert_allclose(scaled.body_mass[1:], 8 * plain.body_mass[1:], rtol=tol(1e-12))
    np.testing.assert_allclose(scaled.body_pos[1], [1.2, 2.4, 3.6], rtol=tol(1e-12))


def test_a_similar_model_moves_alike_in_scaled_gravity():
    """Angles are equal, and positions of slides are twice those of the original."""
    text = ARM.replace("<spatial", "<!--").replace("</spatial>", "-->")
    models = [
        gelenk.MjModel.from_xml_string(
            text.format(scale=scale, gravity=gravity).replace('body2="world"', 'geom2="box"')
        )
        for scale, gravity in (("", -9.81), ('scale="2"', -19.62))
    ]
    found = []
    for m in models:
        d = gelenk.MjData(m)
        for _ in range(50):
            gelenk.mj_step(m, d)
        found.append(d.qpos.copy())
    assert abs(found[0]).min() > 1e-4
    np.testing.assert_allclose(found[1], found[0] * [1, 2], rtol=tol(1e-7))


def test_the_spec_keeps_what_was_written():
    spec = gelenk.MjSpec.from_string(
        ARM.format(scale='name="F" scale="2"', gravity=0).replace('body2="world"', 'geom2="box"')
    )
    before = spec.to_xml()
    first = spec.compile()
    assert spec.to_xml() == before
    spec.frame("F").scale = 1
    assert spec.compile().body_mass[1] == pytest.approx(first.body_mass[1] / 8)
    assert list(spec.body("A").pos) == [0.1, 0.2, 0.3]
    np.testing.assert_array_equal(spec.keys[0].qpos, [0.1, 0.02])


def test_copy_back_unscales():
    spec = gelenk.MjSpec.from_string(
        ARM.format(scale='scale="2"', gravity=0).replace('body2="world"', 'geom2="box"')
    )
    m = spec.compile()
    m.jnt_stiffness[1] = 80
    m.body_pos[1] = [1 + 4, 2 + 4, 3 + 4]
    m.geom_size[1, 0] = 0.4
    m.key_qpos[0, 1] = 0.1
    spec.copy_back(m)
    assert list(spec.joint("slide").stiffness) == [10, 8, 7]
    np.testing.assert_allclose(spec.body("A").pos, [2, 2, 2])
    assert spec.geom("ball").size[0] == pytest.approx(0.2)
    np.testing.assert_allclose(spec.keys[0].qpos, [0.1, 0.05])
    np.testing.assert_allclose(spec.compile().body_pos[1], m.body_pos[1])


def test_saved_inertials_are_authored():
    spec = gelenk.MjSpec.from_string(
        '<mujoco><compiler saveinertial="true"/><worldbody><frame scale="2"><body><geom size="0.1"/></body></frame>'
        "</worldbody></mujoco>"
    )
    m = spec.compile()
    again = gelenk.MjModel.from_xml_string(spec.to_xml())
    np.testing.assert_allclose(again.body_mass, m.body_mass, rtol=tol(1e-12))
    np.testing.assert_allclose(again.body_inertia, m.body_inertia, rtol=tol(1e-12))


def framed(attributes, inside, more=""):
    return gelenk.MjModel.from_xml_string(
        f"<mujoco>{more}<worldbody><frame {attributes}>{inside}</frame></worldbody></mujoco>"
    )


STRETCH = 'scale="2 1 1" scaling="geometry"'


def test_stretched_shapes():
    box = framed(STRETCH, '<body><geom type="box" size="0.1 0.2 0.3" euler="0 0 90"/></body>')
    np.testing.assert_allclose(box.geom_size[0], [0.1, 0.4, 0.3], rtol=tol(1e-12))
    capsule = framed(STRETCH, '<body><geom type="capsule" size="0.1 0.2" euler="0 90 0"/></body>')
    np.testing.assert_allclose(capsule.geom_size[0], [0.1, 0.4, 0], rtol=tol(1e-12))
    site = framed(STRETCH, '<site type="box" size="0.1 0.2 0.3" euler="0 0 30"/>')
    np.testing.assert_allclose(site.site_size[0], [0.180278, 0.264575, 0.3], rtol=tol(1e-5))
    slide = framed(
        STRETCH, '<body><joint type="slide" axis="1 0 0" range="1 2"/><geom type="box" size="1 1 1"/></body>'
    )
    np.testing.assert_allclose(slide.jnt_range[0], [2, 4])


def test_a_stretched_inertia_is_that_of_the_stretched_box():
    """Principal moments of a box of mass 1 and half sizes a b c: (b^2 + c^2)/3, ..."""
    a, b, c = 0.1, 0.2, 0.3
    moments = f"{(b * b + c * c) / 3} {(a * a + c * c) / 3} {(a * a + b * b) / 3}"
    m = framed(STRETCH, f'<body><inertial pos="1 0 0" mass="1" diaginertia="{moments}"/></body>')
    a = 0.2
    assert m.body_mass[1] == 2 and m.body_ipos[1, 0] == 2
    expected = 2 * np.array([b * b + c * c, a * a + c * c, a * a + b * b]) / 3
    np.testing.assert_allclose(sorted(m.body_inertia[1]), sorted(expected), rtol=tol(1e-12))


MESH = '<asset><mesh name="me" vertex="0.1 0 0  0 0.2 0  0 0 0.3  0 0 0"/></asset>'


def test_a_mesh_at_several_scales_has_instances():
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco>{MESH}<worldbody><frame scale="2"><geom type="mesh" mesh="me"/></frame><geom type="mesh" mesh="me"/>'
        '<frame scale="3"><geom type="mesh" mesh="me"/></frame></worldbody></mujoco>'
    )
    assert [m.mesh(i).name for i in range(m.nmesh)] == ["me", "me@1", "me@2"]
    np.testing.assert_allclose(m.mesh_scale[:, 0], [2, 1, 3])
    assert list(m.geom_dataid) == [0, 1, 2]


def test_a_mesh_stretched_across_its_axes():
    """The volume doubles, and the centroid is that of the stretched vertices, as measured with 4.0.0."""
    plain = framed("", '<body><geom type="mesh" mesh="me" euler="0 0 30"/></body>', MESH)
    m = framed(STRETCH, '<body><geom type="mesh" mesh="me" euler="0 0 30"/></body>', MESH)
    assert m.body_mass[1] == pytest.approx(2 * plain.body_mass[1], rel=tol(1e-6))
    np.testing.assert_allclose(m.geom_pos[0], plain.geom_pos[0] * [2, 1, 1], atol=tol(1e-9))


def test_positions_of_free_bodies_in_keyframes():
    """Numbers measured with 4.0.0, frame in frame."""
    inside = '<frame pos="1 0 0" scale="3"><body><freejoint/><geom size="0.1"/></body></frame>'
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><worldbody><frame pos="1 0 0" scale="2">{inside}</frame></worldbody>'
        '<keyframe><key qpos="5 6 7 1 0 0 0" qvel="1 0 0 1 0 0"/></keyframe></mujoco>'
    )
    np.testing.assert_allclose(m.key_qpos[0], [21, 36, 42, 1, 0, 0, 0])
    np.testing.assert_allclose(m.key_qvel[0], [6, 0, 0, 1, 0, 0])


BALL = '<body><geom size="0.1"/></body>'


@pytest.mark.parametrize(
    ("attributes", "inside", "message"),
    [
        ('scale="0"', BALL, "finite and positive"),
        ('scale="-1"', BALL, "finite and positive"),
        ('scale="inf"', BALL, "finite and positive"),
        ('scale="nan"', BALL, "not a number"),
        ('scale="two"', BALL, "where a number should be"),
        ('scale="1 2"', BALL, "1 or 3 values"),
        ('massscale="-1"', BALL, "finite and non-negative"),
        ('massscale="inf"', BALL, "finite and non-negative"),
        ('scaling="all"', BALL, "invalid keyword"),
        ('scale="1 2 1"', BALL, "requires scaling 'geometry'"),
        (STRETCH, BALL, "only be scaled uniformly"),
        (STRETCH, '<geom type="box" size="1 1 1" euler="0 0 3"/>', "not aligned"),
        (STRETCH, '<geom type="capsule" size="0.1 0.2"/>', "equally across its axis"),
        (STRETCH, '<body><joint axis="1 1 0"/><geom type="box" size="1 1 1"/></body>', "not aligned"),
    ],
)
def test_wrong_scales_are_refused(attributes, inside, message):
    with pytest.raises(gelenk.Error, match=message):
        framed(attributes, inside)


@pytest.mark.parametrize("scale", [[0, 1, 1], [-1, -1, -1], [np.nan, 1, 1], [np.inf] * 3])
def test_wrong_scales_of_programs_are_refused_and_the_spec_stays(scale):
    spec = gelenk.MjSpec()
    frame = spec.worldbody.add_frame()
    geom = frame.add_geom(size=[0.1, 0, 0])
    frame.scale = scale
    with pytest.raises((gelenk.Error, ValueError), match="finite and positive"):
        spec.compile()
    assert geom.size[0] == 0.1
    for wrong in ([1, 2], "a", None):
        with pytest.raises((TypeError, ValueError), match="scale takes"):
            frame.scale = wrong


def test_parts_without_dimension_are_refused():
    text = (
        '<mujoco><worldbody><frame scale="2"><body><joint name="j"/><geom size="0.1"/></body></frame></worldbody>'
        '<actuator><general joint="j" dyntype="user" actdim="1"/></actuator></mujoco>'
    )
    with pytest.raises(gelenk.Error, match="cannot be scaled"):
        gelenk.MjModel.from_xml_string(text)


def test_dimensions_are_those_of_fields():
    for name, table in DIMENSIONS.items():
        cls = getattr(element_classes, name)
        for field, text in table.items():
            assert field in cls._fields
            assert dimensions(field, text)
        assert len(rows_of(cls)) == len(table)
    with pytest.raises(ValueError, match="unknown symbol"):
        parse("X/L")
