"""MJCF schema rows of relations of bodies: contact pairs, equality constraints, tendons.

Documents: XML reference / contact; XML reference / equality; XML reference / tendon
"""

from typing import Any

from gelenk.tables.enums import mjtEq, mjtObj
from gelenk.tables.schema.common import (
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
from gelenk.tables.schema_rows import BOOL, INT, REAL, STRING, Attr, Element, keyword, members, real


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
        doc=more.pop("doc", f"Name of the {kind}."),
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
        Attr("condim", INT, 3, doc="Dimensions of the contact: 1, 3, 4 or 6."),
        Attr(
            "friction",
            real(0, 5),
            (1, 1, 0.005, 0.0001, 0.0001),
            unit="1, 1, m, m, m",
            doc="Two sliding, one torsional, two rolling frictions.",
        ),
        *solver(doc="contact"),
        Attr(
            "solreffriction",
            real(0, 2),
            (0, 0),
            unit="s, 1",
            doc="Reference dynamics along friction; 0: as solref.",
        ),
        MARGIN,
        GAP,
    ),
    spec="MjsPair",
    doc="A pair of geoms that collides, whatever the filters say.",
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
    doc="A pair of bodies that never collides.",
)

CONTACT = Element("contact", "*", (), (PAIR, EXCLUDE), doc="Exceptions from automatic collision.")

EQUALITY_ROWS = (NAME, CLASS, Attr("active", BOOL, 1, doc="Whether it holds at first."), *solver())
EQUALITY_FIELDS = (
    Attr("", keyword(members(mjtEq, "mjEQ_")), mjtEq.mjEQ_CONNECT, "type", doc="Kind of constraint."),
    Attr(
        "",
        real(11),
        (0, 1, *(0,) * 8, 1),
        "data",
        doc="Numbers of the constraint: anchor, relative pose and torquescale, or coefficients of a polynomial.",
    ),
    Attr("", STRING, "", "name1", doc="Name of the first body, site, joint, tendon or flex."),
    Attr("", STRING, "", "name2", doc="Name of the second; empty: the world, or none."),
    Attr(
        "",
        keyword(members(mjtObj, "mjOBJ_")),
        mjtObj.mjOBJ_UNKNOWN,
        "objtype",
        doc="Kind of the two objects of a connect or weld: body or site.",
    ),
)
BODIES_OR_SITES = (
    name_of("body1", "body", "name1", store="eq_body"),
    name_of("body2", "body", "name2", store="eq_body"),
    name_of("site1", "site", "name1", store="eq_site"),
    name_of("site2", "site", "name2", store="eq_site"),
)
POLYCOEF = Attr(
    "polycoef", real(0, 5), None, "data[0:5]", inherit=False, doc="Coefficients of a fourth-order polynomial."
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
        fixed={"type": getattr(mjtEq, f"mjEQ_{tag.upper()}")},
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
            doc="Point that stays common, in body1's frame.",
        ),
    ),
    "Two bodies share a point: a ball joint that closes a loop.",
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
            doc="Pose of body2 relative to body1; a zero quaternion: as in the model's configuration.",
        ),
        Attr(
            "anchor",
            real(3),
            None,
            "data[0:3]",
            inherit=False,
            unit="m",
            doc="Point of body2 where the weld acts.",
        ),
        Attr(
            "torquescale",
            REAL,
            None,
            "data[10]",
            inherit=False,
            unit="m",
            doc="Weight of rotation against translation.",
        ),
    ),
    "Two bodies keep their relative pose.",
    reader="weld",
)
JOINTS = equality("joint", (*pairs("joint"), POLYCOEF), "One joint is a polynomial of another.")
TENDONS = equality(
    "tendon", (*pairs("tendon"), POLYCOEF), "The length of one tendon is a polynomial of another's."
)
FLEXES = equality(
    "flex", (name_of("flex", "flex", "name1", True),), "All edges of a flex keep their lengths."
)
FLEXVERT = equality(
    "flexvert",
    (name_of("flex", "flex", "name1", True),),
    "The vertices of a flex keep the shape of its elements.",
)

EQUALITY = Element(
    "equality", "*", (), (CONNECT, WELD, JOINTS, TENDONS, FLEXES, FLEXVERT), doc="Equality constraints."
)
# attributes of equality constraints that a default class may set
EQUALITY_DEFAULT = Element(
    "equality",
    "?",
    (*EQUALITY_ROWS[2:], *EQUALITY_FIELDS),
    spec="MjsEquality",
    doc="Defaults of equality constraints.",
)

TENDON_ROWS = (
    NAME,
    CLASS,
    GROUP,
    *LIMIT,
    *FRICTION_LOSS,
    FORCE_LIMIT[0]._replace(default=0, inherit=False),
    FORCE_LIMIT[1]._replace(inherit=False),
    Attr("range", real(2), (0, 0), unit="m or rad", doc="Limits of the length."),
    MARGIN,
    Attr(
        "springlength",
        real(0, 2),
        (-1, -1),
        store="springlength",
        unit="m",
        doc="Length at rest, or a range of slack; -1: that of the model's configuration.",
    ),
    Attr("stiffness", REAL, 0, unit="N/m", doc="Stiffness of the tendon's spring."),
    Attr("damping", REAL, 0, unit="N s/m", doc="Damping."),
    Attr("armature", REAL, 0, inherit=False, unit="kg", doc="Inertia that moves with the length."),
    USER,
)
SHOWN = (MATERIAL, RGBA, Attr("width", REAL, 0.003, unit="m", doc="Radius of what is drawn."))

SPATIAL = Element(
    "spatial",
    "*",
    (*TENDON_ROWS, *SHOWN),
    (
        Element(
            "site",
            "*",
            (name_of("site", "site", required=True),),
            doc="The tendon passes through a site.",
        ),
        Element(
            "geom",
            "*",
            (
                name_of("geom", "geom", required=True),
                name_of("sidesite", "site", doc="Site on the side of the geom where the tendon stays."),
            ),
            doc="The tendon wraps around a sphere or cylinder.",
        ),
        Element(
            "pulley",
            "*",
            (Attr("divisor", REAL, 0, required=True, doc="What the force is divided by from here on."),),
            doc="The tendon splits.",
        ),
    ),
    spec="MjsTendon",
    reader="tendon",
    doc="A string that takes the shortest path through sites and around geoms.",
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
                Attr("coef", REAL, 0, required=True, doc="Coefficient of the joint's value."),
            ),
            doc="A joint in the sum.",
        ),
    ),
    spec="MjsTendon",
    reader="tendon",
    doc="A weighted sum of joint values.",
)

TENDON = Element("tendon", "*", (), (SPATIAL, FIXED), doc="Tendons.")
TENDON_DEFAULT = Element(
    "tendon",
    "?",
    [row for row in (*TENDON_ROWS, *SHOWN) if row.inherit],
    spec="MjsTendon",
    doc="Defaults of tendons.",
)
