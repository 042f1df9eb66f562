"""Copies and pickles of specs: however deep their trees are, and whatever has been damaged."""

import copy
import pickle
import random

import pytest

import gelenk
from tests.hostile import programs
from tests.support import damaged, mutate

TWINS = {
    "copy": copy.copy,
    "method": gelenk.MjSpec.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": lambda spec, n=n: pickle.loads(pickle.dumps(spec, n)) for n in (2, 5)},
}


def bodies(spec, count):
    """Bodies in each other."""
    body = spec.worldbody
    for i in range(count):
        body = body.add_body(name=f"b{i}", pos=[0, 0, 0.1])
        body.add_geom(size=[0.01, 0, 0], mass=0.01)


def frames(spec, count):
    """Frames in each other, around a geom."""
    frame = spec.worldbody.add_frame()
    for _ in range(count - 1):
        frame = spec.worldbody.add_frame(frame)
    frame.add_geom(size=[0.1, 0, 0])


def classes(spec, count):
    """Classes that are derived from each other."""
    default = spec.default
    for i in range(count):
        default = spec.add_default(f"c{i}", default)
    spec.worldbody.add_geom(default, size=[0.1, 0, 0])


def attached(spec, count):
    """Specs that are attached to each other."""
    for i in range(count):
        other = gelenk.MjSpec()
        other.worldbody.add_body(name=f"b{i}").add_geom(size=[0.1, 0, 0])
        spec.attach(other, frame=spec.worldbody.add_frame(), prefix=f"p{i}")


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize(
    ("nest", "count"), [(bodies, 1200), (bodies, 5000), (frames, 1200), (classes, 1200), (attached, 100)]
)
def test_specs_of_any_depth_are_copied(nest, count, twin):
    spec = gelenk.MjSpec()
    nest(spec, count)
    other = TWINS[twin](spec)
    assert (len(other.bodies), len(other.geoms), len(other.frames)) == (
        *(len(spec.bodies), len(spec.geoms), len(spec.frames)),
    )
    other.worldbody.add_geom(size=[1, 0, 0])
    assert len(other.geoms) == len(spec.geoms) + 1
    deepest = other.bodies[-1]
    assert copy.deepcopy(deepest).name == deepest.name == pickle.loads(pickle.dumps(deepest)).name


@pytest.mark.parametrize("count", [300, 2000])
def test_other_walks_along_deep_trees_end(count):
    spec = gelenk.MjSpec()
    bodies(spec, count)
    last = f"b{count - 1}"
    assert spec.compile().nbody == count + 1
    assert spec.body(last) is spec.worldbody.find_child(last) is spec.worldbody.find_all("body")[-1]
    parent = gelenk.MjSpec()
    parent.copy_during_attach = True
    parent.worldbody.add_frame().attach_body(spec.body("b0"), "p", "")
    assert len(parent.bodies) == count + 1
    if count < 500:
        assert len(gelenk.MjSpec.from_string(spec.to_xml()).bodies) == count + 1
    else:
        with pytest.raises(gelenk.Error, match="nested deeper than 500"):
            spec.to_xml()
    spec.delete(spec.body("b1"))
    assert len(spec.bodies) == 2


def specs():
    """Specs that have about everything: attached and deleted parts, keyframes, classes, files, plugins, paths."""
    whole = gelenk.MjSpec.from_string(programs.KEYED)
    whole.compile()
    child = gelenk.MjSpec.from_string(mutate.TEXTS["mjcf arm"].strip())
    child.compiler.degree = False
    whole.attach(child, prefix="q", frame=whole.worldbody.add_frame(pos=[1, 2, 3]))
    whole.geoms[0].alt.euler, whole.bodies[2].ialt.euler = [1, 2, 3], [4, 5, 6]
    whole.add_default("x").geom.rgba = [1, 0, 0, 1]
    whole.worldbody.add_geom(whole.add_default("y", whole.find_default("x")), size=[1, 0, 0], info="told")
    whole.delete(whole.bodies[1])
    whole.option.gravity, whole.visual.map.znear, whole.compiler.LRopt.maxforce = [1, 2, 3], 0.5, 3.0
    other = gelenk.MjSpec.from_string(mutate.SENSED)
    other.worldbody.add_site(name="start"), other.worldbody.add_site(name="end", pos=[1, 0, 0])
    path = other.add_tendon(name="rope")
    path.wrap_site("start"), path.wrap_site("end")
    other.add_mesh(name="mesh", uservert=[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], userface=[0, 1, 2, 0, 1, 3])
    other.assets = {"a.obj": b"v 0 0 0"}
    other.activate_plugin("mujoco.elasticity.cable")
    other.add_texture(name="t", builtin=1, width=4, height=4)
    return [whole, other]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("twin", TWINS)
