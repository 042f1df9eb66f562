"""WebAssembly (wasm) of stages for exported pages: taken from the wheel, or compiled.

Documents: design / Exported pages

The module imports its memory and the C functions that kernels call, and exports the entries of stages and kernels by
their symbols; `page/world.js` provides the imports. Wheels carry the module, so that an export needs neither Numba nor
a linker.
"""

import functools
import os
import shutil
from pathlib import Path

from gelenk.tables.stages import LIBRARIES, NAMED, STAGES, Stage, parts
from gelenk.toolchain import build, cache, digests, link, targets, wheel_manifest

NAME = "stages.wasm"  # file of a wheel
# kernels of the mouse, which no stage has (tables/functions/targets.py), by the module that has them
MOUSE = {"mouse": ("move_perturb", "apply_perturb_pose", "apply_perturb_force")}
_ROOTS = ("step", "forward", "start_asleep", "ray_flex")
_LINKER = "wasm-ld"
_HOW = "install LLVM's lld, or the Python package ziglang (pip install 'gelenk[build]')"
_STACK = 1 << 20  # bytes: kernels keep small arrays there
_FLAGS = (
    *(
        "--no-entry",
        "--import-memory",
        "--export-table",
        "--growable-table",
        "--allow-undefined",
        "--gc-sections",
    ),
    *("--strip-all", "--export=__heap_base", "-z", f"stack-size={_STACK}"),
)


@functools.cache
def stages() -> tuple[Stage, ...]:
    """Return the stages and kernels that steps and pictures of any model use."""
    roots = {stage.name for stage in STAGES if stage.library.startswith("scene")} | {
        "visit_volumes",
        "island",
    }
    roots |= {name for name in _ROOTS if name in NAMED}
    names = roots.union(*(parts(name) for name in roots))
    found = [stage for stage in STAGES if stage.name in names and stage.library in LIBRARIES]
    kernels = build.extension_stages()
    found += [row for part, wanted in MOUSE.items() for row in kernels[part] if row.name in wanted]
    return tuple(found)


def symbol(stage: Stage) -> str:
    """Return the name by which the module exports a stage."""
    return f"gelenk_{stage.name}"


def target() -> targets.Target:
    """Return the target of the module."""
    return targets.Target(targets.PAGE, targets.PAGE.levels[0])


def source_hash() -> str:
    """Return the hash of all that the module depends on."""
    return digests.source_hash(stages())


def module() -> bytes:
    """Return the module from the wheel or the cache, or compile it.

    Errors   RuntimeError: the module must be compiled, and Numba or a linker is missing; with the remedy
    """
    if wheel_manifest.holds(digests.WASM, source_hash):
        return cache.read(wheel_manifest.place() / NAME)
    name = digests.wasm_name(stages(), target())
    path = cache.find(name)
    if path is None:
        path = cache.folder() / name
        folder = os.environ.get("GELENK_OBJECTS") or str(cache.folder() / "objects")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        cache.write_sealed(path, link_module(folder))
    return cache.read(path)


def add_to_wheel(folder: Path, objects: str) -> dict[str, str]:
    """Add the module to a wheel; return the hash of its sources by name.

    Without a linker nothing is added, and a notice says so.

    objects   folder of objects
    """
    try:
        find_linker()
    except RuntimeError as error:
        cache.print_notice(f"the wheel has no {NAME}, and cannot export pages: {error}")
        return {}
    cache.write_sealed(folder / NAME, link_module(objects))
    return {digests.WASM: source_hash()}


def link_module(folder: str) -> bytes:
    """Compile the objects that are missing in a folder, and return the linked module.

    Errors   RuntimeError: Numba or a linker is missing, with the remedy; or linking failed
    """
    linker = find_linker()
    exports = [f"--export={symbol(stage)}" for stage in stages()]
    return link.linked([*linker, *_FLAGS, *exports], _objects(folder), targets.PAGE.suffix)


def find_linker() -> list[str]:
    """Return the command of the linker.

    Errors   RuntimeError: there is none, with the remedy
    """
    found = shutil.which(_LINKER)
    if found:
        return [found]
    zig = link.zig()
    if zig is None:
        raise RuntimeError(
            "an export needs gelenk's stages as WebAssembly. Wheels contain them, but a source checkout must link "
            f"them, and no linker was found: {_HOW}"
        )
    return [str(zig), _LINKER]


def work() -> list[build.Work]:
    """Return the work of compiling the stages and kernels of the module."""
    libraries = dict.fromkeys(stage.library for stage in stages() if stage.library in LIBRARIES)
    kernels = build.extension_work(target())
    return [*(build.library_work(name, target()) for name in libraries), *(kernels[part] for part in MOUSE)]


def _objects(folder: str) -> list[bytes]:
    """Return the object of each stage of the module."""
    wanted, works = {stage.name for stage in stages()}, work()
    made = build.objects(works, "the stages of exported pages are WebAssembly", target(), folder)
    return [
        data
        for work, library in zip(works, made, strict=True)
        for stage, data in zip(work.rows, library, strict=True)
        if stage.name in wanted
    ]
