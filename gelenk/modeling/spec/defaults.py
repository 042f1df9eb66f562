"""Defaults classes (MjsDefault), authored settings as bits, and default values by release.

Documents: Modeling / Default settings; XML reference / default; Programming / Model editing; API / MjsAuthored; XML
reference / option; design / One source of truth

Defaults classes, MjsDefault, have the templates that new elements are copied from.

Authored settings record as bits which attributes of options and visual settings a text states. The bits are numbered
in the order of the fields of the structs; those of flags are the flags themselves.

Default values of settings differ between releases of MuJoCo. The schema has the defaults of 3.5.0. `set_release`
assigns the differing defaults of another release to a new spec, before anything is read into the spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from gelenk.modeling.spec import attribute_bases, element_classes
from gelenk.tables.api_enums import mjtDisableBit, mjtEnableBit
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_11, R3_12, R3_14, R4_0
from gelenk.toolchain.extension.load import Strict

if TYPE_CHECKING:
    from gelenk.modeling.spec.spec import MjSpec

_CLASSES: tuple[type[element_classes.MjsElement], ...] = (
    element_classes.MjsJoint,
    element_classes.MjsGeom,
    element_classes.MjsSite,
    element_classes.MjsCamera,
    element_classes.MjsLight,
    element_classes.MjsFlex,
    element_classes.MjsMesh,
    element_classes.MjsTexture,
    element_classes.MjsMaterial,
    element_classes.MjsPair,
    element_classes.MjsEquality,
    element_classes.MjsTendon,
    element_classes.MjsActuator,
)
TEMPLATES: dict[str, Any] = {cls.tag: cls for cls in _CLASSES}


class Template(element_classes.Late):
    """A template of a class, created on first access."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.__doc__ = f"Default attribute values of {tag} elements in this class."

    def __get__(self, default: MjsDefault | None, owner: type | None = None) -> Any:
        return self if default is None else default._template(self.tag)

    def assign(self, whole: MjsDefault, value: Any) -> None:
        """Copy the values of another element of the same kind into the template."""
        if not isinstance(value, TEMPLATES[self.tag]):
            raise TypeError(f"{self.tag} must be {TEMPLATES[self.tag].__name__}, not {type(value).__name__}")
        whole._template(self.tag, value)


class MjsDefault(Strict, attribute_bases.DefaultAttributes):
    """A defaults class: one template per kind of element, and the class it is derived from.

    A class starts with copies of its parent's current templates; later changes of the parent do not
    affect it. Templates are created on first access.

    name       of the class
    parent     the class it is derived from, None for the main class
    children   the classes derived from it, as a new list
    geom, joint, ...   the templates
    """

    name: str = ""
    _parent: MjsDefault | None = None
    _derived: list[MjsDefault]
    _spec: MjSpec | None = None
    _position: tuple[str, int, int] | None = None
    _plain: ClassVar[dict[str, type]] = {"name": str}
    _unknown, _hint = element_classes.MjsElement._unknown, element_classes.MjsElement._hint
    _assign = element_classes.MjsElement._assign
    if not TYPE_CHECKING:  # type checkers know the attributes
        __getattr__ = element_classes.MjsElement.__getattr__
    _fields = TEMPLATES

    def __init__(self, name: str, parent: MjsDefault | None = None, spec: MjSpec | None = None) -> None:
        if parent is not None and not isinstance(parent, MjsDefault):
            raise TypeError(f"MjsDefault: parent must be an MjsDefault, not {type(parent).__name__}")
        self.__dict__.update(name=name, _parent=parent, _derived=[], _spec=spec, _position=None)
        if parent is not None:
            parent._derived.append(self)
            for tag in TEMPLATES:
                if tag in parent.__dict__:
                    self._template(tag, parent.__dict__[tag])

    def _template(self, tag: str, like: element_classes.MjsElement | None = None) -> element_classes.Named:
        template = TEMPLATES[tag](like, self._spec)
        template.__dict__["_default"] = self
        self.__dict__[tag] = template
        return template

    def __repr__(self) -> str:
        return f"<MjsDefault {self.name!r}>"


def with_derived(top: MjsDefault) -> list[MjsDefault]:
    """Return a defaults class and all derived ones, each after the one it is derived from."""
    stack = [top]
    classes: dict[int, MjsDefault] = {}  # by id, so that a cycle ends
    while stack:
        default = stack.pop()
        if id(default) not in classes:
            classes[id(default)] = default
            stack += default._derived[::-1]
    return list(classes.values())


for _tag in TEMPLATES:
    setattr(MjsDefault, _tag, Template(_tag))


# Authored settings

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
    """Return the bits of those attributes of an element that a text states.

    attributes   mapping whose keys are `prefix` followed by the name of an attribute
    """
    return sum(1 << bit for bit, name in enumerate(ORDER[element].split()) if f"{prefix}{name}" in attributes)


def flags_of(enum: Any, stated: Mapping[str, Any]) -> int:
    """Return the flags of an enum whose keywords a text states."""
    return sum(
        int(member)
        for name, member in enum.__members__.items()
        if f"flag.{name.partition('_')[2].lower()}" in stated and name[:4] != "mjND" and name[:4] != "mjNE"
    )


class MjsAuthored:
    """The settings that the text of a spec states, as bits.

    Settings that a program assigns do not count.

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


# Default values by release


class Changed(NamedTuple):
    """A changed default: place in the spec, field, value before a release, value since."""

    place: str
    field: str
    until: float
    release: int
    since: float


CHANGED = (
    Changed("option", "sleep_tolerance", 1e-4, R3_11, 1e-3),
    Changed("visual.global_", "bvactive", 1, R3_12, 0),
    Changed("default.tendon", "actfrclimited", 0, R3_14, 2),
    Changed("visual.headlight", "active", 1, R4_0, 2),
)


def set_release(spec: Any, release: str) -> None:
    """Give a new spec the release ("" for that of the API level) and its defaults.

    Errors   ValueError: no API level has this release
    """
    number = release_number(release)
    spec.release = release
    for row in CHANGED:
        place = spec
        for name in row.place.split("."):
            place = getattr(place, name)
        value = row.since if number >= row.release else row.until
        if getattr(place, row.field) != value:
            setattr(place, row.field, value)
