"""Files that are rendered from the source are as the source is now."""

import pytest

from tools import render
from tools.pages import map as headings

# tests/agreement/test_all_pairs.py has the claims of the page of collisions
CHECKED = [name for name in render.PAGES if name != "collision"]


@pytest.mark.parametrize("name", CHECKED)
def test_page_is_not_stale(name):
    page = render.PAGES[name]
    assert not page.stale(), f"{page.path} is stale: run python tools/render.py {name}"


def test_check_names_what_is_stale_and_writes_nothing(tmp_path, monkeypatch, capsys):
    page = tmp_path / "map.md"
    page.write_text("as it was", encoding="utf-8")
    stale = render.Page(str(page), "tools.pages.map")
    monkeypatch.setattr(render, "PAGES", {"map": stale})
    assert render.main(["--check"]) == 1
    assert f"{page} is stale" in capsys.readouterr().out
    assert page.read_text(encoding="utf-8") == "as it was"
    assert render.main(["map"]) == 0
    assert render.main(["--check", "map"]) == 0


def test_a_page_that_does_not_exist_is_an_error(capsys):
    with pytest.raises(SystemExit):
        render.main(["mapp"])
    assert "there are map, reference, fields" in capsys.readouterr().err


def test_every_module_says_what_it_is_and_which_heading_it_implements():
    for path in sorted((render.ROOT / "gelenk").rglob("*.py")):
        text = headings.docstring(path)
        assert text, f"{path} has no docstring"
        if path.name not in ("__init__.py", "version.py"):
            named = headings.headings(text)
            assert named, f"{path} does not say which heading of the documents it implements"
            for heading in named:
                assert heading.split(" / ")[0].strip() in headings.CHAPTERS, f"{path}: {heading}"


def test_what_modules_name_of_the_design_is_a_heading_of_its_pages():
    assert not headings.unresolved(), f"the pages have {', '.join(headings.design())}"


def test_a_heading_that_the_design_does_not_have_is_noticed():
    assert "design / Memory" in headings.design()
    assert "design / Memory of an elephant" not in headings.design()


def test_chapters_are_called_as_the_documents_call_them():
    for path in sorted((headings.ROOT / "gelenk").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "Modelling /" not in text, f"{path}: the chapter is called Modeling, whatever our prose does"
