"""Skins have the fields and errors that 3.5.0 gives them."""

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.modeling.mjcf.read import from_string
from gelenk.modeling.mjcf.write import to_xml
from gelenk.tables import fields_model
from tests.support.files import skn
from tests.support.tolerance import tol

MODEL = """<mujoco><asset><material name="m"/></asset>
<worldbody><body name="b" pos="0 0 1"><geom size=".1"/></body><body name="c"><geom size=".1"/></body></worldbody>
<{section}>{skin}</{section}></mujoco>"""
SHEET = 'vertex="0 0 0 1 0 0 0 1 0 1 1 0.3" face="0 1 2 1 3 2"'
BONE = '<bone body="{}" bindpos="0 0.1 .5" bindquat="{}" vertid="{}" vertweight="{}"/>'
TEX = 'texcoord="0 0 1 0 0 1 1 1"'
ALL = BONE.format("b", "1 0 0 0", "0 1 2 3", "1 2 3 0.7")
TWO = BONE.format("b", "1 2 3 4", "0 1 2", "1 0.2 -3") + BONE.format("c", "0 0 0 0", "2 3 1", "7 0.1 0.3")
VERT, TEXCOORD, FACE = range(12), range(8), [0, 1, 2, 1, 3, 2]
BONES = [
    ("b", (0, 0, 0.5), (1, 0, 0, 2), [0, 1, 2], [1, 2, 3]),
    ("c", (0, 1, 0), (1, 0, 0, 0), [3, 0], [0.3, 1]),
]
GOOD = skn(VERT, TEXCOORD, FACE, BONES)
FILES = {
    "good.skn": GOOD,
    "plain.SKN": skn(VERT, [], FACE, BONES),
    "good.bin": GOOD,
    "short.skn": GOOD[:-1],
    "long.skn": GOOD + b"1",
    "header.skn": GOOD[:10],
    "empty.skn": b"",
    "negative.skn": skn(VERT, TEXCOORD, FACE, BONES, nvert=-1),
    "texcoord.skn": skn(VERT, TEXCOORD[:2], FACE, BONES),
    "boneless.skn": skn(VERT, TEXCOORD, FACE, []),
    "faceless.skn": skn(VERT, TEXCOORD, [], BONES),
    "vertid.skn": skn(VERT, TEXCOORD, FACE, [("b", (0, 0, 0), (1, 0, 0, 0), [9], [1])]),
    "body.skn": skn(VERT, TEXCOORD, FACE, [("x", (0, 0, 0), (1, 0, 0, 0), range(4), [1] * 4)]),
    "more bones.skn": skn(VERT, TEXCOORD, FACE, BONES, nbone=3),
    "too many.skn": skn(VERT, TEXCOORD, FACE, BONES, nbone=1 << 30),
    "too many vertices.skn": skn(VERT, TEXCOORD, FACE, BONES, nvert=1 << 30),
}
FIELDS = [field.name for field in fields_model.MODEL if field.name.startswith("skin_")]


def text(skin, section="deformable"):
    return MODEL.format(skin=skin, section=section)


ACCEPTED = {
    "plain": f'<skin name="s" {SHEET}>{ALL}</skin>',
    "two bones, negative weights, any quaternion": f'<skin name="s" {SHEET}>{TWO}</skin>',
    "looks": f'<skin {SHEET} {TEX} inflate=".1" group="3" rgba="1 0 0 1" material="m">{ALL}</skin>',
    "two skins": f'<skin {SHEET}>{ALL}</skin><skin {SHEET} {TEX}>{TWO}</skin><skin file="good.skn"/>',
    "the world as bone": f"<skin {SHEET}>{ALL.replace(chr(34) + 'b' + chr(34), chr(34) + 'world' + chr(34))}</skin>",
    "file": '<skin file="good.skn" inflate="0.2"/>',
    "file without texture coordinates": '<skin name="n" file="plain.SKN"/>',
}


@pytest.mark.parametrize("section", ("deformable", "asset"))
@pytest.mark.parametrize("what", ACCEPTED)
def test_every_field_is_the_same(what, section):
    """Weights and quaternions are quotients, rounded to single precision once or twice: 1.2e-7."""
    ref = mujoco.MjModel.from_xml_string(text(ACCEPTED[what], section), FILES)
    m = gelenk.MjModel.from_xml_string(text(ACCEPTED[what], section), FILES)
    for field in FIELDS:
        np.testing.assert_allclose(getattr(m, field), getattr(ref, field), rtol=tol(1.2e-7), err_msg=field)
    assert (m.names, m.paths) == (ref.names, ref.paths)


def test_weights_of_every_vertex_add_up_to_one():
    m = gelenk.MjModel.from_xml_string(text(ACCEPTED["two bones, negative weights, any quaternion"]))
    total = np.bincount(m.skin_bonevertid, m.skin_bonevertweight)
    np.testing.assert_allclose(total, 1, rtol=tol(1e-6))


