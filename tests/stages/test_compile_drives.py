"""Compiling tendons, actuators, sensors, relations, keyframes, custom fields and materials into columns."""

import math

import numpy as np
import pytest

import gelenk.tables.enums as enums
from gelenk.errors import Error
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.compile import build_columns
from gelenk.modeling.spec.spec import MjSpec
from tests.support.tolerance import tol

NAN = math.nan


def member(name):
    """The enum member of a name such as 'mjTRN_JOINT'."""
    types = (
        value for value in vars(enums).values() if isinstance(value, type) and hasattr(value, "__members__")
    )
    return next(kind.__members__[name] for kind in types if name in kind.__members__)


def arm():
    """A free body 'a', and two links 'b', 'c' with hinge 'b1', slide 'c1' (range -1 3) and ball 'c2'."""
    spec = MjSpec()
    spec.worldbody.add_geom(name="floor", type=member("mjGEOM_PLANE"), size=[1, 1, 1])
    a = spec.worldbody.add_body(name="a", pos=[1, 2, 3])
    a.add_freejoint(name="a1")
    b = spec.worldbody.add_body(name="b")
    b.add_joint(name="b1")
    c = b.add_body(name="c")
    c.add_joint(name="c1", type=member("mjJNT_SLIDE"), range=[-1, 3])
    c.add_joint(name="c2", type=member("mjJNT_BALL"))
    for body in (a, b, c):
        body.add_geom(name=f"{body.name}g", size=[0.1, 0, 0])
        body.add_site(name=f"{body.name}s")
    return spec


def columns(spec):
    build = Build(spec)
    build_columns(build)
    arrays = build.arrays.items()
    return {
        name: np.array(column) if type(column) is list else column for name, column in arrays
    } | build.sizes


def actuator(spec, target="b1", trntype="mjTRN_JOINT", **values):
    for name in ("dyntype", "gaintype", "biastype"):
        if name in values:
            values[name] = member(values[name])
    return spec.add_actuator(target=target, trntype=member(trntype), **values)


def refused(spec, *words):
    with pytest.raises(Error) as caught:
        columns(spec)
    for word in words:
        assert word in str(caught.value)


# tendons


def test_a_fixed_tendon_lists_its_joints_with_coefficients():
    spec = arm()
    tendon = spec.add_tendon(name="t")
    tendon.wrap_joint("c1", 2)
    tendon.wrap_joint("b1", -1)
    m = columns(spec)
    assert m["wrap_objid"].tolist() == [2, 1] and m["wrap_prm"].tolist() == [2, -1]
    assert m["tendon_num"].tolist() == [2] and m["nwrap"] == 2


def test_a_tendon_knows_the_trees_it_acts_on_in_order():
    spec = arm()
    for names in (("b1", "a1"), ("c1", "b1")):
        tendon = spec.add_tendon()
        for name in names:
            tendon.wrap_joint(name, 1)
    m = columns(spec)
    assert m["tendon_treenum"].tolist() == [2, 1]
    assert m["tendon_treeid"].tolist() == [[1, 0], [1, -1]]


def strung(spec, *path, **values):
    """A spatial tendon along site names, (geom, side site) pairs and divisors."""
    tendon = spec.add_tendon(name="t", **values)
    for part in path:
        if isinstance(part, str):
            tendon.wrap_site(part)
        elif isinstance(part, tuple):
            tendon.wrap_geom(*part)
        else:
            tendon.wrap_pulley(part)
    return spec


def test_a_path_stores_types_ids_side_sites_and_divisors():
    m = columns(strung(arm(), "as", ("bg", ""), "bs", ("cg", "as"), "cs", 2.5, "cs", "as"))
    names = ("SITE", "SPHERE", "SITE", "SPHERE", "SITE", "PULLEY", "SITE", "SITE")
    assert m["wrap_type"].tolist() == [int(member("mjWRAP_" + name)) for name in names]
    assert m["wrap_objid"].tolist() == [0, 2, 1, 3, 2, -1, 2, 0]
    assert m["wrap_prm"].tolist() == [0, -1, 0, 0, 0, 2.5, 0, 0]
    assert m["tendon_treeid"].tolist() == [[0, 1]] and m["nwrap"] == 8


