"""Migration: a model that is rewritten for another release moves as it did at its own.

Documents: drop-in / Versions
"""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.migration import check_levels, migrate
from gelenk.migration.level_check import difference, simulate
from gelenk.migration.rules import Elastic, earlier_constants, later_constants
from tests.clients.test_cli import run, wide_terminal  # noqa: F401 (fixture)
from tests.support.tolerance import tol

TEXT = """<mujoco model="test">
  <!-- a comment -->
  <default>
    <geom margin=".01" gap=".004"/>
    <joint armature=".1"/>
    <default class="servo">
      <velocity kv="5"/>
      <position kp="20"/>
    </default>
  </default>
  <worldbody>
    <light pos="0 0 3"/>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body pos="0 0 .3">
      <freejoint/>
      <geom name="box" type="box" size=".1 .1 .1" margin=".02"/>
    </body>
    <body name="arm" pos="1 0 1">
      <joint name="j" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" gap="0"/>
      <body pos=".3 0 0">
        <joint name="k" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="a" joint="j" kp="50" dampratio="1"/>
    <velocity name="b" class="servo" joint="k"/>
  </actuator>
</mujoco>
"""
# height of the box and angles of the arm after 1 s in 4.0.0 with the rewritten text, in 3.5.0 with the old one
END = {2: 0.1218922445798044, 7: -1.641377753009449e-02, 8: 6.609850028659744e-02}
# the old text at 4.0.0
UNCHANGED = {2: 0.1298922445797963, 7: -2.257731172763017e-02, 8: 9.909875931453506e-01}


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.xml"

    def write(text, name="model.xml"):
        (tmp_path / name).write_text(text)
        return path

    return write


def changes(found):
    return {(c.element, c.attribute): (c.old, c.new) for c in found.changes}


def wrap(world, rest="", default=""):
    return f"<mujoco>{default}<worldbody>{world}</worldbody>{rest}</mujoco>"


def test_a_rewritten_model_moves_as_the_old_one(model):
    found = migrate(model(TEXT))
    assert found.before.qpos > 0.5 and found.before.ncon == 4
    assert found.after.qpos < 1e-12 and found.after.ncon == 0  # rounding of margins and of kv
    assert changes(found) == {
        ("default 'main' geom", "margin"): (".01", "0.006"),
        ("geom 'box'", "margin"): (".02", "0.016"),
        ("geom", "margin"): ("", "0.01"),
        ("position 'a'", "dampratio"): ("1", ""),
        ("position 'a'", "kv"): ("", "8.189481365133277"),
        ("velocity 'b'", "kv"): ("", "20"),
        ("visual/global", "bvactive"): ("", "true"),
        ("visual/headlight", "active"): ("", "1"),
    }
    assert found.moves["margin and gap"].ncon == 4 and found.moves["damping ratio"].qpos > 1e-3
    assert found.moves["defaults"].qpos == 0
    assert "<!-- a comment -->" in found.text and '<joint name="k" axis="0 1 0"/>' in found.text
    assert not found.remarks


def test_both_texts_end_where_the_packages_of_their_releases_end(model):
    path = model(TEXT)
    old = gelenk.MjModel.from_xml_path(str(path), release="3.5")
    plain = gelenk.MjModel.from_xml_path(str(path), release="4.0")
    new = gelenk.MjModel.from_xml_string(migrate(path).text, release="4.0")
    for m, end in ((old, END), (new, END), (plain, UNCHANGED)):
        qpos = simulate(m).qpos[-1]
        assert all(abs(qpos[i] - value) < 1e-10 for i, value in end.items())  # 500 steps of a stable system


def test_there_and_back_again_is_the_same_motion(model):
    there = migrate(model(TEXT))
    back = migrate(model(there.text), to="3.5.0", from_="4.0.0")
    assert changes(back) == {
        ("default 'main' geom", "margin"): ("0.006", "0.01"),
        ("geom 'box'", "margin"): ("0.016", "0.02"),
    }
    assert back.before.ncon == 4 and back.after.qpos < 1e-12
    first = gelenk.MjModel.from_xml_string(TEXT, release="3.5")
    last = gelenk.MjModel.from_xml_string(back.text, release="3.5")
    assert difference(simulate(first), simulate(last)).qpos < 1e-12


