"""MJCF schema rows of meta elements (compiler, ...), custom data, plugins, keyframes.

Documents: XML reference / compiler; option; size; statistic; custom; extension; keyframe
"""

from math import nan
from typing import Any

from gelenk.tables.enums import (
    mjtCone,
    mjtDisableBit,
    mjtEnableBit,
    mjtInertiaFromGeom,
    mjtIntegrator,
    mjtJacobian,
    mjtLRMode,
    mjtSolver,
)
from gelenk.tables.schema.common import CONFIG, NAME, OBJECT
from gelenk.tables.schema_rows import (
    ANY,
    BOOL,
    FLAG,
    INT,
    REAL,
    REALS,
    STRING,
    Attr,
    Element,
    Kind,
    Presence,
    keyword,
    members,
    real,
    whole,
)

CUSTOM = Element(
    "custom",
    "*",
    (),
    (
        Element(
            "numeric",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name of the field."),
                Attr(
                    "size",
                    INT,
                    0,
                    store="numeric_size",
                    doc="How many numbers there are, if more than are given.",
                ),
                Attr("data", REALS, (), doc="The numbers."),
            ),
            spec="MjsNumeric",
            reader="numeric",
            doc="An array of numbers.",
        ),
        Element(
            "text",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name of the field."),
                Attr("data", STRING, "", required=True, doc="The text."),
            ),
            spec="MjsText",
            reader="text",
            doc="A text.",
        ),
        Element(
            "tuple",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name of the tuple."),
                Attr("", Kind("int", 0, ANY, "int32"), (), "objtype", doc="Kinds of the elements (mjtObj)."),
                Attr("", Kind("strings", 0, ANY, ""), (), "objname", doc="Names of the elements."),
                Attr("", REALS, (), "objprm", doc="Numbers of the user's own, one for each element."),
            ),
            (
                Element(
                    "element",
                    "*",
                    (
                        Attr("objtype", OBJECT, required=True, doc="Kind of the element."),
                        Attr("objname", STRING, "", required=True, doc="Its name."),
                        Attr("prm", REAL, 0, doc="A number that goes with it."),
                    ),
                    doc="A member of the tuple.",
                ),
            ),
            spec="MjsTuple",
            reader="tuple",
            doc="A list of elements.",
        ),
    ),
    doc="Numbers, texts and lists of the user's own.",
)

EXTENSION = Element(
    "extension",
    "*",
    (),
    (
        Element(
            "plugin",
            "*",
            (Attr("plugin", STRING, "", required=True, doc="Identifier of the plugin."),),
            (
                Element(
                    "instance",
                    "*",
                    (Attr("name", STRING, "", required=True, doc="Name of the instance."),),
                    (CONFIG,),
                    doc="An instance that several elements share.",
                ),
            ),
            doc="Declares that a plugin is needed.",
        ),
    ),
    doc="Plugins that the model needs.",
)

KEYFRAME = Element(
    "keyframe",
    "*",
    (),
    (
        Element(
            "key",
            "*",
            (
                NAME,
                Attr("time", REAL, 0, unit="s", doc="Time."),
                Attr("qpos", REALS, (), doc="Positions of joints."),
                Attr("qvel", REALS, (), doc="Velocities of joints."),
                Attr("act", REALS, (), doc="Activations."),
                Attr("ctrl", REALS, (), doc="Controls."),
                Attr("mpos", REALS, (), unit="m", doc="Positions of mocap bodies."),
                Attr("mquat", REALS, (), doc="Orientations of mocap bodies."),
            ),
            spec="MjsKey",
            doc="A state to reset to.",
        ),
    ),
    doc="States to reset to.",
)


