"""Scenes as models of gelenk or of the reference, and controls for them."""

import gelenk
import scenes
from gelenk.tables.field_groups import IDS

USUAL = ("arm", "loops", "humanoid", "boxes50")  # together they use most of the engine
ARM, LOOPS = scenes.text("arm"), scenes.text("loops")


def load(name, module=gelenk):
    """Return scene ``name`` as a model of ``module`` (gelenk or the reference)."""
    return module.MjModel.from_xml_path(str(scenes.path(name)))


def ids_out_of_range(m):
    """Return the names of index columns with values outside of their range in the tables."""
    columns = {name: getattr(m, name) for name in IDS}
    return [
        name
        for name, ids in IDS.items()
        if columns[name].size
        and not (columns[name].min() >= -ids.none and columns[name].max() < getattr(m, ids.size))
    ]


def controls(m, rng):
    """Return random controls within the ranges of the actuators."""
    low = [
        r[0] if limited else -1.0
        for r, limited in zip(m.actuator_ctrlrange, m.actuator_ctrllimited, strict=True)
    ]
    high = [
        r[1] if limited else 1.0
        for r, limited in zip(m.actuator_ctrlrange, m.actuator_ctrllimited, strict=True)
    ]
    return rng.uniform(low, high)
