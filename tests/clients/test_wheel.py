"""A built wheel takes its first step at once: no compiler, no numba, no home, no cache, from a read-only folder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
FIRST_STEP = """
import sys, time
import gelenk
m = gelenk.MjModel.from_xml_path({path!r})
d = gelenk.MjData(m)
gelenk.mj_step(m, d)
assert "numba" not in sys.modules and "llvmlite" not in sys.modules
print(gelenk.__file__)
print(float(abs(d.qvel).max()))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, unpacked into a folder that nothing may write."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"GELENK_QUIET": "1"})
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    for path in [site, *site.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield wheel, site
    for path in [site, *site.rglob("*")]:
        path.chmod(0o755)


def bare_environment(site):
    """No home, no cache folder, no compiler on the path; only numpy comes from this environment."""
    numpy_home = str(Path(np.__file__).parents[1])
    return {
        "PATH": "/nonexistent",
        "PYTHONPATH": os.pathsep.join([str(site), numpy_home]),
        "HOME": "/nonexistent",
    }


@pytest.mark.slow
def test_the_first_step_from_a_wheel_compiles_nothing(installed, tmp_path):
    _, site = installed
    code = FIRST_STEP.format(path=str(site / "gelenk/models/humanoid.xml"))
    done = subprocess.run(
        [sys.executable, "-c", code], env=bare_environment(site), cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert str(site) in done.stdout.splitlines()[0]
    assert "compiling" not in done.stderr


@pytest.mark.slow
def test_the_wheel_carries_every_library_and_stays_small(installed):
    from gelenk.jit import library

    wheel, site = installed
    names = {path.name.split("-")[0] for path in (site / "gelenk/_lib").glob("*.so")}
    assert names == set(library.LIBRARIES)
    assert wheel.stat().st_size < 25e6
    assert "linux_x86_64" in wheel.name
