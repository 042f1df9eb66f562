"""Docstrings, comments and pages read as CONTRIBUTING.md asks: short first lines, words of the field, one spelling."""

import ast
import io
import re
import subprocess
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDEST = 88  # characters of the first line of a docstring
# words that stand for a known thing by a private name -> what to write
BANNED = {
    r"numbers of an array": "elements",
    r"a data\b": "an MjData",
    r"begins? anew|starts? anew": "is reset",
    r"nobody|anybody|somebody": "no caller, a caller",
    r"\bcrews?\b": "thread pool",
    r"\blots of (?:worlds|work)\b": "batch, shard",
    r"\bgaz(?:e|es|ing)\b": "camera of a page",
    r"sums as words|past the caches": "64-bit checksum, non-temporal stores",
    r"\bslopes?\b of": "derivatives",
    r"trees? of boxes": "bounding volume hierarchy",
    r"by far the most|hardly": "a figure",
    r"as it does there|the text of 3\.5\.0": "3.5.0 does X",
    r"none but|nothing but|nothing that is not": "only",
}
AMERICAN = re.compile(
    r"\b(?:colour\w*|centre\w*|behaviour\w*|favour\w*|neighbour\w*|modelling|labell(?:ed|ing)|travell\w+"
    r"|cancell(?:ed|ing)|(?:normal|factor|visual|initial|regular|linear|optim|minim|maxim|real|special|random|summar"
    r"|organ|recogn|general|parallel|serial|vector|symmetr|penal|stabil|util|synchron|quant|discret|local"
    r"|categor)is(?:e|ed|es|ing|ation|ations|er|ers)\b|analys(?:e|ed|ing)\b|grey\b|licence\b|metre[s]?\b)",
    re.IGNORECASE,
)
# modules whose first line has another word for what the name says
SYNONYMS: dict[str, tuple[str, ...]] = {}


def tracked(*patterns: str) -> list[Path]:
    names = subprocess.check_output(["git", "ls-files", *patterns], cwd=ROOT, text=True).split()
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def docstrings(tree: ast.Module):
    """Yield each docstring of a module with its line and the name of what it documents."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                yield node.body[0].lineno, getattr(node, "name", ""), text


def comments(source: str):
    """Yield each comment with its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def long_first_lines(path: Path):
    for line, name, text in docstrings(ast.parse(path.read_text())):
        first = text.strip().split("\n")[0]
        if len(first) > WIDEST:
            yield f"{path.relative_to(ROOT)}:{line}: {name}: {len(first)} characters: {first}"


def says_its_name(path: Path, first: str) -> bool:
    """Return whether the first line of a module has a word of the module's name, or a synonym."""
    name = path.parent.name if path.stem == "__init__" else path.stem
    text = first.lower().replace("_", " ")
    words = [word for word in name.lower().split("_") if len(word) > 2] or [name]
    stems = [word[: max(3, len(word) - 3)] for word in words]
    listed = SYNONYMS.get(str(path.relative_to(ROOT / "gelenk").with_suffix("")).replace("/", "."), ())
    return any(stem in text for stem in stems) or any(word in text for word in listed)


def unsaid_names(path: Path):
    text = ast.get_docstring(ast.parse(path.read_text())) or ""
    if not says_its_name(path, text.split("\n")[0]):
        yield f"{path.relative_to(ROOT)}: {text.splitlines()[0] if text else 'no docstring'}"


def wrong_words(path: Path):
    source = path.read_text()
    if path.suffix == ".py":
        texts = [(line, text) for line, _, text in docstrings(ast.parse(source))] + list(comments(source))
    else:
        texts = list(enumerate(source.split("\n"), 1))
    for line, text in texts:
        for pattern, better in BANNED.items():
            for match in re.finditer(pattern, text, re.IGNORECASE):
                yield f"{path.relative_to(ROOT)}:{line}: '{match.group()}': {better}"
        for match in AMERICAN.finditer(text):
            yield f"{path.relative_to(ROOT)}:{line}: '{match.group()}' is not the American spelling"


def test_first_lines_of_docstrings_are_short():
    assert not [found for path in tracked("gelenk/*.py") for found in long_first_lines(path)]


def test_first_line_of_a_module_has_its_name():
    assert not [found for path in tracked("gelenk/*.py") for found in unsaid_names(path)]


def test_words_are_those_of_the_field_in_american_spelling():
    paths = tracked(
        "gelenk/*.py", "tools/*.py", "benchmarks/*.py", "docs/*.md", "README.md", "CONTRIBUTING.md"
    )
    assert not [found for path in paths for found in wrong_words(path)]


def test_no_test_asserts_a_time():
    """Times belong into benchmarks; a hang is the matter of pytest.mark.timeout."""
    clock = re.compile(r"assert .*time\.(?:perf_counter|process_time|monotonic|time)\(\)\s*-\s*\w+\s*<")
    assert not [path for path in tracked("tests/*.py") if clock.search(path.read_text())]
