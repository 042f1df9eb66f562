"""What a program may put into a spec and MJCF cannot say: refused with the reason, or said in another way."""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.same_model import differences

TEXT = """<mujoco><compiler angle="degree"/><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>
<body name="b"><joint name="j"/><geom name="g" size="1"/></body></worldbody></mujoco>"""


def fresh():
    return gelenk.MjSpec.from_string(TEXT)


def same_after_writing(spec):
    m = spec.compile()
    return differences(m, gelenk.MjModel.from_xml_string(spec.to_xml()), 1e-9) == []


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda spec: setattr(spec.worldbody, "name", "ground"), "the world is called 'ground'"),
        (lambda spec: setattr(spec.worldbody, "userdata", [1, 2]), "the world has user data"),
        (lambda spec: setattr(spec.geom("g"), "pos", [np.nan, 0, 0]), "'pos' is .*cannot express.*'g'"),
        (lambda spec: setattr(spec.mesh("m"), "needsdf", 1), "'needsdf' of mesh 'm'"),
        (lambda spec: setattr(spec.option, "disableactuator", -1), "'disableactuator' is -1"),
        (lambda spec: setattr(spec.option, "disableflags", 1 << 20), "'disableflags' is .* cannot express"),
        (lambda spec: spec.add_numeric(name="n"), "cannot be written as MJCF: the size of a numeric"),
    ],
)
def test_a_text_that_would_be_wrong_is_not_written(edit, message):
    spec = fresh()
    edit(spec)
    spec.compile()
    with pytest.raises(Error, match=message):
        spec.to_xml()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda spec: setattr(spec.geom("g"), "size", [1, np.nan, 0]), "nan size in geom"),
        (lambda spec: setattr(spec.option, "integrator", 17), "invalid integrator 17"),
        (lambda spec: setattr(spec.compiler, "fusestatic", -1), "invalid fusestatic -1"),
    ],
)
def test_values_that_mean_nothing_do_not_compile(edit, message):
    spec = fresh()
    edit(spec)
    with pytest.raises(Error, match=message):
        spec.compile()


STATED = [
    {"mass": 3, "inertia": [1, 2, 2.5]},
    {"mass": 3, "inertia": [1, 2, 2.5], "ipos": [1, 0, 0]},
    {"ipos": [1, 2, 3]},
    {"mass": 1, "fullinertia": [3, 2.5, 2, 0.1, 0.2, 0.3]},
]


@pytest.mark.parametrize("values", STATED)
@pytest.mark.parametrize("geoms", [0, 1])
def test_inertias_that_a_program_states_are_written(values, geoms):
    spec = fresh()
    body = spec.worldbody.add_body(name="new", pos=[1, 1, 1], **values)
    for _ in range(geoms):
        body.add_geom(size=[0.5, 0, 0])
    assert same_after_writing(spec)


def test_a_range_without_effect_stays_as_it_is():
    spec = fresh()
    spec.joint("j").range = [1, -1]
    assert spec.compile().jnt_range.tolist() == [[1, -1]]
    assert same_after_writing(spec)


def test_frames_that_are_written_in_pieces_keep_their_names_once():
    spec = fresh()
    outer = spec.worldbody.add_frame(name="outer", pos=[1, 0, 0])
    inner = spec.worldbody.add_frame(name="inner")
    inner.set_frame(outer)
    for frame in (outer, None, inner, None, outer, inner):
        geom = spec.worldbody.add_geom(size=[1, 1, 1])
        if frame is not None:
            geom.set_frame(frame)
    text = spec.to_xml()
    assert text.count('name="outer"') == text.count('name="inner"') == 1
    assert same_after_writing(spec)


SETTINGS = ('inertiafromgeom="true"', 'boundmass="7" boundinertia="3"', 'inertiagrouprange="1 2"', 'alignfree="true"',
            'autolimits="false"', 'angle="radian"', 'eulerseq="zyx"', 'balanceinertia="true"')  # fmt: skip
PART = """<mujoco><compiler {}/><worldbody><body name="b"><joint name="j"/><geom size="1"/><geom size="2" group="2"/>
<body name="c" euler="10 20 30"><inertial pos="0 0 1" mass="2" diaginertia="1 1.5 2"/><joint name="k" range="{} 1"
limited="true"/><geom size="0.5"/></body></body><body name="f"><freejoint/><geom size="1" pos="1 0 0" group="1"/></body>
</worldbody></mujoco>"""


def test_saved_inertias_of_free_bodies_are_in_the_frames_that_the_text_gives_them():
    spec = gelenk.MjSpec.from_string(PART.format('alignfree="true" saveinertial="true"', 0))
    assert same_after_writing(spec)


@pytest.mark.parametrize("child", SETTINGS)
@pytest.mark.parametrize("parent", ["", *SETTINGS[:5]])
def test_settings_of_an_attached_model_keep_counting_after_writing(parent, child):
    whole = gelenk.MjSpec.from_string(PART.format(parent, 0))
    part = gelenk.MjSpec.from_string(PART.format(child, 0.5))
    frame = whole.worldbody.add_frame(pos=[0, 0, 3])
    for name in ("b", "f"):
        frame.attach_body(part.copy().body(name), f"{name}_", "")
    assert same_after_writing(whole)
