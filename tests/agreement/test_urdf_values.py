"""What converters write into URDF for "nothing" (zeros, empty texts, missing attributes) reads as in 3.5.0.

Each case is loaded on both sides: where 3.5.0 loads it, so does Gelenk, to the same names and fields.
"""

import logging
import re

import numpy as np
import pytest

import gelenk
from gelenk.tables.fields_model import MODEL
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

KEEP = '<mujoco><compiler fusestatic="false" discardvisual="false"/></mujoco>'
ONE = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
GOOD = f'<inertial><mass value="1"/>{ONE}</inertial>'
EMPTY = mujoco.MjModel.from_xml_string("<mujoco/>")
TYPES = ("revolute", "continuous", "prismatic", "spherical", "planar", "fixed", "floating")
FIELDS = [
    f.name for f in MODEL if re.match("(body|jnt|dof|geom|qpos|M)_|eq_", f.name) and hasattr(EMPTY, f.name)
]


def robot(
    base="", arm=GOOD, tool="", joint="", kind="continuous", tip="", tip_kind="fixed", extension=KEEP, top=""
):
    return f"""<robot name="r">{extension}<link name="base">{base}</link><link name="arm">{arm}</link>
      <link name="tool">{tool}</link>
      <joint name="j" type="{kind}"><parent link="base"/><child link="arm"/>{joint}</joint>
      <joint name="t" type="{tip_kind}"><origin xyz="0 0 .3"/><parent link="arm"/><child link="tool"/>{tip}</joint>
      {top}</robot>"""


def inertial(mass, matrix="0 0 0 0 0 0", origin=""):
    xx, xy, xz, yy, yz, zz = matrix.split()
    return f"""<inertial>{origin}<mass value="{mass}"/>
      <inertia ixx="{xx}" ixy="{xy}" ixz="{xz}" iyy="{yy}" iyz="{yz}" izz="{zz}"/></inertial>"""


def shape(kind, geometry, more=""):
    return f"<{kind}><geometry>{geometry}</geometry>{more}</{kind}>"


def red(name="red", rgba="1 0 0 1"):
    return f'<material name="{name}"><color rgba="{rgba}"/></material>'


def loaded(module, text):
    try:
        return module.MjModel.from_xml_string(text)
    except ValueError as error:
        return str(error)


def names(model):
    kinds = {"body": "nbody", "joint": "njnt", "geom": "ngeom", "mesh": "nmesh"}
    return {
        kind: [getattr(model, kind)(i).name for i in range(getattr(model, n))] for kind, n in kinds.items()
    }


def agree(text):
    """Compare all fields; return (our model, reference), texts of errors where one does not load."""
    ours, theirs = loaded(gelenk, text), loaded(mujoco, text)
    if isinstance(theirs, str):
        return ours, theirs
    assert not isinstance(ours, str), ours
    assert names(ours) == names(theirs)
    for field in FIELDS:
        expected, found = np.asarray(getattr(theirs, field)), np.asarray(getattr(ours, field))
        assert found.shape == expected.shape, field
        if found.tobytes() != expected.tobytes():
            np.testing.assert_allclose(found, expected, atol=tol(1e-9), err_msg=field)
    return ours, theirs


INERTIALS = {
    f"{where}: {label}": {where: text}
    for where in ("base", "arm", "tool")
    for label, text in {
        **{f"zeros, mass {mass}": inertial(mass) for mass in ("0", "0.0", "-0", "0.001", "1", "1e-20")},
        **{f"zeros {matrix}": inertial("1", matrix) for matrix in ("-0 0 0 -0 0 -0", "0.0 0.0 0e0 0.0 0 0")},
        **{
            f"matrix {matrix}": inertial("1", matrix)
            for matrix in (
                "1 0 0 0 0 0",
                "0 0 0 0 0 1",
                "0 1 0 0 0 0",
                "1 1 1 1 1 1",
                "1e-15 0 0 1e-15 0 1e-15",
                "2 .1 .1 2 .1 2",
            )
        },
        "massless": inertial("0", "1 0 0 1 0 1"),
        "negative mass": inertial("-1", "1 0 0 1 0 1"),
        "negative mass, zeros": inertial("-1"),
        "zeros in a turned frame": inertial("1", origin='<origin xyz=".1 .2 .3" rpy=".1 .2 .3"/>'),
        "massless zeros in a turned frame": inertial("0", origin='<origin xyz=".1 .2 .3" rpy=".1 .2 .3"/>'),
        "zeros beside a shape": inertial("0") + shape("collision", '<sphere radius=".1"/>'),
        "zeros with mass beside a shape": inertial("1") + shape("collision", '<sphere radius=".1"/>'),
        "nothing beside a shape": shape("collision", '<sphere radius=".1"/>'),
        "empty": "<inertial/>",
        "mass alone": '<inertial><mass value="0"/></inertial>',
        "inertia alone": f"<inertial>{ONE}</inertial>",
        "mass of nothing": f'<inertial><mass value=""/>{ONE}</inertial>',
        "empty origin": GOOD.replace("<inertial>", '<inertial><origin xyz="" rpy=""/>'),
    }.items()
}


