"""Methods of the extension that are kernels: the same in plain Python and compiled, no reference lost or kept, and
MemoryError from whichever allocation fails.

Documents: design / The border
"""

import functools
import gc
import itertools
import sys
import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest

import gelenk
from gelenk.modeling.spec import copy as spec_copies
from gelenk.modeling.spec.element import MjsElement
from gelenk.toolchain import memory
from gelenk.toolchain.extension import cpython, load, module, spec_copy, spec_setters
from gelenk.toolchain.extension.spec_setters import CODES

native = pytest.mark.skipif(load.module is None, reason="there is no border")
PLAIN = {name: functools.partial(cpython.run, method) for name, method in module.METHODS.items()}


class Whole(int):
    def __index__(self):
        raise AssertionError("no Python runs while a column is read")


class Real(float):
    __float__ = Whole.__index__


ROW = [1, 2.5]
COLUMNS = {
    "reals": [0.0, -0.0, 1e300, 5e-324, np.inf, -2.5],
    "not a number": [np.nan] * 6,
    "integers": [0, 1, -1, 2**31 - 1, -(2**31), 200],
    "small integers": [0, 1, 255, 7, 3, 2],
    "beyond exact": [2**53 + 1, -(2**63), 2**63 - 1, 0, 0, 0],
    "one beyond int32": [0, 0, 0, 0, 0, 2**31],
    "one beyond a byte": [0, 0, 256, 0, 0, 0],
    "one below a byte": [0, 0, -1, 0, 0, 0],
    "beyond 64 bits": [2**64, 1, 1, 1, 1, 1],
    "truths": [True, False] * 3,
    "scalars of numpy": [np.float64(0.1)] * 6,
    "int32 of numpy": [np.int32(1)] * 6,
    "own numbers": [Whole(3), Real(0.5)] * 3,
    "own integers": [Whole(3)] * 6,
    "rows": [(1, 2, 3), [4, 5, 6.5]],
    "rows of unlike length": [(1,), [], [2, 3, 4], (5, 6)],
    "rows and numbers": [1, (2, 3, 4), 5, [6]],
    "rows within rows": [[(1, 2), 3], 4, 5, 6],
    "too few": [1.0] * 5,
    "too many": [1.0] * 7,
    "too many in rows": [(1, 2, 3), (4, 5, 6), (7,)],
    "none": [],
    "texts": ["1"] * 6,
    "nothing": None,
    "a tuple": (1.0,) * 6,
    **{f"array of {name}": np.arange(6).astype(name) for name in (*CODES, "int64", ">f8")},
    "array of rows": np.arange(6.0).reshape(3, 2),
    "array by columns": np.asfortranarray(np.arange(6.0).reshape(3, 2)),
    "short array": np.arange(5.0),
    "scalar array": np.array(1.0),
}


def pack(method, columns, code):
    """Names left over, and the bytes written, when every column goes into an array of six elements."""
    rows = {name: i for i, name in enumerate(columns)}
    record = np.array([(64 * i, 6, CODES.index(code)) for i in range(len(rows))], np.int64).reshape(-1, 3)
    target = np.full(64 * len(rows), 99, np.uint8)
    left = method(columns, rows, record.ctypes.data, target.ctypes.data)
    return left, target.reshape(-1, 64)


def packed_by_numpy(value, code):
    """The elements that a list of plain numbers has in an array; None if it does not fit."""
    flat = []
    for item in value:
        flat += item if isinstance(item, list | tuple) else [item]
    if len(flat) != 6 or not all(isinstance(x, int | float) for x in flat):
        return None
    whole = code in ("int32", "uint8")
    least, most = {"int32": (-(2**31), 2**31), "uint8": (0, 256)}.get(code, (-(2**63), 2**63))
    if any(whole if isinstance(x, float) else not least <= x < most for x in flat):
        return None
    with np.errstate(over="ignore", under="ignore"):
        wide = [float.fromhex(x.hex()) if isinstance(x, float) else int.__add__(x, 0) for x in flat]
        return np.array(wide, code if whole else np.float64).astype(code)


