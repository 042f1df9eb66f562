"""Whatever is handed to public objects: an error of ours that names it, or nothing.

Classes, methods and attributes are found by introspection, values are those of tests/support/values.py: other ones for
each argument, and all of them in `python -m tests.properties.test_any_objects`.
"""

import contextlib
import enum
import functools
import importlib
import inspect
import io
import os
import random
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pytest

import gelenk
import gelenk.viewer
from gelenk.batch import Batch
from gelenk.rollout import Rollout, rollout
from gelenk.runtime.named_access import SHORT, VIEW_KINDS
from gelenk.tables.docstrings import SIGNATURES
from gelenk.toolchain.specialized import load
from tests.support import models
from tests.support.anything import attributes, methods, parameters, parts, wrong_attributes, wrong_calls
from tests.support.values import SMALL, judge, values

EACH = 8  # values of each argument
HANDLED = ("MjSpec", "Plugin")  # classes that test_any_arguments.py tries, and whose methods programs write
LOADING = ("from_xml_path", "from_xml_string", "from_binary_path", "from_file", "from_string")
CLOSED = (RuntimeError,)  # what objects raise that are closed
ROOM = (MemoryError, RuntimeError)  # or that have no room


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


class Some:
    """A few of the values in turn, so that all of them come; numbers that take long are left out."""

    def __init__(self, name, each=EACH):
        self.random, self.each = random.Random(name), each

    def __call__(self):
        found = [v for v in values() if not (isinstance(v, int | np.integer) and 1000 < v < 2**70)]
        return found if self.each is None else self.random.sample(found, self.each)


class Scene:
    """A model, and good values of arguments by name."""

    def __init__(self):
        self.m = m = models.load("arm")
        self.d = d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        known = {
            "m": m,
            "model": m,
            "models": m,
            "d": d,
            "data": d,
            "nsim": 2,
            "nthread": 1,
            "nstep": 1,
            "sim": 0,
        }
        known |= {"height": 8, "width": 8, "name": "qpos", "body": 1, "point": [0, 0, 0], "pnt": [0, 0, 0]}
        known |= {"vec": [1, 0, 0], "left": 0, "bottom": 0, "max_width": 9, "max_height": 9, "maxgeom": 100}
        known |= {"fontscale": 100, "xml": SMALL, "filename": "x.mjb", "hfieldid": 0, "meshid": 0, "texid": 0}
        size = gelenk.mj_stateSize(m, gelenk.mjtState.mjSTATE_FULLPHYSICS)
        self.known = known | {"initial_state": np.zeros(size), "states": np.zeros((2, size))}

    def made(self):
        """One object of each public class that can be made of this."""
        for name in gelenk.__all__:
            cls = getattr(gelenk, name)
            if isinstance(cls, type) and not issubclass(cls, int | Exception) and name not in HANDLED:
                given = {p.name: self.known[p.name] for p in parameters(cls) if p.name in self.known}
                with contextlib.suppress(Exception):
                    yield name, cls(**given)


@pytest.fixture(scope="module")
def scene():
    return Scene()


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def none_of(found):
    found = list(found)
    assert not found, "\n".join(found[:20])


def of_methods(thing, path, known, each=EACH, also=CLOSED):
    for name in methods(thing):
        if name not in ("close", "free"):
            yield from wrong_calls(
                lambda name=name: getattr(thing, name), f"{path}.{name}", known, Some(path + name, each), also
            )


# ---- structs, models, data


def of_structs(each=EACH):
    done, scene = set(), Scene()  # which is written into
    for name, made in [("m", scene.m), ("d", scene.d), *scene.made()]:
        for path, part in parts(made, name):
            if type(part) not in done:
                done.add(type(part))
                yield from wrong_attributes(part, path, Some(path, each)())
                yield from of_methods(part, path, scene.known, each)
    assert len(done) > 60


def test_fields_and_methods_of_structs_speak_for_themselves():
    none_of(of_structs())


