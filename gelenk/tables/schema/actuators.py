"""MJCF schema rows of actuators.

Documents: XML reference / actuator
"""

from typing import Any

from gelenk.tables.enums import mjtBias, mjtDyn, mjtGain, mjtTrn
from gelenk.tables.schema.common import CLASS, CONFIG, GROUP, HISTORY, NAME, PLUGIN_OF, USER
from gelenk.tables.schema.relations import name_of
from gelenk.tables.schema_rows import (
    AUTO,
    BOOL,
    INT,
    REAL,
    STRING,
    Attr,
    Element,
    Presence,
    keyword,
    members,
    real,
)

CTRL_LIMIT = Attr("ctrllimited", AUTO, 2, doc="Whether controls are clamped.")
CTRL_RANGE = Attr("ctrlrange", real(2), (0, 0), doc="Range of controls.")
FORCE = (
    Attr("forcelimited", AUTO, 2, doc="Whether forces are clamped."),
    Attr("forcerange", real(2), (0, 0), unit="N or N m", doc="Range of forces."),
)
ACT_LIMIT = Attr("actlimited", AUTO, 2, doc="Whether activations are clamped.")
ACT_RANGE = Attr("actrange", real(2), (0, 0), doc="Range of activations.")
LENGTH_RANGE = Attr(
    "lengthrange", real(2), (0, 0), inherit=False, unit="m or rad", doc="Range of the length, for muscles."
)
GEAR = Attr(
    "gear", real(0, 6), (1, 0, 0, 0, 0, 0), doc="Ratio of lengths; force and torque axes for other targets."
)
CRANK = Attr("cranklength", REAL, 0, unit="m", doc="Length of the rod of a slider-crank.")


def transmission(attr: str, trn: str, kind: Any) -> Attr:
    """Return an attribute with the name of the target, which implies the transmission type."""
    return name_of(attr, kind, "target", store=f"target_{trn.lower()}")


JOINT = transmission("joint", "JOINT", "joint")
JOINT_IN_PARENT = transmission("jointinparent", "JOINTINPARENT", "joint")
TENDON = transmission("tendon", "TENDON", "tendon")
CRANK_SITE = transmission("cranksite", "SLIDERCRANK", "site")
SLIDER_SITE = name_of("slidersite", "site", doc="Site whose z axis the slider moves along.")
SITE = transmission("site", "SITE", "site")
REF_SITE = name_of("refsite", "site", doc="Site relative to which motion is measured.")
BODY = transmission("body", "BODY", "body")
TARGETS = (JOINT, JOINT_IN_PARENT, TENDON, CRANK_SITE, SITE, BODY)

COMMON = (
    NAME,
    CLASS,
    GROUP,
    *HISTORY,
    CTRL_LIMIT,
    CTRL_RANGE,
    *FORCE,
    LENGTH_RANGE,
    GEAR,
    CRANK,
    USER,
    JOINT,
    JOINT_IN_PARENT,
    TENDON,
    CRANK_SITE,
    SLIDER_SITE,
    SITE,
    REF_SITE,
)
MODEL_TYPES = (
    Attr("dyntype", keyword(members(mjtDyn, "mjDYN_")), mjtDyn.mjDYN_NONE, doc="Activation dynamics."),
    Attr(
        "gaintype", keyword(members(mjtGain, "mjGAIN_")), mjtGain.mjGAIN_FIXED, doc="Gain: force per control."
    ),
    Attr(
        "biastype",
        keyword(members(mjtBias, "mjBIAS_")),
        mjtBias.mjBIAS_NONE,
        doc="Bias: force without control.",
    ),
    Attr("dynprm", real(0, 10), (1, *(0,) * 9), doc="Parameters of the activation dynamics."),
    Attr("gainprm", real(0, 10), (1, *(0,) * 9), doc="Parameters of the gain."),
    Attr("biasprm", real(0, 10), (0,) * 10, doc="Parameters of the bias."),
)
ACTDIM = Attr("actdim", INT, -1, doc="Number of activations; -1: what the dynamics need.")
EARLY = Attr("actearly", BOOL, 0, doc="Forces see the activation of the next step.")
ACTUATOR_FIELDS = (
    Attr("", STRING, "", "target", doc="Name of the joint, tendon, site or body that is driven."),
    Attr(
        "",
        keyword(members(mjtTrn, "mjTRN_")),
        mjtTrn.mjTRN_UNDEFINED,
        "trntype",
        doc="What the target is, and how forces reach it.",
    ),
    Attr(
        "",
        REAL,
        0,
        "inheritrange",
        doc="Range of a position servo, as a multiple of the range of its joint or tendon; 0: not taken from it.",
    ),
)


