"""Any sequence of edits of a spec ends in a model or a clear error, and the model survives its text."""

import io
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gelenk
from tests.support.mesh_files import TETRAHEDRON, obj
from tests.support.same_model import differences

TEXT = """<mujoco><default><default class="c"><geom rgba="1 0 0 1"/></default></default>
<asset><mesh name="m" file="m.obj"/><texture name="t" type="2d" builtin="checker" width="4" height="4"/>
<material name="x" texture="t"/></asset>
<worldbody><frame name="f" pos="0 0 1"><body name="a" childclass="c"><joint name="j"/><geom name="g" size="0.1"/>
<site name="s"/><body name="b" pos="1 0 0"><joint name="k" type="ball"/><geom name="h" type="mesh" mesh="m"/>
<camera name="v"/><site name="S"/><light name="l"/></body></body></frame><body name="p" mocap="true"/></worldbody>
<contact><pair name="gh" geom1="g" geom2="h"/><exclude name="e" body1="a" body2="b"/></contact>
<equality><weld name="w" body1="a" body2="p"/></equality>
<tendon><fixed name="n"><joint joint="j" coef="1"/></fixed><spatial name="o"><site site="s"/><site site="S"/></spatial>
</tendon><actuator><motor name="u" joint="j"/><position name="q" tendon="n" kp="2"/></actuator>
<sensor><gyro name="y" site="s"/><framepos name="z" objtype="body" objname="b"/></sensor>
<custom><numeric name="d" data="1 2"/><tuple name="r"><element objtype="geom" objname="g"/></tuple></custom>
<keyframe><key name="i" qpos="0.1 1 0 0 0" ctrl="1 2"/></keyframe></mujoco>"""
ASSETS = {"m.obj": obj(TETRAHEDRON)}
NAMES = ["", "a", "g", "j", "s", "u", "new", "x/y", "\u00e9", "a" * 50, 'q"<&>']
NUMBERS = [0, 1, -1, 0.5, 1e9, 1e-12, float("nan"), float("inf"), 3]
TREE = ["bodies", "joints", "geoms", "sites", "cameras", "lights", "frames"]
LISTS = ["meshes", "textures", "materials", "pairs", "excludes", "equalities", "tendons", "actuators", "sensors",
         "numerics", "texts", "tuples", "keys", "hfields", "skins", "flexes", "plugins"]  # fmt: skip
OUTSIDE = ["actuator", "sensor", "tendon", "equality", "pair", "exclude", "key", "material", "mesh", "texture",
           "numeric", "text", "tuple", "hfield", "skin", "flex"]  # fmt: skip
# what has no effect and no form in MJCF: colors of fixed tendons, the world's gravity compensation, parameters of
# sensors that have none; and paths of files,
# which a text counts from the folder of the whole model
UNSEEN = {
    "tendon_rgba",
    "tendon_width",
    "tendon_matid",
    "ngravcomp",
    "body_gravcomp",
    "sensor_intprm",
    "npaths",
    "paths",
}
UNSEEN |= {f"{kind}_pathadr" for kind in ("mesh", "skin", "hfield", "tex")}
# the inertial frame of the world, where an edit states one: MJCF has no element for it
OF_THE_WORLD = {
    f"body_{name}" for name in ("ipos", "iquat", "mass", "subtreemass", "inertia", "simple", "sameframe")
}
MOST = 400  # elements: attaching a spec to itself doubles it


def fresh():
    return gelenk.MjSpec.from_string(TEXT, assets=ASSETS)


def elements(spec, groups):
    return [el for group in groups for el in getattr(spec, group)]


def add(spec, rng):
    body = rng.choice(spec.bodies)
    tag = rng.choice(["body", "joint", "geom", "site", "camera", "light", "frame", "freejoint"])
    values = {"name": rng.choice(NAMES)}
    if tag == "geom":
        values["size"] = [rng.choice(NUMBERS) for _ in range(3)]
    getattr(body, f"add_{tag}")(**values)


def add_outside(spec, rng):
    tag = rng.choice(OUTSIDE)
    el = getattr(spec, f"add_{tag}")(name=rng.choice(NAMES))
    for _ in range(rng.randrange(4)):
        set_field(el, rng)


def set_field(el, rng):
    """One field to something that may or may not fit."""
    name = rng.choice(sorted(type(el)._fields))
    old = getattr(el, name)
    values = [
        rng.choice(NUMBERS),
        rng.choice(NAMES),
        [rng.choice(NUMBERS) for _ in range(np.size(old) or 3)],
        None,
    ]
    if isinstance(old, (int, float, np.ndarray)) and rng.random() < 0.7:
        values = values[2:3] if np.size(old) > 1 else values[:1]
    setattr(el, name, rng.choice(values))


