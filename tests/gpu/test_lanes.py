"""Several lanes a world: they compute what one does, whoever goes first.

Lanes are fibres here (fake_cuda.c): each runs until it waits, so that of two lanes between the same waits one is
far ahead of the other, now this one, now that one. What a world becomes must not depend on it.
"""

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.batch import Batch
from gelenk.batch.device import gpu_worlds as batches
from gelenk.batch.device import memory_plan
from gelenk.batch.device.gpu_worlds import DeviceBatch
from gelenk.batch.device.memory_plan import MOST_LANE_WORLDS, lanes_for
from gelenk.toolchain.gpu import barriers, lane_loops, program
from gelenk.toolchain.gpu.variant import Variant
from gelenk.toolchain.struct_layout import EXTRA, LANES, SPREAD_END, SPREAD_FIRST, TOTAL, symbol
from tests.gpu.test_programs import CONTACTS, ENDS, QUICK, model
from tests.support import fake_cuda
from tests.support.many import FIELDS, batch, column, load, native_step, side_by_side, size
from tests.support.tolerance import tol

EXACT = Variant(exact=True)
COUNTS = ("ncon", "nefc", "ne", "nf", "nl")
# what is known before the solver adds anything up over lanes: every sum is in its order, so every bit is the same
BITS = ("xpos", "xquat", "M", "qLD", "cdof", "qfrc_bias", "qfrc_passive", "qacc_smooth")
# scenes of the other ways of a step; the rest before a release
OFTEN = ("boxes50", "cloth", "muscle_arm")
OTHERS = [
    pytest.param(name, marks=() if name in OFTEN else pytest.mark.release)
    for name in scenes.names()
    if name not in QUICK
]
UP, DOWN, DRAWN = 0, 1, 7  # who goes first


def course(name, count, order, nstep=4):
    """Fields and counts after each of some steps, which start from the same states."""
    m = model(name)
    b = batch(m, 2, EXACT, nconmax=CONTACTS.get(name, 64), lanes=count)
    b.device.driver.order(order)
    b.device.driver.waits()
    found = []
    for d in side_by_side(m, b, nstep, native_step, every=25):
        b.check()
        row = {f: b.get(f) for f in FIELDS if f in b.plan.arrays} | {f: column(b, f) for f in COUNTS}
        found.append((row, {f: size(d, f) for f in FIELDS if getattr(d, f).size}))
    waits = b.device.driver.waits()
    b.device.driver.order(UP)
    assert waits > 0 or count == 1
    return found


def agree(name, count):
    """Lanes agree with one lane, and with themselves in other orders."""
    alone = course(name, 1, UP)
    together = course(name, count, UP)
    for (one, sizes), (many, _) in zip(alone, together, strict=True):
        for field in (*COUNTS, *(f for f in BITS if f in one)):
            np.testing.assert_array_equal(one[field], many[field], err_msg=field)
        for field in set(one) - {*COUNTS, *BITS}:
            # sums over rows are in another order: the solver may end an iteration sooner or later, by its tolerance
            if one[field].size:
                bound = tol(ENDS[np.dtype(np.float64)]) * sizes[field]
                assert np.abs(one[field] - many[field]).max() <= bound, field
    for order in (DOWN, DRAWN):
        for (one, _), (other, _) in zip(together, course(name, count, order), strict=True):
            for field, values in one.items():
                np.testing.assert_array_equal(values, other[field], err_msg=f"{field}, in order {order}")


@fake_cuda.needs_cc
def test_four_lanes_of_a_humanoid_agree_with_one():
    agree("humanoid", 4)


@fake_cuda.needs_cc
@pytest.mark.slow
@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.release), 8])
@pytest.mark.parametrize("name", QUICK)
def test_other_numbers_of_lanes_agree_too(name, count):
    agree(name, count)


@fake_cuda.needs_cc
@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_four_lanes_agree_with_one(name):
    agree(name, 4)


