"""The spec as users build and change it from Python."""

import gc

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.modeling.spec.copy import copy_spec
from gelenk.modeling.spec.element_classes import MjsGeom
from gelenk.modeling.spec.spec import MjSpec
from gelenk.tables.enums import mjtBias, mjtDyn, mjtGeom, mjtJoint, mjtOrientation
from tests.support.spec_compare import spec_differences


def build(spec):
    """The same edits for the reference and for us."""
    body = spec.worldbody.add_body(name="b", pos=[1, 2, 3], euler=[10, 20, 30])
    body.add_geom(name="g", type=6, size=[1, 2, 3], rgba=[1, 0, 0, 1])
    body.add_freejoint()
    child = body.add_body(name="c", mass=3, ipos=[0, 0, 1])
    child.add_joint(name="j", axis=[1, 0, 0], range=[-1, 1])
    frame = child.add_frame(name="f", pos=[0, 0, 1])
    frame.add_site(name="s", size=[1, 1, 1])
    frame.add_body(name="d")
    child.add_camera(fovy=30)
    child.add_light(diffuse=[1, 1, 1])
    red = spec.add_default("red", spec.default)
    red.geom.rgba = [1, 0, 0, 1]
    spec.worldbody.add_geom(red, size=[5, 0, 0])
    spec.add_sensor(name="q", objname="s", cutoff=3)
    spec.add_key(name="k", qpos=[1, 2])
    spec.add_material(name="m").textures[1] = "t"
    spec.add_actuator(name="a", target="j", gear=[2, 0, 0, 0, 0, 0]).set_to_position(kp=5, dampratio=1)
    spec.add_numeric(name="n", data=[1, 2, 3], size=3)
    spec.option.timestep = 0.1
    spec.visual.rgba.fog = [1, 1, 1, 1]
    return spec


def test_edits_give_the_same_spec_as_in_the_reference():
    assert spec_differences(build(mujoco.MjSpec()), build(MjSpec())) == []


def test_lists_and_finders_follow_the_tree():
    spec = build(MjSpec())
    assert [body.name for body in spec.bodies] == ["world", "b", "c", "d"]
    assert [geom.name for geom in spec.geoms] == ["", "g"]
    assert spec.geom("g").parent is spec.body("b") and spec.geom("none") is None
    assert spec.site("s").frame is spec.frame("f") and spec.body("d").frame is spec.frame("f")
    assert spec.body("b").find_child("d") is spec.body("d") and spec.body("d").parent is spec.body("c")
    assert spec.actuators[0].id == 0 and spec.geoms[0].where == ""


def test_arrays_are_live_and_keep_their_identity():
    geom = MjSpec().worldbody.add_geom()
    size = geom.size
    geom.size = [1, 2, 3]
    assert size is geom.size and size.tolist() == [1, 2, 3]
    size[0] = 9
    assert geom.size[0] == 9
    other = MjSpec().worldbody.add_geom()
    assert other.size[0] == 0 and MjsGeom._fresh["size"][0] == 0


def test_elements_do_not_share_what_their_class_gave_them():
    spec = MjSpec()
    spec.default.geom.userdata = [1, 2]
    spec.default.geom.alt.type = mjtOrientation.mjORIENTATION_EULER
    one, two = spec.worldbody.add_geom(), spec.worldbody.add_geom()
    one.userdata[0], one.alt.euler[0] = 9, 5
    one.alt.type = mjtOrientation.mjORIENTATION_ZAXIS
    assert two.userdata[0] == 1 and two.alt.euler[0] == 0
    assert two.alt.type == mjtOrientation.mjORIENTATION_EULER
    spec.add_material(name="m").textures[0] = "x"
    assert spec.add_material(name="n").textures[0] == ""


def test_later_changes_of_a_class_reach_neither_elements_nor_derived_classes():
    spec = MjSpec()
    geom, red = spec.worldbody.add_geom(), spec.add_default("red")
    spec.default.geom.size = [7, 7, 7]
    assert geom.size[0] == 0 and red.geom.size[0] == 0 and spec.worldbody.add_geom(red).size[0] == 0
    assert spec.worldbody.add_geom().size[0] == 7


@pytest.mark.parametrize(
    "name, value",
    [
        ("friction", [1, 2]),
        ("size", 1),
        ("size", "1 2 3"),
        ("size", None),
        ("condim", 3.5),
        ("condim", "3"),
        ("mass", "heavy"),
        ("mass", None),
        ("name", 3),
        ("type", "box"),
        ("userdata", "abc"),
        ("type", None),
        ("material", None),
    ],
)
def test_a_wrong_type_or_shape_is_a_type_error_that_names_the_attribute(name, value):
    geom = MjSpec().worldbody.add_geom()
    with pytest.raises(TypeError) as caught:
        setattr(geom, name, value)
    assert name in str(caught.value) or "mjtGeom" in str(caught.value)
    if value is not None:  # None means 'not given' to the add functions
        short = isinstance(value, (list, tuple))  # too few numbers are a ValueError there, as in 3.5.0
        with pytest.raises(ValueError if short else TypeError):
            MjSpec().worldbody.add_geom(**{name: value})


