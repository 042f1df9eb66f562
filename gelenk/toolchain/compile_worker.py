"""The process that compiles: reads work as JSON lines, answers one line per finished library.

Documents: design / Compiled ahead, loaded without Numba

Only this process imports numba. It is run as a file, ``python -P gelenk/toolchain/compile_worker.py FOLDERS``, and
puts an empty package in the place of gelenk: for what gelenk/__init__.py imports would be kernels already, before they
can become machine code. Folders are those where the process that asks finds modules; here they come after all others,
so that a file of a user's takes the place of no module.
"""

import importlib
import json
import os
import sys
import time
import types
from pathlib import Path
from typing import Any

TILES = "--tiles"  # argument of the process: compile for many worlds (interleaved_types.py)
TEXTS = (".tiles.bc", ".tiles.o", ".tiles.ptx", ".tiles.json")
WHOLE = "whole"  # in the place of the kinds of arguments: no kernel, but a function that makes an object


def _stand_in() -> None:
    """An empty package by the name of gelenk, whose modules are those of the real one."""
    package = types.ModuleType("gelenk")
    package.__path__ = [str(Path(__file__).resolve().parents[1])]
    sys.modules["gelenk"] = package


def _prepare(level: str, check: bool, tiles: bool) -> None:
    os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = (
        "1"  # colors of messages that nobody sees take time
    )
    if level != "host":
        os.environ["NUMBA_CPU_NAME"] = level
        os.environ["NUMBA_CPU_FEATURES"] = ""
    import gelenk.toolchain.kernel as kernel

    kernel.COMPILING = True
    from gelenk.toolchain import front_end, intrinsics, memory, memory_intrinsics, numba_types

    front_end.prepare()
    numba_types.CHECKING = check
    if tiles:
        from gelenk.toolchain import interleaved_types as interleaved

        interleaved.install()
    kernel.to_machine_code = front_end.compile_kernel
    kernel.call_stage = intrinsics.call_stage
    kernel.call_pair = intrinsics.call_pair
    kernel.call_scene = intrinsics.call_scene
    kernel.flat = intrinsics.flat
    kernel.clear = intrinsics.clear
    kernel.spread, kernel.total = intrinsics.spread, intrinsics.total
    kernel.numbers_at = intrinsics.numbers_at
    for name in memory_intrinsics.NAMES:
        setattr(memory, name, getattr(memory_intrinsics, name))


def build(path: str, rows: list[list[Any]]) -> None:
    """Compile the stages ``rows`` [(name, module, library, kinds)] into ``path``, unless it is there.

    In the place of a module there is the parcel of a kernel from elsewhere (kernel_pickle.py).
    A lock beside it lets processes that start together wait for the first one instead of compiling twice. Where the
    name ends in .o, objects are all that is wanted: of the first stage there, of further ones in path.1.o, ...; where
    it ends in one of TEXTS, code for many worlds (targets/pieces.py). Where GELENK_OBJECTS names a folder, a library is
    linked of the objects that are kept there, as those of a wheel are.
    """
    from gelenk.toolchain import cache, digests, link, platforms

    with platforms.locked(path + ".lock"):
        if all(digests.is_intact(part) for part in _parts(path, rows)):
            return
        if path.endswith(TEXTS):
            from gelenk.toolchain.gpu import library_ir

            cache.place(Path(path), library_ir.make(path, rows))
            return
        if path.endswith(".o"):
            _keep(path, _objects(rows))
            return
        kept = os.environ.get("GELENK_OBJECTS")
        if kept and all(isinstance(row[1], str) for row in rows):  # kernels of users are in no wheel
            os.makedirs(kept, mode=0o700, exist_ok=True)
            file = os.path.join(kept, f"{os.path.basename(path)}.o")
            build(file, rows)
            objects = [cache.read(part) for part in _parts(file, rows)]
        else:
            objects = _objects(rows)
        cache.place(Path(path), link.shared_library(objects))


def _objects(rows: list[list[Any]]) -> list[bytes]:
    """Compile stages."""
    from gelenk.toolchain import object_code

    entries, objects = [], []
    for name, module, _library, kinds in rows:
        if isinstance(module, str):
            function = getattr(importlib.import_module(module), name)
        else:
            function = _foreign(module)
        if kinds == WHOLE:
            objects.append(function())
        else:
            entries.append((f"gelenk_{name}", function, kinds))
    return objects + object_code.emit_objects(entries)


def _foreign(parcel: list[dict[str, Any]]) -> Any:
    """The kernel of a user, with checks unless it asks for none; this process compiles no other."""
    from gelenk.toolchain import kernel_pickle

    if not kernel_pickle.has_checks(parcel):
        return kernel_pickle.unpack(parcel)
    from gelenk.toolchain import kernel_checks

    kernel_checks.install(parcel)
    return kernel_pickle.unpack(parcel, kernel_checks.turn)


def _keep(path: str, objects: list[bytes]) -> None:
    """Write the objects of a library."""
    from gelenk.toolchain import cache

    for i, data in reversed(list(enumerate(objects))):  # the first says that all are there
        cache.place(object_path(path, i), data)


def _parts(path: str, rows: list[list[Any]]) -> list[Path]:
    """The files of a build."""
    several = path.endswith(".o") and not path.endswith(TEXTS)
    return [object_path(path, i) for i in range(len(rows))] if several else [Path(path)]


def object_path(path: str, i: int) -> Path:
    """Where object ``i`` of a library is, of which objects are wanted."""
    return Path(f"{path.removesuffix('.o')}.{i}.o" if i else path)


def _explained(error: Exception, rows: list[list[Any]]) -> str:
    """What is wrong with the kernel of a user, where that is what was compiled; else nothing."""
    from gelenk.toolchain import kernel_rules

    name, parcel, *_ = rows[0]
    return (
        ""
        if isinstance(parcel, str)
        else kernel_rules.explained(str(error), {p["file"] for p in parcel}, name)
    )


def main() -> None:
    """Serve until the input ends."""
    tiles = TILES in sys.argv
    if tiles:
        sys.argv.remove(TILES)
    sys.path += [folder for folder in sys.argv[1:] if folder not in sys.path]
    _stand_in()
    from gelenk.toolchain.sources import checking, cpu_level

    _prepare(cpu_level(), checking(), tiles)
    for line in sys.stdin:
        path, rows = json.loads(line)
        start = time.perf_counter()
        try:
            build(path, rows)
            answer = {"path": path, "seconds": time.perf_counter() - start}
        except Exception as error:  # the parent reports it with the library's name
            kind = "" if type(error) is RuntimeError else f"{type(error).__name__}: "
            answer = {"path": path, "error": f"{kind}{error}", "kernel": _explained(error, rows)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
