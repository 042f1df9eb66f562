"""Whatever is handed to a function, method or attribute: an error of ours that names it, or nothing.

Values are those of tests/support/values.py. `test_arguments.py` says which of them functions must refuse; here
no text of numpy, ctypes or Python may come through, of functions, spec methods and attributes of specs and structs.
"""

import contextlib
import inspect
import io
import os
import random
import warnings

import numpy as np
import pytest

import gelenk
from gelenk.tables.docstrings import SIGNATURES
from tests.properties.test_arguments import good
from tests.support import models, mutate
from tests.support.values import judge, values

WRITING = ("mjcb", "mju_user_warning")  # what calls the argument later, and not at once
ALL = values()
EACH = 14  # values of each argument, others for each


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    """Some functions write the file whose name they are given."""
    monkeypatch.chdir(tmp_path)


def some(rng):
    """A few of the values, all of which come in turn."""
    return rng.sample(values(), EACH)


@pytest.fixture(scope="module")
def structs():
    m = models.load("arm")
    made = {
        name: getattr(gelenk, name)()
        for name in ("MjvOption", "MjvCamera", "MjvPerturb", "MjvFigure", "MjvGeom")
    }
    made |= {
        name: getattr(gelenk, name)() for name in ("MjvGLCamera", "MjLROpt", "MjSpec", "MjOption", "MjVisual")
    }
    made |= {
        "MjvScene": gelenk.MjvScene(m, 100),
        "MjrRect": gelenk.MjrRect(0, 0, 10, 10),
        "MjContact": gelenk.MjContact(),
    }
    return m, gelenk.MjData(m), made | {"MjrContext": gelenk.MjrContext(m, 100)}


@pytest.mark.parametrize(
    "name", sorted(name for name in SIGNATURES if not any(word in name for word in WRITING))
)
def test_functions_speak_for_themselves(name, structs):
    m, d, made = structs
    row, rng = SIGNATURES[name], random.Random(name)
    for i, argument in enumerate(row.arguments):
        for value in some(rng):
            if argument.name == "nstep" and isinstance(value, int) and value > 1000:
                continue
            gelenk.mj_resetData(m, d)
            gelenk.mj_forward(m, d)
            arguments = [made.get(a.kind, good(name, a, m, d)) for a in row.arguments]
            arguments[i] = value
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                wrong = judge(getattr(gelenk, name), *arguments)
            assert not wrong, f"{name}({argument.name} = {value!r}): {wrong}"


def elements(spec):
    """One of each kind of element of a spec, and the spec; all structs of its settings."""
    body = spec.worldbody.add_body(name="here")
    found = {"spec": spec, "body": body, "frame": body.add_frame(), "geom": body.add_geom(size=[1, 0, 0])}
    found |= {tag: getattr(body, f"add_{tag}")() for tag in ("site", "joint", "camera", "light")}
    for name in dir(type(spec)):
        if name.startswith("add_"):
            made = getattr(spec, name)(name="made") if name == "add_default" else getattr(spec, name)()
            found.setdefault(name.removeprefix("add_"), made)
    found["wrap"] = found["tendon"].wrap_site("hand")
    found |= {part: getattr(spec, part) for part in ("compiler", "option", "visual", "stat")}
    found |= {
        group: getattr(spec.visual, group)
        for group in ("global_", "quality", "headlight", "map", "scale", "rgba")
    }
    return found | {
        "turned": found["geom"].alt,
        "plugin of": found["geom"].plugin,
        "lengths": spec.compiler.LRopt,
    }


def arm():
    return gelenk.MjSpec.from_string(mutate.TEXTS["mjcf arm"].strip())


KINDS = sorted(elements(arm()))


def public(thing):
    return [name for name in dir(type(thing)) if not name.startswith("_")]


@pytest.mark.parametrize("kind", KINDS)
def test_attributes_of_specs_speak_for_themselves(kind):
    thing = elements(arm())[kind]
    for name in public(thing):
        if not callable(getattr(type(thing), name, None)):
            for value in values():
                wrong = judge(setattr, thing, name, value)
                assert not wrong, f"{kind}.{name} = {value!r}: {wrong}"