@fake_cuda.needs_cc
def test_lanes_that_do_not_wait_are_found_out():
    m = load("humanoid")
    m.opt.disableflags |= (
        gelenk.mjtDisableBit.mjDSBL_CONTACT
    )  # lanes that do not wait would read past lists of pairs
    b = batch(m, 1, EXACT, lanes=4)
    b.device.driver.order(fake_cuda.NEVER)
    d = next(side_by_side(m, b, 1, native_step))
    # that is wrong by far, or no number
    assert not (np.abs(b.get("qacc")[0] - d.qacc) <= 1e-3 * np.abs(d.qacc).max()).all()
    b.device.driver.order(UP)


STACKS = "".join(
    f'<body pos="{x} 0 {z}" euler="0 0 {7 * x}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    for x in range(6)
    for z in (0.099, 0.297)
)


@fake_cuda.needs_cc
def test_each_lane_has_work_space_of_its_own_for_pairs_of_geoms():
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><worldbody><geom type="plane" size="9 9 .1"/>{STACKS}</worldbody></mujoco>'
    )

    def contacts(count, common=False):
        b = batch(m, 1, EXACT, nconmax=64, lanes=count)
        if common:  # as if work spaces were no worlds apart
            b._module.write_constant(symbol("extra"), np.zeros(len(EXTRA), np.int64))
        b.device.driver.order(DRAWN)
        b.step()
        b.check()
        b.device.driver.order(UP)
        fields = ("contact_dist", "contact_pos", "contact_frame", "contact_geom")
        return column(b, "ncon")[0], *(b._read_field(b.plan.arrays[name]) for name in fields)

    alone = contacts(1)
    assert alone[0] > 40
    for x, y in zip(alone, contacts(4), strict=True):
        np.testing.assert_array_equal(x, y)
    assert any((x != y).any() for x, y in zip(alone, contacts(4, common=True), strict=True))


SOLIDS = "".join(
    f'<body pos="{x} 0 {z}" euler="{5 * x} {20 * z} 0"><freejoint/><geom type="{kind}" size=".1 .1 .1"/></body>'
    for x in range(6)
    for z, kind in ((0.099, "ellipsoid"), (0.29, "cylinder" if x % 2 else "capsule"), (0.5, "ellipsoid"))
)


@fake_cuda.needs_cc
def test_lanes_that_have_work_space_search_for_all(monkeypatch):
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><worldbody><geom type="plane" size="9 9 .1"/>{SOLIDS}</worldbody></mujoco>'
    )

    def contacts(count, colliders):
        monkeypatch.setattr(memory_plan, "colliders_for", lambda m, lanes: colliders)
        b = batch(m, 1, EXACT, nconmax=64, lanes=count)
        sizes = {name: b._memory[name].size for name in ("ccd_w", "near_pos")}
        b.device.driver.order(DRAWN)
        b.step()
        b.check()
        b.device.driver.order(UP)
        fields = ("contact_dist", "contact_pos", "contact_frame", "contact_geom")
        return sizes, [column(b, "ncon")[0], *(b._read_field(b.plan.arrays[name]) for name in fields)]

    sizes, alone = contacts(1, 1)
    assert alone[0] > 15
    for colliders in (1, 2, 4):
        own, found = contacts(4, colliders)
        assert own == {"ccd_w": colliders * sizes["ccd_w"], "near_pos": 4 * sizes["near_pos"]}
        for x, y in zip(alone, found, strict=True):
            np.testing.assert_array_equal(x, y)


def test_as_many_lanes_search_as_there_are_geoms_for_it():
    def many(kind, other):
        geoms = "".join(f'<geom type="{kind if i < 5 else other}" size=".1 .1 .1"/>' for i in range(8))
        return gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{geoms}</worldbody></mujoco>")

    rooms = [("capsule", "sphere", 1, 8), ("ellipsoid", "capsule", 5, 8), ("cylinder", "ellipsoid", 8, 8)]
    rooms += [("box", "sphere", 1, 50)]
    for kind, other, colliders, room in rooms:
        m = many(kind, other)
        assert (memory_plan.colliders_for(m, 8), memory_plan.candidates_for(m)) == (colliders, room), kind
    m = many("box", "sphere")
    m.geom_type[:4] = gelenk.mjtGeom.mjGEOM_SPHERE  # one box is left, which finds four with a plane
    assert memory_plan.candidates_for(m) == memory_plan.SIMPLE_PAIR_CANDIDATES


