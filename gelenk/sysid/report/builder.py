"""ReportBuilder: builds a report of sections as one self-contained HTML page.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from gelenk.sysid.report.sections import ReportSection

STYLE = """
body { font-family: sans-serif; max-width: 70em; margin: 2em auto; color: #222 }
table { border-collapse: collapse } td, th { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ddd }
td:first-child, th:first-child { text-align: left } summary { font-size: 1.3em; margin: 1em 0 }
.row { display: flex; flex-wrap: wrap; gap: 1em } svg { max-width: 100%; height: auto } .warning { color: #a30 }
"""


class ReportBuilder:
    """A report with a title; call `add_section`, then `build` or `save`.

    global_context   lines below the title: name -> text
    """

    def __init__(self, title: str, global_context: Mapping[str, object] | None = None) -> None:
        self.title = title
        self.global_context = dict(global_context or {})
        self.sections: list[ReportSection] = []

    def add_section(self, section: ReportSection) -> "ReportBuilder":
        """Append a section and return the report."""
        self.sections.append(section)
        return self

    def build(self) -> str:
        """Return the HTML page."""
        facts = "".join(f"<p>{escape(str(k))}: {escape(str(v))}</p>" for k, v in self.global_context.items())
        links = "".join(f'<li><a href="#{s.anchor}">{escape(s.title)}</a></li>' for s in self.sections)
        body = "\n".join(section.render() for section in self.sections)
        return (
            f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(self.title)}</title>'
            f"<style>{STYLE}</style></head>\n<body><h1>{escape(self.title)}</h1>{facts}<ul>{links}</ul>\n{body}\n"
            "</body></html>\n"
        )

    def save(self, path: str | Path) -> None:
        """Write the page to a file, creating its folder if missing."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(self.build(), "utf-8")
