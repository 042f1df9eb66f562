"""MJCF schema rows of relations of bodies: contact pairs, equality constraints, tendons.

Documents: XML reference / contact; XML reference / equality; XML reference / tendon
"""

from typing import Any

from gelenk.tables import api_enums
from gelenk.tables.api_enums import mjNEQDATA
from gelenk.tables.enums import mjtEq, mjtObj
from gelenk.tables.schema.common import (
    ADHESION,
    CLASS,
    FORCE_LIMIT,
    FRICTION_LOSS,
    GAP,
    GROUP,
    LIMIT,
    MARGIN,
    MATERIAL,
    NAME,
    RGBA,
    USER,
    solver,
)
from gelenk.tables.schema_rows import (
    BOOL,
    INT,
    POLYNOMIAL,
    REAL,
    STRING,
    Attr,
    Element,
    keyword,
    members,
    real,
    whole,
)

ORDINALS = {"1": "first ", "2": "second "}  # by the last character of an attribute name


def name_of(attr: str, kind: str, field: str = "", required: bool = False, **more: Any) -> Attr:
    """Return an attribute with the name of another element; never inherited."""
    return Attr(
        attr,
        STRING,
        more.pop("default", ""),
        field,
        required,
        False,
        refers=kind,
        doc=more.pop("doc", f"Name of the {ORDINALS.get(attr[-1], '')}{kind}."),
        **more,
    )


PAIR = Element(
    "pair",
    "*",
    (
        NAME,
        CLASS,
        name_of("geom1", "geom", "geomname1", True),
        name_of("geom2", "geom", "geomname2", True),
        Attr("condim", INT, 3, doc="Contact dimensionality: 1, 3, 4 or 6."),
        Attr(
            "friction",
            real(0, 5),
            (1, 1, 0.005, 0.0001, 0.0001),
            unit="1, 1, m, m, m",
            doc="Friction coefficients: two sliding, one torsional, two rolling.",
        ),
        *solver(doc="contact"),
        Attr(
            "solreffriction",
            real(0, 2),
            (0, 0),
            unit="s, 1",
            doc="Constraint solver reference in the friction directions; 0: solref.",
        ),
        MARGIN,
        GAP,
        ADHESION,
    ),
    spec="MjsPair",
    doc="Contact pair: two geoms whose collisions bypass the contact filters.",
)

EXCLUDE = Element(
    "exclude",
    "*",
    (
        NAME,
        name_of("body1", "body", "bodyname1", True),
        name_of("body2", "body", "bodyname2", True),
    ),
    spec="MjsExclude",
    doc="Pair of bodies excluded from collision.",
)

CONTACT = Element("contact", "*", (), (PAIR, EXCLUDE), doc="Explicit contact pairs and exclusions.")

EQUALITY_ROWS = (
    NAME,
    CLASS,
    Attr("active", BOOL, 1, doc="Whether the constraint is active initially."),
    *solver(),
)
EQUALITY_FIELDS = (
    Attr("", keyword(members(mjtEq, "mjEQ_")), mjtEq.mjEQ_CONNECT, "type", doc="Equality constraint type."),
    Attr(
        "",
        real(mjNEQDATA),
        (0, 1, *(0,) * 8, 1, *(0,) * (mjNEQDATA - 11)),
        "data",
        doc="Type-specific parameters: anchor, relative pose and torquescale, or polynomial coefficients.",
    ),
    Attr("", STRING, "", "name1", doc="Name of the first body, site, joint, tendon or flex."),
    Attr("", STRING, "", "name2", doc="Name of the second element; empty: the world body, or none."),
    Attr(
        "",
        keyword(members(mjtObj, "mjOBJ_")),
        mjtObj.mjOBJ_UNKNOWN,
        "objtype",
        doc="Type of the two objects of a connect or weld: body or site.",
    ),
)
BODIES_OR_SITES = (
    name_of("body1", "body", "name1", store="eq_body"),
    name_of("body2", "body", "name2", store="eq_body"),
    name_of("site1", "site", "name1", store="eq_site"),
    name_of("site2", "site", "name2", store="eq_site"),
)
POLYCOEF = Attr(
    "polycoef",
    real(0, 5),
    None,
    "data[0:5]",
    inherit=False,
    doc="Coefficients of the quartic polynomial, constant term first.",
)


def pairs(kind: str) -> tuple[Attr, ...]:
    return name_of(f"{kind}1", kind, "name1", True), name_of(f"{kind}2", kind, "name2")


def equality(tag: str, rows: Any, doc: str, **more: Any) -> Element:
    return Element(
        tag,
        "*",
        (*EQUALITY_ROWS, *rows, *EQUALITY_FIELDS),
        spec="MjsEquality",
        doc=doc,
        fixed={"type": getattr(api_enums.mjtEq, f"mjEQ_{tag.upper()}")},
        **more,
    )


