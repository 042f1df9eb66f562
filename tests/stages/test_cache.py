"""Compiled libraries: never stale, safe when processes start together, usable from a folder that cannot be written."""

import errno
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gelenk.toolchain import build, cache, platforms

ROOT = Path(__file__).resolve().parents[2]
# runs one small compiled function of a copy of the package and prints its result
SCRIPT = """
import numpy as np
from gelenk.toolchain.library import jit
from gelenk.engine import probe
out = np.zeros(1)
jit(probe.probe, "F")(out)
print(out[0])
"""
PROBE = """
from gelenk.toolchain.kernel import kernel
from gelenk.engine.helper import value


@kernel
def probe(out):
    out[0] = value()
"""
HELPER = """
from gelenk.toolchain.kernel import kernel


@kernel
def value():
    return {}
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package with a kernel that calls a kernel of another file."""
    shutil.copytree(
        ROOT / "gelenk", tmp_path / "gelenk", ignore=shutil.ignore_patterns("_lib", "__pycache__")
    )
    (tmp_path / "gelenk/engine/probe.py").write_text(PROBE)
    (tmp_path / "gelenk/engine/helper.py").write_text(HELPER.format(1.0))
    return tmp_path


def start(package, cache, code=SCRIPT, changes=None):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GELENK")}
    environment |= {"PYTHONPATH": str(package), "GELENK_CACHE": str(cache), "GELENK_QUIET": "1"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "GELENK_BORDER": "0"} | (changes or {})
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", code], cwd=package, env=environment, text=True, **pipes)


