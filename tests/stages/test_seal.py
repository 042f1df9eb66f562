"""Files of code have a digest: damaged ones are made again or refused by name, and never run."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gelenk.toolchain import cache, digests, library

ROOT = Path(__file__).resolve().parents[2]

DRAG = '''
import sys, gelenk
from gelenk.kernels import PASSIVE, constants, kernel
@kernel
def drag(m, d, instance, task):
    if task == PASSIVE:
        for i in range(m.nv):
            d.qfrc_passive[i] -= constants(m, d, instance)[0] * d.qvel[i]
class Drag(gelenk.Plugin):
    name, attributes, capabilities, kernel = "t.drag", ("c",), gelenk.PluginTask.PASSIVE, drag
gelenk.register_plugin(Drag)
m = gelenk.MjModel.from_xml_string("""<mujoco><extension><plugin plugin="t.drag"><instance name="p">
  <config key="c" value="2"/></instance></plugin></extension>
  <worldbody><body><freejoint/><geom size=".1"/><plugin instance="p"/></body></worldbody></mujoco>""")
d = gelenk.MjData(m)
gelenk.mj_step(m, d, 100)
print(repr(d.qvel[2]))
'''


def flipped(data, seed):
    """The data with one to eight bits changed."""
    rng, out = random.Random(seed), bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


def damaged(data, kind, seed=0):
    """The data after an accident."""
    half = len(data) // 2
    zeros = data[:half] + bytes(min(4096, len(data) - half)) + data[half + 4096 :]
    return {
        "flip": flipped(data, seed),
        "cut": data[: len(data) - 1 - seed],
        "half": data[:half],
        "zero": zeros,
        "zeros": bytes(len(data)),
        "random": random.Random(seed).randbytes(len(data)),
        "empty": b"",
        "longer": data + b"\0",
        "no digest": data[: -digests.SIZE],
    }[kind]


@pytest.mark.parametrize("size", [0, 1, 7, 4095, 4096, 4097, 70_000, 300_001, 3_000_000])
def test_every_change_of_a_file_is_noticed(size, tmp_path):
    content = random.Random(size).randbytes(size)
    data = digests.seal(content)
    assert digests.unseal(data) == content
    path = tmp_path / "file"
    path.write_bytes(data)
    assert digests.is_intact(path) and digests.read_sealed(path) == content
    for seed in range(200 if size < 100_000 else 5):
        assert digests.unseal(flipped(data, seed)) is None or flipped(data, seed) == data
    kinds = ["cut", "half", "zeros", "random", "empty", "longer", "no digest"] + (
        ["zero"] if size > 1 else []
    )
    for kind in kinds:
        path.write_bytes(damaged(data, kind))
        assert not digests.is_intact(path) and digests.read_sealed(path) is None, kind


def test_pages_that_change_places_are_noticed():
    words = np.random.default_rng(0).integers(0, 2**63, 16 * 512, dtype=np.uint64)
    data = digests.seal(words.tobytes())
    for i, j in ((0, 1), (3, 9), (14, 15)):
        swapped = words.reshape(16, 512).copy()
        swapped[[i, j]] = swapped[[j, i]]
        assert digests.unseal(swapped.tobytes() + data[-digests.SIZE :]) is None


def test_what_is_damaged_in_the_cache_is_removed_with_a_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cache, "configured_folder", lambda: tmp_path)
    monkeypatch.delenv("GELENK_QUIET", raising=False)
    tmp_path.chmod(0o700)
    path = tmp_path / "energy-0.so"
    for kind in ("flip", "cut", "zeros", "random", "empty"):
        cache.write_sealed(path, b"code" * 1000)
        assert cache.find(path.name) == path and cache.read(path) == b"code" * 1000
        path.write_bytes(damaged(path.read_bytes(), kind))
        assert cache.find(path.name) is None and not path.exists(), kind
        assert f"{path} is damaged" in capsys.readouterr().err
    path.mkdir()
    assert cache.find(path.name) is None
    cache.write_sealed(path, b"code")  # takes the place of a folder
    assert cache.find(path.name) == path
    path.unlink()
    path.symlink_to(path)
    assert cache.find(path.name) is None
    cache.write_sealed(path, b"code")
    assert cache.find(path.name) == path
    path.write_bytes(b"x")
    with pytest.raises(RuntimeError, match=r"energy-0\.so was damaged"):
        cache.read(path)


def fill(folder):
    """Put all libraries that the cache has into a folder, but for kernels of users."""
    for file in cache.configured_folder().iterdir():
        if file.is_file() and not file.name.startswith("user_") and file.suffix in (".so", ".json"):
            (folder / file.name).write_bytes(file.read_bytes())
            (folder / file.name).chmod(0o600)


def start(script, folder):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "GELENK_CACHE": str(folder)}
    environment.pop("GELENK_QUIET", None)
    return subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not library.JIT, reason="plain Python loads no libraries")
def test_a_damaged_kernel_of_a_user_is_compiled_again_and_gives_the_same(tmp_path):
    script, folder = tmp_path / "drag.py", tmp_path / "cache"
    script.write_text(DRAG)
    folder.mkdir(mode=0o700)
    fill(folder)
    first = start(script, folder)
    assert first.returncode == 0, first.stderr
    (path,) = folder.glob("user_drag-*.so")
    whole = path.read_bytes()
    for kind in ("flip", "half"):
        path.write_bytes(damaged(whole, kind, 3))
        done = start(script, folder)
        assert done.returncode == 0 and done.stdout == first.stdout, done.stderr
        assert f"{path} is damaged, and is made again" in done.stderr
        assert path.read_bytes() == whole
    for names in folder.glob("names-*.json"):
        names.write_bytes(flipped(names.read_bytes(), 1))
    assert start(script, folder).stdout == first.stdout


def test_names_that_are_damaged_are_not_believed(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "configured_folder", lambda: tmp_path)
    tmp_path.chmod(0o700)
    path = tmp_path / "names-0.json"
    origins = {p: cache._stamp(p) for p in cache._origins()}
    good = cache.Memory({"energy": "energy-1.so"}, origins)
    import json

    for seed in range(60):
        cache.write_sealed(path, json.dumps(good._asdict()).encode())
        cache._memory.cache_clear()
        assert cache._memory(str(path)).names == good.names
        path.write_bytes(flipped(path.read_bytes(), seed))
        cache._memory.cache_clear()
        assert cache._memory(str(path)).names == {}
    cache._memory.cache_clear()


def test_doctor_names_files_that_are_not_those_of_the_distribution(tmp_path, monkeypatch):
    import base64
    import hashlib
    from importlib import metadata

    from gelenk.cli import doctor

    def digest(data):
        return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()

    (tmp_path / "gelenk").mkdir()
    info = tmp_path / "gelenk-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gelenk\nVersion: 1\n")
    rows = ["gelenk-1.dist-info/RECORD,,"]
    for name in ("a.py", "page.js", "stages.so"):
        (tmp_path / "gelenk" / name).write_bytes(name.encode())
        rows.append(f"gelenk/{name},sha256={digest(name.encode())},{len(name)}")
    (info / "RECORD").write_text("\n".join(rows) + "\n")
    monkeypatch.setattr(doctor.metadata, "distribution", lambda name: metadata.PathDistribution(info))
    assert doctor.damaged_files() == [] and doctor.describe_files() == "as the distribution brought them"
    (tmp_path / "gelenk" / "stages.so").write_bytes(b"stages.sp")
    (tmp_path / "gelenk" / "page.js").unlink()
    assert doctor.damaged_files() == ["gelenk/page.js", "gelenk/stages.so"]
    assert "install gelenk again" in doctor.describe_files()


QUIET = """
import gc, gelenk, tempfile, pathlib
from gelenk import models
from gelenk.batch import Batch
from gelenk.toolchain import build, library
from gelenk.kernels import kernel

