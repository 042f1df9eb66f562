"""Actuators to text: all as `general`, except where only a shortcut can say what is meant.

Documents: XML reference / actuator
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.mjcf.text import number
from gelenk.tables.enums import mjtDyn
from gelenk.tables.schema.actuators import ACTUATOR

if TYPE_CHECKING:
    from gelenk.spec.elements import MjsActuator
    from gelenk.tables.rows import Element


def actuator_row(actuator: MjsActuator) -> Element:
    """The row of an actuator: `general`, `plugin`, or a servo whose range comes from its target."""
    plugin = actuator.__dict__.get("plugin")
    if plugin is not None and plugin.active:
        return ACTUATOR.by_tag["plugin"]
    if actuator.inheritrange > 0:
        integrated = actuator.dyntype == mjtDyn.mjDYN_INTEGRATOR
        return ACTUATOR.by_tag["intvelocity" if integrated else "position"]
    return ACTUATOR.by_tag["general"]


def shortcut_values(actuator: MjsActuator, row: Element, template: Any) -> dict[str, str]:
    """Attributes of a servo that inherits its range: the inverse of what the shortcut does with them."""
    if row.tag not in ("position", "intvelocity"):
        return {}
    said = {"kp": number(actuator.gainprm[0])}
    damping = actuator.biasprm[2]
    if damping > 0:
        said["dampratio"] = number(damping)
    elif damping < 0 or (template is not None and template.biasprm[2]):
        said["kv"] = number(-damping or 0)
    if row.tag == "position":
        if actuator.dyntype == mjtDyn.mjDYN_FILTEREXACT:
            said["timeconst"] = number(actuator.dynprm[0])
        elif template is not None and template.dyntype != mjtDyn.mjDYN_NONE:
            said["timeconst"] = "0"
    said["inheritrange"] = number(actuator.inheritrange)
    return said


def can_be_read(actuator: MjsActuator, row: Element, values: dict[str, str]) -> bool:
    """Whether what `shortcut_values` gives is read without fail; if not, reading says."""
    wrong = any("nan" in text for text in values.values()) or values.get("timeconst", "").startswith("-")
    own = actuator._numbers("ctrlrange" if row.tag == "position" else "actrange")
    return not wrong and not any(own)
