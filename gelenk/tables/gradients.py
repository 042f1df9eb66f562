"""Gradients: which stages carry tangents, which fields vary, what has no rule.

Documents: design / Tangents of kernels

A field of float64 of MjData varies, unless it is in HELD. Fields of the model vary only in the kind PARAMETERS.
"""

from gelenk.tables.stages import NAMED, Stage

COLUMNS = 8  # tangents that one pass carries: one vector of AVX-512, two of AVX2
STATE, PARAMETERS = (
    "state",
    "parameters",
)  # kinds: derivatives with respect to fields of data only; also to fields of the model

TAPE = "_tape"  # suffix of the kinds of code that records partial derivatives on a tape


def columns(kind: str) -> int:
    """Return the number of shadow elements per double: tangents, or one place on a tape."""
    return 1 if kind.endswith(TAPE) else COLUMNS


# fields of data that keep no tangents, and why
HELD = {
    "time": "no force depends on time",
    "qacc_warmstart": "where the solver starts has no influence on the minimum",
    "hess": "the rule of the solver holds the Hessian",
    "hess_inv": "the rule of the solver holds the Hessian",
    "qLD": "the rule of linear systems holds factors",
    "qLDiagInv": "the rule of linear systems holds factors",
    "qH": "the rule of linear systems holds factors",
    "qHDiagInv": "the rule of linear systems holds factors",
    "sol_mgrad": "the rule of linear systems holds its solution there",
    "sol_old": "the rule of linear systems holds its solution there",
    "row_held": "weights in the factor, which the rule of the solver holds",
    "island_start": "costs choose where the solver starts",
    "solver_stat": "statistics",
    "solver_fwdinv": "statistics",
    "timer_duration": "statistics",
    "block": "all arrays at once",
    "history": "samples of controls and readings are those of steps before",
    "plastic": "references of springs that yield are those of steps before",
    "near_margin": "collision selects pairs by it",
    "flexelem_aabb": "collision selects pairs by it",
    "bvh_aabb_dyn": "collision selects pairs by it",
    "sweep_box": "collision selects pairs by it",
    "apart_normal": "planes between separated geoms have no influence on contacts",
    "face_plane": "the rule of witness points holds numbers there",
}
# fields of the model that do not affect results, or only select what is computed
FIXED_MODEL = {
    *(
        "opt.tolerance",
        "opt.ls_tolerance",
        "opt.noslip_tolerance",
        "opt.ccd_tolerance",
        "opt.sleep_tolerance",
    ),
    *("geom_rbound", "geom_aabb", "bvh_aabb", "oct_aabb"),  # they select pairs
    *("key_time", "key_qpos", "key_qvel", "key_act", "key_ctrl", "key_mpos", "key_mquat"),
}

# stages with tangents, by library
_CARRIED = {
    "step": "forward_part position_part velocity_part",
    "position": "kinematics com_pos camlight tendon make_m transmission",
    "spatial_tendon": "spatial_tendon armature_bias",
    "collision": "collision touch_pair",
    "boxes": "box_box",
    "boxes_later": "box_clip",
    "plane_mesh": "plane_mesh",
    "plane_hull": "plane_hull",
    "convex": "convex_pair distance_pair",
    "faces": "face_contacts rest_on_faces hfield_patch",
    "clipped": "clipped_faces",
    "hfield": "hfield_pair hfield_side hfield_distance",
    "sdf": "sdf_pair sdf_distance ray_sdf",
    "constraint": "make_constraint reference_constraint",
    "velocity_terms": "velocity_terms",
    "velocity": "fwd_velocity_smooth com_vel rne subtree_vel",
    "forces": "passive fwd_actuation",
    "fluid": "fluid",
    "drives": "drives",
    "runge_kutta": "runge_kutta",
    "fluid_derivative": "fluid_vel",
    "inverse": "inverse_part inv_constraint",
    "sensor": "sensor_pos sensor_vel sensor_acc",
    "touch": "sensor_touch",
    "sensor_site": "sensor_site",
    "post_constraint": "rne_post_constraint",
    "energy": "energy_pos energy_vel",
    "surfaces": "contact_surfaces move_surfaces adhere",
    "delay": "delayed_controls delayed_readings keep_history",
    "plastic": "yield_springs",
    "sensor_distance": "sensor_distance",
    "rangefinder": "sensor_rays",
    "sensor_contact": "sensor_contact",
    "tactile": "sensor_tactile",
    "tendon_wrench": "tendon_wrenches",
    "ray_shapes": "ray_shape",
    "flex": "flex flex_velocity",
    "flex_passive": "flex_passive",
    "cells": "cell_forces",
    "flex_plastic": "plastic_forces yield_flexes",
    "cell_plastic": "yield_cells",
    "rods": "rod_forces keep_rods",
    "flex_equality": "flex_equality",
    "cell_rows": "strain_rows",
    "flex_contact": "flex_contact_rows flex_contact_shares",
    "rod_contact": "rod_contact_rows",
    "flex_collision": "flex_collision",
    "plugins": "run_plugins",
    "plugin_pid": "plugin_pid",
    "plugin_cable": "plugin_cable",
    "plugin_touch_grid": "plugin_touch_grid",
}
NOSLIP = "noslip"  # library of the rule of the noslip solver, which models with PGS alone do not need
CARRIED = {library: tuple(NAMED[name] for name in names.split()) for library, names in _CARRIED.items()}
_WITNESS = "gelenk.engine.derivatives.witness_points"
_MINIMUM, _SYSTEMS = "gelenk.engine.derivatives.solver_rules", "gelenk.engine.derivatives.solver_rules"
# stage -> rule that replaces it; the stage `HOLD`, without tangents, stores the inputs of the rules
RULES = {
    "fwd_constraint": Stage("minimum_rule", _MINIMUM, "solver"),
    "fwd_acceleration": Stage("acceleration_rule", _SYSTEMS, "velocity"),
    "euler": Stage("euler_rule", _SYSTEMS, "euler"),
    "implicit": Stage("implicit_rule", _SYSTEMS, "implicit"),
    "exact_diagonal": Stage("exact_diagonal_rule", _SYSTEMS, "exact_diagonal"),
    "continuous_acc": Stage("continuous_rule", _SYSTEMS, "discrete"),
    "solve_noslip": Stage("noslip_rule", "gelenk.engine.derivatives.solver_rules", NOSLIP),
    "solve_sides": Stage("sides_rule", _WITNESS, "convex", "mdii"),
    "touch_sides": Stage("touch_rule", _WITNESS, "convex", "mdii"),
}
HOLD = Stage("hold_step", _SYSTEMS, "solver")
SWEEP = Stage("sweep", "gelenk.engine.derivatives.pass_loop", "solver", "IFiIFiFi")
HOLD_MINIMUM = Stage("hold_minimum", _MINIMUM, "solver")
for _rule in RULES.values():
    CARRIED[_rule.library] = (*CARRIED.get(_rule.library, ()), _rule)
