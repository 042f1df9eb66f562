"""Nodes against the schema: every problem is found, placed, named, and given a remedy."""

import pickle
import traceback

import pytest

from gelenk.errors import Error, Problem
from gelenk.modeling.mjcf.read import from_string


def problems(text):
    with pytest.raises(Error) as caught:
        from_string(text)
    return [str(problem) for problem in caught.value.problems]


def in_world(text):
    return f"<mujoco><worldbody>\n{text}</worldbody></mujoco>"


@pytest.mark.parametrize(
    "text, expected",
    [
        (
            '<body><joint name="knee" dampng="1"/></body>',
            "<string>:2:7: unknown attribute 'dampng' of joint 'knee'; did you mean 'damping'?",
        ),
        ("<gem/>", "<string>:2:1: unknown element <gem> in worldbody; did you mean 'geom'?"),
        (
            '<geom type="sphre"/>',
            "<string>:2:1: attribute 'type' of geom has the invalid keyword 'sphre'; did you mean 'sphere'?",
        ),
        ('<geom size="1 2 x"/>', "<string>:2:1: attribute 'size' of geom has 'x' where a number should be"),
        (
            '<geom size="1 2 3 4"/>',
            "<string>:2:1: attribute 'size' of geom has too much data: 4 values; it is real(0 to 3)",
        ),
        (
            '<geom pos="1 2"/>',
            "<string>:2:1: attribute 'pos' of geom has not enough data: 2 values; it is real(3)",
        ),
        (
            '<geom contype="1.5"/>',
            "<string>:2:1: attribute 'contype' of geom has '1.5' where an integer should be",
        ),
        (
            '<geom contype="4294967296"/>',
            "<string>:2:1: attribute 'contype' of geom has the integer 4294967296, which is too large; the largest "
            "is 2147483647",
        ),
        (
            '<geom margin="1e999"/>',
            "<string>:2:1: attribute 'margin' of geom has the number 1e999, which is too large; the largest is "
            "about 1.8e308",
        ),
        (
            '<geom name="g" pos="0 nan 0"/>',
            "<string>:2:1: attribute 'pos' of geom 'g' is not a number; nan cannot be meant here",
        ),
        (
            '<body><inertial pos="0 0 0"/></body>',
            "<string>:2:7: required attribute 'mass' of inertial is missing",
        ),
        (
            '<geom quat="1 0 0 0" euler="0 0 1"/>',
            "<string>:2:1: geom has quat and euler of quat, axisangle, xyaxes, zaxis, euler; give at most one",
        ),
        (
            '<body name="b"><inertial pos="0 0 0" mass="1"/><inertial pos="0 0 0" mass="1"/></body>',
            "<string>:2:1: body 'b' has 2 elements <inertial>, at <string>:2:16, <string>:2:48; it may have one",
        ),
        (
            "<joint/>",
            "<string>:2:1: unknown element <joint> in worldbody; it may have attach, body, camera, composite, "
            "flexcomp, frame, geom, light, plugin, replicate, site",
        ),
        ('<frame><joint name="j"/></frame>', "<string>:2:8: the world body cannot have joints, in joint 'j'"),
        ('<geom class="red"/>', "<string>:2:1: unknown default class name 'red', in geom"),
        (
            '<body childclass="man"/>',
            "<string>:2:1: unknown default class name 'man', in body; did you mean 'main'?",
        ),
        (
            '<site name="a"/><geom name="a"/><geom name="a"/>',
            "<string>:2:33: repeated name 'a', in geom 'a'; the first is at <string>:2:17",
        ),
        (
            '<body name="world"/>',
            "<string>:2:1: repeated name 'world', in body 'world'; the first is at <string>:1:9",
        ),
        ('<geom quat="0 0 0 0"/>', "<string>:2:1: zero quaternion is not allowed, in geom"),
    ],
)
def test_a_problem_says_where_what_and_what_would_be_right(text, expected):
    assert problems(in_world(text)) == [expected]


def test_all_problems_of_a_model_are_in_one_report():
    with pytest.raises(Error) as caught:
        from_string("""<mujoco>
          <option timestep="fast"/>
          <default><geom colour="1 0 0 1"/></default>
          <worldbody><body><geom tpe="box"/></body></worldbody>
          <actuator><motr joint="j"/></actuator>
        </mujoco>""")
    text = str(caught.value)
    assert len(caught.value.problems) == 4 and text.startswith("4 problems\n")
    assert [problem.where for problem in caught.value.problems] == [
        "<string>:2:11",
        "<string>:3:20",
        "<string>:4:28",
        "<string>:5:21",
    ]
    for hint in ("'type'", "'motor'"):
        assert f"did you mean {hint}" in text


