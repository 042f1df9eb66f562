"""Test the wheel on a matrix of all Python versions found: python tools/matrix.py [WHEEL]

Without WHEEL, a wheel is built first. Each interpreter gets a fresh environment with the wheel and its requirements,
without compiler or Numba, and loads and steps every shipped model with warnings as errors. All results must be
bit-identical.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PROGRAM = """
import hashlib, json, sys, time
begin = time.perf_counter()
import numpy as np
bare = time.perf_counter()
import gelenk
imported = time.perf_counter()
m = gelenk.models.load("humanoid")
d = gelenk.MjData(m)
gelenk.mj_step(m, d)
first = time.perf_counter()
gelenk.mj_resetDataKeyframe(m, d, m.key("squat").id)
gelenk.mj_step(m, d, nstep=500)
found = hashlib.sha256(d.qpos.tobytes() + d.qvel.tobytes())
for name in gelenk.models.names():
    other = gelenk.models.load(name)
    data = gelenk.MjData(other)
    gelenk.mj_step(other, data, nstep=20)
    assert np.isfinite(data.qpos).all(), name
    found.update(data.qpos.tobytes())
spec = gelenk.MjSpec.from_file(str(gelenk.models.path("humanoid")))
for _ in range(20):
    twin = spec.copy()
    twin.delete(twin.worldbody.add_body(name="more").add_geom(size=[0.1, 0.1, 0.1]))
    again = twin.compile()
assert again.nbody == m.nbody + 1 and [x.name for x in twin.geoms] == [x.name for x in spec.geoms]
assert twin.to_xml().replace('<body name="more"/>', "").split() == spec.to_xml().split()
assert 0.0 < d.qpos[2] < 2.0 and d.time > 0.0, d.qpos
from importlib.util import find_spec
print(json.dumps({
    "python": sys.version.split()[0], "numpy": np.__version__, "bits": found.hexdigest()[:16],
    "import": imported - bare, "first": first - imported, "numba": find_spec("numba") is not None,
    "file": gelenk.__file__,
}))
"""


def candidates():
    """Yield interpreters by name on the PATH, from the folder of pyenv, and from uv."""
    for version in VERSIONS:
        yield shutil.which(f"python{version}")
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from sorted(pyenv.glob("3.*/bin/python"))
    uv = shutil.which("uv")
    for version in VERSIONS if uv else ():
        done = subprocess.run([uv, "python", "find", version], capture_output=True, text=True, check=False)
        yield done.stdout.strip() if done.returncode == 0 else None


def interpreters(given):
    """Return version -> interpreter, one for each supported minor version."""
    found = {}
    for path in given or candidates():
        if not path:
            continue
        code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
        done = subprocess.run([str(path), "-c", code], capture_output=True, text=True, check=False)
        if done.returncode == 0 and re.fullmatch(r"3\.\d+", version := done.stdout.strip()):
            if int(version[2:]) >= 11:
                found.setdefault(version, str(path))
    return dict(sorted(found.items(), key=lambda item: int(item[0][2:])))


def build(folder):
    """Build the wheel of this checkout."""
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = Path(folder).glob("*.whl")
    return wheel


def try_one(python, wheel, folder):
    """Run the test program in a fresh environment of ``python``; return its report or error."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    bare = {"PATH": os.defpath, "HOME": str(folder), "TMPDIR": tempfile.gettempdir()}
    inside = str(Path(folder) / "bin" / "python")
    install = [inside, "-m", "pip", "install", "-q", "--only-binary", ":all:", str(wheel)]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        command = [inside, "-I", "-W", "error", "-c", PROGRAM]
        subprocess.run([inside, "-c", "import gelenk"], env=bare, cwd=folder, check=False)  # writes bytecode
        done = subprocess.run(command, env=bare, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"error": (done.stderr or done.stdout).strip()[-1500:]}
    return json.loads(done.stdout)


def told(version, row):
    """Print a row of the table at once, since each installation may take minutes."""
    said = (
        "failed"
        if "error" in row
        else (
            f"numpy {row['numpy']:8} {row['bits']}  import {row['import']:.2f} s, first step {row['first']:.2f} s"
        )
    )
    print(f"Python {row.get('python', version):8} {said}", flush=True)
    return row


def wrong(rows):
    """Return the problems found, as texts."""
    problems = []
    for version, row in rows.items():
        if "error" in row:
            problems.append(f"Python {version}: {row['error']}")
        elif row["numba"]:
            problems.append(f"Python {version}: numba was installed with the wheel")
    if len({row["bits"] for row in rows.values() if "bits" in row}) > 1:
        problems.append("the Pythons came to different bits")
    missing = [version for version in VERSIONS if version not in rows]
    if missing:
        print(f"not found here: Python {', '.join(missing)}")
    return problems


def main():
    """Test the wheel on every Python; exit with status 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "wheel", nargs="?", help="a wheel of gelenk; built from this checkout if there is none"
    )
    parser.add_argument("--python", action="append", help="try this interpreter; may be repeated")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gelenk-matrix-") as folder:
        wheel = Path(asked.wheel) if asked.wheel else build(folder)
        print(wheel.name, flush=True)
        pythons = interpreters(asked.python)
        rows = {v: told(v, try_one(path, wheel.resolve(), Path(folder) / v)) for v, path in pythons.items()}
        problems = wrong(rows)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
