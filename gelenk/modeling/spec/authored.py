"""Authored settings: which attributes of options and visual settings a text has, as bits.

Documents: Programming / Model editing; API / MjsAuthored

The bits are numbered in the order of the fields of the structs; those of flags are the flags themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gelenk.tables.api_enums import mjtDisableBit, mjtEnableBit

if TYPE_CHECKING:
    from gelenk.modeling.spec.spec import MjSpec

# element -> its attributes by bit; "-" for a bit of no attribute
ORDER = {
    "option": "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind "
    "magnetic density viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations "
    "ls_iterations noslip_iterations ccd_iterations - - - sdf_initpoints sdf_iterations",
    "global": "cameraid orthographic fovy ipd azimuth elevation linewidth glow realtime offwidth offheight "
    "ellipsoidinertia bvactive",
    "quality": "shadowsize offsamples numslices numstacks numquads",
    "headlight": "ambient diffuse specular active",
    "map": "stiffness stiffnessrot force torque alpha fogstart fogend znear zfar haze shadowclip shadowscale "
    "actuatortendon",
    "scale": "forcewidth contactwidth contactheight connect com camera light selectpoint jointlength jointwidth "
    "actuatorlength actuatorwidth framelength framewidth constraint slidercrank frustum",
    "rgba": "fog haze force inertia joint actuator actuatornegative actuatorpositive com camera light selectpoint "
    "connect contactpoint contactforce contactfriction contacttorque contactgap rangefinder constraint slidercrank "
    "crankbroken frustum bv bvactive",
    "compiler": "autolimits boundmass boundinertia settotalmass balanceinertia fitaabb angle eulerseq discardvisual "
    "usethread fusestatic inertiafromgeom inertiagrouprange saveinertial savecompiled savecanonical alignfree conflict "
    "passthrough - meshdir texturedir",
}


def bits_of(element: str, attributes: Mapping[str, Any], prefix: str = "") -> int:
    """Return the bits of those attributes of an element that a text has.

    attributes   a mapping that has the names, each after `prefix`
    """
    return sum(1 << bit for bit, name in enumerate(ORDER[element].split()) if f"{prefix}{name}" in attributes)


def flags_of(enum: Any, stated: Mapping[str, Any]) -> int:
    """Return the flags of an enum whose keyword a text has."""
    return sum(
        int(member)
        for name, member in enum.__members__.items()
        if f"flag.{name.partition('_')[2].lower()}" in stated and name[:4] != "mjND" and name[:4] != "mjNE"
    )


class MjsAuthored:
    """The settings that the text of a spec has, as bits.

    Those that a program sets are not counted.

    option            attributes of `option`, in the order of its fields
    disableflags      flags of mjtDisableBit that the text states
    enableflags       flags of mjtEnableBit that the text states
    disableactuator   groups in `actuatorgroupdisable`
    visual_global     attributes of `visual/global`
    visual_quality    attributes of `visual/quality`
    visual_headlight  attributes of `visual/headlight`
    visual_map        attributes of `visual/map`
    visual_scale      attributes of `visual/scale`
    visual_rgba       attributes of `visual/rgba`

    Source   API / mjsAuthored; Programming / Model editing
    """

    option = disableflags = enableflags = disableactuator = 0
    visual_global = visual_quality = visual_headlight = visual_map = visual_scale = visual_rgba = 0

    def __init__(self, spec: MjSpec) -> None:
        stated = getattr(spec, "_written", None)
        if stated is None:
            raise TypeError(f"MjsAuthored takes an MjSpec, not {type(spec).__name__}")
        self.option = bits_of("option", stated, "option.")
        self.disableflags = flags_of(mjtDisableBit, stated)
        self.enableflags = flags_of(mjtEnableBit, stated)
        stated_groups = "option.actuatorgroupdisable" in stated
        self.disableactuator = int(spec.option.disableactuator) if stated_groups else 0
        for group in ("global", "quality", "headlight", "map", "scale", "rgba"):
            setattr(self, f"visual_{group}", bits_of(group, stated, f"{group}."))
