"""docs/map.md: from the headings of the documents to the source modules and back.

Documents: design / One source of truth
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CHAPTERS = ["Modeling", "Computation", "Programming", "XML reference", "API"]
CHAPTERS += ["design", "promises", "drop-in", "Literature"]
# chapters that are pages of docs/design
OURS = {"design": "*.md", "promises": "promises.md", "drop-in": "drop_in.md"}
GPU = ROOT / "docs" / "gpu.md"  # a design page with figures outside of docs/design
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def docstring(path: Path) -> str:
    """Return the docstring of the module in ``path``."""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def headings(text: str) -> list[str]:
    """Return the headings after "Documents:", with chapters; papers are under Literature."""
    found = re.search(r"^Documents: (.*?)(?:\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    parts = " ".join(found.group(1).split()).split(";") if found else []
    named: list[str] = []
    for part in filter(None, (part.strip() for part in parts)):
        heading = spelled(part)
        if heading.split(" / ")[0] not in CHAPTERS and named:  # "XML reference / contact; equality"
            heading = f"{named[-1].split(' / ')[0]} / {heading}"
        named.append(heading)
    return named


def spelled(heading: str) -> str:
    """Return the normalized heading: "Modeling / XML reference / x" is "XML reference / x"."""
    if re.search(r"\b(19|20)\d\d\b", heading):
        return f"Literature / {heading}"
    return re.sub(r"^(Modeling / )?XML( reference)?\b", "XML reference", heading)


def anchor(heading: str) -> str:
    """Return the anchor of a heading on its page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def design() -> dict[str, str]:
    """Return the headings of docs/design and their places: "promises / Sameness"."""
    found = {}
    for chapter, pattern in OURS.items():
        for path in [
            *sorted((ROOT / "docs" / "design").glob(pattern)),
            *([GPU] if chapter == "design" else []),
        ]:
            prose = CODE.sub("", path.read_text(encoding="utf-8"))
            for heading in re.findall(r"^#+ (.+)$", prose, re.MULTILINE):
                place = path.relative_to(ROOT / "docs").as_posix()
                found[f"{chapter} / {heading}"] = f"{place}#{anchor(heading)}"
    return found


def unresolved() -> list[str]:
    """Return the headings that modules name and docs/design lacks, with the modules."""
    known, wrong = design(), []
    for path in sorted((ROOT / "gelenk").rglob("*.py")):
        for heading in headings(docstring(path)):
            if heading.split(" / ")[0] in OURS and heading not in known:
                wrong.append(f"{path.relative_to(ROOT)}: {heading}")
    return wrong


def page() -> str:
    """Return heading -> files by chapter, then file -> first line of its docstring."""
    files = {}
    for path in sorted((ROOT / "gelenk").rglob("*.py")):
        text = docstring(path)
        files[path.relative_to(ROOT).as_posix()] = (text.split("\n", 1)[0], headings(text))
    lines = [
        "# Map: from the documents to the source",
        "",
        "The modules that implement each heading of the documents, then all files with their first lines.",
    ]
    by_heading: dict[str, list[str]] = {}
    for name, (_, named) in files.items():
        for heading in named:
            by_heading.setdefault(heading, []).append(name)
    ours = design()
    for chapter in CHAPTERS:
        lines += ["", f"## {chapter}", "", "| heading | source |", "|---|---|"]
        for heading in sorted(h for h in by_heading if h.split(" / ")[0].strip() == chapter):
            shown = " / ".join(heading.split(" / ")[1:]) or heading
            if heading in ours:
                shown = f"[{shown}]({ours[heading]})"
            links = ", ".join(f"[{f.removeprefix('gelenk/')}](../{f})" for f in by_heading[heading])
            lines.append(f"| {shown} | {links} |")
    lines += ["", "## Files", "", "| file | what it is |", "|---|---|"]
    lines += [
        f"| [{name.removeprefix('gelenk/')}](../{name}) | {text} |"
        for name, (text, _) in files.items()
        if text
    ]
    return "\n".join(lines) + "\n"
