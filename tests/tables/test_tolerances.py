"""Every comparison of the tests takes its tolerance from `tol`, and wide ones say why."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
NUMBER = r"(\d+(\.\d*)?|\.\d+)(e-?\d+)?"
BARE = re.compile(rf"\b(atol|rtol|abs|rel)=(?!0[,)]){NUMBER}\s*[,)]")
WIDE = re.compile(r"tol\((0\.\d*[1-9]\d*|[\d.]+e-[1-3])\)")
FILES = sorted(TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_tolerances_are_those_of_tol_and_wide_ones_have_a_reason(file):
    lines = file.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.lstrip().startswith("def "):  # defaults are handed to `tol` inside
            assert not BARE.search(line), (number, line)
        if WIDE.search(line):
            near = lines[max(0, number - 4) : number + 1]
            assert any("#" in other for other in near), (number, line)
