"""Stages for GPUs, in PTX and through NVIDIA's assembler: no circle of calls, little stack, nothing that no GPU has."""

import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gelenk.tables import gpu_stages
from gelenk.toolchain import cache, digests
from gelenk.toolchain.gpu import program, ptx
from gelenk.toolchain.gpu.variant import Variant
from tools import gpu_resources

SINGLE, DOUBLE = Variant(single=True, narrow=True), Variant(narrow=True)
EIGHT = SINGLE._replace(lanes=8)
QUICK = ["awake", "velocity", "newton"]

try:
    ptx.ptxas(), ptx.libdevice()
except ptx.Missing as error:
    pytestmark = pytest.mark.skip(reason=str(error))


def text_of(path):
    """The text of a file of the cache, without its digest."""
    return digests.read_sealed(path).decode()


def assembled(libraries, variant):
    """The rows of the table, and what is left open."""
    rows, unknown = [], set()
    program.pieces(libraries, variant, "ptx")  # side by side, and by few processes
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each waits for a process of ptxas
        for own, left in pool.map(lambda name: gpu_resources.library(name, variant), libraries):
            rows += own
            unknown |= left
    return rows, unknown


def check(libraries, variant):
    rows, unknown = assembled(libraries, variant)
    assert not unknown
    stacks = gpu_resources.deepest(rows)  # raises where stages call each other in a circle
    assert {row.stage for row in rows} == {
        stage.name for name in libraries for stage in gpu_stages.rows(name)
    }
    assert not {name: size for name, size in stacks.items() if size > gpu_resources.MOST_STACK}


@pytest.mark.parametrize("variant", [SINGLE, DOUBLE], ids=lambda v: v.name)
def test_some_stages_fit_a_gpu(variant):
    """Of double precision only these few, since all of them take two minutes more."""
    check(QUICK, variant)


def test_models_that_are_shared_cost_nothing_and_those_that_are_not_are_looked_up():
    for variant in (SINGLE, SINGLE._replace(own=True)):
        text = text_of(program.pieces(["velocity"], variant, "ptx")["velocity"])
        assert ("gelenk_model_own_slots" in text) == variant.own
        assert ("gelenk_option_own_slots" in text) == variant.own


def test_functions_of_a_program_are_assembled_apart_and_linked(monkeypatch):
    text = ptx.portable(text_of(program.ptx_file(["awake", "gpu_batch"], SINGLE)))
    apart = ptx.executable(text, "sm_90")
    monkeypatch.setattr(ptx, "nvlink", lambda: None)
    together = ptx.executable(text, "sm_90")
    for made in (apart, together):
        assert (
            made[:4] == b"\x7fELF" and b"gelenk_kernel_batch_reset" in made and b"gelenk_data_slots" in made
        )
    monkeypatch.setattr(ptx, "nvlink", lambda: Path("/bin/false"))
    with pytest.raises(RuntimeError, match="nvlink"):
        ptx.executable(text, "sm_90")


def test_a_program_is_assembled_once_for_each_chip(monkeypatch):
    made = program.cubin(["awake", "gpu_batch"], SINGLE, (9, 0))
    assert made[:4] == b"\x7fELF"
    monkeypatch.setattr(ptx, "executable", lambda text, chip: pytest.fail(f"assembled for {chip}"))
    assert program.cubin(["awake", "gpu_batch"], SINGLE, (9, 0)) == made
    with pytest.raises(pytest.fail.Exception, match="assembled for sm_80"):
        program.cubin(["awake", "gpu_batch"], SINGLE, (8, 0))


def test_so_do_stages_whose_loops_lanes_share():
    check(["newton"], EIGHT)
    text = text_of(program.pieces(["newton"], EIGHT, "ptx")["newton"])
    # they wait for those of their world alone, and their sums are rounded as they stand in every lane
    assert "bar.warp.sync" in text and "shfl.sync.bfly" in text and "add.rn.f32" in text
    assert "gelenk_spread" not in text and "gelenk_total" not in text


def test_a_lane_runs_pairs_of_geoms_by_itself_and_in_its_own_work_space():
    check(["boxes"], EIGHT)
    for variant in (SINGLE, EIGHT):
        text = text_of(program.pieces(["collision"], variant, "ptx")["collision"])
        assert ("gelenk_call_pair__alone" in text) == (variant.lanes > 1)
        # how far work spaces are apart: defined, and asked where lanes are alone
        assert (text.count("gelenk_extra_slots") > 2) == (variant.lanes > 1)


