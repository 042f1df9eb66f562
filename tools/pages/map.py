"""docs/map.md: from the headings of the documents to the source, from the first lines of the modules.

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
GPU = ROOT / "docs" / "gpu.md"  # a page of the design too, which has figures
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def docstring(path: Path) -> str:
    """Docstring of the module in ``path``."""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def headings(text: str) -> list[str]:
    """The headings after "Documents:", each with its chapter; papers stand under Literature."""
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
    """One spelling of a heading: "Modeling / XML reference / x" is "XML reference / x"."""
    if re.search(r"\b(19|20)\d\d\b", heading):
        return f"Literature / {heading}"
    return re.sub(r"^(Modeling / )?XML( reference)?\b", "XML reference", heading)


def anchor(heading: str) -> str:
    """How a heading is linked to on its page."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def design() -> dict[str, str]:
    """Headings of docs/design, as modules name them -> where they are: "promises / Sameness"."""
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
    """What modules name that no page of docs/design has, each with its module."""
    known, wrong = design(), []
    for path in sorted((ROOT / "gelenk").rglob("*.py")):
        for heading in headings(docstring(path)):
            if heading.split(" / ")[0] in OURS and heading not in known:
                wrong.append(f"{path.relative_to(ROOT)}: {heading}")
    return wrong


def page() -> str:
    """Heading -> files, chapter by chapter, then file -> what it is."""
    files = {}
    for path in sorted((ROOT / "gelenk").rglob("*.py")):
        text = docstring(path)
        files[path.relative_to(ROOT).as_posix()] = (text.split("\n", 1)[0], headings(text))
    lines = [
        "# Map: from the documents to the source",
        "",
        "Rendered from the first lines of the modules by `python tools/render.py map`.",
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
