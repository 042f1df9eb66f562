"""Compile what tests of other platforms link, for all targets at once: `python -m tests.platforms.compile_ahead`

Front end and passes then run once for all of them, and on all processors. The tests compile what is missing themselves.
Under GELENK_STRICT=1 these are the strict libraries.
"""

import tests.conftest  # noqa: F401 (names the folder of objects)
from gelenk.toolchain import build, digests, targets
from gelenk.toolchain.targets import Target
from tests.platforms import frozen_world, test_frozen_worlds
from tests.platforms.test_library_formats import MACS
from tools.wheels import wheel_work

WORLDS = [targets.target_named(target) for target, _, _ in test_frozen_worlds.PLACES.values()]
OTHERS = [
    target
    for target in [*WORLDS, *map(targets.target_named, MACS)]
    if target.platform.system in frozen_world.PARTLY
]


def of_wheels() -> list[tuple[build.Work, Target]]:
    """Return libraries and targets of the wheels that tests make, and of worlds on other systems."""
    work = wheel_work(dict.fromkeys(target.platform for target in WORLDS if target not in OTHERS))
    for target in OTHERS:
        stages, extension = build.target_work(target, frozen_world.parts(target.platform.system))
        work += [(one, target) for one in [*stages, *extension]]
    return work


def of_strict_worlds() -> list[tuple[build.Work, Target]]:
    """Return libraries and targets of the strict worlds."""
    parts = frozen_world.parts("win32")
    return [(build.library_work(part, target), target) for target in dict.fromkeys(WORLDS) for part in parts]


if __name__ == "__main__":
    with build.objects_folder() as folder:
        work = of_strict_worlds() if digests.strict() else of_wheels()
        build.make_objects(work, "tests of other platforms link them", folder)
