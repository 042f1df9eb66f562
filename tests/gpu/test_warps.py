"""The simulator of warps (tools/warps) computes what the engine computes, and counts what a text that we know costs.

Its totals of a step stand in docs/gpu.md; here they may not grow.
"""

import llvmlite.binding
import numpy as np
import pytest

import gelenk
import scenes
from gelenk.toolchain.gpu import ptx
from gelenk.toolchain.gpu.variant import Variant
from tests.gpu.test_programs import beyond, bounds
from tests.support.many import counts, errors, native_step, side_by_side
from tools.warps import costs, driver, execution, report
from tools.warps.execution import Diverged
from tools.warps.listing import EXIT, Listing
from tools.warps.memory import GUARD, Caches, Memory

COUNTED_LLVM = 22  # other versions print other text
HEAD = ".version 8.3\n.target sm_90\n.address_size 64\n"

try:
    ptx.libdevice()
except ptx.Missing as error:
    pytestmark = pytest.mark.skip(reason=str(error))


def program(body, declared="", name="kernel", memory=None):
    """A program with one kernel, whose argument is an address."""
    text = (
        f"{HEAD}{declared}.visible .entry {name}(\n\t.param .b64 {name}_param_0\n)\n{{\n"
        + "".join(f"\t{line}\n" for line in body.strip().split("\n"))
        + "\tret;\n\n}\n"
    )
    return execution.Program(text, memory or Memory())


def run(body, threads=32, size=1024, before=None, declared=""):
    """Run a kernel on an array of 32-bit integers; return the array and the count."""
    made = program(body, declared)
    at = made.memory.allocate(4 * size)
    made.memory.write(at, np.asarray(before if before is not None else np.zeros(size), np.int32).tobytes())
    counted = execution.launch(made, "kernel", threads, [at], 32, 16)
    return np.frombuffer(made.memory.read(at, 4 * size), np.int32), counted


ADDRESS = """ld.param.b64 %rd1, [kernel_param_0];
mov.u32 %r1, %tid.x;
mul.wide.s32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
"""


def test_lanes_that_part_at_a_branch_meet_behind_it():
    body = """setp.lt.s32 %p1, %r1, 10;
@%p1 bra $L1;
mov.b32 %r2, 7;
bra.uni $L2;
$L1:
mov.b32 %r2, 5;
$L2:
add.s32 %r3, %r2, %r1;
st.global.b32 [%rd3], %r3;"""
    found, counted = run(ADDRESS + body)
    k = np.arange(32)
    np.testing.assert_array_equal(found[:32], k + np.where(k < 10, 5, 7))
    # 4 + 2 instructions by all, 1 by ten lanes, 2 by the others, 3 by all again with the return
    assert counted.total("instructions") == 12
    assert counted.total("lane_instructions") == 32 * 9 + 10 + 2 * 22


