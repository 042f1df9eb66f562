"""One front end, many targets: the code of this machine is one of them, and bitcode is compiled once for all."""

import json
import os
import platform
import re
import struct
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from gelenk.tables.stages import LIBRARIES
from gelenk.toolchain import build, digests, link, platforms, targets, wasm
from gelenk.toolchain.elf import image, objects
from gelenk.toolchain.targets import Target

ROOT = Path(__file__).resolve().parents[2]
SOME = ("touch", "energy")  # small libraries with calls of C functions, loops and branches
EVERY = [Target(row, level) for row in targets.PLATFORMS.values() for level in row.levels]
V2 = "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3"
V3 = f"{V2} avx avx2 fma bmi1 bmi2 f16c movbe abm"
# compiles stages twice: by way of bitcode, and as the toolchain did before it knew targets, in one piece
TWICE = """
import importlib, sys
from importlib.util import module_from_spec, spec_from_file_location

root, folder, *names = sys.argv[1:]
spec = spec_from_file_location("worker", root + "/gelenk/toolchain/compile_worker.py")
worker = module_from_spec(spec)
spec.loader.exec_module(worker)
worker._stand_in()
worker._prepare(False, False)
import llvmlite.binding as llvm
from gelenk.tables.stages import STAGES
from gelenk.toolchain import bitcode, link, numba_types, object_code, platforms, targets

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
here, direct, crossed = platforms.here(), {}, {}
for stage in STAGES:
    if stage.library in names:
        symbol, function = f"gelenk_{stage.name}", getattr(importlib.import_module(stage.module), stage.name)
        whole = bitcode._module(symbol, function, stage.kinds)
        code = bitcode.exporting(whole, {symbol, numba_types.OUT_OF_BOUNDS})
        for level in here.levels:
            module = whole.clone()
            cpu, features = level.cpu
            own = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
                cpu=cpu, features=features, opt=3, reloc="pic", codemodel="small"
            )
            options = llvm.create_pipeline_tuning_options(speed_level=3)
            options.slp_vectorization = True
            passes = llvm.create_pass_builder(own, options)
            passes.getModulePassManager().run(module, passes)
            direct.setdefault(level.name, []).append(own.emit_object(module))
            made = object_code.from_bitcode(code, [targets.Target(here, level)])
            crossed.setdefault(level.name, []).extend(made)
for name, made in (("direct", direct), ("crossed", crossed)):
    for level, parts in made.items():
        open(f"{folder}/{name}.{level}", "wb").write(link.shared_library(parts))
"""


@pytest.mark.skipif(
    platforms.here().linker != targets.OWN, reason="the system links here, with its own choice of bytes"
)
def test_libraries_by_way_of_bitcode_are_equal_to_those_made_in_one_piece(tmp_path):
    command = [sys.executable, "-P", "-c", TWICE, str(ROOT), str(tmp_path), "fluid", "touch", "energy"]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    libraries = []
    for level in platforms.here().levels:
        direct, crossed = ((tmp_path / f"{name}.{level.name}").read_bytes() for name in ("direct", "crossed"))
        assert len(image.needs(direct).exports) == 4 and len(direct) > 10_000
        assert direct == crossed
        libraries.append(direct)
    assert len(set(libraries)) == len(libraries)


def works(target):
    return [build.library_work(name, target) for name in SOME]


# a sum and a copy in loops: code with vectors, and a call of a C function
SUMS = """
define double @gelenk_f(ptr noalias %p, ptr noalias %q, i64 %n) {
start:
  br label %loop
loop:
  %i = phi i64 [0, %start], [%next, %loop]
  %sum = phi double [0.0, %start], [%more, %loop]
  %a = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %a
  %more = fadd fast double %sum, %x
  %b = getelementptr double, ptr %q, i64 %i
  store double %x, ptr %b
  %next = add nuw nsw i64 %i, 1
  %done = icmp uge i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  %root = call double @tan(double %more)
  ret double %root
}
declare double @tan(double)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Objects of some libraries for every target, from one folder, and the dates of the bitcode after each target."""
    folder = tmp_path_factory.mktemp("objects")
    found, dates = {}, []
    for target in EVERY:
        parts = build.objects(works(target), "a test wants it", target, str(folder))
        found[target] = [part for library in parts for part in library]
        dates.append({path.name: path.stat().st_mtime_ns for path in folder.glob("*.bc")})
    return found, dates


def test_bitcode_is_made_once_for_all_targets(made):
    _, dates = made
    assert len(dates[0]) == sum(len(LIBRARIES[name]) for name in SOME)
    assert all(later == dates[0] for later in dates)


