"""The site builds without a warning, which runs the notebooks, and each page can be reached from the first."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gelenk.toolchain.platforms import locked
from tests.support.pages import PAGES, ROOT, is_notebook

pytest.importorskip("sphinx")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built once for all processes that run tests of this run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    with locked(f"{folder}.lock"):
        if not folder.exists():
            build(folder)
    return folder


def build(folder: Path):
    fresh = folder.with_name("site-in-work")
    shutil.rmtree(fresh, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-E", "-q", "-j", "2", "docs", str(fresh)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    fresh.rename(folder)


def links(page: Path) -> set[Path]:
    """The pages that a page leads to, in its text or the list at its side."""
    found = re.findall(r'href="([^"#:?]+\.html)', page.read_text(encoding="utf-8"))
    return {(page.parent / target).resolve() for target in found}


def test_every_page_can_be_reached_and_no_link_is_dead(site):
    seen, todo = set(), [(site / "index.html").resolve()]
    while todo:
        page = todo.pop()
        if page in seen:
            continue
        assert page.is_file(), f"{page} is linked to, and not there"
        seen.add(page)
        todo.extend(links(page))
    assert {site / page.relative_to(ROOT / "docs").with_suffix(".html") for page in PAGES[1:]} <= seen


def test_notebooks_are_shown_with_what_they_printed_and_drew(site):
    notebooks = [page for page in PAGES if is_notebook(page)]
    assert len(notebooks) >= 5
    for page in notebooks:
        text = (site / page.relative_to(ROOT / "docs")).with_suffix(".html").read_text(encoding="utf-8")
        assert "cell_output" in text and "<img" in text, page.name
        assert "Traceback" not in text, page.name


def test_the_source_is_shown_highlighted(site):
    page = site / "source" / "gelenk" / "engine" / "step.py.html"
    assert 'class="k"' in page.read_text(encoding="utf-8")
    assert ".highlight" in (site / "source" / "source.css").read_text(encoding="utf-8")