def of_classes(scene, each=EACH):
    for name in gelenk.__all__:
        thing = getattr(gelenk, name)
        if isinstance(thing, type) and issubclass(thing, (Exception, list, enum.Enum)):
            continue  # Python's own constructors
        if isinstance(thing, type) and not issubclass(thing, int):
            for function in ["", *(f for f in LOADING if hasattr(thing, f))]:
                call = getattr(thing, function) if function else thing
                yield from wrong_calls(
                    lambda call=call: call, f"{name}.{function}", scene.known, Some(name, each), ROOM
                )
        elif callable(thing) and name not in SIGNATURES:
            yield from wrong_calls(lambda thing=thing: thing, name, scene.known, Some(name, each))


def test_constructors_speak_for_themselves(scene, monkeypatch):
    # what specialize compiles, half a minute of it, is tried by tests/stages/test_specialize.py
    monkeypatch.setattr(load, "compile_step", lambda known: 0)
    none_of(of_classes(scene))


def of_names(each=EACH):
    scene = Scene()  # which is written into
    for owner, letter in ((scene.m, "m"), (scene.d, "d")):
        for kind in [*(k for k, (_, _, owners) in VIEW_KINDS.items() if letter in owners), *SHORT]:
            find = getattr(owner, kind, None)
            for value in Some(kind + letter, each)() if find else ():
                for call in (lambda v=value, f=find: f(v), lambda v=value, f=find: f(name=v)):
                    if wrong := judge(call):
                        yield f"{letter}.{kind}({value!r}): {wrong}"
            with contextlib.suppress(IndexError):
                yield from (
                    wrong_attributes(find(0), f"{letter}.{kind}(0)", Some(kind, each)()) if find else ()
                )
    for name in ("contact", "warning", "timer", "solver"):
        for value in Some(name, each)():
            if wrong := judge(getattr(scene.d, name).__getitem__, value):
                yield f"d.{name}[{value!r}]: {wrong}"


def test_names_and_indices_speak_for_themselves():
    none_of(of_names(25))


@pytest.mark.parametrize(
    ("set_it", "error", "message"),
    [
        (lambda m, d: setattr(d, "qpos", "x"), ValueError, "^qpos must be numbers, not str$"),
        (lambda m, d: setattr(d, "qpos", {}), TypeError, "^qpos must be numbers, not dict$"),
        (
            lambda m, d: setattr(d, "qpos", [0] * 5),
            ValueError,
            r"^qpos must be of shape \(\d,\), or .* \(5,\)$",
        ),
        (lambda m, d: setattr(d, "qpos", [10**400]), OverflowError, "^qpos must be numbers of 64 bits$"),
        (
            lambda m, d: setattr(m, "geom_group", 10**30),
            ValueError,
            "^geom_group must be integers from -2147483648",
        ),
        (lambda m, d: setattr(m.opt, "timestep", {}), TypeError, "^timestep must be a number, not dict$"),
        (
            lambda m, d: setattr(m.opt, "iterations", []),
            TypeError,
            "^iterations must be a whole number, not list",
        ),
        (lambda m, d: setattr(m.vis.map, "force", 10**400), ValueError, "^force is too large for"),
        (
            lambda m, d: setattr(d.warning[0], "number", "x"),
            ValueError,
            "^number must be an integer, not str$",
        ),
        (lambda m, d: setattr(m.body(0), "mass", "x"), ValueError, "^mass must be numbers, not str$"),
        (lambda m, d: setattr(m.body(0), "name", "x"), AttributeError, "^name of .* can only be read$"),
        (lambda m, d: m.body(1.5), TypeError, "^body: the key must be a name or an id, not float$"),
        (lambda m, d: m.body(b"no"), KeyError, "Invalid name 'no'"),
        (lambda m, d: d.contact["a"], TypeError, "^index of a contact must be an integer, not str$"),
        (lambda m, d: d.timer[slice("a")], TypeError, "a slice must be of integers or None"),
        (lambda m, d: gelenk.MjvScene(m, [1]), TypeError, "^MjvScene: maxgeom must be an integer, not list$"),
        (lambda m, d: gelenk.MjModel.from_xml_path(None), TypeError, "^filename must be the name of a file"),
        (lambda m, d: gelenk.MjModel.from_xml_string(SMALL, 5), TypeError, "^assets must be a dictionary of"),
        (
            lambda m, d: gelenk.MjModel.from_xml_string(SMALL, within=5),
            TypeError,
            "^within must be a folder or a list of",
        ),
    ],
)
def test_errors_name_the_field_and_what_would_be_right(scene, set_it, error, message):
    with pytest.raises(error, match=message):
        set_it(scene.m, scene.d)


