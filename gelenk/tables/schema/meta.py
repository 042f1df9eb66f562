"""MJCF schema rows of meta elements (compiler, ...), custom data, plugins, keyframes.

Documents: XML reference / compiler; option; size; statistic; custom; extension; keyframe
"""

from math import nan
from typing import Any

from gelenk.tables.enums import (
    mjtCone,
    mjtConflict,
    mjtDisableBit,
    mjtEnableBit,
    mjtInertiaFromGeom,
    mjtIntegrator,
    mjtJacobian,
    mjtLRMode,
    mjtPassthrough,
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
                Attr("size", INT, 0, store="numeric_size", doc="Size of the array, if larger than data."),
                Attr("data", REALS, (), doc="Values of the array."),
            ),
            spec="MjsNumeric",
            reader="numeric",
            doc="Custom numeric array.",
        ),
        Element(
            "text",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name."),
                Attr("data", STRING, "", required=True, doc="Text."),
            ),
            spec="MjsText",
            reader="text",
            doc="Custom text.",
        ),
        Element(
            "tuple",
            "*",
            (
                Attr("name", STRING, "", required=True, doc="Name of the tuple."),
                Attr("", Kind("int", 0, ANY, "int32"), (), "objtype", doc="Types of the elements (mjtObj)."),
                Attr("", Kind("strings", 0, ANY, ""), (), "objname", doc="Names of the elements."),
                Attr("", REALS, (), "objprm", doc="Real-valued parameters, one per element."),
            ),
            (
                Element(
                    "element",
                    "*",
                    (
                        Attr("objtype", OBJECT, required=True, doc="Type of the element."),
                        Attr("objname", STRING, "", required=True, doc="Name of the element."),
                        Attr("prm", REAL, 0, doc="Real-valued parameter."),
                    ),
                    doc="Element of a tuple.",
                ),
            ),
            spec="MjsTuple",
            reader="tuple",
            doc="Custom tuple: a list of references to elements.",
        ),
    ),
    doc="Custom numbers, texts, tuples.",
)

EXTENSION = Element(
    "extension",
    "*",
    (),
    (
        Element(
            "plugin",
            "*",
            (Attr("plugin", STRING, "", required=True, doc="Name of the plugin."),),
            (
                Element(
                    "instance",
                    "*",
                    (Attr("name", STRING, "", required=True, doc="Name of the plugin instance."),),
                    (CONFIG,),
                    doc="Plugin instance that several elements can share.",
                ),
            ),
            doc="Plugin required by the model.",
        ),
    ),
    doc="Plugins required by the model.",
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
                Attr("time", REAL, 0, unit="s", doc="Simulation time."),
                Attr("qpos", REALS, (), doc="Joint positions."),
                Attr("qvel", REALS, (), doc="Joint velocities."),
                Attr("act", REALS, (), doc="Actuator activations."),
                Attr("ctrl", REALS, (), doc="Actuator controls."),
                Attr("mpos", REALS, (), unit="m", doc="Positions of mocap bodies."),
                Attr("mquat", REALS, (), doc="Orientations of mocap bodies."),
                Attr("plastic", REALS, (), doc="References of springs that yield."),
            ),
            spec="MjsKey",
            doc="Keyframe: a saved state.",
        ),
    ),
    doc="Keyframes.",
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
        Attr("useexisting", BOOL, 1, doc="Whether an existing length range is kept."),
        Attr("uselimit", BOOL, 0, doc="Whether joint and tendon limits are used as length range."),
        Attr("accel", REAL, 20, unit="m/s^2", doc="Target acceleration of the applied force."),
        Attr("maxforce", REAL, 0, unit="N", doc="Maximum applied force; 0: unlimited."),
        Attr("timeconst", REAL, 1, unit="s", doc="Time constant of the velocity damping."),
        Attr("timestep", REAL, 0.01, unit="s", doc="Simulation timestep."),
        Attr("inttotal", REAL, 10, unit="s", doc="Total simulation time."),
        Attr("interval", REAL, 2, unit="s", doc="Final time interval in which the length range is measured."),
        Attr("tolrange", REAL, 0.05, doc="Convergence tolerance of the length, relative to the range."),
    ),
    spec="MjLROpt",
    target="compiler.LRopt",
    doc="Settings for the computation of actuator length ranges.",
)

