"""Every public name of the reference is here, with the same arguments, members and values; exceptions say why."""

import importlib
import inspect
import json
import pkgutil
import re
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.compat.aliases import ALIASES
from gelenk.runtime import struct_bases
from tests.support import attribute_needs

reference = pytest.importorskip("mujoco")

# names of the package that are not part of its documented interface
NOT_API = {
    *("Any", "IO", "Sequence", "TypeAlias", "Union", "ctypes", "os", "platform", "subprocess", "warnings"),
    *("zipfile", "glfw", "gl_context", "renderer"),  # what its module imports
    "msh2obj",  # a script, there once something imported it
    *("HEADERS_DIR", "PLUGINS_DIR", "PLUGIN_HANDLES"),  # folders of C headers and native libraries
}
NOT_MODULES = {
    "cgl",  # contexts of OpenGL of another system
    "_simulate",  # the native viewer
    "_rollout",  # the native half of rollout
}
# the binding of the reference takes one number for each array, and cannot be used
ARGUMENTS_DIFFER = {"mju_raySkin"}
HISTORY = Path(__file__).resolve().parents[1] / "reference" / "releases.json"
# members that the element classes have beyond those of the reference: how specs are kept, and what messages need
OWN_MEMBERS = {
    *("assign", "line", "row", "tag", "where", "spec", "delete", "subtree", "classname"),
    *("name", "sidename", "tendon"),  # MjsWrap
    *dir(list),  # MjsTendonPath is a list
    "dtype",  # Mj*Vec
    "encode",  # MjSpec, since 3.8.1
    *attribute_needs.LATER_OF_ACTUATORS,
    "release",  # MjSpec
    "neqdata",  # MjModel: the width of eq_data, which later releases have widened
    "ncellmode",  # MjModel: modes of the cells of flexes, which 4.0.0 keeps elsewhere
}
# class -> members of later releases
LATER_MEMBERS = {"MjModel": {f.name for f in struct_bases.LATER}}
for _name in json.loads(HISTORY.read_text())["history"]:
    _class, _, _member = _name.partition(".")
    LATER_MEMBERS.setdefault(_class, set()).add(_member)

LATER_ARGUMENTS = ("x_scale",)  # of 3.14


def public(module):
    return {name for name in dir(module) if not name.startswith("_")}


def arguments(function):
    """[(name, default)] of the signature in a docstring."""
    line = (function.__doc__ or "").split("\n")[0]
    depth, parts = 0, [""]
    for letter in line[line.index("(") + 1 : line.rindex(") ->")]:
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    found = [re.match(r"\s*(\w+)(?:.*= (\w+)$)?", part) for part in parts if part.strip()]
    return [match.groups() for match in found if match]


def signatures():
    return sorted(
        name
        for name in public(reference)
        if name.startswith(("mj_", "mju_", "mjd_", "mjv_", "mjr_", "set_mj", "get_mj"))
    )


def test_every_name_is_there():
    assert public(reference) - public(gelenk) - NOT_API == set()


def test_every_module_is_there():
    wanted = {m.name for m in pkgutil.iter_modules(reference.__path__) if not m.name.endswith("_test")}
    there = {m.name for m in pkgutil.iter_modules(gelenk.__path__)} | ALIASES.keys()
    assert wanted - there == NOT_MODULES
    for name in ("minimize", "rollout", "viewer", "renderer", "sysid"):
        importlib.import_module(f"gelenk.{name}")


def test_shapes_of_arrays_are_told_to_add_ons():
    """The reference names some sizes by constants of C."""
    ours = importlib.import_module("gelenk.introspect.mjxmacro")
    theirs = importlib.import_module("mujoco.introspect.mjxmacro")
    for name in ("MJMODEL", "MJDATA"):
        rows, wanted = getattr(ours, name), getattr(theirs, name)
        assert set(wanted) - set(rows) <= {"text_data", "names", "paths", "contact"}
        for field in set(wanted) & set(rows):
            dimension, size = wanted[field]
            ours_dimension = {"nactuator": "nu", "nout": "nu"}.get(rows[field][0], rows[field][0])
            assert ours_dimension == dimension or field.startswith("efc_J"), field
            assert rows[field][1] == str(getattr(reference, size, size)) or size == "mjNTEXROLE", field


