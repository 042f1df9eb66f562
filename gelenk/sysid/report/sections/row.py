"""RowSection: sections side by side.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Iterable
from html import escape

from gelenk.sysid.report.sections.base import ReportSection
from gelenk.sysid.report.sections.group import GroupSection


class RowSection(GroupSection):
    """Sections side by side, under a description."""

    def __init__(
        self,
        title: str,
        sections: Iterable[ReportSection],
        anchor: str = "",
        collapsible: bool = True,
        description: str = "",
    ) -> None:
        super().__init__(title, sections, anchor, collapsible)
        self.description = description

    def content(self) -> str:
        """All of them in a row."""
        return f'<p>{escape(self.description)}</p><div class="row">{super().content()}</div>'
