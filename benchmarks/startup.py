"""Startup: cost of a process before its first step (import, load, compile), and memory.

Documents: design / Compiled ahead, loaded without Numba
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIRST_STEP = """
import sys
import {library} as mj
m = mj.MjModel.from_xml_path(sys.argv[1]); d = mj.MjData(m); mj.mj_step(m, d)
"""
# VmHWM is the peak of this program alone; ru_maxrss starts at that of the parent process
MEMORY = (
    FIRST_STEP
    + """
mj.mj_step(m, d, 1000)
line = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(line.split()[1]) / 1024)
"""
)


def _run(code, *arguments, **environment):
    """Run ``code`` in a Python process; return (seconds, output)."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    # cache bytecode, as an installed package does
    kept = {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "gelenk-bytecode")}
    env = (
        os.environ
        | kept
        | {"GELENK_QUIET": "1", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": ""}
        | environment
    )
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=env, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - begin, done.stdout


def best(code, turns, *arguments, **environment) -> float:
    """Return the shortest time of ``turns`` processes [s]."""
    return min(_run(code, *arguments, **environment)[0] for _ in range(turns))


def imports(turns: int) -> dict[str, tuple[float, float, float]]:
    """Return times of processes that import or step: (gelenk, 3.5.0, numpy alone) [s]."""
    model = str(ROOT / "gelenk" / "models" / "humanoid.xml")
    bare = best("import numpy", turns)
    rows = {"import": tuple(best(f"import {library}", turns) for library in ("gelenk", "mujoco"))}
    codes = [FIRST_STEP.format(library=library) for library in ("gelenk", "mujoco")]
    rows["humanoid's first step"] = tuple(best(code, turns, model) for code in codes)
    return {name: (*times, bare) for name, times in rows.items()}


def cold() -> float:
    """Return the time to the humanoid's first step from source with an empty cache [s]."""
    model = str(ROOT / "gelenk" / "models" / "humanoid.xml")
    with tempfile.TemporaryDirectory() as folder:
        return _run(FIRST_STEP.format(library="gelenk"), model, GELENK_CACHE=folder)[0]


def compiling() -> tuple[dict[str, float], float]:
    """Return the compile time of each library, and of all in parallel [s]."""
    code = """
import json, time
from gelenk.toolchain import library
begin = time.perf_counter()
seconds = library.compile_libraries(list(library.LIBRARIES))
print(json.dumps([seconds, time.perf_counter() - begin]))
"""
    with tempfile.TemporaryDirectory() as folder:
        seconds, wall = json.loads(_run(code, GELENK_CACHE=folder)[1])
    return seconds, wall


def memory(models: dict[str, Path]) -> dict[str, tuple[float, float]]:
    """Return model -> peak memory of 1000 steps, (gelenk, 3.5.0) [MB]."""
    codes = [MEMORY.format(library=library) for library in ("gelenk", "mujoco")]
    return {name: tuple(float(_run(code, str(path))[1]) for code in codes) for name, path in models.items()}
