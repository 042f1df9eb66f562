"""Other Pythons on this machine, free-threaded ones too: a wheel in each, without Numba.

    python -m tests.platforms.pythons FOLDER PYTHON...             all parts in each interpreter
    python -m tests.platforms.pythons FOLDER PYTHON... --wheel X   with a wheel for linux-x86_64 that exists

FOLDER keeps the packages that were fetched. Each part prints a line; docs/status.md has the last totals. An
interpreter needs no pip: packages for its version are fetched by the pip of this one.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from tests.platforms.installation import (
    Failed,
    Installation,
    entries,
    files,
    make_wheel,
    models,
    packages,
    scenes,
    selftest,
    threads,
)

PLATFORMS = tuple(
    f"manylinux{version}_x86_64" for version in ("_2_28", "_2_27", "_2_24", "_2_17", "2014", "2010", "1")
)
TAGS = """
import json, sys, sysconfig
free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
print(json.dumps({"version": "%d.%d" % sys.version_info[:2], "free": free, "full": sys.version.split()[0]}))
"""
CALLS = """
import json, sys
from gelenk import selftest
print(json.dumps({"calls": selftest.facts()[3], "locked": getattr(sys, "_is_gil_enabled", lambda: True)()}))
"""
# each Python thread steps data of its own, of one model, and calls functions whose arrays it made
PARALLEL = """
import json, threading, time
import numpy as np
import gelenk
m = gelenk.models.load("humanoid")
COUNT, STEPS = 4, 1000

def work(number, found):
    d = gelenk.MjData(m)
    d.qvel[:] = 0.1 * np.sin(number + np.arange(m.nv))
    jacp = np.zeros((3, m.nv))
    for _ in range(STEPS):
        d.ctrl[:] = np.cos(d.time + np.arange(m.nu))
        gelenk.mj_step(m, d)
        gelenk.mj_jacSubtreeCom(m, d, jacp, 1)
    found[number] = d.qpos.tobytes() + d.qvel.tobytes() + jacp.tobytes()

def timed(together):
    found = [b""] * COUNT
    begin = time.perf_counter()
    started = [threading.Thread(target=work, args=(i, found)) for i in range(COUNT)]
    for thread in started:
        thread.start()
        if not together:
            thread.join()
    for thread in started:
        thread.join()
    return found, time.perf_counter() - begin

work(0, [b""] * COUNT)
alone, one_by_one = timed(False)
beside, at_once = timed(True)
assert alone == beside, "threads changed bits"
print(json.dumps({"threads": COUNT, "steps": STEPS, "faster": one_by_one / at_once}))
"""


class Local(Installation):
    """An installation of a wheel for an interpreter of this machine."""

    def __init__(self, folder: Path, interpreter: Path, wheel: Path) -> None:
        self.command = [str(interpreter)]
        done = subprocess.run([*self.command, "-c", TAGS], capture_output=True, text=True, check=True)
        tags = json.loads(done.stdout)
        name = tags["version"] + ("t" if tags["free"] else "")
        super().__init__(tags["full"], site_folder(folder, name), wheel, folder / "home")
        self.title = f"Python {tags['full']}{' without the global lock' if tags['free'] else ''}"


def site_folder(folder: Path, name: str) -> Path:
    """Return the folder of the packages for a version such as 3.14t."""
    abi = ("--abi", "cp" + name.replace(".", ""), "--abi", "abi3", "--abi", "none")
    # pip compares the versions that packages require with its own
    return packages(folder / f"site-{name}", name.rstrip("t"), PLATFORMS, *abi, "--ignore-requires-python")


def calls(python: Local) -> str:
    """Tell how functions are called there, and whether the global lock is held."""
    found = python.outcome(CALLS)
    return f"{found['calls']}; global lock {'on' if found['locked'] else 'off'}"


def parallel(python: Local) -> str:
    """Step data of several Python threads at once, and one after the other: the bits are the same."""
    found = python.outcome(PARALLEL)
    return (
        f"{found['threads']} Python threads, {found['steps']} steps and Jacobians each: same bits as one after "
        f"the other, {found['faster']:.2f} times as fast"
    )


PARTS = (calls, selftest, models, scenes, threads, parallel, entries, files)


def main(arguments: list[str]) -> int:
    """Run all parts in each interpreter; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="folder that keeps packages")
    parser.add_argument("interpreter", type=Path, nargs="+")
    parser.add_argument("--wheel", type=Path, help="wheel for linux-x86_64; by default one is made")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    folder = asked.folder.resolve()
    wheel = asked.wheel or make_wheel(folder, "linux-x86_64")
    failed = 0
    for interpreter in asked.interpreter:
        python = Local(folder, interpreter, wheel)
        print(f"{python.title}:", flush=True)
        for part in PARTS:
            begin = time.perf_counter()
            try:
                found = part(python)
            except Failed as error:
                failed += 1
                found = f"FAILED: {error}"
            print(f"  {part.__name__}: {found} ({time.perf_counter() - begin:.0f} s)", flush=True)
    print(f"{len(asked.interpreter)} Pythons: {failed} parts failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