@pytest.fixture
def remembered(monkeypatch):
    """What the assembler said of a text is kept for the next run: most stages are as they were."""
    assemble, tool = ptx.assemble, ptx.ptxas().stat()
    made_by = hashlib.blake2b(f"{tool.st_size} {tool.st_mtime_ns}".encode(), digest_size=4).hexdigest()

    def look(text, relocatable=False, most_registers=ptx.REGISTERS):
        asked = f"{relocatable} {most_registers} {text}"
        key = hashlib.blake2b(asked.encode(), digest_size=10).hexdigest()
        kept = cache.folder() / f"uses-{key}-{made_by}.json"
        uses = digests.read_sealed(kept) if kept.exists() else None
        if uses is None:
            uses = json.dumps(assemble(text, relocatable, most_registers)[1]).encode()
            cache.write_sealed(kept, uses)
        return b"", {name: ptx.Use(*use) for name, use in json.loads(uses).items()}

    monkeypatch.setattr(ptx, "assemble", look)


@pytest.mark.slow
@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize(
    "variant", [pytest.param(SINGLE, marks=pytest.mark.release), EIGHT], ids=lambda v: v.name
)
def test_every_stage_fits_a_gpu(variant):
    check(gpu_stages.libraries(variant.lanes), variant)


# text as LLVM prints it: a calls b by its place in the table, b is unknown to c
CALLS = """
.extern .func  (.param .b32 func_retval0) puts
(
	.param .b32 puts_param_0
)
;
.extern .func gelenk_call
(
	.param .b32 gelenk_call_param_0,
	.param .b32 gelenk_call_param_1
)
;
.visible .func  (.param .b32 func_retval0) gelenk_step(
	.param .b32 gelenk_step_param_0
)
{
	st.param.b32 	[param0], %r66;
	st.param.b32 	[param1], INDEX;
	call.uni gelenk_call, (param0, param1);
}
"""


def test_calls_and_what_is_unknown_are_read_from_the_text():
    from gelenk.tables.stages import INDEX

    text = CALLS.replace("INDEX", str(INDEX["kinematics"]))
    assert gpu_resources.unknown(text) == {"puts"}
    body = gpu_resources._bodies(text)["gelenk_step"]
    assert gpu_resources.called(body) == {"kinematics"}
    body = body.replace(str(INDEX["kinematics"]), "%r5")
    assert gpu_resources.called(body) == {"collision", "collision_awake"}
    assert "plugin_pid" in gpu_resources.called(body.replace("gelenk_call,", "gelenk_call_pair,"))


def test_stacks_add_up_along_calls_and_circles_are_named():
    def row(stage, stack, *calls):
        return gpu_resources.Row(stage, "x", ptx.Use(32, stack, 0, 0), frozenset(calls))

    rows = [row("a", 100, "b", "c"), row("b", 10, "c"), row("c", 5)]
    assert gpu_resources.deepest(rows) == {"a": 115, "b": 15, "c": 5}
    with pytest.raises(RecursionError, match="b calls c calls b"):
        gpu_resources.deepest([*rows[:2], row("c", 5, "b")])
    assert "| a | 32 | 100 | 115 | 0 | 0 |" in gpu_resources.table(rows)


def test_what_ptxas_says_is_read():
    said = """ptxas info    : Compiling entry function 'gelenk_kernel_x' for 'sm_90'
ptxas info    : Function properties for gelenk_kernel_x
    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 40 registers, used 0 barriers, 16 bytes cumulative stack size
"""
    assert ptx.uses(said) == {"gelenk_kernel_x": ptx.Use(40, 16, 8, 4)}


def test_functions_have_the_names_of_libdevice_and_are_declared_once():
    text = (
        "declare double @atan2(double, double) #1\ndeclare double @llvm.sin.f64(double)\ndeclare double @sin(double)\n"
        "%a = call double @llvm.sin.f64(double %b)\n%c = call float @cosf(float %d)\n%e = call double @sqrt(double %a)"
    )
    assert ptx.rename_math_functions(text) == (
        "declare double @__nv_atan2(double, double)\ndeclare double @__nv_sin(double)\n"
        "%a = call double @__nv_sin(double %b)\n%c = call float @__nv_cosf(float %d)\n"
        "%e = call double @llvm.sqrt.f64(double %a)"
    )