CONNECT = equality(
    "connect",
    (
        *BODIES_OR_SITES,
        Attr(
            "anchor",
            real(3),
            None,
            "data[0:3]",
            inherit=False,
            unit="m",
            doc="Anchor: the common point, in the frame of body1.",
        ),
    ),
    "Connect: two bodies share a point, as in a ball joint that closes a loop.",
    reader="connect",
)
WELD = equality(
    "weld",
    (
        *BODIES_OR_SITES,
        Attr(
            "relpose",
            real(7),
            None,
            "data[3:10]",
            inherit=False,
            unit="m, 1",
            doc="Pose of body2 relative to body1: position, quaternion; zero quaternion: initial relative pose.",
        ),
        Attr(
            "anchor",
            real(3),
            None,
            "data[0:3]",
            inherit=False,
            unit="m",
            doc="Anchor in the frame of body2: point at which positions are constrained.",
        ),
        Attr(
            "torquescale",
            REAL,
            None,
            "data[10]",
            inherit=False,
            unit="m",
            doc="Scale of rotational relative to translational constraint residuals.",
        ),
    ),
    "Weld: two bodies keep their relative pose.",
    reader="weld",
)
JOINTS = equality(
    "joint",
    (*pairs("joint"), POLYCOEF),
    "Joint coupling: position of one joint as a polynomial of the position of another.",
)
TENDONS = equality(
    "tendon",
    (*pairs("tendon"), POLYCOEF),
    "Tendon coupling: length of one tendon as a polynomial of the length of another.",
)
FLEXES = equality("flex", (name_of("flex", "flex", "name1", True),), "Fixed edge lengths of a flex.")
FLEXVERT = equality(
    "flexvert",
    (name_of("flex", "flex", "name1", True),),
    "Fixed element shapes of a flex, constrained at the vertices.",
)
FLEXSTRAIN = equality(
    "flexstrain",
    (
        name_of("flex", "flex", "name1", True),
        Attr(
            "cell",
            whole(3),
            None,
            "data[0:3]",
            inherit=False,
            doc="Indices of a cell of the flex along the three axes.",
        ),
    ),
    "Fixed strain of a cell of an interpolated flex.",
)

EQUALITY = Element(
    "equality",
    "*",
    (),
    (CONNECT, WELD, JOINTS, TENDONS, FLEXES, FLEXVERT, FLEXSTRAIN),
    doc="Equality constraints.",
)
# attributes of equality constraints that a default class may set
EQUALITY_DEFAULT = Element(
    "equality",
    "?",
    (*EQUALITY_ROWS[2:], *EQUALITY_FIELDS),
    spec="MjsEquality",
    doc="Default values of equality constraints.",
)

TENDON_ROWS = (
    NAME,
    CLASS,
    GROUP,
    *LIMIT,
    *FRICTION_LOSS,
    FORCE_LIMIT[0]._replace(default=0),
    FORCE_LIMIT[1],
    Attr("range", real(2), (0, 0), unit="m or rad", doc="Tendon length limits."),
    MARGIN,
    Attr(
        "springlength",
        real(0, 2),
        (-1, -1),
        store="springlength",
        unit="m",
        doc="Spring rest length, or deadband with two values; -1: tendon length in the initial configuration.",
    ),
    Attr(
        "springyield",
        REAL,
        0,
        unit="m",
        doc="Displacement at which the spring yields: beyond, its deadband follows; 0: elastic.",
    ),
    Attr(
        "stiffness",
        POLYNOMIAL,
        0,
        store="polynomial",
        unit="N/m",
        doc="Spring stiffness; three values for a force a x + b x^2 + c x^3.",
    ),
    Attr(
        "damping",
        POLYNOMIAL,
        0,
        store="polynomial",
        unit="N s/m",
        doc="Damping coefficient; three values for a force a v + b v|v| + c v^3.",
    ),
    Attr(
        "armature",
        REAL,
        0,
        unit="kg",
        doc="Armature inertia associated with changes of the tendon length.",
    ),
    USER,
)
SHOWN = (MATERIAL, RGBA, Attr("width", REAL, 0.003, unit="m", doc="Radius of the rendered tendon."))

SPATIAL = Element(
    "spatial",
    "*",
    (*TENDON_ROWS, *SHOWN),
    (
        Element(
            "site",
            "*",
            (name_of("site", "site", required=True),),
            doc="Site that the tendon passes through.",
        ),
        Element(
            "geom",
            "*",
            (
                name_of("geom", "geom", required=True),
                name_of(
                    "sidesite",
                    "site",
                    doc="Name of a site on the side of the geom on which the tendon stays.",
                ),
            ),
            doc="Sphere or cylinder that the tendon wraps around.",
        ),
        Element(
            "pulley",
            "*",
            (
                Attr(
                    "divisor",
                    REAL,
                    0,
                    required=True,
                    doc="Divisor of the tendon length and force, up to the next pulley.",
                ),
            ),
            doc="Pulley: starts a branch of the tendon path.",
        ),
    ),
    spec="MjsTendon",
    reader="tendon",
    doc="Spatial tendon: minimal-length path through sites and around geoms.",
)
FIXED = Element(
    "fixed",
    "*",
    (*TENDON_ROWS, *(row._replace(name="", field=row.name) for row in SHOWN)),
    (
        Element(
            "joint",
            "*",
            (
                name_of("joint", "joint", required=True),
                Attr("coef", REAL, 0, required=True, doc="Coefficient of the joint position."),
            ),
            doc="Joint in a fixed tendon.",
        ),
    ),
    spec="MjsTendon",
    reader="tendon",
    doc="Fixed tendon: linear combination of joint positions.",
)

TENDON = Element("tendon", "*", (), (SPATIAL, FIXED), doc="Tendons.")
TENDON_DEFAULT = Element(
    "tendon",
    "?",
    [row for row in (*TENDON_ROWS, *SHOWN) if row.inherit],
    spec="MjsTendon",
    doc="Default values of tendons.",
)
