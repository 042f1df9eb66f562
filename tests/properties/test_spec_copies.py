"""Properties of edited specs: copies, attachments, recompilation, round trips through text."""

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import gelenk
from gelenk.modeling.spec.element import MjsElement
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.toolchain.extension import load

FIELDS = [f for f in gelenk.MjModel._all_fields if f not in ("signature", "narena")]


def differences(a, b, skip=()):
    """Fields in which two models differ."""
    found = []
    for field in FIELDS:
        if field not in skip:
            x, y = getattr(a, field), getattr(b, field)
            same = (
                x == y
                if isinstance(x, (int, bytes))
                else x.shape == y.shape and np.allclose(x, y, equal_nan=True)
            )
            if not same:
                found.append(field)
    return found


def random_body(rng, depth, count):
    """Text of a body with joints, geoms, sites, frames and bodies below; `count` numbers the names."""
    count[0] += 1
    n = count[0]
    euler = " ".join(f"{angle:.3f}" for angle in rng.uniform(-90, 90, 3))
    parts = [f"<geom name='g{n}' size='{rng.uniform(0.05, 0.2):.3f}' pos='0 {rng.uniform(0, 1):.3f} 0'/>"]
    kind = rng.choice(["hinge", "slide", "ball", "none"])
    if kind != "none":
        parts.insert(0, f"<joint name='j{n}' type='{kind}'/>")
    parts.append(f"<site name='s{n}' euler='{euler}'/>")
    for _ in range(rng.integers(0, 3) if depth else 0):
        parts.append(random_body(rng, depth - 1, count))
    if rng.random() < 0.5:
        parts = [f"<frame euler='{euler}' pos='1 0 0'>{''.join(parts)}</frame>"]
    return f"<body name='b{n}' pos='0 0 {rng.uniform(0, 1):.3f}' euler='{euler}'>{''.join(parts)}</body>"


def random_model(seed, prefix=""):
    """(text of a model, number of its bodies); the first body is b1, everything is below it."""
    rng = np.random.default_rng(seed)
    count = [0]
    tree = random_body(rng, 3, count)
    sensors = "".join(
        f"<framepos name='f{n}' objtype='site' objname='s{n}'/>" for n in range(1, count[0] + 1)
    )
    return f"<mujoco><worldbody>{tree}</worldbody><sensor>{sensors}</sensor></mujoco>", count[0]


SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_compiles_to_the_same_model_and_shares_nothing(seed):
    spec = gelenk.MjSpec.from_string(random_model(seed)[0])
    model = spec.compile()
    copy = spec.copy()
    assert differences(model, copy.compile()) == []
    for geom in copy.geoms:
        geom.size = [9, 9, 9]
        geom.pos[0] = 7
    copy.delete(copy.body("b1"))
    assert differences(model, spec.compile()) == []


def shape_of(spec):
    """Elements of a spec in their order, with what each refers to as places in that order, and values as texts."""
    world = spec.worldbody
    found = [*with_bodies({"body": [world]}), *(el for group in spec._elements.values() for el in group)]
    for default in spec._classes.values():
        found += [default, *(el for el in default.__dict__.values() if isinstance(el, MjsElement))]
    places = {id(el): i for i, el in enumerate([spec, *found])}
    told = []
    for el in found:
        own = {
            k: places.get(id(v), repr(v))
            for k, v in el.__dict__.items()
            if k not in ("_children", "_derived")
        }
        groups = el.__dict__.get("_children", {})
        told.append((type(el), own, {kind: [places[id(e)] for e in group] for kind, group in groups.items()}))
    return told


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_by_native_code_are_those_of_python(seed, monkeypatch):
    spec = gelenk.MjSpec.from_string(random_model(seed)[0])
    spec.add_default("some")
    spec.worldbody.first_body().pos[0] = 0.5  # an array that somebody has looked at
    spec.add_material(name="m")
    spec.add_key(name="k")
    spec.add_tendon(name="t").wrap_site("s1")
    ours = shape_of(spec.copy())
    monkeypatch.setattr(load, "module", None)
    assert shape_of(spec.copy()) == ours
    assert len(ours) == len(shape_of(spec))


