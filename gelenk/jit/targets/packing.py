"""Makes the programs that gelenk-cuda carries: PTX and machine code of sets of libraries, and the list of them.

Documents: design / Many worlds on GPUs
"""

import json
import lzma
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gelenk.jit import cache
from gelenk.jit.targets import carried, program, ptx
from gelenk.jit.targets.variant import Variant
from gelenk.tables import many

_SLEEP = ("sleep", "collision_awake")
_SOFT = ("flex", "flex_collision", "flex_equality", "flex_contact", "flex_passive", "flex_implicit", "sdf")


def sets() -> dict[str, list[str]]:
    """Programs by name: of rigid bodies, and of all that devices run. A model takes the smaller one where it can."""
    every = [n for n in many.libraries() if not n.startswith("plugin")]  # which devices refuse
    return {"rigid": [n for n in every if n not in (*_SOFT, *_SLEEP)], "all": every}


def make(
    folder: Path,
    programs: Mapping[str, Sequence[str]],
    variants: Sequence[Variant],
    chips: Sequence[str],
    say: Callable[[str], None] = lambda text: None,
) -> dict[str, int]:
    """Fill the folder: PTX for each program and variant, machine code for each chip too; sizes of what was written.

    Errors   ptx.Missing: ptxas or libdevice is not there; RuntimeError: ptxas refuses a program
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows, sizes = [], {}
    for name, libraries in programs.items():
        for variant in variants:
            here = [n for n in libraries if n in many.libraries(variant.lanes)]
            say(f"{name}, {variant.name}: PTX of {len(here)} libraries")
            text = ptx.portable(cache.read(program.ptx(here, variant)).decode())
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
    used = {n: sorted(program.used([n])["data"]) for n in names}
    index: dict[str, Any] = {"facts": carried.facts(names), "used": used, "programs": rows}
    index["digest"] = carried.digest(index)
    (folder / carried.INDEX).write_text(json.dumps(index, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return sizes
