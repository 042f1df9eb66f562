"""GPU programs for batches: built from libraries, or found in the package gelenk-cuda.

Documents: design / Many worlds on GPUs

A program is built from libraries, which are compiled in parallel, then linked:

    image(libraries, variant)          shared library for the CPU, to test GPU code
    ptx_file(libraries, variant)       NVIDIA's portable assembly
    cubin(libraries, variant, chip)    machine code of one chip

Results are stored in the cache folder under a hash of all inputs.

Prebuilt programs are found in the distribution gelenk-cuda, or made for it:

    gelenk_cuda/programs/index.json    list of programs: libraries, hashes of sources, variant
    ...-f32i32.ptx.xz                  PTX, which the driver assembles for any chip from sm_80 on
    ...-f32i32.sm_90.cubin.xz          machine code, for chips of that major version

With a prebuilt program, nothing is compiled. A program fits if it has all libraries that a model steps with, and their
hashes are those of the installed sources.
"""

import functools
import importlib.util
import json
import lzma
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gelenk.tables import gpu_stages
from gelenk.toolchain import build, cache, digests, link
from gelenk.toolchain.digests import blake2b
from gelenk.toolchain.gpu import ptx
from gelenk.toolchain.gpu import ptx as assembler
from gelenk.toolchain.gpu.variant import Variant
from gelenk.toolchain.struct_layout import GLUE, KERNEL_ROWS, PROGRAM

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
        file = digests.piece_name(name, rows)
        if variant is not None:
            file = digests.variant_name(file, variant.name, ending)
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
        file = digests.variant_name(digests.piece_name(name, rows), "used", "json")
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
    facts = repr([[row.code for row in rows], [digests.piece_name(n, gpu_stages.rows(n)) for n in libraries]])
    name = digests.program_name(kind, facts, variant.name, ending)
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


# Prebuilt programs

PACKAGE, FOLDER, INDEX = "gelenk_cuda", "programs", "index.json"


class Carried(NamedTuple):
    """A program image for the driver, and the fields of MjData that its libraries access."""

    image: bytes
    used: set[str]


def folder() -> Path | None:
    """Return the folder of the programs, None if gelenk-cuda is not installed."""
    spec = importlib.util.find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or []) if spec else []
    return Path(places[0]) / FOLDER if places else None


def _index() -> dict[str, Any] | None:
    place = folder()
    return None if place is None else _read(place / INDEX)


@functools.cache
def _read(path: Path) -> dict[str, Any] | None:
    """Return the list of programs, None if the file does not exist.

    Errors   RuntimeError: the file cannot be read
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found.pop("digest", None) not in (None, digest(found)):
            raise ValueError("wrong digest")
        if found.keys() != {"facts", "used", "programs"}:
            raise ValueError("unexpected keys")
        return found
    except FileNotFoundError:
        return None
    except (OSError, ValueError, AttributeError) as error:
        raise RuntimeError(f"{path} is damaged ({error}): install gelenk-cuda again") from None


def digest(index: dict[str, Any]) -> str:
    """Return the digest of a list of programs; the program files have the checksum of xz."""
    return blake2b(json.dumps(index, sort_keys=True).encode(), digest_size=16).hexdigest()


def source_hashes(libraries: Iterable[str]) -> dict[str, str]:
    """Return the source hash of each library, and of the passes under ""."""
    found = {name: digests.piece_hash(gpu_stages.rows(name)) for name in libraries}
    return found | {"": digests.passes_hash()}


def missing() -> str:
    """Return why a model has no prebuilt program, as text."""
    if _index() is None:
        return "gelenk-cuda is not installed"
    return "gelenk-cuda has no program of these sources for this model"


def find(libraries: list[str], variant: Variant, chip: tuple[int, int]) -> Carried | None:
    """Return the smallest program with these libraries for a chip, None if there is none.

    Errors   RuntimeError: a file is damaged
    """
    index = _index()
    if index is None or any(index["facts"].get(n) != h for n, h in source_hashes(libraries).items()):
        return None
    fitting = [
        row
        for row in index["programs"]
        if row["variant"] == variant.name and {*libraries} <= {*row["libraries"]}
    ]
    for row in sorted(fitting, key=lambda row: len(row["libraries"])):
        if any(index["facts"].get(n) != h for n, h in source_hashes(row["libraries"]).items()):
            continue
        file = _for_chip(row["files"], chip)
        if file is not None:
            return Carried(_unpacked(file), {f for name in libraries for f in index["used"][name]})
    return None


def _for_chip(files: dict[str, str], chip: tuple[int, int]) -> str | None:
    """Return the machine code file for the chip or an earlier minor version, else PTX."""
    major, minor = chip
    versions = {name: divmod(int(name.removeprefix("sm_")), 10) for name in files if name != "ptx"}
    fitting = [(v, name) for name, v in versions.items() if v[0] == major and v[1] <= minor]
    if fitting:
        return files[max(fitting)[1]]
    return files.get("ptx") if chip >= (8, 0) else None


def _unpacked(file: str) -> bytes:
    place = folder()
    assert place is not None
    try:
        return lzma.decompress((place / file).read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise RuntimeError(f"{place / file} is damaged ({error}): install gelenk-cuda again") from None


_SLEEP = ("sleep", "collision_awake")
_SOFT = ("flex", "flex_collision", "flex_equality", "flex_contact", "flex_passive", "flex_implicit", "sdf")


def sets() -> dict[str, list[str]]:
    """Return the library sets by name; a model uses the smallest set that suffices.

    "rigid" is for rigid bodies; "all" has every library that GPUs support.
    """
    every = [n for n in gpu_stages.libraries() if not n.startswith("plugin")]  # GPUs run no plugins
    return {"rigid": [n for n in every if n not in (*_SOFT, *_SLEEP)], "all": every}


def make(
    folder: Path,
    programs: Mapping[str, Sequence[str]],
    variants: Sequence[Variant],
    chips: Sequence[str],
    say: Callable[[str], None] = lambda text: None,
) -> dict[str, int]:
    """Write PTX for each program and variant, machine code for each chip; return file sizes.

    Errors   ptx.Missing: ptxas or libdevice is not installed; RuntimeError: ptxas rejects a program
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows, sizes = [], {}
    for name, libraries in programs.items():
        for variant in variants:
            here = [n for n in libraries if n in gpu_stages.libraries(variant.lanes)]
            say(f"{name}, {variant.name}: PTX of {len(here)} libraries")
            text = ptx.portable(cache.read(ptx_file(here, variant)).decode())
            made = {"ptx": (f"{name}-{variant.name}.ptx.xz", text.encode())}
            for chip in chips:
                say(f"{name}, {variant.name}: machine code for {chip}")
                made[chip] = f"{name}-{variant.name}.{chip}.cubin.xz", ptx.executable(text, chip)
            for file, data in made.values():
                packed = lzma.compress(data, preset=9)
                (folder / file).write_bytes(packed)
                sizes[file] = len(packed)
            files = {kind: file for kind, (file, _) in made.items()}
            rows.append({"libraries": here, "variant": variant.name, "files": files})
    names = sorted({n for libraries in programs.values() for n in libraries})
    fields = {n: sorted(used([n])["data"]) for n in names}
    index: dict[str, Any] = {"facts": source_hashes(names), "used": fields, "programs": rows}
    index["digest"] = digest(index)
    (folder / INDEX).write_text(json.dumps(index, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return sizes
