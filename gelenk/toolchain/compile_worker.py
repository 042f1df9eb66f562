"""Worker process that compiles: reads work as JSON lines, answers one line per library.

Documents: design / Compiled ahead, loaded without Numba

Only this process imports Numba. It runs as a file, ``python -P gelenk/toolchain/compile_worker.py FOLDERS``, and
registers an empty package as ``gelenk``, since gelenk/__init__.py would create kernels before the compiler is
installed. FOLDERS is the parent's sys.path; they are appended to this process's path, so that a file of the user cannot
shadow a module.
"""

import contextlib
import importlib
import json
import os
import sys
import time
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TILES = "--tiles"  # argument of the process: compile interleaved code for batches (interleaved_types.py)
WARM = "--warm"  # argument of the process: load Numba before the first work, by compiling a small function
TEXTS = (".tiles.bc", ".tiles.o", ".tiles.ptx", ".tiles.json")
TANGENTS = ":"  # separates a library name from the kind of its stages with tangents (toolchain/tangents)
OWN = "@"  # suffix of library names: the stages become templates of specialized code (toolchain/specialized)
WHOLE = "whole"  # in place of argument kinds: the function is not a kernel but returns bitcode


def _stand_in() -> None:
    """Register an empty package ``gelenk`` with the path of the real one."""
    package = types.ModuleType("gelenk")
    package.__path__ = [str(Path(__file__).resolve().parents[1])]
    sys.modules["gelenk"] = package


def _prepare(check: bool, tiles: bool, strict: bool = False) -> None:
    os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = (
        "1"  # error messages are not shown, so coloring them wastes time
    )
    os.environ["NUMBA_CPU_NAME"] = "generic"  # bitcode is equal for all CPUs
    os.environ["NUMBA_CPU_FEATURES"] = ""
    # Otherwise importing the modules of structs would load the extension, and compile it first where it is missing.
    os.environ["GELENK_BORDER"] = "0"
    import gelenk.toolchain.kernel as kernel

    kernel.COMPILING = True
    from gelenk.toolchain import front_end, intrinsics, memory, numba_types

    front_end.prepare()
    numba_types.CHECKING = check
    if strict:
        from gelenk.toolchain import strict_bitcode

        strict_bitcode.install()
    if tiles:
        from gelenk.toolchain import interleaved_types as interleaved

        interleaved.install()
    kernel.to_machine_code = front_end.compile_kernel
    kernel.call_stage = intrinsics.call_stage
    kernel.call_pair = intrinsics.call_pair
    kernel.call_scene = intrinsics.call_scene
    kernel.call_own = intrinsics.call_own
    kernel.flat = intrinsics.flat
    kernel.clear = intrinsics.clear
    kernel.spread, kernel.total, kernel.lane_count = (
        intrinsics.spread,
        intrinsics.total,
        intrinsics.lane_count,
    )
    kernel.numbers_at = intrinsics.numbers_at
    for name in intrinsics.NAMES:
        setattr(memory, name, getattr(intrinsics, name))


def _warm_up() -> None:
    """Compile a function without arrays, which loads what Numba needs to compile.

    This is 0.5 s of the 0.6 s that a first kernel takes.
    """
    from numba import njit

    def function(x: float) -> float:
        total = 0.0
        for i in range(3):
            if x > total:
                total += x * i
        return total

    njit("float64(float64)")(function)


def build(outputs: Sequence[tuple[str, Any]], rows: list[list[Any]], bitcode: Sequence[str] = ()) -> None:
    """Compile stages into each path of ``outputs`` that needs it.

    The row of a user's kernel has a parcel (kernel_pickle.py) in place of the module. A lock file beside a path makes
    processes that start together wait for the first instead of compiling twice. The suffix selects the result: .o gives
    one object per stage (path, path.1.o, ...), one of TEXTS gives interleaved code (gpu/library_ir.py), anything else a
    library. If GELENK_OBJECTS names a folder, a library is linked from the objects in that folder, as the libraries of
    a wheel are.

    rows      (name, module, library, kinds) of each stage
    outputs   (path, target (targets.py)): one, or objects of the same stages for several targets
    bitcode   paths of the files that keep the bitcode of each stage; (): nothing keeps the bitcode
    """
    from gelenk.toolchain import cache, digests, platforms

    with contextlib.ExitStack() as held:
        for path, _ in sorted(outputs, key=lambda output: output[0]):
            held.enter_context(platforms.locked(path + ".lock"))
        missing = [
            (path, target)
            for path, target in outputs
            if not all(digests.is_intact(part) for part in _parts(path, rows))
        ]
        if not missing:
            return
        path, target = missing[0]
        if path.endswith(TEXTS):
            from gelenk.toolchain.gpu import library_ir

            cache.write_sealed(Path(path), library_ir.make(path, rows))
        elif rows[0][2].endswith(OWN):
            _build_own(path, rows, target)
        elif path.endswith(".o"):
            made = _objects(rows, [target for _, target in missing], bitcode)
            for (path, _), parts in zip(missing, made, strict=True):
                _write_parts(path, parts)
        else:
            _build_library(path, rows, target, bitcode)


def _build_library(path: str, rows: list[list[Any]], target: Any, bitcode: Sequence[str]) -> None:
    from gelenk.toolchain import cache, digests, link

    kept = os.environ.get("GELENK_OBJECTS")
    if kept and all(isinstance(row[1], str) for row in rows):  # no wheel contains kernels of users
        os.makedirs(kept, mode=0o700, exist_ok=True)
        file = os.path.join(kept, digests.object_name(os.path.basename(path), target))
        build([(file, target)], rows, bitcode)
        objects = [cache.read(part) for part in _parts(file, rows)]
    else:
        (objects,) = _objects(rows, [target], bitcode)
    cache.write_sealed(Path(path), link.shared_library(objects))