LENGTHRANGE = Element(
    "lengthrange",
    "?",
    (
        Attr(
            "mode",
            keyword({name: int(member) for name, member in members(mjtLRMode, "mjLRMODE_").items()}),
            1,
            doc="Actuators whose length range is computed.",
        ),
        Attr("useexisting", BOOL, 1, doc="Keep a range that is given."),
        Attr("uselimit", BOOL, 0, doc="Take the range from the limits of the joint or tendon."),
        Attr("accel", REAL, 20, unit="m/s^2", doc="Acceleration that the force aims at."),
        Attr("maxforce", REAL, 0, unit="N", doc="Limit of the force; 0: none."),
        Attr("timeconst", REAL, 1, unit="s", doc="Time constant of the damping."),
        Attr("timestep", REAL, 0.01, unit="s", doc="Time step of the simulation."),
        Attr("inttotal", REAL, 10, unit="s", doc="Length of the simulation."),
        Attr("interval", REAL, 2, unit="s", doc="Time at its end in which the range is measured."),
        Attr("tolrange", REAL, 0.05, doc="How much the length may still vary, as a part of the range."),
    ),
    spec="MjLROpt",
    target="compiler.LRopt",
    doc="How length ranges of actuators are computed.",
)

COMPILER = Element(
    "compiler",
    "*",
    (
        Attr("autolimits", BOOL, 1, doc="A range implies a limit."),
        Attr("boundmass", REAL, 0, unit="kg", doc="Lower bound of the mass of moving bodies."),
        Attr("boundinertia", REAL, 0, unit="kg m^2", doc="Lower bound of their moments of inertia."),
        Attr("settotalmass", REAL, -1, unit="kg", doc="Scale masses to this sum; not if negative."),
        Attr("balanceinertia", BOOL, 0, doc="Replace an inertia that no body can have by its mean."),
        Attr("strippath", BOOL, None, store="spec", doc="Drop folders from the names of files."),
        Attr(
            "coordinate",
            keyword({"local": 0, "global": 1}),
            None,
            store="coordinate",
            doc="Frames are local to the parent; global ones belong to an older release.",
        ),
        Attr("angle", keyword({"radian": 0, "degree": 1}), 1, "degree", doc="Unit of angles in the text."),
        Attr("fitaabb", BOOL, 0, doc="Fit shapes to the bounding box of a mesh rather than to its inertia."),
        Attr(
            "",
            Kind("strings", 3, 3, ""),
            ("x", "y", "z"),
            "eulerseq",
            doc="Axes of Euler angles: xyz move with the body, XYZ are fixed.",
        ),
        Attr(
            "eulerseq",
            STRING,
            None,
            store="eulerseq",
            doc="Axes of the three Euler rotations; lower case: rotating, upper case: fixed.",
        ),
        Attr("meshdir", STRING, "", doc="Folder of mesh and height field files."),
        Attr("texturedir", STRING, "", doc="Folder of texture files."),
        Attr("assetdir", STRING, None, store="assetdir", doc="Both of these."),
        Attr("discardvisual", BOOL, 0, doc="Remove what only matters for pictures."),
        Attr("usethread", BOOL, 1, doc="Compile on several threads."),
        Attr("fusestatic", BOOL, 0, doc="Fuse bodies that cannot move with their parents."),
        Attr(
            "inertiafromgeom",
            keyword(
                {
                    name: int(member)
                    for name, member in members(mjtInertiaFromGeom, "mjINERTIAFROMGEOM_").items()
                }
            ),
            2,
            doc="Whether inertia comes from geoms: never, always, or if it is not given.",
        ),
        Attr("alignfree", BOOL, 0, doc="Move the frames of free bodies to their inertial frames."),
        Attr("inertiagrouprange", whole(2), (0, 5), doc="Groups of geoms that give inertia."),
        Attr("saveinertial", BOOL, 0, doc="Write inertias of all bodies when the model is saved."),
    ),
    (LENGTHRANGE,),
    spec="MjsCompiler",
    target="compiler",
    doc="How the text is turned into a model.",
)


