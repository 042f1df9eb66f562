"""ParameterDistribution: identified values within their bounds, with confidence intervals.

Documents: drop-in / mujoco.sysid
"""

import numpy as np

from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid.report import figures
from gelenk.sysid.report.sections.base import ReportSection


class ParameterDistribution(ReportSection):
    """A figure with a row for each parameter."""

    def __init__(
        self,
        title: str,
        opt_params: ParameterDict,
        initial_params: ParameterDict,
        confidence_intervals: np.ndarray | None = None,
        height_per_param: int = 60,
        anchor: str = "",
        collapsible: bool = True,
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.opt_params, self.initial_params = opt_params, initial_params
        self.confidence_intervals = confidence_intervals

    def content(self) -> str:
        """The figure."""
        found = self.opt_params
        low, high = found.get_bounds()
        return figures.ranges(
            found.get_non_frozen_parameter_names(),
            self.initial_params.as_vector(),
            found.as_nominal_vector(),
            found.as_vector(),
            low,
            high,
            self.confidence_intervals,
        )
