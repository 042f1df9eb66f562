"""Short answers and figures: answers are short, figures are those of the pages that measure them."""

import re

import pytest

from tests.support.pages import ROOT, blocks
from tools import figures

DOCS = ROOT / "docs"
HOWTO = DOCS / "guide" / "howto.md"
LONGEST = 10  # lines of code of an answer


def answers():
    """Yield (question, text of its answer) of the page of questions."""
    parts = re.split(r"^### (.*)$", HOWTO.read_text(encoding="utf-8"), flags=re.MULTILINE)
    yield from zip(parts[1::2], parts[2::2], strict=True)


def test_forty_questions_have_an_answer_that_runs():
    found = dict(answers())
    assert len(found) >= 40
    assert all("```python\n" in text or "```console\n$ " in text for text in found.values())
    assert len(blocks(HOWTO)) > len(found)  # all of them run in test_blocks.py, after the block of names


@pytest.mark.parametrize(("question", "text"), list(answers()), ids=[question for question, _ in answers()])
def test_an_answer_is_short_and_checks_itself(question, text):
    code = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= LONGEST
    assert not lines or "assert " in code or ".save(" in code or "mj_resetData(" in code


def test_threads_that_an_answer_names_are_linked():
    text = HOWTO.read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    named = set(re.findall(r"\[#(\d+)\](?![:(])", prose))
    defined = set(
        re.findall(r"^\[#(\d+)\]: https://github\.com/[\w-]+/[\w-]+/issues/\1$", text, re.MULTILINE)
    )
    assert named == defined and len(named) >= 40


@pytest.mark.parametrize("name", figures.FIGURES)
def test_a_figure_is_on_its_page_and_on_the_home_page_with_its_command(name):
    figure = figures.FIGURES[name]
    assert re.fullmatch(r"[\d.]+", figures.read(figure))
    home = (DOCS / "index.md").read_text(encoding="utf-8")
    assert f"{{{{ {name} }}}}" in home and f"`{figure.command}`" in home
    assert f"({figure.page})" in home


def test_the_readme_has_the_figures_of_the_home_page():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert figures.readme() == text
    shown = figures.shown()
    told = re.findall(r"([\d.]+) times faster|\b1/([\d.]+)\b", text)
    assert {first or second for first, second in told} == {shown["faster_step"], shown["faster_call"]}


def test_no_figure_of_the_home_page_is_written_by_hand():
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    inside = text[text.index("## Measured") : text.index("## Three doors")]
    numbers = set(
        re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", re.sub(r"\{\{.*?\}\}|`[^`]*`|\(.*?\)", "", inside))
    )
    assert numbers <= {"20"}  # models; 3.5.0 and 320x240 are names and sizes


def test_the_citation_is_that_of_this_version():
    from gelenk.version import __version__

    for path in (ROOT / "CITATION.cff", DOCS / "citation.md"):
        text = path.read_text(encoding="utf-8")
        assert re.search(rf"version[^\n]*{re.escape(__version__)}", text), path.name
        assert "10.1109/IROS.2012.6386109" in text
