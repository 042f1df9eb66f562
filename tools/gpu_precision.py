"""Measure the effects of single precision, and write them to docs/gpu.md.

    python -m tools.gpu_precision [SCENE...]

Documents: design / What single precision changes

Two tables: constants of the engine with a value per precision, and the deviation of a step in single precision from the
engine, relative to the largest value of each field. The text for GPUs is compiled for the CPU; this needs Numba and a C
compiler, and takes minutes with an empty cache. With names of scenes, only their rows are printed.
"""

import re
import sys
from pathlib import Path

import numpy as np

from gelenk.tables.precision import Limits
from gelenk.toolchain.gpu.variant import Variant
from tests.support.many import batch, column, errors, load, native_step, side_by_side

PAGE = Path(__file__).resolve().parents[1] / "docs" / "gpu.md"
SINGLE = Variant(single=True, narrow=True)
SCENES = ("cartpole", "humanoid", "arm7", "tendon_arm", "hand", "cube", "boxes50", "rope")
SHOWN = ("xpos", "M", "qfrc_bias", "qacc_smooth", "qfrc_constraint", "qacc", "qpos")
STEPS = 40


def limits() -> str:
    """Return the table of the constants with two precisions."""
    head = "| constant | double | single | meaning |\n|---|---|---|---|\n"
    return head + "".join(
        f"| {n} | {_number(r.double)} | {_number(r.single)} | {r.meaning} |\n"
        for n, r in Limits.rows().items()
    )


def _number(value: float) -> str:
    return "none" if value < -1e200 else f"{value:g}"


def row(name: str) -> str:
    """Return median and maximum deviation of each field over steps of a scene."""
    m = load(name)
    b = batch(m, 2, SINGLE, nconmax=512 if name in ("boxes50", "cube") else 64)
    found: dict[str, list[float]] = {}
    contacts = alike = 0
    for d in side_by_side(m, b, STEPS, native_step, every=5):
        b.check()
        alike += int((column(b, "ncon") == d.ncon).all())
        contacts = max(contacts, int(d.ncon))
        for field, error in errors(b, d).items():
            found.setdefault(field, []).append(error)
    cells = [_pair(found.get(field, [])) for field in SHOWN]
    return f"| {name} | {contacts} | {alike} of {STEPS} | " + " | ".join(cells) + " |\n"


def _pair(values: list[float]) -> str:
    return f"{np.median(values):.0e} / {max(values):.0e}" if values else ""


def main() -> None:
    """Write the tables, or print the rows of the named scenes."""
    head = "| scene | contacts | as many | " + " | ".join(SHOWN) + " |\n" + "|---" * (3 + len(SHOWN)) + "|\n"
    rows = head + "".join(map(row, sys.argv[1:] or SCENES))
    if sys.argv[1:]:
        print(rows)
        return
    text = PAGE.read_text(encoding="utf-8")
    for mark, table in (("limits", limits()), ("precision", rows)):
        written = f"<!-- {mark} -->\n{table}<!-- {mark} end -->"
        text = re.sub(rf"<!-- {mark} -->\n.*<!-- {mark} end -->", lambda _, w=written: w, text, flags=re.S)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