# ---- drawing, many worlds


def of_drawing(scene, each=EACH):
    yield from wrong_calls(lambda: gelenk.Renderer, "Renderer", scene.known, Some("Renderer", each), ROOM)
    with gelenk.Renderer(scene.m, 8, 8) as renderer:
        for way in ("disable_depth_rendering", "enable_depth_rendering", "enable_segmentation_rendering"):
            getattr(renderer, way)()
            renderer.update_scene(scene.d)
            yield from of_methods(renderer, f"Renderer {way}", scene.known, each)
        yield from wrong_attributes(renderer, "Renderer", Some("Renderer", each)())


def test_renderers_speak_for_themselves(scene):
    none_of(of_drawing(scene))


def of_batches(scene, each=EACH):
    yield from wrong_calls(lambda: Batch, "Batch", scene.known, Some("Batch", each), ROOM)
    for persistent in (False, True):
        batch = Batch(scene.m, 2, 1, persistent=persistent)
        yield from of_methods(batch, f"Batch({persistent})", scene.known, each, ROOM)
        yield from wrong_attributes(batch, "Batch", Some("Batch", each)())
        for name in ("qpos", "ctrl", "dof_damping"):
            for value in Some(name, each)():
                if wrong := judge(setattr, batch, name, value):
                    yield f"Batch.{name} = {value!r}: {wrong}"
    with Rollout(nthread=0) as pool:
        yield from of_methods(pool, "Rollout", scene.known, each)
    for call in (rollout, Rollout):
        yield from wrong_calls(
            lambda call=call: call, call.__name__, scene.known, Some(call.__name__, each), ROOM
        )


def test_batches_and_rollouts_speak_for_themselves(scene):
    none_of(of_batches(scene))


def test_closed_objects_say_that_they_are_closed(scene):
    made = [gelenk.Renderer(scene.m, 8, 8), Batch(scene.m, 2, 1), Batch(scene.m, 2, 1, persistent=True)]
    made += [Rollout(nthread=0), gelenk.GLContext(8, 8), gelenk.MjrContext(scene.m, 100)]
    made += [gelenk.viewer.launch_passive(scene.m, scene.d, browser=False)]
    for thing in made:
        end = thing.close if hasattr(thing, "close") else thing.free
        end()
        end()
        for name in methods(thing):
            needed = [p for p in parameters(getattr(thing, name)) if p.default is p.empty]
            call = functools.partial(getattr(thing, name), *(scene.known.get(p.name) for p in needed))
            assert not judge(call, also=CLOSED), f"{type(thing).__name__}.{name}"
        for name in attributes(thing):
            assert not judge(getattr, thing, name, also=CLOSED), f"{type(thing).__name__}.{name}"
        assert repr(thing)


def test_data_outlive_their_model():
    d = gelenk.MjData(gelenk.MjModel.from_xml_string(SMALL))
    gelenk.mj_step(d.model, d)
    assert d.body("o").xpos.shape == (3,)


# ---- packages beside the engine


