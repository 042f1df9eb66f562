"""The library of stages with tangents in a wheel, for the highest CPU level.

Documents: design / Tangents of kernels

On CPUs of lower levels, stages with tangents are compiled at their first use.
"""

from itertools import chain
from pathlib import Path

from gelenk.tables.gradients import KERNELS, SHIPPED
from gelenk.toolchain import build, cache, link, sources
from gelenk.toolchain.tangents import load
from gelenk.toolchain.targets import Platform, Target


def add_to_wheel(platform: Platform, folder: Path, kept: str) -> dict[str, str]:
    """Write the library to the folder of a wheel's libraries; return the hash of its sources.

    kept   folder in which objects are cached
    """
    target = build.wheel_targets(platform)[0]
    name = f"{sources.TANGENTS}.{target.level.name}{platform.suffix}"
    cache.write_sealed(folder / name, wheel_library(target, kept))
    return {sources.TANGENTS: load.shipped_hash()}


def wheel_library(target: Target, kept: str) -> bytes:
    """Return the library of stages with tangents and of the kernels that passes call."""
    made = build.objects(work(target), build.WHY, target, kept)
    return link.shared_library([*chain.from_iterable(made)], platform=target.platform)


def work(target: Target) -> list[build.Work]:
    """Return the work of compiling stages with tangents and the kernels that passes call."""
    kernels = build.Work(
        sources.library_name("passes", KERNELS, target), KERNELS, sources.bitcode_names(KERNELS)
    )
    return [
        build.Work(load.file_name(name, kind, target), load.rows_of(name, kind), load.bitcode_names(name))
        for kind, names in SHIPPED.items()
        for name in names
    ] + [kernels]