@pytest.mark.parametrize("seed", SEEDS)
def test_attaching_is_the_same_as_writing_it_there(seed):
    xml, count = random_model(seed)
    parent = (
        "<mujoco><worldbody><frame name='here' pos='1 2 3' euler='0 30 0'>{}</frame></worldbody>{}</mujoco>"
    )
    spec = gelenk.MjSpec.from_string(parent.format("", ""))
    spec.frame("here").attach_body(gelenk.MjSpec.from_string(xml).body("b1"), "p_", "")
    for kind in "bjgsf":
        for n in range(count, 0, -1):
            xml = xml.replace(f"'{kind}{n}'", f"'p_{kind}{n}'")
    tree, _, sensors = xml.removeprefix("<mujoco><worldbody>").partition("</worldbody>")
    written = parent.format(tree, sensors.removesuffix("</mujoco>"))
    assert differences(gelenk.MjModel.from_xml_string(written), spec.compile()) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_replicating_once_is_the_same_as_a_suffix(seed):
    xml, count = random_model(seed)
    replicated = xml.replace("<worldbody>", "<worldbody><replicate count='1'>")
    replicated = replicated.replace("</worldbody>", "</replicate></worldbody>")
    for kind in "bjgsf":
        for n in range(count, 0, -1):
            xml = xml.replace(f"'{kind}{n}'", f"'{kind}{n}0'")
    models = [gelenk.MjModel.from_xml_string(text) for text in (xml, replicated)]
    assert differences(*models) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_recompiling_an_unchanged_spec_keeps_model_and_state(seed):
    spec = gelenk.MjSpec.from_string(random_model(seed)[0])
    m = spec.compile()
    d = gelenk.MjData(m)
    rng = np.random.default_rng(seed)
    d.qpos[:] += rng.uniform(-1, 1, m.nq)
    d.qvel[:], d.time = rng.uniform(-1, 1, m.nv), 3.0
    m2, d2 = spec.recompile(m, d)
    assert differences(m, m2) == [] and d2.time == 3.0
    assert np.array_equal(d.qpos, d2.qpos) and np.array_equal(d.qvel, d2.qvel)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_attached_model_written_and_read_again_is_the_same(seed):
    spec = gelenk.MjSpec()
    frame = spec.worldbody.add_frame(pos=[1, 2, 3])
    frame.attach_body(gelenk.MjSpec.from_string(random_model(seed)[0]).body("b1"), "p_", "_q")
    model = spec.compile()
    again = gelenk.MjSpec.from_string(spec.to_xml()).compile()
    assert differences(model, again) == []


def test_values_of_a_keyframe_stay_with_their_joints():
    spec = gelenk.MjSpec.from_string("""<mujoco><worldbody><body name="a"><joint name="j"/><geom size="1"/></body>
      <body name="b"><joint name="k"/><geom size="1"/></body></worldbody>
      <keyframe><key name="key" qpos="1 2"/></keyframe></mujoco>""")
    spec.compile()
    spec.body("a").add_joint(name="new", axis=[1, 0, 0])
    assert spec.compile().key_qpos.tolist() == [[1, 0, 2]]
    spec.delete(spec.joint("j"))
    assert spec.compile().key_qpos.tolist() == [[0, 2]]
    spec.key("key").qpos = [5, 6]
    assert spec.compile().key_qpos.tolist() == [[5, 6]]


def test_a_spec_cannot_be_attached_twice_or_to_itself_by_reference():
    spec = gelenk.MjSpec.from_string(
        "<mujoco><worldbody><body name='b'><frame name='f'/></body></worldbody></mujoco>"
    )
    with pytest.raises(ValueError, match="itself by reference"):
        spec.frame("f").attach_body(spec.body("b"), "x", "")
    child = gelenk.MjSpec.from_string(
        "<mujoco><worldbody><body name='c'/><body name='d'/></worldbody></mujoco>"
    )
    spec.frame("f").attach_body(child.body("c"), "x", "")
    with pytest.raises(ValueError):
        spec.frame("f").attach_body(child.bodies[-1], "y", "")
    assert [body.name for body in spec.bodies] == ["world", "b", "xc"]


def test_plugins_are_attached_and_copied_with_a_configuration_of_their_own():
    child = gelenk.MjSpec()
    child.activate_plugin("mujoco.elasticity.cable")
    instance = child.add_plugin(name="i", plugin_name="mujoco.elasticity.cable", active=1)
    instance.config = {"twist": "1", "bend": "2"}
    body = child.worldbody.add_body(name="b")
    body.add_joint(type=gelenk.mjtJoint.mjJNT_BALL)
    body.add_geom(type=gelenk.mjtGeom.mjGEOM_CAPSULE, size=[0.1, 0.1, 0])
    body.plugin.name, body.plugin.active = "i", 1
    spec = gelenk.MjSpec()
    spec.copy_during_attach = True
    frame = spec.worldbody.add_frame()
    for prefix in ("1_", "2_"):
        frame.attach_body(body, prefix, "")
    assert spec.compile().body_plugin.tolist() == [-1, 0, 1]
    spec.plugin("1_i").config = {"twist": "5"}
    assert spec.plugin("2_i").config == instance.config == {"twist": "1", "bend": "2"}
    with pytest.raises(TypeError):
        instance.config = {"twist": 1}


