"""Docstrings of the documented functions say shapes, units, errors, results and sources, in one layout.

So do those of specs, their elements, and the functions around plugins; what a field of an element is, its row tells.
"""

import ast
import enum
import importlib
import inspect
import pkgutil
import re
import sys
import textwrap
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

import pytest

import gelenk
from gelenk.api import spec_methods
from gelenk.modeling.spec import field_descriptors
from gelenk.modeling.spec.element_classes import Late
from gelenk.tables.docstrings import FIELDS, SECTIONS, SIGNATURES, described, docstring, first_line, split
from tools.render import ROOT

UNITLESS = {"vectors", "matrices"}  # groups whose numbers may be of any unit, as their pages say
NAMES = list(SIGNATURES)


def sections(name):
    """(Lines of a docstring above its sections, section -> text)."""
    lines = (getattr(gelenk, name).__doc__ or "").split("\n")
    body, found = split("\n".join(lines[2:]))
    return lines[0], body, found


@pytest.mark.parametrize("name", NAMES)
def test_it_begins_with_the_signature_then_a_sentence(name):
    line, body, _ = sections(name)
    assert line == first_line(name)
    assert body and body[0].rstrip().endswith((".", ":")), body


@pytest.mark.parametrize("name", NAMES)
def test_each_argument_has_type_shape_unit_and_meaning(name):
    row, (_, _, found) = SIGNATURES[name], sections(name)
    told = found.get("Arguments", [])
    lines = [f"{a.name} {described(a, row.notes[a.name][0])}: {row.notes[a.name][1]}" for a in row.arguments]
    assert " ".join(" ".join(told).split()) == " ".join(lines)
    for a, line in zip(row.arguments, lines, strict=True):
        unit, meaning = row.notes[a.name]
        assert meaning, f"{a.name} has no meaning"
        if a.dtype:
            assert a.dtype in line and ("(" in line or "elements" in line), f"{a.name} has no shape"
        measured = a.kind == "f" or a.dtype.startswith("float")
        if measured and row.group.name not in UNITLESS:
            assert unit or "unit" in meaning or "[" in meaning, f"{a.name} has no unit"


@pytest.mark.parametrize("name", NAMES)
def test_errors_results_and_source_are_named(name):
    row, (_, _, found) = SIGNATURES[name], sections(name)
    assert found["Source"], "no source"
    assert bool(found.get("Errors")) == bool(row.arguments), "no errors"
    if row.result != "None":
        assert found.get("Returns"), "the result is not told"


@pytest.mark.parametrize("name", [n for n in NAMES if SIGNATURES[n].group.name in ("simulation", "stages")])
def test_stages_say_what_they_read_and_write(name):
    if "hread" in name:
        return
    row, (_, _, found) = SIGNATURES[name], sections(name)
    assert set(row.reads) | set(row.writes) <= set(FIELDS)
    assert found.get("Reads"), "what it reads is not told"
    assert found.get("Writes") or "result" in row.notes or name == "mj_checkPos", "what it writes is not told"


@pytest.mark.parametrize("name", NAMES)
def test_sections_stand_in_order_and_lines_are_not_long(name):
    lines = getattr(gelenk, name).__doc__.split("\n")[1:]
    order = [SECTIONS.index(word) for word in (line.partition(" ")[0] for line in lines) if word in SECTIONS]
    assert order == sorted(set(order))
    assert max(map(len, lines)) <= 120


def test_a_field_that_does_not_exist_is_an_error(monkeypatch):
    row = SIGNATURES["mj_crb"]
    monkeypatch.setitem(SIGNATURES, "mj_crb", row._replace(reads=("no_such_field",)))
    with pytest.raises(KeyError):
        docstring("mj_crb", "Text.")


def test_every_row_is_a_function():
    assert all(hasattr(gelenk, name) for name in SIGNATURES)
    documented = {
        n for n in dir(gelenk) if n.startswith(("mj_", "mju_", "mjd_", "mjv_", "mjr_", "set_mj", "get_mj"))
    }
    documented = {n for n in documented if inspect.isroutine(getattr(gelenk, n))}
    assert documented <= set(NAMES)


# ---- specs and plugins

CLASSES = {name: thing for name, thing in spec_methods.CLASSES.items() if not name.endswith("Vec")}
CLASSES |= {"Plugin": gelenk.Plugin}
OTHERS = ("from_zip", "to_zip", "register_plugin", "plugin_config", "register_provider", "install_as_mujoco")


def members():
    """(Class, name, what it is) of the public members of specs and their elements, each where it is defined first."""
    seen = set()
    for name, thing in CLASSES.items():
        for cls in reversed(thing.__mro__):
            if not cls.__module__.startswith("gelenk."):
                continue
            for key, member in vars(cls).items():
                if key[0] != "_" and key.isidentifier() and (cls, key) not in seen:
                    seen.add((cls, key))
                    yield name, key, getattr(member, "__func__", member)


