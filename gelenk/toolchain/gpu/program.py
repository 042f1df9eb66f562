"""Programs for many worlds: libraries compiled to pieces, side by side, and tied together.

Documents: design / Many worlds on GPUs

    image(libraries, variant)    for this processor, to test what GPUs run: a shared library
    ptx(libraries, variant)      for NVIDIA's GPUs, in their portable assembly
    cubin(libraries, variant, chip)    in machine code of one of them

Both are kept in the cache folder, by a hash of everything that they are made of.
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
    """What a worker is told of a stage."""

    code: tuple[str, str, str, str]


def pieces(libraries: list[str], variant: Variant | None = None, ending: str = "o") -> dict[str, Path]:
    """The file of each library: its text, or an object of a variant, or PTX; what is missing is compiled."""
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
    """The fields of model and data that the stages of these libraries read or write."""
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
    """All stages of a program, and those that threads run, as a worker is told of them."""
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


def ptx(libraries: list[str], variant: Variant) -> Path:
    """A program in PTX."""
    pieces(libraries)  # side by side
    return _made(PROGRAM, libraries, variant, "ptx")


def cubin(libraries: list[str], variant: Variant, chip: tuple[int, int]) -> bytes:
    """A program in machine code of a chip, by ptxas: the driver takes minutes to assemble PTX of that size.

    Errors   ptx.Missing: CUDA's tools are not there; RuntimeError: ptxas refuses the text
    """
    text = ptx(libraries, variant)
    major, minor = chip
    made = text.with_suffix(f".sm_{major}{minor}.cubin")
    path = cache.find(made.name)
    if path is not None:
        return cache.read(path)
    code = assembler.executable(cache.read(text).decode(), f"sm_{major}{minor}")
    cache.place(cache.folder() / made.name, code)
    return code


def image(libraries: list[str], variant: Variant) -> bytes:
    """A program as a shared library of this processor."""
    objects = pieces(libraries, variant)
    glue = _made(GLUE, libraries, variant, "o")
    return link.shared_library([cache.read(path) for path in (*objects.values(), glue)])
