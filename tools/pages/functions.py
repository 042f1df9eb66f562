"""docs/api/NAME.md: the functions of a group, with arguments, effects, errors, sources.

Documents: API / Functions; design / One source of truth

The content comes from the docstrings, which are written by hand for the sentences and by tables/functions for the rest.
"""

import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import gelenk
import gelenk.render
from gelenk.tables.docstrings import MISSING, SIGNATURES, Signature, described, split
from gelenk.tables.field_rows import Group
from gelenk.tables.functions import GROUPS
from gelenk.tables.stages import STAGES
from tools.pages.examples import examples, links

ROOT = Path(__file__).resolve().parents[2]
HEAD = """# {title}

{about}

Source: {source}. All [public names](../api.md).
"""
_CODE = re.compile(r"(``[^`]+``|`[^`]+`)")


def marked(text: str) -> str:
    """Return text as Markdown, with markup characters escaped and backquoted names as code."""
    parts = _CODE.split(text)
    plain = (re.sub(r"([\\*<>|$]|(?<!\w)_|_(?!\w)|\](?=\())", r"\\\1", part) for part in parts[::2])
    code = (f"`{part.strip('`')}`" for part in parts[1::2])
    mixed = [part for pair in zip(plain, [*code, ""], strict=True) for part in pair]
    return "".join(mixed)


def prose(lines: Iterable[str]) -> list[str]:
    """Return paragraphs as Markdown; indented lines (formulas, examples) keep their layout."""
    found: list[str] = []
    for line in lines:
        found.append(line if line.startswith("    ") else marked(line.rstrip()))
    return found


def written(name: str) -> str:
    """Return the call as written in code."""
    row = SIGNATURES[name]
    given = (a.name + ("" if a.default is MISSING else f"={a.default}") for a in row.arguments)
    return f"`{name}({', '.join(given)})`"


def argument_rows(row: Signature) -> list[str]:
    """Return a table of the arguments."""
    lines = ["| argument | type | meaning |", "|---|---|---|"] if row.arguments else []
    for a in row.arguments:
        unit, meaning = row.notes[a.name]
        lines.append(f"| `{a.name}` | {marked(described(a, unit))} | {marked(meaning)} |")
    return [*lines, ""] if lines else []


def where(name: str, function: Callable) -> str:
    """Return links to the files that implement a function: its API module and its stage."""
    modules = [inspect.unwrap(function).__module__]
    modules += [stage.module for stage in STAGES if stage.documented == name]
    files = dict.fromkeys(module.replace(".", "/") + ".py" for module in modules)
    return ", ".join(f"[{file}](../../{file})" for file in files if (ROOT / file).is_file())


def entry(name: str, used: dict[str, list[str]]) -> list[str]:
    """Return the section of a function."""
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
    """Return one line per error, joining continuation lines."""
    found: list[str] = []
    for line in lines:
        if found and not re.match(r"[\w.]*(?:Error|what)\b", line) and not found[-1].endswith("."):
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def of_group(group: Group) -> list[str]:
    """Return the names of the available functions of a group."""
    return [name for name, row in SIGNATURES.items() if row.group is group and hasattr(gelenk, name)]


def module_functions(name: str) -> list[tuple[str, Callable]]:
    """Return the functions beyond 3.5.0 on the page of a group, with their names in code."""
    if name != "render":
        return []
    found = ((f"gelenk.render.{part}", getattr(gelenk.render, part)) for part in sorted(gelenk.render.PLACES))
    return [(label, thing) for label, thing in found if inspect.isfunction(thing)]


def module_entry(label: str, function: Callable) -> list[str]:
    """Return the section of a function beyond 3.5.0, from its docstring."""
    first, _, text = (inspect.getdoc(function) or "").partition("\n\n")
    body, sections = split(text)
    rows: list[list[str]] = []
    for line in body:
        word, _, meaning = line.partition("  ")
        if line[:1] != " " and meaning:
            rows.append([word, meaning.strip()])
        elif rows:
            rows[-1][1] += f" {line.strip()}"
    given = inspect.signature(inspect.unwrap(function)).parameters.values()
    written_as = ", ".join(str(p.replace(annotation=p.empty)) for p in given)
    lines = [f"## {label}", f"`{label}({written_as})`", "", marked(first), ""]
    lines += ["| argument | meaning |", "|---|---|"]
    lines += [f"| `{word}` | {marked(meaning)} |" for word, meaning in rows] + [""]
    lines += [f"- **{name}** {marked(' '.join(told))}" for name, told in sections.items() if told]
    return [*lines, f"- **Code** {where(label, function)}", ""]


def page(name: str) -> str:
    """Return the page of a group."""
    group = next(group for group in GROUPS if group.name == name)
    used = examples()
    head = HEAD.format(title=group.title, about=marked(group.about), source=marked(group.source))
    sections = [line for function in of_group(group) for line in entry(function, used)]
    further = module_functions(name)
    if further:
        sections += ["The functions below are not in 3.5.0.", ""]
    sections += [line for label, function in further for line in module_entry(label, function)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([head, *sections])).rstrip() + "\n"
