"""Unknown names are answered with the nearest known one, wherever a name is looked up.

Documents: API / Python bindings, named access
"""

import pickle
import sys
import timeit

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from gelenk.errors import UnknownAttribute, UnknownKey, nearest

MODEL = """<mujoco><worldbody>
  <camera name="side"/>
  <body name="head"><freejoint name="root"/><geom name="skull" size=".1"/></body>
</worldbody><keyframe><key name="squat"/></keyframe></mujoco>"""


@pytest.fixture(scope="module")
def world():
    m = gelenk.MjModel.from_xml_string(MODEL)
    return m, gelenk.MjData(m)


OURS = {  # a mistake -> the type of the error and the name that was meant; the text of the error has the hint
    "model": (lambda m, d: m.bdy_mass, AttributeError, "body_mass"),
    "data": (lambda m, d: d.qpso, AttributeError, "qpos"),
    "data, assigned": (lambda m, d: setattr(d, "qpso", 0), AttributeError, "qpos"),
    "option": (lambda m, d: m.opt.timstep, AttributeError, "timestep"),
    "statistic": (lambda m, d: m.stat.extend, AttributeError, "extent"),
    "visual": (lambda m, d: m.vis.map.znaer, AttributeError, "znear"),
    "body of a model": (lambda m, d: m.body("hed"), KeyError, "head"),
    "body of a data": (lambda m, d: d.body("hed"), KeyError, "head"),
    "keyframe": (lambda m, d: m.key("sqat"), KeyError, "squat"),
    "field of a body": (lambda m, d: m.body("head").mas, AttributeError, "mass"),
    "field of a body, assigned": (lambda m, d: setattr(d.body("head"), "xpso", 0), AttributeError, "xpos"),
    "warnings": (lambda m, d: d.warning.numbr, AttributeError, "number"),
    "spec": (lambda m, d: gelenk.MjSpec().modlname, AttributeError, "modelname"),
    "method of an element": (lambda m, d: gelenk.MjSpec().worldbody.add_boddy, AttributeError, "add_body"),
    "field of an element": (lambda m, d: gelenk.MjSpec().worldbody.pso, AttributeError, "pos"),
    "default class": (lambda m, d: gelenk.MjSpec().default.geon, AttributeError, "geom"),
    "element, assigned": (lambda m, d: setattr(gelenk.MjSpec().worldbody, "pso", 0), AttributeError, "pos"),
    "keyword of an element": (lambda m, d: gelenk.MjSpec().worldbody.add_body(nam="a"), TypeError, "name"),
    "function": (lambda m, d: gelenk.mj_stp, AttributeError, "mj_step"),
    "class": (lambda m, d: gelenk.MjModle, AttributeError, "MjModel"),
    "enum": (lambda m, d: gelenk.mjtGeo, AttributeError, "mjtGeom"),
    "function of drawing": (lambda m, d: gelenk.render.picturs, AttributeError, "pictures"),
    "camera of a picture": (lambda m, d: gelenk.render.pictures(m, d, "sid"), ValueError, "side"),
    "camera of points": (lambda m, d: gelenk.render.points(m, d, "sid"), ValueError, "side"),
    "option of drawing": (lambda m, d: gelenk.MjvOption().flgs, AttributeError, "flags"),
    "camera": (lambda m, d: setattr(gelenk.MjvCamera(), "azimut", 0), AttributeError, "azimuth"),
    "scene": (lambda m, d: gelenk.MjvScene(m, 1).ngoem, AttributeError, "ngeom"),
    "batch": (lambda m, d: Batch(m, 1).qpso, AttributeError, "qpos"),
    "batch, assigned": (lambda m, d: setattr(Batch(m, 1), "qpso", 0), AttributeError, "qpos"),
    "batch, bound": (lambda m, d: Batch(m, 1).bind("qpso"), ValueError, "qpos"),
    "batch, expanded": (lambda m, d: Batch(m, 1).expand("bdy_mass"), ValueError, "body_mass"),
    "body of a batch": (lambda m, d: Batch(m, 1).body("hed"), KeyError, "head"),
    "field of a body of a batch": (lambda m, d: Batch(m, 1).body("head").xpso, AttributeError, "xpos"),
    "keyword of a step": (lambda m, d: gelenk.mj_step(m, d, nsteps=3), TypeError, "nstep"),
    "keyword of an entry": (lambda m, d: gelenk.mj_forward(mm=m, d=d), TypeError, "m"),
    "keyword of a row": (lambda m, d: gelenk.mju_dot3(vec1=d.qpos[:3], vec=d.qpos[:3]), TypeError, "vec2"),
    "keyword of an option": (
        lambda m, d: gelenk.mj_jacBody(m, d, jacp=None, jacrot=None, body=1),
        TypeError,
        "jacr",
    ),
    "shipped model": (lambda m, d: gelenk.models.load("humnoid"), ValueError, "humanoid"),
}