def of_viewer(scene, monkeypatch, each=EACH):
    handle = importlib.import_module("gelenk.viewer.handle")
    player = importlib.import_module("gelenk.viewer.replay")
    monkeypatch.setattr("webbrowser.open", lambda *a, **k: False)
    monkeypatch.setattr(handle, "run_view", lambda *a, **k: None)
    monkeypatch.setattr(player.ReplayLoop, "run", lambda self: None)
    for name in ("launch", "replay", "launch_passive"):
        function = getattr(gelenk.viewer, name)

        @functools.wraps(function)
        def call(*args, function=function, **options):
            shown = function(*args, **options)
            if shown is not None:
                shown.close()

        known = scene.known | ({"data": None, "model": None} if name == "launch" else {})
        yield from wrong_calls(lambda f=call: f, name, known, Some(name, each), ROOM)
    yield from wrong_calls(lambda: gelenk.viewer.launch_from_path, "launch_from_path", {}, Some("path", each))
    with gelenk.viewer.launch_passive(scene.m, scene.d, browser=False) as viewer:
        yield from of_methods(viewer, "Handle", scene.known, each)
        yield from wrong_attributes(viewer, "Handle", Some("Handle", each)())


def test_the_viewer_speaks_for_itself(scene, monkeypatch):
    none_of(of_viewer(scene, monkeypatch, 4))


def known_to_sysid():
    sysid = importlib.import_module("gelenk.sysid")
    spec, times = gelenk.MjSpec.from_string(SMALL), np.arange(5) * 0.01
    one = sysid.Parameter("mass", 1.0, 0.3, 3.0)
    many = sysid.ParameterDict({"mass": one})
    series = sysid.TimeSeries(times, np.zeros((5, 1)))
    known = {"name": "a", "nominal": 1.0, "min_value": 0.3, "max_value": 3.0, "params": many, "spec": spec}
    known |= {
        "param": one,
        "in_spec": spec,
        "model": spec.compile(),
        "data": np.zeros((5, 1)),
        "times": times,
    }
    known |= {"ts": series, "gain": one, "bias": one, "delay": one, "body_name": "o", "key": "mass"}
    known |= {"actuator_name": "a", "sensor_name": "s", "residual": np.zeros((2, 2)), "vector": [1.0]}
    known |= {"measured_data": np.ones((2, 2)), "path": "out.yaml", "initial_params": many, "pdict": many}
    return known | {"min_t": 0.0, "max_t": 1.0, "value": 1.0, "pattern": "x", "x": np.ones(1)}


def known_to_minimize():
    x = np.ones(2)
    known = {"x0": x, "x": x, "residual": np.square, "r": np.ones((2, 1)), "jac": 2 * np.eye(2), "eps": 1e-6}
    known |= {
        "n_res": 0,
        "norm": None,
        "candidate": x,
        "objective": 1.0,
        "reduction": 0.0,
        "regularizer": 0.0,
    }
    return known | {"proj": np.eye(2), "max_iter": 3}


def of_module(name, known, each=EACH, also=ROOM):
    module = importlib.import_module(name)
    for public in module.__all__:
        thing = getattr(module, public)
        kind = isinstance(thing, type)
        if not callable(thing) or inspect.isabstract(thing) or inspect.ismodule(thing):
            continue
        if public in ("render_rollout", "default_report", "FunctionalEnv", "BatchEnv", "State"):
            continue  # tried by what makes them
        if not kind or not hasattr(thing, "__members__"):
            yield from wrong_calls(lambda t=thing: t, public, known, Some(public, each), also)
        if kind and thing.__module__.startswith("gelenk"):
            given = {p.name: known[p.name] for p in parameters(thing) if p.name in known}
            with contextlib.suppress(Exception):
                yield from of_methods(thing(**given), public, known, each, also)


def test_sysid_speaks_for_itself():
    pytest.importorskip("scipy", reason="needs scipy: pip install 'gelenk[sysid]'")
    none_of(of_module("gelenk.sysid", known_to_sysid()))


def test_minimize_speaks_for_itself():
    none_of(of_module("gelenk.minimize", known_to_minimize()))


def test_the_shipped_models_speak_for_themselves():
    for name in ("load", "path"):
        none_of(wrong_calls(lambda name=name: getattr(gelenk.models, name), name, {}))