COMPILER = Element(
    "compiler",
    "*",
    (
        Attr("autolimits", BOOL, 1, doc='Whether a specified range implies limited="true".'),
        Attr("boundmass", REAL, 0, unit="kg", doc="Lower bound on the mass of moving bodies."),
        Attr("boundinertia", REAL, 0, unit="kg m^2", doc="Lower bound on the inertia of moving bodies."),
        Attr("settotalmass", REAL, -1, unit="kg", doc="Total mass after scaling; negative: no scaling."),
        Attr(
            "balanceinertia",
            BOOL,
            0,
            doc="Whether inertias that violate the triangle inequality are replaced by their mean.",
        ),
        Attr("strippath", BOOL, None, store="spec", doc="Whether directories are removed from file names."),
        Attr(
            "coordinate",
            keyword({"local": 0, "global": 1}),
            None,
            store="coordinate",
            doc="Coordinate convention; only local is supported, global is obsolete.",
        ),
        Attr("angle", keyword({"radian": 0, "degree": 1}), 1, "degree", doc="Unit of angles in the XML."),
        Attr(
            "fitaabb",
            BOOL,
            0,
            doc="Whether primitives are fitted to the bounding box of a mesh rather than to its inertia box.",
        ),
        Attr(
            "",
            Kind("strings", 3, 3, ""),
            ("x", "y", "z"),
            "eulerseq",
            doc="Euler rotation sequence: xyz intrinsic, XYZ extrinsic axes.",
        ),
        Attr(
            "eulerseq",
            STRING,
            None,
            store="eulerseq",
            doc="Euler rotation sequence; lower case: intrinsic axes, upper case: extrinsic axes.",
        ),
        Attr("meshdir", STRING, "", doc="Directory of mesh and height field files."),
        Attr("texturedir", STRING, "", doc="Directory of texture files."),
        Attr("assetdir", STRING, None, store="assetdir", doc="Directory of all asset files."),
        Attr("discardvisual", BOOL, 0, doc="Whether elements without effect on the physics are discarded."),
        Attr("usethread", BOOL, 1, doc="Whether several threads are used for compilation."),
        Attr("fusestatic", BOOL, 0, doc="Whether static bodies are fused with their parents."),
        Attr(
            "inertiafromgeom",
            keyword(
                {
                    name: int(member)
                    for name, member in members(mjtInertiaFromGeom, "mjINERTIAFROMGEOM_").items()
                }
            ),
            2,
            doc="Whether body inertias are inferred from geoms: never, always, or if not specified.",
        ),
        Attr("alignfree", BOOL, 0, doc="Whether frames of free bodies are aligned with the inertial frames."),
        Attr("inertiagrouprange", whole(2), (0, 5), doc="Range of geom groups used to infer body inertias."),
        Attr("saveinertial", BOOL, 0, doc="Whether saved models contain the inertial of each body."),
        Attr("savecompiled", BOOL, 1, doc="Whether models are saved as 3.5.0 saves them; else as authored."),
        Attr(
            "savecanonical",
            BOOL,
            1,
            doc="Whether models saved as authored have quaternions, radians, no `fromto` and general actuators.",
        ),
        Attr(
            "conflict",
            keyword(members(mjtConflict, "mjCONFLICT_")),
            mjtConflict.mjCONFLICT_WARNING,
            doc="Treatment of settings that differ from those of an attached model.",
        ),
        Attr("", INT, 0, "authored", doc="Attributes that a text has, as bits."),
        Attr(
            "passthrough",
            keyword(members(mjtPassthrough, "mjPASSTHROUGH_")),
            mjtPassthrough.mjPASSTHROUGH_NONE,
            doc="Assets of which the model has the path instead of the contents.",
        ),
    ),
    (LENGTHRANGE,),
    spec="MjsCompiler",
    target="compiler",
    doc="Compiler settings.",
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
            doc=FEATURES[name],
        )
        for name, bit in members(enum, prefix).items()
    )


