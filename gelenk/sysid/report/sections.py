"""Sections of a report: a title and HTML content.

Documents: drop-in / mujoco.sysid

GroupSection: sections under a common title.
RowSection: sections side by side.
Covariance: covariance and correlation of the identified parameters.
AutomatedInsights: parameters at their bounds.
OptimizationTrace: objective and parameters over the iterations.
ParameterDistribution: identified values within their bounds, with confidence intervals.
ParametersTable: initial, nominal and identified values.
SignalReport: predicted and measured signals over time.
VideoPlayer: a video in the page.
"""

import abc
import base64
import re
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gelenk.runtime.model import MjModel
from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid._src.timeseries import TimeSeries
from gelenk.sysid.report import figures


class ReportSection(abc.ABC):
    """Base of the sections of a report.

    title, anchor   heading, and anchor within the page, derived from the title by default
    collapsible     whether the section can be folded; is_open: whether it is unfolded at first
    """

    def __init__(
        self, title: str = "", anchor: str = "", collapsible: bool = True, is_open: bool = True
    ) -> None:
        self.title = title
        self.anchor = anchor or re.sub(r"\W+", "-", title.lower()).strip("-")
        self.collapsible, self.is_open = collapsible, is_open

    @abc.abstractmethod
    def content(self) -> str:
        """Return the HTML below the title."""

    def render(self) -> str:
        """Return the HTML of the section."""
        title = escape(self.title)
        if not self.collapsible:
            return f'<section id="{self.anchor}"><h2>{title}</h2>{self.content()}</section>'
        unfolded = " open" if self.is_open else ""
        return f'<details id="{self.anchor}"{unfolded}><summary>{title}</summary>{self.content()}</details>'


def html_table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Return an HTML table of texts."""
    parts = ["".join(f"<th>{escape(str(cell))}</th>" for cell in head)]
    parts += ["".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{part}</tr>" for part in parts) + "</table>"


class GroupSection(ReportSection):
    """Sections one below the other."""

    def __init__(
        self, title: str, sections: Iterable[ReportSection], anchor: str = "", collapsible: bool = True
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.sections = list(sections)

    def content(self) -> str:
        """Return the HTML of the child sections."""
        return "".join(section.render() for section in self.sections)


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
        """Return the HTML of the child sections in a row."""
        return f'<p>{escape(self.description)}</p><div class="row">{super().content()}</div>'


class Covariance(ReportSection):
    """Tables of the covariance and correlation of the parameters."""

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
        """Return the HTML of both tables."""
        scale = np.sqrt(np.abs(np.diag(self.covariance)))
        with np.errstate(all="ignore"):
            correlation = self.covariance / np.outer(scale, scale)
        parts = (("covariance", self.covariance, ".3e"), ("correlation", correlation, ".2f"))
        return "".join(
            html_table([what, *self.names], self._table_rows(matrix, form)) for what, matrix, form in parts
        )

    def _table_rows(self, matrix: np.ndarray, form: str) -> list[list[str]]:
        return [[name, *(format(x, form) for x in row)] for name, row in zip(self.names, matrix, strict=True)]


class AutomatedInsights(ReportSection):
    """Warnings about parameters that ended at a bound rather than at an optimum."""

    def __init__(
        self, title: str, parameter_dict: ParameterDict, anchor: str = "insights", collapsible: bool = True
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.parameter_dict = parameter_dict

    def at_bounds(self) -> list[str]:
        """Return a message for each parameter at a bound."""
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
        """Return the HTML list of the warnings."""
        found = self.at_bounds()
        if not found:
            return "<p>No parameter is at a bound.</p>"
        return "<ul>" + "".join(f'<li class="warning">{escape(text)}</li>' for text in found) + "</ul>"


class OptimizationTrace(ReportSection):
    """A figure of the iterations of the optimization."""

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
        """Return the figure as SVG."""
        return (
            figures.plot_trace(self.objective, self.candidate, self.param_names)
            if self.candidate
            else "<p>none</p>"
        )


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
        """Return the figure as SVG."""
        found = self.opt_params
        low, high = found.get_bounds()
        return figures.plot_ranges(
            found.get_non_frozen_parameter_names(),
            self.initial_params.as_vector(),
            found.as_nominal_vector(),
            found.as_vector(),
            low,
            high,
            self.confidence_intervals,
        )


class ParametersTable(ReportSection):
    """A table of the identified parameters."""

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
        """Return the HTML table."""
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


class SignalReport(ReportSection):
    """A plot for each signal.

    ts_dict         label -> TimeSeries, overlaid in one plot
    max_datapoints  series with more samples are subsampled
    """

    def __init__(
        self,
        title: str,
        model: MjModel,
        size_factor: float = 1.0,
        title_prefix: str = "",
        max_datapoints: int | None = 300,
        resample_to_frequency: float | None = None,
        anchor: str = "",
        ts_dict: Mapping[str, TimeSeries] | None = None,
        collapsible: bool = True,
    ) -> None:
        super().__init__(f"{title_prefix}{title}", anchor, collapsible)
        self.model, self.ts_dict, self.most = model, dict(ts_dict or {}), max_datapoints
        self.frequency = resample_to_frequency

    def content(self) -> str:
        """Return the plots as SVG."""
        series = {label: self._subsample(ts) for label, ts in self.ts_dict.items()}
        known = [set(ts.signal_mapping or ()) for ts in series.values()]
        names = sorted(set.intersection(*known)) if known else []
        return figures.plot_signals(list(series.items()), names) if names else "<p>no signals</p>"

    def _subsample(self, ts: TimeSeries) -> TimeSeries:
        if self.frequency is not None and len(ts) > 1:
            ts = ts.resample(target_dt=1.0 / self.frequency)
        if self.most is not None and len(ts) > self.most > 1:
            ts = ts.resample(target_dt=(ts.times[-1] - ts.times[0]) / (self.most - 1))
        return ts


class VideoPlayer(ReportSection):
    """A video embedded in the page."""

    def __init__(
        self,
        title: str,
        video_filepath: str | Path,
        anchor: str = "",
        width: int = 800,
        height: int = 450,
        autoplay: bool = False,
        controls: bool = True,
        muted: bool = False,
        loop: bool = True,
        caption: str = "",
        collapsible: bool = True,
    ) -> None:
        super().__init__(title, anchor, collapsible)
        self.path, self.width, self.height, self.caption = Path(video_filepath), width, height, caption
        flags = {"autoplay": autoplay, "controls": controls, "muted": muted, "loop": loop}
        self.flags = " ".join(name for name, on in flags.items() if on)

    def content(self) -> str:
        """Return the HTML of the video or animated image."""
        kind = self.path.suffix.removeprefix(".").lower()
        text = base64.b64encode(self.path.read_bytes()).decode()
        size = f'width="{self.width}"' + (f' height="{self.height}"' if self.height else "")
        if kind == "gif":
            film = f'<img {size} src="data:image/gif;base64,{text}">'
        else:
            film = f'<video {size} {self.flags} src="data:video/{kind};base64,{text}"></video>'
        return film + (f"<p>{escape(self.caption)}</p>" if self.caption else "")
