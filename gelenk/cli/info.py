"""Model info as tables: sizes, body tree, joints, actuators, sensors, keyframes.

Documents: Modeling / Model elements
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from gelenk.tables.enums import mjtCone, mjtGeom, mjtIntegrator, mjtJacobian, mjtJoint, mjtSensor, mjtSolver

if TYPE_CHECKING:
    from gelenk.runtime.model import MjModel

SIZES = {
    "nq": "positions",
    "nv": "degrees of freedom",
    "nu": "actuators",
    "na": "activations",
    "nbody": "bodies, with the world",
    "njnt": "joints",
    "ngeom": "geoms",
    "nsite": "sites",
    "ncam": "cameras",
    "nlight": "lights",
    "neq": "equality constraints",
    "ntendon": "tendons",
    "nsensor": "sensors",
    "nsensordata": "sensor values",
    "npair": "contact pairs",
    "nexclude": "contact exclusions",
    "nkey": "keyframes",
    "nmocap": "mocap bodies",
}


def _word(enum: Any, value: Any, prefix: str) -> str:
    return enum(int(value)).name.removeprefix(prefix).lower()


def name_of(kind: str, item: Any) -> str:
    """Return the name of a named object, or its kind and id such as "joint 3"."""
    return escape(item.name) if item.name else f"{kind} {item.id}"


def table(title: str, *columns: str) -> Table:
    """Return an empty table; columns that start with ">" are right-aligned numbers."""
    result = Table(title=title, title_justify="left", header_style="bold", title_style="bold cyan")
    for column in columns:
        result.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left")
    return result


def sizes(m: MjModel) -> Table:
    """Return a table of the nonzero sizes and the main options."""
    result = table("Model", "", ">value", "meaning")
    for name, meaning in SIZES.items():
        if getattr(m, name):
            result.add_row(name, str(getattr(m, name)), meaning)
    result.add_section()
    result.add_row("mass", f"{m.body_mass.sum():.6g}", "kg")
    result.add_row("timestep", f"{m.opt.timestep:g}", "s")
    result.add_row("integrator", _word(mjtIntegrator, m.opt.integrator, "mjINT_"), "")
    result.add_row(
        "solver", _word(mjtSolver, m.opt.solver, "mjSOL_"), f"{m.opt.iterations} iterations at most"
    )
    result.add_row("cone", _word(mjtCone, m.opt.cone, "mjCONE_"), "of friction")
    result.add_row("jacobian", _word(mjtJacobian, m.opt.jacobian, "mjJAC_"), "of constraints")
    return result


def tree(m: MjModel) -> Tree:
    """Return the tree of bodies, each with its mass, joints and geoms."""
    branches = {0: Tree("[bold]world[/]" + _geoms(m, 0), guide_style="dim")}
    for b in range(1, m.nbody):
        joints = [
            f"{name_of('joint', m.joint(j))} [dim]{_word(mjtJoint, m.jnt_type[j], 'mjJNT_')}[/]"
            for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b])
        ]
        text = f"[bold]{name_of('body', m.body(b))}[/] {m.body_mass[b]:.4g} kg"
        if m.body_mocapid[b] >= 0:
            text += " [dim]mocap[/]"
        if joints:
            text += " · " + ", ".join(joints)
        branches[b] = branches[int(m.body_parentid[b])].add(text + _geoms(m, b))
    return branches[0]


def _geoms(m: MjModel, b: int) -> str:
    kinds = [
        _word(mjtGeom, m.geom_type[g], "mjGEOM_")
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b])
    ]
    counted = [f"{kinds.count(k)} {k}" if kinds.count(k) > 1 else k for k in dict.fromkeys(kinds)]
    return f" [green]{', '.join(counted)}[/]" if counted else ""


def bodies(m: MjModel) -> Table:
    """Return a table of masses and principal inertias."""
    result = table(
        "Bodies", ">id", "name", "parent", ">mass [kg]", ">with subtree", ">principal inertia [kg m²]"
    )
    for b in range(1, m.nbody):
        inertia = " ".join(f"{x:.3g}" for x in m.body_inertia[b])
        parent = name_of("body", m.body(int(m.body_parentid[b])))
        row = (f"{m.body_mass[b]:.4g}", f"{m.body_subtreemass[b]:.4g}", inertia)
        result.add_row(str(b), name_of("body", m.body(b)), parent, *row)
    return result


def _range(limited: Any, values: np.ndarray, scale: float = 1.0) -> str:
    return f"{values[0] * scale:.4g} … {values[1] * scale:.4g}" if limited else ""


def joints(m: MjModel) -> Table:
    """Return a table of joints: type, range, stiffness, damping, armature, friction.

    Ranges of hinges and balls are in degrees.
    """
    columns = ("range [deg, m]", ">stiffness", ">damping", ">armature", ">friction")
    result = table("Joints", ">id", "name", "type", "body", *columns)
    for j in range(m.njnt):
        kind, dof = int(m.jnt_type[j]), m.jnt_dofadr[j]
        scale = 180 / np.pi if kind in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_BALL) else 1.0
        numbers = (m.jnt_stiffness[j], m.dof_damping[dof], m.dof_armature[dof], m.dof_frictionloss[dof])
        result.add_row(
            str(j),
            name_of("joint", m.joint(j)),
            _word(mjtJoint, kind, "mjJNT_"),
            name_of("body", m.body(int(m.jnt_bodyid[j]))),
            _range(m.jnt_limited[j], m.jnt_range[j], scale),
            *(f"{x:g}" if x else "" for x in numbers),
        )
    return result


def actuators(m: MjModel) -> Table:
    """Return a table of actuators: control and force ranges, gear, gain, bias."""
    result = table("Actuators", ">id", "name", "control range", "force range", ">gear", "gain", "bias")
    for i in range(m.nu):
        gear = " ".join(f"{x:g}" for x in np.trim_zeros(m.actuator_gear[i], "b"))
        result.add_row(
            str(i),
            name_of("actuator", m.actuator(i)),
            _range(m.actuator_ctrllimited[i], m.actuator_ctrlrange[i]),
            _range(m.actuator_forcelimited[i], m.actuator_forcerange[i]),
            gear,
            " ".join(f"{x:g}" for x in np.trim_zeros(m.actuator_gainprm[i], "b")),
            " ".join(f"{x:g}" for x in np.trim_zeros(m.actuator_biasprm[i], "b")),
        )
    return result


def sensors(m: MjModel) -> Table:
    """Return a table of sensors: type, address in sensordata, dimension."""
    result = table("Sensors", ">id", "name", "type", ">address", ">dim")
    for i in range(m.nsensor):
        kind = _word(mjtSensor, m.sensor_type[i], "mjSENS_")
        row = (kind, str(m.sensor_adr[i]), str(m.sensor_dim[i]))
        result.add_row(str(i), name_of("sensor", m.sensor(i)), *row)
    return result


def everything(m: MjModel) -> list[Table | Tree | str]:
    """Return all tables that have rows."""
    shown: list[Table | Tree | str] = [sizes(m), tree(m), bodies(m)]
    for count, make in ((m.njnt, joints), (m.nu, actuators), (m.nsensor, sensors)):
        if count:
            shown.append(make(m))
    if m.nkey:
        names = ", ".join(escape(m.key(k).name) or str(k) for k in range(m.nkey))
        shown.append(f"[bold cyan]Keyframes[/] {names}")
    return shown
