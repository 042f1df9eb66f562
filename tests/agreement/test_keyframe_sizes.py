"""Keyframes and references speak of the whole model that include, replicate and attach make, in any order."""

import logging
from itertools import permutations

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

ARM = '<body name="arm"><joint name="hinge"/><geom size=".1"/>{}</body>'
SHELL = '<replicate count="4" euler="0 0 90"><geom size=".01" pos=".1 0 0"/></replicate>'
PARTS = """<replicate count="3" offset="1 0 0"><body name="part"><joint name="j" type="ball"/><geom size=".1"/>
  <joint name="s" type="slide"/></body></replicate><replicate count="2" offset="0 1 0"><body name="m" mocap="true"/>
  </replicate>"""
ACTUATORS = '<actuator><motor joint="hinge"/><general joint="s" dyntype="integrator" dynprm="1"/></actuator>'
FREE = '<body pos="1 0 1"><freejoint/><geom size=".1"/></body>'
SIZES = {"qpos": 1 + 3 * 5 + 7, "qvel": 1 + 3 * 4 + 6, "act": 3, "ctrl": 4, "mpos": 6, "mquat": 8}
FILES = {
    "shell.xml": f"<mujoco><worldbody>{ARM.format(SHELL)}</worldbody></mujoco>".encode(),
    "parts.xml": f'<mujoco model="p"><worldbody>{PARTS}</worldbody></mujoco>'.encode(),
    "free.xml": f"<mujoco><worldbody>{FREE}</worldbody></mujoco>".encode(),
}
SHAPES = {
    "replicate": f"{ARM.format(SHELL)}{PARTS}{FREE}",
    "include": "{}{}",
    "attach": f'{ARM.format("")}<attach model="p" prefix=""/>{FREE}',
}


def numbers(field, count):
    """As many numbers as asked for, with quaternions of unit length where they are whole."""
    rows = {"qpos": [0.5, *(0, 1, 0, 0, 0.25) * 3, 1, 2, 3, 1, 0, 0, 0], "mquat": [0, 1, 0, 0, 0, 0, 1, 0]}
    full = rows.get(field, [0.1 * i for i in range(1, 40)])
    return [full[i % len(full)] for i in range(count)]


def whole(shape, key, order):
    """The model with its sections in an order."""
    assets, references = "", ACTUATORS
    if shape == "include":
        tree = f'<include file="shell.xml"/><worldbody>{PARTS}</worldbody><include file="free.xml"/>'
    else:
        tree = f"<worldbody>{SHAPES[shape]}</worldbody>"
    if shape == "attach":
        assets = '<asset><model name="p" file="parts.xml"/></asset>'
        references = '<actuator><motor joint="hinge"/>' + "".join(
            f'<general joint="s{i}" dyntype="integrator" dynprm="1"/>' for i in range(3)
        )
        references += "</actuator>"
    sections = [assets + tree, references, f"<keyframe><key name='k' {key}/></keyframe>"]
    return "<mujoco>" + "".join(sections[i] for i in order) + "</mujoco>"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("field", SIZES)
def test_lists_of_keyframes_have_the_sizes_of_the_whole_model_in_any_order(shape, field):
    full = numbers(field, SIZES[field])
    for order in permutations(range(3)):
        key = f'{field}="{" ".join(map(str, full))}"'
        m = gelenk.MjModel.from_xml_string(whole(shape, key, order), FILES)
        assert {name: getattr(m, f"key_{name}").shape[1] for name in SIZES} == SIZES
        assert [m.key(i).name for i in range(m.nkey)] == ["k"]
        np.testing.assert_array_equal(getattr(m, f"key_{field}")[0], full)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("field", SIZES)