@native
@pytest.mark.parametrize("code", CODES)
def test_lists_are_packed_alike_by_machine_code_by_python_and_by_numpy(code):
    left, found = pack(load.module._packed, COLUMNS, code)
    same, again = pack(PLAIN["_packed"], COLUMNS, code)
    assert left == same
    np.testing.assert_array_equal(found, again)
    for row, (name, value) in enumerate(COLUMNS.items()):
        if type(value) is list:
            wanted = packed_by_numpy(value, code)
            assert (wanted is None) == (name in left), name
            if wanted is not None:
                assert found[row, : wanted.nbytes].tobytes() == wanted.tobytes(), name
        elif type(value) is np.ndarray:
            fits = value.dtype == np.dtype(code) and value.size == 6 and value.flags.c_contiguous
            assert fits == (name not in left), name
            if fits:
                assert found[row, : value.nbytes].tobytes() == value.tobytes(), name
        else:
            assert name in left


def test_columns_without_a_row_are_left_over():
    target = np.zeros(64, np.uint8)
    for method in filter(None, (PLAIN["_packed"], load.module and load.module._packed)):
        assert method({"a": [1.0], "b": None}, {}, 0, target.ctypes.data) == ["a", "b"]


TEXT = """<mujoco><default><default class="c"><geom size=".2" rgba="1 0 0 1"/><joint damping="3"/></default></default>
<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
<worldbody><geom type="plane" size="1 1 1"/><body name="b" childclass="c"><freejoint/><geom name="g" size=".1"/>
<frame euler="0 0 30"><geom type="mesh" mesh="m"/><site name="s" pos="1 0 0"/><body pos="0 0 1"><joint name="j"/>
<geom/><geom size=".3" euler="0 90 0" user="1 2 3"/><camera name="c"/></body></frame></body></worldbody>
<tendon><spatial><site site="s"/><geom geom="g"/><site site="s"/></spatial></tendon>
<actuator><motor joint="j"/></actuator><sensor><framepos objtype="site" objname="s"/></sensor></mujoco>"""


def spec_of_all_kinds():
    """A spec with elements of each kind of abi.py."""
    spec = gelenk.MjSpec.from_string(TEXT)
    spec.site("s").set_frame(spec.body("b").add_frame(pos=[0, 0, 1]))
    return spec


def without_module(monkeypatch):
    """Copy elements by the kernel in plain Python."""
    monkeypatch.setattr(load, "module", SimpleNamespace(_elements=PLAIN["_elements"]))


def test_the_kernel_in_plain_python_copies_a_spec(monkeypatch):
    spec = spec_of_all_kinds()
    text = spec.to_xml()
    without_module(monkeypatch)
    copy, memo = spec_copies.copy_spec(spec)
    monkeypatch.undo()
    assert copy.to_xml() == spec.to_xml() == text
    for kind in ("bodies", "geoms", "sites", "joints", "cameras", "tendons", "actuators", "sensors"):
        for one, other in zip(getattr(spec, kind), getattr(copy, kind), strict=True):
            assert memo[id(one)] is other is not one and other.__dict__["_spec"] is copy
    for geom, other in zip(spec.geoms, copy.geoms, strict=True):
        assert other.classname is memo[id(geom.classname)]
    frame = spec.site("s").frame
    assert copy.site("s").frame is memo[id(frame)] is not frame
    copy.geom("g").size = [9, 9, 9]
    copy.default.geom.size = [8, 8, 8]
    assert spec.to_xml() == text


def everything(call, rounds):
    """References to shared objects, objects with references, and bytes that more ``rounds`` calls leave behind."""
    for _ in range(10):
        call()
    gc.collect()
    tracemalloc.start()
    watched = [None, (), *COLUMNS, *COLUMNS.values(), float, int, list, MjsElement, *spec_copies._WORDS]
    before = [sys.getrefcount(o) for o in watched], len(gc.get_objects())
    held = tracemalloc.get_traced_memory()[0]
    for _ in range(rounds):
        call()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - held
    tracemalloc.stop()
    after = [sys.getrefcount(o) for o in watched], len(gc.get_objects())
    differing = [(o, b - a) for o, a, b in zip(watched, before[0], after[0], strict=True) if abs(b - a) > 5]
    return differing, after[1] - before[1], grown