@pytest.mark.parametrize("options", ["", 'fusestatic="false"', 'boundmass="1" boundinertia=".01"', 'settotalmass="3"',
                                     'inertiafromgeom="true"', 'balanceinertia="true"'])  # fmt: skip
@pytest.mark.parametrize("case", INERTIALS)
def test_inertias_of_nothing_are_those_of_the_reference(case, options):
    extension = f"<mujoco><compiler {options}/></mujoco>"
    for more in ({}, {"tool": GOOD}, {"tip_kind": "continuous", "tool": GOOD}):
        agree(robot(**{**more, **INERTIALS[case]}, extension=extension))


@pytest.mark.parametrize("mass", ["0", "0.001", "1"])
def test_a_moving_link_of_zero_inertia_is_refused_by_name(mass):
    ours, theirs = agree(robot(arm=inertial(mass)))
    for text in (ours, theirs):
        assert "mass and inertia of moving bodies must be larger than mjMINVAL" in text
        assert "'arm'" in text
    agree(robot(arm=inertial(mass), tool=GOOD))  # what is fixed to the link gives it the inertia


def test_zeros_of_mjcf_are_no_inertia_that_can_be_stated():
    stated = '<inertial pos="0 0 0" mass="1" fullinertia="0 0 0 0 0 0"/>'
    for module in (gelenk, mujoco):
        text = loaded(module, f"<mujoco><worldbody><body>{stated}</body></worldbody></mujoco>")
        assert "positive eigenvalues" in text


def test_the_world_has_the_inertia_that_its_link_states():
    for extension in ("", KEEP, '<mujoco><compiler settotalmass="3"/></mujoco>'):
        for text in (
            GOOD,
            inertial("2"),
            GOOD.replace("<inertial>", '<inertial><origin xyz="1 2 3" rpy="1 0 0"/>'),
        ):
            ours, _ = agree(
                f"""<robot name="r">{extension}<link name="world">{text}</link><link name="b">{GOOD}</link>
                <joint name="j" type="continuous"><parent link="world"/><child link="b"/></joint></robot>"""
            )
            assert ours.body_mass[0] > 0


JOINTS = {
    "axis": ["", '<axis xyz="0 0 0"/>', '<axis xyz="-0 0 0"/>', '<axis xyz="1e-20 0 0"/>', '<axis xyz="1e-12 0 0"/>',
             '<axis xyz=" 0  0 2 "/>', '<axis xyz="0 0"/>', '<axis xyz="0 0 1" more=""/>'],
    "limit": ["<limit/>", '<limit lower="0" upper="0"/>', '<limit lower="0" upper="0" effort="0" velocity="0"/>',
              '<limit effort="0"/>', '<limit effort="-1"/>', '<limit effort=""/>', '<limit lower="" upper=""/>',
              '<limit lower="-1"/>', '<limit upper="1"/>', '<limit lower="1"/>', '<limit lower="-1" upper=""/>',
              '<limit lower="" upper="1"/>', '<limit lower="2" upper="1"/>', '<limit lower="1" upper="1"/>',
              '<limit lower="0" upper="1" effort="2"/>', '<limit lower="-1" upper="1"/>', '<limit effort="inf"/>',
              '<limit effort="nan"/>', '<limit lower="-inf" upper="inf"/>', '<limit lower="nan" upper="1"/>',
              '<limit lower="nan" upper="nan"/>', '<limit velocity=""/>', '<limit velocity="none"/>',
              '<limit lower="none" upper="none"/>', '<limit lower="-1" upper="1" acceleration="" jerk="x"/>'],
    "dynamics": ["<dynamics/>", '<dynamics damping="0" friction="0"/>', '<dynamics damping="-1"/>',
                 '<dynamics friction="-1"/>', '<dynamics damping="" friction=""/>', '<dynamics damping="nan"/>',
                 '<dynamics friction="inf"/>', '<dynamics damping="none"/>', '<dynamics spring_stiffness=""/>'],
    "other": ["<origin/>", '<origin xyz="" rpy=""/>', '<origin xyz="0 0"/>', "<calibration/>",
              '<calibration rising=""/>', "<safety_controller/>",
              '<safety_controller k_velocity="" soft_lower_limit="x"/>',
              "<foo/>", "<hardwareInterface/>text", '<mimic joint="gone"/>', "<mimic/>"],
}  # fmt: skip


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("group", JOINTS)
def test_joints_of_nothing_are_those_of_the_reference(kind, group):
    for text in JOINTS[group]:
        whole = robot(kind=kind, joint=text, extension="")
        agree(whole)
        agree(whole.replace('"base"', '"world"'))
        if "limit" in text:
            agree(robot(kind=kind, joint=text, extension='<mujoco><compiler autolimits="false"/></mujoco>'))