def change(spec, rng):
    set_field(rng.choice(elements(spec, TREE + LISTS)), rng)


def change_settings(spec, rng):
    set_field(rng.choice([spec, spec.compiler, spec.option, spec.stat, spec.visual.map]), rng)


def rename(spec, rng):
    rng.choice(elements(spec, TREE + LISTS)).name = rng.choice(NAMES)


def delete(spec, rng):
    spec.delete(rng.choice(elements(spec, TREE + LISTS)))


def attach(spec, rng):
    other = rng.choice([fresh, lambda: spec, spec.copy, gelenk.MjSpec])()
    if len(elements(spec, TREE + LISTS)) + len(elements(other, TREE + LISTS)) > MOST:
        return
    prefix, suffix = rng.choice(["", "p_", "q/", "/"]), rng.choice(["", "_s"])
    place = rng.choice([*spec.frames, *spec.sites, spec.worldbody.add_frame()])
    how = rng.randrange(3)
    spec.copy_during_attach = rng.random() < 0.5
    spec.override_assets = rng.random() < 0.8
    if how == 0:
        key = "frame" if isinstance(place, gelenk.MjsFrame) else "site"
        spec.attach(other, prefix=prefix, suffix=suffix, **{key: place})
    elif how == 1:
        place.attach_body(rng.choice(other.bodies), prefix, suffix)
    elif other.frames:
        rng.choice(spec.bodies).attach_frame(rng.choice(other.frames), prefix, suffix)


def to_frame(spec, rng):
    rng.choice(spec.bodies).to_frame()


def wrap(spec, rng):
    if spec.tendons:
        tendon = rng.choice(spec.tendons)
        rng.choice([lambda: tendon.wrap_site(rng.choice(NAMES)), lambda: tendon.wrap_joint("j", 2),
                    lambda: tendon.wrap_pulley(2), lambda: tendon.wrap_geom("g", "s")])()  # fmt: skip


def compile_and_recompile(spec, rng):
    m = spec.compile()
    d = gelenk.MjData(m)
    spec.worldbody.add_body(name=f"more{rng.randrange(9)}").add_geom(size=[1, 1, 1])
    spec.recompile(m, d)


def through_zip(spec, rng):
    file = io.BytesIO()
    spec.to_zip(file)
    file.seek(0)
    gelenk.MjSpec.from_zip(file).compile()


EDITS = [add, add_outside, change, change_settings, rename, delete, attach, to_frame, wrap, compile_and_recompile,
         through_zip]  # fmt: skip
REFUSALS = (ValueError, TypeError)  # gelenk.Error is a ValueError


def check(spec):
    """The spec compiles to what its text and its copy compile to, or says why not."""
    try:
        m = spec.compile()
    except REFUSALS as error:
        assert str(error).strip()
        return "error"
    assert differences(m, spec.copy().compile()) == []
    try:
        text = spec.to_xml()
    except gelenk.Error as error:  # what MJCF cannot say
        assert str(error).strip()
        return "model"
    again = gelenk.MjModel.from_xml_string(text, spec.assets)
    stated = m.body_ipos[0].any() or m.body_iquat[0, 0] != 1 or m.body_mass[0]
    unseen = UNSEEN | OF_THE_WORLD if stated else UNSEEN
    assert {*differences(m, again, 1e-9)} <= unseen, text
    return "model"


def run(steps):
    """Apply edits; each may be refused with a reason, and leaves a spec that can be compiled or says why not.

    Most edits that spoil the model are taken back, so that the others act on models that are right.
    """
    spec = fresh()
    for edit, seed in steps:
        rng = random.Random(seed)
        before = spec.copy()
        try:
            EDITS[edit](spec, rng)
            spec.compile()
        except REFUSALS as error:
            assert str(error).strip(), (EDITS[edit].__name__, seed)
            if rng.random() < 0.9:
                spec = before
    return check(spec)


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.integers(0, len(EDITS) - 1), st.integers(0, 10_000)), min_size=1, max_size=12))
def test_any_sequence_of_edits_ends_in_a_model_or_a_clear_error(steps):
    run(steps)


@pytest.mark.slow
def test_hundreds_of_edit_sequences_end_in_a_model_or_a_clear_error():
    rng = random.Random(5)
    counts = {"model": 0, "error": 0}
    for _ in range(500):
        steps = [(rng.randrange(len(EDITS)), rng.randrange(1 << 30)) for _ in range(rng.randrange(1, 12))]
        try:
            counts[run(steps)] += 1
        except BaseException as error:
            raise AssertionError(f"{steps}: {type(error).__name__}: {error}") from error
    assert min(counts.values()) > 50