def test_passes_run_once_for_each_level_and_give_the_objects_of_each_target_alone(monkeypatch):
    """Three systems on x86-64 share the passes of two levels, and two on 64-bit Arm those of the lower one."""
    from gelenk.toolchain import object_code
    from tests.support import llvm_objects

    ran, passes = [], object_code._run_passes

    def counted(module, own, quick, vectorize):
        ran.append(module.triple)
        passes(module, own, quick, vectorize)

    monkeypatch.setattr(object_code, "_run_passes", counted)
    code = llvm_objects.bitcode(SUMS)
    made = object_code.from_bitcode(code, EVERY)
    assert len(EVERY) == len(set(made)) == 8
    assert ran == ["x86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"]
    assert made == [object_code.from_bitcode(code, [target])[0] for target in EVERY]
    assert len(ran) == 2 + len(EVERY)


def test_a_processor_that_the_user_names_has_passes_of_its_own():
    target = targets.target_named("darwin-arm64 apple-m3")
    assert target.optimizer == target
    assert targets.target_named("darwin-arm64 apple-m1").optimizer.name == "linux-x86_64 x86-64-v2"
    assert targets.target_named("win32-x86_64 x86-64-v2").optimizer.name == "linux-x86_64 x86-64-v2"


def test_all_targets_of_a_library_are_one_piece_of_work_but_webassembly(monkeypatch, tmp_path):
    """A process that has run LLVM's passes for WebAssembly makes other code for the others."""
    asked, page = [], wasm.target()
    monkeypatch.setattr(build, "compile_rows", lambda work, why, **more: asked.append((work, more)))
    wanted = [(work, target) for target in (page, *EVERY) for work in works(target)]
    build.make_objects(wanted, "a test wants it", str(tmp_path))
    for (work, more), targets_of_call in zip(asked, (EVERY, [page]), strict=True):
        assert [rows for _, rows in work] == [LIBRARIES[name] for name in SOME]
        for path, rows in work:
            assert [target for _, target in more["outputs"][path]] == targets_of_call
            assert len(more["bitcode"][path]) == len(rows)


def test_stages_with_tangents_take_the_bitcode_of_the_engine():
    from gelenk.tables.gradients import CARRIED
    from gelenk.toolchain.tangents import load

    for name in ("energy", "position"):
        ours = set(digests.bitcode_names(LIBRARIES[name]))
        assert len(ours) == len(LIBRARIES[name]) and set(load.bitcode_names(name)) <= ours
        assert len(load.bitcode_names(name)) == len(CARRIED[name])


def test_objects_are_in_the_format_of_their_system_and_for_its_machine(made):
    for target, parts in made[0].items():
        for part in parts:
            if target.platform.system == "win32":
                assert struct.unpack_from("<H", part)[0] == {"x86_64": 0x8664}[target.platform.machine]
            elif target.platform.system == "linux":
                expected = {"x86_64": objects.X86_64, "aarch64": objects.AARCH64}[target.platform.machine]
                assert objects.read(part).machine == expected.number
            else:
                magic, kind = struct.unpack_from("<II", part)
                assert magic == 0xFEEDFACF
                assert kind == {"x86_64": 0x01000007, "arm64": 0x0100000C}[target.platform.machine]


def test_levels_of_one_platform_are_different_code(made):
    for row in targets.PLATFORMS.values():
        codes = [made[0][Target(row, level)] for level in row.levels]
        assert all(a != b for i, a in enumerate(codes) for b in codes[:i])


OURS = [row for row in targets.PLATFORMS.values() if row.linker == targets.OWN]


@pytest.mark.parametrize("row", OURS, ids=lambda row: row.name)
def test_this_machine_links_for_every_platform_of_our_linker(made, row):
    for level in row.levels:
        data = link.shared_library(made[0][Target(row, level)], platform=row)
        found = image.needs(data)
        assert found.exports == {f"gelenk_{stage.name}" for name in SOME for stage in LIBRARIES[name]}
        assert set(found.versions.values()) <= {row.version} and set(found.libraries) <= {row.math, row.c}


