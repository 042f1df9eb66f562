"""The MJCF schema as text or HTML, as mj_printSchema writes it.

Documents: API / mj_printSchema
"""

import textwrap
from collections.abc import Iterator
from typing import Any

from gelenk.tables.schema import ROOT


def schema_rows() -> Iterator[Any]:
    """Yield (depth, element, attribute names), parents first; recursive elements only once."""
    stack, shown = [(0, ROOT)], set()
    while stack:
        depth, row = stack.pop()
        if row.tag in shown:
            continue
        if row.card == "R":
            shown.add(row.tag)
        yield depth, row, sorted(row.by_name)
        stack.extend((depth + 1, child) for child in reversed(row.children))


def schema_text(pad: bool) -> Any:
    """Return the schema as text; `pad` puts the attributes in a column of their own."""
    lines = []
    for depth, row, names in schema_rows():
        head = f"{'   ' * depth}{row.tag} ({row.card})"
        if not pad:
            lines.append(f"{head:<30} {' '.join(names)}".rstrip())
            continue
        wrapped = textwrap.wrap(" ".join(names), 42) or [""]
        lines += [f"{head if i == 0 else '':<30} {part}".rstrip() for i, part in enumerate(wrapped)]
    return "\n".join(lines) + "\n"


def schema_html(pad: bool) -> Any:
    """Return the schema as an HTML table; `pad` indents by style rather than by spaces."""
    lines = ['<table border="1">']
    for depth, row, names in schema_rows():
        style = f' style="padding-left:{5 + 15 * depth}"' if pad else ""
        space = "" if pad else "&nbsp;" * 4 * depth
        lines += [
            "<tr>",
            f'\t<td{style} bgcolor="#EEEEEE" class="el">{space}{row.tag}</td>',
            f'\t<td class="ty">{row.card}</td>',
            f'\t<td class="at">{" ".join(names)}</td>',
            "</tr>",
        ]
    return "\n".join([*lines, "</table>"]) + "\n"
