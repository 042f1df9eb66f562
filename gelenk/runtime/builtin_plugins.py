"""The builtin plugins, in the order of their places in the stage table.

Documents: XML reference / extension

Their kernels and formulas are in engine/plugins.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.algebra.vec import rotation_vector
from gelenk.engine.plugins.run import BODY_VALUES
from gelenk.runtime import plugin_instances, plugin_registry
from gelenk.runtime.plugin_instances import number
from gelenk.runtime.plugin_registry import Plugin, Task
from gelenk.tables.enums import mjtDyn, mjtGeom, mjtObj
from gelenk.tables.stages import INDEX

if TYPE_CHECKING:
    pass


class Pid(Plugin):
    """The plugin mujoco.pid."""

    name = "mujoco.pid"
    attributes = ("kp", "ki", "kd", "imax", "slewmax")
    capabilities = Task.ACTUATOR
    stage = INDEX["plugin_pid"]

    def numbers(self, m: Any, instance: int, config: Mapping[str, str]) -> Sequence[float]:
        """Return kp, ki, kd, imax, slewmax; the last two are -1 without a limit."""
        kp, ki, kd = (number(config, key) for key in ("kp", "ki", "kd"))
        imax, slewmax = (number(config, key, -1.0) for key in ("imax", "slewmax"))
        for key, limit in (("imax", imax), ("slewmax", slewmax)):
            if config[key] and limit < 0.0:
                raise ValueError(f"config '{key}' must not be negative, got {config[key]}")
        driven = [i for i in range(m.nactuator) if m._a_actuator_plugin[i] == instance]
        if not driven:
            raise ValueError("no actuator has this instance")
        for i in driven:
            wanted = (ki != 0.0) + (slewmax >= 0.0) + (m._a_actuator_dyntype[i] != mjtDyn.mjDYN_NONE)
            if m._a_actuator_actnum[i] != wanted:
                raise ValueError(
                    f"actuator {i} has actdim {m._a_actuator_actnum[i]}, expected {wanted}: "
                    f'add actdim="{wanted}" to the actuator'
                )
        return kp, ki, kd, imax, slewmax


def cross_section(kind: int, size: np.ndarray) -> tuple[float, float, float]:
    """Return (torsion constant, second moments about y and z) of a geom along x [m^4].

    The torsion constant of a box is the usual series for a rectangle (Young and Budynas, Roark's Formulas, table 10.7).
    """
    if kind == mjtGeom.mjGEOM_BOX:
        height, width = 2 * size[1], 2 * size[2]
        a, b = max(height, width), min(height, width)
        torsion = a * b**3 * (1 / 3 - 0.21 * b / a * (1 - b**4 / (12 * a**4)))
        return torsion, height * width**3 / 12, width * height**3 / 12
    if kind not in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER):
        raise ValueError("the geoms of a cable must be of type capsule, cylinder or box")
    bending = math.pi * size[0] ** 4 / 4
    return 2 * bending, bending, bending


class Cable(Plugin):
    """The plugin mujoco.elasticity.cable."""

    name = "mujoco.elasticity.cable"
    attributes = ("twist", "bend", "flat", "vmax")
    capabilities = Task.PASSIVE
    stage = INDEX["plugin_cable"]

    def numbers(self, m: Any, instance: int, config: Mapping[str, str]) -> Any:
        """Return stiffnesses [N m/rad] and rest rotation [rad] of each body of the cable."""
        shear, young = number(config, "twist"), number(config, "bend")
        number(config, "vmax")
        flat = config["flat"] == "true"
        rows = []
        for b in range(1, m.nbody):
            if m._a_body_plugin[b] != instance:
                continue
            parent = int(m._a_body_parentid[b])
            if m._a_body_plugin[parent] != instance:
                rows.append((0.0,) * BODY_VALUES)
                continue
            geom = int(m._a_body_geomadr[b])
            if geom < 0:
                raise ValueError(f"body {b} of a cable has no geom")
            section = cross_section(int(m._a_geom_type[geom]), m._a_geom_size[geom])
            length = math.sqrt(sum(x * x for x in m._a_body_pos[b].tolist()))
            if length == 0.0:
                raise ValueError(f"body {b} of a cable has no distance from its parent")
            rest = (0.0,) * 3 if flat else rotation_vector(tuple(m._a_body_quat[b].tolist()))
            moduli = (shear, young, young)
            rows.append((*(e * s / length for e, s in zip(moduli, section, strict=True)), *rest))
        return rows


def pair(config: Mapping[str, str], key: str) -> tuple[float, float]:
    """Return two numbers of a configuration."""
    try:
        first, second = map(float, config[key].split())
    except ValueError:
        raise ValueError(f"config '{key}' must be two numbers, got '{config[key]}'") from None
    return first, second


class TouchGrid(Plugin):
    """The plugin mujoco.sensor.touch_grid."""

    name = "mujoco.sensor.touch_grid"
    attributes = ("nchannel", "size", "fov", "gamma")
    capabilities = Task.SENSOR
    stage = INDEX["plugin_touch_grid"]

    def numbers(self, m: Any, instance: int, config: Mapping[str, str]) -> Sequence[float]:
        """Return nchannel, columns, rows, half the field of view [rad], gamma."""
        for i in range(m.nsensor):
            if m._a_sensor_plugin[i] == instance and m._a_sensor_objtype[i] != mjtObj.mjOBJ_SITE:
                raise ValueError("a touch grid must be attached to a site")
        nchannel = int(number(config, "nchannel") or 1)
        if not 1 <= nchannel <= 6:
            raise ValueError(f"config 'nchannel' must be between 1 and 6, got {config['nchannel']}")
        size, fov, gamma = pair(config, "size"), pair(config, "fov"), number(config, "gamma")
        if not all(1 <= n < 2**15 and n == int(n) for n in size):
            raise ValueError(f"config 'size' must be two positive integers, got '{config['size']}'")
        if not (0 < fov[0] <= 180 and 0 < fov[1] <= 90):
            raise ValueError(f"config 'fov' must be in (0, 180] and (0, 90] degrees, got '{config['fov']}'")
        if not 0 <= gamma <= 1:
            raise ValueError(f"config 'gamma' must be in [0, 1], got {config['gamma']}")
        return nchannel, *size, math.radians(fov[0]), math.radians(fov[1]), gamma

    def sensor_size(self, config: Mapping[str, str]) -> Any:
        """Return the number of values of all channels."""
        columns, rows = pair(config, "size")
        return int(number(config, "nchannel") or 1) * int(columns) * int(rows)


class Bolt(Plugin):
    """The plugin mujoco.sdf.bolt."""

    name = "mujoco.sdf.bolt"
    attributes = ("radius",)
    capabilities = Task.SDF
    stage = INDEX["plugin_bolt"]

    def numbers(self, m: Any, instance: int, config: Mapping[str, str]) -> Sequence[float]:
        """Return the radius of the thread."""
        radius = number(config, "radius", 0.26)
        if not radius > 0.0:
            raise ValueError(f"config 'radius' must be positive, got {config['radius']}")
        return (radius,)

    def sdf_aabb(self, config: Mapping[str, str]) -> Sequence[float]:
        """Return the box around head and shaft; it extends above the head by the shaft length."""
        return 0.0, 0.0, 0.0, 0.6, 0.6, 1.0


class Nut(Bolt):
    """The plugin mujoco.sdf.nut."""

    name = "mujoco.sdf.nut"
    stage = INDEX["plugin_nut"]


class Bowl(Plugin):
    """The plugin mujoco.sdf.bowl."""

    name = "mujoco.sdf.bowl"
    attributes = ("height", "radius", "thickness")
    capabilities = Task.SDF
    stage = INDEX["plugin_bowl"]

    def numbers(self, m: Any, instance: int, config: Mapping[str, str]) -> Sequence[float]:
        """Return height, radius, half wall thickness, and radius of the rim."""
        height, radius = number(config, "height", 0.4), number(config, "radius", 1.0)
        half = number(config, "thickness", 0.02)
        if not (radius > 0.0 and half > 0.0 and abs(height) <= radius):
            raise ValueError(
                "a bowl needs a positive radius and thickness, and a height between -radius and radius"
            )
        return height, radius, half, math.sqrt(radius * radius - height * height)

    def sdf_aabb(self, config: Mapping[str, str]) -> Sequence[float]:
        """Return the box around the whole sphere."""
        _, radius, half, _ = self.numbers(None, 0, config)
        return (0.0, 0.0, 0.0, *(radius + half,) * 3)


class Gear(Plugin):
    """The plugin mujoco.sdf.gear."""

    name = "mujoco.sdf.gear"
    attributes = ("alpha", "diameter", "teeth", "thickness", "innerdiameter")
    capabilities = Task.SDF
    stage = INDEX["plugin_gear"]

    def numbers(self, m: Any, instance: int, config: Mapping[str, str]) -> Sequence[float]:
        """Return the constants of profile and gear, in the order of the return statement."""
        diameter, teeth = number(config, "diameter", 2.8), number(config, "teeth", 25.0)
        thickness, inner = number(config, "thickness", 0.2), number(config, "innerdiameter", -1.0)
        if not (diameter > 0.0 and teeth >= 1.0 and thickness > 0.0 and math.isfinite(diameter * teeth)):
            raise ValueError("a gear needs a positive diameter and thickness, and at least one tooth")
        radius, module = 0.5 * diameter, diameter / teeth
        pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551  # [rad]
        base, root = radius * math.cos(pressure), radius - 1.2 * module
        if inner < 0.0:
            inner = 2.0 * root - 0.28 * diameter
        pitch = 2.0 * math.pi / teeth
        middle = math.tan(pressure) - pressure + 0.25 * pitch
        edge = 0.0035 * diameter
        alpha = number(config, "alpha")
        return alpha, base, radius + module, root, 0.5 * inner, pitch, middle, 0.5 * thickness, edge

    def sdf_aabb(self, config: Mapping[str, str]) -> Sequence[float]:
        """Return the box around the gear."""
        self.numbers(None, 0, config)
        half = 0.625 * number(config, "diameter", 2.8)
        return 0.0, 0.0, 0.0, half, half, 0.55 * number(config, "thickness", 0.2)


class Torus(Plugin):
    """The plugin mujoco.sdf.torus."""

    name = "mujoco.sdf.torus"
    attributes = ("radius1", "radius2")
    capabilities = Task.SDF
    stage = INDEX["plugin_torus"]

    def numbers(self, m: Any, instance: int, config: Mapping[str, str]) -> Sequence[float]:
        """Return the radius of the circle and that of the tube."""
        large, small = number(config, "radius1", 0.35), number(config, "radius2", 0.15)
        if not (large >= 0.0 and small > 0.0):
            raise ValueError("the radii of a torus must be positive")
        return large, small

    def sdf_aabb(self, config: Mapping[str, str]) -> Sequence[float]:
        """Return the box around the torus."""
        large, small = self.numbers(None, 0, config)
        return 0.0, 0.0, 0.0, large + small, large + small, small


ALL = (Pid, Cable, TouchGrid, Bolt, Bowl, Gear, Nut, Torus)


def register() -> None:
    """Register the builtin plugins, before any plugin of a user."""
    for cls in ALL[len(plugin_instances.REGISTERED) :]:
        plugin_registry.add(cls())