@native
@pytest.mark.parametrize("way", ["native", "plain"])
@pytest.mark.parametrize("method", ["_packed", "_elements"])
def test_many_calls_keep_no_reference_and_lose_none(method, way, monkeypatch):
    if way == "plain" and method == "_elements":
        without_module(monkeypatch)
    spec = spec_of_all_kinds()
    pack_with = getattr(load.module, method) if way == "native" else PLAIN[method]

    def call():
        if method == "_packed":
            pack(pack_with, COLUMNS, "float64")
        else:
            spec_copies.copy_spec(spec)

    rounds = 1000 if way == "native" else 20
    differing, objects, grown = everything(call, rounds)
    assert not differing
    assert abs(objects) < 20 and grown < 50_000


class Refusing:
    """A value whose copy fails."""


@native
@pytest.mark.parametrize("way", ["native", "plain"])
def test_a_value_that_cannot_be_copied_passes_its_error_on_and_leaves_nothing_behind(way, monkeypatch):
    spec, mine = spec_of_all_kinds(), Refusing()

    def refuse(value):
        raise LookupError("refused")

    monkeypatch.setitem(spec_copies._COPIES, Refusing, refuse)
    geom = spec.geom("g").__dict__
    geom["plugin"] = mine
    if way == "plain":
        without_module(monkeypatch)
    before = sys.getrefcount(mine)
    for _ in range(50):
        with pytest.raises(LookupError, match="refused"):
            spec_copies.copy_spec(spec)
    gc.collect()
    assert sys.getrefcount(mine) == before


@native
@pytest.mark.parametrize("method", ["_packed", "_elements"])
def test_an_allocation_that_fails_is_a_memory_error_whichever_it_is(method):
    api = pytest.importorskip("_testcapi")
    spec, memo = spec_of_all_kinds(), {}
    if method == "_packed":
        record, target = np.zeros((len(COLUMNS), 3), np.int64), np.zeros(8)
        arguments = (
            COLUMNS,
            {name: i for i, name in enumerate(COLUMNS)},
            record.ctypes.data,
            target.ctypes.data,
        )
    else:
        body, copies, work = spec.body("b"), [], []
        arguments = work, spec, memo, 1, spec_copies._WORDS

    def prepared():
        if method == "_elements":
            memo.clear()
            copies.clear()
            work[:] = [body], copies, None
        gc.collect()
        return getattr(load.module, method)

    gc.freeze()  # what earlier tests have left need not be looked through before each allocation
    wanted, failed = prepared()(*arguments), 0
    for first in itertools.count():
        native_method, found = prepared(), None
        api.set_nomemory(first, first + 1)
        try:
            found = native_method(*arguments)
        except MemoryError:
            failed += 1
        finally:
            api.remove_mem_hooks()
        if found is not None:
            break
    assert failed > (0 if method == "_packed" else 20)
    assert len(found) == len(wanted)


def test_kernels_refer_to_the_words_in_the_order_that_they_are_passed_in():
    passed = spec_copies._HEAD
    assert len(passed) == len(spec_copy.WORDS)
    texts = {name: value for name, value in zip(spec_copy.WORDS, passed, strict=True) if type(value) is str}
    assert all(name == value for name, value in texts.items()) and len(texts) == 6
    assert len(spec_copy.WORDS) * 8 + spec_copy.WORDS_AT == spec_copy.OWNED_KEYS


def test_a_store_of_float32_rounds():
    one = np.zeros(1, np.float32)
    memory.store_float32(one.ctypes.data, 0.1)
    assert one[0] == np.float32(0.1)


def test_a_failed_call_of_the_c_api_leaves_an_exception_that_can_be_cleared():
    assert cpython.PyLong_AsLongLong(id(huge := 2**70)) == -1 and cpython.PyErr_Occurred() and huge
    cpython.PyErr_Clear()
    assert not cpython.PyErr_Occurred()
    assert spec_setters.write_object(id(huge), 0, 0, 0) is False
