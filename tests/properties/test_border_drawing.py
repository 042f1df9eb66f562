"""Entry points of functions of scenes do what the Python functions do whose places they have taken.

Documents: design / The border; API / Visualization

As test_border.py, with the structs of pictures among the arguments; attributes that are numbers are compared with the
properties that they stand for.
"""

import contextlib
import copy
import gc
import inspect
import sys

import numpy as np
import pytest

import gelenk
from gelenk.api import native_entries
from gelenk.runtime.block import Block
from gelenk.scene import update
from gelenk.scene.structs import Columns
from gelenk.tables.enums import mjtCamera, mjtGeom, mjtLabel, mjtMouse, mjtPertBit, mjtVisFlag
from gelenk.tables.functions.targets import TARGETS
from gelenk.tables.stages import NAMED
from gelenk.toolchain import library
from gelenk.toolchain.extension import load
from tests.properties.test_arguments import good
from tests.properties.test_border import contents as contents_of_others
from tests.support.stand_ins import FLOATS, INTEGERS, OTHER, Half, Index, Raises, arrays, outcome, world

native = pytest.mark.skipif(load.module is None, reason="there is no border here")
DRAWING = [name for name, target in TARGETS.items() if target.is_drawing]
ROOM = 40  # geoms of a scene
ROWS = (gelenk.MjvGeom, gelenk.MjvGLCamera)
KINDS = (gelenk.MjvScene, gelenk.MjvCamera, gelenk.MjvOption, gelenk.MjvPerturb, *ROWS)


class SubScene(gelenk.MjvScene):
    pass


class SubCamera(gelenk.MjvCamera):
    pass


def changed(struct, **values):
    """The struct with other numbers; texts say which flag is set."""
    for name, value in values.items():
        if name == "flag":
            struct.flags[value] = 1
        else:
            setattr(struct, name, value)
    return struct


class Stage:
    """A world, a scene that shows it, and the other structs as functions want them."""

    def __init__(self):
        self.m, self.d = world()
        self.other = gelenk.MjModel.from_xml_string(OTHER)
        self.other_data = gelenk.MjData(self.other)
        self.MjvCamera = gelenk.MjvCamera()
        self.MjvOption = gelenk.MjvOption()
        self.MjvPerturb = changed(gelenk.MjvPerturb(), localmass=2.0, scale=0.5)
        self.MjvPerturb.localpos[:] = 0.1, 0.0, 0.05
        self.MjvScene = self.scene(ROOM)
        self.MjvGeom, self.MjvGLCamera = self.MjvScene.geoms[3], self.MjvScene.camera[1]

    def scene(self, room, cls=gelenk.MjvScene):
        """A scene that shows the world."""
        scn = cls(self.m, room)
        shown = self.MjvOption, self.MjvPerturb, self.MjvCamera, 7, scn
        gelenk.mjv_updateScene(self.m, self.d, *shown)  # which tells warnings: told ones do not count
        return scn

    def structs(self, kind):
        """What may stand in the place of a struct of this kind."""
        cls = getattr(gelenk, kind)
        yield from (None, 3, self.m, cls, object.__new__(cls), cls())
        if kind == "MjvScene":
            yield changed(self.scene(ROOM), scale=0.0)
            turned = changed(self.scene(ROOM), enabletransform=1, scale=1.5)
            turned.translate[:], turned.rotate[:] = (0.1, 0.2, 0.3), (0.6, 0.0, 0.8, 0.0)
            yield from (turned, self.scene(3), self.scene(ROOM, SubScene), gelenk.MjvScene(self.other, 9))
        if kind == "MjvCamera":
            yield changed(SubCamera(), type=mjtCamera.mjCAMERA_FIXED, fixedcamid=1)
            yield changed(cls(), type=mjtCamera.mjCAMERA_FIXED, fixedcamid=2)
            yield changed(cls(), type=mjtCamera.mjCAMERA_TRACKING, trackbodyid=3)
            yield changed(cls(), type=mjtCamera.mjCAMERA_TRACKING, trackbodyid=-1)
            yield from (changed(cls(), type=mjtCamera.mjCAMERA_USER), changed(cls(), type=9, orthographic=1))
        if kind == "MjvGLCamera":
            seen = changed(cls(), pos=(1, 2, 3), forward=(0, 1, 1), up=(0, 0, 2), frustum_near=0.5)
            yield from (seen, changed(copy.copy(seen), orthographic=1), self.MjvScene.camera[0])
        if kind == "MjvOption":
            for flag in range(int(mjtVisFlag.mjNVISFLAG)):
                yield changed(cls(), flag=flag)
            yield from (changed(cls(), label=mjtLabel.mjLABEL_GEOM), changed(cls(), frame=1))
        if kind == "MjvPerturb":
            both = int(mjtPertBit.mjPERT_TRANSLATE | mjtPertBit.mjPERT_ROTATE)
            for select in (-1, 0, 1, 2, 4, 5, 10**6):
                yield changed(cls(), select=select, active=both, localmass=1.5)
            yield from (changed(cls(), select=2, active2=1), changed(cls(), select=3, active=2))

    def stand_ins(self, argument, value):
        """What may stand in the place of one argument."""
        if argument.kind == "m":
            return [copy.copy(self.m), self.other, self.d, None, object.__new__(gelenk.MjModel)]
        if argument.kind == "d":
            return [self.other_data, self.m, None, object.__new__(gelenk.MjData)]
        if argument.kind == "i":
            members = (*mjtMouse.__members__.values(), *mjtGeom.__members__.values())
            return [*INTEGERS, *range(9), *(int(member) for member in members), Index(), Raises()]
        if argument.kind == "f":
            return [*FLOATS, Index(), Half(), Raises()]
        return list(arrays(value, argument.kind == "W") if argument.dtype else self.structs(argument.kind))

    def arguments(self, name):
        """Good arguments of a function."""
        values = []
        for argument in TARGETS[name].signature.arguments:
            value = getattr(self, argument.kind, None) or good(name, argument, self.m, self.d)
            if isinstance(value, np.ndarray):
                value[...] = np.random.default_rng(len(name)).normal(size=value.shape)
            values.append({"catmask": 7, "type": int(mjtGeom.mjGEOM_CAPSULE)}.get(argument.name, value))
        return values