def shortcut(name: str, kind: Any, default: Any, doc: str, unit: str = "") -> Attr:
    """Return a parameter of a shortcut, from which its fields are computed."""
    return Attr(name, kind, default, store="shortcut", unit=unit, doc=doc)


def without(rows: Any, *gone: Attr) -> tuple[Attr, ...]:
    return tuple(row for row in rows if row not in gone)


INHERIT = shortcut(
    "inheritrange", REAL, 0, "Take the control range from the target's, scaled by this about its middle."
)
RATIO = shortcut("dampratio", REAL, 0, "Damping, as a ratio to critical damping.")


def actuator(tag: str, rows: Any, doc: str, base: Any = COMMON, children: Any = (), **more: Any) -> Element:
    """Return an actuator, for which at most one target attribute may be given."""
    targets = tuple(row.name for row in (*base, *rows) if row in TARGETS)
    return Element(
        tag,
        "*",
        (*base, *rows),
        children,
        spec="MjsActuator",
        reader="actuator",
        rules=(Presence("at most one", targets),),
        doc=doc,
        **more,
    )


ACTUATOR = Element(
    "actuator",
    "*",
    (),
    (
        actuator(
            "general",
            (BODY, ACT_LIMIT, ACT_RANGE, ACTDIM, *MODEL_TYPES, EARLY, *ACTUATOR_FIELDS),
            "An actuator, all of whose parts are given.",
        ),
        actuator("motor", (), "A force."),
        actuator(
            "position",
            (
                shortcut("kp", REAL, 1, "Gain of position feedback."),
                shortcut("kv", REAL, 0, "Gain of velocity feedback."),
                RATIO,
                shortcut("timeconst", REAL, 0, "Time constant of a filter on the control.", "s"),
                INHERIT,
            ),
            "A position servo.",
        ),
        actuator("velocity", (shortcut("kv", REAL, 1, "Gain of velocity feedback."),), "A velocity servo."),
        actuator(
            "intvelocity",
            (
                shortcut("kp", REAL, 1, "Gain of position feedback."),
                shortcut("kv", REAL, 0, "Gain of velocity feedback."),
                RATIO,
                ACT_RANGE,
                INHERIT,
            ),
            "A position servo whose set point is the integral of the control.",
        ),
        actuator(
            "damper",
            (shortcut("kv", REAL, 1, "Damping at full control."),),
            "A damper whose strength is the control.",
            without(COMMON, CTRL_LIMIT),
        ),
        actuator(
            "cylinder",
            (
                shortcut("timeconst", REAL, 1, "Time constant of the pressure.", "s"),
                shortcut("area", REAL, 1, "Area of the piston.", "m^2"),
                shortcut("diameter", REAL, None, "Diameter, instead of the area.", "m"),
                shortcut("bias", real(3), (0, 0, 0), "Constant, position and velocity terms of the force."),
            ),
            "A pneumatic or hydraulic cylinder.",
        ),
        actuator(
            "muscle",
            (
                shortcut(
                    "timeconst", real(2), (0.01, 0.04), "Time constants of activation and deactivation.", "s"
                ),
                shortcut("tausmooth", REAL, 0, "Width of the transition between these.")._replace(
                    inherit=False
                ),
                shortcut("range", real(2), (0.75, 1.05), "Operating range of lengths, in optimal lengths."),
                shortcut("force", REAL, -1, "Peak active force; -1: from scale.", "N"),
                shortcut("scale", REAL, 200, "Peak force times the acceleration of a unit force."),
                shortcut("lmin", REAL, 0.5, "Shortest length that gives force."),
                shortcut("lmax", REAL, 1.6, "Longest length that gives force."),
                shortcut("vmax", REAL, 1.5, "Velocity of shortening at which force vanishes.", "1/s"),
                shortcut("fpmax", REAL, 1.3, "Passive force at the longest length."),
                shortcut("fvmax", REAL, 1.2, "Active force at saturating lengthening."),
            ),
            "A muscle.",
            without(COMMON, SITE, REF_SITE),
        ),
        actuator(
            "adhesion",
            (BODY, shortcut("gain", REAL, 1, "Force at full control.", "N")),
            "Pulls the contacts of a body together.",
            (NAME, CLASS, GROUP, *HISTORY, CTRL_RANGE, *FORCE, USER),
        ),
        actuator(
            "plugin",
            (
                *PLUGIN_OF,
                ACT_LIMIT,
                ACT_RANGE,
                ACTDIM,
                MODEL_TYPES[0],
                MODEL_TYPES[3],
                EARLY,
            ),
            "An actuator that a plugin computes.",
            without(COMMON, REF_SITE),
            (CONFIG,),
        ),
    ),
    doc="Actuators.",
)