def test_armature_of_a_path_couples_the_dofs_of_its_bodies():
    assert list(columns(strung(arm(), "as", "bs"))["body_simple"]) == [1, 1, 0, 0]
    assert list(columns(strung(arm(), "as", "bs", armature=1))["body_simple"]) == [1, 0, 0, 0]


@pytest.mark.parametrize("path, words", [
    (("as",), "at least two objects"),
    (("as", "as"), "site 'as' is repeated"),
    ((("bg", ""), "as"), "geom at pos 0 not bracketed by sites"),
    (("as", ("bg", "")), "geom at pos 1 not bracketed by sites"),
    (("as", ("bg", ""), ("cg", ""), "bs"), "geom at pos 1 not bracketed by sites"),
    (("as", ("bg", ""), 2.0, "as", "bs"), "geom at pos 1 not bracketed by sites"),
    (("as", ("floor", ""), "bs"), "not sphere or cylinder"),
    (("as", ("bg", "zz"), "bs"), "site 'zz' not found"),
    (("as", ("zz", ""), "bs"), "geom 'zz' not found"),
    (("as", "zz"), "site 'zz' not found"),
    (("as", "bs", 2.0), "path ends with pulley"),
    (("as", "bs", 2.0, 3.0, "as", "bs"), "consecutive pulleys (pos 3)"),
    (("as", 2.0, "as", "bs"), "site 0 needs a neighbor"),
    (("as", "bs", -2.0, "as", "bs"), "negative divisor"),
])  # fmt: skip
def test_a_wrong_path_is_refused(path, words):
    refused(strung(arm(), *path), words)


def test_armature_refuses_geoms_and_negative_values():
    refused(strung(arm(), "as", ("bg", ""), "bs", armature=1), "geom wrapping not supported")
    refused(strung(arm(), "as", "bs", armature=-1), "armature cannot be negative")


def test_a_path_of_joints_and_sites_is_refused():
    spec = strung(arm(), "as", "bs")
    spec.tendons[0].wrap_joint("b1", 1)
    refused(spec, "mixes joints with places")