# assembled Jacobian of a step: the stages with tangents that its kernels call; a tape records the first library alone
REMAINDER, ASSEMBLY = "remainder", "assembly"  # libraries
CARRIED[REMAINDER] = (Stage("remainder_part", "gelenk.engine.derivatives.remainder", "step", "mdi"),)
CARRIED[ASSEMBLY] = (
    Stage("solution_part", "gelenk.engine.derivatives.remainder", "step", "mdi"),
    Stage("contact_part", "gelenk.engine.derivatives.contact_forces", "step", "md"),
)
# rules of the options smooth and reach, and the kernel that stores their inputs
SOFTENED = "softened"  # library
_SOFTENED = "gelenk.engine.derivatives.softened"
SOFT_RULES = {
    "fwd_constraint": Stage("softened_rule", _SOFTENED, "solver"),
    "make_constraint": Stage("reach_constraint", _SOFTENED, "constraint"),
}
SOFTEN = Stage("soften", _SOFTENED, "solver", "mdff")
CARRIED[SOFTENED] = tuple(SOFT_RULES.values())
STATE_JACOBIAN = Stage("state_jacobian", "gelenk.engine.derivatives.remainder", "step", "mddif")
STATE_PRODUCT = Stage("state_product", "gelenk.engine.derivatives.step_product", "step", "mddi")
PASS_LOOP = Stage("pass_loop", "gelenk.engine.derivatives.pass_loop", "step", "mdi")
DIRECTION_LOOP = Stage("direction_loop", "gelenk.engine.derivatives.pass_loop", "step", "mddi")
COUNT_KINKS = Stage("count_kinks", "gelenk.engine.derivatives.softened", "step", "mdf")
# kernels without tangents that passes call; wheels do not contain the code of softened zones
KERNELS = (
    *(HOLD, HOLD_MINIMUM, STATE_JACOBIAN, STATE_PRODUCT),
    *(PASS_LOOP, DIRECTION_LOOP, COUNT_KINKS, SWEEP),
)
# contents of a wheel: kind of code -> libraries; other libraries are compiled on first use
_COMMON = (
    *(
        "step",
        "position",
        "spatial_tendon",
        "collision",
        "boxes",
        "constraint",
        "velocity",
        "forces",
        "solver",
    ),
    *("euler", "implicit", "runge_kutta", "inverse", "sensor", "sensor_site", "touch", "energy"),
    "post_constraint",
)
_SHAPES = "convex", "plane_mesh"
SHIPPED = {
    STATE: (*_COMMON, *_SHAPES, "faces", "hfield", "fluid", "drives", "delay", "noslip", REMAINDER, ASSEMBLY),
    STATE + TAPE: (*_COMMON, *_SHAPES, REMAINDER),
    PARAMETERS: (*_COMMON, "convex"),
}
