"""OptimizationTrace: objective and parameters over the iterations.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Iterable

import numpy as np

from gelenk.sysid.report import figures
from gelenk.sysid.report.sections.base import ReportSection


class OptimizationTrace(ReportSection):
    """A figure of the whole optimisation."""

    def __init__(
        self,
        title: str,
        objective: Iterable[float],
        candidate: Iterable[np.ndarray],
        bounds: tuple[np.ndarray, np.ndarray] | None = None,
        param_names: Iterable[str] | None = None,
        anchor: str = "",
        collapsible: bool = True,
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.objective, self.candidate, self.bounds = list(objective), list(candidate), bounds
        count = len(self.candidate[0].ravel()) if self.candidate else 0
        self.param_names = list(param_names or (f"x[{i}]" for i in range(count)))

    def content(self) -> str:
        """The figure."""
        return (
            figures.trace(self.objective, self.candidate, self.param_names)
            if self.candidate
            else "<p>none</p>"
        )
