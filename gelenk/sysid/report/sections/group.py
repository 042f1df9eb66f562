"""GroupSection: sections under a common title.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Iterable

from gelenk.sysid.report.sections.base import ReportSection


class GroupSection(ReportSection):
    """Sections one below the other."""

    def __init__(
        self, title: str, sections: Iterable[ReportSection], anchor: str = "", collapsible: bool = True
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.sections = list(sections)

    def content(self) -> str:
        """All of them."""
        return "".join(section.render() for section in self.sections)
