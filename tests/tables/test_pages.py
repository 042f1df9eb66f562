"""Pages in docs/ that are rendered from the source are as the source is now."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def script(name):
    """A script of docs/ as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", ["map.md", "reference.md", "fields.md"])
def test_page_is_not_stale(page):
    fresh = script("make").pages()[page]
    assert (DOCS / page).read_text(encoding="utf-8") == fresh, (
        f"docs/{page} is stale: run python docs/make.py"
    )


def test_page_of_attributes_is_not_stale():
    assert (DOCS / "attributes.md").read_text(encoding="utf-8") == script("coverage").table(), (
        "stale: run python -m docs.coverage"
    )


def test_every_module_says_what_it_is_and_which_heading_it_implements():
    make = script("make")
    for path in sorted((DOCS.parent / "gelenk").rglob("*.py")):
        text = make.docstring(path)
        assert text, f"{path} has no docstring"
        if path.name not in ("__init__.py", "version.py"):
            named = make.headings(text)
            assert named, f"{path} does not say which heading of the documents it implements"
            for heading in named:
                assert heading.split(" / ")[0].strip() in make.CHAPTERS, f"{path}: {heading}"
