"""SignalReport: predicted and measured signals over time.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Mapping

from gelenk.sysid._src.timeseries import TimeSeries
from gelenk.sysid.report import figures
from gelenk.sysid.report.sections.base import ReportSection
from gelenk.world.model import MjModel


class SignalReport(ReportSection):
    """A plot for each signal.

    ts_dict         label -> TimeSeries, drawn over each other
    max_datapoints  series with more samples are thinned out
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
        """The figure."""
        series = {label: self._thin(ts) for label, ts in self.ts_dict.items()}
        known = [set(ts.signal_mapping or ()) for ts in series.values()]
        names = sorted(set.intersection(*known)) if known else []
        return figures.signals(list(series.items()), names) if names else "<p>no signals</p>"

    def _thin(self, ts: TimeSeries) -> TimeSeries:
        if self.frequency is not None and len(ts) > 1:
            ts = ts.resample(target_dt=1.0 / self.frequency)
        if self.most is not None and len(ts) > self.most > 1:
            ts = ts.resample(target_dt=(ts.times[-1] - ts.times[0]) / (self.most - 1))
        return ts