REFUSED = {
    f'<skin name="s" {SHEET}/>': "missing",
    f'<skin {SHEET[:SHEET.index("face")]}>{ALL}</skin>': "missing",
    f'<skin vertex="0 0 0 1" face="0 0 0">{ALL}</skin>': "multiple of 3",
    f'<skin {SHEET[:-2]}">{ALL}</skin>': "multiple of 3",
    f'<skin {SHEET} texcoord="0 1">{ALL}</skin>': "texture coordinates",
    f'<skin {SHEET} material="x">{ALL}</skin>': "material 'x'",
    f'<skin {SHEET}>{BONE.format("x", "1 0 0 0", "0 1 2 3", "1 1 1 1")}</skin>': "body 'x'",
    f'<skin {SHEET}>{BONE.format("b", "1 0 0 0", "0 1 2 4", "1 1 1 1")}</skin>': "vertid 4 out of range",
    f'<skin {SHEET}>{BONE.format("b", "1 0 0 0", "0 1 2 -1", "1 1 1 1")}</skin>': "vertid -1 out of range",
    f'<skin {SHEET}>{BONE.format("b", "1 0 0 0", "0 1 2 3", "1 1 1")}</skin>': "same non-zero size",
    f'<skin {SHEET}>{BONE.format("b", "1 0 0 0", "0 1 2", "1 1 1")}</skin>': "vertex 3 must have positive",
    f'<skin {SHEET}>{BONE.format("b", "1 0 0 0", "0 1 2 3", "1 1 1 -1")}</skin>': "vertex 3 must have positive",
    f'<skin file="good.skn" vertex="1 2 3">{ALL}</skin>': "both",
    '<skin file="good.bin"/>': "type",
    '<skin file="nowhere.skn"/>': "nowhere.skn",
} | {
    f'<skin file="{name}"/>': words
    for name, words in {
        "short.skn": "too short", "long.skn": "longer than", "header.skn": "header", "empty.skn": "header",
        "negative.skn": "negative", "texcoord.skn": "texture coordinates", "boneless.skn": "missing",
        "faceless.skn": "missing", "vertid.skn": "out of range", "body.skn": "body 'x'", "more bones.skn": "bone",
    }.items()
}  # fmt: skip


@pytest.mark.parametrize("skin", REFUSED)
def test_what_3_5_0_refuses_is_refused_with_its_place(skin):
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(text(skin), FILES)
    with pytest.raises(gelenk.Error, match=REFUSED[skin]) as caught:
        gelenk.MjModel.from_xml_string(text(skin), FILES)
    assert ":3:" in str(caught.value)


def test_what_3_5_0_does_not_survive_is_refused():
    for skin in (
        '<skin file="too many.skn"/>',
        '<skin file="too many vertices.skn"/>',
        f"<skin {SHEET.replace('3 2', '9 2')}>{ALL}</skin>",
    ):
        with pytest.raises(gelenk.Error):
            gelenk.MjModel.from_xml_string(text(skin), FILES)


def test_a_body_that_is_a_bone_is_not_fused():
    model = f"""<mujoco><compiler fusestatic="true"/><worldbody><body><joint/><geom size="1"/>
    <body name="b"><geom size="1"/></body></body></worldbody>
    <deformable><skin {SHEET}>{ALL}</skin></deformable></mujoco>"""
    for module in (mujoco, gelenk):
        m = module.MjModel.from_xml_string(model)
        assert (m.nbody, m.skin_bonebodyid[0]) == (3, 2)


@pytest.mark.parametrize("what", ACCEPTED)
def test_written_and_read_again_it_is_the_same(what):
    first = gelenk.MjModel.from_xml_string(text(ACCEPTED[what]), FILES)
    second = gelenk.MjModel.from_xml_string(to_xml(from_string(text(ACCEPTED[what]), FILES)), FILES)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(first, field), getattr(second, field), field)


CABLE = """<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody>
<composite type="cable" curve="s 0 0" count="{} 1 1" size="1" initial="none"><joint kind="main" damping=".1"/>
<geom type="box" size=".1 .02 .005"/><skin subgrid="{}" texcoord="true"/></composite></worldbody></mujoco>"""


def weights(m):
    """Weight of each bone in each vertex."""
    table = np.zeros((m.nskinbone, m.nskinvert))
    for bone, (adr, n) in enumerate(zip(m.skin_bonevertadr, m.skin_bonevertnum, strict=True)):
        table[bone, m.skin_bonevertid[adr : adr + n]] = m.skin_bonevertweight[adr : adr + n]
    return table


@pytest.mark.parametrize("count", [4, 6])
@pytest.mark.parametrize("subgrid", [-1, 0, 1, 2, 3, 4])
def test_skins_of_cables_are_refined_by_their_subgrid(count, subgrid):
    """Where weights are no binary fractions the reference lists some of 1e-16."""
    ours, theirs = (lib.MjModel.from_xml_string(CABLE.format(count, subgrid)) for lib in (gelenk, mujoco))
    exact = subgrid not in (2, 4)
    for f in fields_model.MODEL:
        if f.name.startswith("skin_") and (exact or not f.name.startswith("skin_bonevert")):
            np.testing.assert_allclose(
                getattr(ours, f.name), getattr(theirs, f.name), atol=tol(1e-7), err_msg=f.name
            )
    np.testing.assert_allclose(weights(ours), weights(theirs), atol=tol(1e-7))
    assert ours.nskinvert == 2 * ((count - 1) * max(1, subgrid + 1) + 1) * (
        2 * (subgrid + 1) + 1 if subgrid > 0 else 2
    )


def test_no_subgrid_eats_memory():
    with pytest.raises(gelenk.Error, match=r"subgrid 1000000000 .* vertices, at most"):
        gelenk.MjModel.from_xml_string(CABLE.format(4, 10**9))