def flags(enum: Any, prefix: str, field: str, off: str) -> tuple[Attr, ...]:
    """Return an attribute per bit of an enum; `off` is the keyword that sets the bit."""
    return tuple(
        Attr(
            name,
            FLAG,
            "enable" if off == "disable" else "disable",
            f"{field}.{int(bit)}",
            store=f"flag_{off}",
            doc=f"{'Standard' if off == 'disable' else 'Optional'} part of the pipeline: {name}.",
        )
        for name, bit in members(enum, prefix).items()
    )


MULTICCD = (
    "Several contacts of each convex pair. Faces that rest on each other have them anyway, unless 'disable' is "
    "written, which asks for the contacts of MuJoCo 3.5.0."
)
FLAGS = Element(
    "flag",
    "?",
    (
        *flags(mjtDisableBit, "mjDSBL_", "disableflags", "disable"),
        Attr(
            "passive",
            FLAG,
            "enable",
            f"disableflags.{int(mjtDisableBit.mjDSBL_SPRING | mjtDisableBit.mjDSBL_DAMPER)}",
            store="flag_disable",
            doc="Springs and dampers together; former spelling.",
        ),
        *(
            attr._replace(store="flag_multiccd", doc=MULTICCD) if attr.name == "multiccd" else attr
            for attr in flags(mjtEnableBit, "mjENBL_", "enableflags", "enable")
        ),
    ),
    target="option",
    doc="Parts of the pipeline to switch on or off.",
)

OPTION = Element(
    "option",
    "*",
    (
        Attr("timestep", REAL, 0.002, unit="s", doc="Time step of the simulation."),
        Attr(
            "apirate",
            REAL,
            None,
            store="ignore",
            unit="Hz",
            doc="Rate of a socket interface; kept without effect.",
        ),
        Attr("impratio", REAL, 1, doc="Ratio of the impedance of friction to that of the normal force."),
        Attr("tolerance", REAL, 1e-8, doc="Improvement at which the solver stops."),
        Attr("ls_tolerance", REAL, 0.01, doc="Relative slope at which a line search stops."),
        Attr("noslip_tolerance", REAL, 1e-6, doc="Improvement at which the noslip solver stops."),
        Attr(
            "ccd_tolerance", REAL, 1e-6, unit="m", doc="Error at which the convex collision algorithm stops."
        ),
        Attr("sleep_tolerance", REAL, 1e-4, unit="m/s", doc="Velocity below which a tree may fall asleep."),
        Attr("gravity", real(3), (0, 0, -9.81), unit="m/s^2", doc="Acceleration of gravity."),
        Attr("wind", real(3), (0, 0, 0), unit="m/s", doc="Velocity of the medium."),
        Attr("magnetic", real(3), (0, -0.5, 0), unit="T", doc="Magnetic flux."),
        Attr("density", REAL, 0, unit="kg/m^3", doc="Density of the medium."),
        Attr("viscosity", REAL, 0, unit="Pa s", doc="Viscosity of the medium."),
        Attr("o_margin", REAL, 0, unit="m", doc="Margin of all contacts when contacts are overridden."),
        Attr("o_solref", real(0, 2), (0.02, 1), doc="Their reference dynamics."),
        Attr("o_solimp", real(0, 5), (0.9, 0.95, 0.001, 0.5, 2), doc="Their impedance."),
        Attr("o_friction", real(0, 5), (1, 1, 0.005, 0.0001, 0.0001), doc="Their friction."),
        Attr(
            "integrator",
            keyword(
                {
                    "Euler": int(mjtIntegrator.mjINT_EULER),
                    "RK4": int(mjtIntegrator.mjINT_RK4),
                    "implicit": int(mjtIntegrator.mjINT_IMPLICIT),
                    "implicitfast": int(mjtIntegrator.mjINT_IMPLICITFAST),
                }
            ),
            0,
            doc="Numerical integrator.",
        ),
        Attr(
            "cone",
            keyword({name: int(member) for name, member in members(mjtCone, "mjCONE_").items()}),
            0,
            doc="Shape of friction cones.",
        ),
        Attr(
            "jacobian",
            keyword({name: int(member) for name, member in members(mjtJacobian, "mjJAC_").items()}),
            2,
            doc="Storage of the constraint Jacobian; auto: sparse from 60 degrees of freedom on.",
        ),
        Attr(
            "solver",
            keyword(
                {
                    "PGS": int(mjtSolver.mjSOL_PGS),
                    "CG": int(mjtSolver.mjSOL_CG),
                    "Newton": int(mjtSolver.mjSOL_NEWTON),
                }
            ),
            2,
            doc="Algorithm of the constraint solver.",
        ),
        Attr("iterations", INT, 100, doc="Most iterations of the solver."),
        Attr("ls_iterations", INT, 50, doc="Most iterations of a line search."),
        Attr("noslip_iterations", INT, 0, doc="Most iterations of the noslip solver."),
        Attr("ccd_iterations", INT, 35, doc="Most iterations of the convex collision algorithm."),
        Attr("sdf_iterations", INT, 10, doc="Iterations from each point in signed distance collisions."),
        Attr("sdf_initpoints", INT, 40, doc="Points that these start from."),
        Attr(
            "actuatorgroupdisable",
            whole(0, ANY),
            None,
            "disableactuator",
            store="groups",
            doc="Groups of actuators, 0 to 30, that exert no force.",
        ),
        Attr("", INT, 0, "disableflags", doc="What is disabled, bits of mjtDisableBit."),
        Attr("", INT, 0, "enableflags", doc="What is enabled, bits of mjtEnableBit."),
        Attr("", INT, 0, "disableactuator", doc="Groups of actuators that are disabled, a bit each."),
    ),
    (FLAGS,),
    spec="MjOption",
    target="option",
    doc="Simulation options.",
)