@pytest.fixture(scope="module")
def stage():
    return Stage()


def own(value):
    """A value that a call may change without touching what the next call gets."""
    if isinstance(value, gelenk.MjvGeom) and type(value.__dict__.get("_columns")) is Columns:  # of a scene
        return STAGE[0].scene(ROOM).geoms[value._row]
    if isinstance(value, KINDS) and value.__dict__:
        return copy.copy(value)
    if isinstance(value, gelenk.MjData) and value.__dict__:
        return copy.copy(value)
    whole = isinstance(value, np.ndarray) and value.flags.carray and value.dtype != object
    return value.copy() if whole else value


STAGE = []  # of the test that runs


def prepared(values):
    """The values, with a scene that kernels see the model, options and perturbation in, as after an update."""

    def first(cls, default):
        return next((v for v in values if isinstance(v, cls) and v.__dict__), default)

    m, d, scn = (first(cls, None) for cls in (gelenk.MjModel, gelenk.MjData, gelenk.MjvScene))
    if scn is not None and m is not None and scn._room.get("maxgeom"):
        opt, pert = first(gelenk.MjvOption, STAGE[0].MjvOption), first(gelenk.MjvPerturb, None)
        with contextlib.suppress(ValueError):  # a model of other flexes
            update.link_inputs(m, d, scn, opt, pert, 7)
    return values


