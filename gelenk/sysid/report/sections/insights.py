"""AutomatedInsights: what is noticeable about a result.

Documents: drop-in / mujoco.sysid
"""

from html import escape

import numpy as np

from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid.report.sections.base import ReportSection


class AutomatedInsights(ReportSection):
    """Parameters that ended at a bound, where the bound decides and not the measurements."""

    def __init__(
        self, title: str, parameter_dict: ParameterDict, anchor: str = "insights", collapsible: bool = True
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.parameter_dict = parameter_dict

    def at_bounds(self) -> list[str]:
        """Their names, and which bound."""
        low, high = self.parameter_dict.get_bounds()
        value, span = self.parameter_dict.as_vector(), high - low
        near = 1e-3 * np.where(span > 0, span, 1.0)
        names = self.parameter_dict.get_non_frozen_parameter_names()
        sides = zip(names, value - low <= near, high - value <= near, strict=True)
        return [
            f"{name} is at its {'lower' if lower else 'upper'} bound"
            for name, lower, upper in sides
            if lower or upper
        ]

    def content(self) -> str:
        """A list."""
        found = self.at_bounds()
        if not found:
            return "<p>No parameter is at a bound.</p>"
        return "<ul>" + "".join(f'<li class="warning">{escape(text)}</li>' for text in found) + "</ul>"
