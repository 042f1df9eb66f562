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
    POLYNOMIAL,
    REAL,
    STRING,
    Attr,
    Element,
    Presence,
    keyword,
    members,
    real,
)

CTRL_LIMIT = Attr("ctrllimited", AUTO, 2, doc="Whether the control is clamped to ctrlrange.")
CTRL_RANGE = Attr("ctrlrange", real(2), (0, 0), doc="Control limits.")
FORCE = (
    Attr("forcelimited", AUTO, 2, doc="Whether the force is clamped to forcerange."),
    Attr("forcerange", real(2), (0, 0), unit="N or N m", doc="Force limits."),
)
ACT_LIMIT = Attr("actlimited", AUTO, 2, doc="Whether the activation is clamped to actrange.")
ACT_RANGE = Attr("actrange", real(2), (0, 0), doc="Activation limits.")
LENGTH_RANGE = Attr(
    "lengthrange",
    real(2),
    (0, 0),
    inherit=False,
    unit="m or rad",
    doc="Feasible range of the transmission length; used by muscles.",
)
GEAR = Attr(
    "gear",
    real(0, 6),
    (1, 0, 0, 0, 0, 0),
    doc="Gear ratio: scale of length and force; a 3D axis for ball joints, a 6D axis for free joints and sites.",
)
DAMPING = Attr(
    "damping",
    POLYNOMIAL,
    (0, 0, 0),
    unit="N s/m or N m s/rad",
    doc="Damping of the target joint or tendon, times gear squared; the three values are as for joints.",
)
ARMATURE = Attr(
    "armature",
    REAL,
    0,
    unit="kg or kg m^2",
    doc="Armature inertia of the target joint or tendon, times gear squared.",
)
CRANK = Attr("cranklength", REAL, 0, unit="m", doc="Length of the connecting rod of a slider-crank.")


def transmission(attr: str, trn: str, kind: Any) -> Attr:
    """Return an attribute with the name of the target, which implies the transmission type."""
    return name_of(attr, kind, "target", store=f"target_{trn.lower()}")


JOINT = transmission("joint", "JOINT", "joint")
JOINT_IN_PARENT = transmission("jointinparent", "JOINTINPARENT", "joint")._replace(
    doc="Name of the joint; for ball and free joints the gear is in the frame of the parent."
)
TENDON = transmission("tendon", "TENDON", "tendon")
CRANK_SITE = transmission("cranksite", "SLIDERCRANK", "site")._replace(
    doc="Name of the site at the pin between crank and connecting rod."
)
SLIDER_SITE = name_of(
    "slidersite", "site", doc="Name of the site that defines the slider position and direction (z axis)."
)
SITE = transmission("site", "SITE", "site")
REF_SITE = name_of(
    "refsite", "site", doc="Name of the site that defines the reference frame of the length and force."
)
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
    DAMPING,
    ARMATURE,
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
        "gaintype",
        keyword(members(mjtGain, "mjGAIN_")),
        mjtGain.mjGAIN_FIXED,
        doc="Gain type: dependence of the force on the control or activation.",
    ),
    Attr(
        "biastype",
        keyword(members(mjtBias, "mjBIAS_")),
        mjtBias.mjBIAS_NONE,
        doc="Bias type: force at zero control.",
    ),
    Attr("dynprm", real(0, 10), (1, *(0,) * 9), doc="Parameters of the activation dynamics."),
    Attr("gainprm", real(0, 10), (1, *(0,) * 9), doc="Parameters of the gain."),
    Attr("biasprm", real(0, 10), (0,) * 10, doc="Parameters of the bias."),
)
ACTDIM = Attr("actdim", INT, -1, doc="Number of activations; -1: as required by the dynamics type.")
EARLY = Attr(
    "actearly", BOOL, 0, doc="Whether the force is computed from the activation of the next timestep."
)
ACTUATOR_FIELDS = (
    Attr("", STRING, "", "target", doc="Name of the transmission target: joint, tendon, site or body."),
    Attr(
        "",
        keyword(members(mjtTrn, "mjTRN_")),
        mjtTrn.mjTRN_UNDEFINED,
        "trntype",
        doc="Transmission type.",
    ),
    Attr(
        "",
        INT,
        0,
        "ctrlspec",
        doc="Inputs: bits of mjtCtrlInput, or a chart (mjtCtrlChart) for gaintype so3; 0: those of the gaintype.",
    ),
    Attr(
        "inheritrange",
        REAL,
        0,
        "inheritrange",
        doc="Control range of a position servo, as a multiple of the range of its joint or tendon; 0: not inherited.",
    ),
)