SIZE = Element(
    "size",
    "*",
    (
        Attr(
            "memory",
            STRING,
            None,
            store="memory",
            unit="byte",
            doc="Memory for contacts and constraints: 10M, 1G.",
        ),
        Attr("njmax", INT, -1, doc="Most constraint rows; former way of saying memory."),
        Attr("nconmax", INT, -1, store="user_count", doc="Most contacts; former way of saying memory."),
        Attr("nstack", INT, -1, doc="Numbers on the stack; former way of saying memory."),
        Attr("nuserdata", INT, 0, store="count", doc="Numbers in data.userdata."),
        Attr("nkey", INT, 0, doc="Keyframes, if more than are written."),
        *(
            Attr(
                f"nuser_{what}",
                INT,
                -1,
                store="user_count",
                doc=f"User numbers per {full}; -1: as many as the longest list.",
            )
            for what, full in (
                ("body", "body"),
                ("jnt", "joint"),
                ("geom", "geom"),
                ("site", "site"),
                ("cam", "camera"),
                ("tendon", "tendon"),
                ("actuator", "actuator"),
                ("sensor", "sensor"),
            )
        ),
    ),
    spec="MjSpec",
    target="spec",
    rules=(Presence("at most one", ("memory", "njmax")), Presence("at most one", ("memory", "nstack"))),
    doc="Sizes that cannot be inferred.",
)

STATISTIC = Element(
    "statistic",
    "*",
    (
        Attr("meaninertia", REAL, nan, unit="kg", doc="Mean diagonal element of the mass matrix."),
        Attr("meanmass", REAL, nan, unit="kg", doc="Mean mass of a body."),
        Attr("meansize", REAL, nan, unit="m", doc="Mean size of a body."),
        Attr("extent", REAL, nan, store="positive", unit="m", doc="Extent of the model."),
        Attr("center", real(3), (nan, 0, 0), unit="m", doc="Center of the model."),
    ),
    spec="MjStatistic",
    target="stat",
    doc="Statistics that replace the computed ones.",
)
