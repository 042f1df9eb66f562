"""ReportSection: a part of a report, with a title, that knows its HTML.

Documents: drop-in / mujoco.sysid
"""

import abc
import re
from collections.abc import Iterable
from html import escape


class ReportSection(abc.ABC):
    """A part of a report.

    title, anchor   heading, and name within the page, made from the title where there is none
    collapsible     whether it can be folded; is_open: whether it is unfolded at first
    """

    def __init__(
        self, title: str = "", anchor: str = "", collapsible: bool = True, is_open: bool = True
    ) -> None:
        self.title = title
        self.anchor = anchor or re.sub(r"\W+", "-", title.lower()).strip("-")
        self.collapsible, self.is_open = collapsible, is_open

    @abc.abstractmethod
    def content(self) -> str:
        """HTML of what is below the title."""

    def render(self) -> str:
        """HTML of the section."""
        title = escape(self.title)
        if not self.collapsible:
            return f'<section id="{self.anchor}"><h2>{title}</h2>{self.content()}</section>'
        unfolded = " open" if self.is_open else ""
        return f'<details id="{self.anchor}"{unfolded}><summary>{title}</summary>{self.content()}</details>'


def html_table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table of texts."""
    parts = ["".join(f"<th>{escape(str(cell))}</th>" for cell in head)]
    parts += ["".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{part}</tr>" for part in parts) + "</table>"
