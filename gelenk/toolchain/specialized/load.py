"""Facts of a model that become constants of its code; compiling and loading its step.

Documents: design / Models made to measure

    objects/position_own-....bc     templates of the stages of a library: for all models
    own_step-....so                 the step of one model
"""

import contextlib
import json
import os
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gelenk.tables.enums import mjtEnableBit
from gelenk.tables.field_groups import ARRAYS, MOST_BYTES, NUMBERS, OPTIONS, joined
from gelenk.tables.stages import Stage
from gelenk.toolchain import build, cache, digests, library, link
from gelenk.toolchain.compile_worker import OWN, part_path
from gelenk.toolchain.specialized import ENTRY, SUFFIX
from gelenk.toolchain.struct_layout import DATA_SIZES, MADE_NUMBERS, MODEL, OPTION, OWN_STEP

NAME = "own_step"
_lock = threading.Lock()  # several threads that need one step compile it once
MOST_PARTS = 4  # limit of the number of objects of one step, which are compiled in parallel
_STEP = (Stage("step", "gelenk.engine.step", f"step{OWN}", "mdi"),)
_WHY = "gelenk.specialize asks for the code of one model"


# Facts


def facts(m: Any, d: Any, libraries: Iterable[str]) -> dict[str, Any]:
    """Return the values that become constants in the step of a model, as plain Python objects.

    m          the model (MjModel)
    d          new data of the model (MjData)
    libraries  names of the libraries that a step of the model needs
    Returns    libraries, in order; kinds: stage -> kinds of its arguments; numbers: field -> integer;
               arrays: field -> bytes, as hexadecimal digits
    """
    rows = joined(libraries)
    numbers = {f"model.{name}": _slot(m, MODEL, name) for name in (*sorted(NUMBERS), *MADE_NUMBERS)}
    numbers[f"model.{OWN_STEP}"] = 0
    numbers |= {f"data.{name}": numbers[f"model.{name}"] for name in DATA_SIZES if name in NUMBERS}
    numbers |= {f"option.{name}": _slot(m.opt, OPTION, name) for name in OPTIONS}
    columns = {name: getattr(m, f"_a_{name}") for name in sorted(ARRAYS)}
    arrays = {f"model.{n}": c.tobytes().hex() for n, c in columns.items() if 0 < c.nbytes <= MOST_BYTES}
    if not numbers["option.enableflags"] & int(mjtEnableBit.mjENBL_SLEEP):
        count = numbers["data.nrun"] = d._scalar("nrun")
        arrays["data.run"] = d._a_run[:count].tobytes().hex()
    kinds = {row.name: row.kinds for stages in rows.values() for row in stages}
    return {"libraries": [*rows], "kinds": kinds, "numbers": numbers, "arrays": arrays}


def _slot(block: Any, plan: Any, name: str) -> int:
    return int(block._ints[plan.offset[name] // 8])


# The step


def file_name(facts: dict[str, Any]) -> str:
    """Return the name of the library with the step of a model."""
    rows = [row for stages in joined(facts["libraries"]).values() for row in stages]
    text = json.dumps(facts, sort_keys=True) + digests.source_hash(rows)
    return digests._file_name(NAME, digests._hash(text, set(digests.closure("toolchain.specialized.code"))))


def find(facts: dict[str, Any]) -> int:
    """Return the address of the step of a model if it is compiled, else 0."""
    path = cache.find(file_name(facts))
    return 0 if path is None else library._opened_or_explained(path).address(ENTRY)


def compile_step(facts: dict[str, Any]) -> int:
    """Compile the step of a model, with templates that are missing; return its address.

    Errors   RuntimeError: Numba is not installed, or compiling failed
    """
    require_compiler()
    with _lock, build.silent():
        return find(facts) or _compiled(facts)


def require_compiler() -> None:
    """Raise RuntimeError with the remedy if Numba is not installed."""
    build.require_compiler(1, _WHY)


def _compiled(facts: dict[str, Any]) -> int:
    templates: dict[str, str] = {}
    missing: list[tuple[str, tuple[Stage, ...]]] = []
    for name, rows in joined(facts["libraries"]).items():
        file = str(_folder() / _template_name(name, rows))
        made = [part_path(file, i) for i in range(len(rows))]
        if not all(digests.is_intact(part) for part in made):
            missing.append((file, _marked(rows)))
        templates |= {row.name: str(part) for row, part in zip(rows, made, strict=True)}
    if missing:
        build.compile_rows(missing, _WHY)
        cache.prune(_folder())
    path = cache.folder() / file_name(facts)
    with _parts(path, facts | {"templates": templates, "parts": _divided(templates)}) as parts:
        build.compile_rows([(part, _STEP) for part in parts], _WHY)
        cache.write_sealed(path, link.shared_library([cache.read(Path(part)) for part in parts]))
    cache.prune(cache.folder())
    return library._opened_or_explained(path).address(ENTRY)


def _divided(templates: dict[str, str]) -> list[list[str]]:
    """Divide the names of the stages into parts of about equal code size, one for each CPU."""
    sizes = {name: Path(path).stat().st_size for name, path in templates.items()}
    parts: list[list[str]] = [[] for _ in range(min(os.cpu_count() or 1, MOST_PARTS))]
    for name in sorted(sizes, key=sizes.__getitem__, reverse=True):
        min(parts, key=lambda part: sum(map(sizes.__getitem__, part))).append(name)
    return [part for part in parts if part]


def _folder() -> Path:
    folder = cache.folder() / "objects"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _marked(rows: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """Return stages with library names marked as templates, for the compiler process."""
    return tuple(row._replace(library=row.library + OWN) for row in rows)


def _template_name(name: str, rows: tuple[Stage, ...]) -> str:
    modules = set(digests.closure("toolchain.specialized.template"))
    hashed = digests._hash(digests.source_hash(rows, back=False), modules)
    return digests._bitcode_name(f"{name}_own", hashed)


@contextlib.contextmanager
def _parts(path: Path, facts: dict[str, Any]) -> Iterator[list[str]]:
    """Write the facts for the compiler process; yield the paths of objects, then delete all."""
    stem = f"{path}.{os.getpid()}"
    parts = [f"{stem}.{i}.o" for i in range(len(facts["parts"]))]
    Path(f"{stem}{SUFFIX}").write_text(json.dumps(facts), encoding="utf-8")
    try:
        yield parts
    finally:
        for made in (f"{stem}{SUFFIX}", *parts, *(f"{part}.lock" for part in parts)):
            Path(made).unlink(missing_ok=True)