def test_fewer_or_more_numbers_than_the_whole_model_has_are_an_error(shape, field):
    size = SIZES[field]
    for count in {1, 2, size // 2, size - 1, size + 1, 2 * size} - {size, 0}:
        key = f'{field}="{" ".join(map(str, numbers(field, count)))}"'
        for order in ((0, 1, 2), (2, 0, 1)):
            if shape == "attach" and (field, count) in (("qpos", 8), ("qvel", 7)):
                continue  # numbers of the parent alone
            with pytest.raises(
                gelenk.Error, match=rf"'k': invalid {field} size, expected {size}, got {count}"
            ):
                gelenk.MjModel.from_xml_string(whole(shape, key, order), FILES)


def test_all_lists_of_a_keyframe_may_be_given():
    key = " ".join(f'{field}="{" ".join(map(str, numbers(field, size)))}"' for field, size in SIZES.items())
    m = gelenk.MjModel.from_xml_string(whole("replicate", key, (2, 0, 1)), FILES)
    for field, size in SIZES.items():
        np.testing.assert_array_equal(getattr(m, f"key_{field}")[0], numbers(field, size))
    again = gelenk.MjModel.from_xml_string(
        gelenk.MjSpec.from_string(whole("include", key, (0, 1, 2)), FILES).to_xml()
    )
    np.testing.assert_array_equal(again.key_qpos, m.key_qpos)


def test_keyframes_of_the_reference_keep_their_replicas_where_sizes_are_whole():
    text = f"""<mujoco><worldbody>{FREE}{ARM.format(SHELL)}</worldbody>
      <keyframe><key name="k" qpos="1 2 3 1 0 0 0 .5"/></keyframe></mujoco>"""
    ours, theirs = (module.MjModel.from_xml_string(text) for module in (gelenk, mujoco))
    assert [ours.key(i).name for i in range(ours.nkey)] == [theirs.key(i).name for i in range(theirs.nkey)]
    np.testing.assert_array_equal(ours.key_qpos, theirs.key_qpos)


@pytest.mark.parametrize("qpos", ["1", "1 2", "1 2 3"])
def test_a_keyframe_may_be_written_for_what_attach_will_make(qpos):
    child = '<mujoco><worldbody><body name="b"><joint/><geom size=".1"/></body></worldbody></mujoco>'
    parent = f"""<mujoco><worldbody><body name="o"><joint/><geom size=".1"/></body></worldbody>
      <keyframe><key name="k" qpos="{qpos}"/></keyframe></mujoco>"""
    models = []
    for module in (gelenk, mujoco):
        spec = module.MjSpec.from_string(parent)
        spec.attach(module.MjSpec.from_string(child), frame=spec.worldbody.add_frame(), prefix="x")
        if qpos == "1 2 3":
            with pytest.raises(ValueError, match="expected 2, got 3"):
                spec.compile()
        else:
            models.append(spec.compile())
    if models:
        np.testing.assert_array_equal(models[0].key_qpos, models[1].key_qpos)


def test_numbers_that_are_filled_up_as_in_the_reference_are_told_of(caplog):
    key = '<keyframe><key name="k" qpos=".5"/></keyframe>'
    plain = f"<mujoco><worldbody>{ARM.format('')}{FREE}</worldbody>{key}</mujoco>"
    attached = f"""<mujoco><asset><model name="p" file="parts.xml"/></asset><worldbody>{ARM.format("")}
      <attach model="p" prefix="x"/></worldbody>{key}</mujoco>"""
    for text in (plain, attached):
        caplog.clear()
        with caplog.at_level(logging.WARNING, "gelenk"):
            ours = gelenk.MjModel.from_xml_string(text, FILES)
        assert len(caplog.records) == 1 and "keyframe 'k'" in caplog.text and "qpos" in caplog.text
        np.testing.assert_array_equal(ours.key_qpos, mujoco.MjModel.from_xml_string(text, FILES).key_qpos)


PART = '<body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/><camera name="c"/></body>'
OWN = '<body name="o"><joint name="oj"/><geom name="og" size=".1"/><site name="os"/>{}</body>'
WAYS = {  # how a part comes -> its text, and what its names are then
    "replicate": (f'<replicate count="2" offset="1 0 0" sep="-">{PART}</replicate>', "{}-1"),
    "nested replicate": (
        f'<replicate count="2"><replicate count="2" sep="_">{PART}</replicate></replicate>',
        "{}_10",
    ),
    "attach": ('<attach model="r" body="b" prefix="p_"/>', "p_{}"),
    "attach in replicate": (
        '<replicate count="2"><frame><attach model="r" body="b" prefix="p_"/></frame></replicate>',
        "p_{}1",
    ),
    "replicate in attach": ('<attach model="rr" prefix="p_"/>', "p_{}-0"),
    "include": ('<include file="inc.xml"/>', "{}"),
}
BROUGHT = {
    "r.xml": f'<mujoco model="r"><worldbody>{PART}</worldbody></mujoco>'.encode(),
    "rr.xml": f'<mujoco><worldbody><replicate count="2" sep="-">{PART}</replicate></worldbody></mujoco>'.encode(),
    "inc.xml": f"<mujoco>{PART}</mujoco>".encode(),
}
REFERENCES = [
    '<sensor><framepos objtype="body" objname="$b"/><jointpos joint="$j"/><touch site="$s"/></sensor>',
    '<sensor><camprojection camera="$c" site="os"/><distance geom1="og" geom2="$g"/><subtreecom body="$b"/></sensor>',
    '<sensor><framepos objtype="body" objname="o" reftype="site" refname="$s"/></sensor>',
    '<contact><exclude body1="$b" body2="o"/><pair geom1="$g" geom2="og"/></contact>',
    '<tendon><fixed><joint joint="$j" coef="1"/></fixed><spatial><site site="$s"/><geom geom="$g" sidesite="$s"/>'
    '<site site="os"/></spatial></tendon>',
    '<actuator><motor joint="$j"/><motor site="$s" refsite="os"/><motor site="os" refsite="$s"/>'
    '<adhesion body="$b" ctrlrange="0 1"/><motor cranksite="$s" slidersite="os" cranklength="1"/></actuator>',
    '<equality><connect body1="$b" body2="o" anchor="0 0 0"/><connect site1="$s" site2="os"/>'
    '<weld body1="$b" body2="o"/><joint joint1="$j" joint2="oj"/></equality>',
    '<tendon><fixed name="t"><joint joint="$j" coef="1"/></fixed></tendon><equality><tendon tendon1="t"/>'
    '</equality><actuator><motor name="m" tendon="t"/></actuator><sensor><tendonpos tendon="t"/>'
    '<actuatorfrc actuator="m"/></sensor>',
    '<custom><tuple name="u"><element objtype="body" objname="$b"/>'
    '<element objtype="geom" objname="$g"/></tuple></custom>',
    '<deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="$b" bindpos="0 0 0" bindquat="1 0 0 0" '
    'vertid="0 1 2" vertweight="1 1 1"/></skin><flex dim="1" body="$b o" vertex="0 0 0 1 0 0" element="0 1" '
    'radius=".01"/></deformable>',
    'inside <camera mode="targetbody" target="$b"/><light mode="targetbodycom" target="$b"/>',
]  # fmt: skip
REFERRING = (
    "eq_ sensor_obj sensor_ref exclude_ pair_geom wrap_ actuator_trn tuple_obj skin_bone flex_vertbody"
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("text", REFERENCES)
def test_references_to_what_comes_later_are_those_of_the_reference(way, text):
    part, name = WAYS[way]
    for short in "bjgsc":
        text = text.replace(f'"${short}', f'"{name.format(short)}')
    own = OWN.format(text[7:] if text.startswith("inside") else "")
    text = "" if text.startswith("inside") else text
    assets = (
        '<asset><model name="r" file="r.xml"/><model name="rr" file="rr.xml"/></asset>'
        if "attach" in way
        else ""
    )
    for sections in (
        (text, f"<worldbody>{own}{part}</worldbody>", assets),
        (assets, f"<worldbody>{part}{own}</worldbody>", text),
        (f"<worldbody>{own}</worldbody>", text, f"<worldbody>{part}</worldbody>", assets),
    ):
        whole_text = f"<mujoco>{''.join(sections)}</mujoco>"
        ours, theirs = (module.MjModel.from_xml_string(whole_text, BROUGHT) for module in (gelenk, mujoco))
        assert ours.nbody == theirs.nbody and ours.neq == theirs.neq and ours.nu == theirs.nu
        for field in dir(theirs):
            if field.startswith((*REFERRING.split(), "cam_target", "light_target")):
                np.testing.assert_allclose(
                    getattr(ours, field), getattr(theirs, field), atol=tol(1e-9), err_msg=field
                )