@kernel
def twice(out):
    out[0] = 2.0 * out[0]

library.jit(twice, "F")
m = models.load("humanoid")
d = gelenk.MjData(m)
gelenk.mj_step(m, d)
with Batch(m, 4, 2) as batch:
    batch.step()
    batch.xpos
folder = pathlib.Path(tempfile.mkdtemp())
gelenk.mj_saveModel(m, str(folder / "m.mjb"))
gelenk.MjModel.from_binary_path(str(folder / "m.mjb"))
(folder / "m.obj").write_text("v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\nf 1 3 2\\nf 1 2 4\\nf 1 4 3\\nf 2 3 4\\n")
mesh = "<mujoco><asset><mesh file='m.obj'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
(folder / "m.xml").write_text(mesh)
gelenk.MjModel.from_xml_path(str(folder / "m.xml"))
with gelenk.Renderer(m, 32, 32) as renderer:
    renderer.update_scene(d)
    renderer.render()
gc.collect()
"""


@pytest.mark.skipif(not library.JIT, reason="plain Python compiles nothing")
def test_work_under_errors_for_warnings_says_nothing(tmp_path):
    script, folder = tmp_path / "quiet.py", tmp_path / "cache"
    script.write_text(QUIET)
    folder.mkdir(mode=0o700)
    fill(folder)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "GELENK_CACHE": str(folder), "GELENK_QUIET": "1"}
    command = [sys.executable, "-W", "error", "-X", "tracemalloc=0", str(script)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == "", done.stderr


def test_a_damaged_list_of_programs_for_gpus_is_refused_by_name(tmp_path):
    import json

    from gelenk.toolchain.gpu import program

    index = {"facts": {"step": "ab12"}, "used": {"step": ["qpos", "qvel"]}, "programs": []}
    path = tmp_path / "index.json"
    whole = json.dumps(index | {"digest": program.digest(index)}).encode()
    path.write_bytes(whole)
    assert program._read(path) == index
    for seed in range(60):
        program._read.cache_clear()
        if flipped(whole, seed) == whole:
            continue
        path.write_bytes(flipped(whole, seed))
        with pytest.raises(RuntimeError, match="is damaged"):
            program._read(path)
    program._read.cache_clear()
