"""Materials of single elements of flexes: text, specs, models and files. Numbers are those of MuJoCo 4.0.0."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.runtime import struct_bases
from tests.tables.test_levels import run

FLEX = """<mujoco><asset><material name="a"/><material name="b"/></asset>
  <worldbody><body name="p"/><body name="q" pos=".1 0 0"/><body name="r" pos="0 .1 0"/><body name="s" pos=".1 .1 0"/>
  </worldbody>
  <deformable><flex name="f" dim="2" body="p q r s" element="0 1 2 1 3 2" radius=".01" {}/></deformable></mujoco>"""
COMP = """<mujoco><asset><material name="a"/><material name="b"/><material name="two words"/></asset>
  <worldbody><flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" {}/></worldbody></mujoco>"""


def model(text, attributes, release="4.0"):
    return gelenk.MjModel.from_xml_string(text.format(attributes), release=release)


def of_elements(m):
    """flex_matid as level 4.0.0 has it."""
    return np.where(m.flex_elemmatid >= 0, m.flex_elemmatid, np.repeat(m.flex_matid, m.flex_elemnum)).tolist()


@pytest.mark.parametrize(
    ("text", "material", "ids"),
    [
        (FLEX, "", [-1, -1]),
        (FLEX, "b", [1, 1]),
        (FLEX, "a b", [0, 1]),
        (FLEX, "b b", [1, 1]),
        (COMP, "  a  ", [0] * 8),
        (COMP, "a b a b a b a b", [0, 1] * 4),
        (COMP, "a\nb\ta b a b a a", [0, 1, 0, 1, 0, 1, 0, 0]),
    ],
)
def test_ids_are_those_of_the_elements(text, material, ids):
    assert of_elements(model(text, f'material="{material}"')) == ids


@pytest.mark.parametrize(
    ("text", "material", "message"),
    [
        (
            COMP,
            "a b",
            r"^<string>:2:\d+: 2 materials for 8 elements, in 'f' .attribute 'material'.; name one .* or 8",
        ),
        (COMP, "a a a a a a a", "7 materials for 8 elements"),
        (FLEX, "b a b", "3 materials for 2 elements"),
        (FLEX, "a nope", "material 'nope' not found.*known: a, b"),
        (COMP, "two words", "2 materials for 8 elements"),
        (COMP, "a,b", "material 'a,b' not found"),
    ],
)
def test_wrong_names_and_counts_are_refused(text, material, message):
    with pytest.raises(gelenk.Error, match=message):
        model(text, f'material="{material}"')


def test_models_of_earlier_releases_have_one_name_which_may_have_blanks():
    m = model(COMP, 'material="two words"', "3.5")
    assert m.flex_matid.tolist() == [2] and (m.flex_elemmatid == -1).all()
    with pytest.raises(gelenk.Error, match="material 'a b' not found"):
        model(FLEX, 'material="a b"', "3.17")
    spec = gelenk.MjSpec.from_string(FLEX.format(""), release="3.5")
    spec.flexes[0].material = ["a", "b"]
    with pytest.raises(
        gelenk.Error, match=r'2 materials, but those of single elements came in release 4\.0.*release="4'
    ):
        spec.compile()


def test_textures_and_visuals_left_out_leave_no_materials():
    text = FLEX.replace("<mujoco>", '<mujoco><compiler discardvisual="true"/>')
    for material in ("a b", "a b a"):
        assert of_elements(model(text, f'material="{material}"')) == [-1, -1]


# ---- specs


def spec_of(material=""):
    return gelenk.MjSpec.from_string(FLEX.format(material and f'material="{material}"'), release="4.0")


@pytest.mark.parametrize(
    ("value", "kept", "ids"),
    [
        ("a", "a", [0, 0]),
        ("", "", [-1, -1]),
        ([], "", [-1, -1]),
        (["b"], "b", [1, 1]),
        (("a", "b"), ["a", "b"], [0, 1]),
        (np.array(["b", "a"]), ["b", "a"], [1, 0]),
        (["a", ""], ["a", ""], [0, -1]),
        (["", ""], ["", ""], [-1, -1]),
    ],
)
def test_a_flex_takes_a_name_or_a_list(value, kept, ids):
    spec = spec_of("a")
    spec.flexes[0].material = value
    assert spec.flexes[0].material == kept
    assert all(type(name) is str for name in spec.flexes[0].material)
    assert of_elements(spec.compile()) == ids
    added = spec.add_flex(name="more", material=value)
    assert added.material == kept


@pytest.mark.parametrize("value", [3, None, [1, 2], ["a", None], b"a", {"a": 1}, {"a"}, ["a", ["b"]], str])
def test_what_is_no_name_is_refused(value):
    spec = spec_of("a")
    with pytest.raises(TypeError, match="material takes a name, or a list of one name for each element, not"):
        spec.flexes[0].material = value
    with pytest.raises(TypeError, match="material takes a name"):
        spec.add_flex(material=value if value is not None else 0)
    assert spec.flexes[0].material == "a"


