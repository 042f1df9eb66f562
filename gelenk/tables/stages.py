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
    Stage("box_box", "gelenk.engine.collision.boxes", "boxes", "mdii"),
    Stage("convex_pair", "gelenk.engine.collision.convex", "convex", "mdii"),
    Stage("distance_pair", "gelenk.engine.collision.convex", "convex", "mdii"),
    Stage("geom_distance", "gelenk.engine.collision.convex", "convex", "mdiifF"),
    Stage("step", "gelenk.engine.step", "step", "mdi"),
    Stage("forward", "gelenk.engine.step", "step"),
    Stage("forward_part", "gelenk.engine.step", "step", "mdii"),
    Stage("position_part", "gelenk.engine.step", "step"),
    Stage("velocity_part", "gelenk.engine.step", "step"),
    Stage("step1", "gelenk.engine.step", "step"),
    Stage("step2", "gelenk.engine.step", "step"),
    Stage("make_constraint", "gelenk.engine.constraint.rows", "constraint"),
    Stage("reference_constraint", "gelenk.engine.constraint.rows", "constraint"),
    Stage("fwd_acceleration", "gelenk.engine.acceleration", "velocity"),
    # places for the addresses of user callbacks, see world/callbacks.py; no library has them
    *(Stage(f"mjcb_{name}", "gelenk.world.callbacks", CALLBACK) for name in CALLBACKS),
    Stage("kinematics", "gelenk.engine.kinematics", "position"),
    Stage("com_pos", "gelenk.engine.kinematics", "position"),
    Stage("camlight", "gelenk.engine.kinematics", "position"),
    Stage("tendon", "gelenk.engine.tendon", "position"),
    Stage("spatial_tendon", "gelenk.engine.tendon_path", "spatial_tendon", "mdii"),
    Stage("armature_bias", "gelenk.engine.tendon_path", "spatial_tendon", "mdii"),
    Stage("crb", "gelenk.engine.inertia", "position"),
    Stage("make_m", "gelenk.engine.inertia", "position"),
    Stage("factor_m", "gelenk.engine.inertia", "position"),
    Stage("transmission", "gelenk.engine.transmission", "position"),
    Stage("fwd_velocity_smooth", "gelenk.engine.velocity", "velocity"),
    Stage("com_vel", "gelenk.engine.velocity", "velocity"),
    Stage("rne", "gelenk.engine.velocity", "velocity", "mdiF"),
    Stage("subtree_vel", "gelenk.engine.velocity", "velocity"),
    Stage("rne_post_constraint", "gelenk.engine.post_constraint", "post_constraint"),
    Stage("contact_force", "gelenk.engine.post_constraint", "post_constraint", "mdiF"),
    Stage("solve_m", "gelenk.engine.inertia", "inertia", "mdFFi"),
    Stage("solve_m2", "gelenk.engine.inertia", "inertia", "mdFFFi"),
    Stage("mul_m", "gelenk.engine.inertia", "inertia", "mdFF"),
    Stage("mul_m2", "gelenk.engine.inertia", "inertia", "mdFF"),
    Stage("full_m", "gelenk.engine.inertia", "inertia", "mFF"),
    Stage("subtree_mass", "gelenk.engine.setconst", "setconst"),
    Stage("dof_inertia", "gelenk.engine.setconst", "setconst"),
    Stage("constants_at_rest", "gelenk.engine.setconst", "setconst"),
    Stage("jac", "gelenk.engine.jacobian", "jacobian", "mdFFFi"),
    Stage("jac_body", "gelenk.engine.jacobian", "jacobian", "mdFFi"),
    Stage("jac_body_com", "gelenk.engine.jacobian", "jacobian", "mdFFi"),
    Stage("jac_geom", "gelenk.engine.jacobian", "jacobian", "mdFFi"),
    Stage("jac_site", "gelenk.engine.jacobian", "jacobian", "mdFFi"),
    Stage("jac_subtree_com", "gelenk.engine.jacobian", "jacobian", "mdFi"),
    Stage("jac_point_axis", "gelenk.engine.jacobian", "jacobian", "mdFFFFi"),
    Stage("jac_dot", "gelenk.engine.jacobian", "jacobian", "mdFFFi"),
    Stage("angmom_mat", "gelenk.engine.jacobian", "jacobian", "mdFi"),
    Stage("object_velocity", "gelenk.engine.jacobian", "jacobian", "mdiiFi"),
    Stage("object_acceleration", "gelenk.engine.jacobian", "jacobian", "mdiiFi"),
    Stage("apply_ft", "gelenk.engine.jacobian", "jacobian", "mdFFFiF"),
    Stage("differentiate_pos", "gelenk.engine.jacobian", "jacobian", "mFfFF"),
    Stage("normalize_quat", "gelenk.engine.jacobian", "jacobian", "mF"),
    Stage("local_to_global", "gelenk.engine.jacobian", "jacobian", "dFFFFii"),
    Stage("add_m", "gelenk.engine.jacobian", "jacobian", "mdFIII"),
    Stage("add_m_dense", "gelenk.engine.jacobian", "jacobian", "mdF"),
    Stage("integrate_pos", "gelenk.engine.integrate", "jacobian", "mFFf"),
    Stage("passive", "gelenk.engine.passive", "forces"),
    Stage("fluid", "gelenk.engine.fluid", "fluid"),
    Stage("fluid_vel", "gelenk.engine.fluid_derivative", "fluid_derivative"),
    Stage("fwd_actuation", "gelenk.engine.actuation", "forces"),
    Stage("check_pos", "gelenk.engine.check", "forces"),
    Stage("check_vel", "gelenk.engine.check", "forces"),
    Stage("check_acc", "gelenk.engine.check", "forces"),
    Stage("energy_pos", "gelenk.engine.energy", "energy"),
    Stage("energy_vel", "gelenk.engine.energy", "energy"),
    Stage("euler", "gelenk.engine.integrate", "euler"),
    Stage("implicit", "gelenk.engine.implicit", "implicit"),
    Stage("runge_kutta", "gelenk.engine.runge_kutta", "runge_kutta"),
    Stage("sensor_pos", "gelenk.engine.sensor.position", "sensor"),
    Stage("sensor_vel", "gelenk.engine.sensor.velocity", "sensor"),
    Stage("sensor_acc", "gelenk.engine.sensor.acceleration", "sensor"),
    Stage("sensor_touch", "gelenk.engine.sensor.touch", "touch", "mdii"),
    Stage("project_constraint", "gelenk.engine.constraint.dual", "pgs"),
    Stage("solve_newton", "gelenk.engine.constraint.newton", "newton"),
    Stage("solve_cg", "gelenk.engine.constraint.cg", "cg"),
    Stage("solve_pgs", "gelenk.engine.constraint.pgs", "pgs"),
    Stage("solve_noslip", "gelenk.engine.constraint.noslip", "pgs"),
    Stage("constraint_update", "gelenk.engine.constraint.solve", "solver", "mdFFi"),
    Stage("fwd_constraint", "gelenk.engine.constraint.solve", "solver"),
    Stage("ray", "gelenk.engine.ray", "ray", "mdFFIiiiIF"),
    Stage("inverse", "gelenk.engine.inverse", "inverse"),
    Stage("inverse_part", "gelenk.engine.inverse", "inverse", "mdii"),
    Stage("inv_constraint", "gelenk.engine.inverse", "inverse"),
    Stage("continuous_acc", "gelenk.engine.discrete", "discrete"),
    Stage("compare_fwd_inv", "gelenk.engine.inverse", "inverse"),
    Stage("rollout", "gelenk.engine.rollout", "rollout", "mdFFFiiii"),
    Stage("sensor_rays", "gelenk.engine.sensor.rays", "rangefinder", "mdii"),
    Stage("sensor_site", "gelenk.engine.sensor.sites", "sensor_site", "mdii"),
    Stage("sensor_distance", "gelenk.engine.sensor.distance", "sensor_distance", "mdii"),
    Stage("sensor_contact", "gelenk.engine.sensor.contacts", "sensor_contact", "mdii"),
    Stage("plane_mesh", "gelenk.engine.collision.plane_mesh", "plane_mesh", "mdii"),
    Stage("solve_sides", "gelenk.engine.collision.convex", "convex", "mdii"),
    Stage("hfield_pair", "gelenk.engine.collision.hfield", "hfield", "mdii"),
    Stage("delayed_controls", "gelenk.engine.delay", "delay"),
    Stage("delayed_readings", "gelenk.engine.delay", "delay", "mdii"),
    Stage("keep_history", "gelenk.engine.delay", "delay"),
    Stage("read_sample", "gelenk.engine.delay", "delay", "mdiiifF"),
    Stage("flex_lengths", "gelenk.engine.setconst_flex", "setconst_flex"),
    Stage("face_contacts", "gelenk.engine.collision.faces", "faces", "mdii"),
    Stage("ray_shape", "gelenk.engine.ray_shapes", "ray_shapes", "mdii"),
    Stage("ray_one", "gelenk.engine.ray", "ray", "mdiFFF"),
    Stage("sensor_tactile", "gelenk.engine.sensor.tactile", "tactile", "mdii"),
    Stage("flex", "gelenk.engine.flex.kinematics", "flex"),
    Stage("flex_velocity", "gelenk.engine.flex.kinematics", "flex"),
    Stage("flex_passive", "gelenk.engine.flex.passive", "flex_passive"),
    Stage("flex_equality", "gelenk.engine.flex.equality", "flex_equality", "mdii"),
    Stage("run_plugins", "gelenk.engine.plugins.run", "plugins", "mdii"),
    Stage("plugin_pid", "gelenk.engine.plugins.pid", "plugin_pid", "mdii"),
    Stage("plugin_cable", "gelenk.engine.plugins.cable", "plugin_cable", "mdii"),
    Stage("plugin_touch_grid", "gelenk.engine.plugins.touch_grid", "plugin_touch_grid", "mdii"),
    Stage("plugin_bolt", "gelenk.engine.plugins.bolt", "plugin_bolt", "mdii"),
    Stage("plugin_bowl", "gelenk.engine.plugins.bowl", "plugin_bowl", "mdii"),
    Stage("plugin_gear", "gelenk.engine.plugins.gear", "plugin_gear", "mdii"),
    Stage("plugin_nut", "gelenk.engine.plugins.bolt", "plugin_nut", "mdii"),
    Stage("plugin_torus", "gelenk.engine.plugins.torus", "plugin_torus", "mdii"),
    # places for the plugins of users, see world/registry.py; they follow those above without a gap
    *(Stage(name, "gelenk.world.registry", CALLBACK, "mdii") for name in USER_PLUGINS),
    Stage("hfield_distance", "gelenk.engine.collision.hfield", "hfield", "mdii"),
    Stage("flex_weights", "gelenk.engine.setconst_flex", "setconst_flex"),
    Stage("touch_sides", "gelenk.engine.collision.convex", "convex", "mdii"),
    Stage("flex_collision", "gelenk.engine.flex.collision", "flex_collision", "mdii"),
    Stage("flex_contact_rows", "gelenk.engine.flex.contact_rows", "flex_contact", "mdii"),
    Stage("hfield_side", "gelenk.engine.collision.hfield", "hfield", "mdii"),
    Stage("flex_rate", "gelenk.engine.flex.implicit", "flex_implicit"),
    Stage("flex_implicit", "gelenk.engine.flex.implicit", "flex_implicit"),
    Stage("island", "gelenk.engine.constraint.island_fields", "island"),
    Stage("check_data", "gelenk.world.data_indices", "data_indices", "mdi"),
    Stage("mesh_distance", "gelenk.engine.mesh_distance", "mesh_distance", "iFFFFIIIF"),
    Stage("multi_ray", "gelenk.engine.ray", "ray", "mdFFIiiifIIFi"),
    Stage("newton_islands", "gelenk.engine.constraint.newton", "newton", "mdii"),
    Stage("cg_islands", "gelenk.engine.constraint.cg", "cg", "mdii"),
    Stage("share_islands", "gelenk.world.threads", HOOK, "mdii"),
    Stage("sdf_pair", "gelenk.engine.collision.sdf", "sdf", "mdii"),
    Stage("sdf_distance", "gelenk.engine.collision.sdf", "sdf", "mdii"),
    Stage("ray_sdf", "gelenk.engine.collision.sdf", "sdf", "mdii"),
    Stage("sdf_sample", "gelenk.engine.collision.sdf_field", "sdf", "mdiiFF"),
)

INDEX = {stage.name: i for i, stage in enumerate(STAGES)}
