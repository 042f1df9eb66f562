"""Small models of things that are easily read in another way: sizes, fields and rejections are those of 3.5.0."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

BODY = "<body name='b'><joint name='j'/><geom name='g' size='.1'/><site name='s'/></body>"
SAME = {
    # name: (inside worldbody, outside of it, fields)
    "a site may be of type sdf": (BODY + "<site type='sdf' size='1 1 1'/>", "", ["site_type", "site_size"]),
    "negative gravcomp does not count": ("<body gravcomp='-1'><geom size='1'/></body>", "", ["ngravcomp"]),
    "force limits are for hinges and slides": (
        "<body><joint type='ball' actuatorfrcrange='-1 1'/><geom size='1'/></body>",
        "",
        ["jnt_actfrclimited", "jnt_actfrcrange"],
    ),
    "negative parameters of muscles are unsaid": (
        BODY,
        """<actuator><muscle joint='j' lengthrange='0 1' scale='-1' vmax='-2' fpmax='-1' fvmax='-1' lmin='-1'
        range='-1 2' force='-3'/></actuator>""",
        ["actuator_gainprm", "actuator_biasprm", "actuator_dynprm"],
    ),
    "rigid flexcomps have no edge constraint": (
        """<body name='f'><flexcomp name='f' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' radius='.01'
        rigid='true'><edge equality='true'/></flexcomp></body>""",
        "",
        ["neq", "flex_edgeequality", "flex_rigid"],
    ),
}
for kind in ("", "range='0 -1'", "range='0 90'"):
    SAME[f"the range of a limited ball joint begins at zero and may end there: {kind}"] = (
        f"<body><joint type='ball' limited='true' {kind}/><geom size='.1' pos='.1 0 0'/></body>",
        "",
        ["jnt_limited", "jnt_range"],
    )
for other in ("prefix='A'", "suffix='A' name='r' foo='1'"):
    SAME[f"other attributes of replicate have no effect: {other}"] = (
        f"<replicate count='2' offset='1 0 0' {other}>{BODY}</replicate>",
        "",
        ["names", "body_pos"],
    )
for word in ("fixed", "", "foo", "ball", "free", "none"):
    SAME[f"other words for the start of a cable are ball: {word}"] = (
        f"""<composite prefix="a" type="cable" curve="s 0 0" count="4 1 1" size="1" initial="{word}">
        <joint kind="main" damping=".1"/><geom type="capsule" size=".005"/></composite>""",
        '<extension><plugin plugin="mujoco.elasticity.cable"/></extension>',
        ["jnt_type", "dof_damping"],
    )
FLEX = """<body name='f'><flexcomp name='f' type='grid' dim='{}' count='{}' spacing='.1 .1 .1' radius='.01'>
    {}</flexcomp></body>"""
SAME["sheets without thickness do not bend"] = (
    FLEX.format(2, "3 3 1", "<elasticity young='1000' thickness='0' elastic2d='both'/>"),
    "",
    ["flex_bending", "flex_stiffness"],
)
REFUSED = {
    "a ball joint whose range begins above zero": (
        "<body><joint type='ball' limited='true' range='.5 0'/><geom size='.1'/></body>",
        "",
    ),
    "a limited hinge without a range": ("<body><joint limited='true'/><geom size='.1'/></body>", ""),
    "cranklength without a crank": (BODY, "<actuator><motor joint='j' cranklength='0'/></actuator>"),
    "slidersite without a crank": (BODY, "<actuator><motor joint='j' slidersite=''/></actuator>"),
    "history without time": (
        BODY,
        "<option timestep='0'/><sensor><jointpos joint='j' nsample='2'/></sensor>",
    ),
    "points that are no triples": (
        "<body name='f'><flexcomp name='f' type='box' count='3 3 3' spacing='.1 .1 .1' point='1'/></body>",
        "",
    ),
    "elements of a wrong size": (
        "<body name='f'><flexcomp name='f' dim='3' type='box' count='3 3 3' spacing='.1 .1 .1' element='1'/></body>",
        "",
    ),
}


def text(world, rest):
    """A whole model."""
    return f"<mujoco><worldbody>{world}</worldbody>{rest}</mujoco>"


@pytest.mark.parametrize("name", SAME)
def test_fields_are_those_of_the_reference(name):
    world, rest, fields = SAME[name]
    ours, theirs = (lib.MjModel.from_xml_string(text(world, rest)) for lib in (gelenk, mujoco))
    for field in fields:
        np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field), field)


def test_a_ball_joint_of_range_zero_is_held():
    found = []
    for lib in (gelenk, mujoco):
        m = lib.MjModel.from_xml_string(
            text(*SAME["the range of a limited ball joint begins at zero and may end there: "][:2])
        )
        d = lib.MjData(m)
        for _ in range(100):
            lib.mj_step(m, d)
        found.append(2 * np.arccos(d.qpos[0]))
    assert 0.001 < found[1] < 0.005
    np.testing.assert_allclose(found[0], found[1], rtol=tol(1e-4))  # the solver's tolerance


def test_what_has_no_effect_is_told_with_its_place(caplog):
    for name in SAME:
        if "other" in name:
            gelenk.MjModel.from_xml_string(text(*SAME[name][:2]))
    told = [record.getMessage() for record in caplog.records]
    assert "<string>:1:20: attribute 'prefix' of replicate has no effect" in told
    assert "<string>:1:20: initial='foo' of composite is read as 'ball'" in told
    assert not any("'free'" in message or "='ball'" in message for message in told)


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_reference_refuses_is_refused(name):
    for lib in (gelenk, mujoco):
        with pytest.raises(ValueError):
            lib.MjModel.from_xml_string(text(*REFUSED[name]))


@pytest.mark.parametrize("data", ["found", "force", "dist", "pos", "normal"])
def test_contact_sensors_are_not_cut_off(data):
    xml = f"""<mujoco><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 .05"><freejoint/><geom name="g" size=".1" pos="0.3 0 0"/></body></worldbody>
      <sensor><contact geom1="g" data="{data}" cutoff="0.01"/></sensor></mujoco>"""
    found = []
    for lib in (gelenk, mujoco):
        m = lib.MjModel.from_xml_string(xml)
        d = lib.MjData(m)
        lib.mj_forward(m, d)
        found.append(d.sensordata)
    assert np.abs(found[1]).max() > 0.02
    # rounding of a force of 563 N
    np.testing.assert_allclose(found[0], found[1], rtol=tol(1e-9), atol=tol(1e-10))


@pytest.mark.parametrize("dim, count", [(1, "4 1 1"), (2, "3 3 1"), (3, "3 3 3")])
def test_only_surfaces_have_constraints_of_vertices(dim, count):
    xml = text(FLEX.format(dim, count, "<edge equality='vert'/>"), "")
    rows = []
    for lib in (gelenk, mujoco):
        m = lib.MjModel.from_xml_string(xml)
        d = lib.MjData(m)
        lib.mj_forward(m, d)
        rows.append((d.nefc, d.ne))
    assert rows[0] == rows[1] and (rows[0][0] > 0) == (dim == 2)


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_a_connect_at_a_point_that_nothing_moves_has_no_dense_rows(jacobian):
    xml = f"""<mujoco><option jacobian='{jacobian}'/><worldbody>{BODY}</worldbody>
      <equality><connect body1='b' anchor='0 0 0'/><joint joint1='j'/></equality></mujoco>"""
    rows = []
    for lib in (gelenk, mujoco):
        m = lib.MjModel.from_xml_string(xml)
        d = lib.MjData(m)
        d.qpos[0] = 0.1
        lib.mj_forward(m, d)
        rows.append((d.nefc, d.ne, list(d.efc_id), list(d.qacc)))
    assert rows[0][:3] == rows[1][:3]
    np.testing.assert_allclose(rows[0][3], rows[1][3], rtol=tol(1e-9))