def _build_own(path: str, rows: list[list[Any]], target: Any) -> None:
    """Write templates of stages, or one part of a model's specialized step."""
    from gelenk.toolchain import cache
    from gelenk.toolchain.specialized import SUFFIX, code, template

    if path.endswith(".bc"):
        entries = zip(_bitcode(rows), rows, strict=True)
        _write_parts(
            path, [template.template(made, f"gelenk_{row[0]}", row[3], target) for made, row in entries]
        )
    else:
        stem, part = path.removesuffix(".o").rsplit(".", 1)
        cache.write_sealed(Path(path), code.part_object(stem + SUFFIX, int(part), target))


def _objects(rows: list[list[Any]], targets: Sequence[Any], bitcode: Sequence[str]) -> list[list[bytes]]:
    """Compile stages; return their object files for each target."""
    from gelenk.toolchain import numba_types, object_code

    modules = _kept_bitcode(bitcode, rows) if bitcode else _bitcode(rows)
    kind = rows[0][2].partition(TANGENTS)[2]
    if kind:
        from gelenk.toolchain.tangents import library_code

        made = library_code.objects(modules, rows, kind, targets, numba_types.CHECKING)
    else:
        made = [object_code.from_bitcode(code, targets, quick=numba_types.CHECKING) for code in modules]
    return [list(parts) for parts in zip(*made, strict=True)]


def _kept_bitcode(paths: Sequence[str], rows: list[list[Any]]) -> list[bytes]:
    """Return the bitcode of stages from their files, compiling and writing missing ones first."""
    from gelenk.toolchain import cache, digests, platforms

    files = [Path(path) for path in paths]
    with platforms.locked(paths[0] + ".lock"):
        missing = [(file, row) for file, row in zip(files, rows, strict=True) if not digests.is_intact(file)]
        made = _bitcode([row for _, row in missing])
        for (file, _), code in zip(missing, made, strict=True):
            cache.write_sealed(file, code)
    return [cache.read(file) for file in files]


def _bitcode(rows: list[list[Any]]) -> list[bytes]:
    """Compile stages with Numba; return their bitcode."""
    from gelenk.toolchain import bitcode

    entries, modules = [], []
    for name, module, _library, kinds in rows:
        if isinstance(module, str):
            function = getattr(importlib.import_module(module), name)
        else:
            function = _user_kernel(module)
        if kinds == WHOLE:
            modules.append(function())
        else:
            entries.append((f"gelenk_{name}", function, kinds))
    return modules + bitcode.stage_bitcode(entries)


def _user_kernel(parcel: list[dict[str, Any]]) -> Any:
    """Return a user's kernel, with checks unless disabled; the process compiles no other one."""
    from gelenk.toolchain import kernel_pickle

    if not kernel_pickle.has_checks(parcel):
        return kernel_pickle.unpack(parcel)
    from gelenk.toolchain import kernel_checks

    kernel_checks.install(parcel)
    return kernel_pickle.unpack(parcel, kernel_checks.turn)


def _write_parts(path: str, parts: list[bytes]) -> None:
    """Write the objects of a library, or its bitcode."""
    from gelenk.toolchain import cache

    # Part 0 is written last, since its presence marks the set as complete.
    for i, data in reversed(list(enumerate(parts))):
        cache.write_sealed(part_path(path, i), data)


def _parts(path: str, rows: list[list[Any]]) -> list[Path]:
    """Return the paths that a build writes."""
    several = path.endswith((".o", ".bc")) and not path.endswith(TEXTS)
    return [part_path(path, i) for i in range(len(rows))] if several else [Path(path)]


def part_path(path: str, i: int) -> Path:
    """Return the path of stage ``i`` of a library whose objects or bitcode begin at ``path``."""
    stem, ending = os.path.splitext(path)
    return Path(f"{stem}.{i}{ending}" if i else path)


def _explained(error: Exception, rows: list[list[Any]]) -> str:
    """Return the explanation of an error in a user's kernel, "" for kernels of the package."""
    from gelenk.toolchain import kernel_rules

    name, parcel, *_ = rows[0]
    return (
        ""
        if isinstance(parcel, str)
        else kernel_rules.explained(str(error), {p["file"] for p in parcel}, name)
    )


def main() -> None:
    """Serve work until the input ends."""
    tiles, warm = TILES in sys.argv, WARM in sys.argv
    for word in {TILES, WARM}.intersection(sys.argv):
        sys.argv.remove(word)
    sys.path += [folder for folder in sys.argv[1:] if folder not in sys.path]
    _stand_in()
    from gelenk.toolchain import platforms, targets
    from gelenk.toolchain.digests import checking, strict

    _prepare(checking(), tiles, strict())
    if warm:
        _warm_up()
    for line in sys.stdin:
        path, rows, named, bitcode = json.loads(line)
        start = time.perf_counter()
        try:
            outputs = [
                (file, targets.target_named(name) if name else platforms.target()) for file, name in named
            ]
            build(outputs, rows, bitcode)
            answer = {"path": path, "seconds": time.perf_counter() - start}
        except Exception as error:  # the parent reports the error with the library's name
            kind = "" if type(error) is RuntimeError else f"{type(error).__name__}: "
            answer = {"path": path, "error": f"{kind}{error}", "kernel": _explained(error, rows)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