def test_code_for_aarch64_has_none_of_the_atomic_instructions_that_a_cortex_a72_lacks():
    """Those of ARMv8.1: the text has one of each kind of access that kernels make."""
    from tests.support import llvm_objects

    text = """
    define i64 @gelenk_f(ptr %p, i64 %x) {
      %a = atomicrmw add ptr %p, i64 %x seq_cst
      %b = atomicrmw xchg ptr %p, i64 %a monotonic
      %c = cmpxchg ptr %p, i64 %b, i64 %x seq_cst monotonic
      ret i64 %b
    }
    """
    assert not atomic_instructions(
        llvm_objects.for_target(text, targets.target_named("linux-aarch64 generic"))
    )
    later = targets.target_named("linux-aarch64 neoverse-n1")
    assert len(atomic_instructions(llvm_objects.for_target(text, later))) == 3


def atomic_instructions(data):
    """Return the instructions of ARMv8.1's atomic memory operations in the code of an object."""
    code = b"".join(s.data for s in objects.read(data).sections if s.flags & objects.EXEC)
    words = [word for (word,) in struct.iter_unpack("<I", code)]
    return [w for w in words if w & 0x3F200C00 == 0x38200000 or w & 0x3FA07C00 == 0x08A07C00]


def test_segments_of_aarch64_begin_at_pages_of_64_kilobytes(made):
    """Kernels of some distributions have pages of that size; a library with smaller ones cannot be loaded there."""
    row = targets.platform_named("linux-aarch64")
    data = link.shared_library(made[0][Target(row, row.levels[0])], platform=row)
    count = struct.unpack_from("<H", data, 56)[0]
    segments = [struct.unpack_from("<IIQQQQQQ", data, 64 + 56 * i) for i in range(count)]
    loaded = [row for row in segments if row[0] == 1]
    assert len(loaded) >= 3
    for _, _, offset, address, _, _, _, align in loaded:
        assert align == 0x10000 and (address - offset) % align == 0
    pages = [range(s[3] // 0x10000, (s[3] + s[6] - 1) // 0x10000 + 1) for s in loaded]
    assert all(a.stop <= b.start for a, b in pairwise(pages)), "no page has two protections"


# names


def test_the_name_of_bitcode_says_nothing_of_the_target(monkeypatch):
    rows = LIBRARIES["touch"]
    before = digests.bitcode_names(rows), digests.border_bitcode_names(rows)
    objects_of = {
        digests.object_name(digests.library_name("touch", rows, target), target) for target in EVERY
    }
    assert len(objects_of) == len(EVERY)
    for level in ("x86-64-v2", "host"):
        monkeypatch.setattr(digests, "cpu_level", lambda level=level: level)
        assert (digests.bitcode_names(rows), digests.border_bitcode_names(rows)) == before


def test_bitcode_outlives_a_change_of_passes_and_targets():
    back = {f"toolchain.{name}" for name in ("object_code", "targets")}
    rows = LIBRARIES["touch"]
    assert not back & digests.closure_of(rows, back=False) and not back & digests.border_modules(back=False)
    assert back <= digests.closure_of(rows) and back <= digests.border_modules()
    assert {"toolchain.bitcode", "toolchain.front_end", "engine.sensor.contacts"} <= digests.closure_of(
        rows, back=False
    )


def test_a_change_of_a_target_makes_its_own_libraries_stale_alone():
    rows = LIBRARIES["touch"]
    row = targets.platform_named("linux-x86_64")
    before = {target: digests.library_name("touch", rows, target) for target in EVERY}
    changed = Target(row, row.levels[0]._replace(processor="znver3"))
    assert digests.library_name("touch", rows, changed) != before[Target(row, row.levels[0])]
    renamed = Target(row._replace(tags=("manylinux_2_28_x86_64",)), row.levels[0])
    assert digests.library_name("touch", rows, renamed) == before[Target(row, row.levels[0])]
    assert "toolchain.targets" in digests.closure_of(rows), "stored names are computed again after an edit"


# the level of a process


@pytest.mark.parametrize(
    ("machine", "flags", "level"),
    [
        ("x86_64", V3, "x86-64-v3"),
        ("x86_64", f"{V2} avx", "x86-64-v2"),  # of 2011 to 2013
        ("x86_64", V2, "x86-64-v2"),
        ("x86_64", V3.replace("fma", "fma4"), "x86-64-v2"),
        ("x86_64", "pni ssse3 cx16 lahf_lm sse4_1", "host"),  # of 2008
        ("aarch64", "fp asimd evtstrm crc32", "generic"),
    ],
)
def test_the_best_level_whose_flags_a_processor_has_is_picked(monkeypatch, machine, flags, level):
    monkeypatch.setattr(platforms, "here", lambda: targets.PLATFORMS["linux", machine])
    monkeypatch.setattr(platforms, "_cpu_facts", lambda: {"model name": "Some CPU", "flags": flags})
    monkeypatch.delenv("GELENK_CPU", raising=False)
    assert platforms.target().level.name == platforms.level() == level
    told = platforms.unsupported_cpu()
    assert bool(told) == (level == "host")
    assert not told or told == "Some CPU lacks popcnt, sse4_2, which x86-64-v2 requires"
    monkeypatch.setenv("GELENK_CPU", "x86-64-v4")
    assert platforms.target().level.name == "x86-64-v4" and not platforms.unsupported_cpu()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="levels are those of x86-64")
def test_a_processor_of_which_nothing_is_known_is_refused_with_the_way_out(monkeypatch):
    monkeypatch.setattr(platforms, "_cpu_facts", dict)
    monkeypatch.delenv("GELENK_CPU", raising=False)
    assert re.search("does not say what this CPU is.*GELENK_CPU=x86-64-v2", platforms.unsupported_cpu())


# wheels


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the name is of a CPU of this architecture")
def test_a_level_that_nobody_knows_is_refused_before_anything_is_compiled(monkeypatch):
    monkeypatch.setenv("GELENK_CPU", "znver4")
    build.require_known_cpu(platforms.target())
    monkeypatch.setenv("GELENK_CPU", "x86-64-v7")
    with pytest.raises(
        RuntimeError, match=r"GELENK_CPU=x86-64-v7 is not a CPU level .*x86-64-v3, x86-64-v2, host"
    ):
        build.compile_rows([("never", ())], "a test asks for it")


def test_a_wheel_has_all_levels_of_its_platform_or_the_one_that_is_asked_for(monkeypatch):
    monkeypatch.delenv("GELENK_CPU", raising=False)
    rows = targets.PLATFORMS.values()
    names = {row.name: [t.level.name for t in build.wheel_targets(row)] for row in rows}
    both = ["x86-64-v3", "x86-64-v2"]
    systems = ("linux", "darwin", "win32")
    assert names == {f"{system}-x86_64": both for system in systems} | {
        "linux-aarch64": ["generic"],
        "darwin-arm64": ["apple-m1"],
    }
    monkeypatch.setenv("GELENK_CPU", "znver4")
    assert [t.level.name for t in build.wheel_targets(targets.platform_named("linux-x86_64"))] == ["znver4"]


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_one_wheel_serves_glibc_and_musl(machine):
    row = targets.PLATFORMS["linux", machine]
    assert row.tag([row.version]).split(".") == [
        f"manylinux_2_17_{machine}",
        f"manylinux2014_{machine}",
        f"musllinux_1_1_{machine}",
    ]


def test_wheels_of_macos_and_windows_have_their_tags():
    tags = {row.name: row.tag([]) for row in targets.PLATFORMS.values() if row.system != "linux"}
    assert tags == {
        "darwin-arm64": "macosx_11_0_arm64",
        "darwin-x86_64": "macosx_11_0_x86_64",
        "win32-x86_64": "win_amd64",
    }


def test_an_unknown_platform_is_refused_with_those_that_there_are():
    with pytest.raises(
        ValueError, match=r"must be one of linux-x86_64, linux-aarch64, .*, got linux-riscv64"
    ):
        targets.platform_named("linux-riscv64")


def test_the_manifest_names_the_libraries_of_each_level(tmp_path, monkeypatch):
    from gelenk.toolchain import wheel_manifest

    files = {
        level: wheel_manifest.Files(f"s.{level}.so", f"b.{level}.so") for level in ("x86-64-v3", "x86-64-v2")
    }
    wheel_manifest.write(wheel_manifest.make(files, {"touch": LIBRARIES["touch"]}), tmp_path)
    monkeypatch.setattr(wheel_manifest, "place", lambda: tmp_path)
    for function in (wheel_manifest.carried, wheel_manifest.untouched):
        function.cache_clear()
    try:
        for level in files:
            monkeypatch.setattr(digests, "cpu_level", lambda level=level: level)
            assert wheel_manifest.stages() == tmp_path / f"s.{level}.so"
            assert wheel_manifest.border() == tmp_path / f"b.{level}.so"
            assert wheel_manifest.has("touch", LIBRARIES["touch"])
        monkeypatch.setattr(digests, "cpu_level", lambda: "host")
        assert wheel_manifest.stages() is None and not wheel_manifest.has("touch", LIBRARIES["touch"])
    finally:
        for function in (wheel_manifest.carried, wheel_manifest.untouched):
            function.cache_clear()
    assert (
        json.loads((tmp_path / "manifest.json").read_text())["files"]["x86-64-v2"]["stages"]
        == "s.x86-64-v2.so"
    )
