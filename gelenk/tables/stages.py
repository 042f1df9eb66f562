"""The stages: compile units of the engine, each with the library it lives in.

Documents: design / Kernels

A stage is a function of ``gelenk.engine``; stages of one library are compiled together and share helpers. ``kinds`` has
one letter per argument: m model, d data, F float64 array, I int32 array, i integer, f float. The position of a row is
its index in the stage table that compiled code calls through.
"""

from typing import NamedTuple


class Stage(NamedTuple):
    """One compile unit: ``function`` of ``module``, kept in ``library``."""

    name: str
    module: str
    library: str
    kinds: str = "md"


CALLBACK = "callback"
HOOK = "hook"  # the library of what is Python and called from compiled code
CALLBACKS = ("control", "passive", "sensor", "act_dyn", "act_gain", "act_bias", "contactfilter")

FIRST_PARTY = (
    *("plugin_pid", "plugin_cable", "plugin_touch_grid"),
    *("plugin_bolt", "plugin_bowl", "plugin_gear", "plugin_nut", "plugin_torus"),
)
USER_PLUGINS = tuple(f"plugin_user{i}" for i in range(16))
PLUGINS = (*FIRST_PARTY, *USER_PLUGINS)  # in the order of their numbers (MjModel.plugin)

STAGES = (
    Stage("collision", "gelenk.engine.collision.dispatch", "collision"),
    Stage("box_box", "gelenk.engine.collision.pairs.boxes", "boxes", "mdii"),
    Stage("convex_pair", "gelenk.engine.collision.convex.convex", "convex", "mdii"),
    Stage("distance_pair", "gelenk.engine.collision.convex.convex", "convex", "mdii"),
    Stage("geom_distance", "gelenk.engine.collision.convex.convex", "convex", "mdiifF"),
    Stage("step", "gelenk.engine.step", "step", "mdi"),
    Stage("forward", "gelenk.engine.step", "step"),
    Stage("forward_part", "gelenk.engine.step", "step", "mdii"),
    Stage("position_part", "gelenk.engine.step", "step"),
    Stage("velocity_part", "gelenk.engine.step", "step"),
    Stage("step1", "gelenk.engine.step", "step"),
    Stage("step2", "gelenk.engine.step", "step"),
    Stage("make_constraint", "gelenk.engine.constraint.rows.rows", "constraint"),
    Stage("reference_constraint", "gelenk.engine.constraint.rows.rows", "constraint"),
    Stage("fwd_acceleration", "gelenk.engine.force.acceleration", "velocity"),
    # places for the addresses of user callbacks, see world/callbacks.py; no library has them
    *(Stage(f"mjcb_{name}", "gelenk.world.callbacks", CALLBACK) for name in CALLBACKS),
    Stage("kinematics", "gelenk.engine.position.kinematics", "position"),
    Stage("com_pos", "gelenk.engine.position.kinematics", "position"),
    Stage("camlight", "gelenk.engine.position.kinematics", "position"),
    Stage("tendon", "gelenk.engine.position.tendon", "position"),
    Stage("spatial_tendon", "gelenk.engine.position.tendon_path", "spatial_tendon", "mdii"),
    Stage("armature_bias", "gelenk.engine.position.tendon_path", "spatial_tendon", "mdii"),
    Stage("crb", "gelenk.engine.position.inertia", "position"),
    Stage("make_m", "gelenk.engine.position.inertia", "position"),
    Stage("factor_m", "gelenk.engine.position.inertia", "position"),
    Stage("transmission", "gelenk.engine.position.transmission", "position"),
    Stage("fwd_velocity_smooth", "gelenk.engine.force.velocity", "velocity"),
    Stage("com_vel", "gelenk.engine.force.velocity", "velocity"),
    Stage("rne", "gelenk.engine.force.velocity", "velocity", "mdiF"),
    Stage("subtree_vel", "gelenk.engine.force.velocity", "velocity"),
    Stage("rne_post_constraint", "gelenk.engine.force.post_constraint", "post_constraint"),
    Stage("contact_force", "gelenk.engine.force.post_constraint", "post_constraint", "mdiF"),
    Stage("solve_m", "gelenk.engine.position.inertia", "inertia", "mdFFi"),
    Stage("solve_m2", "gelenk.engine.position.inertia", "inertia", "mdFFFi"),
    Stage("mul_m", "gelenk.engine.position.inertia", "inertia", "mdFF"),
    Stage("mul_m2", "gelenk.engine.position.inertia", "inertia", "mdFF"),
    Stage("full_m", "gelenk.engine.position.inertia", "inertia", "mFF"),
    Stage("subtree_mass", "gelenk.engine.constants.setconst", "setconst"),
    Stage("dof_inertia", "gelenk.engine.constants.setconst", "setconst"),
    Stage("constants_at_rest", "gelenk.engine.constants.setconst", "setconst"),
    Stage("jac", "gelenk.engine.query.jacobian", "jacobian", "mdFFFi"),
    Stage("jac_body", "gelenk.engine.query.jacobian", "jacobian", "mdFFi"),
    Stage("jac_body_com", "gelenk.engine.query.jacobian", "jacobian", "mdFFi"),
    Stage("jac_geom", "gelenk.engine.query.jacobian", "jacobian", "mdFFi"),
    Stage("jac_site", "gelenk.engine.query.jacobian", "jacobian", "mdFFi"),
    Stage("jac_subtree_com", "gelenk.engine.query.jacobian", "jacobian", "mdFi"),
    Stage("jac_point_axis", "gelenk.engine.query.jacobian", "jacobian", "mdFFFFi"),
    Stage("jac_dot", "gelenk.engine.query.jacobian", "jacobian", "mdFFFi"),
    Stage("angmom_mat", "gelenk.engine.query.jacobian", "jacobian", "mdFi"),
    Stage("object_velocity", "gelenk.engine.query.jacobian", "jacobian", "mdiiFi"),
    Stage("object_acceleration", "gelenk.engine.query.jacobian", "jacobian", "mdiiFi"),
    Stage("apply_ft", "gelenk.engine.query.jacobian", "jacobian", "mdFFFiF"),
    Stage("differentiate_pos", "gelenk.engine.query.jacobian", "jacobian", "mFfFF"),
    Stage("normalize_quat", "gelenk.engine.query.jacobian", "jacobian", "mF"),
    Stage("local_to_global", "gelenk.engine.query.jacobian", "jacobian", "dFFFFii"),
    Stage("add_m", "gelenk.engine.query.jacobian", "jacobian", "mdFIII"),
    Stage("add_m_dense", "gelenk.engine.query.jacobian", "jacobian", "mdF"),
    Stage("integrate_pos", "gelenk.engine.integrate.euler", "jacobian", "mFFf"),
    Stage("passive", "gelenk.engine.force.passive", "forces"),
    Stage("fluid", "gelenk.engine.force.fluid", "fluid"),
    Stage("fluid_vel", "gelenk.engine.integrate.fluid_derivative", "fluid_derivative"),
    Stage("fwd_actuation", "gelenk.engine.force.actuation", "forces"),
    Stage("check_pos", "gelenk.engine.integrate.divergence", "forces"),
    Stage("check_vel", "gelenk.engine.integrate.divergence", "forces"),
    Stage("check_acc", "gelenk.engine.integrate.divergence", "forces"),
    Stage("energy_pos", "gelenk.engine.force.energy", "energy"),
    Stage("energy_vel", "gelenk.engine.force.energy", "energy"),
    Stage("euler", "gelenk.engine.integrate.euler", "euler"),
    Stage("implicit", "gelenk.engine.integrate.implicit", "implicit"),
    Stage("runge_kutta", "gelenk.engine.integrate.runge_kutta", "runge_kutta"),
    Stage("sensor_pos", "gelenk.engine.sensor.position", "sensor"),
    Stage("sensor_vel", "gelenk.engine.sensor.velocity", "sensor"),
    Stage("sensor_acc", "gelenk.engine.sensor.acceleration", "sensor"),
    Stage("sensor_touch", "gelenk.engine.sensor.touch", "touch", "mdii"),
    Stage("project_constraint", "gelenk.engine.constraint.solver.dual", "pgs"),
    Stage("solve_newton", "gelenk.engine.constraint.solver.newton", "newton"),
    Stage("solve_cg", "gelenk.engine.constraint.solver.cg", "cg"),
    Stage("solve_pgs", "gelenk.engine.constraint.solver.pgs", "pgs"),
    Stage("solve_noslip", "gelenk.engine.constraint.solver.noslip", "pgs"),
    Stage("constraint_update", "gelenk.engine.constraint.solver.solve", "solver", "mdFFi"),
    Stage("fwd_constraint", "gelenk.engine.constraint.solver.solve", "solver"),
    Stage("ray", "gelenk.engine.query.ray", "ray", "mdFFIiiiIF"),
    Stage("inverse", "gelenk.engine.inverse", "inverse"),
    Stage("inverse_part", "gelenk.engine.inverse", "inverse", "mdii"),
    Stage("inv_constraint", "gelenk.engine.inverse", "inverse"),
    Stage("continuous_acc", "gelenk.engine.integrate.discrete", "discrete"),
    Stage("compare_fwd_inv", "gelenk.engine.inverse", "inverse"),
    Stage("rollout", "gelenk.engine.trajectory", "rollout", "mdFFFiiii"),
    Stage("sensor_rays", "gelenk.engine.sensor.rays", "rangefinder", "mdii"),
    Stage("sensor_site", "gelenk.engine.sensor.sites", "sensor_site", "mdii"),
    Stage("sensor_distance", "gelenk.engine.sensor.distance", "sensor_distance", "mdii"),
    Stage("sensor_contact", "gelenk.engine.sensor.contacts", "sensor_contact", "mdii"),
    Stage("plane_mesh", "gelenk.engine.collision.pairs.plane_mesh", "plane_mesh", "mdii"),
    Stage("solve_sides", "gelenk.engine.collision.convex.convex", "convex", "mdii"),
    Stage("hfield_pair", "gelenk.engine.collision.pairs.hfield", "hfield", "mdii"),
    Stage("delayed_controls", "gelenk.engine.sensor.delay", "delay"),
    Stage("delayed_readings", "gelenk.engine.sensor.delay", "delay", "mdii"),
    Stage("keep_history", "gelenk.engine.sensor.delay", "delay"),
    Stage("read_sample", "gelenk.engine.sensor.delay", "delay", "mdiiifF"),
    Stage("flex_lengths", "gelenk.engine.constants.flex", "setconst_flex"),
    Stage("face_contacts", "gelenk.engine.collision.convex.faces", "faces", "mdii"),
    Stage("ray_shape", "gelenk.engine.query.ray_shapes", "ray_shapes", "mdii"),
    Stage("ray_one", "gelenk.engine.query.ray", "ray", "mdiFFF"),
    Stage("sensor_tactile", "gelenk.engine.sensor.tactile", "tactile", "mdii"),
    Stage("flex", "gelenk.engine.flex.kinematics", "flex"),
    Stage("flex_velocity", "gelenk.engine.flex.kinematics", "flex"),
    Stage("flex_passive", "gelenk.engine.flex.passive", "flex_passive"),
    Stage("flex_equality", "gelenk.engine.flex.equality", "flex_equality", "mdii"),
    Stage("run_plugins", "gelenk.engine.plugins.run", "plugins", "mdii"),
    Stage("plugin_pid", "gelenk.engine.plugins.pid", "plugin_pid", "mdii"),
    Stage("plugin_cable", "gelenk.engine.plugins.cable", "plugin_cable", "mdii"),
    Stage("plugin_touch_grid", "gelenk.engine.plugins.touch_grid", "plugin_touch_grid", "mdii"),
    Stage("plugin_bolt", "gelenk.engine.plugins.sdf.bolt", "plugin_bolt", "mdii"),
    Stage("plugin_bowl", "gelenk.engine.plugins.sdf.bowl", "plugin_bowl", "mdii"),
    Stage("plugin_gear", "gelenk.engine.plugins.sdf.gear", "plugin_gear", "mdii"),
    Stage("plugin_nut", "gelenk.engine.plugins.sdf.bolt", "plugin_nut", "mdii"),
    Stage("plugin_torus", "gelenk.engine.plugins.sdf.torus", "plugin_torus", "mdii"),
    # places for the plugins of users, see world/registry.py; they follow those above without a gap
    *(Stage(name, "gelenk.world.registry", CALLBACK, "mdii") for name in USER_PLUGINS),
    Stage("hfield_distance", "gelenk.engine.collision.pairs.hfield", "hfield", "mdii"),
    Stage("flex_weights", "gelenk.engine.constants.flex", "setconst_flex"),
    Stage("touch_sides", "gelenk.engine.collision.convex.convex", "convex", "mdii"),
    Stage("flex_collision", "gelenk.engine.flex.collision", "flex_collision", "mdii"),
    Stage("flex_contact_rows", "gelenk.engine.flex.contact_rows", "flex_contact", "mdii"),
    Stage("hfield_side", "gelenk.engine.collision.pairs.hfield", "hfield", "mdii"),
    Stage("flex_rate", "gelenk.engine.flex.implicit", "flex_implicit"),
    Stage("flex_implicit", "gelenk.engine.flex.implicit", "flex_implicit"),
    Stage("island", "gelenk.engine.constraint.solver.fields", "island"),
    Stage("check_data", "gelenk.engine.ranges", "data_indices", "mdi"),
    Stage("mesh_distance", "gelenk.engine.collision.convex.mesh_distance", "mesh_distance", "iFFFFIIIF"),
    Stage("multi_ray", "gelenk.engine.query.ray", "ray", "mdFFIiiifIIFi"),
    Stage("newton_islands", "gelenk.engine.constraint.solver.newton", "newton", "mdii"),
    Stage("cg_islands", "gelenk.engine.constraint.solver.cg", "cg", "mdii"),
    Stage("share_islands", "gelenk.world.threads", HOOK, "mdii"),
    Stage("sdf_pair", "gelenk.engine.collision.pairs.sdf", "sdf", "mdii"),
    Stage("sdf_distance", "gelenk.engine.collision.pairs.sdf", "sdf", "mdii"),
    Stage("ray_sdf", "gelenk.engine.collision.pairs.sdf", "sdf", "mdii"),
    Stage("sdf_sample", "gelenk.engine.collision.pairs.sdf_field", "sdf", "mdiiFF"),
)

INDEX = {stage.name: i for i, stage in enumerate(STAGES)}

# the stages of each library that is compiled
LIBRARIES: dict[str, tuple[Stage, ...]] = {
    name: tuple(stage for stage in STAGES if stage.library == name)
    for name in dict.fromkeys(stage.library for stage in STAGES)
    if name not in (CALLBACK, HOOK)
}
