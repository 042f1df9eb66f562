"""docs/api/NAME.md: the functions of a group, each with arguments, units, what it reads and writes, errors and sources.

Documents: API / Functions; design / One source of truth

What a page says comes from the docstrings, which tables/functions has written but for the sentences.
"""

import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import gelenk
from gelenk.tables.docstrings import described, split
from gelenk.tables.functions import GROUPS
from gelenk.tables.functions.group import Group
from gelenk.tables.signatures import MISSING, SIGNATURES, Signature
from gelenk.tables.stages import STAGES
from tools.pages.examples import examples, links

ROOT = Path(__file__).resolve().parents[2]
HEAD = """# {title}

{about}

Source: {source}. All [public names](../api.md). Rendered from `tables/functions` by `python tools/render.py api`.
"""
_CODE = re.compile(r"(``[^`]+``|`[^`]+`)")


def marked(text: str) -> str:
    """Text as Markdown: what would be markup is shown as it is, names in backquotes are code."""
    parts = _CODE.split(text)
    plain = (re.sub(r"([\\*<>|$]|(?<!\w)_|_(?!\w)|\](?=\())", r"\\\1", part) for part in parts[::2])
    code = (f"`{part.strip('`')}`" for part in parts[1::2])
    mixed = [part for pair in zip(plain, [*code, ""], strict=True) for part in pair]
    return "".join(mixed)


def prose(lines: Iterable[str]) -> list[str]:
    """Paragraphs; lines that are set in, such as formulas and examples, keep their layout."""
    found: list[str] = []
    for line in lines:
        found.append(line if line.startswith("    ") else marked(line.rstrip()))
    return found


def written(name: str) -> str:
    """The call, as one writes it."""
    row = SIGNATURES[name]
    given = (a.name + ("" if a.default is MISSING else f"={a.default}") for a in row.arguments)
    return f"`{name}({', '.join(given)})`"


def argument_rows(row: Signature) -> list[str]:
    """A table of the arguments."""
    lines = ["| argument | type | meaning |", "|---|---|---|"] if row.arguments else []
    for a in row.arguments:
        unit, meaning = row.notes[a.name]
        lines.append(f"| `{a.name}` | {marked(described(a, unit))} | {marked(meaning)} |")
    return [*lines, ""] if lines else []


def where(name: str, function: Callable) -> str:
    """Links to the files that implement a function: the borders, and the stage that it calls."""
    modules = [inspect.unwrap(function).__module__]
    modules += [stage.module for stage in STAGES if stage.documented == name]
    files = dict.fromkeys(module.replace(".", "/") + ".py" for module in modules)
    return ", ".join(f"[{file}](../../{file})" for file in files if (ROOT / file).is_file())


def entry(name: str, used: dict[str, list[str]]) -> list[str]:
    """The section of a function."""
    function, row = getattr(gelenk, name), SIGNATURES[name]
    _, _, text = (inspect.getdoc(function) or "").partition("\n\n")
    body, sections = split(text)
    lines = [f"## {name}", written(name), "", *prose(body), "", *argument_rows(row)]
    for section in ("Returns", "Reads", "Writes", "Frame", "Calls", "Warns", "Errors", "Source"):
        told = sections.get(section)
        if told:
            joined = "; ".join(joined_errors(told)) if section == "Errors" else " ".join(told)
            lines.append(f"- **{section}** {marked(joined)}")
    lines.append(f"- **Code** {where(name, function)}")
    if shown := links(name, used):
        lines.append(f"- **Example** {shown.replace('](examples/', '](../examples/')}")
    return [*lines, ""]


def joined_errors(lines: list[str]) -> list[str]:
    """Errors, one each: lines that go on belong to the error before."""
    found: list[str] = []
    for line in lines:
        if found and not re.match(r"\w*(?:Error|what)\b", line) and not found[-1].endswith("."):
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def of_group(group: Group) -> list[str]:
    """Names of the functions of a group that there are."""
    return [name for name, row in SIGNATURES.items() if row.group is group and hasattr(gelenk, name)]


def page(name: str) -> str:
    """The page of a group."""
    group = next(group for group in GROUPS if group.name == name)
    used = examples()
    head = HEAD.format(title=group.title, about=marked(group.about), source=marked(group.source))
    sections = (line for function in of_group(group) for line in entry(function, used))
    return re.sub(r"\n{3,}", "\n\n", "\n".join([head, *sections])).rstrip() + "\n"
