"""ParametersTable: initial, nominal and identified values.

Documents: drop-in / mujoco.sysid
"""

from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid.report.sections.base import ReportSection, html_table


class ParametersTable(ReportSection):
    """A table of the parameters that were identified."""

    def __init__(
        self,
        title: str,
        opt_params: ParameterDict,
        initial_params: ParameterDict,
        anchor: str = "",
        collapsible: bool = True,
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.opt_params, self.initial_params = opt_params, initial_params

    def content(self) -> str:
        """The table."""
        low, high = self.opt_params.get_bounds()
        columns = (
            self.initial_params.as_vector(),
            self.opt_params.as_nominal_vector(),
            self.opt_params.as_vector(),
        )
        names = self.opt_params.get_non_frozen_parameter_names()
        rows = [
            [name, *(f"{x:.6g}" for x in row)] for name, *row in zip(names, *columns, low, high, strict=True)
        ]
        return html_table(["parameter", "initial", "nominal", "identified", "lower", "upper"], rows)
