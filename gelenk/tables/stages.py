"""Stages of the pipeline, in order: compile units, their public names and their parts.

Documents: design / Kernels; Computation / Simulation pipeline

A stage is a function of ``gelenk.engine``, ``gelenk.scene`` or ``gelenk.render``; stages of one library
(tables/libraries.py) are compiled together and share helpers. Compiled code calls a stage through the stage table, at
its position there (INDEX). Each section starts at a multiple of 8, so that a new stage in a section leaves the
positions of the other sections, and their compiled code, unchanged.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple


class Stage(NamedTuple):
    """One compile unit: the function ``name`` of ``module``, compiled into ``library``.

    kinds       one letter per argument: m model, d data, s scene, c context, F float64 array, I int32 array,
                i integer, f float
    documented  the public function that runs or begins with this stage
    runs        stages that it calls or contains, in the order of the calls; it writes their fields, too
    checks      parts of d whose indices are checked before the stage runs alone (engine/validation/index_columns.py)
    label       name of the stage in timing reports of a step; "": not timed separately
    smooth      whether the stage is part of the smooth dynamics, which do not include constraints
    timer       member of mjtTimer, without mjTIMER_, to which the profiler of the viewer adds its time
    """

    name: str
    module: str
    library: str
    kinds: str = "md"
    documented: str = ""
    runs: str = ""
    checks: str = ""
    label: str = ""
    smooth: bool = False
    timer: str = ""

    @property
    def code(self) -> tuple[str, str, str, str]:
        """The values that identify the compiled code of the stage."""
        return self.name, self.module, self.library, self.kinds


STEPS = 1000  # steps of one native call of the stage "step": Python handles signals between calls
SEQUENCES = "gelenk.engine.step"  # module of the stages that call others in order
CALLBACK = "callback"
HOOK = "hook"  # library of Python functions that compiled code calls
CALLBACKS = ("control", "passive", "sensor", "act_dyn", "act_gain", "act_bias", "contactfilter")

FIRST_PARTY = (
    *("plugin_pid", "plugin_cable", "plugin_touch_grid"),
    *("plugin_bolt", "plugin_bowl", "plugin_gear", "plugin_nut", "plugin_torus"),
)
USER_PLUGINS = tuple(f"plugin_user{i}" for i in range(16))
PLUGINS = (*FIRST_PARTY, *USER_PLUGINS)  # in the order of their ids (MjModel.plugin)
SDF_PLUGINS = "plugin_bolt plugin_bowl plugin_gear plugin_nut plugin_torus"

POSITION = (
    "kinematics com_pos camlight flex tendon make_m factor_m collision wake_touched wake_joined "
    "make_constraint transmission project_constraint"
)
VELOCITY = "fwd_velocity_smooth flex_velocity passive reference_constraint"
FORCE = "fwd_actuation fwd_acceleration fwd_constraint sensor_acc"
INTEGRATORS = "euler runge_kutta implicit"
AT_REST = (
    "subtree_mass kinematics com_pos tendon crb dof_inertia make_m factor_m transmission "
    "flex_lengths constants_at_rest flex_weights"
)
FINISH_RESET = "begin_histories begin_asleep"  # stages that finish a reset in native code

# fmt: off
STEP = (
    Stage("step", "gelenk.engine.step", "step", "mdi", "mj_step",
        runs=f"check_pos check_vel forward check_acc compare_fwd_inv fall_asleep {INTEGRATORS} count_rest"),
    Stage("step1", "gelenk.engine.step", "step", documented="mj_step1",
        runs="check_pos check_vel position_part sensor_pos energy_pos velocity_part sensor_vel energy_vel"),
    Stage("step2", "gelenk.engine.step", "step", documented="mj_step2",
        runs=f"{FORCE} check_acc compare_fwd_inv fall_asleep euler implicit count_rest"),
    Stage("forward", "gelenk.engine.step", "step", documented="mj_forward",
        runs=f"position_part sensor_pos energy_pos velocity_part sensor_vel energy_vel {FORCE}"),
    Stage("forward_part", "gelenk.engine.step", "step", "mdii", "mj_forwardSkip", runs="forward"),
    Stage("position_part", "gelenk.engine.step", "step", documented="mj_fwdPosition", runs=POSITION),
    Stage("velocity_part", "gelenk.engine.step", "step", documented="mj_fwdVelocity", runs=VELOCITY,
        label="velocity, passive", smooth=True, timer="VELOCITY"),
    Stage("world_step", "gelenk.engine.batch.world_loop", "batch", runs="step"),
    Stage("check_pos", "gelenk.engine.integrate.divergence", "forces", documented="mj_checkPos", runs=FINISH_RESET),
    Stage("check_vel", "gelenk.engine.integrate.divergence", "forces", documented="mj_checkVel", runs=FINISH_RESET),
    Stage("check_acc", "gelenk.engine.integrate.divergence", "forces", documented="mj_checkAcc",
        runs=f"{FINISH_RESET} forward"),
    Stage("places", "gelenk.engine.step", "step", documented="mj_fwdKinematics",
        runs="kinematics com_pos camlight flex tendon"),
)

# table positions of user callbacks (runtime/callbacks.py); no library contains them
CALLBACK_PLACES = tuple(Stage(f"mjcb_{name}", "gelenk.runtime.callbacks", CALLBACK) for name in CALLBACKS)

POSITIONS = (
    Stage("kinematics", "gelenk.engine.position.kinematics", "position", documented="mj_kinematics", runs="wake",
        label="kinematics", smooth=True, timer="POS_KINEMATICS"),
    Stage("com_pos", "gelenk.engine.position.kinematics", "position", documented="mj_comPos",
        label="center of mass", smooth=True, timer="POS_KINEMATICS"),
    Stage("camlight", "gelenk.engine.position.object_frames", "position", documented="mj_camlight",
        label="cameras, lights", timer="POS_KINEMATICS"),
    Stage("flex", "gelenk.engine.flex.kinematics", "flex", documented="mj_flex",
        label="flexes", timer="POS_KINEMATICS"),
    Stage("tendon", "gelenk.engine.position.tendon", "position", documented="mj_tendon", runs="spatial_tendon",
        label="tendons", timer="POS_KINEMATICS"),
    Stage("spatial_tendon", "gelenk.engine.position.tendon", "spatial_tendon", "mdii"),
    Stage("crb", "gelenk.engine.position.inertia", "position", documented="mj_crb"),
    Stage("make_m", "gelenk.engine.position.inertia", "position", documented="mj_makeM", runs="crb",
        checks="tendons", label="inertia matrix", smooth=True, timer="POS_INERTIA"),
    Stage("factor_m", "gelenk.engine.position.inertia", "position", documented="mj_factorM",
        label="factorization", smooth=True, timer="POS_INERTIA"),
    Stage("transmission", "gelenk.engine.position.transmission", "position", documented="mj_transmission",
        checks="contacts tendons", label="transmission", timer="POSITION"),
    Stage("energy_pos", "gelenk.engine.force.passive", "energy", documented="mj_energyPos"),
)

COLLISION = (
    Stage("collision", "gelenk.engine.collision.dispatch", "collision", documented="mj_collision",
        runs="box_box box_clip plane_mesh plane_hull convex_pair hfield_pair sdf_pair flex_collision contact_surfaces "
        "collision_awake collision_speculative",
        label="collision", timer="POS_COLLISION"),
    Stage("touch_pair", "gelenk.engine.collision.dispatch", "collision", "mdii",
        runs="box_box box_clip plane_mesh plane_hull"),
    Stage("box_box", "gelenk.engine.collision.pairs.box_box", "boxes", "mdii"),
    Stage("box_clip", "gelenk.engine.collision.pairs.box_edges", "boxes_later", "mdii"),
    Stage("plane_mesh", "gelenk.engine.collision.pairs.primitives", "plane_mesh", "mdii"),
    Stage("plane_hull", "gelenk.engine.collision.pairs.primitives", "plane_hull", "mdii"),
    Stage("convex_pair", "gelenk.engine.collision.convex.convex", "convex", "mdii",
        runs="solve_sides face_contacts clipped_faces rest_on_faces"),
    Stage("solve_sides", "gelenk.engine.collision.convex.convex", "convex", "mdii", runs="solve_portal"),
    Stage("touch_sides", "gelenk.engine.collision.convex.convex", "convex", "mdii", runs="solve_sides"),
    Stage("face_contacts", "gelenk.engine.collision.convex.multiccd", "faces", "mdii"),
    Stage("clipped_faces", "gelenk.engine.collision.convex.clipped_faces", "clipped", "mdii"),
    Stage("hfield_pair", "gelenk.engine.collision.pairs.hfield", "hfield", "mdii", runs="solve_sides hfield_patch"),
    Stage("hfield_side", "gelenk.engine.collision.pairs.hfield", "hfield", "mdii", runs="touch_sides"),
    Stage("sdf_pair", "gelenk.engine.collision.pairs.sdf", "sdf", "mdii", runs=SDF_PLUGINS),
    Stage("sdf_sample", "gelenk.engine.collision.pairs.sdf", "sdf", "mdiiFF", runs=SDF_PLUGINS),
    Stage("flex_collision", "gelenk.engine.flex.collision", "flex_collision", "mdii",
        runs="touch_sides hfield_side box_box convex_pair"),
    # distances of two geoms
    Stage("geom_distance", "gelenk.engine.collision.convex.convex", "convex", "mdiifF", "mj_geomDistance",
        runs="distance_pair"),
    Stage("distance_pair", "gelenk.engine.collision.convex.convex", "convex", "mdii",
        runs="touch_pair solve_sides hfield_distance sdf_distance"),
    Stage("hfield_distance", "gelenk.engine.collision.pairs.hfield", "hfield", "mdii", runs="solve_sides"),
    Stage("sdf_distance", "gelenk.engine.collision.pairs.sdf", "sdf", "mdii", runs="sdf_pair"),
    Stage("mesh_distance", "gelenk.engine.collision.convex.mesh_distance", "mesh_distance", "iFFFFIIIF"),
    Stage("solve_portal", "gelenk.engine.collision.convex.mpr", "portal", "mdii"),
    # resting faces
    Stage("rest_on_faces", "gelenk.engine.collision.convex.resting", "faces", "mdii"),
    Stage("hfield_patch", "gelenk.engine.collision.convex.resting", "faces", "mdii"),
    Stage("collision_speculative", "gelenk.engine.collision.speculative", "speculative",
        runs="touch_pair solve_sides clipped_faces ray_shape ray_sdf flex_collision contact_surfaces"),
    # solve_sides without tangents; has an address only in the table of stages with tangents
    Stage("held_sides", "gelenk.gradients.pass_memory", HOOK, "mdii"),
)

CONSTRAINT_ROWS = (
    Stage("make_constraint", "gelenk.engine.constraint.rows.make_constraint", "constraint",
        documented="mj_makeConstraint", runs="flex_equality strain_rows flex_contact_rows exact_diagonal "
        "keep_diagonal",
        checks="contacts tendons", label="make constraint", timer="POS_MAKE"),
    Stage("flex_equality", "gelenk.engine.flex.equality", "flex_equality", "mdii"),
    Stage("strain_rows", "gelenk.engine.flex.cells", "cell_rows", "mdii"),
    Stage("flex_contact_rows", "gelenk.engine.flex.contacts", "flex_contact", "mdii", runs="rod_contact_rows"),
    Stage("project_constraint", "gelenk.engine.constraint.solver.dual", "pgs", documented="mj_projectConstraint",
        checks="rows", label="project constraint", timer="POS_PROJECT"),
    Stage("reference_constraint", "gelenk.engine.constraint.rows.make_constraint", "constraint",
        documented="mj_referenceConstraint", runs="velocity_terms move_surfaces keep_reference", checks="rows"),
    Stage("exact_diagonal", "gelenk.engine.constraint.rows.make_constraint", "exact_diagonal"),
    Stage("velocity_terms", "gelenk.engine.constraint.rows.equality", "velocity_terms"),
    Stage("contact_surfaces", "gelenk.engine.constraint.rows.surfaces", "surfaces"),
    Stage("move_surfaces", "gelenk.engine.constraint.rows.surfaces", "surfaces"),
    Stage("flex_contact_shares", "gelenk.engine.flex.contacts", "flex_contact", "mdii"),
    Stage("rod_contact_rows", "gelenk.engine.flex.rod_contacts", "rod_contact", "mdii"),
)

VELOCITIES = (
    Stage("fwd_velocity_smooth", "gelenk.engine.force.velocity", "velocity", runs="com_vel rne armature_bias"),
    Stage("com_vel", "gelenk.engine.force.velocity", "velocity", documented="mj_comVel"),
    Stage("rne", "gelenk.engine.force.velocity", "velocity", "mdiF", "mj_rne"),
    Stage("armature_bias", "gelenk.engine.position.tendon", "spatial_tendon", "mdii"),
    Stage("flex_velocity", "gelenk.engine.flex.kinematics", "flex"),
    Stage("passive", "gelenk.engine.force.passive", "forces", documented="mj_passive",
        runs="adhere flex_passive fluid run_plugins", checks="contacts tendons"),
    Stage("adhere", "gelenk.engine.constraint.rows.surfaces", "surfaces"),
    Stage("flex_passive", "gelenk.engine.flex.passive", "flex_passive",
        runs="cell_forces plastic_forces rod_forces passive_contact_forces"),
    Stage("cell_forces", "gelenk.engine.flex.cells", "cells", "mdii"),
    Stage("plastic_forces", "gelenk.engine.flex.plasticity", "flex_plastic", "mdii"),
    Stage("fluid", "gelenk.engine.force.fluid", "fluid"),
    Stage("subtree_vel", "gelenk.engine.force.velocity", "velocity", documented="mj_subtreeVel"),
    Stage("energy_vel", "gelenk.engine.force.passive", "energy", documented="mj_energyVel", runs="mul_m"),
    Stage("rod_forces", "gelenk.engine.flex.rods", "rods", "mdii"),
    Stage("passive_contact_forces", "gelenk.engine.flex.passive_contacts", "passive_contact"),
)

FORCES = (
    Stage("fwd_actuation", "gelenk.engine.force.actuation", "forces", documented="mj_fwdActuation",
        runs="delayed_controls drives run_plugins", checks="moments", label="actuation", timer="ACTUATION"),
    Stage("delayed_controls", "gelenk.engine.sensor.delay", "delay"),
    Stage("drives", "gelenk.engine.force.drives", "drives", "mdii"),
    Stage("fwd_acceleration", "gelenk.engine.force.velocity", "velocity", documented="mj_fwdAcceleration",
        label="acceleration", smooth=True, timer="ACTUATION"),
    Stage("rne_post_constraint", "gelenk.engine.force.post_constraint", "post_constraint",
        documented="mj_rnePostConstraint", runs="tendon_wrenches", checks="contacts rows"),
    Stage("tendon_wrenches", "gelenk.engine.force.post_constraint", "tendon_wrench"),
    Stage("contact_force", "gelenk.engine.force.post_constraint", "post_constraint", "mdiF", "mj_contactForce"),
)

SOLVER = (
    Stage("fwd_constraint", "gelenk.engine.constraint.solver.solve", "solver", documented="mj_fwdConstraint",
        runs="constraint_forces step_map", checks="contacts rows dual", label="solve constraint", timer="CONSTRAINT"),
    Stage("constraint_forces", "gelenk.engine.constraint.solver.solve", "solver",
        runs="solve_newton solve_cg solve_pgs solve_noslip", checks="contacts rows dual"),
    Stage("constraint_update", "gelenk.engine.constraint.solver.solve", "solver", "mdFFi", "mj_constraintUpdate",
        checks="contacts rows"),
    Stage("solve_newton", "gelenk.engine.constraint.solver.newton", "newton", runs="newton_islands share_islands"),
    Stage("newton_islands", "gelenk.engine.constraint.solver.newton", "newton", "mdii"),
    Stage("solve_cg", "gelenk.engine.constraint.solver.cg", "cg", runs="cg_islands share_islands"),
    Stage("cg_islands", "gelenk.engine.constraint.solver.cg", "cg", "mdii"),
    Stage("share_islands", "gelenk.runtime.thread_pool", HOOK, "mdii"),
    Stage("solve_pgs", "gelenk.engine.constraint.solver.pgs", "pgs"),
    Stage("solve_noslip", "gelenk.engine.constraint.solver.noslip", "pgs"),
    Stage("island", "gelenk.engine.constraint.solver.island_fields", "island"),
    Stage("islands_anew", "gelenk.engine.constraint.solver.island_fields", "island", documented="mj_island",
        runs="island", checks="rows"),
)

SENSORS = (
    Stage("sensor_pos", "gelenk.engine.sensor.position", "sensor", documented="mj_sensorPos",
        runs="sensor_rays sensor_site sensor_distance sensor_contact energy_pos energy_vel delayed_readings "
        "run_plugins",
        checks="contacts rows", label="position sensors"),
    Stage("sensor_vel", "gelenk.engine.sensor.velocity_acceleration", "sensor", documented="mj_sensorVel",
        runs="sensor_contact sensor_tactile subtree_vel delayed_readings run_plugins",
        checks="contacts rows", label="velocity sensors"),
    Stage("sensor_acc", "gelenk.engine.sensor.velocity_acceleration", "sensor", documented="mj_sensorAcc",
        runs="sensor_touch sensor_contact sensor_tactile rne_post_constraint delayed_readings run_plugins",
        checks="contacts rows", label="other sensors"),
    Stage("sensor_rays", "gelenk.engine.sensor.distance", "rangefinder", "mdii", runs="ray"),
    Stage("sensor_site", "gelenk.engine.sensor.position", "sensor_site", "mdii"),
    Stage("sensor_distance", "gelenk.engine.sensor.distance", "sensor_distance", "mdii", runs="distance_pair"),
    Stage("sensor_touch", "gelenk.engine.sensor.contacts", "touch", "mdii"),
    Stage("sensor_contact", "gelenk.engine.sensor.contacts", "sensor_contact", "mdii", runs="flex_contact_shares"),
    Stage("sensor_tactile", "gelenk.engine.sensor.contacts", "tactile", "mdii"),
    Stage("delayed_readings", "gelenk.engine.sensor.delay", "delay", "mdii"),
    Stage("keep_history", "gelenk.engine.sensor.delay", "delay", runs="sensor_pos sensor_vel sensor_acc"),
    Stage("begin_histories", "gelenk.engine.sensor.delay", "delay"),
    Stage("inside_site", "gelenk.engine.sensor.position", "sensor_site", "mdiFF", "mj_insideSite"),
)

INTEGRATION = (
    Stage("euler", "gelenk.engine.integrate.euler", "euler", documented="mj_Euler",
        runs="integrate_pos drives keep_history yield_springs yield_flexes keep_rods run_plugins",
        checks="moments tendons", label="integrate"),
    Stage("implicit", "gelenk.engine.integrate.implicit", "implicit", documented="mj_implicit",
        runs="fluid_vel flex_rate flex_implicit integrate_pos drives keep_history yield_springs yield_flexes keep_rods "
        "run_plugins",
        checks="moments tendons", label="integrate"),
    Stage("fluid_vel", "gelenk.engine.integrate.fluid_derivative", "fluid_derivative"),
    Stage("flex_rate", "gelenk.engine.flex.implicit", "flex_implicit"),
    Stage("flex_implicit", "gelenk.engine.flex.implicit", "flex_implicit"),
    Stage("runge_kutta", "gelenk.engine.integrate.runge_kutta", "runge_kutta", documented="mj_RungeKutta",
        runs="forward_part integrate_pos drives keep_history yield_springs yield_flexes keep_rods run_plugins",
        label="integrate"),
    Stage("yield_springs", "gelenk.engine.integrate.euler", "plastic"),
    Stage("yield_flexes", "gelenk.engine.flex.plasticity", "flex_plastic", runs="yield_cells"),
    Stage("yield_cells", "gelenk.engine.flex.plasticity", "cell_plastic", "mdii"),
    Stage("integrate_pos", "gelenk.engine.integrate.euler", "jacobian", "mFFf", "mj_integratePos"),
    Stage("step_map", "gelenk.engine.integrate.discrete", "metric",
        runs="fluid_vel flex_couplings cell_couplings rod_couplings passive_contact_couplings project_constraint "
        "constraint_forces solve_metric"),
    Stage("solve_metric", "gelenk.engine.constraint.solver.solve", "metric_solve"),
    Stage("keep_diagonal", "gelenk.engine.integrate.discrete", "metric"),
    Stage("keep_reference", "gelenk.engine.integrate.discrete", "metric"),
    Stage("metric_rows", "gelenk.engine.integrate.discrete", "metric",
        runs="fluid_vel flex_couplings cell_couplings rod_couplings passive_contact_couplings"),
    Stage("metric_force", "gelenk.engine.integrate.discrete", "metric",
        runs="flex_couplings cell_couplings rod_couplings passive_contact_couplings"),
    Stage("flex_couplings", "gelenk.engine.integrate.flex_metric", "flex_metric"),
    Stage("cell_couplings", "gelenk.engine.flex.cells", "cell_rows", "mdii"),
    Stage("keep_rods", "gelenk.engine.flex.rods", "rods"),
    Stage("rod_couplings", "gelenk.engine.flex.rod_metric", "rod_metric", "mdii"),
    Stage("passive_contact_couplings", "gelenk.engine.flex.passive_contacts", "passive_contact"),
)

INVERSE = (
    Stage("inverse", "gelenk.engine.inverse", "inverse", documented="mj_inverse", runs="inverse_part"),
    Stage("inverse_part", "gelenk.engine.inverse", "inverse", "mdii", "mj_inverseSkip",
        runs="position_part sensor_pos energy_pos velocity_part sensor_vel energy_vel continuous_acc metric_rows "
        "inv_constraint metric_force rne sensor_acc mul_m"),
    Stage("inv_constraint", "gelenk.engine.inverse", "inverse", documented="mj_invConstraint"),
    Stage("continuous_acc", "gelenk.engine.inverse", "discrete", runs="fluid_vel mul_m"),
    Stage("compare_fwd_inv", "gelenk.engine.inverse", "inverse", documented="mj_compareFwdInv",
        runs="continuous_acc metric_force inv_constraint rne mul_m", checks="contacts rows"),
)

PLUGIN_STAGES = (
    Stage("run_plugins", "gelenk.engine.plugins.run", "plugins", "mdii",
        runs=f"plugin_pid plugin_cable plugin_touch_grid {SDF_PLUGINS}"),
    Stage("plugin_pid", "gelenk.engine.plugins.run", "plugin_pid", "mdii"),
    Stage("plugin_cable", "gelenk.engine.plugins.run", "plugin_cable", "mdii"),
    Stage("plugin_touch_grid", "gelenk.engine.plugins.run", "plugin_touch_grid", "mdii"),
    Stage("plugin_bolt", "gelenk.engine.plugins.sdf", "plugin_bolt", "mdii"),
    Stage("plugin_bowl", "gelenk.engine.plugins.sdf", "plugin_bowl", "mdii"),
    Stage("plugin_gear", "gelenk.engine.plugins.sdf", "plugin_gear", "mdii"),
    Stage("plugin_nut", "gelenk.engine.plugins.sdf", "plugin_nut", "mdii"),
    Stage("plugin_torus", "gelenk.engine.plugins.sdf", "plugin_torus", "mdii"),
    # table positions of user plugins (runtime/plugin_registry.py), contiguous with those above
    *(Stage(name, "gelenk.runtime.plugin_registry", CALLBACK, "mdii") for name in USER_PLUGINS),
    # this entry is a bit mask instead of an address: bit i is set if plugin i is a Python function
    Stage("python_plugins", "gelenk.runtime.callbacks", HOOK),
)

# queries outside of the pipeline
QUERIES = (
    Stage("solve_m", "gelenk.engine.position.inertia", "inertia", "mdFFi", "mj_solveM"),
    Stage("solve_m2", "gelenk.engine.position.inertia", "inertia", "mdFFFi", "mj_solveM2"),
    Stage("mul_m", "gelenk.engine.position.inertia", "inertia", "mdFF", "mj_mulM"),
    Stage("mul_m2", "gelenk.engine.position.inertia", "inertia", "mdFF", "mj_mulM2"),
    Stage("full_m", "gelenk.engine.position.inertia", "inertia", "mFF", "mj_fullM"),
    Stage("add_m", "gelenk.engine.query.jacobian", "jacobian", "mdFIIIii", "mj_addM"),
    Stage("add_m_dense", "gelenk.engine.query.jacobian", "jacobian", "mdF", "mj_addM"),
    Stage("jac", "gelenk.engine.query.jacobian", "jacobian", "mdFFFi", "mj_jac"),
    Stage("jac_body", "gelenk.engine.query.jacobian", "jacobian", "mdFFi", "mj_jacBody"),
    Stage("jac_body_com", "gelenk.engine.query.jacobian", "jacobian", "mdFFi", "mj_jacBodyCom"),
    Stage("jac_subtree_com", "gelenk.engine.query.jacobian", "jacobian", "mdFi", "mj_jacSubtreeCom"),
    Stage("jac_geom", "gelenk.engine.query.jacobian", "jacobian", "mdFFi", "mj_jacGeom"),
    Stage("jac_site", "gelenk.engine.query.jacobian", "jacobian", "mdFFi", "mj_jacSite"),
    Stage("jac_point_axis", "gelenk.engine.query.jacobian", "jacobian", "mdFFFFi", "mj_jacPointAxis"),
    Stage("jac_dot", "gelenk.engine.query.jacobian", "jacobian", "mdFFFi", "mj_jacDot"),
    Stage("angmom_mat", "gelenk.engine.query.jacobian", "jacobian", "mdFi", "mj_angmomMat"),
    Stage("object_velocity", "gelenk.engine.query.jacobian", "jacobian", "mdiiFi", "mj_objectVelocity"),
    Stage("object_acceleration", "gelenk.engine.query.jacobian", "jacobian", "mdiiFi", "mj_objectAcceleration"),
    Stage("apply_ft", "gelenk.engine.query.jacobian", "jacobian", "mdFFFiF", "mj_applyFT"),
    Stage("differentiate_pos", "gelenk.engine.query.jacobian", "jacobian", "mFfFF", "mj_differentiatePos"),
    Stage("normalize_quat", "gelenk.engine.query.jacobian", "jacobian", "mF", "mj_normalizeQuat"),
    Stage("local_to_global", "gelenk.engine.query.jacobian", "jacobian", "dFFFFii", "mj_local2Global"),
    Stage("ray", "gelenk.engine.query.ray", "ray", "mdFFIiiiIF", "mj_ray", runs="ray_shape ray_sdf"),
    Stage("multi_ray", "gelenk.engine.query.ray", "ray", "mdFFIiiifIIFFi", "mj_multiRay", runs="ray_shape ray_sdf"),
    Stage("ray_one", "gelenk.engine.query.ray", "ray", "mdiFFF", "mj_rayMesh", runs="ray_shape ray_sdf"),
    Stage("ray_shape", "gelenk.engine.query.ray_shapes", "ray_shapes", "mdii"),
    Stage("ray_sdf", "gelenk.engine.collision.pairs.sdf", "sdf", "mdii", runs=SDF_PLUGINS),
    Stage("transition", "gelenk.engine.query.finite_differences", "differences", "mdFFFFFFfi", "mjd_transitionFD",
        runs="forward_part euler implicit"),
    Stage("inverse_slopes", "gelenk.engine.query.finite_differences", "differences", "mdFFFFFFFFFfi", "mjd_inverseFD",
        runs="inverse_part fwd_actuation"),
    Stage("mul_jac", "gelenk.engine.query.jacobian", "jacobian", "mdFF", "mj_mulJacVec", checks="rows"),
    Stage("mul_jac_t", "gelenk.engine.query.jacobian", "jacobian", "mdFF", "mj_mulJacTVec", checks="rows"),
    Stage("ray_flex", "gelenk.engine.query.ray_shapes", "ray_flex", "mdiiiFFIF", "mj_rayFlex"),
)

# constants of a model at qpos0, and index checks
CONSTANTS = (
    Stage("subtree_mass", "gelenk.engine.constants.set_const", "setconst"),
    Stage("dof_inertia", "gelenk.engine.constants.set_const", "setconst"),
    Stage("constants_at_rest", "gelenk.engine.constants.set_const", "setconst"),
    Stage("flex_lengths", "gelenk.engine.constants.flex", "setconst_flex"),
    Stage("flex_weights", "gelenk.engine.constants.flex", "setconst_flex"),
    Stage("box_trees", "gelenk.engine.constants.aabb_tree", "boxtrees", "iIFFFFIIi"),
    Stage("random_marks", "gelenk.algebra.random_numbers", "twister", "IIiii"),
    Stage("check_data", "gelenk.engine.validation.index_columns", "data_indices", "mdi"),
    Stage("set_constants", "gelenk.engine.constants.set_const", "setconst", runs=AT_REST),
    Stage("sparsity", "gelenk.engine.constants.sparsity", "setconst", "m"),
    Stage("sum_words", "gelenk.engine.functions.matrices", "sums", "iiiii"),
    Stage("length_steps", "gelenk.engine.constants.length_range", "length_range", "mdFFii", runs="step1 step2"),
)

# abstract visualizer, see gelenk/scene/update.py
SCENE = (
    Stage("scene_geoms", "gelenk.scene.geoms", "scene", "mds"),
    Stage("scene_flexes", "gelenk.scene.flexes_skins", "scene_flex", "mds"),
    Stage("scene_flex_shapes", "gelenk.scene.flexes_skins", "scene_flex", "mds"),
    Stage("scene_skins", "gelenk.scene.flexes_skins", "scene_skin", "mds"),
    Stage("scene_skin_shapes", "gelenk.scene.flexes_skins", "scene_skin", "mdsi"),
    Stage("scene_tendons", "gelenk.scene.tendons", "scene_tendons", "mds"),
    Stage("scene_cranks", "gelenk.scene.decor.forces", "scene_decor", "mds"),
    Stage("scene_decor", "gelenk.scene.decor.decorate", "scene_decor", "mds"),
    Stage("scene_camera", "gelenk.scene.kernels.cameras", "scene", "mdsiiFfff"),
    Stage("scene_lights", "gelenk.scene.kernels.cameras", "scene", "mds"),
    Stage("scene_picture", "gelenk.scene.kernels.cameras", "scene", "mdsiiFfff"),
    Stage("visit_volumes", "gelenk.engine.query.bvh_active", "visited", "mdIF"),
    Stage("trace_descents", "gelenk.scene.decor.sdf_iterations", "scene_sdf", "mdiFII", runs=SDF_PLUGINS),
    Stage("scene_descents", "gelenk.scene.decor.sdf_iterations", "scene_sdf", "mdsiFIi"),
    Stage("scene_update", "gelenk.scene.kernels.update", "scene", "mdsiiiiFfff", runs="scene_decor"),
    Stage("scene_add", "gelenk.scene.kernels.update", "scene", "mdsi", runs="scene_decor"),
    Stage("scene_perturb", "gelenk.scene.kernels.select", "scene_hands", "mdsiiFFFFFFF"),
    Stage("scene_select", "gelenk.scene.kernels.select", "scene_hands", "mdsIIfffiFIIIF", runs="ray_shape ray_sdf"),
    Stage("scene_labels", "gelenk.scene.kernels.labels", "scene", "mdsi"),
    Stage("cable_moments", "gelenk.engine.plugins.run", "scene_cable", "mdiFF"),
    Stage("touched_cells", "gelenk.scene.decor.sensors_cameras", "scene_touch", "mdiiIF"),
    Stage("scene_touch", "gelenk.scene.decor.sensors_cameras", "scene_touch", "mdsiiIFi"),
)
# sleeping and waking of trees
SLEEP = (
    Stage("all_awake", "gelenk.engine.sleep.awake_lists", "awake"),
    Stage("wake", "gelenk.engine.sleep.wake", "sleep"),
    Stage("wake_touched", "gelenk.engine.sleep.wake", "sleep"),
    Stage("wake_joined", "gelenk.engine.sleep.wake", "sleep"),
    Stage("collision_awake", "gelenk.engine.collision.collision_sleeping", "collision_awake",
        runs="box_box box_clip plane_mesh plane_hull convex_pair hfield_pair sdf_pair flex_collision"),
    Stage("fall_asleep", "gelenk.engine.sleep.fall_asleep", "sleep", runs="forward_part"),
    Stage("count_rest", "gelenk.engine.sleep.fall_asleep", "sleep"),
    Stage("start_asleep", "gelenk.engine.sleep.fall_asleep", "sleep"),
    Stage("begin_asleep", "gelenk.engine.sleep.fall_asleep", "sleep",
        runs="forward_part"),
    Stage("begin", "gelenk.engine.step", "awake", runs="all_awake"),
)

# rendering, see gelenk/render/draw_scene.py
RENDER = (Stage("render_run", "gelenk.render.pipeline", "render", "csiii"),)

# batches, see gelenk/batch
WORLDS = (
    Stage("batch", "gelenk.engine.batch.world_loop", "batch", "i"),
    Stage("forward_until", "gelenk.engine.batch.world_loop", "batch", "mdii", runs="forward"),
    Stage("world_stops", "gelenk.engine.batch.world_loop", "batch"),
    Stage("world_jac", "gelenk.engine.batch.queries", "batch_queries", "mdii", runs="kinematics com_pos"),
    Stage("world_rays", "gelenk.engine.batch.queries", "batch_queries", "mdii", runs="kinematics flex ray"),
    Stage("world_restart", "gelenk.engine.batch.reset", "batch_anew", runs="all_awake"),
    Stage("world_constants", "gelenk.engine.batch.reset", "batch_anew",
        runs=f"all_awake {AT_REST}"),
)

# checks and reconstruction of models loaded from bytes
RESTORED = (
    Stage("check_model", "gelenk.engine.validation.model_indices", "model_indices", "miIIIIIIF"),
    Stage("sum_elements", "gelenk.engine.validation.model_indices", "model_indices", "mIF"),
    Stage("hull_starts", "gelenk.engine.collision.convex.support", "boxtrees", "miFIFI"),
)
# fmt: on

SECTIONS = (
    *(STEP, CALLBACK_PLACES, POSITIONS, COLLISION, CONSTRAINT_ROWS, VELOCITIES, FORCES, SOLVER, SENSORS),
    *(INTEGRATION, INVERSE, PLUGIN_STAGES, QUERIES, CONSTANTS, SCENE, SLEEP, RENDER, WORLDS),
    RESTORED,
)
STAGES = tuple(itertools.chain.from_iterable(SECTIONS))


def _places() -> dict[str, int]:
    places: dict[str, int] = {}
    start = 0
    for section in SECTIONS:
        places |= {stage.name: start + i for i, stage in enumerate(section)}
        start += -(-(len(section) + 4) // 8) * 8
    return places


INDEX = _places()  # name -> position in the stage table
STAGE_AT = {INDEX[stage.name]: stage for stage in STAGES}
PLACES = max(STAGE_AT) + 1
NAMED = {stage.name: stage for stage in STAGES}
# the stages of each compiled library
LIBRARIES: dict[str, tuple[Stage, ...]] = {
    name: tuple(stage for stage in STAGES if stage.library == name)
    for name in dict.fromkeys(stage.library for stage in STAGES)
    if name not in (CALLBACK, HOOK)
}


def sequence(name: str, labeled: bool = False) -> Iterator[str]:
    """Yield the stages that a stage of engine/step.py calls, in order.

    Stages of that module are replaced by the stages that they call; if ``labeled``, those with a label are kept, and
    stages without a label are left out.
    """
    for part in NAMED[name].runs.split():
        stage = NAMED[part]
        if labeled and stage.label:
            yield part
        elif stage.module == SEQUENCES:
            yield from sequence(part, labeled)
        elif not labeled:
            yield part


PIPELINE = tuple(sequence("step"))  # all stages that a step may call; only one of the integrators
TIMED = tuple(
    NAMED[name] for name in sequence("step", labeled=True)
)  # parts of a step that are timed separately


def parts(name: str) -> set[str]:
    """Return all stages that a stage runs, directly or indirectly."""
    found: set[str] = set()
    todo = NAMED[name].runs.split()
    while todo:
        part = todo.pop()
        if part not in found:
            found.add(part)
            todo += NAMED[part].runs.split()
    return found
