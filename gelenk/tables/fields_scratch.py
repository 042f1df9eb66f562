"""Fields of Data that belong to the engine alone: capacities, status, work space of the stages.

Documents: design / Memory, Kernels
"""

from gelenk.tables.field_rows import Field

# Capacity of the growable buffers, what a stage would have needed, and how the last native call ended.
SCALARS = (
    Field("nconmax", "int64", (), "capacity of the contact buffers"),
    Field("nefcmax", "int64", (), "capacity of the constraint rows"),
    Field("nJmax", "int64", (), "capacity of efc_J in numbers"),
    Field("nAmax", "int64", (), "capacity of efc_AR in numbers"),
    Field("need_con", "int64", (), "contacts that did not fit, else 0"),
    Field("need_efc", "int64", (), "constraint rows that did not fit, else 0"),
    Field("need_J", "int64", (), "numbers of efc_J that did not fit, else 0"),
    Field("need_A", "int64", (), "numbers of efc_AR that did not fit, else 0"),
    Field("status", "int64", (), "0: done, 1: a buffer must grow, 2: a stage is not loaded, 3: a callback raised"),
    Field("need_stage", "int64", (), "index of the stage that is not loaded"),
    Field("warned", "int64", (), "1 when a warning was counted since Python last looked"),
    Field("callback_value", "float64", (), "what the last callback returned"),
    Field("near_count", "int64", (), "candidate contacts of the pair of geoms at hand"),
    Field("broad_nlarge", "int64", (), "bodies that are compared with all others"),
    Field("near_margin", "float64", (), "largest distance at which the pair at hand makes a contact", "m"),
    Field("nstep", "int64", (), "steps that the last call finished"),
    Field("skipstage", "int64", (), "mj_forwardSkip: stages that are still valid"),
    Field("skipsensor", "int64", (), "mj_forwardSkip: leave the sensors alone"),
    Field("rk_time", "float64", (), "Runge-Kutta: time at the start of the step", "s"),
    Field("nblock", "int64", (), "length of block"),
)

SCRATCH = (
    Field("warning_lastinfo", "int64", (8,), "argument of the last warning of each kind"),
    Field("warning_number", "int64", (8,), "how often each warning was raised"),
    Field("timer_duration", "float64", (15,), "time spent in each timed part", "s"),
    Field("timer_number", "int64", (15,), "how often each timed part ran"),
    Field("broad_low", "float64", (3,), "lower corner: of the geoms of one body, then of the grid", "m"),
    Field("broad_high", "float64", (3,), "upper corner, then [0]: 1 / cell width"),
    Field("broad_count", "int64", (3,), "cells of the grid along each axis"),
    Field("broad_sphere", "float64", ("nbody", 4), "center and radius of the colliding geoms of a body", "m"),
    Field("broad_mask", "int64", ("nbody", 2), "contype and conaffinity of any of them"),
    Field("broad_cell", "int32", ("nbody",), "cell of a body; -1: too large, -2: collides with none"),
    Field("broad_start", "int32", ("nbody*4",), "first entry of each cell in broad_order"),
    Field("broad_order", "int32", ("nbody",), "bodies sorted by cell"),
    Field("broad_large", "int32", ("nbody",), "bodies larger than a cell"),
    Field("broad_list", "int32", ("nbody",), "bodies that may touch the one at hand, ascending"),
    Field("near_dist", "float64", (50,), "collision of one pair: distances of its candidate contacts", "m"),
    Field("near_pos", "float64", (50, 3), "their points, world frame", "m"),
    Field("near_frame", "float64", (50, 6), "their normals and hints for the first tangent, world frame"),
    Field("chain_dof", "int32", ("nv",), "constraint rows: dofs of the bodies in question, at the end, ascending"),
    Field("chain_side", "int32", ("nv",), "constraint rows: 1, 2 or 3 = both: which body each of them moves"),
    Field("solver_stat", "float64", (4000, 7), "improvement gradient lineslope nactive nchange neval nupdate"),
    Field("wrench", "float64", ("nbody", 6), "forces on bodies and what hangs on them, about the com of the tree"),
    Field("ctrl_used", "float64", ("nu",), "controls as the actuators see them: clamped, zero if any is bad"),
    Field("qacc_new", "float64", ("nv",), "acceleration of the implicit integrators"),
    Field("work_nv", "float64", (4, "nv"), "work space of one stage"),
    Field("rk_qpos", "float64", ("nq",), "Runge-Kutta: qpos at the start of the step"),
    Field("rk_qvel", "float64", ("nv",), "Runge-Kutta: qvel at the start of the step"),
    Field("rk_act", "float64", ("na",), "Runge-Kutta: act at the start of the step"),
    Field("rk_vel", "float64", ("nv",), "Runge-Kutta: weighted mean of qvel so far"),
    Field("rk_acc", "float64", ("nv",), "Runge-Kutta: weighted mean of qacc so far"),
    Field("rk_act_dot", "float64", ("na",), "Runge-Kutta: weighted mean of act_dot so far"),
    Field("body_coriolis", "float64", ("nbody", 36), "d force / d velocity of a subtree, 6 by 6"),
    Field("dof_coriolis", "float64", ("nv", 6), "d cacc / d qvel of a dof, without what depends on the body"),
    Field("block", "float64", ("nblock",), "all arrays of fixed size in one, for clearing"),
)
