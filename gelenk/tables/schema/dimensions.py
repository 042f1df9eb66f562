"""Dimensions of attributes, by which the scale of a frame changes them.

Documents: XML reference / body / frame (scale, scaling); XML units (of 4.0.0)

A dimension is a product of powers, such as F/Q2, of

    L   length
    M   mass
    Q   coordinate of a joint, tendon or actuator: a length, or an angle, which has no dimension
    F   force along such a coordinate, M L2/Q: a force or a torque

Times have no symbol, since no scale changes them, so M is also the dimension of the stiffness of a slide. An attribute
of several values has a dimension for each, or one for all; the last one holds for the values that follow. Dimensions
with F are those that the policy `geometry` leaves alone. Attributes without a row are not scaled: angles, ratios,
times, colors. Positions and shapes are in the modules of modeling/compiler/scaling, since stretching turns them.
"""

from __future__ import annotations

from typing import NamedTuple

from gelenk.tables.enums import mjtSensor

IMPEDANCE, IMPEDANCE_Q = "1 1 L 1 1", "1 1 Q 1 1"
STIFFNESS, DAMPING = "F/Q F/Q2 F/Q3", "F/Q F/Q2 F/Q3"

# spec class -> field -> dimensions of its values
DIMENSIONS: dict[str, dict[str, str]] = {
    "MjsBody": {"mass": "M", "inertia": "M L2", "fullinertia": "M L2"},
    "MjsJoint": {
        "range": "Q",
        "ref": "Q",
        "springref": "Q",
        "springyield": "Q",
        "margin": "Q",
        "stiffness": STIFFNESS,
        "damping": DAMPING,
        "armature": "F/Q",
        "frictionloss": "F",
        "actfrcrange": "F",
        "solimp_limit": IMPEDANCE_Q,
        "solimp_friction": IMPEDANCE_Q,
    },
    "MjsGeom": {
        "mass": "M",
        "friction": "1 L L",
        "solimp": IMPEDANCE,
        "margin": "L",
        "gap": "L",
        "adhesion": "F",
    },
    "MjsCamera": {
        "ipd": "L",
        "focal_length": "L",
        "principal_length": "L",
        "sensor_size": "L",
    },
    "MjsLight": {"bulbradius": "L", "range": "L", "attenuation": "1 1/L 1/L2"},
    "MjsPair": {
        "friction": "1 1 L L L",
        "solimp": IMPEDANCE,
        "margin": "L",
        "gap": "L",
        "adhesion": "F",
    },
    "MjsTendon": {
        "range": "Q",
        "springlength": "Q",
        "springyield": "Q",
        "margin": "Q",
        "width": "L",
        "stiffness": STIFFNESS,
        "damping": DAMPING,
        "armature": "F/Q",
        "frictionloss": "F",
        "actfrcrange": "F",
        "solimp_limit": IMPEDANCE_Q,
        "solimp_friction": IMPEDANCE_Q,
    },
    "MjsActuator": {
        "forcerange": "F",
        "lengthrange": "Q",
        "cranklength": "L",
        "damping": DAMPING,
        "armature": "F/Q",
    },
    "MjsFlex": {
        "radius": "L",
        "friction": "1 L L",
        "solimp": IMPEDANCE,
        "margin": "L",
        "gap": "L",
        "edgestiffness": "F/L",
        "edgedamping": "F/L",
        "young": "F/L2",
        "thickness": "L",
    },
    "MjsSkin": {"inflate": "L"},
}

# sensor type -> dimension of cutoff and noise
SENSORS: dict[int, str] = {
    **dict.fromkeys((mjtSensor.mjSENS_TOUCH, mjtSensor.mjSENS_FORCE), "F"),
    mjtSensor.mjSENS_TORQUE: "F L",
    **dict.fromkeys(
        (
            mjtSensor.mjSENS_ACCELEROMETER,
            mjtSensor.mjSENS_VELOCIMETER,
            mjtSensor.mjSENS_RANGEFINDER,
            mjtSensor.mjSENS_FRAMEPOS,
            mjtSensor.mjSENS_FRAMELINVEL,
            mjtSensor.mjSENS_FRAMELINACC,
            mjtSensor.mjSENS_SUBTREECOM,
            mjtSensor.mjSENS_SUBTREELINVEL,
            mjtSensor.mjSENS_GEOMDIST,
            mjtSensor.mjSENS_GEOMNORMAL,
            mjtSensor.mjSENS_GEOMFROMTO,
        ),
        "L",
    ),
    mjtSensor.mjSENS_SUBTREEANGMOM: "F L",
    **dict.fromkeys(
        (
            mjtSensor.mjSENS_JOINTPOS,
            mjtSensor.mjSENS_JOINTVEL,
            mjtSensor.mjSENS_JOINTLIMITPOS,
            mjtSensor.mjSENS_JOINTLIMITVEL,
            mjtSensor.mjSENS_TENDONPOS,
            mjtSensor.mjSENS_TENDONVEL,
            mjtSensor.mjSENS_TENDONLIMITPOS,
            mjtSensor.mjSENS_TENDONLIMITVEL,
            mjtSensor.mjSENS_ACTUATORPOS,
            mjtSensor.mjSENS_ACTUATORVEL,
        ),
        "Q",
    ),
    **dict.fromkeys(
        (
            mjtSensor.mjSENS_JOINTACTFRC,
            mjtSensor.mjSENS_JOINTLIMITFRC,
            mjtSensor.mjSENS_TENDONACTFRC,
            mjtSensor.mjSENS_TENDONLIMITFRC,
            mjtSensor.mjSENS_ACTUATORFRC,
        ),
        "F",
    ),
}


class Dimension(NamedTuple):
    """Exponents of the symbols of one dimension."""

    L: int = 0
    M: int = 0
    Q: int = 0
    F: int = 0


def parse(text: str) -> Dimension:
    """Return the exponents of a product such as 'F/Q2' or 'M L2'.

    Errors   ValueError: an unknown symbol
    """
    found = dict.fromkeys(Dimension._fields, 0)
    over, _, under = text.partition("/")
    for part, sign in ((over, 1), (under, -1)):
        for factor in part.split():
            if factor == "1":
                continue
            symbol, power = factor[0], factor[1:] or "1"
            if symbol not in found:
                raise ValueError(f"unknown symbol {symbol} in the dimension '{text}'")
            found[symbol] += sign * int(power)
    return Dimension(**found)