VEL_RANGE = Attr(
    "velrange", real(2), (0, 0), unit="m/s or rad/s", doc="Limits of the velocity input of a pid."
)
FF_RANGE = Attr("ffrange", real(2), (0, 0), unit="N or N m", doc="Limits of the feedforward input of a pid.")
INPUT = Attr("input", STRING, None, "ctrlspec", store="input", doc="Inputs of the actuator, in their order.")


def shortcut(name: str, kind: Any, default: Any, doc: str, unit: str = "") -> Attr:
    """Return a parameter of a shortcut, from which its fields are computed."""
    return Attr(name, kind, default, store="shortcut", unit=unit, doc=doc)


def without(rows: Any, *gone: Attr) -> tuple[Attr, ...]:
    return tuple(row for row in rows if row not in gone)


INHERIT = shortcut(
    "inheritrange",
    REAL,
    0,
    "Scale of the control range relative to the target range, about its midpoint; 0: not inherited.",
)
RATIO = shortcut("dampratio", REAL, 0, "Damping ratio; 1: critical damping.")


PID = (
    shortcut("kp", REAL, 1, "Position feedback gain."),
    shortcut("kv", REAL, 0, "Velocity feedback gain."),
    RATIO,
    shortcut("ki", REAL, 0, "Gain of the integral of the position error."),
    shortcut("imax", REAL, 0, "Limit of the integral; 0: none."),
    shortcut("slewmax", REAL, 0, "Limit of the rate of the position setpoint; 0: none.", "m/s or rad/s"),
    INPUT,
    shortcut("posrange", real(2), (0, 0), "Limits of the position input: ctrlrange."),
    VEL_RANGE,
    FF_RANGE,
    INHERIT,
)
ORIENTATION = (
    shortcut("kp", REAL, 1, "Stiffness.", "N m/rad"),
    shortcut("kv", REAL, 0, "Damping.", "N m s/rad"),
    RATIO,
    INPUT,
)
MOTOR = (
    shortcut("resistance", REAL, 0, "Resistance of the terminals.", "Ohm"),
    shortcut("motorconst", real(1, 2), None, "Torque constant and back-EMF constant.", "N m/A, V s/rad"),
    shortcut("nominal", real(3), None, "Voltage, stall torque and no-load speed.", "V, N m, rad/s"),
    shortcut("inductance", real(1, 2), None, "Inductance, or the time constant.", "H, s"),
    shortcut(
        "thermal",
        real(1, 6),
        None,
        "Thermal resistance, capacitance, time constant; coefficient, reference and ambient temperature.",
        "K/W, J/K, s, 1/K, C, C",
    ),
    shortcut("saturation", real(1, 3), None, "Largest torque, or current; largest rate of the current."),
    shortcut(
        "cogging", real(1, 3), None, "Cogging torque: amplitude, number of poles, phase.", "N m, 1, rad"
    ),
    shortcut(
        "lugre",
        real(1, 5),
        None,
        "Friction: stiffness, damping, Coulomb and static friction, Stribeck velocity.",
    ),
    INPUT,
    shortcut("controller", real(1, 6), None, "Controller: kp, ki, kd, slewmax, Imax, Vmax."),
)


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
            (
                BODY,
                ACT_LIMIT,
                ACT_RANGE,
                ACTDIM,
                *MODEL_TYPES,
                EARLY,
                VEL_RANGE,
                FF_RANGE,
                INPUT,
                *ACTUATOR_FIELDS,
            ),
            "General actuator with explicit transmission, dynamics, gain and bias.",
        ),
        actuator("motor", (), "Direct-drive motor: force equals control."),
        actuator(
            "position",
            (
                shortcut("kp", REAL, 1, "Position feedback gain."),
                shortcut("kv", REAL, 0, "Velocity feedback gain."),
                RATIO,
                shortcut(
                    "timeconst", REAL, 0, "Time constant of the first-order filter on the control.", "s"
                ),
                INHERIT,
            ),
            "Position servo.",
        ),
        actuator("velocity", (shortcut("kv", REAL, 1, "Velocity feedback gain."),), "Velocity servo."),
        actuator(
            "intvelocity",
            (
                shortcut("kp", REAL, 1, "Position feedback gain."),
                shortcut("kv", REAL, 0, "Velocity feedback gain."),
                RATIO,
                ACT_LIMIT,
                ACT_RANGE,
                INHERIT,
            ),
            "Integrated-velocity servo: position servo whose setpoint is the integral of the control.",
        ),
        actuator(
            "damper",
            (shortcut("kv", REAL, 1, "Damping coefficient at unit control."),),
            "Active damper: damping coefficient proportional to the control.",
            without(COMMON, CTRL_LIMIT),
        ),
        actuator(
            "cylinder",
            (
                shortcut("timeconst", REAL, 1, "Time constant of the activation dynamics.", "s"),
                shortcut("area", REAL, 1, "Area of the cylinder.", "m^2"),
                shortcut("diameter", REAL, None, "Diameter of the cylinder; replaces area.", "m"),
                shortcut(
                    "bias",
                    real(3),
                    (0, 0, 0),
                    "Bias parameters of the force: constant, position and velocity coefficient.",
                ),
            ),
            "Pneumatic or hydraulic cylinder.",
        ),
        actuator(
            "muscle",
            (
                shortcut(
                    "timeconst", real(2), (0.01, 0.04), "Time constants of activation and deactivation.", "s"
                ),
                shortcut(
                    "tausmooth", REAL, 0, "Width of the smooth transition between the two time constants."
                )._replace(inherit=False),
                shortcut(
                    "range",
                    real(2),
                    (0.75, 1.05),
                    "Operating range of the muscle, in units of the optimal length.",
                ),
                shortcut("force", REAL, -1, "Peak active force at rest; -1: derived from scale.", "N"),
                shortcut(
                    "scale",
                    REAL,
                    200,
                    "Scale of the peak force: force = scale / acceleration from a unit force.",
                ),
                shortcut(
                    "lmin",
                    REAL,
                    0.5,
                    "Lower position limit of the force-length curve, in units of the optimal length.",
                ),
                shortcut(
                    "lmax",
                    REAL,
                    1.6,
                    "Upper position limit of the force-length curve, in units of the optimal length.",
                ),
                shortcut(
                    "vmax", REAL, 1.5, "Shortening velocity at which the muscle force drops to zero.", "1/s"
                ),
                shortcut("fpmax", REAL, 1.3, "Passive force at lmax, relative to the peak active force."),
                shortcut(
                    "fvmax",
                    REAL,
                    1.2,
                    "Active force at saturating lengthening velocity, relative to the peak active force.",
                ),
            ),
            "Muscle with force-length-velocity curve and activation dynamics.",
            without(COMMON, SITE, REF_SITE),
        ),
        actuator(
            "adhesion",
            (BODY, shortcut("gain", REAL, 1, "Adhesion force per unit of control.", "N")),
            "Adhesion: attractive force in the contacts of a body.",
            (NAME, CLASS, GROUP, *HISTORY, CTRL_RANGE, *FORCE, USER),
        ),
        actuator("pid", PID, "PID controller with setpoints of position and velocity."),
        actuator(
            "orientation",
            ORIENTATION,
            "Orientation servo of a ball joint, or of a site with reference site.",
            (NAME, CLASS, GROUP, *HISTORY, CTRL_LIMIT, CTRL_RANGE, *FORCE, USER, JOINT, SITE, REF_SITE),
        ),
        actuator("dcmotor", MOTOR, "DC motor with controller.", without(COMMON, *FORCE)),
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
            "Actuator computed by a plugin.",
            without(COMMON, REF_SITE),
            (CONFIG,),
        ),
    ),
    doc="Actuators.",
)