def result(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return float(out)


def libraries(cache):
    return sorted(Path(cache).glob("*.so"))


def test_an_edited_callee_is_never_served_stale(package, tmp_path):
    cache = tmp_path / "cache"
    assert result(start(package, cache)) == 1.0
    before = libraries(cache)
    assert result(start(package, cache)) == 1.0
    assert libraries(cache) == before  # nothing was compiled again
    (package / "gelenk/engine/helper.py").write_text(HELPER.format(2.0))
    assert result(start(package, cache)) == 2.0


NAMED = """
from gelenk.toolchain import cache, digests, library
print(library._file_name("touch"), end=" ")
cache.save_names()
print(digests._read.cache_info().misses)
"""


def test_names_are_remembered_until_a_source_changes(package, tmp_path):
    """The next process reads no source to find out the name of a library; an edit is seen by its date alone."""
    cache = tmp_path / "cache"
    for path in (package / "gelenk").rglob("*.py"):
        os.utime(path, (1e9, 1e9))  # what has just been written is not remembered

    def named():
        out, err = start(package, cache, NAMED).communicate(timeout=300)
        assert out, err
        name, read = out.split()
        return name, int(read)

    first, read = named()
    assert read > 10
    assert named() == (first, 0)
    kernel = package / "gelenk/engine/sensor/contacts.py"
    kernel.write_text(kernel.read_text() + "\n# changed\n")
    second, read = named()
    assert second != first and read > 10
    assert named()[0] == second


def test_processes_that_start_together_share_one_compilation(package, tmp_path):
    cache = tmp_path / "cache"
    both = [start(package, cache) for _ in range(2)]
    assert [result(p) for p in both] == [1.0, 1.0]
    assert len(libraries(cache)) == 1
    assert not list(cache.glob(".build-*")), "temporary files are removed"


def test_a_cache_that_cannot_be_written_only_costs_time(package, tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    assert result(start(package, blocked)) == 1.0


def test_a_library_cut_short_is_never_loaded(package, tmp_path):
    """Libraries appear under their name only when they are complete."""
    cache = tmp_path / "cache"
    cache.mkdir()
    process = start(package, cache)
    while process.poll() is None:
        for path in libraries(cache):
            assert path.stat().st_size > 1000
        time.sleep(0.005)
    assert result(process) == 1.0


def test_the_closure_of_a_kernel_names_every_module_that_it_imports():
    from gelenk.toolchain import digests

    found = digests.closure("engine.constraint.rows.make_constraint")
    for name in ("equality", "contact", "impedance", "make_constraint"):
        assert f"engine.constraint.rows.{name}" in found
    assert {
        "algebra.vec",
        "toolchain.kernel",
        "tables.enums",
        "tables.fields_data",
        "toolchain.numba_types",
    } <= set(found)


def test_a_new_field_makes_only_those_libraries_stale_that_use_it(tmp_path):
    """A field at the end of its table moves no other, so that no library without it is compiled again."""
    from gelenk.toolchain import digests, library

    before = {name: digests.library_name(name, rows) for name, rows in library.LIBRARIES.items()}
    shutil.copytree(
        ROOT / "gelenk", tmp_path / "gelenk", ignore=shutil.ignore_patterns("_lib", "__pycache__")
    )
    table = tmp_path / "gelenk/tables/fields_scratch.py"
    end, field = ")\n# fmt: on\n", 'Field("wrench_spare", "float64", ("nconmax",), "a new one"),\n'
    assert table.read_text().endswith(end)
    table.write_text(table.read_text().removesuffix(end) + field + end)
    kernel = tmp_path / "gelenk/engine/sensor/contacts.py"
    kernel.write_text(kernel.read_text() + "\n# writes wrench_spare\n")
    script = (
        "from gelenk.toolchain import digests, library\n"
        "for name, rows in library.LIBRARIES.items(): print(name, digests.library_name(name, rows))"
    )
    # without native entry points, which would be compiled for the changed tables
    environment = os.environ | {
        "PYTHONPATH": str(tmp_path),
        "GELENK_BORDER": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    after = dict(line.split() for line in done.stdout.splitlines())
    assert {name for name in before if before[name] != after[name]} == {"sensor_contact", "touch", "tactile"}


# The folder: private, checked, bounded.


@pytest.fixture
def folder(tmp_path, monkeypatch, capfd):
    """A cache folder that GELENK_CACHE names, in a process that has not looked for one yet."""
    monkeypatch.setenv("GELENK_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GELENK_QUIET", raising=False)
    monkeypatch.setattr(cache, "_temporary", [])
    cache.configured_folder.cache_clear()
    cache.folder.cache_clear()
    yield tmp_path / "cache"
    for made in cache._temporary:
        shutil.rmtree(made, ignore_errors=True)
    cache.configured_folder.cache_clear()
    cache.folder.cache_clear()


NAME = "boxes-0123456789abcdef0123-01234567.x86-64-v3.so"


def test_the_folder_and_its_files_are_for_this_user_alone(folder):
    old = os.umask(0)
    try:
        assert cache.folder() == folder
        cache.write_sealed(folder / NAME, b"code")
    finally:
        os.umask(old)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / NAME).stat().st_mode & 0o777 == 0o600
    assert cache.find(NAME) == folder / NAME


def test_a_relative_folder_stays_where_it_was_when_the_process_moves(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GELENK_CACHE", "here")
    assert cache.folder() == tmp_path / "here"
    monkeypatch.chdir("/")
    assert cache.folder() == tmp_path / "here"


def test_code_is_not_loaded_from_a_folder_that_others_can_write(folder, capfd):
    folder.mkdir(mode=0o700)
    cache.write_sealed(folder / NAME, b"code")
    folder.chmod(0o777)
    assert cache.find(NAME) is None
    assert cache.folder() != folder and cache.folder().stat().st_mode & 0o777 == 0o700
    assert "can be written by other users" in capfd.readouterr().err


def test_a_file_that_others_can_write_is_not_loaded(folder):
    cache.write_sealed(cache.folder() / NAME, b"code")
    (folder / NAME).chmod(0o666)
    assert cache.find(NAME) is None


def test_the_folder_of_another_user_is_not_used_and_the_message_says_whose_it_is(folder, monkeypatch, capfd):
    folder.mkdir(mode=0o755)
    if os.geteuid() == 0:
        os.chown(folder, 65534, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 65534)
    assert cache.folder() != folder
    said = capfd.readouterr().err
    assert "belongs to user" in said and "GELENK_CACHE names another" in said


def test_a_folder_of_the_usual_place_is_made_private(folder, monkeypatch, tmp_path):
    """Older versions made it with the user's mask."""
    monkeypatch.delenv("GELENK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "gelenk").mkdir(mode=0o775)
    (tmp_path / "gelenk").chmod(0o775)
    assert cache.folder() == tmp_path / "gelenk"
    assert (tmp_path / "gelenk").stat().st_mode & 0o777 == 0o700


def test_what_root_has_compiled_for_all_can_be_read(folder, monkeypatch):
    cache.write_sealed(cache.folder() / NAME, b"code")
    owner = folder.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert (cache.find(NAME) is not None) == (owner == 0)


def test_a_full_disk_is_told_and_something_else_is_used(folder, monkeypatch, capfd):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Full)
    assert cache.folder() != folder
    assert "0 kB of space left" in capfd.readouterr().err


class Full:
    free = 0


def test_a_disk_that_fills_while_writing_is_told_and_leaves_nothing(folder, monkeypatch):
    place = cache.folder() / NAME

    def full(*names):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(RuntimeError, match=r"No space left on device. GELENK_CACHE names another folder"):
        cache.write_sealed(place, b"code")
    assert not list(folder.iterdir())


def test_libraries_that_nobody_loads_leave_and_the_others_stay(folder, monkeypatch):
    now = time.time()
    base = cache.folder()
    ages = {f"lib{i}-{i:020x}-{i:08x}.x86-64-v3.so": i for i in (0, 1, 30, 61)}
    others = {"notes.txt": 900, ".build-abc": 2, f"{NAME}.lock": 2, ".build-now": 0, "young.lock": 0}
    for name, days in (ages | others).items():
        (base / name).write_bytes(b"x" * 100)
        os.utime(base / name, (now - days * cache.DAY, now - days * cache.DAY))
    gone = {path.name for path in cache.prune(base, now)}
    assert gone == {next(name for name, days in ages.items() if days == 61), ".build-abc", f"{NAME}.lock"}
    monkeypatch.setattr(cache, "KEPT_BYTES", 250)
    assert [path.name[:5] for path in cache.prune(base, now)] == ["lib30"]
    assert (base / "notes.txt").is_file(), "what is not ours stays"


def test_a_library_in_use_stays_young(folder):
    place = cache.folder() / NAME
    cache.write_sealed(place, b"code")
    os.utime(place, (0, 0))
    assert cache.find(NAME) == place
    assert time.time() - place.stat().st_mtime < cache.DAY


def test_no_lock_stays_behind(package, tmp_path):
    where = tmp_path / "cache"
    assert [result(p) for p in [start(package, where) for _ in range(3)]] == [1.0] * 3
    assert {path.suffix for path in where.iterdir()} == {".so"}


def test_only_one_process_at_a_time_holds_a_lock(tmp_path):
    path, inside, most = str(tmp_path / "a.lock"), [], []

    def enter():
        for _ in range(50):
            with platforms.locked(path):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1 and not os.path.exists(path)


# What goes wrong says what to do.


def test_a_compile_process_that_is_killed_is_told_and_the_next_takes_over(folder, monkeypatch):
    made = []

    def doomed(tiles):
        code = "import sys, os; sys.stdin.readline(); os.kill(os.getpid(), 9)"
        made.append(code)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return subprocess.Popen([sys.executable, "-c", code], text=True, **pipes)

    monkeypatch.setattr(build, "_worker", doomed)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    work = [(str(folder / name), ()) for name in ("boxes-1", "touch-2")]
    with pytest.raises(RuntimeError, match=r"boxes: .*signal 9.*out of memory.*touch: .*signal 9"):
        build.compile_rows(work, "a test wants it")
    assert len(made) == 2


def test_a_compile_process_that_cannot_start_is_told(folder, monkeypatch):
    def refused(tiles):
        raise OSError(11, "no process to be had")

    monkeypatch.setattr(build, "_worker", refused)
    with pytest.raises(RuntimeError, match=r"boxes: .*no process to be had"):
        build.compile_rows([(str(folder / "boxes-1"), ())], "a test wants it")


def test_without_numba_the_message_names_the_extra(package, tmp_path):
    blocked = "import sys\nsys.modules['numba'] = None\n"
    process = start(package, tmp_path / "cache", blocked + SCRIPT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "RuntimeError: gelenk must compile a kernel, since probe of gelenk.engine.probe is no part" in err
    assert "pip install 'gelenk[compile]'" in err


def test_a_library_that_cannot_be_loaded_is_compiled_anew(package, tmp_path):
    """A file that was damaged, or of another kind of processor."""
    code = (
        SCRIPT.split("out =")[0]
        + "from gelenk.toolchain import library; library.load(['energy']); print(3.0)"
    )
    where = tmp_path / "cache"
    assert result(start(package, where, code)) == 3.0
    (path,) = libraries(where)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert result(start(package, where, code)) == 3.0
    assert path.read_bytes() == whole


TOGETHER = """
import gelenk
from gelenk.toolchain import library

compiled, one_by_one = [], library.compile_libraries
library.compile_libraries = lambda names: [compiled.append(sorted(names)), one_by_one(names)][1]
xml = "<worldbody><geom type='plane' size='1 1 1'/><body><freejoint/><geom size='.1'/></body></worldbody>"
m = gelenk.MjModel.from_xml_string(f"<mujoco>{xml}</mujoco>")
gelenk.mj_step(m, gelenk.MjData(m))
for names in compiled:
    print(*names)
"""


def test_what_a_model_steps_with_is_compiled_together_when_the_first_is_made(tmp_path):
    """Objects are those of the session, so only the linking is done anew."""
    kept = {"GELENK_OBJECTS": os.environ["GELENK_OBJECTS"]}
    process = start(ROOT, tmp_path / "cache", TOGETHER, kept)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    (together,) = out.splitlines()
    assert {"setconst", "step", "position", "collision", "solver", "euler"} <= set(together.split())


def test_equal_sources_give_equal_bytes_whatever_was_compiled_before(package, tmp_path):
    """Not the order of the work, nor the hash seed of the process, nor the place of the package."""
    moved = tmp_path / "elsewhere" / "gelenk"
    shutil.copytree(package / "gelenk", moved)
    found = []
    for place, names in ((package, ["plugin_bowl", "energy"]), (moved.parent, ["energy", "plugin_bowl"])):
        folder = tmp_path / f"cache{len(found)}"
        code = f"from gelenk.toolchain import library; library.load({names}); print(0.0)"
        environment = {"PYTHONHASHSEED": str(len(found) + 1)}
        assert (
            result(start(place, folder, "import os; os.cpu_count = lambda: 1\n" + code, environment)) == 0.0
        )
        found.append({path.name: path.read_bytes() for path in libraries(folder)})
    assert len(found[0]) == 2 and found[0] == found[1]


def test_code_for_this_processor_alone_is_named_by_its_features(monkeypatch):
    from gelenk.toolchain import digests, library

    rows = library.LIBRARIES["boxes"]
    monkeypatch.setattr(digests, "cpu_level", lambda: "host")
    monkeypatch.setattr(platforms, "_cpu_facts", lambda: {"model name": "A", "flags": "fpu avx avx2"})
    first = digests.library_name("boxes", rows)
    monkeypatch.setattr(platforms, "_cpu_facts", lambda: {"model name": "A", "flags": "avx2 avx fpu"})
    assert digests.library_name("boxes", rows) == first, "the order of flags says nothing"
    for other in ({"model name": "A", "flags": "fpu avx"}, {"model name": "B", "flags": "fpu avx avx2"}):
        monkeypatch.setattr(platforms, "_cpu_facts", lambda facts=other: facts)
        assert digests.library_name("boxes", rows) != first


@pytest.mark.parametrize(
    ("system", "machine"), [("win32", "ARM64"), ("linux", "riscv64"), ("emscripten", "wasm32")]
)
def test_other_platforms_are_refused_with_the_way_out(monkeypatch, system, machine):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platforms.platform, "machine", lambda: machine)
    platforms.here.cache_clear()
    try:
        with pytest.raises(
            RuntimeError, match=r"kernels run on .*, not on .*GELENK_JIT=0 runs everything in plain Python"
        ):
            platforms.here()
    finally:
        platforms.here.cache_clear()


def test_a_table_and_one_file_beside_it_name_the_platforms():
    """What differs between systems stands in two files of the toolchain, so that a new one is added there."""
    words = ("fcntl", "/proc", "register_at_fork", "z,defs", "-z defs", "sys.platform", "platform.machine")
    found = {
        (path.relative_to(ROOT).as_posix(), word)
        for path in (ROOT / "gelenk").rglob("*.py")
        for word in words
        if word in path.read_text(encoding="utf-8")
    }
    assert {path for path, _ in found} == {f"gelenk/toolchain/{name}.py" for name in ("platforms", "targets")}