def test_functions_take_the_same_arguments():
    for name in signatures():
        ours, theirs = getattr(gelenk, name), getattr(reference, name)
        if name not in ARGUMENTS_DIFFER:
            assert arguments(ours) == arguments(theirs), name
        result = [f.__doc__.split("\n")[0].rpartition("->")[2].strip() for f in (ours, theirs)]
        assert result[0] == result[1], name


def test_functions_in_python_take_the_same_arguments():
    theirs = importlib.import_module("mujoco.rollout"), importlib.import_module("mujoco.minimize")
    ours = importlib.import_module("gelenk.rollout"), importlib.import_module("gelenk.minimize")
    for a, b, names in zip(ours, theirs, (("rollout",), ("least_squares", "jacobian_fd")), strict=True):
        for name in names:
            own = list(inspect.signature(getattr(a, name)).parameters)
            wanted = list(inspect.signature(getattr(b, name)).parameters)
            assert [argument for argument in own if argument not in LATER_ARGUMENTS] == wanted, name


def test_classes_have_the_same_members():
    for name in sorted(public(reference) - NOT_API):
        theirs = getattr(reference, name)
        if not isinstance(theirs, type) or name.startswith("mjt"):
            continue
        ours = getattr(gelenk, name)
        missing = public(theirs) - public(ours)
        assert not missing, f"{name} lacks {missing}"
        own = public(ours) - public(theirs) - OWN_MEMBERS - LATER_MEMBERS.get(name, set())
        assert not own, f"{name} has {own}"


def test_the_viewer_has_the_same_members():
    theirs = importlib.import_module("mujoco.viewer")
    ours = importlib.import_module("gelenk.viewer")
    assert public(theirs.Handle) <= public(ours.Handle)
    for name in ("launch", "launch_from_path", "launch_passive"):
        wanted = inspect.signature(getattr(theirs, name)).parameters
        found = list(inspect.signature(getattr(ours, name)).parameters.values())
        for parameter, own in zip(wanted.values(), found, strict=False):
            assert (parameter.name, parameter.kind, parameter.default) == (own.name, own.kind, own.default)
        assert all(own.default is not own.empty for own in found[len(wanted) :])


def test_arrays_of_elements_are_what_their_names_say():
    spec = gelenk.MjSpec()
    mesh, skin = spec.add_mesh(name="m", uservert=[0, 1, 2], userface=[0, 1, 2]), spec.add_skin(name="s")
    assert isinstance(mesh.uservert, gelenk.MjFloatVec) and isinstance(mesh.userface, gelenk.MjIntVec)
    assert isinstance(spec.add_numeric(name="n").data, gelenk.MjDoubleVec)
    assert isinstance(skin.bodyname, gelenk.MjStringVec)
    assert not isinstance(mesh.uservert, gelenk.MjIntVec) and not isinstance([1], gelenk.MjStringVec)


def test_binding_one_element():
    spec = gelenk.MjSpec.from_string(
        "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody></mujoco>"
    )
    m = spec.compile()
    d = gelenk.MjData(m)
    d.bind_scalar(spec.joint("j")).qpos = 0.5
    assert d.qpos[0] == 0.5 and m.bind_scalar(spec.joint("j")).qposadr == [0]
    for bad in (None, [spec.joint("j")], 3):
        with pytest.raises(TypeError):
            d.bind_scalar(bad)


def test_figures_start_as_in_the_reference():
    ours, theirs = gelenk.MjvFigure(), reference.MjvFigure()
    for name in sorted(public(theirs)):
        a, b = getattr(ours, name), getattr(theirs, name)
        np.testing.assert_array_equal(a, b, err_msg=name)
        assert getattr(a, "dtype", type(a)) == getattr(b, "dtype", type(b)), name
    ours.title, ours.linename[3], ours.linergb[:] = "speed", "left", 0
    gelenk.mjv_defaultFigure(ours)
    assert ours.title == "" and ours.linename[3] == b"" and ours.linergb[0, 0] == 1


def test_rectangles_keep_four_numbers():
    rect = gelenk.MjrRect(1, 2, 30, 40)
    assert (rect.left, rect.bottom, rect.width, rect.height) == (1, 2, 30, 40)
    assert rect == gelenk.MjrRect(1, 2, width=30, height=40) != gelenk.MjrRect(0, 0, 30, 40)