@pytest.mark.parametrize("what", OURS)
def test_an_unknown_name_is_answered_with_the_nearest(what, world):
    call, error, meant = OURS[what]
    with pytest.raises(error) as caught:
        call(*world)
    assert f"id you mean '{meant}'?" in str(caught.value)
    assert caught.type.__name__ in ("AttributeError", "KeyError", "TypeError", "ValueError")
    copied = pickle.loads(pickle.dumps(caught.value))
    assert str(copied) == str(caught.value) and isinstance(copied, error)


def test_names_of_cameras_follow_the_sentence_of_3_5_0(world):
    with gelenk.Renderer(world[0], 8, 8) as renderer, pytest.raises(ValueError) as caught:
        renderer.update_scene(world[1], "sid")
    assert str(caught.value) == "The camera \"sid\" does not exist. Did you mean 'side'?"


def test_names_of_tasks_and_their_options_are_answered():
    pytest.importorskip("gymnasium")
    from gelenk.envs import make_vec

    with pytest.raises(ValueError, match="did you mean 'Hopper-v5'"):
        make_vec("Hoper-v5")
    with pytest.raises(TypeError, match="did you mean 'ctrl_cost_weight'"):
        make_vec("Hopper-v5", ctr_cost_weight=1)


# attributes whose access a __getattr__ would slow down (that of enums tenfold): Python's tracebacks have the hint
INTERPRETER = {
    "member of an enum": (lambda m, d: gelenk.mjtGeom.mjGEOM_BX, "mjGEOM_BOX"),
    "contacts": (lambda m, d: d.contact.dst, "dist"),
    "renderer": (lambda m, d: gelenk.Renderer.update_scen, "update_scene"),
    "class method": (lambda m, d: gelenk.MjModel.from_xml_pth, "from_xml_path"),
}


@pytest.mark.parametrize("what", INTERPRETER)
def test_tracebacks_have_a_hint_at_attributes_without_one_of_ours(what, world, capsys):
    call, meant = INTERPRETER[what]
    with pytest.raises(AttributeError) as caught:
        call(*world)
    sys.__excepthook__(caught.type, caught.value, None)
    assert f"Did you mean: '{meant}'?" in capsys.readouterr().err


def test_a_traceback_has_one_hint(world, capsys):
    with pytest.raises(AttributeError) as caught:
        world[0].bdy_mass  # noqa: B018
    sys.__excepthook__(caught.type, caught.value, None)
    text = capsys.readouterr().err
    assert (
        text.splitlines()[-1].startswith("AttributeError: 'MjModel' object")
        and text.lower().count("did you") == 1
    )
    assert caught.value.name == "bdy_mass"


def test_a_hint_is_computed_only_for_its_text():
    asked = []

    def words():
        asked.append(1)
        return ["qpos", "_qpsi"]

    errors = [UnknownAttribute("no qpsi", "qpsi", words), UnknownKey("no qpsi", "qpsi", words)]
    assert not asked
    assert [str(error) for error in errors] == [
        "no qpsi; did you mean 'qpos'?",
        repr("no qpsi; did you mean 'qpos'?"),
    ]
    assert len(asked) == 2


def test_asking_for_attributes_that_are_missing_stays_fast(world):
    """Other libraries ask with hasattr; a hint among 900 names takes over a millisecond."""
    m, _ = world
    best = min(timeit.repeat(lambda: hasattr(m, "bdy_mass"), number=100, repeat=5)) / 100
    told = min(timeit.repeat(lambda: nearest("bdy_mass", dir(m)), number=1, repeat=3))
    assert best < 0.1 * told


def test_names_that_are_not_similar_are_not_suggested(world):
    with pytest.raises(AttributeError) as caught:
        world[0].nope  # noqa: B018
    assert "did you mean" not in str(caught.value)
    assert nearest("qpso", np.array(["xpos", "qpos"])) and not nearest("x" * 100, ["x" * 99])