METHODS = [(f"{name}.{key}", member) for name, key, member in members() if inspect.isfunction(member)]
METHODS += [(name, getattr(gelenk, name)) for name in OTHERS]
STATIC = ("from_string", "from_file", "from_zip", "resolve_orientation")


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_begins_with_a_sentence(name):
    first = (inspect.getdoc(CLASSES[name]) or "").split("\n\n")[0]
    assert first.rstrip().endswith((".", "``.", ":")) or ": " in first, first


@pytest.mark.parametrize(("name", "member"), METHODS, ids=[name for name, _ in METHODS])
def test_a_method_tells_its_arguments_result_errors_and_source(name, member):
    doc = inspect.getdoc(member) or ""
    assert doc.split("\n")[0].endswith((".", ":", ",")) or "\n" in doc, "no sentence"
    told = [line.split()[0].rstrip(",") for line in doc.split("\n") if line.strip()]
    arguments = [p.name for p in inspect.signature(member).parameters.values() if p.kind != p.VAR_KEYWORD]
    if "." in name and name.rpartition(".")[2] not in STATIC:
        del arguments[0]
    for argument in arguments:
        assert argument in told, f"{argument} is not told"
    result = inspect.signature(member).return_annotation
    if str(result) not in ("None", "<class 'inspect._empty'>") and result is not None:
        assert "Returns" in told, f"the result, {result}, is not told"
    assert "Source" in told or name == "install_as_mujoco", "no source"
    tree = ast.parse(textwrap.dedent(inspect.getsource(member)))
    if any(isinstance(node, ast.Raise) for node in ast.walk(tree)):
        assert "Errors" in told, "it raises, and no errors are told"


def test_every_member_is_told():
    """Plain attributes are told by a class that has them."""
    for name, key, member in members():
        if inspect.isroutine(member) or isinstance(
            member, (property, cached_property, field_descriptors.Field, Late)
        ):
            assert member.__doc__, f"{name}.{key}"
        else:
            told = " ".join(inspect.getdoc(cls) or "" for cls in CLASSES[name].__mro__[:-1])
            assert key in told.replace(",", " ").split() or f"`{key}`" in told or key == "row", (
                f"{name}.{key}"
            )


def test_fields_of_elements_tell_type_shape_unit_and_default():
    for _, key, member in members():
        if isinstance(member, field_descriptors.Field):
            row = member.row
            assert row.doc and member.__doc__ == row.description, key
            if isinstance(member, field_descriptors.Array):
                assert row.kind.dtype in member.__doc__ and "(" in member.__doc__, key
            if row.unit:
                assert f"[{row.unit}]" in member.__doc__, key
    assert gelenk.MjsGeom.density.__doc__.endswith("float [kg/m^3 or kg/m^2]; default 1000")
    assert gelenk.MjsGeom.size.__doc__.endswith("float64 (3) [m]; default 0 0 0")
    assert gelenk.MjsJoint.type.__doc__ == "Joint type. mjtJoint; default mjJNT_HINGE"


def test_lines_are_not_long():
    for name, member in METHODS:
        own = name.rpartition(".")[2]
        most = max(map(len, (inspect.getdoc(member) or "").split("\n")), default=0)
        assert most <= (200 if own.startswith("add_") else 120), name


def test_a_spec_shows_its_name_and_how_much_is_in_it():
    spec = gelenk.MjSpec()
    spec.modelname = "arm"
    body = spec.worldbody.add_body()
    body.add_geom(name="ball", size=[0.1, 0, 0])
    assert repr(spec) == "<MjSpec 'arm': bodies 2, geoms 1>"
    assert repr(body.geoms) == "[<MjsGeom 'ball'>]" and repr(spec.default) == "<MjsDefault 'main'>"


# ---- everything else that users can import

LAYERS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
][0]
INNER = (
    {  # rooms below what users call; kernels are written by users
        room.strip().split(".")[1]
        for layer in LAYERS["layers"][LAYERS["layers"].index("gelenk.modeling.compiler") :]
        for room in layer.split("|")
    }
    - {"kernels"}
)


def public_modules():
    """What can be imported as gelenk.NAME, and all modules further in that say what they offer."""
    for found in pkgutil.walk_packages(gelenk.__path__, "gelenk."):
        parts = found.name.split(".")[1:]
        if parts[0] in INNER or any(part[0] == "_" for part in parts):
            continue
        text = Path(importlib.util.find_spec(found.name).origin).read_text(encoding="utf-8")
        if len(parts) == 1 or re.search(r"^__all__ =", text, re.MULTILINE):
            try:
                yield importlib.import_module(found.name)
            except ModuleNotFoundError as error:  # of an extra that is not here
                assert "gelenk[" in str(error) or found.name.startswith(EXTRAS), error


EXTRAS = ("gelenk.usd", "gelenk.envs.jitted", "gelenk.batch.ray", "gelenk.cli")


def offered(module):
    """(Name, thing) of what a module of ours offers: what it lists, or what is written in it."""
    listed = getattr(module, "__all__", None) or getattr(module, "_PLACES", None)
    for name in listed or vars(module):
        thing = getattr(module, name)
        home = getattr(thing, "__module__", "") or ""
        if name[0] != "_" and (home == module.__name__ or (listed and home.startswith("gelenk."))):
            yield name, thing


