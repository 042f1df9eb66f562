"""What pages show works as it is written, and their links lead somewhere."""

import os
import re
import subprocess
import sys

import pytest

from tests.support.pages import CELL, PAGES, ROOT, blocks, is_notebook

LINKED = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def name(page):
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page) and not is_notebook(page)], ids=name)
def test_the_blocks_of_a_page_run_one_after_the_other(page, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:gelenk", "-m", "tests.support.pages", str(page)],
        cwd=tmp_path,
        # a driver that other tests asked for is none that a reader has asked for
        env={k: v for k, v in os.environ.items() if k != "MUJOCO_GL"}
        | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "agg", "GELENK_QUIET": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", LINKED, ids=name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:\s]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_a_page_names_are_there(page):
    """Those of the repository have a folder in their name: `engine/step.py`."""
    for target in re.findall(r"`([\w-]+(?:/[\w-]+)+(?:\.\w+)?)`", page.read_text(encoding="utf-8")):
        if target.startswith("docs") or target.endswith((".py", ".xml", ".toml")):
            assert (ROOT / target).exists() or (ROOT / "gelenk" / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_block_of_code_is_left_out(page):
    """Each is of a language that runs, what a program prints, or of a directive that shows no code."""
    languages = set(
        re.findall(r"^`{3,}(\{?[\w-]+\}?(?: \w+)?)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    )
    shown = {"python", "xml", "console", "text", CELL, "{toctree}", "{include} performance"}
    assert languages <= shown, page.name


@pytest.mark.parametrize("page", [page for page in PAGES if is_notebook(page)], ids=name)
def test_notebooks_in_text_are_notebooks(page):
    jupytext = pytest.importorskip("jupytext")
    cells = jupytext.read(page).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    assert code == [block.text.strip() for block in blocks(page) if block.language == CELL]