def of_tasks(each=EACH):
    gymnasium = pytest.importorskip("gymnasium", reason="needs gymnasium: pip install 'gelenk[envs]'")
    envs = importlib.import_module("gelenk.envs")
    also = (*ROOM, gymnasium.error.Error)  # of gymnasium's own functions, which name what is wrong
    known = {"id": "Hopper-v5", "num_envs": 1, "actions": np.zeros((2, 3)), "action": np.zeros((2, 3))}
    for make in (envs.make_vec, envs.get_environment, envs.BatchEnv, envs.FunctionalEnv):
        yield from wrong_calls(lambda make=make: make, make.__name__, known, Some(make.__name__, each), also)
    vector, functional = envs.make_vec("Hopper-v5", 2, nthread=1), envs.get_environment("Hopper-v5", 2)
    vector.reset(seed=0)
    known["state"] = functional.reset()
    for env in (vector, functional):
        for name in ("reset", "step"):
            yield from wrong_calls(lambda e=env, n=name: getattr(e, n), name, known, Some(name, each), also)
    for option in vector.task.given:
        for value in Some(option, each)():
            if wrong := judge(envs.make_vec, "Hopper-v5", 1, also=also, **{option: value}):
                yield f"make_vec({option} = {value!r}): {wrong}"
    vector.close()
    functional.close()


def test_tasks_speak_for_themselves():
    none_of(of_tasks())


def of_usd(scene, each=EACH):
    pytest.importorskip("pxr", reason="needs usd-core: pip install 'gelenk[usd]'")
    exporter = importlib.import_module("gelenk.usd.exporter").USDExporter
    known = scene.known | {"verbose": False, "pos": [0, 0, 0], "rotation_xyz": [0, 0, 0], "intensity": 1}
    known |= {"filetype": "usda"}
    yield from wrong_calls(lambda: exporter, "USDExporter", known, Some("USDExporter", each))
    made = exporter(scene.m, verbose=False)
    made.update_scene(scene.d)
    yield from of_methods(made, "USDExporter", known, each)


def test_usd_speaks_for_itself(scene):
    none_of(of_usd(scene))


# ---- names of files

NAMES = [
    "a\0b",
    "a" * 100_000,
    "\udc80",
    "",
    ".",
    b"x",
    b"\xff",
    b"a\0b",
    Path("no/such"),
    "no\nsuch",
    5,
    None,
    b"",
]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name)[:20])
def test_names_of_files_are_named(name, scene, tmp_path, monkeypatch):
    calls = [gelenk.MjModel.from_xml_path, gelenk.MjModel.from_binary_path, gelenk.MjSpec.from_file]
    calls += [gelenk.from_zip, gelenk.mju_getXMLDependencies, gelenk.viewer.launch_from_path]
    calls += [functools.partial(gelenk.mj_saveModel, scene.m), gelenk.mj_loadPluginLibrary]
    calls += [functools.partial(gelenk.to_zip, gelenk.MjSpec()), gelenk.MjSpec().to_file]
    calls += [lambda name: gelenk.viewer.launch_passive(scene.m, scene.d, record=name, browser=False).close()]
    gone = tmp_path / "gone"
    gone.mkdir()
    for folder in (tmp_path, gone):
        monkeypatch.chdir(folder)
        if folder is gone:
            gone.rmdir()
        for call in calls:
            assert not judge(call, name, also=CLOSED), f"{call}({name!r:.50})"
    os.chdir(tmp_path)


def main():
    """All values for everything; prints what is wrong."""
    os.chdir(tempfile.mkdtemp())
    warnings.simplefilter("ignore")
    scene, wrong = Scene(), 0
    found = [
        of_structs(None),
        of_classes(scene, None),
        of_names(None),
        of_drawing(scene, None),
    ]
    found += [of_batches(scene, None), of_module("gelenk.sysid", known_to_sysid(), None)]
    found += [of_module("gelenk.minimize", known_to_minimize(), None), of_tasks(None), of_usd(scene, None)]
    for some in found:
        with contextlib.redirect_stdout(io.StringIO()):
            lines = list(some)
        wrong += len(lines)
        print("\n".join(line[:300] for line in lines))
    print(f"{wrong} errors that are not ours")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