def test_equal_tendon_lengths_compile():
    spec = strung(arm(), "as", "bs")
    spec.add_tendon(name="u").wrap_joint("b1", 1)
    equality(spec, "TENDON", "u", "t", "TENDON", data=[0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    m = columns(spec)
    assert (m["eq_obj1id"], m["eq_obj2id"]) == ([1], [0]) and m["eq_data"][0, 1] == 3


@pytest.mark.parametrize("limited, range_, expected", [
    ("AUTO", (0, 1), 1), ("AUTO", (0, 0), 0), ("AUTO", (1, 0), 0), ("FALSE", (0, 1), 0), ("TRUE", (0, 1), 1),
])  # fmt: skip
def test_automatic_limits_follow_the_range(limited, range_, expected):
    spec = arm()
    spec.add_tendon(limited=member("mjLIMITED_" + limited), range=range_).wrap_joint("b1", 1)
    assert columns(spec)["tendon_limited"].tolist() == [expected]


def test_a_range_without_limited_is_refused_when_limits_are_not_automatic():
    spec = arm()
    spec.joint("c1").range = [0, 0]
    spec.compiler.autolimits = False
    spec.add_tendon(name="t", range=[0, 1]).wrap_joint("b1", 1)
    refused(spec, "tendon has 'range' but not 'limited'", "autolimits")


def test_an_empty_path_and_an_unknown_joint_are_refused():
    spec = arm()
    spec.add_tendon(name="t")
    refused(spec, "'t'", "path cannot be empty")
    spec = arm()
    spec.add_tendon(name="t").wrap_joint("b11", 1)
    refused(spec, "joint 'b11' not found", "did you mean 'b1'?")


# actuators


@pytest.mark.parametrize("kind, target, attribute, expected", [
    ("JOINT", "c1", {}, [2, -1]), ("JOINTINPARENT", "c2", {}, [3, -1]), ("BODY", "c", {}, [3, -1]),
    ("SITE", "bs", {}, [1, -1]), ("SITE", "bs", {"refsite": "as"}, [1, 0]),
    ("SLIDERCRANK", "bs", {"slidersite": "cs", "cranklength": 1}, [1, 2]), ("TENDON", "t", {}, [0, -1]),
])  # fmt: skip
def test_every_transmission_finds_its_target(kind, target, attribute, expected):
    spec = arm()
    spec.add_tendon(name="t").wrap_joint("b1", 1)
    actuator(spec, target, "mjTRN_" + kind, **attribute)
    assert columns(spec)["actuator_trnid"].tolist() == [expected]


def test_activations_are_numbered_over_stateful_actuators():
    spec = arm()
    actuator(spec, dyntype="mjDYN_INTEGRATOR")
    actuator(spec)
    actuator(spec, dyntype="mjDYN_USER", actdim=3)
    actuator(spec, dyntype="mjDYN_FILTER")
    m = columns(spec)
    assert m["actuator_actadr"].tolist() == [0, -1, 1, 4]
    assert m["actuator_actnum"].tolist() == [1, 0, 3, 1] and m["na"] == 5


# force = control - length
SERVO = {"biastype": "mjBIAS_AFFINE", "gainprm": [1] + [0] * 9, "biasprm": [0, -1] + [0] * 8}


def test_an_inherited_range_is_the_targets_scaled_about_its_middle():
    spec = arm()
    actuator(spec, "c1", inheritrange=0.5, **SERVO)
    actuator(spec, "c1", inheritrange=2, dyntype="mjDYN_INTEGRATOR", **SERVO)
    actuator(spec, "c1", inheritrange=2)  # no servo: 3.5.0 takes no range for it
    m = columns(spec)
    assert m["actuator_ctrlrange"].tolist() == [[0, 2], [0, 0], [0, 0]]
    assert m["actuator_actrange"].tolist() == [[0, 0], [-3, 5], [0, 0]]
    assert m["actuator_ctrllimited"].tolist() == [1, 0, 0] and m["actuator_actlimited"].tolist() == [0, 1, 0]


@pytest.mark.parametrize("values, words", [
    ({"target": ""}, "missing transmission target"),
    ({"target": "b9"}, "unknown transmission target 'b9' for actuator id = 0"),
    ({"target": "b1", "inheritrange": 1, **SERVO}, "target 'b1' has no range"),
    ({"target": "c2", "inheritrange": 1, **SERVO}, "hinge and slide"),
    ({"ctrllimited": 1}, "invalid ctrlrange"),
    ({"actrange": (0, 1)}, "dyntype is 'none'"),
    ({"actdim": 2}, "actdim > 1"),
    ({"dyntype": "mjDYN_FILTER", "actdim": 0}, "invalid actdim 0"),
    ({"delay": 0.1}, "without a history buffer"),
    ({"nsample": -1, "delay": 0.1}, "without a history buffer"),
    ({"gaintype": "mjGAIN_MUSCLE"}, "required in muscle"),
    ({"trntype": "mjTRN_SLIDERCRANK", "target": "bs", "slidersite": "cs"}, "crank length must be positive"),
    ({"trntype": "mjTRN_SLIDERCRANK", "target": "bs", "cranklength": 1}, "missing base site"),
])  # fmt: skip
def test_an_inconsistent_actuator_is_refused(values, words):
    spec = arm()
    actuator(spec, **values)
    refused(spec, words)


def test_user_data_make_the_table_as_wide_as_the_longest():
    spec = arm()
    actuator(spec, userdata=[1, 2, 3])
    actuator(spec, userdata=[4])
    m = columns(spec)
    assert m["nuser_actuator"] == 3 and m["actuator_user"].tolist() == [[1, 2, 3], [4, 0, 0]]
    spec.nuser_actuator = 2
    refused(spec, "user has 3 values", "nuser_actuator = 2")


# sensors


def sensor(spec, kind, objtype="UNKNOWN", name="", **values):
    return spec.add_sensor(
        type=member("mjSENS_" + kind), objtype=member("mjOBJ_" + objtype), objname=name, **values
    )


def test_sensordata_are_laid_out_in_order():
    spec = arm()
    sensor(spec, "GYRO", "SITE", "as")
    sensor(spec, "JOINTPOS", "JOINT", "b1")
    sensor(spec, "FRAMEQUAT", "XBODY", "c", reftype=member("mjOBJ_GEOM"), refname="ag")
    sensor(spec, "USER", dim=5)
    m = columns(spec)
    assert m["sensor_dim"].tolist() == [3, 1, 4, 5] and m["sensor_adr"].tolist() == [0, 3, 4, 8]
    assert m["nsensordata"] == 13
    assert m["sensor_objid"].tolist() == [0, 1, 3, -1] and m["sensor_refid"].tolist() == [-1, -1, 1, -1]
    assert m["sensor_needstage"].tolist() == [2, 1, 1, 3]


@pytest.mark.parametrize("kind, objtype, name, values, words", [
    ("JOINTPOS", "JOINT", "c2", {}, "must be slide or hinge"),
    ("BALLQUAT", "JOINT", "c1", {}, "must be ball"),
    ("JOINTLIMITPOS", "JOINT", "b1", {}, "must be limited"),
    ("FRAMEPOS", "JOINT", "b1", {}, "(x)body, geom, site or camera"),
    ("FRAMEPOS", "SITE", "zz", {}, "unrecognized name 'zz'"),
    ("FRAMEQUAT", "SITE", "as", {"cutoff": 1}, "cutoff applied to axis or quaternion"),
    ("GYRO", "BODY", "a", {}, "must be attached to site"),
    ("CLOCK", "UNKNOWN", "", {"noise": -1}, "negative noise"),
    ("CLOCK", "UNKNOWN", "", {"interval": (0.1, 0.2)}, "positive phase"),
    ("USER", "UNKNOWN", "", {"dim": 3, "datatype": 3}, "requires dim=4"),
    ("RANGEFINDER", "BODY", "a", {"intprm": (1, 0, 0)}, "must be attached to site or camera"),
    ("RANGEFINDER", "SITE", "as", {}, "must be positive, got 0"),
    ("CONTACT", "JOINT", "b1", {"intprm": (1, 0, 1)}, "must be (x)body, geom or site"),
    ("CONTACT", "BODY", "a", {"intprm": (512, 0, 1)}, "must have at least one bit set"),
    ("CONTACT", "BODY", "a", {"intprm": (1, 4, 1)}, "unknown reduction criterion. got 4"),
    ("CONTACT", "BODY", "a", {"intprm": (1, 0, 0)}, "must be positive in sensor"),
    ("CONTACT", "BODY", "a", {"intprm": (127, 0, 1 << 30)}, "more than"),
    ("CAMPROJECTION", "SITE", "as", {}, "must be given camera"),
    ("INSIDESITE", "GEOM", "ag", {}, "must be given site"),
    ("GEOMDIST", "GEOM", "ag", {}, "must be given body or geom"),
    ("GEOMDIST", "GEOM", "ag", {"reftype": 5, "refname": "ag"}, "must be different"),
])  # fmt: skip
def test_a_sensor_of_the_wrong_thing_is_refused(kind, objtype, name, values, words):
    spec = arm()
    sensor(spec, kind, objtype, name, **values)
    refused(spec, words)


# relations


def test_pairs_and_excludes_are_sorted_by_signature():
    spec = arm()
    spec.add_pair(name="p", geomname1="cg", geomname2="bg")
    spec.add_pair(name="q", geomname1="bg", geomname2="floor")
    spec.add_exclude(bodyname1="c", bodyname2="a")
    spec.add_exclude(bodyname1="world", bodyname2="b")
    build = Build(spec)
    build_columns(build)
    m = build.arrays
    assert m["pair_signature"] == [2, (2 << 16) + 3]
    assert m["pair_geom1"].tolist() == [0, 2] and m["pair_geom2"].tolist() == [2, 3]
    assert m["exclude_signature"] == [2, (1 << 16) + 3]
    assert build.names[int(member("mjOBJ_PAIR"))] == ["q", "p"]


def test_undefined_parameters_of_a_pair_are_those_of_its_geoms_combined():
    spec = arm()
    ag, bg = spec.geom("ag"), spec.geom("bg")
    ag.friction, bg.friction = [0.5, 0.1, 0.02], [0.2, 0.3, 0.01]
    ag.solmix, bg.solmix = 1, 3
    ag.solimp = [0.8, 0.9, 0.1, 0.5, 2]
    bg.solimp = [0.4, 0.7, 0.1, 0.5, 2]
    ag.margin = 0.1
    spec.add_pair(geomname1="ag", geomname2="bg", friction=[NAN] * 5, solimp=[NAN] * 5, margin=NAN)
    m = columns(spec)
    assert m["pair_friction"].tolist() == [[0.5, 0.5, 0.3, 0.02, 0.02]]
    np.testing.assert_allclose(m["pair_solimp"][0], [0.5, 0.75, 0.1, 0.5, 2], rtol=tol(1e-15))
    assert m["pair_margin"].tolist() == [0.1]
    bg.priority = 1
    assert columns(spec)["pair_friction"].tolist() == [[0.2, 0.2, 0.3, 0.01, 0.01]]


def equality(spec, kind, name1, name2="", objtype="BODY", **values):
    return spec.add_equality(
        type=member("mjEQ_" + kind), name1=name1, name2=name2, objtype=member("mjOBJ_" + objtype), **values
    )


def test_a_missing_second_object_is_the_world_or_none():
    spec = arm()
    equality(spec, "WELD", "a")
    equality(spec, "JOINT", "b1", objtype="JOINT")
    equality(spec, "CONNECT", "as", "bs", "SITE")
    m = columns(spec)
    assert m["eq_obj1id"].tolist() == [1, 1, 0] and m["eq_obj2id"].tolist() == [0, -1, 1]


def test_a_welds_quaternion_gets_unit_length():
    spec = arm()
    equality(spec, "WELD", "a", data=[0, 0, 0, 1, 2, 3, 3, 0, 4, 0, 1])
    assert columns(spec)["eq_data"].tolist() == [[0, 0, 0, 1, 2, 3, 0.6, 0, 0.8, 0, 1]]


@pytest.mark.parametrize("kind, name1, name2, objtype, words", [
    ("CONNECT", "zz", "", "BODY", "unknown element 'zz'"),
    ("CONNECT", "a", "a", "BODY", "'a' is repeated"),
    ("JOINT", "c2", "", "JOINT", "must be hinge or slide"),
    ("WELD", "ag", "bg", "GEOM", "only sites and bodies"),
    ("TENDON", "t", "", "TENDON", "unknown element 't'"),
])  # fmt: skip
def test_a_wrong_equality_is_refused(kind, name1, name2, objtype, words):
    spec = arm()
    equality(spec, kind, name1, name2, objtype)
    refused(spec, words)


# keyframes and custom fields


def test_a_keyframe_completes_what_it_leaves_out():
    spec = arm()
    spec.worldbody.add_body(name="m", mocap=True, pos=[4, 5, 6], quat=[0, 2, 0, 0])
    actuator(spec)
    spec.add_key(name="k", qpos=[9, 8, 7, 0, 0, 3, 0, 0.5], ctrl=[2], time=1.5)
    spec.nkey = 2
    m = columns(spec)
    assert m["key_qpos"][0].tolist() == [9, 8, 7, 0, 0, 1, 0, 0.5, 0, 1, 0, 0, 0]  # the ball's null rotation
    assert m["key_qpos"][1].tolist() == [1, 2, 3, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert m["key_ctrl"].tolist() == [[2], [0]] and m["key_time"].tolist() == [1.5, 0]
    assert m["key_mpos"].tolist() == [[4, 5, 6]] * 2 and m["key_mquat"].tolist() == [[0, 1, 0, 0]] * 2


def test_a_keyframe_that_is_too_long_is_refused():
    spec = arm()
    spec.add_key(name="k", qvel=[0] * 12)
    refused(spec, "keyframe 'k': invalid qvel size, expected 11, got 12")


def test_custom_fields_follow_each_other():
    spec = arm()
    spec.add_numeric(name="n", size=3, data=[1, 2])
    spec.add_numeric(name="o", size=1, data=[4])
    spec.add_text(name="t", data="ab")
    spec.add_text(name="u", data="é")
    spec.add_tuple(name="v", objtype=[int(member("mjOBJ_BODY")), int(member("mjOBJ_NUMERIC"))],
                   objname=["c", "o"], objprm=[0.5, 0])  # fmt: skip
    m = columns(spec)
    assert m["numeric_data"].tolist() == [1, 2, 0, 4] and m["numeric_adr"].tolist() == [0, 3]
    assert bytes(m["text_data"]) == "ab\0é\0".encode() and m["text_adr"].tolist() == [0, 3]
    assert m["tuple_objid"].tolist() == [3, 1] and m["tuple_objprm"].tolist() == [0.5, 0]


def test_counts_that_no_machine_could_hold_are_refused():
    spec = arm()
    spec.nkey = 10**9
    refused(spec, "1000000000 keyframes")
    spec = arm()
    sensor(spec, "USER", dim=2**31 - 1)
    refused(spec, "user sensor would take")


# textures and materials


def test_a_material_refers_to_textures_by_role():
    spec = arm()
    spec.add_texture(name="x", type=member("mjTEXTURE_CUBE"), builtin=member("mjBUILTIN_FLAT"), width=2)
    spec.add_texture(
        name="y", type=member("mjTEXTURE_2D"), builtin=member("mjBUILTIN_CHECKER"), width=4, height=2
    )
    material = spec.add_material(name="m")
    material.textures[int(member("mjTEXROLE_NORMAL"))] = "y"
    m = columns(spec)
    assert m["tex_adr"].tolist() == [0, 2 * 12 * 3] and m["ntexdata"] == 72 + 24
    assert m["tex_height"].tolist() == [12, 2]
    expected = np.full(10, -1)
    expected[5] = 1
    assert m["mat_texid"].tolist() == [expected.tolist()]
    spec.compiler.discardvisual = True
    assert columns(spec)["nmat"] == 0


@pytest.mark.parametrize("values, words", [
    ({"name": ""}, "empty name"), ({"width": 0}, "Invalid width"), ({"width": 100000}, "allocate"),
    ({"nchannel": 0}, "invalid number of channels"), ({"builtin": 0}, "neither file, nor builtin"),
    ({"builtin": 0, "file": "a.png"}, "cannot find the file"),
])  # fmt: skip
def test_a_texture_without_pixels_is_refused(values, words):
    spec = arm()
    spec.add_texture(**{"name": "t", "type": member("mjTEXTURE_CUBE"), "builtin": member("mjBUILTIN_FLAT"),
                        "width": 2, **values})  # fmt: skip
    refused(spec, words)


def test_an_integer_that_does_not_fit_is_refused():
    spec = arm()
    spec.add_tendon(name="t", group=2**40).wrap_joint("b1", 1)
    refused(spec, "group = 1099511627776")
