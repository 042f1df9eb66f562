"""Every sensor against 3.5.0, compiled and as plain Python."""

import numpy as np
import pytest

from gelenk.engine.sensor import position, velocity_acceleration
from gelenk.tables.enums import mjtSensor
from gelenk.toolchain import library
from tests.support.forces import random_state
from tests.support.tolerance import relative, tol

FLAGS = ("", 'gravity="disable"', 'constraint="disable"')
LIBRARIES = ("sensor", "energy", "touch", "velocity", "post_constraint")
DONE_BEFORE = ("flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost")
ROUNDING = tol(1e-11)  # forces between bodies are differences of forces a thousand times larger


def sense(m, d):
    """Run the three sensor stages, as if nothing that they may ask for had been computed."""
    for flag in DONE_BEFORE:
        d._set_scalar(flag, 0)
    if library.JIT:
        library.load(LIBRARIES)
    for name in ("sensor_pos", "sensor_vel", "sensor_acc"):
        library.call(name, m, d)
    assert d._scalar("status") == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("flags", FLAGS)
def test_sensors_read_what_the_reference_reads(flags, seed):
    _, rd, m, d = random_state(seed, flags=flags)
    d.sensordata[:] = np.nan
    sense(m, d)
    for i in range(m.nsensor):
        part = slice(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i])
        name = f"sensor {i}, {mjtSensor(int(m.sensor_type[i])).name}"
        assert relative(d.sensordata[part], rd.sensordata[part]) < ROUNDING, name


def test_plain_python_reads_the_same():
    _, _, m, d = random_state()
    sense(m, d)
    compiled = d.sensordata.copy()
    d.sensordata[:] = np.nan
    loaded = library.TABLE.copy()
    for name in ("energy_pos", "energy_vel", "subtree_vel", "rne_post_constraint", "sensor_touch"):
        library.TABLE[library.INDEX[name]] = 1
    try:
        for flag in DONE_BEFORE:
            d._set_scalar(flag, 0)
        for function in (
            position.sensor_pos,
            velocity_acceleration.sensor_vel,
            velocity_acceleration.sensor_acc,
        ):
            function(m._view, d._view)
    finally:
        library.TABLE[:] = loaded
    assert relative(d.sensordata, compiled) < tol(1e-13)


def test_disabled_sensors_keep_their_values():
    _, _, m, d = random_state(flags='sensor="disable"')
    d.sensordata[:] = 7.0
    sense(m, d)
    assert (d.sensordata == 7.0).all()


def test_a_missing_stage_is_asked_for():
    _, _, m, d = random_state()
    sense(m, d)
    index = library.INDEX["rne_post_constraint"]
    loaded = library.TABLE[index]
    library.TABLE[index] = 0
    try:
        d._set_scalar("flg_rnepost", 0)
        if library.JIT:
            library.call("sensor_acc", m, d)
        else:
            velocity_acceleration.sensor_acc(m._view, d._view)
        assert (d._scalar("status"), d._scalar("need_stage")) == (2, index)
    finally:
        library.TABLE[index] = loaded