def test_a_loop_runs_until_its_last_lane_has_left():
    body = """mov.b32 %r2, 0;
$L1:
add.s32 %r2, %r2, 2;
setp.lt.s32 %p1, %r2, %r1;
@%p1 bra $L1;
st.global.b32 [%rd3], %r2;"""
    found, counted = run(ADDRESS + body)
    k = np.arange(32)
    np.testing.assert_array_equal(found[:32], 2 * np.maximum(1, -(-k // 2)))
    assert counted.total("instructions") == 5 + 3 * 16 + 2


def test_sectors_are_counted_of_32_bytes_each():
    for stride, sectors in ((1, 4), (2, 8), (8, 32), (32, 32)):
        body = f"""ld.param.b64 %rd1, [kernel_param_0];
mov.u32 %r1, %tid.x;
mul.wide.s32 %rd2, %r1, {4 * stride};
add.s64 %rd3, %rd1, %rd2;
ld.global.b32 %r2, [%rd3];"""
        _, counted = run(body)
        assert counted.total("sectors") == sectors, stride


def test_the_chain_counts_loads_that_wait_for_each_other():
    chased = ADDRESS + "".join(
        f"""ld.global.b32 %r{k}, [%rd{k}];
mul.wide.s32 %rd{k + 20}, %r{k}, 4;
add.s64 %rd{k + 1}, %rd1, %rd{k + 20};
"""
        for k in range(3, 8)
    )
    _, counted = run(chased)
    assert (counted.chain, counted.total("loads")) == (5, 5)
    beside = ADDRESS + "\n".join(f"ld.global.b32 %r{k}, [%rd3+{128 * k}];" for k in range(3, 8))
    _, counted = run(beside)
    assert (counted.chain, counted.total("loads")) == (1, 5)
    # a load that may read what was stored waits for the store, which waits for its value
    stores = ADDRESS + "\n".join(
        f"ld.global.b32 %r{k}, [%rd3+{512 * k}];\nst.global.b32 [%rd3+{512 * k + 4}], %r{k};"
        for k in range(3, 8)
    )
    _, counted = run(stores, size=2048)
    assert counted.chain == 5
    assert counted.cycles >= 5 * costs.MEMORY_LATENCY


def test_rows_of_shared_memory_meet_in_banks_unless_their_distance_is_odd():
    declared = ".shared .align 16 .b8 room[8192];\n"
    for words, conflicts in ((32, 31), (33, 0), (2, 1)):
        body = f"""mov.u32 %r1, %tid.x;
mov.b64 %rd1, room;
mul.wide.s32 %rd2, %r1, {4 * words};
add.s64 %rd3, %rd1, %rd2;
ld.shared.b32 %r2, [%rd3];"""
        _, counted = run(body, declared=declared)
        assert counted.total("conflicts") == conflicts, words


def test_lanes_that_wait_for_others_that_are_elsewhere_are_found():
    body = """mov.b32 %r2, -1;
setp.lt.s32 %p1, %r1, 10;
@%p1 bra $L1;
bar.warp.sync %r2;
$L1:
st.global.b32 [%rd3], %r1;"""
    with pytest.raises(Diverged, match="only 0xfffffc00 are active"):
        run(ADDRESS + body)


def test_lanes_exchange_numbers():
    body = """mov.b32 %r2, -1;
shfl.sync.bfly.b32 %r3, %r1, 4, 31, %r2;
st.global.b32 [%rd3], %r3;"""
    found, _ = run(ADDRESS + body)
    np.testing.assert_array_equal(found[:32], np.arange(32) ^ 4)


ARITHMETIC = {
    "add.s32 %r3, %r2, 2147483647;": lambda x: x + np.int32(2147483647),
    "mul.lo.s32 %r3, %r2, 1234567;": lambda x: x * np.int32(1234567),
    "mul.hi.s32 %r3, %r2, 123456789;": lambda x: (x.astype(np.int64) * 123456789) >> 32,
    "div.s32 %r3, %r2, 7;": lambda x: np.trunc(x / 7),
    "rem.s32 %r3, %r2, 7;": lambda x: np.fmod(x, 7),
    "shr.s32 %r3, %r2, 40;": lambda x: x >> 31,
    "shl.b32 %r3, %r2, 32;": lambda x: 0 * x,
    "shr.u32 %r3, %r2, 5;": lambda x: x.view(np.uint32) >> 5,
    "shf.l.wrap.b32 %r3, %r2, %r2, 9;": lambda x: (x.view(np.uint32) << 9) | (x.view(np.uint32) >> 23),
    "neg.s32 %r3, %r2;": lambda x: -x,
    "max.s32 %r3, %r2, -5;": lambda x: np.maximum(x, -5),
    "mad.lo.s32 %r3, %r2, %r2, 3;": lambda x: x * x + 3,
    "cvt.rn.f32.s32 %r4, %r2;\ncvt.rzi.s32.f32 %r3, %r4;": lambda x: np.minimum(x.astype("f4").astype("i8"), 2**31 - 1),
    "setp.lt.s32 %p1, %r2, 0;\nselp.b32 %r3, 3, %r2, %p1;": lambda x: np.where(x < 0, 3, x),
}  # fmt: skip


@pytest.mark.parametrize("text", ARITHMETIC)
def test_integers_are_those_of_the_processor(text):
    given = np.random.default_rng(0).integers(-(2**31), 2**31, 32).astype(np.int32)
    given[:4] = 0, -1, 2**31 - 1, -(2**31)
    body = ADDRESS + f"ld.global.b32 %r2, [%rd3];\n{text}\nst.global.b32 [%rd3], %r3;"
    found, _ = run(body, size=32, before=given)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(found, ARITHMETIC[text](given).astype(np.int64).astype(np.int32))


def test_numbers_that_are_none_compare_as_ptx_says():
    given = np.array([np.nan, -0.0, 1.0, np.inf] * 8, np.float32).view(np.int32)
    for name, wanted in (("lt", [0, 1, 0, 0]), ("ltu", [1, 1, 0, 0]), ("num", [0, 1, 1, 1]), ("nan", [1, 0, 0, 0]),
                         ("neu", [1, 1, 0, 1]), ("ne", [0, 1, 0, 1])):  # fmt: skip
        body = f"""ld.global.b32 %r2, [%rd3];
setp.{name}.f32 %p1, %r2, 0f3F800000;
selp.b32 %r3, 1, 0, %p1;
st.global.b32 [%rd3], %r3;"""
        found, _ = run(ADDRESS + body, size=32, before=given)
        np.testing.assert_array_equal(found, wanted * 8, err_msg=name)


def test_what_is_unknown_is_said_and_addresses_of_nothing_are_errors():
    with pytest.raises(ValueError, match=r"unsupported instruction: bfind\.u32"):
        run("mov.b32 %r1, 1;\nbfind.u32 %r2, %r1;")
    with pytest.raises(IndexError, match="an address below"):
        run(f"mov.b64 %rd1, 8;\nadd.s64 %rd2, %rd1, {GUARD // 2};\nld.global.b32 %r2, [%rd2];")
    with pytest.raises(KeyError, match="no function nobody"):
        run("call.uni nobody, ();")


def test_blocks_are_dominated_by_what_follows_on_all_ways():
    body = "setp.lt.s32 %p1, %r1, 10;\n@%p1 bra $L1;\nret;\n$L1:\nadd.s32 %r1, %r1, 1;\nbra.uni $L2;\n$L2:"
    (function,) = Listing(
        f"{HEAD}.visible .entry kernel(\n)\n{{\n"
        + "".join(f"\t{line}\n" for line in body.split("\n"))
        + "\tret;\n}\n"
    ).functions.values()
    assert [(b.next, b.meets) for b in function.blocks] == [
        ([2, 1], EXIT),
        ([EXIT], EXIT),
        ([3], 3),
        ([EXIT], EXIT),
    ]


def test_caches_keep_the_lines_that_were_used_last():
    kept = Caches(resident := 16)
    room = costs.L1_BYTES // costs.LINE // resident
    assert kept.load([0], 4) == costs.MEMORY_LATENCY
    assert kept.load([0], 4) == costs.L1_LATENCY
    for line in range(1, room + 1):
        kept.load([line], 4)
    assert kept.load([0], 4) == costs.L2_LATENCY
    assert kept.load([10**6], 4, shared=True) == costs.L2_LATENCY
    assert (kept.l2_sectors, kept.memory_sectors) == (4 * (room + 3), 4 * (room + 1))


def compare(name, lanes, steps, nconmax):
    """Steps beside the engine, each from the same state, within the bounds of single precision."""
    m = gelenk.MjModel.from_xml_path(str(scenes.path(name)))
    b = report.simulated_batch(
        m, [gelenk.MjData(m)] * (32 // lanes), Variant(single=True, narrow=True, lanes=lanes), (nconmax, None)
    )
    for d in side_by_side(m, b, steps, native_step, every=20):
        b.check()
        assert counts(b, d)
        assert not beyond(errors(b, d), bounds(m, d, np.dtype(np.float32)))


def test_a_step_on_the_simulator_agrees_with_the_engine():
    compare("cartpole", 1, 3, 8)


@pytest.mark.release
@pytest.mark.parametrize(("name", "lanes"), [(n, k) for n, k in report.SHOWN if n != "cartpole"])
def test_so_do_steps_with_contacts_and_with_lanes(name, lanes):
    compare(name, lanes, 2, 64)


def not_more(name, lanes):
    if llvmlite.binding.llvm_version_info[0] != COUNTED_LLVM:
        pytest.skip(f"the counts of docs/gpu.md are those of LLVM {COUNTED_LLVM}")
    now, written = report.Row.of(report.measure(name, lanes)), report.pinned(name, lanes)
    grown = {
        key: (value, getattr(written, key))
        for key, value in now._asdict().items()
        # rounding of the page: half a unit
        if key != "active" and value > (1 + report.PINNED) * getattr(written, key) + 0.5
    }
    assert not grown, "a step costs more than docs/gpu.md says; if it must: python -m tools.warps --write"


def test_a_step_of_a_cartpole_costs_no_more_than_is_written():
    not_more("cartpole", 1)


@pytest.mark.release
@pytest.mark.parametrize(("name", "lanes"), [(n, k) for n, k in report.SHOWN if n != "cartpole"])
def test_nor_do_steps_of_larger_models(name, lanes):
    not_more(name, lanes)


def test_the_time_of_a_launch_is_at_least_each_of_its_bounds():
    few, many = costs.predict(32, 1000, 5000, 0), costs.predict(2112 * 4, 1000, 5000, 0)
    assert few.time == few.chain == 5000 / costs.CLOCK
    assert many.chain == 4 * few.chain
    assert many.issue == 2112 * 4 / 528 * 1000 / costs.CLOCK
    assert costs.predict(2112, 0, 0, 1e6).time == 2112e6 / costs.BANDWIDTH


def test_an_address_that_a_gpu_computes_at_once_is_one_slot():
    opcodes = ["mul.wide.s32", "add.s64", "add.s64", "mul.wide.s32", "ld.global.b32", "add.s64"]
    operands = [("%rd1", "%r1", "4"), ("%rd2", "%rd9", "%rd1"), ("%rd3", "%rd2", "%rd1"), ("%rd4", "%r1", "4"),
                ("%r2", "[%rd4]"), ("%rd5", "%rd4", "%rd8")]  # fmt: skip
    assert costs.fused(opcodes, operands) == [1, 5]


def test_names_of_functions_are_read():
    assert report.readable("_ZN6gelenk6engine4step6placesB4v493B110c8tJ") == "places"
    assert report.readable("gelenk_make_m") == "make_m"


def test_the_driver_reads_what_it_has_written():
    memory = driver.simulated().allocate(64)
    memory.write(np.arange(8.0), 0)
    np.testing.assert_array_equal(memory.read(np.empty(4), 16), np.arange(2.0, 6.0))