@pytest.mark.parametrize("to", ["3.11.0", "3.17.0", "4.0.0"])
def test_margins_change_between_3_5_and_3_11_only(model, to):
    found = migrate(model(TEXT), to=to)
    assert ("geom 'box'", "margin") in changes(found)
    assert (("position 'a'", "kv") in changes(found)) == (to != "3.11.0")
    assert found.after.qpos < 1e-12


def test_pairs_and_flexes_have_margins_too(model):
    world = """<body name="a" pos="0 0 1"><freejoint/><geom name="g" size=".1"/></body>
      <geom name="h" size=".1"/>
      <body name="c" pos="0 0 3">
        <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" mass="1" radius=".01">
          <edge equality="true"/><contact margin=".02" gap=".005" selfcollide="none"/></flexcomp></body>"""
    found = migrate(
        model(wrap(world, '<contact><pair geom1="g" geom2="h" margin=".1" gap=".03"/></contact>'))
    )
    assert changes(found)["pair", "margin"] == (".1", "0.07")
    assert changes(found)["contact", "margin"] == (".02", "0.015")


def test_an_inherited_gap_is_subtracted_where_only_the_margin_is_stated(model):
    default = '<default><geom gap=".02"/><default class="c"><geom margin=".05"/></default></default>'
    world = '<geom class="c" size=".1"/><geom size=".1" margin=".5"/><geom size=".1"/>'
    found = migrate(model(wrap(world, default=default)))
    m = gelenk.MjModel.from_xml_string(found.text, release="4.0")
    assert np.allclose(m.geom_margin, [0.03, 0.48, -0.02], rtol=0, atol=tol(1e-16))


def test_override_with_gaps_is_named(model):
    found = migrate(model(wrap('<geom size=".1" gap=".1"/>', '<option><flag override="enable"/></option>')))
    assert [r.what for r in found.remarks] == [
        "the flag override takes o_margin for all contacts, while gaps differ"
    ]


ARM = '<body><joint name="j"/><geom size=".1"/></body>'


@pytest.mark.parametrize(
    "default, actuator, expected",
    [
        ('<velocity kv="7"/>', '<position kp="3" joint="j"/>', {"kp": "3", "kv": "7"}),
        ('<position kp="3" timeconst=".1"/>', '<position joint="j"/>', {}),
        ('<position kp="9"/>', '<adhesion body="b" ctrlrange="0 1"/>', {"gain": "9"}),
        ('<position kp="9"/>', '<cylinder joint="j"/>', {"timeconst": "1", "area": "9", "bias": "0 -9 0"}),
        (
            '<cylinder bias=".3 0 0" timeconst=".2"/>',
            '<position name="p" kp="4" joint="j"/>',
            {"(tag)": "general", "kp": "", "biasprm": "0.3 -4 0"},
        ),
    ],
)
def test_shortcuts_state_what_they_inherited(model, default, actuator, expected):
    world = f'<body name="b" pos="1 0 0"><geom size=".1"/></body>{ARM}'
    text = wrap(world, f"<actuator>{actuator}</actuator>", f"<default>{default}</default>")
    found = migrate(model(text))
    told = {c.attribute: c.new for c in found.changes if c.rule == "shortcuts"}
    assert expected.items() <= told.items() and bool(told) == bool(expected)
    old = gelenk.MjModel.from_xml_string(text, release="3.5")
    new = gelenk.MjModel.from_xml_string(found.text, release="4.0")
    assert old.actuator_dyntype == new.actuator_dyntype and old.actuator_gaintype == new.actuator_gaintype
    assert old.actuator_gainprm[0, 0] == new.actuator_gainprm[0, 0]
    assert not old.actuator_biastype[0] or (old.actuator_biasprm[0, :3] == new.actuator_biasprm[0, :3]).all()
    assert found.after.qpos == 0


