"""Worlds step on other processors and another C library as they do here: their memory, woken without Python.

`.ci/run` installs the emulators and names their folder in GELENK_PLATFORMS; without them each run is skipped. With
GELENK_ALL_WORLDS=1 all shipped models run in each place, else a few on Windows, for which nothing else is compiled.
"""

import platform
from pathlib import Path

import numpy as np
import pytest

from gelenk.tables.stages import LIBRARIES
from gelenk.tables.status import DONE
from gelenk.toolchain import digests, platforms, targets
from tests.platforms import frozen_world, tools
from tests.support.once import once

NSTEP = 50
# Rounding differs where a processor has no fused products or vectors are of another width. A change of the start by
# 1e-16 moves the states after 50 steps by at most 7e-13 (chain100): two orders are left for all roundings in between
CLOSE = 1e-10
pytestmark = [
    pytest.mark.slow,  # all stages are compiled for each target, once
    pytest.mark.skipif(
        (platforms.here().system, platform.machine()) != ("linux", "x86_64"),
        reason="the emulators and programs of this test are for Linux on x86-64",
    ),
]
THIS = targets.Target(platforms.here(), platforms.here().level(digests.cpu_level())).name
SOURCE = Path(__file__).with_name("frozen_world.c")
# where worlds run -> target of the library, of the C compiler, and the command before the program
PLACES = {
    "this machine": (THIS, "x86_64-linux-gnu.2.17", lambda shared: []),
    "x86-64-v2 as a Nehalem": (
        *("linux-x86_64 x86-64-v2", "x86_64-linux-gnu.2.17"),
        lambda shared: tools.emulator("x86_64", "Nehalem"),
    ),
    "aarch64 as a Cortex-A72": (
        *("linux-aarch64 generic", "aarch64-linux-gnu.2.17"),
        lambda shared: tools.emulator("aarch64", "cortex-a72"),
    ),
    "musl": (THIS, "x86_64-linux-musl", lambda shared: [str(tools.path(tools.MUSL))]),
    "Windows under Wine": ("win32-x86_64 x86-64-v3", "x86_64-windows-gnu", tools.wine),
}


def program(shared, triple):
    return once(shared / f"frozen_world.{triple}", lambda path: tools.compile_c(SOURCE, triple, path))


def world(shared, name):
    """Return the file of a frozen world and its state after NSTEP steps in this process."""

    states = shared / f"{name}.npy"

    def make(path):
        contents, state = frozen_world.freeze(name, NSTEP)
        np.save(states, state)
        path.write_bytes(contents)

    return once(shared / name, make), np.load(states)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (place, name)
        for place, (target, _, _) in PLACES.items()
        for name in frozen_world.worlds(targets.target_named(target).platform.system)
    ],
)
def test_a_frozen_world_steps_as_it_does_here(request, shared, tmp_path, place, name, record_property):
    if place == "Windows under Wine":
        request.getfixturevalue("zig")
    target, triple, command = PLACES[place]
    try:
        before, runner = command(shared), program(shared, triple)
    except tools.Missing as missing:
        pytest.skip(str(missing))
    library, _ = frozen_world.libraries(shared, target)
    frozen, state = world(shared, name)
    found = frozen_world.run([*before, str(runner)], library, frozen, tmp_path / "state")
    parts = frozen_world.parts(targets.target_named(target).platform.system)
    left_out = sum(len(rows) for part, rows in LIBRARIES.items() if part not in parts)
    assert (found.status, found.nstep, found.missing) == (DONE, NSTEP, left_out)
    assert np.isfinite(found.state).all()
    difference = float((abs(found.state - state) / (1 + abs(state))).max())
    record_property("difference", difference)
    assert difference <= (0.0 if place == "this machine" else CLOSE)


def test_the_library_for_avx2_stops_on_a_processor_without(shared, tmp_path):
    """So that the emulated processor is known to lack AVX2, and the other library to do without."""
    try:
        command, runner = tools.emulator("x86_64", "Nehalem"), program(shared, "x86_64-linux-gnu.2.17")
    except tools.Missing as missing:
        pytest.skip(str(missing))
    library, _ = frozen_world.libraries(shared, "linux-x86_64 x86-64-v3")
    frozen, _ = world(shared, "cartpole")
    with pytest.raises(AssertionError, match=f"status {-4}: "):  # SIGILL
        frozen_world.run([*command, str(runner)], library, frozen, tmp_path / "state")
