"""Stages of the pipeline as documented functions: mj_kinematics, mj_crb, mj_collision, mj_Euler, ...

Documents: API / Subcomponents
"""

import numpy as np

from gelenk.engine.constraint.solver.fields import islands_change
from gelenk.engine.ranges import CONTACTS, DUAL, MOMENTS, ROWS, TENDONS
from gelenk.jit import library
from gelenk.world import data_indices, drive
from gelenk.world.arguments import check_size, documented, integer

# documented function -> the stage that is all of it, and what it computes
STAGE_OF = {
    "mj_kinematics": ("kinematics", "Positions and orientations of all bodies, geoms and sites."),
    "mj_comPos": ("com_pos", "Centers of mass, composite inertias and dof axes about them."),
    "mj_camlight": ("camlight", "Positions and directions of cameras and lights."),
    "mj_flex": ("flex", "Vertices, bounding boxes and edges of flexes."),
    "mj_tendon": ("tendon", "Lengths and Jacobians of tendons."),
    "mj_crb": ("crb", "Joint-space inertia matrix by the composite rigid body algorithm."),
    "mj_makeM": ("make_m", "Joint-space inertia matrix, with the armature of tendons."),
    "mj_factorM": ("factor_m", "Sparse L'DL factor of the inertia matrix."),
    "mj_transmission": ("transmission", "Lengths and moments of actuators."),
    "mj_collision": ("collision", "Contacts between geoms."),
    "mj_makeConstraint": ("make_constraint", "Constraint rows: Jacobian, position, impedance."),
    "mj_projectConstraint": (
        "project_constraint",
        "Inverse inertia seen by the constraint rows, for dual solvers.",
    ),
    "mj_comVel": ("com_vel", "Velocities of bodies and rates of dof axes."),
    "mj_passive": ("passive", "Springs, dampers and gravity compensation."),
    "mj_referenceConstraint": (
        "reference_constraint",
        "Velocity and reference acceleration of constraint rows.",
    ),
    "mj_subtreeVel": ("subtree_vel", "Linear velocity and angular momentum of subtrees."),
    "mj_rnePostConstraint": (
        "rne_post_constraint",
        "Accelerations and forces between bodies, constraints included.",
    ),
    "mj_fwdActuation": ("fwd_actuation", "Actuator dynamics and forces."),
    "mj_fwdAcceleration": ("fwd_acceleration", "Sum of forces, and acceleration without constraints."),
    "mj_fwdConstraint": ("fwd_constraint", "Constraint forces and acceleration with constraints."),
    "mj_sensorPos": ("sensor_pos", "Sensors that depend on position."),
    "mj_sensorVel": ("sensor_vel", "Sensors that depend on velocity."),
    "mj_sensorAcc": ("sensor_acc", "Sensors that depend on acceleration and force."),
    "mj_energyPos": ("energy_pos", "Potential energy."),
    "mj_energyVel": ("energy_vel", "Kinetic energy."),
    "mj_checkPos": ("check_pos", "Reset when qpos has bad numbers."),
    "mj_checkVel": ("check_vel", "Reset when qvel has bad numbers."),
    "mj_checkAcc": ("check_acc", "Reset when qacc has bad numbers."),
    "mj_Euler": ("euler", "Advance by a timestep, semi-implicit Euler."),
    "mj_implicit": ("implicit", "Advance by a timestep, implicit in velocity."),
    "mj_compareFwdInv": ("compare_fwd_inv", "Difference of forward and inverse dynamics, in solver_fwdinv."),
}


# the parts of d that a stage reads as they are, so that their indices are checked first
_READS = {
    "make_constraint": CONTACTS | TENDONS,
    "transmission": CONTACTS | TENDONS,
    "project_constraint": ROWS,
    "reference_constraint": ROWS,
    "fwd_constraint": CONTACTS | ROWS | DUAL,
    "rne_post_constraint": CONTACTS | ROWS,
    "passive": TENDONS,
    "fwd_actuation": MOMENTS,
    "sensor_pos": CONTACTS | ROWS,
    "sensor_vel": CONTACTS | ROWS,
    "sensor_acc": CONTACTS | ROWS,
    "euler": MOMENTS | TENDONS,
    "implicit": MOMENTS | TENDONS,
    "compare_fwd_inv": CONTACTS | ROWS,
}


def _stage_function(name, stage, doc):
    parts = _READS.get(stage, 0)

    def call(m, d):
        if parts:
            data_indices.check(m, d, parts)
        drive.call_stage(stage, m, d)

    call.__name__ = call.__qualname__ = name
    call.__module__ = __name__
    call.__doc__ = doc
    return documented(call)


for _name, (_stage, _doc) in STAGE_OF.items():
    globals()[_name] = _stage_function(_name, _stage, _doc)


@documented
def mj_island(m, d):
    """Find the islands of the constraint rows at hand: nisland, island_*, iefc_*, map_* and their siblings."""
    data_indices.check(m, d, ROWS)
    islands_change(m._view, d._view)
    library.call("island", m, d)


@documented
def mj_rne(m, d, flg_acc, result):
    """result (nv) = M qacc + bias forces (flg_acc 1), or bias forces alone (0)."""
    check_size("mj_rne", "result", result, m.nv)
    library.call("rne", m, d, flg_acc, result)


@documented
def mj_RungeKutta(m, d, N):
    """Advance by a timestep, explicit Runge-Kutta of order N = 4."""
    if integer("mj_RungeKutta", "N", N) != 4:
        raise ValueError(f"mj_RungeKutta: only order 4 is supported, not {N}")
    drive.call_stage("runge_kutta", m, d)


@documented
def mj_fwdKinematics(m, d):
    """Positions, centers of mass, cameras, lights and tendons."""
    for stage in ("kinematics", "com_pos", "camlight", "tendon"):
        drive.call_stage(stage, m, d)


@documented
def mj_constraintUpdate(m, d, jar, cost, flg_coneHessian):
    """efc_state, efc_force, qfrc_constraint for jar (nefc) = efc_J qacc - efc_aref; cost (1)."""
    check_size("mj_constraintUpdate", "jar", jar, d.nefc)
    out = np.zeros(1) if cost is None else cost
    data_indices.check(m, d, CONTACTS | ROWS)
    library.call("constraint_update", m, d, jar, out, flg_coneHessian)