@pytest.mark.parametrize("count", [1, 8])
def test_a_world_of_the_humanoid_takes_130_kilobytes_at_most(count):
    m = load("humanoid")
    used = program.used(batches.libraries_of(m))["data"]
    variant = Variant(single=True, narrow=True, lanes=count)
    assert (
        memory_plan.Plan(m, MOST_LANE_WORLDS, used, variant, memory_plan.capacity(m, 24, 96)).nbytes
        <= 130_000
    )


@fake_cuda.needs_cc
def test_a_batch_of_several_lanes_has_all_that_a_batch_has(monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    m = load("humanoid")
    every = [
        Batch(m, 35, device="cuda:0", precision=EXACT, load=fake_cuda.load, lanes=count) for count in (1, 4)
    ]
    mask = np.arange(35) % 3 == 0
    for b in every:
        b.noise(3, 0.5)
        b.scatter(3, 0.1)
        b.step(nstep=2)
        b.reset(mask)
        b.check()
    one, four = every
    for field in ("ctrl", "qpos", "qvel", "xpos"):
        bound = tol(ENDS[np.dtype(np.float64)]) * max(1.0, np.abs(one.get(field)).max())
        assert np.abs(one.get(field) - four.get(field)).max() <= bound, field
    assert (four.get("qpos")[mask] == m.qpos0).all() and (four.get("qpos")[~mask] != m.qpos0).any(
        axis=1
    ).all()
    with pytest.raises(ValueError, match="lanes apply to GPUs"):
        Batch(m, 2, lanes=4)


@fake_cuda.needs_cc
def test_long_loops_of_few_worlds_are_shared_where_nobody_says_how(monkeypatch):
    short, long = load("cartpole"), load("humanoid")
    assert [
        lanes_for(m, n)
        for m, n in ((short, 64), (long, 64), (long, MOST_LANE_WORLDS), (long, MOST_LANE_WORLDS + 1))
    ] == [
        1,
        8,
        8,
        1,
    ]
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    made = {"device": "cuda:0", "precision": EXACT, "load": fake_cuda.load}
    assert Batch(short, 2, **made).lanes == 1 and Batch(long, 2, lanes=4, **made).lanes == 4
    asked = []
    monkeypatch.setattr(program, "find", lambda names, variant, chip: asked.append(variant.lanes))
    compiled = lambda names, variant, chip: pytest.fail(f"compiled: {variant.name}")  # noqa: E731
    monkeypatch.setattr(batches.program, "cubin", compiled)
    with pytest.raises(pytest.fail.Exception, match=f"compiled: {EXACT._replace(lanes=8).name}"):
        Batch(long, 2, device="cuda:0", precision=EXACT)
    assert asked == [8, 1, 8] or asked == [
        8,
        1,
    ]  # a program with one lane, if that is carried, else with eight


def test_other_numbers_of_lanes_are_refused():
    for count in (0, 3, 64, "4"):
        with pytest.raises(ValueError, match=r"lanes must be one of 1, 2, 4, 8, 16, 32, not"):
            DeviceBatch(load("cartpole"), 1, device="cuda:0", lanes=count)


# The text: a loop as the front end leaves it

MARKS = f"""declare i64 @{SPREAD_FIRST}(i64)
declare i64 @{LANES}()
declare void @{SPREAD_END}()
declare double @{TOTAL}(double)
"""
LOOP = f"""define i32 @outer(i64 %n, ptr %x) {{
entry:
  %at = call i64 @{SPREAD_FIRST}(i64 0)
  store i64 %at, ptr %x
  br label %head

head:
  %i = load i64, ptr %x
  %more = icmp slt i64 %i, %n
  br i1 %more, label %one, label %none

one:
  %step = call i64 @{LANES}()
  %next = add i64 %i, %step
  store i64 %next, ptr %x
  br label %join

none:
  call void @{SPREAD_END}()
  br label %join

join:
  br i1 %more, label %body, label %after

body:
  %r = call i32 @inner(i64 %i)
  br label %head

after:
  %s = call i32 @inner(i64 %n)
  %t = call reassoc double @{TOTAL}(double 1.0)
  ret i32 0
}}

define internal i32 @inner(i64 %i) {{
entry:
  %first = call i64 @{SPREAD_FIRST}(i64 %i)
  br label %head

head:
  %more = icmp slt i64 %first, 3
  br i1 %more, label %one, label %none

one:
  %step = call i64 @{LANES}()
  br label %join

none:
  call void @{SPREAD_END}()
  br label %join

join:
  br i1 %more, label %head, label %after

after:
  ret i32 %0
}}
"""


def block(text, function, label):
    """The lines of a block."""
    body = text.split(f"@{function}(")[1].split("\n}")[0] if f"define i32 @{function}(" in text else ""
    body = body or text.split(f"define internal i32 @{function}(")[1].split("\n}")[0]
    return body.split(f"\n{label}:")[1].split("\n\n")[0]


def test_one_lane_has_every_turn_and_no_marks_are_left():
    text = lane_loops.distribute_loops(MARKS + LOOP, 1)
    assert "@gelenk_" not in text
    assert "%at = add i64 0, 0" in text and "%step = add i64 0, 1" in text
    assert "%t = bitcast double 1.0 to double" in text


def test_what_a_shared_loop_calls_is_done_by_a_lane_alone():
    text = lane_loops.distribute_loops(MARKS + LOOP, 4)
    assert "@inner.alone(" in block(text, "outer", "body") and "@inner(" in block(text, "outer", "after")
    assert "%step = add i64 0, 4" in block(text, "outer", "one")
    assert "%step = add i64 0, 1" in block(text, "inner.alone", "one")
    assert f"@{SPREAD_FIRST}" not in text.split("@inner.alone(i64 %i) {")[1]
    assert "ret i32 0" in block(text, "inner.alone", "after") and "ret i32 %0" in block(
        text, "inner", "after"
    )


def test_a_shared_loop_ends_where_it_is_left():
    text = lane_loops.distribute_loops(MARKS + LOOP, 4)
    assert f"@{SPREAD_END}()" in block(text, "outer", "none.left")
    assert "label %none.left" in block(text, "outer", "join")
    assert f"@{SPREAD_END}" not in block(text, "outer", "none")


def test_a_shared_loop_that_calls_a_stage_is_refused():
    text = LOOP.replace("call i32 @inner(i64 %i)", "call i32 @gelenk_call(i64 %i)")
    with pytest.raises(ValueError, match="a loop that lanes share calls a stage"):
        lane_loops.distribute_loops(MARKS + text, 4)


PAIR = """declare i64 @lane_offset()
declare void @gelenk_call_pair(i64, i64, i64, i64)
define i64 @gelenk_box_box(i64 %m, i64 %d, i64 %a, i64 %b) {
entry:
  %o = call i64 @lane_offset()
  %w = add i64 %d, %o
  call void @gelenk_call_pair(i64 %w, i64 7, i64 %a, i64 %b)
  ret i64 0
}
"""


def test_a_pair_of_geoms_is_a_lanes_own_in_its_own_place():
    text = LOOP.replace(
        "%r = call i32 @inner(i64 %i)", "call void @gelenk_call_pair(i64 0, i64 7, i64 %i, i64 %i)"
    )
    made = lane_loops.distribute_loops(MARKS + PAIR + text, 4)
    assert "@gelenk_call_pair.alone(i64 0, i64 7" in block(made, "outer", "body")
    together, alone = made.split("define i64 @gelenk_box_box(")[1].split("define i64 @gelenk_box_box.alone(")
    assert "%o = add i64 0, 0" in together and "@gelenk_call_pair(i64 %w" in together
    assert "%o = call i64 @lane_offset()" in alone and "@gelenk_call_pair.alone(i64 %w" in alone
    assert made.count("declare void @gelenk_call_pair.alone(i64, i64, i64, i64)") == 1
    assert "declare i64 @lane_offset() memory(none)" in made
    one = lane_loops.distribute_loops(MARKS + PAIR + text, 1)
    assert ".alone" not in one and "%o = add i64 0, 0" in one


# The text after passes: fields are bits of slots; M and qLD are two of them


def slot(field):
    from gelenk.toolchain import struct_layout

    return (
        "load ptr addrspace(1), ptr addrspace(4) getelementptr inbounds "
        f"(i8, ptr addrspace(4) @gelenk_data_slots, i64 {struct_layout.DATA.offset[field]}), align 8"
    )


def function(*lines):
    """A function that has pointers to M and to qLD."""
    head = ["define i32 @f(i32 %n) {", "entry:", f"  %a = {slot('M')}", f"  %b = {slot('qLD')}"]
    return "\n".join([*head, *(f"  {line}" if ":" not in line else line for line in lines), "}"])


def ordered(*lines):
    """The order of waits, guards and what was there, without what is new at the beginning."""
    text = barriers.insert_barriers(function(*lines), 4, gpu=True)
    body = text.split("%b = ")[1].split("\n}")[0].split("\n")[1:]
    words = []
    for line in body:
        words += ["wait"] if "bar.warp.sync" in line else []
        words += ["guard"] if "br i1 %lane.first" in line else []
        words += (
            [line.split()[0] if " = " in line else "store"] if "load" in line or "  store" in line else []
        )
    return words


KEEP = ("%c = icmp slt i32 %x, 3", "br i1 %c, label %end, label %end", "end:", "ret i32 0")
LOAD_A, STORE_A = "%x = load i32, ptr addrspace(1) %a, align 4", "store i32 1, ptr addrspace(1) %a, align 4"
STORE_B = "store i32 1, ptr addrspace(1) %b, align 4"


def test_the_first_lane_stores_and_nobody_waits_without_need():
    assert ordered(LOAD_A, STORE_B, *KEEP) == ["%x", "guard", "store"]
    assert ordered(STORE_A, STORE_B, "ret i32 0") == ["guard", "store", "store"]


LOAD_B = "%y = load i32, ptr addrspace(1) %b, align 4"


def test_stores_move_behind_loads_of_other_fields_and_stand_together():
    assert ordered(STORE_A, LOAD_B, "store i32 %y, ptr addrspace(1) %a, align 4", "ret i32 0") == [
        "%y",
        "guard",
        "store",
        "store",
    ]
    # but not behind loads of their own field, calls, and boundaries of shared loops
    assert ordered(STORE_A, LOAD_B, LOAD_A, STORE_B, *KEEP) == [
        "%y",
        "guard",
        "store",
        "wait",
        "%x",
        "guard",
        "store",
    ]
    made = ordered(
        STORE_A, f"%i = call i32 @{SPREAD_FIRST}(i32 0)", LOAD_B, f"call void @{SPREAD_END}()", *KEEP[1:]
    )
    assert made == ["guard", "store", "%y", "wait"]
    unknown = "call void @llvm.memcpy.p0.p1.i64(ptr %q, ptr addrspace(1) %a, i64 8, i1 false)"
    text = barriers.insert_barriers(function(STORE_A, unknown, "ret i32 0"), 4, gpu=True)
    assert text.index("store i32 1") < text.index("@llvm.memcpy")


def test_a_load_waits_for_a_store_and_a_store_for_a_load():
    assert ordered(STORE_A, LOAD_A, *KEEP) == ["guard", "store", "wait", "%x"]
    assert ordered(LOAD_A, STORE_A, *KEEP) == ["%x", "wait", "guard", "store"]


def test_what_is_only_added_to_needs_no_wait():
    add = ("%y = add i32 %x, 2", "store i32 %y, ptr addrspace(1) %a, align 4", "ret i32 0")
    assert ordered(LOAD_A, *add) == ["%x", "guard", "store"]


def test_what_the_first_lane_loads_for_itself_is_waited_for_where_others_store():
    copy = (LOAD_A, "store i32 %x, ptr addrspace(1) %b, align 4")
    assert ordered(*copy, STORE_A, "ret i32 0") == ["%x", "guard", "store", "store"]
    turn = (f"%i = call i32 @{SPREAD_FIRST}(i32 0)", "%p = getelementptr i32, ptr addrspace(1) %a, i32 %i")
    inside = ("store i32 %i, ptr addrspace(1) %p, align 4", f"call void @{SPREAD_END}()")
    assert ordered(*copy, *turn, *inside, "ret i32 0") == ["%x", "guard", "store", "wait", "store", "wait"]


def test_a_store_before_a_loop_is_waited_for_before_the_loop():
    loop = ("br label %head", "head:", LOAD_A, "%c = icmp slt i32 %x, 3", "br i1 %c, label %head, label %end")
    assert ordered(STORE_A, *loop, "end:", "ret i32 0") == ["guard", "store", "wait", "%x"]


def test_choices_name_the_block_that_a_store_made_new():
    text = barriers.insert_barriers(
        function(STORE_A, "br label %end", "end:", "%z = phi i32 [ 0, %entry ]", "ret i32 %z"), 4, gpu=True
    )
    assert "%z = phi i32 [ 0, %lane.1.go ]" in text


def test_a_function_that_is_called_waits_for_what_is_pending():
    called = "define i32 @g(i32 %n) {\nentry:\n" + f"  %a = {slot('M')}\n  {LOAD_A}\n  ret i32 %x\n}}\n"
    text = barriers.insert_barriers(called + function(STORE_A, "%s = call i32 @g(i32 1)", *KEEP), 4, gpu=True)
    after = text.split("lane.1.go:")[1]
    assert after.index("bar.warp.sync") < after.index("@g(")
    text = barriers.insert_barriers(called + function(STORE_B, "%s = call i32 @g(i32 1)", *KEEP), 4, gpu=True)
    assert "call void @llvm.nvvm.bar.warp.sync" not in text


def test_a_shared_loop_waits_for_what_was_stored_and_is_waited_for():
    turn = f"%i = call i32 @{SPREAD_FIRST}(i32 0)", "%p = getelementptr i32, ptr addrspace(1) %a, i32 %i"
    inside = "store i32 %i, ptr addrspace(1) %p, align 4", f"call void @{SPREAD_END}()"
    assert ordered(LOAD_A, *turn, *inside, *KEEP) == ["%x", "wait", "store", "wait"]
    assert ordered(STORE_B, *turn, *inside, "ret i32 0") == ["guard", "store", "store", "wait"]


def test_sums_over_lanes_are_a_tree_in_both_precisions():
    for kind, letter, passes in (("float", "f", 2), ("double", "d", 4)):
        text = barriers.insert_barriers(
            function(f"%t = call reassoc {kind} @{TOTAL}({kind} 1.0)", "ret i32 0"), 4, gpu=True
        )
        assert (
            text.count("= call i32 @llvm.nvvm.shfl.sync.bfly") + text.count("= call float @llvm.nvvm.shfl")
            == passes
        )
        assert f"%t = call {kind} @llvm.nvvm.add.rn.{letter}(" in text


def test_what_all_lanes_run_is_not_called_by_one():
    called = "define i32 @g(i32 %n) {\nentry:\n" + f"  %a = {slot('M')}\n  {LOAD_A}\n  ret i32 %x\n}}\n"
    turn = f"%i = call i32 @{SPREAD_FIRST}(i32 0)", "%s = call i32 @g(i32 1)", f"call void @{SPREAD_END}()"
    with pytest.raises(ValueError, match="code of all lanes is called by a single lane"):
        barriers.insert_barriers(called + function(*turn, "ret i32 0"), 4, gpu=True)
    alone = (called + function(*turn, "ret i32 0")).replace("@g(", "@g.alone.specialized.1(")
    assert "lane.first, label" not in barriers.insert_barriers(alone, 4, gpu=True)


def test_a_block_inside_and_outside_of_a_shared_loop_is_refused():
    lines = "%c = icmp slt i32 %n, 3", "br i1 %c, label %in, label %both"
    begin = "in:", f"%i = call i32 @{SPREAD_FIRST}(i32 0)", "br label %both"
    with pytest.raises(ValueError, match="both is both inside and outside of a loop that lanes share"):
        ordered(*lines, *begin, "both:", "ret i32 0")
