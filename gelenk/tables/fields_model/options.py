"""Options of the simulation, and scales of a model.

Documents: XML reference / option, statistic
"""

from gelenk.tables.field_rows import Field

OPTION = (
    Field("ccd_iterations", "int64", (), "most iterations of the convex collider"),
    Field("ccd_tolerance", "float64", (), "tolerance of the convex collider", "m"),
    Field("cone", "int64", (), "friction cone (mjtCone)"),
    Field("density", "float64", (), "density of the medium", "kg/m^3"),
    Field("disableactuator", "int64", (), "groups of actuators that are off, as bits"),
    Field("disableflags", "int64", (), "parts that are off (mjtDisableBit)"),
    Field("enableflags", "int64", (), "parts that are on (mjtEnableBit)"),
    Field("gravity", "float64", (3,), "gravitational acceleration", "m/s^2"),
    Field("impratio", "float64", (), "ratio of friction to normal impedance of elliptic cones"),
    Field("integrator", "int64", (), "integrator (mjtIntegrator)"),
    Field("iterations", "int64", (), "most iterations of the constraint solver"),
    Field("jacobian", "int64", (), "dense or sparse constraint Jacobian (mjtJacobian)"),
    Field("ls_iterations", "int64", (), "most iterations of the line search"),
    Field("ls_tolerance", "float64", (), "tolerance of the line search, relative to tolerance"),
    Field("magnetic", "float64", (3,), "magnetic flux, world frame"),
    Field("noslip_iterations", "int64", (), "most iterations of the noslip solver"),
    Field("noslip_tolerance", "float64", (), "tolerance of the noslip solver"),
    Field("o_friction", "float64", (5,), "friction of all contacts, when overridden"),
    Field("o_margin", "float64", (), "margin of all contacts, when overridden", "m"),
    Field("o_solimp", "float64", (5,), "solver impedance of all contacts, when overridden"),
    Field("o_solref", "float64", (2,), "solver reference of all contacts, when overridden"),
    Field("sdf_initpoints", "int64", (), "starting points of collision with signed distance fields"),
    Field("sdf_iterations", "int64", (), "most iterations of collision with signed distance fields"),
    Field("sleep_tolerance", "float64", (), "velocity below which trees may sleep", "m/s"),
    Field("solver", "int64", (), "constraint solver (mjtSolver)"),
    Field("timestep", "float64", (), "timestep", "s"),
    Field("tolerance", "float64", (), "improvement below which the solver stops"),
    Field("viscosity", "float64", (), "viscosity of the medium", "kg/(m s)"),
    Field("wind", "float64", (3,), "velocity of the medium", "m/s"),
)

STATISTIC = (
    Field("center", "float64", (3,), "center of the model", "m"),
    Field("extent", "float64", (), "size of the model", "m"),
    Field("meaninertia", "float64", (), "mean diagonal of the inertia matrix at qpos0"),
    Field("meanmass", "float64", (), "mean mass of bodies", "kg"),
    Field("meansize", "float64", (), "mean size of bodies", "m"),
)
