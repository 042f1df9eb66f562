"""Load stages with tangents, compiling missing libraries; the library of a wheel.

Documents: design / Tangents of kernels

A library contains the stages of one engine library for one kind of varying fields, as "position_state8-....so" in the
cache folder. A wheel contains one library with the stages in `SHIPPED` and the kernels without tangents that gradients
call (tables/gradients.py); their symbols are distinct.

The library in a wheel is for the highest CPU level. On CPUs of lower levels, stages with tangents are compiled at their
first use.
"""

import functools
import os
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from gelenk.tables.gradients import CARRIED, KERNELS, SHIPPED, columns
from gelenk.tables.stages import Stage
from gelenk.toolchain import build, cache, digests, library, link, wheel_manifest
from gelenk.toolchain.compile_worker import TANGENTS
from gelenk.toolchain.link import SharedLibrary
from gelenk.toolchain.tangents.rules import symbol
from gelenk.toolchain.targets import Platform, Target

_opened: dict[tuple[str, str], dict[str, int]] = {}  # (library, kind) -> addresses of its stages


def addresses(libraries: Iterable[str], kind: str) -> dict[str, int]:
    """Return the addresses of the stages with tangents of some libraries, by name.

    Errors   RuntimeError: compiling is needed and Numba is not installed, or it failed; GELENK_JIT=0 or
             GELENK_STRICT=1
    """
    if not library.JIT:
        raise RuntimeError(
            "exact derivatives are compiled code, which GELENK_JIT=0 turns off: unset GELENK_JIT"
        )
    _refuse_strict()
    wanted = list(libraries)
    missing = [name for name in wanted if (name, kind) not in _opened]
    if missing and (dll := _shipped()):
        for name in set(missing).intersection(SHIPPED.get(kind, ())):
            _opened[name, kind] = _stages_of(dll, name, kind)
        missing = [name for name in missing if (name, kind) not in _opened]
    paths = {name: cache.find(_file_name(name, kind)) for name in missing}
    if absent := [name for name, path in paths.items() if path is None]:
        _compile(absent, kind)
        paths |= {name: cache.find(_file_name(name, kind)) for name in absent}
    cache.save_names()
    for name, path in paths.items():
        if path is None:
            raise RuntimeError(f"the tangents of {name!r} were compiled, but are not in {cache.folder()}")
        _opened[name, kind] = _stages_of(library._opened_or_explained(path), name, kind)
    return {stage: at for name in wanted for stage, at in _opened[name, kind].items()}


def _refuse_strict() -> None:
    """Raise RuntimeError in a strict process, whose bits are the same on all platforms."""
    if digests.strict():
        raise RuntimeError(
            "exact derivatives differ in the last bits between platforms, and GELENK_STRICT=1 refuses that: unset it"
        )


def kernel_address(parcel: list[dict[str, Any]], kinds: str, kind: str) -> int:
    """Return the address of a user's kernel with tangents and the kernel's checks.

    parcel   the packed kernel (kernel_pickle.py)
    Errors   KernelError: the kernel has an instruction without a rule; RuntimeError: Numba is not installed
    """
    from gelenk.toolchain import build, kernel_pickle

    name = parcel[-1]["name"]
    file = digests.parcel_name(parcel, f"{kinds} {kind}{columns(kind)} {digests._hash('', _rewriting())}")
    path = cache.find(file)
    if path is None:
        path = cache.folder() / file
        checked: bool | str = build.CHECKED if kernel_pickle.has_checks(parcel) else False
        stage: Any = Stage(name, parcel, f"{name}{TANGENTS}{kind}", kinds)  # type: ignore[arg-type]
        build.compile_rows([(str(path), (stage,))], f"exact derivatives of {name} are asked for", checked)
    return library._opened_or_explained(path).address(symbol(name, kind))


def _stages_of(dll: SharedLibrary, name: str, kind: str) -> dict[str, int]:
    return {stage.name: dll.address(symbol(stage.name, kind)) for stage in CARRIED[name]}


@functools.cache
def _shipped() -> SharedLibrary | None:
    """Return the library of the wheel, None if it is missing or does not match the sources."""
    path = wheel_manifest.tangents(shipped_hash)
    return None if path is None else library._opened_or_explained(path)


