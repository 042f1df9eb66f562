"""docs/panels.md: the rows of the viewer's panels, and all shortcuts."""

import gelenk
from gelenk.viewer.channel import Channel
from gelenk.viewer.panels import SECTIONS
from gelenk.viewer.session import Session

HEAD = """# Panels and shortcuts

All rows of the panels of the [viewer](guide/viewer.md), here for a small model. The documents' functions `mjui_*` have
no names in Python: this table takes their place. Rows marked *page* are done by the page alone. The ids are what
`gelenk.set(id, value)` in the browser's console takes, and the message `set` of [the wire](design/viewer.md).
"""
MODEL = """
<mujoco>
  <worldbody><body name="link"><joint name="hinge" axis="0 1 0"/><geom size="0.1"/></body></worldbody>
  <equality><joint name="hold" joint1="hinge" active="false"/></equality>
  <actuator><motor name="motor" joint="hinge"/></actuator>
  <keyframe><key name="start"/></keyframe>
</mujoco>
"""


def _range(row) -> str:
    if row.kind in ("choice", "checks"):
        shown = row.options[:8]
        return ", ".join(shown) + (", ..." if len(row.options) > len(shown) else "")
    if row.low is None and row.high is None:
        return ""
    return f"{row.low:g} to {row.high:g}"


def page() -> str:
    """Return the whole page."""
    m = gelenk.MjModel.from_xml_string(MODEL)
    session = Session(m, gelenk.MjData(m), Channel("docs"), passive=False)
    lines = [HEAD]
    for section in SECTIONS:
        rows = [row for row in session.rows.values() if row.section == section.name]
        if not rows:
            continue
        lines += [
            f"## {section.name}",
            "",
            "| row | id | kind | range | shortcut | |",
            "|---|---|---|---|---|---|",
        ]
        for row in rows:
            key = f"`{row.shortcut}`" if row.shortcut not in ("", "`") else "`` ` ``" if row.shortcut else ""
            note = " ".join(filter(None, ("*page*" if row.local else "", row.help)))
            cells = (row.label, f"`{row.id}`", row.kind, _range(row), key, note)
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
    return "\n".join(lines)
