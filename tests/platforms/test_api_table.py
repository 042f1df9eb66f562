"""The extension calls the interpreter through a table of addresses that is filled before the module starts."""

import ctypes
import sys
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk import selftest
from gelenk.cli import doctor
from gelenk.toolchain import link, platforms, targets
from gelenk.toolchain.elf import image
from gelenk.toolchain.extension import abi, load
from tests.support.stand_ins import world

native = pytest.mark.skipif(load.module is None, reason="there is no extension module here")


@pytest.fixture
def library():
    """The path of the library; its table is filled again after the test."""
    path = Path(load.module.__file__)
    yield path
    load.fill_table(path)


def slots(path):
    """Return name -> slot of the table of a library."""
    dll = link.SharedLibrary(path)
    names = ctypes.string_at(dll.address(abi.TABLE_NAMES)).decode().split()
    table = (ctypes.c_void_p * len(names)).from_address(dll.address(abi.TABLE))
    return {name: ctypes.c_int64.from_address(at) for name, at in zip(names, table, strict=True)}


@native
@pytest.mark.skipif(platforms.here().linker != targets.OWN, reason="the library is in another format")
def test_the_library_imports_nothing_of_the_interpreter(library):
    found = image.needs(library.read_bytes())
    assert found.imports <= targets.MATH | targets.MEMORY | platforms.here().calls
    assert {"PyInit__border", abi.TABLE, abi.TABLE_NAMES} <= found.exports
    assert not any(name.startswith(abi.SLOTTED) for name in found.exports), "slots are no symbols"


@native
def test_the_table_has_each_function_at_its_address_and_the_facts_of_the_platform(library):
    found = {name: slot.value for name, slot in slots(library).items()}
    assert len(found) > 50 and all(found[name] for name in found.keys() - abi.FACTS)
    for name in ("PyFloat_AsDouble", "PyLong_Type", "_Py_NoneStruct"):
        assert found[name] == ctypes.addressof(ctypes.c_char.in_dll(ctypes.pythonapi, name))
    assert found["_Py_NoneStruct"] == id(None) and found["PyLong_Type"] == id(int)
    assert found["int32"] == np.dtype(np.int32).num and found["clock"]


@native
def test_an_interpreter_without_type_lookup_is_served(library, monkeypatch):
    """It is no part of the stable ABI."""
    assert slots(library)["_PyType_Lookup"].value
    real, other = load._address, link.entry_of(load._type_lookup)
    monkeypatch.setattr(load, "_address", lambda name: other if name == "_PyType_Lookup" else real(name))
    load.fill_table(library)
    monkeypatch.undo()
    m, _ = world()
    m.opt.timestep = 0.003
    assert m.opt.timestep == 0.003
    with pytest.raises(AttributeError, match="timestp"):
        m.opt.timestp = 0.1
    body = gelenk.MjSpec().worldbody.add_body(name="a")
    body.pos, body.gravcomp, body.name = [1, 2, 3], 0.5, "b"
    assert body.pos.tolist() == [1, 2, 3] and (body.gravcomp, body.name) == (0.5, "b")
    with pytest.raises(AttributeError, match="positon"):
        body.positon = [1, 2, 3]


@native
def test_an_interpreter_that_lacks_a_function_is_told_and_calls_go_through_python(
    library, monkeypatch, capsys
):
    real = load._address
    monkeypatch.setattr(load, "_address", lambda name: 0 if name == "PyDict_Copy" else real(name))
    with pytest.raises(ImportError, match="this Python lacks PyDict_Copy"):
        load.fill_table(library)
    assert load.load() is None
    told = capsys.readouterr().err
    assert "calls run through Python" in told and "lacks PyDict_Copy" in told


@native
def test_a_clock_that_counts_ticks_times_calls(library, monkeypatch):
    ticks = [0]

    @ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(ctypes.c_int64))
    def counter(out):
        ticks[0] += 500
        out[0] = ticks[0]
        return 1

    monkeypatch.setattr(platforms, "clock", lambda: (link.entry_of(counter), 0, 1e-3))
    load.fill_table(library)
    m, d = world()
    gelenk.mj_forward(m, d)
    first = d.timer[gelenk.mjtTimer.mjTIMER_FORWARD].duration
    gelenk.mj_forward(m, d)
    assert ticks[0] >= 1000, "the entry point reads it before and after"
    assert d.timer[gelenk.mjtTimer.mjTIMER_FORWARD].duration - first == pytest.approx(0.5)


@native
def test_arrays_of_another_type_number_go_through_python(library):
    """As where `long` has 32 bits: numpy gives int32 the number of `long` there, 7, and `int` keeps 5."""
    m, d = world()
    gelenk.mj_forward(m, d)
    ray = [m, d, np.array([0.0, 0.0, 5.0]), np.array([0.0, 0.0, -1.0]), None, 1, -1]
    found = []
    for number in (np.dtype(np.int32).num, 99):
        slots(library)["int32"].value = number
        geom = np.full(1, -7, np.int32)
        found.append((gelenk.mj_ray(*ray, geom), geom[0]))
    assert found[0] == found[1] and found[0][1] != -7


def without_extension(monkeypatch):
    monkeypatch.setattr(load, "module", None)
    monkeypatch.setattr(platforms.platform, "python_version", lambda: "3.14.0")  # would parse sys.version
    monkeypatch.setattr(platforms.platform, "python_implementation", lambda: "CPython")
    return doctor.describe_calls(), selftest.facts()[3]


@pytest.mark.parametrize(
    "version", ["3.13.5 experimental free-threading build (main)", "3.14.0 free-threading build"]
)
def test_a_free_threaded_python_keeps_entry_points_off_and_says_so(monkeypatch, capsys, version):
    monkeypatch.setattr(sys, "version", version)
    assert load.load() is None and not capsys.readouterr().err, "no notice: this is no fault"
    for told in without_extension(monkeypatch):
        assert "through Python" in told or "in Python" in told
        assert "this is a free-threaded Python" in told or told.startswith("code: plain Python")


def test_the_doctor_names_the_switch_that_keeps_entry_points_off(monkeypatch):
    monkeypatch.setenv("GELENK_BORDER", "0")
    assert load.load() is None
    assert without_extension(monkeypatch)[0].endswith(": GELENK_BORDER=0")


def test_an_interpreter_of_another_kind_is_left_alone(monkeypatch):
    monkeypatch.setattr(sys.implementation, "name", "pypy")
    assert load.unexpected_layout() == "pypy has no objects of CPython" and load.load() is None
