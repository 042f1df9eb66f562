"""Programs that were made before are taken where they fit, and only there; gelenk-cuda is what carries them."""

import json
import lzma
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from gelenk.batch.device import queries
from gelenk.batch.device.arguments import unsupported_parts
from gelenk.batch.device.gpu_worlds import libraries_of
from gelenk.toolchain.gpu import program, ptx
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.many import load
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
ROOT = Path(__file__).resolve().parents[2]
EXACT = Variant(exact=True)


@pytest.fixture(scope="module")
def m():
    return load("cartpole")


@pytest.fixture
def installed(m, tmp_path, monkeypatch):
    """A gelenk_cuda whose only program is one that the stand-in loads; its list."""
    folder = tmp_path / "gelenk_cuda" / "programs"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    libraries = libraries_of(m)
    (folder / "small.sm_90.cubin.xz").write_bytes(lzma.compress(fake_cuda.load(libraries, EXACT), preset=0))
    index = {
        "facts": program.source_hashes(libraries),
        "used": {name: sorted(program.used([name])["data"]) for name in libraries},
        "programs": [
            {"libraries": libraries, "variant": EXACT.name, "files": {"sm_90": "small.sm_90.cubin.xz"}}
        ],
    }
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    sys.modules.pop("gelenk_cuda", None)
    write(folder, index)
    yield folder, index
    program._read.cache_clear()


def write(folder, index):
    (folder / "index.json").write_text(json.dumps(index))
    program._read.cache_clear()


def test_a_batch_takes_the_program_that_is_carried_and_compiles_nothing(m, installed, monkeypatch):
    monkeypatch.setattr(program, "ptx_file", lambda *args: pytest.fail("a program is compiled"))
    monkeypatch.setattr(program, "used", lambda *args: pytest.fail("a front end is run"))
    b = Batch(m, 3, device="cuda:0", precision=EXACT)
    b.qvel = 0.5
    b.step(nstep=4)
    b.check()
    d = gelenk.MjData(m)
    d.qvel[:] = 0.5
    gelenk.mj_step(m, d, 4)
    assert np.allclose(b.get("qpos"), d.qpos, atol=tol(1e-14))


def test_a_program_of_other_sources_libraries_variants_or_chips_is_not_taken(m, installed):
    folder, index = installed
    libraries = libraries_of(m)
    assert program.find(libraries, EXACT, (9, 0)) and program.find(libraries[1:], EXACT, (9, 5))
    assert not program.find(libraries, EXACT, (8, 9)) and not program.find(libraries, EXACT, (10, 0))
    assert not program.find(libraries, Variant(), (9, 0)) and not program.find(
        [*libraries, "cg"], EXACT, (9, 0)
    )
    for name in ("newton", ""):
        write(folder, index | {"facts": index["facts"] | {name: "of another day"}})
        assert not program.find(libraries, EXACT, (9, 0))
    assert "has no program of these sources" in program.missing()


def test_the_smallest_program_is_taken_and_ptx_where_there_is_no_machine_code(m, installed):
    folder, index = installed
    libraries = libraries_of(m)
    (folder / "big.ptx.xz").write_bytes(lzma.compress(b"big"))
    (row,) = index["programs"]
    big = {"libraries": [*libraries, "cg"], "variant": EXACT.name, "files": {"ptx": "big.ptx.xz"}}
    facts = program.source_hashes([*libraries, "cg"])
    write(folder, index | {"facts": facts, "used": index["used"] | {"cg": ["qacc"]}, "programs": [big, row]})
    assert program.find(libraries, EXACT, (9, 0)).image != b"big"
    found = program.find([*libraries, "cg"], EXACT, (9, 0))
    assert found.image == b"big" and "qacc" in found.used
    assert program.find(libraries, EXACT, (12, 1)).image == b"big" and not program.find(
        libraries, EXACT, (7, 5)
    )
    chips = {"sm_80": "a", "sm_86": "b", "sm_90": "c", "ptx": "p"}
    assert [program._for_chip(chips, chip) for chip in ((8, 0), (8, 9), (9, 0), (10, 3))] == [*"abcp"]


def test_damaged_files_are_told_of_by_name(m, installed):
    folder, _ = installed
    (folder / "small.sm_90.cubin.xz").write_bytes(b"no archive")
    with pytest.raises(RuntimeError, match=r"small.sm_90.cubin.xz is damaged .*install gelenk-cuda again"):
        Batch(m, 1, device="cuda:0", precision=EXACT)
    (folder / "index.json").write_text("{")
    program._read.cache_clear()
    with pytest.raises(RuntimeError, match=r"index.json is damaged"):
        program.find(["step"], EXACT, (9, 0))


def test_without_the_distribution_the_message_says_so(m, monkeypatch, capsys):
    monkeypatch.setattr(program, "folder", lambda: None)
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    monkeypatch.delenv("GELENK_QUIET", raising=False)

    def no_compiler(libraries, variant):
        raise ptx.Missing("no libdevice here")

    monkeypatch.setattr(program, "ptx_file", no_compiler)
    with pytest.raises(ptx.Missing):
        Batch(m, 1, device="cuda:0", precision=EXACT)
    assert "gelenk-cuda is not installed: its program for GPUs is compiled, once" in capsys.readouterr().err


def test_every_model_that_a_device_runs_has_its_libraries_in_a_program():
    import scenes

    sets = program.sets()
    taken = set()
    for name in scenes.names():
        m = load(name)
        if not unsupported_parts(m):
            fitting = [key for key, libraries in sets.items() if {*libraries_of(m)} <= {*libraries}]
            assert fitting, name
            taken.add(fitting[0])
            assert {*queries.libraries(m)} <= {*sets[fitting[0]]} or {*queries.libraries(m)} <= {*sets["all"]}
    assert taken == {"rigid", "all"}


def test_a_program_is_packed_with_its_list(tmp_path):
    pytest.importorskip("numba")
    try:
        ptx.ptxas(), ptx.libdevice()
    except ptx.Missing as error:
        pytest.skip(str(error))
    libraries = ["awake", "gpu_batch"]
    sizes = program.make(tmp_path, {"tiny": libraries}, [Variant(True, True)], ["sm_80", "sm_90"])
    assert {*sizes} == {"tiny-f32i32.ptx.xz", "tiny-f32i32.sm_80.cubin.xz", "tiny-f32i32.sm_90.cubin.xz"}
    text = lzma.decompress((tmp_path / "tiny-f32i32.ptx.xz").read_bytes()).decode()
    assert ".target sm_80" in text and "gelenk_kernel_batch_reset" in text
    index = json.loads((tmp_path / "index.json").read_text())
    assert index["facts"] == program.source_hashes(libraries) and index["used"]["awake"]


def test_the_distribution_asks_for_the_gelenk_that_takes_it():
    project = tomllib.loads((ROOT / "distributions/gelenk-cuda/pyproject.toml").read_text())["project"]
    major, minor, _ = gelenk.version.split(".")
    assert project["dependencies"] == [f"gelenk>={major}.{minor}.0,<{major}.{int(minor) + 1}"]
    assert project["version"] == f"{major}.{minor}.0"