def test_limits_that_were_automatic_are_stated(model):
    text = wrap(
        f'{ARM}<site name="s"/><site name="t" pos="1 0 0"/>',
        """<tendon><spatial name="T" actuatorfrcrange="-1 1"><site site="s"/><site site="t"/></spatial></tendon>
        <actuator><intvelocity name="i" joint="j" kp="1" actrange="-1 1"/><intvelocity name="k" joint="j" kp="1"
        actlimited="false"/></actuator>""",
    )
    there = migrate(model(text))
    assert changes(there)["spatial 'T'", "actuatorfrclimited"] == ("", "false")
    back = migrate(model(text), to="3.5.0", from_="4.0.0")
    assert changes(back)["spatial 'T'", "actuatorfrclimited"] == ("", "true")


def test_multiccd_is_stated_where_convex_pairs_are_possible(model):
    two = "<body pos='0 0 {}'><freejoint/><geom type='cylinder' size='.1 .1'/></body>"
    text = wrap(two.format(1) + two.format(2))
    assert changes(migrate(model(text)))["option/flag", "multiccd"] == ("", "disable")
    assert changes(migrate(model(text), "3.5.0", "4.0.0"))["option/flag", "multiccd"] == ("", "enable")
    assert ("option/flag", "multiccd") not in changes(migrate(model(text.replace("cylinder", "capsule"))))
    stated = text.replace("<mujoco>", '<mujoco><option><flag multiccd="enable"/></option>')
    assert ("option/flag", "multiccd") not in changes(migrate(model(stated)))


def test_sleep_tolerance_is_stated_where_sleeping_is_enabled(model):
    text = wrap(ARM, '<option><flag sleep="enable"/></option>')
    assert changes(migrate(model(text)))["option", "sleep_tolerance"] == ("", "0.0001")
    assert changes(migrate(model(text), "3.5.0", "4.0.0"))["option", "sleep_tolerance"] == ("", "0.001")
    assert ("option", "sleep_tolerance") not in changes(migrate(model(wrap(ARM))))


def test_included_texts_with_changes_take_the_place_of_their_include(model):
    model('<mujocoinclude><!-- inside --><geom size=".1" margin=".2" gap=".1"/></mujocoinclude>', "part.xml")
    model('<mujocoinclude><light pos="0 0 1"/></mujocoinclude>', "light.xml")
    found = migrate(model(wrap('<include file="part.xml"/><include file="light.xml"/>')))
    assert '<!-- inside --><geom size=".1" margin="0.1" gap=".1"/>' in found.text
    assert '<include file="light.xml"/>' in found.text and "part.xml" not in found.text
    assert found.changes[0].where.endswith("part.xml:1:31")


def test_encodings_line_ends_and_quotes_are_kept(tmp_path):
    path = tmp_path / "model.xml"
    text = "\r\n<?xml version='1.0' encoding='ISO-8859-1'?>\r\n<mujoco model='B\xe4r'>\r\n<worldbody>"
    text += "<geom size='.1'\r\n  margin = '.2' gap='.1'></geom></worldbody></mujoco>"
    path.write_bytes(text[2:].encode("latin-1"))
    found = migrate(path)
    assert found.encoding.lower() == "iso-8859-1" and "margin = \"0.1\" gap='.1'></geom>" in found.text
    assert "model='B\xe4r'" in found.text and found.text.count("\r\n") == text[2:].count("\r\n")
    path.write_text(wrap("<geom size='.1' margin='.2' gap='.1'/>"), encoding="utf-16")
    found = migrate(path)
    assert found.encoding == "utf-16" and 'margin="0.1"' in found.text


# side site of a cylinder of radius .1: ends at x = -+.4, z = .05; lengths of 3.5.0 and 4.0.0 (design numbers)
SIDE = """<site name="l" pos="-.4 0 .05"/><body pos="0 0 0"><geom name="c" type="cylinder" size=".1 .2" zaxis="0 1 0"/>
  <site name="side" pos="-.2 0 0"/></body><body pos=".4 0 .05"><joint type="slide" axis="0 0 1"/><geom size=".01"/>
  <site name="r"/></body>"""
