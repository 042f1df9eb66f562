"""Compile what tests of other platforms link, for all targets at once: `python -m tests.platforms.compile_ahead`

Front end and passes then run once for all of them, and on all processors. The tests compile what is missing themselves.
Under GELENK_STRICT=1 these are the strict libraries.
"""

import contextlib
from collections.abc import Iterator

import tests.conftest  # noqa: F401 (names the folder of objects)
from gelenk.toolchain import build, digests, targets, wasm
from gelenk.toolchain.tangents import load
from gelenk.toolchain.targets import Target
from tests.platforms import frozen_world, test_frozen_worlds

WHOLE = ("linux-x86_64", "linux-aarch64")  # platforms whose wheels tests make
PARTLY = ("win32-x86_64 x86-64-v3", "darwin-arm64 apple-m1")


def of_wheels() -> Iterator[tuple[build.Work, Target]]:
    """Yield libraries and targets of the wheels that tests make, and of worlds on other systems."""
    for name in WHOLE:
        each = build.wheel_targets(targets.platform_named(name))
        for target in each:
            stages, extension = build.target_work(target)
            yield from ((one, target) for one in [*stages, *extension])
        yield from ((one, each[0]) for one in load.work(each[0]))
    for name in PARTLY:
        target = targets.target_named(name)
        stages, extension = build.target_work(target, frozen_world.parts(target.platform.system))
        yield from ((one, target) for one in [*stages, *extension])
    with contextlib.suppress(RuntimeError):  # without a linker for WebAssembly, wheels have no such module
        wasm.find_linker()
        yield from ((one, wasm.target()) for one in wasm.work())


def of_strict_worlds() -> Iterator[tuple[build.Work, Target]]:
    """Yield libraries and targets of the strict worlds."""
    for name in dict.fromkeys(target for target, _, _ in test_frozen_worlds.PLACES.values()):
        target = targets.target_named(name)
        yield from ((build.library_work(part, target), target) for part in frozen_world.parts("win32"))


if __name__ == "__main__":
    work = of_strict_worlds() if digests.strict() else of_wheels()
    with build.objects_folder() as folder:
        build.make_objects(work, "tests of other platforms link them", folder)
