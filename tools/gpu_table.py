"""Assembles every stage for a GPU and writes the table of docs/gpu.md: python -m tools.gpu_table [LIBRARY...]

Documents: design / Registers and stack of the stages

With names of libraries it prints their rows and writes nothing. It needs Numba and ptxas, and takes minutes.
"""

import re
import sys
from pathlib import Path

from gelenk.tables import gpu_stages
from gelenk.toolchain.gpu import program, resource_report
from gelenk.toolchain.gpu.variant import Variant

PAGE = Path(__file__).resolve().parents[1] / "docs" / "gpu.md"
VARIANT = Variant(single=True, narrow=True)


def rows(libraries: list[str]) -> list[resource_report.Row]:
    """What the stages of these libraries take; RuntimeError where they call what no program has."""
    program.pieces(libraries, VARIANT, "ptx")  # side by side
    found = []
    for name in libraries:
        own, unknown = resource_report.library(name, VARIANT)
        if unknown:
            raise RuntimeError(f"{name} calls {', '.join(sorted(unknown))}, which no program has")
        found += own
    return found


def main() -> None:
    """Write, or print."""
    table = resource_report.table(rows(sys.argv[1:] or gpu_stages.libraries()))
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