SHAPES = ['<sphere radius="0"/>', '<sphere radius="-1"/>', '<sphere radius=""/>', "<sphere/>", '<box size="0 0 0"/>',
          '<box size="1 1 0"/>', '<box size="-1 1 1"/>', '<box size=""/>', "<box/>", '<box size="1"/>',
          '<cylinder radius="0" length="0"/>', '<cylinder radius="1" length="0"/>', '<cylinder radius="0" length="1"/>',
          '<cylinder radius="1"/>', '<cylinder length="1"/>', "<cylinder/>", '<capsule radius="0" length="0"/>',
          '<capsule radius="1" length="0"/>', '<capsule radius="1"/>', "<mesh/>", '<mesh filename=""/>',
          '<mesh filename=" "/>', '<mesh filename="/"/>', '<mesh filename="gone.stl"/>',
          '<mesh filename="package://"/>', '<mesh filename="package:///"/>', '<mesh filename="package://a/gone.stl"/>',
          "", "none", "<foo/>", '<plane normal="0 0 1"/>', '<foo/><box size="1 1 1"/>',
          '<box size="1 1 1"/><sphere radius="1"/>', '<box size="1e-20 1e-20 1e-20"/>',
          '<sphere radius="1e-16"/>']  # fmt: skip


@pytest.mark.parametrize("kind", ["visual", "collision"])
@pytest.mark.parametrize("geometry", SHAPES)
def test_shapes_of_nothing_are_those_of_the_reference(kind, geometry):
    for extension in (KEEP, ""):
        text = shape(kind, geometry)
        for part in ({"arm": GOOD + text}, {"arm": text}, {"base": text}):
            agree(robot(**part, extension=extension))


MATERIALS = ['<material name=""/>', '<material name="x"/>', '<material name="red"/>',
             '<material name="x"><foo/></material>', '<material name="x"><color/></material>',
             '<material name="x"><color rgba=""/></material>',
             '<material name="x"><color rgba="1 0 0"/></material>', red("x", "1 0 0 0"), red("x", "255 0 0 255"),
             red("x", "-1 0 0 1"), red("x", "1 -1 0 1"), red("x", "nan 0 0 1"), red(""), red("red", "0 1 0 1"),
             '<material name="x"><texture/></material>', '<material name="x"><texture filename="gone.png"/></material>',
             '<material name="x"><texture filename=""/><color rgba="0 1 0 1"/></material>']  # fmt: skip


@pytest.mark.parametrize("material", MATERIALS)
def test_materials_of_nothing_are_those_of_the_reference(material):
    box = '<box size="1 1 1"/>'
    uses = [shape("visual", box, f'<material name="{name}"/>') for name in ("red", "x", "")]
    for kind in ("visual", "collision"):
        own = shape(kind, box, material)
        for extension in (KEEP, ""):
            agree(
                robot(
                    arm=GOOD + own + "".join(uses) + shape("collision", box), top=red(), extension=extension
                )
            )
            agree(robot(arm=GOOD + "".join(uses) + own + uses[0], base=own, extension=extension))
    for top in (material, material + red(), red() + material, red() + red("red", "0 1 0 1") + material):
        agree(robot(arm=GOOD + "".join(uses), top=top))


ELSEWHERE = {
    "in a collision": {"base": shape("collision", '<box size="1 1 1"/>', red())},
    "in a tag of a simulator": {"top": f'<gazebo reference="gone">{red()}</gazebo>'},
    "in a link": {"tool": red()},
    "in a joint": {"joint": red()},
    "in a later link": {"tool": shape("visual", '<box size="1 1 1"/>', red())},
    "twice, the first counts": {"top": red() + red("red", "0 1 0 1")},
    "twice in links": {"base": shape("visual", '<box size="1 1 1"/>', red()), "top": red("red", "0 1 0 1")},
    "first without color": {"top": '<material name="red"/>' + red()},
    "nowhere": {},
}


@pytest.mark.parametrize("case", ELSEWHERE)
def test_a_material_is_the_first_of_its_name_wherever_it_stands(case):
    use = shape("visual", '<box size="1 1 1"/>', '<material name="red"/>')
    ours, theirs = agree(robot(arm=GOOD + use + use, **ELSEWHERE[case]))
    assert not isinstance(theirs, str)
    assert tuple(ours.geom_rgba[-1][:3]) == ((1, 0, 0) if case != "nowhere" else (0.5, 0.5, 0.5))


