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
    Field("status", "int64", (), "0: done, 1: a buffer must grow, 2: a stage is not loaded"),
    Field("need_stage", "int64", (), "index of the stage that is not loaded"),
    Field("near_count", "int64", (), "candidate contacts of the pair of geoms at hand"),
    Field("near_margin", "float64", (), "largest distance at which the pair at hand makes a contact", "m"),
    Field("nstep", "int64", (), "steps that the last call finished"),
    Field("skipstage", "int64", (), "mj_forwardSkip: stages that are still valid"),
    Field("skipsensor", "int64", (), "mj_forwardSkip: leave the sensors alone"),
)

SCRATCH = (
    Field("warning_lastinfo", "int64", (8,), "argument of the last warning of each kind"),
    Field("warning_number", "int64", (8,), "how often each warning was raised"),
    Field("timer_duration", "float64", (15,), "time spent in each timed part", "s"),
    Field("timer_number", "int64", (15,), "how often each timed part ran"),
    Field("near_dist", "float64", (50,), "collision of one pair: distances of its candidate contacts", "m"),
    Field("near_pos", "float64", (50, 3), "their points, world frame", "m"),
    Field("near_frame", "float64", (50, 6), "their normals and hints for the first tangent, world frame"),
    Field("chain_dof", "int32", ("nv",), "constraint rows: dofs of the bodies in question, at the end, ascending"),
    Field("chain_side", "int32", ("nv",), "constraint rows: 1, 2 or 3 = both: which body each of them moves"),
    Field("solver_stat", "float64", (4000, 7), "improvement gradient lineslope nactive nchange neval nupdate"),
)
