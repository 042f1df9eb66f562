"""Assemble every stage for a GPU and write the table of docs/gpu.md.

Documents: design / Registers and stack of the stages

    python -m tools.gpu_table [LIBRARY...]

With names of libraries, their rows are printed and no file is written. Needs Numba and ptxas, and takes minutes.
"""

import re
import sys
from pathlib import Path

from gelenk.tables import gpu_stages
from gelenk.toolchain.gpu import program
from gelenk.toolchain.gpu.variant import Variant
from tools import gpu_resources

PAGE = Path(__file__).resolve().parents[1] / "docs" / "gpu.md"
VARIANT = Variant(single=True, narrow=True)


def rows(libraries: list[str]) -> list[gpu_resources.Row]:
    """Return the resource usage of the stages of libraries; RuntimeError on unknown calls."""
    program.pieces(libraries, VARIANT, "ptx")  # libraries are compiled in parallel
    found = []
    for name in libraries:
        own, unknown = gpu_resources.library(name, VARIANT)
        if unknown:
            raise RuntimeError(f"{name} calls {', '.join(sorted(unknown))}, which no program has")
        found += own
    return found


def main() -> None:
    """Write the table, or print the rows of the named libraries."""
    table = gpu_resources.table(rows(sys.argv[1:] or gpu_stages.libraries()))
    if sys.argv[1:]:
        print(table)
        return
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        re.sub(r"<!-- table -->\n.*<!-- end -->", f"<!-- table -->\n{table}<!-- end -->", text, flags=re.S),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