def test_an_unknown_attribute_is_an_error_with_a_hint():
    geom = MjSpec().worldbody.add_geom()
    with pytest.raises(AttributeError, match="MjsGeom has no attribute 'frction'; did you mean 'friction'"):
        geom.frction = [1, 1, 1]
    with pytest.raises(TypeError, match="no attribute 'colour'"):
        MjSpec().worldbody.add_geom(colour=[1, 0, 0, 1])
    with pytest.raises(ValueError, match="Invalid int value"):
        geom.type = 99


def test_values_of_all_number_types_are_taken():
    geom = MjSpec().worldbody.add_geom(
        type=np.int32(6), size=np.ones(3, np.float32), condim=True, mass=np.float64(2)
    )
    assert (geom.type, geom.condim, geom.mass) == (
        mjtGeom.mjGEOM_BOX,
        1,
        2.0,
    ) and geom.size.dtype == np.float64
    assert type(geom.type) is mjtGeom
    joint = MjSpec().worldbody.add_body().add_joint(type=mjtJoint.mjJNT_SLIDE)
    assert joint.type is mjtJoint.mjJNT_SLIDE


def test_attributes_are_on_the_class():
    assert {"size", "friction", "name", "plugin", "alt"} <= set(dir(MjsGeom))


def test_defaults_classes_have_unique_names():
    spec = MjSpec()
    spec.add_default("a")
    assert spec.find_default("a").name == "a" and spec.find_default("b") is None
    for name in ("a", "main"):  # 3.5.0 says None to these too
        assert spec.add_default(name) is None
    with pytest.raises(ValueError):
        spec.add_default("")


def test_a_frame_belongs_to_one_body():
    spec = MjSpec()
    one, two = spec.worldbody.add_body(), spec.worldbody.add_body()
    geom = one.add_geom()
    geom.set_frame(one.add_frame(name="f"))
    assert geom.frame.name == "f"
    with pytest.raises(ValueError, match="same body"):
        geom.set_frame(two.add_frame())


def test_shortcuts_refuse_what_cannot_be():
    actuator = MjSpec().add_actuator()
    for wrong in (
        lambda: actuator.set_to_position(1, kv=1, dampratio=1),
        lambda: actuator.set_to_damper(-1),
        lambda: actuator.set_to_adhesion(-1),
        lambda: actuator.set_to_muscle(tausmooth=-1),
    ):
        with pytest.raises(ValueError):
            wrong()
    actuator.set_to_muscle(force=10)
    assert actuator.dyntype == mjtDyn.mjDYN_MUSCLE and actuator.biastype == mjtBias.mjBIAS_MUSCLE
    assert actuator.gainprm[:4].tolist() == [0.75, 1.05, 10, 200]


def test_elements_share_no_array_with_their_class():
    spec = MjSpec()
    spec.default.geom.size = [1, 2, 3]
    one, two = spec.worldbody.add_geom(), spec.worldbody.add_geom()
    one.size[0] = 9
    assert one.size is one.size and one.size.tolist() == [9, 2, 3]
    assert two.size.tolist() == spec.default.geom.size.tolist() == [1, 2, 3]
    spec.default.geom.size[1] = 7
    assert two.size.tolist() == [1, 2, 3] and spec.worldbody.add_geom().size.tolist() == [1, 7, 3]
    copied = copy_spec(spec)[0]
    copied.geoms[0].size[2] = 5
    assert one.size.tolist() == [9, 2, 3] and copied.geoms[0].size.tolist() == [9, 2, 5]


def test_a_name_that_was_asked_for_in_vain_is_found_once_something_has_it():
    spec = gelenk.MjSpec()
    assert spec.body("late") is None
    body = spec.worldbody.add_body(name="late")
    assert spec.body("late") is body
    assert spec.geom("renamed") is None
    geom = body.add_geom(name="plain", size=[1, 1, 1])
    assert spec.geom("renamed") is None
    geom.name = "renamed"
    assert spec.geom("renamed") is geom
    assert spec.site("there-mark") is None
    child = gelenk.MjSpec()
    child.worldbody.add_body(name="part").add_site(name="mark")
    spec.attach(child, frame=spec.worldbody.add_frame(), prefix="there-")
    assert spec.site("there-mark").name == "there-mark"
    spec.delete(spec.body("late"))
    assert spec.body("late") is None


def test_a_compilation_leaves_nothing_that_waits_for_the_collector():
    spec = gelenk.MjSpec()
    spec.worldbody.add_body().add_geom(size=[1, 1, 1])
    spec.compile()
    gc.collect()
    gc.disable()
    try:
        spec.compile()
        assert gc.collect() == 0
    finally:
        gc.enable()