TENDON = """<tendon><spatial name="T" stiffness="10" springlength=".7"><site site="l"/><geom geom="c" sidesite="side"/>
  <site site="r"/></spatial></tendon>"""


def test_tendons_with_another_path_are_named_with_their_lengths(model):
    frame = '<frame pos="-.1 0 0"><site name="side" pos="-.1 0 0"/></frame>'  # sites in frames stay
    framed = SIDE.replace('<site name="side" pos="-.2 0 0"/>', frame)
    found = migrate(model(wrap(framed, TENDON)))
    told = [r for r in found.remarks if r.since == "4.0" and r.element == "spatial 'T'"]
    assert len(told) == 1 and "'side'" in told[0].remedy and told[0].where
    assert " m instead of " in told[0].what
    assert not [
        r for r in migrate(model(wrap(SIDE, TENDON)), to="3.17.0").remarks if r.element == "spatial 'T'"
    ]


def test_side_sites_move_to_the_middle_of_the_arc_where_that_keeps_all_lengths(model):
    """3.5.0 with the old text, and 4.0.0 with the new one, end at these angles; 4.0.0 with the old text does not."""
    path = gelenk.models.path("tendon_arm")
    end = [-0.026204115904305, -1.923736639292365, 1.92477177711208, -1.922295347936132]
    found = migrate(path)
    assert changes(found)["site 's_front'", "pos"] == ("0.05 0 0", "0.035468 0 0.035242")
    assert found.before.qpos > 0.1 and found.after.qpos < 1e-12 and not found.remarks
    for text, release, close in (
        (path.read_text("utf-8"), "3.5", True),
        (found.text, "4.0", True),
        (path.read_text("utf-8"), "4.0", False),
    ):
        qpos = simulate(gelenk.MjModel.from_xml_string(text, release=release)).qpos[-1]
        assert (np.abs(qpos - end).max() < 1e-10) == close  # 500 steps of a damped arm


def test_a_side_site_that_is_used_elsewhere_stays(model):
    text = wrap(SIDE, TENDON + '<sensor><framepos objtype="site" objname="side"/></sensor>')
    found = migrate(model(text))
    assert not [c for c in found.changes if c.rule == "side sites"]
    assert [r.element for r in found.remarks] == ["spatial 'T'"]


def test_names_that_the_other_release_refuses_are_named(model):
    rope = """<composite type="cable" curve="s" count="5 1 1" size="1"><joint kind="main" damping=".1"/>
      <geom size=".01" type="capsule" gap=".1"/></composite>"""
    told = [r.what for r in migrate(model(wrap(rope))).remarks]
    assert "<composite> is refused since 4.0, though gelenk reads it" in told
    assert "the gap of a composite's geoms has another meaning" in told
    belt = '<body><joint stiffness="1 2 3"/><geom size=".1" surfacevel="1 0 0 0 0 0"/></body>'
    told = {r.what: r.since for r in migrate(model(wrap(belt)), "3.5.0", "4.0.0").remarks}
    assert told["the attribute surfacevel came in 3.11, earlier releases refuse it"] == "3.11"
    assert told["stiffness with several numbers came in 3.7, earlier releases refuse it"] == "3.7"
    assert not migrate(model(wrap(belt)), "3.11.0", "4.0.0").remarks


def test_idle_attributes_that_4_0_refuses_are_removed(model):
    cloth = """<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" mass="1" radius=".01">
      <edge equality="true"/><contact internal="false" selfcollide="none"/></flexcomp>"""
    found = migrate(model(wrap(cloth)))
    assert changes(found)["contact", "internal"] == ("false", "") and "internal" not in found.text
    assert not found.remarks


def test_corrections_that_apply_are_named(model):
    text = wrap(
        '<body><joint type="ball"/><geom size=".1" pos=".1 0 0"/></body>', '<option integrator="RK4"/>'
    )
    assert [r.what for r in migrate(model(text)).remarks] == ["RK4 is of fourth order for orientations"]
    assert not migrate(model(text), to="3.17.0").remarks