def test_names_that_a_program_put_into_the_list_are_checked():
    spec = spec_of("a b")
    spec.flexes[0].material[1] = 7
    with pytest.raises(gelenk.Error, match=r"a list with 7.*attribute 'material'"):
        spec.compile()
    spec.flexes[0].material[1] = "c"
    with pytest.raises(gelenk.Error, match="material 'c' not found"):
        spec.compile()
    spec.flexes[0].material[1] = "a"
    assert of_elements(spec.compile()) == [0, 0]


def test_texts_and_copies_keep_the_names():
    spec = spec_of("b a")
    text = spec.to_xml()
    assert 'material="b a"' in text
    for other in (
        gelenk.MjSpec.from_string(text, release="4.0"),
        spec.copy(),
        copy.deepcopy(spec),
        pickle.loads(pickle.dumps(spec)),
    ):
        assert other.flexes[0].material == ["b", "a"]
        other.flexes[0].material[0] = "a"
        assert spec.flexes[0].material == ["b", "a"]
    spec.flexes[0].material = ["a", "a"]
    assert 'material="a a"' in spec.to_xml()


@pytest.mark.parametrize("names", [["a", ""], ["a", "two words"]])
def test_names_without_a_form_are_not_saved(names):
    spec = spec_of("a")
    spec.add_material(name="two words")
    spec.flexes[0].material = names
    spec.compile()
    with pytest.raises(
        gelenk.Error, match=r"materials of flex 'f' include '.*cannot express: names are separated by blanks"
    ):
        spec.to_xml()


def test_attached_flexes_refer_to_attached_materials():
    parent, child = gelenk.MjSpec.from_string("<mujoco/>", release="4.0"), spec_of("b a")
    parent.attach(child, prefix="x_", suffix="_y", frame=parent.worldbody.add_frame())
    assert parent.flexes[0].material == ["x_b_y", "x_a_y"]
    assert of_elements(parent.compile()) == [1, 0]


# ---- models


def test_models_in_files_keep_the_materials(tmp_path):
    m, plain = model(FLEX, 'material="a b"'), model(FLEX, 'material="b b"')
    for one in (m, plain):
        gelenk.mj_saveModel(one, str(tmp_path / "m.mjb"))
        for other in (
            gelenk.MjModel.from_binary_path(str(tmp_path / "m.mjb")),
            pickle.loads(pickle.dumps(one)),
            copy.copy(one),
        ):
            assert of_elements(other) == of_elements(one)
    # equal materials are that of the flex, whose files have no field of release 4.0
    common = model(FLEX, 'material="b"', "3.5")
    assert struct_bases.is_used(m) and not struct_bases.is_used(common)
    assert (plain.flex_elemmatid == -1).all() and plain.flex_matid.tolist() == [1]


def test_ids_beyond_the_materials_are_found():
    m = model(FLEX, 'material="a b"')
    m.flex_elemmatid[1] = 2
    with pytest.raises(IndexError, match=r"m\.flex_elemmatid\[1\] is 2, which is not in -1 \.\. 1"):
        gelenk.mj_forward(m, gelenk.MjData(m))


def test_the_level_has_a_list_and_a_field_by_element():
    """What 4.0.0 answers to the same lines, besides the words of errors."""
    code = f'''
import gelenk as g
spec = g.MjSpec.from_string("""{FLEX.format('material="a"')}""")
flex = spec.flexes[0]
print(list(flex.material), list(spec.add_flex(name="x").material))
spec.delete(spec.flex("x"))
flex.material = "b"
print(list(flex.material), spec.compile().flex_matid.tolist())
flex.material = ["b", "a"]
flex.material[0] = "a"
flex.material[1] = "b"
m = spec.compile()
held = m.flex_matid
print(list(flex.material), held.tolist(), held.dtype, held.shape)
m.flex_matid[0] = 1
print(held.tolist(), m.flex_elemmatid.tolist())
m.flex_matid[:] = [0, -1]
print(held.tolist(), m.flex_elemmatid.tolist())
m.flex_matid = 1
print(held.tolist(), m.flex_elemmatid.tolist())
for value in (2, -2):
    try:
        m.flex_matid[1] = value
    except IndexError as error:
        print(error)
try:
    m.flex_matid = [0, 1, 0]
except ValueError as error:
    print("refused")
print(m.flex_matid.tolist())
flex.material = ""
print(list(flex.material), spec.compile().flex_matid.tolist())
'''
    assert run(code, "4.0.0").splitlines() == [
        "['a'] []",
        "['b'] [1, 1]",
        "['a', 'b'] [0, 1] int32 (2,)",
        "[1, 1] [-1, -1]",
        "[0, -1] [0, -1]",
        "[1, 1] [-1, -1]",
        "m.flex_matid[1] is 2, which is not in -1 .. 1",
        "m.flex_matid[1] is -2, which is not in -1 .. 1",
        "refused",
        "[1, 1]",
        "[] [-1, -1]",
    ]


def test_lines_have_no_texture_coordinates_of_their_own():
    text = COMP.replace('dim="2" count="3 3 1"', 'dim="1" count="4 1 1"')
    assert model(text, 'material="a"', "3.5").nflextexcoord == 0  # as 3.5.0 and 4.0.0
    assert model(text, 'material="a" texcoord="0 0 1 0 0 1 1 1"').nflextexcoord == 4
