"""History buffers of actuators and sensors: validation, and addresses in MjData.

Documents: XML reference / actuator, sensor (nsample, interp, delay, interval)
"""

from __future__ import annotations

from typing import Any

from gelenk.algebra.orientation import floats
from gelenk.engine.model_features import history_length
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.spec_columns import check_count, column

MAX_SAMPLES = 1 << 24


def check_history(build: Build, el: Any) -> None:
    """Fail on a delay without samples, too many samples, or a nonpositive timestep."""
    if el.delay > 0 and el.nsample <= 0:
        build.fail(el, "setting delay > 0 without a history buffer", "nsample", "set nsample to at least 1")
    if el.nsample > 0 and not build.spec.option.timestep > 0:
        hint = "set option timestep to a positive number"
        build.fail(
            el, f"a history needs a positive timestep, not {build.spec.option.timestep:g}", "nsample", hint
        )
    if el.nsample > MAX_SAMPLES:
        build.fail(el, f"{el.nsample} samples in a history, more than {MAX_SAMPLES}", "nsample")


def check_interval(build: Build, el: Any) -> None:
    """Fail unless the interval is a period and a phase in (-period, 0]."""
    period, phase = floats(el.__dict__["interval"])
    if period < 0:
        build.fail(el, "negative interval in sensor", "interval")
    if phase > 0:
        build.fail(el, "positive phase in sensor", "interval", "the phase is zero or negative")
    if 0 < period <= -phase:
        build.fail(el, "the phase must be greater than -period in sensor", "interval")


def history_columns(build: Build, prefix: str, elements: list, dims: list[int]) -> None:
    """Fill prefix_delay, _history, _historyadr, and add to nhistory.

    Histories of actuators come before those of sensors.
    """
    total = build.sizes.get("nhistory", 0)
    adr, kept = [], []
    for el, dim in zip(elements, dims, strict=True):
        n = int(el.nsample)
        kept.append((n, int(el.interp)))
        adr.append(total if n > 0 else -1)
        if n > 0:
            total += history_length(n, dim)
            check_count(build, el, total, "histories", "nsample")
    build.put(
        **{
            f"{prefix}_delay": column(elements, "delay"),
            f"{prefix}_history": kept,
            f"{prefix}_historyadr": adr,
        }
    )
    build.sizes["nhistory"] = total
