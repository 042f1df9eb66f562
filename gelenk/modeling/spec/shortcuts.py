"""Actuator shortcuts: the general actuator fields of motor, position, velocity, ...

Documents: XML reference / actuator; Computation / Actuation model

A shortcut sets dynamics, gain and bias types and its own parameters, and leaves all others unchanged:

    force = gain * (control or activation) + bias
    fixed gain   gainprm[0]                 affine gain or bias   prm[0] + prm[1] * length + prm[2] * velocity

A positive biasprm[2] of a servo is a damping ratio, which the compiler converts to a damping.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Any, cast

from gelenk.modeling.spec import attribute_bases
from gelenk.modeling.spec.arguments import converted
from gelenk.modeling.spec.field_descriptors import put_numbers
from gelenk.tables.enums import mjtBias, mjtCtrlInput, mjtDyn, mjtGain
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_11, R3_16

# gain parameters of a muscle: (default, value of gainprm that means "not given")
MUSCLE = ((0.75, 1), (1.05, 0), (-1, 0), (200, 0), (0.5, 0), (1.6, 0), (1.5, 0), (1.3, 0), (1.2, 0))
MUSCLE_NAMES = ("force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax")


class Shortcuts(attribute_bases.ActuatorAttributes):
    """The set_to functions of an actuator; negative arguments mean "not given"."""

    def set_to_motor(self) -> None:
        """Make a direct drive: fixed gain 1, no bias, no dynamics.

        Source     XML reference / actuator / motor; Computation / Actuation model
        """
        self._set_types(mjtDyn.mjDYN_NONE, mjtGain.mjGAIN_FIXED, mjtBias.mjBIAS_NONE)
        self._set_values("gainprm", 1)
        self._set_tag("motor")

    @converted
    def set_to_position(
        self,
        kp: float,
        kv: float = -1,
        dampratio: float = -1,
        timeconst: float = -1,
        inheritrange: float = False,
    ) -> None:
        """Make a position servo: force = kp * (control - length) - kv * velocity.

        The control may be filtered.

        kp         stiffness [N/m or N m/rad]
        kv         damping [N s/m or N m s/rad]; negative: not given
        dampratio  damping ratio [1], instead of kv; negative: not given
        timeconst  time constant of the filter [s]; negative: not given
        inheritrange   range of the control as a multiple of the target's range [1]; 0: ctrlrange applies

        Errors     ValueError: both kv and dampratio
        Source     XML reference / actuator / position; Computation / Actuation model
        """
        self._servo(kp, kv, dampratio, inheritrange)
        self._declare(mjtCtrlInput.mjINPUT_POS)
        if timeconst >= 0:
            self._set_values("dynprm", timeconst)
            self.dyntype = mjtDyn.mjDYN_FILTEREXACT if timeconst else mjtDyn.mjDYN_NONE
        self._set_tag("position")

    @converted
    def set_to_intvelocity(
        self,
        kp: float,
        kv: float = -1,
        dampratio: float = -1,
        timeconst: float = -1,
        inheritrange: float = False,
    ) -> None:
        """Make a position servo whose setpoint is the integral of the control, within actrange.

        The activation of the actuator is the setpoint.

        kp         stiffness [N/m or N m/rad]
        kv         damping [N s/m or N m s/rad]; negative: not given
        dampratio  damping ratio [1], instead of kv; negative: not given
        timeconst  first parameter of the dynamics [s]; negative: not given
        inheritrange   range of the activation as a multiple of the target's range [1]; 0: actrange applies

        Errors     ValueError: both kv and dampratio
        Source     XML reference / actuator / intvelocity; Computation / Actuation model
        """
        self._servo(kp, kv, dampratio, inheritrange)
        self._declare(mjtCtrlInput.mjINPUT_VEL)
        if timeconst >= 0:
            self._set_values("dynprm", timeconst)
        self.dyntype = mjtDyn.mjDYN_INTEGRATOR
        if not self._is_at_least(R3_11):  # later releases limit the activation only if actrange is set
            self.actlimited = 1
        self._set_tag("intvelocity")

    def _servo(self, kp: float, kv: float, dampratio: float, inheritrange: float) -> None:
        if kv >= 0 and dampratio >= 0:
            raise ValueError("kv and dampratio cannot both be defined")
        self.__dict__.update(gaintype=mjtGain.mjGAIN_FIXED, biastype=mjtBias.mjBIAS_AFFINE)
        self._set_values("gainprm", kp)
        self._set_values("biasprm", -kp, start=1)
        if kv >= 0:
            self._set_values("biasprm", -kv, start=2)
        elif dampratio >= 0:
            self._set_values("biasprm", dampratio, start=2)
        if inheritrange:
            self.inheritrange = inheritrange

    @converted
    def set_to_velocity(self, kv: float) -> None:
        """Make a velocity servo: force = kv * (control - velocity).

        kv         damping [N s/m or N m s/rad]

        Source     XML reference / actuator / velocity; Computation / Actuation model
        """
        self._set_types(mjtDyn.mjDYN_NONE, mjtGain.mjGAIN_FIXED, mjtBias.mjBIAS_AFFINE)
        self._declare(mjtCtrlInput.mjINPUT_VEL)
        self._set_values("gainprm", kv)
        self._set_values("biasprm", 0, 0, -kv, *(0,) * 7)
        self._set_tag("velocity")

    @converted
    def set_to_damper(self, kv: float) -> None:
        """Make a damper: force = -kv * velocity * control, for nonnegative controls.

        kv         damping for control 1 [N s/m or N m s/rad]

        Errors     ValueError: kv or the range of control is negative
        Source     XML reference / actuator / damper; Computation / Actuation model
        """
        if kv < 0:
            raise ValueError("damping coefficient cannot be negative")
        if min(self.__dict__["ctrlrange"]) < 0:
            raise ValueError("damper control range cannot be negative")
        self._set_types(mjtDyn.mjDYN_NONE, mjtGain.mjGAIN_AFFINE, mjtBias.mjBIAS_NONE)
        self._set_values("gainprm", 0, 0, -kv, *(0,) * 7)
        self.ctrllimited = 1
        self._set_tag("damper")

    @converted
    def set_to_cylinder(self, timeconst: float, bias: float, area: float, diameter: float = -1) -> None:
        """Make a cylinder: force = area * pressure + bias, with pressure as the filtered control.

        timeconst  time constant of the pressure [s]
        bias       force without pressure [N]
        area       area of the piston [m^2]
        diameter   diameter of the piston [m], instead of the area; negative: not given

        Source     XML reference / actuator / cylinder; Computation / Actuation model
        """
        self._set_types(mjtDyn.mjDYN_FILTER, mjtGain.mjGAIN_FIXED, mjtBias.mjBIAS_AFFINE)
        self._declare(mjtCtrlInput.mjINPUT_PRESSURE)
        self._set_values("dynprm", timeconst)
        self._set_values("biasprm", bias)
        self._set_values("gainprm", pi / 4 * diameter * diameter if diameter >= 0 else area)
        self._set_tag("cylinder")

    @converted
    def set_to_muscle(
        self,
        timeconst: Sequence[float] = (-1, -1),
        tausmooth: float = 0,
        range: Sequence[float] = (-1, -1),
        force: float = -1,
        scale: float = -1,
        lmin: float = -1,
        lmax: float = -1,
        vmax: float = -1,
        fpmax: float = -1,
        fvmax: float = -1,
    ) -> None:
        """Make a muscle, whose gain and bias share parameters.

        Parameters that are not given have the documented defaults.

        timeconst  time constants of activation and of deactivation [s]
        tausmooth  width of the transition between them [1]
        range      operating range of lengths [L0]
        force      peak active force at rest [N]; negative: from scale
        scale      peak force for unit acceleration [N m/s^2], if force is not given
        lmin       shortest length of the force-length curve [L0]
        lmax       longest length of the force-length curve [L0]
        vmax       velocity of shortening at which the force vanishes [L0/s]
        fpmax      passive force at lmax [peak force]
        fvmax      active force at the fastest lengthening [peak force]

        Errors     ValueError: tausmooth is negative
        Source     XML reference / actuator / muscle; Computation / Actuation model
        """
        if tausmooth < 0:
            raise ValueError("muscle tausmooth cannot be negative")
        said = (*range, force, scale, lmin, lmax, vmax, fpmax, fvmax)
        self._muscle(timeconst, tausmooth, said)
        self._set_tag("muscle")

    def _muscle(
        self, timeconst: Sequence[float | None], tausmooth: float | None, said: Sequence[float | None]
    ) -> None:
        self._set_types(mjtDyn.mjDYN_MUSCLE, mjtGain.mjGAIN_MUSCLE, mjtBias.mjBIAS_MUSCLE)
        for i, (default, unsaid) in enumerate(((0.01, 1), (0.04, 0))):
            given = timeconst[i]
            if given is not None and given >= 0:
                self._set_values("dynprm", given, start=i)
            elif self.__dict__["dynprm"][i] == unsaid:
                self._set_values("dynprm", default, start=i)
        if tausmooth is not None:
            self._set_values("dynprm", tausmooth, start=2)
        for i, (default, unsaid) in enumerate(MUSCLE):
            given = said[i]
            if given is not None and given >= 0:  # negative means not given
                self._set_values("gainprm", given, start=i)
            elif self.__dict__["gainprm"][i] == unsaid:
                self._set_values("gainprm", default, start=i)
        self._set_values("biasprm", *self.__dict__["gainprm"])

    @converted
    def set_to_adhesion(self, gain: float) -> None:
        """Make an adhesion actuator: force = gain * control, for nonnegative controls.

        gain       force for control 1 [N]

        Errors     ValueError: gain or the range of control is negative
        Source     XML reference / actuator / adhesion; Computation / Actuation model
        """
        if gain < 0:
            raise ValueError("adhesion gain cannot be negative")
        if min(self.__dict__["ctrlrange"]) < 0:
            raise ValueError("adhesion control range cannot be negative")
        self.gaintype, self.biastype = mjtGain.mjGAIN_FIXED, mjtBias.mjBIAS_NONE
        self._set_values("gainprm", gain)
        self.ctrllimited = 1
        self._set_tag("adhesion")

    def _set_values(self, name: str, *numbers: float, start: int = 0) -> None:
        """Replace elements of an array field, without building the array from its shared tuple."""
        put_numbers(self.__dict__, name, [*map(float, numbers)], start)

    def _declare(self, bits: mjtCtrlInput) -> None:
        """Set ctrlspec, the meaning of the controls, as shortcuts do from release 3.16 on."""
        if self._is_at_least(R3_16):
            self.ctrlspec = int(bits)

    def _is_at_least(self, release: int) -> bool:
        """Return whether the actuator belongs to a spec of this release or a later one."""
        spec = cast(Any, self)._spec
        return spec is not None and release_number(spec.release) >= release

    def _set_tag(self, tag: str) -> None:
        """Record the shortcut by which the actuator was set, which `type` returns."""
        self.__dict__["_written_as"] = tag

    def _set_types(self, dyntype: mjtDyn, gaintype: mjtGain, biastype: mjtBias) -> None:
        self.__dict__.update(dyntype=dyntype, gaintype=gaintype, biastype=biastype)