def test_a_difference_without_a_known_reason_is_told(model):
    text = wrap(ARM.replace("<joint", "<joint axis='0 1 0'"), '<option gravity="0 0 0"/>')
    assert not migrate(model(text)).remarks
    found = migrate(model(wrap(SITES, REFSITE)))
    assert "rotations relative to a refsite use the frames of both sites" in [r.what for r in found.remarks]


SITES = """<site name="r" pos="1 0 0"/><body><joint name="j" type="ball"/><geom size=".1" pos=".1 0 0"/>
  <site name="s" euler="40 20 10"/></body>"""
REFSITE = '<actuator><position site="s" refsite="r" gear="0 0 0 1 0 0" kp="3"/></actuator>'


def test_multiccd_is_left_out_where_that_is_nearer_to_the_old_motion(model):
    """3.5.0 has several contacts of a cylinder on a height field, which the flag would take away at 4.0."""
    world = """<geom type="hfield" hfield="h"/><body pos="0 0 .3" euler="80 0 0"><freejoint/>
      <geom type="cylinder" size=".1 .2"/></body><geom type="cylinder" size=".1 .1" pos="3 0 0"/>"""
    asset = (
        '<asset><hfield name="h" nrow="5" ncol="5" size="1 1 .1 .1" elevation="'
        + "0 1 0 1 0 " * 5
        + '"/></asset>'
    )
    found = migrate(model(wrap(world, asset)))
    plain = found.before.qpos
    assert found.after.qpos <= plain


def test_models_that_the_engine_cannot_step_are_an_error(model):
    flags = '<option integrator="discrete"><flag sleep="enable" island="disable"/></option>'
    text = wrap('<body><freejoint/><geom size=".1"/></body><geom size=".1"/>', flags)
    for call in (lambda: check_levels(model(text)), lambda: migrate(model(text))):
        assert "the model cannot be simulated: " in error_of(call)
    assert run("check", model(text)).exit_code == 1


def test_elastic_constants_are_those_of_the_migration_of_4_0_0():
    """The stiffness of 3.5.0 for E = 3e4, nu = .2, t = .004 is that of 4.0.0 for these numbers."""
    old = Elastic(3e4, 0.2, 0.004)
    for dim, kind, young, nu, t in (
        (3, "", 32142.857142857145, 0.28571428571428575, 0.004),
        (2, "bend", 18000.0, 0.2, 0.004),
        (2, "stretch", 8750.0, 0.4, 0.004),
        (2, "both", 6521.864934374386, 0.4, 0.005366563145999496),
    ):
        new = later_constants(dim, kind, old)
        assert np.allclose(new, (young, nu, t), rtol=tol(1e-14))
        assert np.allclose(earlier_constants(dim, kind, new), old, rtol=tol(1e-14))


def test_elastic_constants_are_remarked_or_written(model):
    box = """<flexcomp name="f" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" mass="1" radius=".01">
      <contact selfcollide="none"/><elasticity young="3e4" poisson="{}"/></flexcomp>"""
    found = migrate(model(wrap(box.format(0.2), '<option integrator="Euler"/>')), duration=0.01)
    told = [c.new for c in found.changes if c.rule == "elastic constants"] + [
        r.remedy for r in found.remarks if r.element == "elasticity"
    ]
    assert any("32142.857142857" in text for text in told)


def error_of(call):
    with pytest.raises((Error, ValueError, TypeError)) as caught:
        call()
    return str(caught.value)


def test_wrong_arguments_are_refused_with_what_would_be_right(model, tmp_path):
    path = model(TEXT)
    assert "must be one of 3.5.0, 3.11.0, 3.17.0, 4.0.0, got '3.6'" in error_of(
        lambda: migrate(path, to="3.6")
    )
    assert "must be text, not float" in error_of(lambda: migrate(path, to=4.0))
    assert "nothing to rewrite" in error_of(lambda: migrate(path, "3.5.0", "3.5"))
    assert "must name a release" in error_of(lambda: migrate(path, ""))
    assert "none.xml" in error_of(lambda: migrate(tmp_path / "none.xml"))
    assert "URDF" in error_of(lambda: migrate(model('<robot name="r"><link name="l"/></robot>')))
    broken = model(wrap('<geom size=".1" margin="many"/>'))
    assert "margin" in error_of(lambda: migrate(broken))


