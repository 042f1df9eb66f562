"""Prebuilt GPU programs: find one in the distribution gelenk-cuda, or make them.

Documents: design / Many worlds on GPUs

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
from gelenk.toolchain import cache, sources
from gelenk.toolchain.digests import blake2b
from gelenk.toolchain.gpu import program, ptx
from gelenk.toolchain.gpu.variant import Variant

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
            raise ValueError("its digest differs")
        if found.keys() != {"facts", "used", "programs"}:
            raise ValueError("its parts differ")
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
    found = {name: sources.piece_hash(gpu_stages.rows(name)) for name in libraries}
    return found | {"": sources.passes_hash()}


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
    every = [n for n in gpu_stages.libraries() if not n.startswith("plugin")]  # unsupported on GPUs
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
            text = ptx.portable(cache.read(program.ptx_file(here, variant)).decode())
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
    fields = {n: sorted(program.used([n])["data"]) for n in names}
    index: dict[str, Any] = {"facts": source_hashes(names), "used": fields, "programs": rows}
    index["digest"] = digest(index)
    (folder / INDEX).write_text(json.dumps(index, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return sizes
