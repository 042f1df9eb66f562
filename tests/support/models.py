"""Scenes as models, ours or the reference's, and controls for them."""

import gelenk
import scenes
from gelenk.tables.field_groups import IDS

USUAL = ("arm", "loops", "humanoid", "boxes50")  # together they use most of the engine
ARM, LOOPS = scenes.text("arm"), scenes.text("loops")


def load(name, module=gelenk):
    """Scene ``name`` by ``module`` (ours, or the reference)."""
    return module.MjModel.from_xml_path(str(scenes.path(name)))


def ids_out_of_range(m):
    """Return the names of the columns that hold an id outside of the range of their row in the tables."""
    columns = {name: getattr(m, name) for name in IDS}
    return [
        name
        for name, ids in IDS.items()
        if columns[name].size
        and not (columns[name].min() >= -ids.none and columns[name].max() < getattr(m, ids.size))
    ]


def controls(m, rng):
    """Random controls within the ranges of the actuators."""
    low = [
        r[0] if limited else -1.0
        for r, limited in zip(m.actuator_ctrlrange, m.actuator_ctrllimited, strict=True)
    ]
    high = [
        r[1] if limited else 1.0
        for r, limited in zip(m.actuator_ctrlrange, m.actuator_ctrllimited, strict=True)
    ]
    return rng.uniform(low, high)
