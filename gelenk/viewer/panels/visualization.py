"""Section Visualization: the visual settings of the model, from their table.

Documents: design / Out: `panel`; XML reference / visual
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.tables import fields_model
from gelenk.tables.field_rows import Field
from gelenk.viewer.panels.row import Row

VISUAL_GROUPS = ("headlight", "global_", "map", "scale", "rgba")
# sizes of buffers and the like, of which pictures that are already there know nothing
LEFT_OUT = ("offwidth", "offheight", "cameraid", "realtime")
VISUAL_BOUNDS = {
    "azimuth": (-360.0, 360.0),
    "elevation": (-90.0, 90.0),
    "fovy": (0.1, 179.0),
    "znear": (1e-5, 1.0),
    "zfar": (1.0, 1e4),
    "linewidth": (0.0, 20.0),
    "glow": (0.0, 10.0),
    "alpha": (0.0, 1.0),
    "haze": (0.0, 1.0),
}
ANY = (0.0, 1e4)


def _place(m: Any, group: str, name: str) -> np.ndarray | None:
    """The memory of a field that is an array: two colors are shown as empty to programs."""
    return getattr(getattr(m.vis, group), "_a_" + name, None)


def _row(group: str, f: Field) -> Row:
    low, high = VISUAL_BOUNDS.get(f.name, ANY)
    switch = f.dtype == "int32"
    kind = "check" if switch else "color" if f.shape == (4,) else "vector" if f.shape else "number"

    def get(desk: Any) -> Any:
        array = _place(desk.m, group, f.name)
        if array is not None:
            return array.tolist()
        value = getattr(getattr(desk.m.vis, group), f.name)
        return bool(value) if switch else value

    def put(desk: Any, value: Any) -> None:
        def action(m: Any, d: Any) -> None:
            array = _place(m, group, f.name)
            if array is not None:
                array[:] = value
            else:
                setattr(getattr(m.vis, group), f.name, int(value) if switch else value)

        desk.act(action)

    if f.shape:
        low, high = 0.0, 1.0
    name, text = group.rstrip("_"), f"{f.meaning} [{f.unit}]" if f.unit else f.meaning
    return Row(
        f"{name}/{f.name}",
        kind,
        f.name.capitalize(),
        get,
        put,
        low=None if switch else low,
        high=None if switch else high,
        count=int(f.shape[0]) if f.shape else 0,
        group=name.capitalize(),
        help=text.capitalize(),
    )


def visual_rows(desk: Any) -> Iterable[Row]:
    """Headlight, camera, map, scales, colors."""
    for group in VISUAL_GROUPS:
        yield from (_row(group, f) for f in fields_model.VISUAL[group] if f.name not in LEFT_OUT)
