"""Assets on disk: what comes back is what was made, and nothing that is damaged, another's or stale ever does."""

import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from gelenk.modeling.assets import asset_cache, builtin_textures, pictures
from gelenk.modeling.assets.asset_cache import AssetCache
from gelenk.modeling.compiler.mesh import mesh_columns
from gelenk.modeling.compiler.mesh.processed_mesh import Settings, arrays_of, mesh_of
from gelenk.toolchain import digests
from tests.support.files import noise
from tests.support.files import png as png_of

ARRAYS = [
    np.arange(12.0).reshape(3, 4),
    np.zeros((0, 3), np.int32),
    np.arange(40_000, dtype=np.int32).reshape(-1, 2, 2),
    np.array([7], np.uint8),
    np.linspace(0, 1, 5, dtype=np.float32),
]
CUBE = """v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 0\nv 1 0 1\nv 0 1 1\nv 1 1 1
f 1 3 5 2\nf 4 6 8 7\nf 1 2 6 4\nf 3 7 8 5\nf 1 4 7 3\nf 2 5 8 6\n"""
SETTINGS = Settings((1.0, 1.0, 1.0), (0.0,) * 3, (1.0, 0.0, 0.0, 0.0), False, -1, 0, True, False, True)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder of entries, of any time it took to make them."""
    place = tmp_path / "cache" / "assets"
    monkeypatch.setattr(asset_cache, "_folder", lambda: place)
    monkeypatch.setattr(asset_cache, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(asset_cache, "_left", {})
    monkeypatch.setenv("GELENK_ASSETS", "64")
    asset_cache._distrusted.cache_clear()
    yield place
    asset_cache._distrusted.cache_clear()


def counted(arrays=ARRAYS):
    calls = []
    return calls, lambda: calls.append(1) or arrays


def same(one, other):
    assert len(one) == len(other)
    for a, b in zip(one, other, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def test_arrays_come_back_with_kind_and_shape_and_cannot_be_written(folder):
    calls, make = counted()
    same(asset_cache.load_or_make(("a", 1.5), make), ARRAYS)
    found = asset_cache.load_or_make(("a", 1.5), make)
    same(found, ARRAYS)
    assert len(calls) == 1 and not any(array.flags.writeable for array in found)
    asset_cache.load_or_make(("a", 2.5), make)
    assert len(calls) == 2


def test_what_is_made_quickly_is_not_kept(folder, monkeypatch):
    monkeypatch.setattr(asset_cache, "LEAST_SECONDS", 1e9)
    calls, make = counted()
    for _ in range(2):
        asset_cache.load_or_make(("a",), make)
    assert len(calls) == 2 and not folder.exists()


@pytest.mark.parametrize(
    "value, there", [("0", False), ("-3", False), ("no number", False), ("", True), ("2", True)]
)
def test_the_environment_switches_it_off(folder, monkeypatch, value, there):
    monkeypatch.setenv("GELENK_ASSETS", value)
    asset_cache.load_or_make(("a",), lambda: ARRAYS)
    assert folder.exists() == there and (asset_cache.load(("a",)) is not None) == there


def damages(content):
    """Files that are not what was written."""
    yield b""
    yield content[:20]
    yield content[:-64]
    yield content + bytes(64)
    yield bytes(len(content))
    yield content[:-4096] + bytes(4096)
    yield content[:4096] + content[8192:12288] + content[4096:8192] + content[12288:]
    for place in (0, 9, 45, 50, 60, 300, len(content) // 2, len(content) - 100):
        yield content[:place] + bytes([content[place] ^ 16]) + content[place + 1 :]


def test_damaged_entries_are_made_anew(folder):
    asset_cache.load_or_make(("a",), lambda: ARRAYS)
    (path,) = folder.iterdir()
    content = path.read_bytes()
    for damaged in damages(content):
        path.write_bytes(damaged)
        calls, make = counted()
        same(asset_cache.load_or_make(("a",), make), ARRAYS)
        assert calls, "a damaged file was believed"
        assert path.read_bytes() == content


@pytest.mark.parametrize(
    "text", [b"", b"<f8", b"<f8 -1", b"<f8 x", b"|O 1", b"<f8 99999999999999", b"<i4 3", b"\xff 1"]
)
def test_descriptions_that_do_not_fit_are_damage(text):
    """Even with a digest that fits: nothing is read beyond the file, and no objects."""
    body = np.frombuffer(text + bytes(-(asset_cache.HEAD.size + len(text)) % 64 + 64 * 5), np.uint8)
    head = asset_cache.HEAD.pack(asset_cache.MAGIC, asset_cache.digest(body), len(text))
    with pytest.raises(ValueError):
        asset_cache.unpack(np.concatenate([np.frombuffer(head, np.uint8), body]))


def test_an_entry_has_numbers_alone():
    with pytest.raises(TypeError, match="must hold arrays of"):
        asset_cache.pack([np.array([object()])])


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights are the system's")
def test_what_others_may_write_is_not_read(folder):
    asset_cache.load_or_make(("a",), lambda: ARRAYS)
    (path,) = folder.iterdir()
    for place, mode in ((path, 0o666), (folder, 0o777)):
        before = place.stat().st_mode
        place.chmod(mode)
        asset_cache._distrusted.cache_clear()
        assert asset_cache.load(("a",)) is None
        place.chmod(before)
        asset_cache._distrusted.cache_clear()
    assert asset_cache.load(("a",)) is not None


def test_where_nothing_can_be_written_nothing_is_said(tmp_path, monkeypatch, folder, capfd):
    """Root may write everywhere, so a file stands where the folder would be."""
    (tmp_path / "cache").write_bytes(b"")
    calls, make = counted()
    for _ in range(2):
        same(asset_cache.load_or_make(("a",), make), ARRAYS)
    assert len(calls) == 2 and capfd.readouterr() == ("", "")
    monkeypatch.setattr(asset_cache, "_folder", lambda: asset_cache.Path("relative"))
    asset_cache.load_or_make(("a",), make)
    assert not os.path.exists("relative")


def test_the_oldest_go_beyond_the_cap(folder, monkeypatch):
    monkeypatch.setenv("GELENK_ASSETS", "1")
    begin = time.time() - 1000
    for i in range(20):
        asset_cache.load_or_make((i,), lambda: [np.full(25_000, 1.0)])  # 200 kB
        os.utime(folder / asset_cache._name((i,)), (begin + i, begin + i))
        assert sum(path.stat().st_size for path in folder.iterdir()) <= 1 << 20
        assert asset_cache.load((i,)) is not None
    assert asset_cache.load((0,)) is None
    asset_cache.load_or_make(("large",), lambda: [np.zeros(80_000)])  # more than half of all
    assert asset_cache.load(("large",)) is None


def test_pruning_leaves_what_is_not_ours_and_takes_what_was_left_unfinished(folder):
    folder.mkdir(parents=True)
    for name in ("notes.txt", ".build-1", ".build-2", "old.arrays", "new.arrays"):
        (folder / name).write_bytes(b"x")
    for name in ("notes.txt", ".build-1", "old.arrays"):
        os.utime(folder / name, (1e9, 1e9))
    assert asset_cache.prune(folder, 100) == 2
    assert {p.name for p in folder.iterdir()} == {"notes.txt", ".build-2", "new.arrays"}


def test_threads_that_make_the_same_write_whole_entries(folder):
    def work():
        for i in range(20):
            same(
                asset_cache.load_or_make((i,), lambda i=i: [np.full(5_000, float(i))]),
                [np.full(5_000, float(i))],
            )

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(p.suffix for p in folder.iterdir()) == [".arrays"] * 20


def test_memory_for_entries_never_overlaps():
    room = asset_cache.EntryAllocator()
    given = [room.memory(n) for n in (100, 5 << 20, 100, 70_001, 9 << 20, 3 << 20, 64, 1 << 20)]
    for i, array in enumerate(given):
        array[:] = i
    assert all((array == i).all() and array.ctypes.data % 16 == 0 for i, array in enumerate(given))


LOAD = """
import sys, gelenk, hashlib
from gelenk.modeling.assets import asset_cache
asset_cache.LEAST_SECONDS = 0.0
m = gelenk.MjModel.from_xml_path(sys.argv[1])
print(hashlib.sha256(m._buffer.tobytes()).hexdigest(), "gelenk.modeling.compiler.mesh.process" in sys.modules)
"""


@pytest.fixture
def model(tmp_path):
    """A model with a mesh of a file, a sky and a picture of a file."""
    (tmp_path / "cube.obj").write_text(CUBE)
    (tmp_path / "a.png").write_bytes(png_of(noise(8, 8)))
    for name in ("cube.obj", "a.png"):
        os.utime(tmp_path / name, (1e9, 1e9))
    path = tmp_path / "model.xml"
    path.write_text(
        '<mujoco><asset><mesh name="c" file="cube.obj"/>'
        '<texture type="skybox" builtin="gradient" rgb1="1 1 1" rgb2=".5 0 1" mark="random" width="64" height="384"/>'
        '<texture name="t" type="2d" file="a.png"/></asset>'
        '<worldbody><body><joint/><geom type="mesh" mesh="c"/></body></worldbody></mujoco>'
    )
    return path


def load(path, cache, **environment):
    environment = {"GELENK_ASSETS": "16", "GELENK_CACHE": str(cache), **environment}
    command = [sys.executable, "-c", LOAD, str(path)]
    return subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True)


def test_processes_get_the_bits_that_others_made(tmp_path, model):
    """Three that start together, one after them, which need not process the mesh, and one without."""
    cache = tmp_path / "cache"
    first = [load(model, cache, GELENK_JIT="0") for _ in range(3)]
    made = {process.communicate()[0].split()[0] for process in first}
    later, processed = load(model, cache, GELENK_JIT="0").communicate()[0].split()
    without, _ = load(model, cache, GELENK_JIT="0", GELENK_ASSETS="0").communicate()[0].split()
    assert made == {later} == {without} and processed == "False"
    assert not [path for path in (cache / "assets").iterdir() if path.suffix != ".arrays"]
    (model.parent / "cube.obj").write_text(CUBE.replace("v 1 1 1", "v 1 1 2"))
    changed, _ = load(model, cache, GELENK_JIT="0").communicate()[0].split()
    assert changed != later


STATED = """
import sys, gelenk, hashlib
text = '<mujoco><asset><mesh name="m" builtin="supersphere" params="8 1 1"/></asset>'
text += '<worldbody><body><joint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
m = gelenk.MjModel.from_xml_string(text)
print(hashlib.sha256(m._buffer.tobytes()).hexdigest(), "scipy" in sys.modules)
"""


def test_the_hull_of_a_mesh_that_the_model_states_needs_qhull_once(tmp_path):
    """However fast it was made: loading Qhull takes longer, and more memory than a small model."""
    environment = {"GELENK_ASSETS": "16", "GELENK_CACHE": str(tmp_path), "GELENK_JIT": "0"}
    ran = []
    for assets in ("16", "16", "0"):
        command, names = [sys.executable, "-c", STATED], os.environ | environment | {"GELENK_ASSETS": assets}
        ran.append(
            subprocess.run(command, env=names, capture_output=True, text=True, check=True).stdout.split()
        )
    assert [scipy for _, scipy in ran] == ["True", "False", "True"]
    assert len({bits for bits, _ in ran}) == 1


def test_a_large_entry_is_mapped_and_its_damage_noticed(folder):
    large = [np.arange(asset_cache.LEAST_MAPPED_BYTES, dtype=np.float32)]
    asset_cache.load_or_make(("a",), lambda: large)
    calls, make = counted(large)
    found = asset_cache.load_or_make(("a",), make)
    same(found, large)
    assert not calls and not found[0].flags.writeable
    del found
    (path,) = folder.iterdir()
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    same(asset_cache.load_or_make(("a",), make), large)
    assert calls
    path.write_bytes(content[: len(content) // 2])
    same(asset_cache.load_or_make(("a",), make), large)
    assert len(calls) == 2


def test_a_mesh_survives_being_arrays(folder):
    made = mesh_columns.Cache().mesh_of_file(CUBE.encode(), "model/obj", SETTINGS)
    for mesh in (
        made,
        made._replace(graph=None),
        made._replace(octree=None),
        made._replace(graph=None, octree=None),
    ):
        again = mesh_of(
            asset_cache.unpack(np.frombuffer(b"".join(asset_cache.pack(arrays_of(mesh))), np.uint8))
        )
        for name, value in mesh._asdict().items():
            other = getattr(again, name)
            assert type(other) is type(value)
            if isinstance(value, np.ndarray):
                same([other], [value])
            elif isinstance(value, tuple) and isinstance(value[0], np.ndarray):
                same(other, value)
            else:
                assert other == value


def test_a_file_that_has_settled_is_not_read_again_by_the_next_process(folder):
    stamp = (1, 2, 3, 4, 5)
    made = mesh_columns.Cache().mesh_of_file(CUBE.encode(), "model/obj", SETTINGS, stamp)
    known = mesh_columns.Cache().find_by_stamp(stamp, "model/obj", SETTINGS)
    same(arrays_of(known), arrays_of(made))
    assert mesh_columns.Cache().find_by_stamp((1, 2, 3, 4, 6), "model/obj", SETTINGS) is None
    assert mesh_columns.Cache().find_by_stamp(stamp, "model/obj", SETTINGS._replace(smooth=True)) is None
    assert mesh_columns.Cache().find_by_stamp(None, "model/obj", SETTINGS) is None


def test_pictures_come_from_the_disk(folder, monkeypatch):
    for make in (
        lambda: builtin_textures.builtin_image(True, 1, 1, 8, 8, 3, (1, 0, 0), (0, 1, 0), (0, 0, 1), 0.5)[0],
        lambda: pictures.decode_png(png_of(noise(5, 6)), 3)[0],
    ):
        monkeypatch.setattr(builtin_textures, "CACHE", AssetCache())
        monkeypatch.setattr(pictures, "CACHE", AssetCache())
        first = make()
        before = len(list(folder.iterdir()))
        monkeypatch.setattr(builtin_textures, "CACHE", AssetCache())
        monkeypatch.setattr(pictures, "CACHE", AssetCache())
        again = make()
        same([again], [first])
        assert again is not first and len(list(folder.iterdir())) == before > 0


ROOTS = (
    "modeling.assets.builtin_textures",
    "modeling.assets.pictures",
    "modeling.assets.mesh_formats",
    "modeling.assets.binary_formats",
    "modeling.compiler.mesh.process",
)
# what says where to look, what is said of errors, and names of numbers
OTHERS = {
    "modeling.compiler.build",
    "errors",
    "modeling.mjcf.file_sources",
    "version",
}


def made_of(roots):
    """The modules of the package that these are, and that they import."""
    seen, todo = set(), list(roots)
    while todo:
        name = todo.pop()
        if name not in seen and name.split(".")[0] not in ("toolchain", "tables", ""):
            seen.add(name)
            todo += [] if name in OTHERS else digests._read(name)[1]
    return seen - OTHERS


def test_entries_follow_from_all_modules_that_make_them():
    assert sorted(made_of(ROOTS)) == sorted(asset_cache.MODULES)  # none is listed twice
    assert made_of(["modeling.assets.builtin_textures", "modeling.assets.pictures"]) == set(
        asset_cache.PICTURE_MODULES
    )


def test_another_version_of_a_module_makes_other_names(monkeypatch):
    name = asset_cache._name(("a",))
    assert name == asset_cache._name(("a",)) != asset_cache._name(("b",))
    fresh = asset_cache._code_fingerprint.__wrapped__()
    assert fresh == asset_cache._code_fingerprint()
    monkeypatch.setattr(asset_cache, "MODULES", asset_cache.MODULES[:-1])
    assert asset_cache._code_fingerprint.__wrapped__() != fresh
