"""Frozen worlds of strict builds: `GELENK_STRICT=1 python -m tests.platforms.strict_worlds FOLDER NAME ...`

For each shipped model that is named, the folder gets a world for frozen_world.c (NAME.world), one for node (NAME.page)
and the state after NSTEP steps in this process (NAME.state); and the stages as WebAssembly, if there is a linker.
"""

import functools
import sys
from pathlib import Path

import numpy as np

import gelenk
from gelenk.toolchain import digests, wasm
from gelenk.viewer import export
from tests.platforms import frozen_world, tools

NSTEP = 50
MODULE = "stages.wasm"


def start(name: str) -> tuple[gelenk.MjModel, gelenk.MjData]:
    """Return a shipped model and its data where it starts, with speeds and controls without rounding."""
    m = gelenk.models.load(name)
    d = gelenk.MjData(m)
    keyframe = gelenk.models.SHOWS[name].keyframe
    if keyframe:
        gelenk.mj_resetDataKeyframe(m, d, m.key(keyframe).id)
    d.qvel[:] += (np.arange(m.nv) * 5 % 7 - 3) / 256.0
    d.ctrl[:] += (np.arange(m.nu) * 3 % 5 - 2) / 64.0
    return m, d


def page(m: gelenk.MjModel, d: gelenk.MjData) -> bytes:
    """Return the world as the program of an exported page reads it."""
    file = export.WorldFile()
    world = export.add_world(file, m, d, gelenk.MjvOption(), 100)
    return file.contents({"world": world})


def main(folder: Path, names: list[str]) -> None:
    assert digests.strict()
    if not frozen_world.ALL:  # fewer stages, for time
        kept = set(frozen_world.parts("win32")) | {wasm.NAMED[root].library for root in wasm._ROOTS}
        few = tuple(stage for stage in wasm.stages() if stage.library in kept)
        wasm.stages = functools.cache(lambda: few)
    for name in names:
        frozen, state = frozen_world.freeze(name, NSTEP, start)
        (folder / f"{name}.world").write_bytes(frozen)
        (folder / f"{name}.state").write_bytes(state.tobytes())
        (folder / f"{name}.page").write_bytes(page(*start(name)))
    try:
        (folder / MODULE).write_bytes(tools.stages_as_wasm())
    except tools.Missing as missing:
        sys.stderr.write(f"{missing}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