def test_a_deleted_element_cannot_be_used():
    spec = gelenk.MjSpec.from_string(
        "<mujoco><worldbody><body name='b'/><frame name='f'/></worldbody></mujoco>"
    )
    body = spec.body("b")
    spec.delete(body)
    for use in (lambda: spec.delete(body), lambda: gelenk.MjSpec().worldbody.add_frame().attach_body(body)):
        with pytest.raises(ValueError):
            use()
    with pytest.raises(ValueError, match="world"):
        spec.delete(spec.worldbody)
    other = gelenk.MjSpec()
    with pytest.raises(ValueError, match="not an element of this spec"):
        other.delete(spec.frame("f"))


def test_a_spec_that_has_been_edited_is_bound_no_more():
    spec = gelenk.MjSpec.from_string(random_model(0)[0])
    m = spec.compile()
    body = spec.body("b1")
    assert m.bind(body).id == m.bind(body).id == 1
    body.name = "other"
    with pytest.raises(ValueError, match="recompile"):
        m.bind(body)
    body.name = "b1"
    assert m.bind(body).id == 1
    body.add_geom(size=[1, 1, 1])
    with pytest.raises(ValueError, match="recompile"):
        m.bind(body)


def test_settings_of_a_copy_are_its_own():
    """Those that have been looked at, with arrays and structs in them, and those that have not."""
    spec = gelenk.MjSpec()
    spec.compiler.degree = False
    other = spec.copy()
    other.compiler.degree = True
    assert not spec.compiler.degree and other.compiler.degree
    spec.option.gravity, spec.compiler.LRopt.maxforce, spec.stat.meaninertia = [1, 2, 3], 3.0, 2.0
    spec.visual.map.znear = 0.5
    other = spec.copy()
    assert [*other.option.gravity] == [1, 2, 3] and other.compiler.LRopt.maxforce == 3.0
    assert other.visual.map.znear == 0.5 and other.stat.meaninertia == 2.0
    other.option.gravity[0], other.compiler.LRopt.maxforce, other.stat.meaninertia = 9, 4.0, 5.0
    other.visual.map.znear = 0.7
    assert [*spec.option.gravity] == [1, 2, 3] and spec.compiler.LRopt.maxforce == 3.0
    assert spec.visual.map.znear == 0.5 and spec.stat.meaninertia == 2.0


TWINS = {
    "copy": gelenk.MjSpec.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda spec: pickle.loads(pickle.dumps(spec)),
}


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("meshes", [0, 1])
def test_whoever_makes_the_copy_both_go_on_by_themselves(twin, meshes):
    spec = gelenk.MjSpec()
    for k in range(meshes):
        spec.add_mesh(name=f"m{k}")
    other = TWINS[twin](spec)
    other.add_mesh(name="own")
    other.worldbody.add_geom(size=[1, 0, 0])
    assert (len(spec.meshes), len(spec.geoms)) == (meshes, 0)
    spec.add_key(name="k")
    other.delete(other.mesh("own"))
    assert (len(other.meshes), len(other.geoms), len(other.keys)) == (meshes, 1, 0)
    assert len(gelenk.MjSpec().keys) == 0


def test_copies_that_nobody_has_are_freed():
    spec = gelenk.MjSpec.from_string(random_model(0)[0])
    spec.worldbody.first_body().pos[0] = 0.5
    gone = weakref.ref(spec.copy().worldbody)
    gc.collect()
    assert gone() is None


def test_keyframes_of_a_copy_speak_of_its_own_elements():
    bodies = "".join(
        f'<body name="{name}"><joint name="{name}" type="slide"/><geom size="1"/></body>' for name in "abc"
    )
    spec = gelenk.MjSpec.from_string(
        f"<mujoco><worldbody>{bodies}</worldbody><keyframe><key qpos='1 2 3'/></keyframe></mujoco>"
    )
    spec.delete(spec.body("a"))  # from now on it is known which number is of which joint
    copy = spec.copy()
    copy.delete(copy.body("b"))
    assert copy.compile().key_qpos.tolist() == [[3.0]]
    assert spec.compile().key_qpos.tolist() == [[2.0, 3.0]]