FEATURES = {
    "constraint": "All constraints and the constraint solver.",
    "equality": "Equality constraints.",
    "frictionloss": "Friction loss constraints.",
    "limit": "Joint and tendon limit constraints.",
    "contact": "Collision detection and contact constraints.",
    "spring": "Passive spring forces.",
    "damper": "Passive damper forces.",
    "gravity": "Gravity.",
    "clampctrl": "Clamping of controls to ctrlrange.",
    "warmstart": "Warm start of the constraint solver.",
    "filterparent": "Filter of contacts between a body and its parent.",
    "actuation": "Actuator forces.",
    "refsafe": "Lower bound of 2 timesteps on the time constant in solref.",
    "sensor": "Sensors.",
    "midphase": "Mid-phase collision filter of geoms.",
    "eulerdamp": "Implicit integration of joint damping in the Euler integrator.",
    "autoreset": "Automatic reset on numerical divergence.",
    "nativeccd": "Native convex collision algorithm (GJK and EPA); disable: MPR.",
    "island": "Constraint islands.",
    "override": "Contact override by o_margin, o_solref, o_solimp and o_friction.",
    "energy": "Computation of potential and kinetic energy.",
    "fwdinv": "Comparison of forward and inverse dynamics.",
    "invdiscrete": "Discrete-time inverse dynamics.",
    "multiccd": (
        "Multiple contacts per pair of convex geoms. By default faces that rest on each other have several contacts; "
        "an explicit disable restores the single contacts of MuJoCo 3.5.0."
    ),
    "sleep": "Sleep of kinematic trees at rest.",
    "diagexact": "Exact diagonal of A = J M^-1 J' for the regularization, instead of its value at qpos0 by bodies.",
    "speculative": "Contacts ahead of fast geoms, which could pass others within a step.",
}
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
            doc="Passive springs and dampers; deprecated.",
        ),
        *(
            attr._replace(store="flag_multiccd") if attr.name == "multiccd" else attr
            for attr in flags(mjtEnableBit, "mjENBL_", "enableflags", "enable")
        ),
    ),
    target="option",
    doc="Flags that enable or disable features of the pipeline.",
)