def shipped_hash() -> str:
    """Return the hash of the sources of the library of a wheel."""
    rows = [row for name in dict.fromkeys(chain.from_iterable(SHIPPED.values())) for row in CARRIED[name]]
    return digests._hash(f"{SHIPPED} {digests.source_hash([*rows, *KERNELS])}", _rewriting())


def rows_of(name: str, kind: str) -> tuple[Stage, ...]:
    """Return the stages of a library, marked for the compiler process."""
    return tuple(row._replace(library=f"{row.library}{TANGENTS}{kind}") for row in CARRIED[name])


def file_name(name: str, kind: str, target: Target | None = None) -> str:
    """Return the name of the file of a library."""
    hashed = digests._hash(digests.source_hash(CARRIED[name]), _rewriting())
    return digests._file_name(f"{name}_{kind}{columns(kind)}", hashed, target)


def bitcode_names(name: str) -> list[str]:
    """Return the names of the files that keep the bitcode of a library, for all kinds."""
    return digests.bitcode_names(CARRIED[name])


def _file_name(name: str, kind: str) -> str:
    return cache.library_file_name(
        f"{name}{TANGENTS}{kind}{columns(kind)}",
        lambda: digests.closure_of(CARRIED[name]) | _rewriting(),
        lambda: file_name(name, kind),
    )


def _rewriting() -> set[str]:
    """Return the modules that rewrite stages, for the hash of the sources."""
    return set(digests.closure("toolchain.tangents.library_code"))


def _compile(names: list[str], kind: str) -> None:
    from gelenk.toolchain import build

    folder, objects = cache.folder(), os.environ.get("GELENK_OBJECTS")
    work: list[tuple[str, list[Any]]] = []
    bitcode = {}
    for name in names:
        path = str(folder / _file_name(name, kind))
        work.append((path, list(rows_of(name, kind))))
        if objects:
            bitcode[path] = [os.path.join(objects, file) for file in bitcode_names(name)]
    build.compile_rows(work, "exact derivatives are asked for", bitcode=bitcode)
    cache.prune(folder)


@functools.cache
def plain_address(stage: Stage) -> int:
    """Return the address of the compiled kernel of a rule, without tangents."""
    if stage in KERNELS and (dll := _shipped()):
        return dll.address(library.symbol(stage))
    import importlib

    return library.jit_address(getattr(importlib.import_module(stage.module), stage.name), stage.kinds)


@functools.cache
def plain_rule(stage: Stage) -> Any:
    """Return the compiled kernel of a rule, without tangents, as a function of m and d.

    Errors   RuntimeError: GELENK_STRICT=1
    """
    _refuse_strict()  # before the kernel is compiled, which takes half a minute
    if stage in KERNELS and (dll := _shipped()):
        return library.with_addresses(library._entry(dll, stage), stage.kinds)
    import importlib

    return library.jit(getattr(importlib.import_module(stage.module), stage.name), stage.kinds)


# Library in a wheel


def add_to_wheel(platform: Platform, folder: Path, kept: str) -> dict[str, str]:
    """Write the library to the folder of a wheel's libraries; return the hash of its sources.

    kept   folder in which objects are cached
    """
    target = build.wheel_targets(platform)[0]
    name = f"{digests.TANGENTS}.{target.level.name}{platform.suffix}"
    cache.write_sealed(folder / name, wheel_library(target, kept))
    return {digests.TANGENTS: shipped_hash()}


def wheel_library(target: Target, kept: str) -> bytes:
    """Return the library of stages with tangents and of the kernels that gradients call."""
    made = build.objects(work(target), build.WHY, target, kept)
    return link.shared_library([*chain.from_iterable(made)], platform=target.platform)


def work(target: Target) -> list[build.Work]:
    """Return the work of compiling stages with tangents and the kernels that gradients call."""
    kernels = build.Work(
        digests.library_name("passes", KERNELS, target), KERNELS, digests.bitcode_names(KERNELS)
    )
    return [
        build.Work(file_name(name, kind, target), rows_of(name, kind), bitcode_names(name))
        for kind, names in SHIPPED.items()
        for name in names
    ] + [kernels]