def test_copies_say_the_same(number, twin):
    spec = specs()[number]
    other = TWINS[twin](spec)
    assert other.to_xml() == spec.to_xml()
    assert other.assets == spec.assets and [geom.info for geom in other.geoms] == [g.info for g in spec.geoms]
    assert other.compile().signature == spec.compile().signature


def test_parts_that_are_copied_with_their_spec_are_those_of_the_copy():
    spec = specs()[0]
    part = [
        spec.bodies[-1],
        spec.geoms[0],
        spec.find_default("y"),
        spec.find_default("x").geom,
        spec.actuators[0],
    ]
    for twin in (copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        other, *found = twin([spec, *part])
        assert found[0] is other.bodies[-1] and found[1] is other.geoms[0] and found[4] is other.actuators[0]
        assert found[2] is other.find_default("y") and found[3] is other.find_default("x").geom
        assert twin(spec.geoms[0]).spec is not spec
    gone = spec.worldbody.add_geom()
    gone.delete()
    with pytest.raises(TypeError, match="has been deleted"):
        pickle.dumps(gone)
    for thing in part:
        with pytest.raises(TypeError, match="copy its spec"):
            copy.copy(thing)


class Robot(gelenk.MjSpec):
    """A spec with an attribute of its own."""

    wheels = 0


def test_pickles_keep_attributes_of_subclasses():
    robot = Robot()
    robot.wheels = 4
    other = pickle.loads(pickle.dumps(robot))
    assert type(other) is Robot and other.wheels == 4


def misplaced(values, rng):
    """The values of a pickle with places, kinds and values of elements exchanged."""
    cls, settings, told, rows, kept = values[0], *copy.deepcopy(values[1:])
    for _ in range(rng.choice([1, 2, 4])):
        i, k, how = rng.randrange(len(rows)), rng.randrange(len(rows)), rng.randrange(8)
        row = list(rows[i])
        if how < 4:
            row[1 + how] = rng.choice([-2, -1, 0, 1, i, k, len(rows), 10**30, True, None])
        elif how == 4:
            row[0] = rng.choice([rows[k][0], "x", None])
        elif how == 5:
            row[5] = copy.deepcopy(rows[k][5])
        elif how == 6:
            row, rows[k] = list(rows[k]), rows[i]
        elif row[5]:
            others = list(rows[k][5].values())
            row[5][rng.choice(list(row[5]))] = rng.choice([*others, *damaged.JUNK])
        rows[i] = tuple(row)
    return cls, settings, told, rows, kept


def wrong(make, values):
    """What a damaged pickle gives; None where it is refused in one way."""
    try:
        return make(*values)
    except ValueError as error:
        assert str(error).startswith("MjSpec: the pickle is damaged")
        return None


@pytest.mark.parametrize("seed", range(4))
def test_damaged_pickles_are_refused_in_one_way_or_are_specs(seed):
    rng = random.Random(seed)
    found = specs()
    for _ in range(60):
        make, values = rng.choice(found).__reduce__()
        edited = damaged.edit(values, rng) if rng.random() < 0.5 else misplaced(values, rng)
        spec = wrong(make, edited if isinstance(edited, tuple | list) else [edited])
        if spec is None:
            continue
        for use in (spec.copy, spec.to_xml, spec.compile, spec.__repr__):
            damaged.attempt(use)
        twin = pickle.loads(pickle.dumps(spec))
        assert len(twin.bodies) == len(spec.bodies)


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        (1, 1, 1),
        (1, 1, -1),
        (0, 0, "geom"),
        (2, 2, 2),
        (1, 3, 99),
        (1, 4, 5),
        (1, 5, {"pos": "x"}),
        (1, 5, None),
    ]
    + [
        (1, 5, {"tag": "geom"}),
        (1, 5, {"add_geom": 1}),
        (1, 5, {"name": 5}),
        (1, 6, {"qpos": 1}),
        (1, 5, {"alt": 1}),
    ],
)
def test_each_place_of_a_pickle_is_checked(row, field, value):
    spec = specs()[0]
    make, (cls, settings, told, rows, kept) = spec.__reduce__()
    rows[row] = (*rows[row][:field], value, *rows[row][field + 1 :])
    with pytest.raises(ValueError, match="MjSpec: the pickle is damaged"):
        make(cls, settings, told, rows, kept)


def test_a_ring_of_frames_in_a_pickle_is_refused():
    spec = gelenk.MjSpec()
    frames(spec, 3)
    make, (cls, settings, told, rows, kept) = spec.__reduce__()
    places = [i for i, row in enumerate(rows) if row[0] == "frame"]
    rows[places[0]] = (*rows[places[0]][:2], places[-1], *rows[places[0]][3:])
    with pytest.raises(ValueError, match="damaged: a frame is in itself"):
        make(cls, settings, told, rows, kept)
