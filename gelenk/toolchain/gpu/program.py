"""Build programs for batches: libraries compiled in parallel, then linked.

Documents: design / Many worlds on GPUs

    image(libraries, variant)          shared library for the CPU, to test GPU code
    ptx_file(libraries, variant)       NVIDIA's portable assembly
    cubin(libraries, variant, chip)    machine code of one chip

Results are stored in the cache folder under a hash of all inputs.
"""

import json
from pathlib import Path
from typing import NamedTuple

from gelenk.tables import gpu_stages
from gelenk.toolchain import build, cache, link, sources
from gelenk.toolchain.gpu import ptx as assembler
from gelenk.toolchain.gpu.variant import Variant
from gelenk.toolchain.symbols import GLUE, KERNEL_ROWS, PROGRAM

WHY = "a program for many worlds is made"


class Row(NamedTuple):
    """A stage, in the form that a worker expects."""

    code: tuple[str, str, str, str]


def pieces(libraries: list[str], variant: Variant | None = None, ending: str = "o") -> dict[str, Path]:
    """Return the file of each library, compiled if missing.

    Bitcode without ``variant``, else an object or PTX of the variant.
    """
    found, work = {}, []
    for name in libraries:
        rows = gpu_stages.rows(name)
        file = sources.piece_name(name, rows)
        if variant is not None:
            file = sources.variant_name(file, variant.name, ending)
        path = cache.find(file)
        if path is None:
            path = cache.folder() / file
            work.append((str(path), [Row(row.code) for row in rows]))
        found[name] = path
    if work:
        build.compile_rows(work, WHY, tiles=True)
    return found


def used(libraries: list[str]) -> dict[str, set[str]]:
    """Return the fields of model and data that the stages of these libraries access."""
    found: dict[str, set[str]] = {"model": set(), "data": set()}
    work, files = [], []
    for name in libraries:
        rows = gpu_stages.rows(name)
        file = sources.variant_name(sources.piece_name(name, rows), "used", "json")
        files.append(cache.find(file) or cache.folder() / file)
        if cache.find(file) is None:
            work.append((str(files[-1]), [Row(row.code) for row in rows]))
    if work:
        build.compile_rows(work, WHY, tiles=True)
    for path in files:
        for struct, fields in json.loads(cache.read(path)).items():
            found[struct] |= set(fields)
    return found


def stages(libraries: list[str]) -> list[Row]:
    """Return the rows of all stages of a program, and of its kernels."""
    rows = [Row(row.code) for name in libraries for row in gpu_stages.rows(name)]
    run = [stage.name for name in libraries for stage in gpu_stages.kernels(name)]
    return rows + [Row((name, "", KERNEL_ROWS, "")) for name in run]


def _made(kind: str, libraries: list[str], variant: Variant, ending: str) -> Path:
    rows = stages(libraries)
    facts = repr([[row.code for row in rows], [sources.piece_name(n, gpu_stages.rows(n)) for n in libraries]])
    name = sources.program_name(kind, facts, variant.name, ending)
    path = cache.find(name)
    if path is None:
        path = cache.folder() / name
        build.compile_rows([(str(path), rows)], WHY, tiles=True)
    return path


def ptx_file(libraries: list[str], variant: Variant) -> Path:
    """Return the path of a program as PTX."""
    pieces(libraries)  # compiles the libraries in parallel
    return _made(PROGRAM, libraries, variant, "ptx")


def cubin(libraries: list[str], variant: Variant, chip: tuple[int, int]) -> bytes:
    """Return a program as machine code of a chip, by ptxas.

    The driver would take minutes to assemble the PTX of a program.

    Errors   ptx.Missing: CUDA's tools are not installed; RuntimeError: ptxas rejects the text
    """
    text = ptx_file(libraries, variant)
    major, minor = chip
    made = text.with_suffix(f".sm_{major}{minor}.cubin")
    path = cache.find(made.name)
    if path is not None:
        return cache.read(path)
    code = assembler.executable(cache.read(text).decode(), f"sm_{major}{minor}")
    cache.write_sealed(cache.folder() / made.name, code)
    return code


def image(libraries: list[str], variant: Variant) -> bytes:
    """Return a program as a shared library for the CPU."""
    objects = pieces(libraries, variant)
    glue = _made(GLUE, libraries, variant, "o")
    return link.shared_library([cache.read(path) for path in (*objects.values(), glue)])