def contents(value):
    """All that there is in an argument after the call."""
    if isinstance(value, ROWS):
        return repr(value) if value.__dict__ else None
    if isinstance(value, KINDS) and isinstance(value, Block) and value.__dict__:
        layout = type(value)._layout
        numbers = [value._slots[layout.offset[name] // 8] for name in layout.scalars]
        return [*numbers, value._buffer.tobytes()]
    return contents_of_others(value)


def agree(name, args):
    """Call the entry point and the Python function, each with arguments of its own, and compare everything."""
    seen = []
    for function in (getattr(gelenk, name), native_entries.REPLACED_FUNCTIONS[name]):
        given = prepared([own(a) for a in args])
        result = outcome(function, given, {})
        seen.append((result, [contents(a) for a in given]))
    shown = [type(a).__name__ if not isinstance(a, int | float | str) else a for a in args]
    assert seen[0][0] == seen[1][0], (name, shown)
    assert seen[0][1] == seen[1][1], (name, shown)
    return seen[0][0]


@native
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", DRAWING)
def test_an_entry_point_and_its_python_function_agree(name, stage):
    STAGE[:] = [stage]
    values, rows = stage.arguments(name), TARGETS[name].signature.arguments
    kind = agree(name, values)
    assert not issubclass(kind[0], Exception), kind
    for i, argument in enumerate(rows):
        for other in stage.stand_ins(argument, values[i]):
            agree(name, [*values[:i], other, *values[i + 1 :]])
    for cut in ([], values[:-1], [*values, 1]):
        agree(name, cut)


@native
@pytest.mark.filterwarnings("ignore")
def test_drags_agree_for_all_actions_cameras_and_bodies(stage):
    STAGE[:] = [stage]
    for action in mjtMouse.__members__.values():
        for cam in stage.structs("MjvCamera"):
            agree("mjv_moveCamera", [stage.m, int(action), 0.1, -0.2, stage.MjvScene, cam])
        for pert in stage.structs("MjvPerturb"):
            agree("mjv_movePerturb", [stage.m, stage.d, int(action), 0.1, -0.2, stage.MjvScene, pert])
        for scn in stage.structs("MjvScene"):
            agree("mjv_moveModel", [stage.m, int(action), 0.1, -0.2, np.array([0.0, 0.0, 1.0]), scn])


@native
@pytest.mark.parametrize("name", DRAWING)
def test_the_usual_calls_go_straight(name, stage):
    """No Python runs in a good call: a profiler would see its functions."""
    STAGE[:] = [stage]
    values, seen = prepared([own(a) for a in stage.arguments(name)]), []
    function = getattr(gelenk, name)
    native_entries.REPLACED_FUNCTIONS[name](*values)
    if TARGETS[name].name in NAMED:
        library.native(
            TARGETS[name].name
        )  # Python loads the stage where it needs it: not where nothing is selected
    values = prepared([own(a) for a in stage.arguments(name)])
    sys.setprofile(lambda frame, event, _: seen.append(frame.f_code.co_name) if event == "call" else None)
    try:
        function(*values)
    finally:
        sys.setprofile(None)
    assert seen == ["__init__"] * ("made" in TARGETS[name].words)  # a new struct is made by its class


@native
def test_a_scene_of_another_model_is_fitted_by_python(stage):
    scn, cam, opt = gelenk.MjvScene(stage.other, ROOM), gelenk.MjvCamera(), gelenk.MjvOption()
    gelenk.mjv_updateScene(stage.other, stage.other_data, opt, None, cam, 7, scn)
    before = scn.ngeom
    gelenk.mjv_updateScene(stage.m, stage.d, opt, None, cam, 7, scn)
    assert scn.ngeom > before and scn._serial == stage.m._serial
    gelenk.mjv_updateCamera(stage.other, stage.other_data, cam, scn)
    assert scn._serial != stage.m._serial


@native
def test_structs_of_no_scene_have_memory_of_their_own():
    """Rows of pools: none is handed out twice, and their memory stays as long as one of them does."""
    many = [gelenk.MjvGLCamera() for _ in range(100)]
    for i, camera in enumerate(many):
        camera.pos, camera.frustum_near = (i, 0, 0), i
    kept = many[::7]
    del many, camera
    gc.collect()
    noise = [gelenk.MjvGLCamera() for _ in range(100)]
    for one in noise:
        one.pos, one.frustum_near = (-1, -1, -1), -1
    assert [camera.frustum_near for camera in kept] == [7 * i for i in range(len(kept))]
    assert [camera.pos.tolist() for camera in kept] == [[7 * i, 0, 0] for i in range(len(kept))]


@native
def test_an_average_that_cannot_be_leaves_nothing_behind(stage):
    """The struct that was made for the result goes where the function fails."""
    one, other = gelenk.MjvGLCamera(), changed(gelenk.MjvGLCamera(), orthographic=1)

    def fail():
        assert told(lambda: gelenk.mjv_averageCamera(one, other))[0] is gelenk.FatalError

    for _ in range(100):
        fail()
    gc.collect()
    blocks = sys.getallocatedblocks()
    for _ in range(2000):
        fail()
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 500


@native
def test_geoms_outlive_their_scene(stage):
    geom = stage.scene(ROOM).geoms[5]
    gc.collect()
    noise = [np.ones(2000) for _ in range(200)]
    gelenk.mjv_initGeom(geom, 2, np.ones(3), np.arange(3.0), np.eye(3).ravel(), np.ones(4, np.float32))
    geom.type = geom.type + 1
    assert geom.type == 3 and geom.pos.tolist() == [0, 1, 2] and all((a == 1).all() for a in noise)


# ---- attributes that are numbers

VALUES = [
    *INTEGERS,
    *FLOATS,
    2**31,
    2**32,
    -(2**31) - 1,
    255,
    256,
    1e39,
    np.float64(0.25),
    Index(),
    Half(),
    Raises(),
]


def structs(stage):
    """One of each struct that has such attributes."""
    m, d = stage.m, copy.copy(stage.d)
    yield from (copy.copy(m), copy.copy(m.opt), copy.copy(m.stat), d, stage.scene(ROOM))
    yield from (gelenk.MjvCamera(), gelenk.MjvOption(), gelenk.MjvPerturb(), gelenk.MjvGeom())
    yield from (stage.scene(ROOM).geoms[2], stage.scene(ROOM).lights[0], stage.scene(ROOM).camera[1])
    yield from (copy.copy(m.vis.global_), copy.copy(m.vis.map), copy.copy(m.vis.headlight))


def told(action):
    """What an action gives or raises."""
    try:
        value = action()
    except Exception as error:
        return type(error), str(error)
    return type(value), repr(value)


def numbers(cls):
    """Name, descriptor and property of each attribute of a class that goes without Python."""
    for name in dir(cls):
        descriptor = getattr(cls, name, None)
        if inspect.isgetsetdescriptor(descriptor) and descriptor in load.PROPERTIES:
            yield name, descriptor, load.PROPERTIES[descriptor]


def attempt(descriptor, struct, value, plain):
    """What setting gives, and what both ways of reading say then."""
    result = told(lambda: descriptor.__set__(struct, value))
    return result, told(lambda: descriptor.__get__(struct)), told(lambda: plain.__get__(struct))


def put_back(struct, name, plain, value):
    """What a number was before; counts of islands cannot be raised."""
    if name in ("nisland", "nidof"):
        struct._set_scalar(name, value)
    else:
        plain.__set__(struct, value)


@native
@pytest.mark.filterwarnings("ignore")
def test_numbers_are_those_of_the_properties_that_they_stand_for(stage):
    count = 0
    for struct in structs(stage):
        for name, descriptor, plain in numbers(type(struct)):
            count += 1
            start = plain.__get__(struct)
            assert descriptor.__doc__ == plain.__doc__ and descriptor.__name__ == name
            unmade = object.__new__(type(struct))
            assert attempt(descriptor, unmade, 1, plain) == attempt(plain, unmade, 1, plain)
            for value in VALUES:
                one = attempt(descriptor, struct, value, plain)
                if plain.fset:
                    put_back(struct, name, plain, start)
                assert one == attempt(plain, struct, value, plain), (type(struct), name, value)
                assert one[1] == one[2]
                if plain.fset:
                    put_back(struct, name, plain, start)
            with pytest.raises(AttributeError):
                descriptor.__delete__(struct)
    assert count > 200


@native
def test_an_attribute_of_one_class_is_not_read_in_another(stage):
    with pytest.raises(TypeError):
        type(stage.m).__dict__["nv"].__get__(stage.m.opt)
    with pytest.raises(TypeError):
        type(stage.m.opt).__dict__["timestep"].__set__(stage.m, 0.1)


@native
def test_classes_are_closed_and_those_of_users_are_open(stage):
    for struct in structs(stage):
        with pytest.raises(AttributeError, match="has no attribute 'no_such'"):
            struct.no_such = 3
        with pytest.raises(AttributeError):
            del struct.no_such
        struct._own = 5
        assert struct._own == 5
        del struct._own
    scn = SubScene(stage.m, 3)
    scn.anything = 7
    assert scn.anything == 7
    with pytest.raises(AttributeError, match="timestep"):
        stage.m.opt.timestp = 0.1


@native
def test_attributes_keep_references_and_memory(stage):
    scn, opt = stage.scene(ROOM), stage.m.opt
    geom, value = scn.geoms[1], 1234.5

    def turn():
        geom.type, geom.emission, opt.timestep, scn.ngeom = 5, value, value, 7
        return geom.type, geom.emission, opt.timestep, scn.ngeom, stage.m.nv, stage.d.time

    def fail():
        told(lambda: setattr(scn, "ngeom", 10**6))
        told(lambda: setattr(opt, "nothing", value))

    step = opt.timestep
    for call in (turn, fail):
        for _ in range(20):
            call()
        gc.collect()
        kept = [scn, opt, geom, value, type(scn), type(geom)]
        before, blocks = [sys.getrefcount(o) for o in kept], sys.getallocatedblocks()
        for _ in range(2000):
            call()
        gc.collect()
        after = [sys.getrefcount(o) for o in kept]
        assert max(abs(a - b) for a, b in zip(after, before, strict=True)) < 20
        assert sys.getallocatedblocks() - blocks < 500
    opt.timestep = step