TAGS = ["<gazebo/>", '<gazebo reference=""/>',
        '<gazebo reference="gone"><mu1 value=""/><material>Red</material></gazebo>',
        "<transmission/>", '<transmission name=""><type/><joint name=""/></transmission>', '<sensor name="" type=""/>',
        "<foo/>", "<loop_joint/>", '<plugin filename=""/>', '<ros2_control name="" type=""/>', "<mujoco/>", "<group/>",
        "<mujoco><compiler/></mujoco>", "<mujoco><foo/></mujoco>", '<mujoco><compiler foo="1"/></mujoco>',
        '<mujoco model=""/>', '<mujoco model="x"/>', '<mujoco><asset><texture/></asset></mujoco>',
        '<mujoco><option apirate="x"><flag passive="x" foo=""/></option></mujoco>',
        '<mujoco><visual><global fovy="x"/></visual><statistic extent="-1"/></mujoco>',
        '<mujoco><visual><global fovy="10"/></visual><statistic extent="7"/></mujoco>',
        '<mujoco><compiler angle="degree"/></mujoco>', "<mujoco/><mujoco/>", '<link name="q"/>', '<link name=""/>',
        "<link/>", '<link name=" "/>', "<joint/>", "text"]  # fmt: skip


@pytest.mark.parametrize("tag", TAGS)
def test_tags_of_others_are_passed_over_as_in_the_reference(tag):
    agree(robot(extension="", top=tag))
    if "link" not in tag and "mujoco" not in tag and tag != "<joint/>":
        agree(robot(extension="", arm=GOOD + tag, joint=tag))


EMPTY_NAMES = [
    '<robot name=""><link name="a"/></robot>',
    '<robot><link name="a"/></robot>',
    '<robot name="r"/>',
    '<robot name="r"><link name=""/></robot>',
    '<robot name="r"><link name=""/><link name=""/></robot>',
    *(robot(kind=kind, tool=GOOD, tip_kind="continuous").replace('name="j"', 'name=""') for kind in TYPES),
    *(robot(kind=kind).replace('name="j"', 'name=""').replace('name="t"', 'name=""') for kind in TYPES),
    *(robot(kind=kind).replace('name="j" ', "") for kind in TYPES),
    robot().replace('"arm"', '""'),
    robot().replace('"base"', '""'),
    robot().replace('<parent link="base"/>', '<parent link=""/>'),
    robot().replace('<parent link="base"/>', "<parent/>"),
    robot(arm=GOOD + shape("visual", '<box size="1 1 1"/>').replace("<visual>", '<visual name="">') * 2),
]


@pytest.mark.parametrize("text", EMPTY_NAMES)
def test_empty_names_are_those_of_the_reference(text):
    agree(text)


BEYOND = {
    "a second inertial": (robot(tool=GOOD + inertial("2", "2 0 0 2 0 2")), "2 <inertial> in link 'tool'", 2),
    "a second mass": (robot(tool=GOOD.replace("</inertial>", '<mass value="2"/></inertial>')), "2 <mass>", 2),
    "a second origin": (robot(joint='<origin xyz="1 0 0"/><origin/>'), "2 <origin> in joint 'j'", 1),
    "a second limit": (robot(joint='<limit lower="0" upper="1"/><limit/>'), "2 <limit> in joint 'j'", 1),
    "inertia without ixy": (robot(tool=GOOD.replace('ixy="0"', "")), "'ixy' of <inertia> is missing", 2),
    "inertia with an empty iyz": (robot(tool=GOOD.replace('iyz="0"', 'iyz=""')), "'iyz' of <inertia>", 2),
    "axis without xyz": (robot(joint="<axis/>"), "'xyz' of <axis> is missing", 1),
    "material without name": (
        robot(arm=GOOD + shape("visual", '<box size="1 1 1"/>', "<material/>")),
        "<material> has no name",
        1,
    ),
    "a second material": (
        robot(arm=GOOD + shape("visual", '<box size="1 1 1"/>', red() + red("x", "0 1 0 1"))),
        "2 <material> in visual",
        1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BEYOND)
def test_what_only_the_reference_refuses_is_read_with_one_warning_that_says_how(case, caplog):
    text, told, mass = BEYOND[case]
    with caplog.at_level(logging.WARNING, "gelenk"):
        m = gelenk.MjModel.from_xml_string(text)
    assert isinstance(loaded(mujoco, text), str)
    assert len(caplog.records) == 1 and told in caplog.text
    assert m.body_mass.sum() == mass  # the first of those repeated
    if "material" in case:
        assert tuple(m.geom_rgba[0][:2]) == ((1, 0) if "second" in case else (0.5, 0.5))
