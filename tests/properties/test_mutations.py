"""Broken models: any text gives a model or gelenk.Error with a place; no other exception, no hang."""

import pickle
import random
import re

import numpy as np
import pytest

import gelenk
import scenes
from tests.support.mutate import mutate

PLACE = re.compile(r":\d+:\d+")
BODY = "<mujoco><worldbody>{}</worldbody>{}</mujoco>"
BALL = '<body name="b"><joint name="j"/><geom name="g" size="0.1"/><site name="s"/></body>'

# what is wrong: text of the world, text after it, what the message must name
BROKEN = {
    "malformed": ("<body><geom size='1'></body>", "", "geom"),
    "unclosed": ("<body", "", ""),
    "unknown element": ("<body><gem size='1'/></body>", "", "did you mean 'geom'"),
    "unknown attribute": ("<body><joint dampng='1'/><geom size='1'/></body>", "", "did you mean 'damping'"),
    "unknown keyword": ("<body><joint type='hing'/><geom size='1'/></body>", "", "hinge"),
    "text for a number": ("<body><geom size='big'/></body>", "", "big"),
    "too many numbers": ("<body pos='1 2 3 4'><geom size='1'/></body>", "", "pos"),
    "too few numbers": ("<body pos='1 2'><geom size='1'/></body>", "", "pos"),
    "no size": ("<body><geom/></body>", "", "size"),
    "negative size": ("<body><geom size='-1'/></body>", "", "size"),
    "not a number": ("<body pos='nan 0 0'><geom size='1'/></body>", "", "pos"),
    "no mass": ("<body><joint/></body>", "", "mass"),
    "two free joints": ("<body><freejoint/><freejoint/><geom size='1'/></body>", "", "6 dofs"),
    "a free joint below": (
        "<body><geom size='1'/><body><freejoint/><geom size='1'/></body></body>", "", "free"),
    "a joint in the world": ("<joint/>", "", "joint"),
    "the same name twice": ("<geom name='a' size='1'/><geom name='a' size='1'/>", "", "a"),
    "zero axis": ("<body><joint axis='0 0 0'/><geom size='1'/></body>", "", "axis"),
    "bad range": (
        "<body><joint name='j' range='2 1' limited='true'/><geom size='1'/></body>", "", "range"),
    "two orientations": ("<body quat='1 0 0 0' euler='0 0 1'><geom size='1'/></body>", "", "quat and euler"),
    "unknown class": ("<geom class='none' size='1'/>", "", "none"),
    "unknown material": ("<geom material='none' size='1'/>", "", "none"),
    "actuator of no joint": (BALL, "<actuator><motor joint='no'/></actuator>", "no"),
    "actuator of nothing": (BALL, "<actuator><motor/></actuator>", "actuator"),
    "sensor of no site": (BALL, "<sensor><gyro site='no'/></sensor>", "no"),
    "equality of no body": (BALL, "<equality><weld body1='no'/></equality>", "no"),
    "tendon of no joint": (BALL, "<tendon><fixed><joint joint='no' coef='1'/></fixed></tendon>", "no"),
    "an empty tendon": (BALL, "<tendon><fixed name='t'/></tendon>", "t"),
    "a pair of no geom": (BALL, "<contact><pair geom1='g' geom2='no'/></contact>", "no"),
    "a key of the wrong length": (BALL, "<keyframe><key qpos='1 2 3'/></keyframe>", "qpos"),
    "an include of no file": ("<include file='none.xml'/>", "", "none.xml"),
    "condim": ("<geom size='1' condim='2'/>", "", "condim"),
    "a flag": ("", "<option><flag contact='off'/></option>", "disable"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_an_error_says_where_it_is_and_what_would_be_right(what):
    world, rest, name = BROKEN[what]
    with pytest.raises(gelenk.Error) as caught:
        gelenk.MjModel.from_xml_string(BODY.format(world, rest))
    text = str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert PLACE.search(text), text
    assert name in text, text


def test_an_error_ends_with_the_element_and_its_line_as_programs_expect_it():
    for text, ending in (
        ("<body name='b'><joint/></body>", "Element name 'b', id 1, line 2"),
        ("<body><geom size='1'/><geom size='0'/></body>", "Element name '', id 1, line 2"),
        ("<gem size='1'/>", "Element 'gem', line 2"),
    ):
        with pytest.raises(gelenk.Error) as caught:
            gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>\n{text}</worldbody></mujoco>")
        assert str(caught.value).splitlines()[-1] == ending
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_each_of_several_problems_has_its_place_and_programs_find_the_first():
    """dm_control takes the first number after the word "line" for the line of the error."""
    with pytest.raises(gelenk.Error) as caught:
        gelenk.MjModel.from_xml_string("<mujoco><worldbody>\n<gem/>\n<body nam='b'/></worldbody></mujoco>")
    assert [line.strip().partition("; ")[0] for line in str(caught.value).splitlines()] == [
        "2 problems",
        "<string>:2:1: unknown element <gem> in worldbody",
        "Element 'gem', line 2",
        "<string>:3:1: unknown attribute 'nam' of body",
        "Element 'body', line 3",
    ]
    assert re.search(r"[Ll][Ii][Nn][Ee]\s*[:=]?\s*(\d+)", str(caught.value)).group(1) == "2"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_all_problems_come_in_one_report():
    with pytest.raises(gelenk.Error) as caught:
        gelenk.MjModel.from_xml_string(BODY.format("<geom sze='1'/><joint/><geom size='x'/>", "<sensr/>"))
    assert len(caught.value.problems) >= 3


def outcome(text, assets=None):
    """ "model" or "error"; anything else is an exception that the test reports."""
    try:
        m = gelenk.MjModel.from_xml_string(text, assets)
        result = "model"
        if m.nv < 300 and m.ngeom < 200:
            gelenk.mj_forward(m, gelenk.MjData(m))
    except gelenk.Error as error:
        assert str(error) and (PLACE.search(str(error)) or "XML" in str(error)), str(error)
        result = "error"
    return result


@pytest.mark.parametrize("name", ["arm", "loops"])
def test_mutated_models_load_or_raise_our_error(name):
    rng = random.Random(1)
    source, counts = scenes.text(name).strip(), {"model": 0, "error": 0}
    for _ in range(250):
        text = source
        for _ in range(rng.choice([1, 1, 1, 2, 4])):
            text = mutate(text, rng)
        try:
            counts[outcome(text)] += 1
        except gelenk.Error:
            raise
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error} from\n{text}") from error
    assert min(counts.values()) > 30  # both kinds are seen


def test_what_follows_the_root_is_ignored_with_a_warning(caplog):
    m = gelenk.MjModel.from_xml_string("<mujoco/><mujoco/>")
    assert m.nbody == 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_bytes_that_are_no_text_raise_our_error():
    rng = np.random.default_rng(0)
    for n in (0, 1, 10, 1000):
        for _ in range(10):
            with pytest.raises(gelenk.Error):
                gelenk.MjModel.from_xml_string(rng.integers(0, 256, n, np.uint8).tobytes())
    for text in (
        "",
        " ",
        "<",
        "<a",
        "<mujoco",
        "</mujoco>",
        "mujoco",
        "\ufeff",
        "<robots/>",
    ):
        with pytest.raises(gelenk.Error):
            gelenk.MjModel.from_xml_string(text)


def test_depth_counts_and_entities_are_bounded():
    deep = "<body>" * 3000 + "</body>" * 3000
    bomb = '<!DOCTYPE m [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><mujoco model="&b;"/>'
    for text in (BODY.format(deep, ""), bomb):
        with pytest.raises(gelenk.Error):
            gelenk.MjModel.from_xml_string(text)
    for size in (
        "<size memory='1e9T'/>",
        "<size nuserdata='-5'/>",
        "<size nuserdata='99999999999999'/>",
        "<size nkey='2147483647'/>",
    ):
        with pytest.raises(gelenk.Error):
            gelenk.MjModel.from_xml_string(f"<mujoco>{size}</mujoco>")