def test_problems_of_meaning_are_reported_together_too():
    found = problems("""<mujoco><default><default/></default>
      <worldbody><geom class="x"/><geom name="a"/><geom name="a"/></worldbody>
      <actuator><position joint="j" kv="1" dampratio="1"/></actuator></mujoco>""")
    assert [problem.split(": ")[1].split(",")[0] for problem in found] == [
        "empty class name",
        "unknown default class name 'x'",
        "repeated name 'a'",
        "kv and dampratio cannot both be defined",
    ]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("<default class='other'/>", "the top-level defaults class is 'main' and cannot be renamed"),
        ("<default><default/></default>", "empty class name"),
        (
            "<default><default class='a'/><default class='a'/></default>",
            "repeated name 'a' of a defaults class",
        ),
        ("<default><default class='main'/></default>", "repeated name 'main' of a defaults class"),
        ("<compiler eulerseq='xy'/>", "eulerseq must have length 3"),
        ("<compiler coordinate='global'/>", "global coordinates are no longer supported"),
        ("<option actuatorgroupdisable='31'/>", "disabled actuator group 31 must be in the range 0 to 30"),
        ("<size memory='lots'/>", "memory must be a number of bytes with an optional unit"),
        ("<size nuserdata='-1'/>", "nuserdata must be >= 0"),
        ("<statistic extent='0'/>", "extent must be strictly positive"),
        ("<custom><text name='t' data=''/></custom>", "text field cannot be empty"),
        ("<custom><numeric name='n' size='1' data='1 2'/></custom>", "has too much data"),
        ("<custom><numeric name='n' size='501'/></custom>", "from 1 to 500"),
        ("<equality><connect body1='a'/></equality>", "either both body1 and anchor must be defined"),
        ("<equality><weld body1='a' site2='b'/></equality>", "body and site semantics cannot be mixed"),
        ("<actuator><motor joint='a' tendon='b'/></actuator>", "give at most one"),
        (
            "<actuator><motor joint='a' refsite='b'/></actuator>",
            "refsite can only be used with site transmission",
        ),
        (
            "<actuator><damper joint='a' ctrlrange='-1 1'/></actuator>",
            "damper control range cannot be negative",
        ),
        (
            "<actuator><position joint='a' ctrlrange='0 1' inheritrange='1'/></actuator>",
            "ctrlrange and inheritrange cannot both be defined",
        ),
        (
            "<sensor><framepos objtype='body' objname='a' refname='b'/></sensor>",
            "refname is given, but reftype is missing",
        ),
        ("<asset><texture name='t' gridsize='2 2' gridlayout='RL'/></asset>", "gridlayout has 2 characters"),
    ],
)
def test_rules_of_single_elements(text, expected):
    found = problems(f"<mujoco>\n{text}</mujoco>")
    assert len(found) == 1 and expected in found[0] and found[0].startswith("<string>:2:")


def test_nan_is_taken_where_it_means_undefined_or_is_the_users():
    spec = from_string(in_world('<geom mass="nan" fromto="nan 0 0 0 0 0" user="nan"/>'))
    assert spec.geoms[0].mass != spec.geoms[0].mass


def test_an_error_is_a_value_error_by_name_too():
    with pytest.raises(ValueError) as caught:
        from_string("<mujoco><foo/></mujoco>")
    assert type(caught.value) is Error and type(caught.value).__name__ == "ValueError"
    assert traceback.format_exception_only(caught.value)[0].startswith("gelenk.errors.Error: ")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is Error and str(copy) == str(caught.value)


def test_long_reports_are_cut():
    error = Error(problems=[Problem(f"problem {i}", "a.xml:1:1") for i in range(30)])
    assert str(error).count("\n") == 21 and str(error).endswith("and 10 more")


@pytest.mark.parametrize(
    "text",
    [
        "<gem/>" * 10**5,
        '<geom size="1 x"/>' * 10**5,
        f'<geom {"x" * 10**6}="1"/>',
        f'<geom type="{"x" * 10**6}"/>',
        f'<geom size="{"1" * 10**6}"/>',
        f'<geom contype="{"1" * 10**6}"/>',
        f"<{'x' * 10**6}/>",
    ],
)
@pytest.mark.timeout(60)
def test_hostile_sizes_take_no_hostile_time_or_text(text):
    with pytest.raises(Error) as caught:
        from_string(in_world(text))
    assert len(str(caught.value)) < 5000