def test_an_element_that_only_one_release_can_read_is_an_error_that_names_it(model):
    weld = '<body sleep="init"><freejoint/><geom size=".1"/></body>'
    text = wrap(weld * 2, '<actuator/><option><flag sleep="enable"/></option>')
    assert migrate(model(text)).after.qpos == 0  # both can


def test_check_shows_which_fields_differ_between_neighbors(model):
    levels = {level.name: level for level in check_levels(model(TEXT))}
    assert list(levels) == ["3.5.0", "3.11.0", "3.17.0", "4.0.0"] and not any(
        x.error for x in levels.values()
    )
    assert levels["3.5.0"].motion is None and levels["3.11.0"].motion.ncon == 4
    fields = {f.name: f for f in levels["3.17.0"].fields}
    assert fields["actuator_gainprm"].differ == 1 and fields["actuator_gainprm"].most == 19
    assert "body_margin" in {f.name for f in levels["3.11.0"].fields}
    assert levels["4.0.0"].motion.qpos == 0


def test_check_says_where_a_model_does_not_load_or_is_refused(model):
    rope = '<composite type="cable" curve="s" count="5 1 1" size="1"><geom size=".01" type="capsule"/></composite>'
    levels = check_levels(model(wrap(rope)))
    assert [bool(level.refused) for level in levels] == [False, False, False, True]
    assert "composite" in error_of(lambda: check_levels(model(wrap("<composit/>"))))


def test_check_reads_urdf_whose_rotated_inertias_were_corrected_in_3_7(model):
    inertial = (
        '<inertial><origin rpy="1 0 0"/><mass value="1"/><inertia ixx="1" iyy="2" izz="2.5"/></inertial>'
    )
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="1 1 1"/></joint>'
    levels = check_levels(
        model(f'<robot name="r"><link name="a"/><link name="b">{inertial}</link>{joint}</robot>')
    )
    assert not any(level.error for level in levels)
    assert "body_iquat" in {field.name for field in levels[1].fields}


def test_the_command_migrate_prints_tables_and_writes_the_text(model, tmp_path):
    path, output = model(TEXT), tmp_path / "new.xml"
    result = run("migrate", path, "-o", output)
    assert result.exit_code == 0, result.output
    for word in (
        "dampratio",
        "1 -> removed",
        "margin and gap",
        "4 contacts",
        "before, 0 after the rewrite",
        "new.xml",
    ):
        assert word in result.output
    assert output.read_text() == migrate(path).text
    again = run("migrate", output, "--to", "3.5.0", "--from", "4.0.0")
    assert again.exit_code == 0 and "0.006 -> 0.01" in again.output and "Add -o FILE" in again.output


@pytest.mark.parametrize(
    "words, said",
    [
        (("migrate", "none.xml"), "there is no file 'none.xml'"),
        (("migrate", "humanoid", "--to", "5.0"), "must be one of 3.5.0, 3.11.0, 3.17.0, 4.0.0, got '5.0'"),
        (("migrate", "humanoid", "-o", "no/where.xml"), "there is no folder"),
        (("migrate", "humanoid", "-k", "none"), "no keyframe 'none'"),
        (("check", "none.xml", "--levels"), "there is no file 'none.xml'"),
    ],
)
def test_commands_say_what_is_wrong(words, said):
    result = run(*words)
    assert result.exit_code == 1 and said in result.output


def test_the_command_check_prints_a_row_for_each_level(model):
    result = run("check", model(TEXT), "--levels")
    assert result.exit_code == 0, result.output
    assert "body_margin (0.004)" in result.output and "equal" in result.output
