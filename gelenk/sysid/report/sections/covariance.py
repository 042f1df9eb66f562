"""Covariance: covariance and correlation of the identified parameters.

Documents: drop-in / mujoco.sysid
"""

import numpy as np
import numpy.typing as npt

from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid.report.sections.base import ReportSection, html_table


class Covariance(ReportSection):
    """Both matrices as tables."""

    def __init__(
        self,
        title: str,
        covariance: npt.ArrayLike,
        parameter_dict: ParameterDict,
        anchor: str = "",
        collapsible: bool = True,
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.covariance = np.atleast_2d(covariance)
        self.names = parameter_dict.get_non_frozen_parameter_names()

    def content(self) -> str:
        """The tables."""
        scale = np.sqrt(np.abs(np.diag(self.covariance)))
        with np.errstate(all="ignore"):
            correlation = self.covariance / np.outer(scale, scale)
        parts = (("covariance", self.covariance, ".3e"), ("correlation", correlation, ".2f"))
        return "".join(
            html_table([what, *self.names], self._rows(matrix, form)) for what, matrix, form in parts
        )

    def _rows(self, matrix: np.ndarray, form: str) -> list[list[str]]:
        return [[name, *(format(x, form) for x in row)] for name, row in zip(self.names, matrix, strict=True)]