@pytest.mark.parametrize("kind", KINDS)
def test_methods_of_specs_speak_for_themselves(kind):
    rng = random.Random(kind)
    thing = elements(arm())[kind]
    for name in public(thing):
        method = getattr(type(thing), name)
        static = isinstance(inspect.getattr_static(thing, name), staticmethod | classmethod)
        if not callable(method) or isinstance(method, type) or static:
            continue
        rows = [
            row
            for row in list(inspect.signature(method).parameters.values())[1:]
            if row.kind < row.VAR_KEYWORD
        ]
        for chosen in rows:
            for value in some(rng):
                spec = arm()
                thing = elements(spec)[kind]
                known = {"name": "hand", "body": spec.worldbody, "index": 0, "child": spec}
                given = {row.name: known.get(row.name, 1) for row in rows if row.default is row.empty}
                wrong = judge(getattr(thing, name), **given | {chosen.name: value})
                assert not wrong, f"{kind}.{name}({chosen.name} = {value!r}): {wrong}"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda spec: spec.add_mesh(name="m").make_sphere(float("nan")),
            "make_sphere: subdivision must be an integer",
        ),
        (
            lambda spec: spec.add_mesh(name="m").make_cone(3, "1"),
            "make_cone: radius must be a number, not str",
        ),
        (
            lambda spec: spec.add_mesh(name="m").make_wedge((1, 2, 3)),
            "make_wedge: resolution must be 2 numbers, not 3",
        ),
        (
            lambda spec: spec.add_tendon().wrap_joint("j", "world"),
            "wrap_joint: coef must be a number, not str",
        ),
        (lambda spec: spec.add_tendon().wrap_pulley(10**400), "wrap_pulley: divisor is too large"),
        (lambda spec: spec.add_tendon().wrap_site(5), "wrap_site: name must be a text, not int"),
        (
            lambda spec: spec.add_actuator().set_to_position(None),
            "set_to_position: kp must be a number, not NoneType",
        ),
        (
            lambda spec: spec.add_actuator().set_to_muscle(range=1),
            "set_to_muscle: range must be 2 numbers, not int",
        ),
        (
            lambda spec: spec.add_actuator().set_to_muscle(range=1.0),
            "set_to_muscle: range must be 2 numbers, not float",
        ),
        (
            lambda spec: spec.add_actuator().set_to_muscle(1.5, 0.0),
            "set_to_muscle: timeconst must be 2 numbers, not float",
        ),
        (lambda spec: spec.body(np.zeros(3)), "body: name must be a text, not an array of float64"),
        (lambda spec: spec.add_default([1]), "add_default: name must be a text, not list"),
        (lambda spec: spec.worldbody.assign(5), "assign: values must be a dictionary, not int"),
    ],
)
def test_methods_of_specs_name_method_and_argument(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call(arm())


@pytest.mark.parametrize("value", [-1, 2, 28, 10**6, 2**31 - 1, -(2**31)])
@pytest.mark.parametrize("which", ["rownnz", "rowadr", "colind"])
@pytest.mark.parametrize("every", [True, False])
def test_rows_of_sparse_matrices_stay_inside(structs, which, value, every):
    m, d, _ = structs
    gelenk.mj_forward(m, d)
    rows = {"rownnz": m.M_rownnz.copy(), "rowadr": m.M_rowadr.copy(), "colind": m.M_colind.copy()}
    rows[which][slice(None) if every else slice(-1, None)] = value
    dense = np.zeros((m.nv, m.nv))
    numbers = (rows["rownnz"], rows["rowadr"], rows["colind"])
    for call in (
        lambda: gelenk.mj_addM(m, d, np.zeros(m.nC), *numbers),
        lambda: gelenk.mju_sparse2dense(dense, np.zeros(m.nC), *numbers),
        lambda: gelenk.mju_printMatSparse(np.zeros(m.nC), *numbers),
    ):
        with contextlib.redirect_stdout(io.StringIO()):
            assert not judge(call)


def test_a_folder_that_is_gone_is_named(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for call in (
        lambda: gelenk.MjModel.from_xml_path("arm.xml"),
        lambda: gelenk.MjSpec.from_file("arm.xml"),
        lambda: gelenk.mju_getXMLDependencies("arm.xml"),
        lambda: gelenk.MjModel.from_binary_path("arm.xml"),
        lambda: gelenk.MjModel.from_xml_string("<mujoco><include file='arm.xml'/></mujoco>"),
    ):
        with pytest.raises(gelenk.Error, match=r"arm\.xml"):
            call()
    os.chdir(tmp_path)


@pytest.mark.parametrize("name", ["a\0b", "a" * 100_000, "\udc80", "", "."])
def test_names_of_no_file_are_errors_of_ours(name, structs, caplog):
    m, d, _ = structs
    for call in (
        lambda: gelenk.MjModel.from_xml_path(name),
        lambda: gelenk.MjSpec.from_file(name),
        lambda: gelenk.mju_getXMLDependencies(name),
        lambda: gelenk.MjModel.from_binary_path(name),
        lambda: gelenk.mj_printModel(m, name),
        lambda: gelenk.mj_printData(m, d, name),
        lambda: gelenk.mj_saveModel(m, name),
        lambda: gelenk.mj_loadAllPluginLibraries(name),
    ):
        with contextlib.redirect_stdout(io.StringIO()):
            assert not judge(call)
    assert all(record.getMessage().encode() for record in caplog.records)  # no lone surrogates