OPTION = Element(
    "option",
    "*",
    (
        Attr("timestep", REAL, 0.002, unit="s", doc="Simulation timestep."),
        Attr("apirate", REAL, None, store="ignore", unit="Hz", doc="Update rate of the remote API; ignored."),
        Attr("impratio", REAL, 1, doc="Ratio of the friction impedance to the normal impedance of contacts."),
        Attr(
            "tolerance",
            REAL,
            1e-8,
            doc="Termination tolerance of the solver: scaled cost reduction or gradient norm.",
        ),
        Attr("ls_tolerance", REAL, 0.01, doc="Tolerance of the line search, relative to tolerance."),
        Attr("noslip_tolerance", REAL, 1e-6, doc="Termination tolerance of the noslip solver."),
        Attr("ccd_tolerance", REAL, 1e-6, unit="m", doc="Tolerance of the convex collision algorithm."),
        Attr("sleep_tolerance", REAL, 1e-4, unit="m/s", doc="Velocity below which a tree may fall asleep."),
        Attr("gravity", real(3), (0, 0, -9.81), unit="m/s^2", doc="Gravitational acceleration."),
        Attr("wind", real(3), (0, 0, 0), unit="m/s", doc="Velocity of the medium (wind)."),
        Attr("magnetic", real(3), (0, -0.5, 0), unit="T", doc="Global magnetic flux."),
        Attr("density", REAL, 0, unit="kg/m^3", doc="Density of the medium."),
        Attr("viscosity", REAL, 0, unit="Pa s", doc="Viscosity of the medium."),
        Attr("o_margin", REAL, 0, unit="m", doc="Contact margin, if override is enabled."),
        Attr("o_solref", real(0, 2), (0.02, 1), doc="Contact solver reference, if override is enabled."),
        Attr(
            "o_solimp",
            real(0, 5),
            (0.9, 0.95, 0.001, 0.5, 2),
            doc="Contact solver impedance, if override is enabled.",
        ),
        Attr(
            "o_friction",
            real(0, 5),
            (1, 1, 0.005, 0.0001, 0.0001),
            doc="Contact friction coefficients, if override is enabled.",
        ),
        Attr(
            "integrator",
            keyword(
                {
                    "Euler": int(mjtIntegrator.mjINT_EULER),
                    "RK4": int(mjtIntegrator.mjINT_RK4),
                    "implicit": int(mjtIntegrator.mjINT_IMPLICIT),
                    "implicitfast": int(mjtIntegrator.mjINT_IMPLICITFAST),
                    "discrete": int(mjtIntegrator.mjINT_DISCRETE),
                }
            ),
            0,
            doc="Integration method.",
        ),
        Attr(
            "cone",
            keyword({name: int(member) for name, member in members(mjtCone, "mjCONE_").items()}),
            0,
            doc="Friction cone type.",
        ),
        Attr(
            "jacobian",
            keyword({name: int(member) for name, member in members(mjtJacobian, "mjJAC_").items()}),
            2,
            doc="Type of the constraint Jacobian; auto: sparse from 60 degrees of freedom.",
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
            doc="Constraint solver algorithm.",
        ),
        Attr("iterations", INT, 100, doc="Maximum number of solver iterations."),
        Attr("ls_iterations", INT, 50, doc="Maximum number of line search iterations."),
        Attr("noslip_iterations", INT, 0, doc="Maximum number of noslip solver iterations."),
        Attr(
            "ccd_iterations", INT, 35, doc="Maximum number of iterations of the convex collision algorithm."
        ),
        Attr(
            "sdf_iterations",
            INT,
            10,
            doc="Number of iterations per starting point in signed distance field collisions.",
        ),
        Attr("sdf_initpoints", INT, 40, doc="Number of starting points in signed distance field collisions."),
        Attr(
            "actuatorgroupdisable",
            whole(0, ANY),
            None,
            "disableactuator",
            store="groups",
            doc="Disabled actuator groups, 0 to 30.",
        ),
        Attr("", INT, 0, "disableflags", doc="Disabled features, bits of mjtDisableBit."),
        Attr("", INT, 0, "enableflags", doc="Enabled features, bits of mjtEnableBit."),
        Attr("", INT, 0, "disableactuator", doc="Disabled actuator groups, one bit per group."),
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
            doc="Arena size for contacts and constraints: 10M, 1G.",
        ),
        Attr("njmax", INT, -1, doc="Maximum number of constraint rows; deprecated, replaced by memory."),
        Attr(
            "nconmax",
            INT,
            -1,
            store="user_count",
            doc="Maximum number of contacts; deprecated, replaced by memory.",
        ),
        Attr("nstack", INT, -1, doc="Stack size in values; deprecated, replaced by memory."),
        Attr("nuserdata", INT, 0, store="count", doc="Length of MjData.userdata."),
        Attr("nkey", INT, 0, doc="Number of keyframes, if larger than the number of key elements."),
        *(
            Attr(
                f"nuser_{what}",
                INT,
                -1,
                store="user_count",
                doc=f"Length of the user data per {full}; -1: length of the longest list.",
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
    doc="Size parameters that cannot be inferred from the elements.",
)

STATISTIC = Element(
    "statistic",
    "*",
    (
        Attr("meaninertia", REAL, nan, unit="kg", doc="Mean diagonal of the joint-space inertia matrix."),
        Attr("meanmass", REAL, nan, unit="kg", doc="Mean body mass."),
        Attr("meansize", REAL, nan, unit="m", doc="Mean body size."),
        Attr("extent", REAL, nan, store="positive", unit="m", doc="Spatial extent of the model."),
        Attr("center", real(3), (nan, 0, 0), unit="m", doc="Center of the model."),
    ),
    spec="MjStatistic",
    target="stat",
    doc="Overrides of the model statistics.",
)