def of_class(thing):
    """(Name, member) of a class of ours and of those of ours that it is made of."""
    for cls in thing.__mro__:
        if cls.__module__.startswith("gelenk."):
            for key, member in vars(cls).items():
                if key[0] != "_":
                    yield f"{cls.__name__}.{key}", getattr(member, "__func__", member)


def walk():
    """(Name, function, method or property), each once: of the package, and of all modules that users can import."""
    seen = set(map(id, (getattr(gelenk, name) for name in SIGNATURES)))
    top = [(name, getattr(gelenk, name)) for name in dir(gelenk) if name[0] != "_"]
    for module, things in [("gelenk", top), *((m.__name__, list(offered(m))) for m in public_modules())]:
        for name, thing in things:
            if hasattr(thing, "__members__") or (isinstance(thing, type) and issubclass(thing, enum.Enum)):
                continue
            inside = of_class(thing) if inspect.isclass(thing) else [(name, thing)]
            for key, member in inside:
                is_code = inspect.isfunction(member) or isinstance(member, (property, cached_property))
                is_code = is_code or inspect.isgetsetdescriptor(member)  # of a number that needs no Python
                if is_code and id(member) not in seen:
                    seen.add(id(member))
                    yield f"{module}.{key}", member


FOUND = dict(walk())
CALLED = {name: member for name, member in FOUND.items() if inspect.isfunction(member)}
HELPERS = {name: member for name, member in CALLED.items() if name.startswith("gelenk.kernels.")}


def test_the_walk_finds_what_users_know():
    """A walk that finds nothing would pass all tests below."""
    known = {
        "gelenk.batch.Stepping.step",
        "gelenk.kernels.cross",
        "gelenk.sysid.Parameter.sample",
        "gelenk.models.load",
    }
    known |= {"gelenk.MjSpec.compile", "gelenk.viewer.Handle.sync", "gelenk.minimize.least_squares"}
    assert known <= FOUND.keys() and len(FOUND) > 1000


@pytest.mark.parametrize("name", sorted(CALLED.keys() - HELPERS.keys()))
def test_every_public_function_tells_its_arguments_result_errors_and_source(name):
    member = CALLED[name]
    doc = inspect.getdoc(member) or ""
    heads = [line.strip().partition("  ")[0].replace(",", " ").split() for line in doc.split("\n")[1:]]
    told = {word for head in heads for word in head}
    assert doc.split("\n\n")[0].rstrip().endswith((".", ":")), doc
    assert "Source" in told, "no source"
    parameters = inspect.signature(member).parameters.values()
    arguments = {p.name for p in parameters if p.kind != p.VAR_KEYWORD and p.name not in ("self", "cls")}
    assert "others" in told or arguments <= told, f"{arguments - told} is not told"
    result = inspect.signature(member).return_annotation
    assert result in (None, "None", NoReturn, inspect.Signature.empty) or "Returns" in told, (
        f"the result, {result}, is not told"
    )
    tree = ast.parse(textwrap.dedent(inspect.getsource(member)))
    if any(isinstance(node, ast.Raise) for node in ast.walk(tree)):
        assert "Errors" in told, "it raises, and no errors are told"


@pytest.mark.parametrize("name", sorted(HELPERS))
def test_helpers_of_kernels_tell_what_they_compute_of_what(name):
    """Types say shapes (Vec3, View), kernels raise nothing, and the module of a helper has its source."""
    member = HELPERS[name]
    parameters = inspect.signature(member).parameters.values()
    assert all(p.annotation is not p.empty for p in parameters), "an argument has no type"
    doc = inspect.getdoc(member) or ""
    assert doc, "nothing is told"
    assert "Documents: " in sys.modules[member.__module__].__doc__ or "Source" in doc, "no source"
    if member.__module__ == "gelenk.engine.position.object_frames":
        assert "[" in doc, "no unit"


def test_every_public_property_is_told():
    for name, member in FOUND.items():
        if not inspect.isfunction(member):
            assert member.__doc__, name
            if inspect.isgetsetdescriptor(member):
                continue
            made = getattr(member, "fget", None) or member.func
            written = getattr(made, "__name__", "") == name.rpartition(".")[2]  # others are rows of tables
            if written and "ndarray" in str(made.__annotations__.get("return")):
                assert "(" in member.__doc__, f"{name} has no shape"


FOREIGN = (
    "gelenk.dm_control_viewer.",
    "gelenk.gymnasium_page.",
)  # what they take are objects of other packages


def test_public_functions_beside_the_package_leave_no_type_open():
    """Of the package's own functions and classes stubs say the types (test_types.py)."""
    for name, member in CALLED.items():
        if name.count(".") < 2 or name.startswith(("gelenk.Mj", "gelenk.Container.", *FOREIGN)):
            continue
        parameters = inspect.signature(member).parameters.values()
        named = {p.name: p.annotation for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
        open_ = [key for key, kind in named.items() if kind in (Any, "Any") and key != "self"]
        assert not open_, f"{name}: {open_}"
        assert inspect.signature(member).return_annotation not in (Any, "Any"), name
