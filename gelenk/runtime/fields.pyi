"""Attributes of MjModel, MjData and nested structs: rendered by `python tools/render.py`.

There is no module of this name: checkers and editors see its classes as bases of those of gelenk.runtime.
"""

import builtins
import os
from collections.abc import Iterable, Mapping
from typing import Any, overload

import numpy as np
import numpy.typing as npt

import gelenk
from gelenk.api.model_methods import Bound
from gelenk.runtime.named_access import Accessor
from gelenk.runtime.contact_list import ContactList
from gelenk.runtime.model import MjModel, MjOption, MjStatistic, MjVisual
from gelenk.runtime.vfs import MjVfs
from gelenk.runtime.counters import MjSolverStat, MjTimerStat, MjWarningStat, StatList

class OptionFields:
    """Options of the simulation."""
    @property
    def ccd_iterations(self) -> int:
        """maximum number of iterations of the convex collision algorithm: int64"""
    @ccd_iterations.setter
    def ccd_iterations(self, value: int) -> None: ...
    @property
    def ccd_tolerance(self) -> float:
        """tolerance of the convex collision algorithm: float64 [m]"""
    @ccd_tolerance.setter
    def ccd_tolerance(self, value: float) -> None: ...
    @property
    def cone(self) -> int:
        """friction cone type (mjtCone): int64"""
    @cone.setter
    def cone(self, value: int) -> None: ...
    @property
    def density(self) -> float:
        """density of the medium: float64 [kg/m^3]"""
    @density.setter
    def density(self, value: float) -> None: ...
    @property
    def disableactuator(self) -> int:
        """disabled actuator groups, one bit per group: int64"""
    @disableactuator.setter
    def disableactuator(self, value: int) -> None: ...
    @property
    def disableflags(self) -> int:
        """disabled features, bits of mjtDisableBit: int64"""
    @disableflags.setter
    def disableflags(self, value: int) -> None: ...
    @property
    def enableflags(self) -> int:
        """enabled features, bits of mjtEnableBit: int64"""
    @enableflags.setter
    def enableflags(self, value: int) -> None: ...
    @property
    def gravity(self) -> npt.NDArray[np.float64]:
        """gravitational acceleration: float64 (3) [m/s^2]"""
    @gravity.setter
    def gravity(self, value: npt.ArrayLike) -> None: ...
    @property
    def impratio(self) -> float:
        """ratio of the friction impedance to the normal impedance of contacts: float64"""
    @impratio.setter
    def impratio(self, value: float) -> None: ...
    @property
    def integrator(self) -> int:
        """integration method (mjtIntegrator): int64"""
    @integrator.setter
    def integrator(self, value: int) -> None: ...
    @property
    def iterations(self) -> int:
        """maximum number of iterations of the constraint solver: int64"""
    @iterations.setter
    def iterations(self, value: int) -> None: ...
    @property
    def jacobian(self) -> int:
        """type of the constraint Jacobian (mjtJacobian): int64"""
    @jacobian.setter
    def jacobian(self, value: int) -> None: ...
    @property
    def ls_iterations(self) -> int:
        """maximum number of iterations of the line search: int64"""
    @ls_iterations.setter
    def ls_iterations(self, value: int) -> None: ...
    @property
    def ls_tolerance(self) -> float:
        """tolerance of the line search, relative to the solver tolerance: float64"""
    @ls_tolerance.setter
    def ls_tolerance(self, value: float) -> None: ...
    @property
    def magnetic(self) -> npt.NDArray[np.float64]:
        """global magnetic flux, world frame: float64 (3)"""
    @magnetic.setter
    def magnetic(self, value: npt.ArrayLike) -> None: ...
    @property
    def noslip_iterations(self) -> int:
        """maximum number of iterations of the noslip solver: int64"""
    @noslip_iterations.setter
    def noslip_iterations(self, value: int) -> None: ...
    @property
    def noslip_tolerance(self) -> float:
        """termination tolerance of the noslip solver: float64"""
    @noslip_tolerance.setter
    def noslip_tolerance(self, value: float) -> None: ...
    @property
    def o_friction(self) -> npt.NDArray[np.float64]:
        """friction of all contacts, if override is enabled: float64 (5)"""
    @o_friction.setter
    def o_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def o_margin(self) -> float:
        """margin of all contacts, if override is enabled: float64 [m]"""
    @o_margin.setter
    def o_margin(self, value: float) -> None: ...
    @property
    def o_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of all contacts, if override is enabled: float64 (5)"""
    @o_solimp.setter
    def o_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def o_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of all contacts, if override is enabled: float64 (2)"""
    @o_solref.setter
    def o_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def sdf_initpoints(self) -> int:
        """number of starting points of signed distance field collision: int64"""
    @sdf_initpoints.setter
    def sdf_initpoints(self, value: int) -> None: ...
    @property
    def sdf_iterations(self) -> int:
        """maximum number of iterations of signed distance field collision: int64"""
    @sdf_iterations.setter
    def sdf_iterations(self, value: int) -> None: ...
    @property
    def sleep_tolerance(self) -> float:
        """sleep tolerance: velocity below which trees may sleep: float64 [m/s]"""
    @sleep_tolerance.setter
    def sleep_tolerance(self, value: float) -> None: ...
    @property
    def solver(self) -> int:
        """constraint solver (mjtSolver): int64"""
    @solver.setter
    def solver(self, value: int) -> None: ...
    @property
    def timestep(self) -> float:
        """simulation timestep: float64 [s]"""
    @timestep.setter
    def timestep(self, value: float) -> None: ...
    @property
    def tolerance(self) -> float:
        """termination tolerance of the constraint solver: scaled cost reduction or gradient norm: float64"""
    @tolerance.setter
    def tolerance(self, value: float) -> None: ...
    @property
    def viscosity(self) -> float:
        """viscosity of the medium: float64 [kg/(m s)]"""
    @viscosity.setter
    def viscosity(self, value: float) -> None: ...
    @property
    def wind(self) -> npt.NDArray[np.float64]:
        """velocity of the medium (wind): float64 (3) [m/s]"""
    @wind.setter
    def wind(self, value: npt.ArrayLike) -> None: ...

class StatisticFields:
    """Scales of a model."""
    @property
    def center(self) -> npt.NDArray[np.float64]:
        """center of the model bounding box: float64 (3) [m]"""
    @center.setter
    def center(self, value: npt.ArrayLike) -> None: ...
    @property
    def extent(self) -> float:
        """spatial extent of the model: float64 [m]"""
    @extent.setter
    def extent(self, value: float) -> None: ...
    @property
    def meaninertia(self) -> float:
        """mean diagonal of the inertia matrix at qpos0: float64"""
    @meaninertia.setter
    def meaninertia(self, value: float) -> None: ...
    @property
    def meanmass(self) -> float:
        """mean body mass: float64 [kg]"""
    @meanmass.setter
    def meanmass(self, value: float) -> None: ...
    @property
    def meansize(self) -> float:
        """mean body size: float64 [m]"""
    @meansize.setter
    def meansize(self, value: float) -> None: ...

class Global:
    """Visual settings: m.vis.global_ (XML reference / visual)."""
    @property
    def azimuth(self) -> float:
        """azimuth of the free camera: float32 [degree]"""
    @azimuth.setter
    def azimuth(self, value: float) -> None: ...
    @property
    def bvactive(self) -> int:
        """whether nodes visited in collision detection are drawn in color bvactive: int32"""
    @bvactive.setter
    def bvactive(self, value: int) -> None: ...
    @property
    def cameraid(self) -> int:
        """initial camera of the viewer; -1: free camera: int32"""
    @cameraid.setter
    def cameraid(self, value: int) -> None: ...
    @property
    def elevation(self) -> float:
        """elevation of the free camera: float32 [degree]"""
    @elevation.setter
    def elevation(self, value: float) -> None: ...
    @property
    def ellipsoidinertia(self) -> int:
        """whether inertia is drawn as ellipsoids rather than boxes: int32"""
    @ellipsoidinertia.setter
    def ellipsoidinertia(self, value: int) -> None: ...
    @property
    def fovy(self) -> float:
        """vertical field of view of the free camera: float32 [degree]"""
    @fovy.setter
    def fovy(self, value: float) -> None: ...
    @property
    def glow(self) -> float:
        """emission of the selected body: float32"""
    @glow.setter
    def glow(self, value: float) -> None: ...
    @property
    def ipd(self) -> float:
        """inter-pupillary distance of the free camera: float32 [m]"""
    @ipd.setter
    def ipd(self, value: float) -> None: ...
    @property
    def linewidth(self) -> float:
        """line width: float32 [pixels]"""
    @linewidth.setter
    def linewidth(self, value: float) -> None: ...
    @property
    def offheight(self) -> int:
        """height of the offscreen buffer: int32 [pixels]"""
    @offheight.setter
    def offheight(self, value: int) -> None: ...
    @property
    def offwidth(self) -> int:
        """width of the offscreen buffer: int32 [pixels]"""
    @offwidth.setter
    def offwidth(self, value: int) -> None: ...
    @property
    def orthographic(self) -> int:
        """whether the free camera uses orthographic projection: int32"""
    @orthographic.setter
    def orthographic(self, value: int) -> None: ...
    @property
    def realtime(self) -> float:
        """initial real-time factor of the viewer: float32"""
    @realtime.setter
    def realtime(self, value: float) -> None: ...

class MjVisualHeadlight:
    """Visual settings: m.vis.headlight (XML reference / visual)."""
    @property
    def active(self) -> int:
        """whether the headlight is on: int32"""
    @active.setter
    def active(self, value: int) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """ambient color: float32 (3)"""
    @ambient.setter
    def ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """diffuse color: float32 (3)"""
    @diffuse.setter
    def diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """specular color: float32 (3)"""
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...

class Map:
    """Visual settings: m.vis.map (XML reference / visual)."""
    @property
    def actuatortendon(self) -> float:
        """width of a tendon driven by an actuator, relative to other tendons: float32"""
    @actuatortendon.setter
    def actuatortendon(self, value: float) -> None: ...
    @property
    def alpha(self) -> float:
        """opacity of geoms when drawn transparent: float32"""
    @alpha.setter
    def alpha(self, value: float) -> None: ...
    @property
    def fogend(self) -> float:
        """distance at which fog ends, relative to extent: float32"""
    @fogend.setter
    def fogend(self, value: float) -> None: ...
    @property
    def fogstart(self) -> float:
        """distance at which fog starts, relative to extent: float32"""
    @fogstart.setter
    def fogstart(self, value: float) -> None: ...
    @property
    def force(self) -> float:
        """scale from force to arrow length: float32"""
    @force.setter
    def force(self, value: float) -> None: ...
    @property
    def haze(self) -> float:
        """fraction of the distance to the horizon that is hazy: float32"""
    @haze.setter
    def haze(self, value: float) -> None: ...
    @property
    def shadowclip(self) -> float:
        """half width of the shadow volume of directional lights, relative to extent: float32"""
    @shadowclip.setter
    def shadowclip(self, value: float) -> None: ...
    @property
    def shadowscale(self) -> float:
        """fraction of the spotlight cutoff angle that casts shadows: float32"""
    @shadowscale.setter
    def shadowscale(self, value: float) -> None: ...
    @property
    def stiffness(self) -> float:
        """stiffness of mouse perturbation: force per displacement: float32"""
    @stiffness.setter
    def stiffness(self, value: float) -> None: ...
    @property
    def stiffnessrot(self) -> float:
        """rotational stiffness of mouse perturbation: torque per angle: float32"""
    @stiffnessrot.setter
    def stiffnessrot(self, value: float) -> None: ...
    @property
    def torque(self) -> float:
        """scale from torque to arrow length: float32"""
    @torque.setter
    def torque(self, value: float) -> None: ...
    @property
    def zfar(self) -> float:
        """far clipping plane, relative to extent: float32"""
    @zfar.setter
    def zfar(self, value: float) -> None: ...
    @property
    def znear(self) -> float:
        """near clipping plane, relative to extent: float32"""
    @znear.setter
    def znear(self, value: float) -> None: ...

class Quality:
    """Visual settings: m.vis.quality (XML reference / visual)."""
    @property
    def numquads(self) -> int:
        """number of quads per side, for the mesh of a box: int32"""
    @numquads.setter
    def numquads(self, value: int) -> None: ...
    @property
    def numslices(self) -> int:
        """number of slices of the sphere and cylinder meshes: int32"""
    @numslices.setter
    def numslices(self, value: int) -> None: ...
    @property
    def numstacks(self) -> int:
        """number of stacks of the sphere and cylinder meshes: int32"""
    @numstacks.setter
    def numstacks(self, value: int) -> None: ...
    @property
    def offsamples(self) -> int:
        """number of multisamples per pixel of the offscreen buffer: int32"""
    @offsamples.setter
    def offsamples(self, value: int) -> None: ...
    @property
    def shadowsize(self) -> int:
        """resolution of the shadow map: int32 [pixels]"""
    @shadowsize.setter
    def shadowsize(self, value: int) -> None: ...

class MjVisualRgba:
    """Visual settings: m.vis.rgba (XML reference / visual)."""
    @property
    def actuator(self) -> npt.NDArray[np.float32]:
        """color of actuators: float32 (4)"""
    @actuator.setter
    def actuator(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatornegative(self) -> npt.NDArray[np.float32]:
        """color of actuators with negative activation: float32 (4)"""
    @actuatornegative.setter
    def actuatornegative(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorpositive(self) -> npt.NDArray[np.float32]:
        """color of actuators with positive activation: float32 (4)"""
    @actuatorpositive.setter
    def actuatorpositive(self, value: npt.ArrayLike) -> None: ...
    @property
    def bv(self) -> npt.NDArray[np.float32]:
        """color of bounding volumes: float32 (4)"""
    @bv.setter
    def bv(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvactive(self) -> npt.NDArray[np.float32]:
        """color of active bounding volumes: float32 (4)"""
    @bvactive.setter
    def bvactive(self, value: npt.ArrayLike) -> None: ...
    @property
    def camera(self) -> npt.NDArray[np.float32]:
        """color of cameras: float32 (4)"""
    @camera.setter
    def camera(self, value: npt.ArrayLike) -> None: ...
    @property
    def com(self) -> npt.NDArray[np.float32]:
        """color of the center of mass: float32 (4)"""
    @com.setter
    def com(self, value: npt.ArrayLike) -> None: ...
    @property
    def connect(self) -> npt.NDArray[np.float32]:
        """color of lines that connect bodies: float32 (4)"""
    @connect.setter
    def connect(self, value: npt.ArrayLike) -> None: ...
    @property
    def constraint(self) -> npt.NDArray[np.float32]:
        """color of constraints: float32 (4)"""
    @constraint.setter
    def constraint(self, value: npt.ArrayLike) -> None: ...
    @property
    def contactforce(self) -> npt.NDArray[np.float32]:
        """color of contact forces: float32 (4)"""
    @contactforce.setter
    def contactforce(self, value: npt.ArrayLike) -> None: ...
    @property
    def contactfriction(self) -> npt.NDArray[np.float32]:
        """color of friction forces of contacts: float32 (4)"""
    @contactfriction.setter
    def contactfriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def contactgap(self) -> npt.NDArray[np.float32]:
        """color of contacts in the contact gap: float32 (4)"""
    @contactgap.setter
    def contactgap(self, value: npt.ArrayLike) -> None: ...
    @property
    def contactpoint(self) -> npt.NDArray[np.float32]:
        """color of contact points: float32 (4)"""
    @contactpoint.setter
    def contactpoint(self, value: npt.ArrayLike) -> None: ...
    @property
    def contacttorque(self) -> npt.NDArray[np.float32]:
        """color of contact torques: float32 (4)"""
    @contacttorque.setter
    def contacttorque(self, value: npt.ArrayLike) -> None: ...
    @property
    def crankbroken(self) -> npt.NDArray[np.float32]:
        """color of slider-cranks that cannot reach: float32 (4)"""
    @crankbroken.setter
    def crankbroken(self, value: npt.ArrayLike) -> None: ...
    @property
    def fog(self) -> npt.NDArray[np.float32]:
        """color of fog: float32 (4)"""
    @fog.setter
    def fog(self, value: npt.ArrayLike) -> None: ...
    @property
    def force(self) -> npt.NDArray[np.float32]:
        """color of perturbation forces: float32 (4)"""
    @force.setter
    def force(self, value: npt.ArrayLike) -> None: ...
    @property
    def frustum(self) -> npt.NDArray[np.float32]:
        """color of camera frustums: float32 (4)"""
    @frustum.setter
    def frustum(self, value: npt.ArrayLike) -> None: ...
    @property
    def haze(self) -> npt.NDArray[np.float32]:
        """color of haze: float32 (4)"""
    @haze.setter
    def haze(self, value: npt.ArrayLike) -> None: ...
    @property
    def inertia(self) -> npt.NDArray[np.float32]:
        """color of inertias: float32 (4)"""
    @inertia.setter
    def inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def joint(self) -> npt.NDArray[np.float32]:
        """color of joints: float32 (4)"""
    @joint.setter
    def joint(self, value: npt.ArrayLike) -> None: ...
    @property
    def light(self) -> npt.NDArray[np.float32]:
        """color of lights: float32 (4)"""
    @light.setter
    def light(self, value: npt.ArrayLike) -> None: ...
    @property
    def rangefinder(self) -> npt.NDArray[np.float32]:
        """color of rangefinder rays: float32 (4)"""
    @rangefinder.setter
    def rangefinder(self, value: npt.ArrayLike) -> None: ...
    @property
    def selectpoint(self) -> npt.NDArray[np.float32]:
        """color of the selection point: float32 (4)"""
    @selectpoint.setter
    def selectpoint(self, value: npt.ArrayLike) -> None: ...
    @property
    def slidercrank(self) -> npt.NDArray[np.float32]:
        """color of slider-cranks: float32 (4)"""
    @slidercrank.setter
    def slidercrank(self, value: npt.ArrayLike) -> None: ...

class Scale:
    """Visual settings: m.vis.scale (XML reference / visual)."""
    @property
    def actuatorlength(self) -> float:
        """length of actuators, times meansize: float32"""
    @actuatorlength.setter
    def actuatorlength(self, value: float) -> None: ...
    @property
    def actuatorwidth(self) -> float:
        """width of actuators, times meansize: float32"""
    @actuatorwidth.setter
    def actuatorwidth(self, value: float) -> None: ...
    @property
    def camera(self) -> float:
        """size of cameras, times meansize: float32"""
    @camera.setter
    def camera(self, value: float) -> None: ...
    @property
    def com(self) -> float:
        """size of centers of mass, times meansize: float32"""
    @com.setter
    def com(self, value: float) -> None: ...
    @property
    def connect(self) -> float:
        """width of lines that connect bodies, times meansize: float32"""
    @connect.setter
    def connect(self, value: float) -> None: ...
    @property
    def constraint(self) -> float:
        """size of constraints, times meansize: float32"""
    @constraint.setter
    def constraint(self, value: float) -> None: ...
    @property
    def contactheight(self) -> float:
        """height of contact disks, times meansize: float32"""
    @contactheight.setter
    def contactheight(self, value: float) -> None: ...
    @property
    def contactwidth(self) -> float:
        """width of contact disks, times meansize: float32"""
    @contactwidth.setter
    def contactwidth(self, value: float) -> None: ...
    @property
    def forcewidth(self) -> float:
        """width of force arrows, times meansize: float32"""
    @forcewidth.setter
    def forcewidth(self, value: float) -> None: ...
    @property
    def framelength(self) -> float:
        """length of frame axes, times meansize: float32"""
    @framelength.setter
    def framelength(self, value: float) -> None: ...
    @property
    def framewidth(self) -> float:
        """width of frame axes, times meansize: float32"""
    @framewidth.setter
    def framewidth(self, value: float) -> None: ...
    @property
    def frustum(self) -> float:
        """length of camera frustums, times meansize: float32"""
    @frustum.setter
    def frustum(self, value: float) -> None: ...
    @property
    def jointlength(self) -> float:
        """length of joint axes, times meansize: float32"""
    @jointlength.setter
    def jointlength(self, value: float) -> None: ...
    @property
    def jointwidth(self) -> float:
        """width of joint axes, times meansize: float32"""
    @jointwidth.setter
    def jointwidth(self, value: float) -> None: ...
    @property
    def light(self) -> float:
        """size of lights, times meansize: float32"""
    @light.setter
    def light(self, value: float) -> None: ...
    @property
    def selectpoint(self) -> float:
        """size of the selection point, times meansize: float32"""
    @selectpoint.setter
    def selectpoint(self, value: float) -> None: ...
    @property
    def slidercrank(self) -> float:
        """size of slider-cranks, times meansize: float32"""
    @slidercrank.setter
    def slidercrank(self, value: float) -> None: ...

_Global = Global

_Headlight = MjVisualHeadlight

_Map = Map

_Quality = Quality

_Rgba = MjVisualRgba

_Scale = Scale

class VisualFields:
    """The groups of visual settings."""
    @property
    def global_(self) -> Global:
        """Visual settings: m.vis.global_ (XML reference / visual)."""
    Global: builtins.type[_Global]
    @property
    def headlight(self) -> MjVisualHeadlight:
        """Visual settings: m.vis.headlight (XML reference / visual)."""
    Headlight: builtins.type[_Headlight]
    @property
    def map(self) -> Map:
        """Visual settings: m.vis.map (XML reference / visual)."""
    Map: builtins.type[_Map]
    @property
    def quality(self) -> Quality:
        """Visual settings: m.vis.quality (XML reference / visual)."""
    Quality: builtins.type[_Quality]
    @property
    def rgba(self) -> MjVisualRgba:
        """Visual settings: m.vis.rgba (XML reference / visual)."""
    Rgba: builtins.type[_Rgba]
    @property
    def scale(self) -> Scale:
        """Visual settings: m.vis.scale (XML reference / visual)."""
    Scale: builtins.type[_Scale]

class ContactFields:
    """Fields of one contact."""
    @property
    def dist(self) -> float:
        """distance between the nearest points; negative: penetration: float64 [m]"""
    @dist.setter
    def dist(self, value: float) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """contact point: midpoint of the two nearest points: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def frame(self) -> npt.NDArray[np.float64]:
        """contact frame, row-major: normal from geom 0 to geom 1, then two tangents: float64 (9)"""
    @frame.setter
    def frame(self, value: npt.ArrayLike) -> None: ...
    @property
    def includemargin(self) -> float:
        """inclusion threshold of dist: margin - gap: float64 [m]"""
    @includemargin.setter
    def includemargin(self, value: float) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: tangent 1 and 2, spin, roll 1 and 2: float64 (5)"""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, normal direction: float64 (2)"""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, friction directions; zeros: solref: float64 (2)"""
    @solreffriction.setter
    def solreffriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance: float64 (5)"""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def mu(self) -> float:
        """friction coefficient of the regularized cone: float64"""
    @mu.setter
    def mu(self, value: float) -> None: ...
    @property
    def H(self) -> npt.NDArray[np.float64]:
        """Hessian of the cone, written by the Newton solver: float64 (36)"""
    @H.setter
    def H(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> int:
        """dimension of the contact space: 1, 3, 4 or 6: int32"""
    @dim.setter
    def dim(self, value: int) -> None: ...
    @property
    def geom(self) -> npt.NDArray[np.int32]:
        """geom ids; -1: flex: int32 (2)"""
    @geom.setter
    def geom(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex(self) -> npt.NDArray[np.int32]:
        """flex ids; -1: geom: int32 (2)"""
    @flex.setter
    def flex(self, value: npt.ArrayLike) -> None: ...
    @property
    def elem(self) -> npt.NDArray[np.int32]:
        """flex element ids; -1: geom or flex vertex: int32 (2)"""
    @elem.setter
    def elem(self, value: npt.ArrayLike) -> None: ...
    @property
    def vert(self) -> npt.NDArray[np.int32]:
        """flex vertex ids; -1: geom or flex element: int32 (2)"""
    @vert.setter
    def vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def exclude(self) -> int:
        """exclusion code; 0: included, 1: in the gap, 2: fused bodies, 3: no dofs, 4: passive force: int32"""
    @exclude.setter
    def exclude(self, value: int) -> None: ...
    @property
    def efc_address(self) -> int:
        """address of the first constraint row; -1: not included: int32"""
    @efc_address.setter
    def efc_address(self, value: int) -> None: ...
    @property
    def surfacevel(self) -> npt.NDArray[np.float64]:
        """relative velocity of the surfaces, of geom 1 minus that of geom 0: along the tangents, spin about the normal: float64 (3) [m/s, rad/s]"""
    @surfacevel.setter
    def surfacevel(self, value: npt.ArrayLike) -> None: ...
    @property
    def adhesion(self) -> float:
        """force by which the contact may pull: float64 [N]"""
    @adhesion.setter
    def adhesion(self, value: float) -> None: ...
    @property
    def geom1(self) -> int:
        """id of geom 1; -1 for a flex: int32"""
    @geom1.setter
    def geom1(self, value: int) -> None: ...
    @property
    def geom2(self) -> int:
        """id of geom 2; -1 for a flex: int32"""
    @geom2.setter
    def geom2(self, value: int) -> None: ...

class ContactColumns:
    """Fields of all contacts."""
    @property
    def dist(self) -> npt.NDArray[np.float64]:
        """distance between the nearest points; negative: penetration: float64 (ncon) [m]"""
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """contact point: midpoint of the two nearest points: float64 (ncon, 3) [m]"""
    @property
    def frame(self) -> npt.NDArray[np.float64]:
        """contact frame, row-major: normal from geom 0 to geom 1, then two tangents: float64 (ncon, 9)"""
    @property
    def includemargin(self) -> npt.NDArray[np.float64]:
        """inclusion threshold of dist: margin - gap: float64 (ncon) [m]"""
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: tangent 1 and 2, spin, roll 1 and 2: float64 (ncon, 5)"""
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, normal direction: float64 (ncon, 2)"""
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, friction directions; zeros: solref: float64 (ncon, 2)"""
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance: float64 (ncon, 5)"""
    @property
    def mu(self) -> npt.NDArray[np.float64]:
        """friction coefficient of the regularized cone: float64 (ncon)"""
    @property
    def H(self) -> npt.NDArray[np.float64]:
        """Hessian of the cone, written by the Newton solver: float64 (ncon, 36)"""
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """dimension of the contact space: 1, 3, 4 or 6: int32 (ncon)"""
    @property
    def geom(self) -> npt.NDArray[np.int32]:
        """geom ids; -1: flex: int32 (ncon, 2)"""
    @property
    def flex(self) -> npt.NDArray[np.int32]:
        """flex ids; -1: geom: int32 (ncon, 2)"""
    @property
    def elem(self) -> npt.NDArray[np.int32]:
        """flex element ids; -1: geom or flex vertex: int32 (ncon, 2)"""
    @property
    def vert(self) -> npt.NDArray[np.int32]:
        """flex vertex ids; -1: geom or flex element: int32 (ncon, 2)"""
    @property
    def exclude(self) -> npt.NDArray[np.int32]:
        """exclusion code; 0: included, 1: in the gap, 2: fused bodies, 3: no dofs, 4: passive force: int32 (ncon)"""
    @property
    def efc_address(self) -> npt.NDArray[np.int32]:
        """address of the first constraint row; -1: not included: int32 (ncon)"""
    @property
    def surfacevel(self) -> npt.NDArray[np.float64]:
        """relative velocity of the surfaces, of geom 1 minus that of geom 0: along the tangents, spin about the normal: float64 (ncon, 3) [m/s, rad/s]"""
    @property
    def adhesion(self) -> npt.NDArray[np.float64]:
        """force by which the contact may pull: float64 (ncon) [N]"""
    @property
    def geom1(self) -> npt.NDArray[np.int32]:
        """id of geom 1; -1 for a flex: int32 (ncon)"""
    @property
    def geom2(self) -> npt.NDArray[np.int32]:
        """id of geom 2; -1 for a flex: int32 (ncon)"""

class WarningFields:
    """Fields of a counter of warnings."""
    @property
    def lastinfo(self) -> int:
        """argument of the last warning: an index or a size: int32"""
    @lastinfo.setter
    def lastinfo(self, value: int) -> None: ...
    @property
    def number(self) -> int:
        """number of warnings since the last reset: int32"""
    @number.setter
    def number(self, value: int) -> None: ...

class TimerFields:
    """Fields of a timer."""
    @property
    def duration(self) -> float:
        """total time of all calls: float64 [s]"""
    @duration.setter
    def duration(self, value: float) -> None: ...
    @property
    def number(self) -> int:
        """number of calls: int32"""
    @number.setter
    def number(self, value: int) -> None: ...

class SolverFields:
    """Fields of an iteration of the solver."""
    @property
    def improvement(self) -> float:
        """cost reduction, scaled by 1 / (meaninertia nv): float64"""
    @improvement.setter
    def improvement(self, value: float) -> None: ...
    @property
    def gradient(self) -> float:
        """gradient norm, scaled by 1 / (meaninertia nv): float64"""
    @gradient.setter
    def gradient(self, value: float) -> None: ...
    @property
    def lineslope(self) -> float:
        """ratio of the cost derivatives at the end and at the start of the line search: float64"""
    @lineslope.setter
    def lineslope(self, value: float) -> None: ...
    @property
    def nactive(self) -> int:
        """number of active constraint rows: int32"""
    @nactive.setter
    def nactive(self, value: int) -> None: ...
    @property
    def nchange(self) -> int:
        """number of constraint rows that changed state: int32"""
    @nchange.setter
    def nchange(self, value: int) -> None: ...
    @property
    def neval(self) -> int:
        """number of cost evaluations in the line search: int32"""
    @neval.setter
    def neval(self, value: int) -> None: ...
    @property
    def nupdate(self) -> int:
        """number of Cholesky updates: int32"""
    @nupdate.setter
    def nupdate(self, value: int) -> None: ...

class _MjModelBodyViews(Accessor):
    """Fields of a body, as live views."""
    @property
    def bvhadr(self) -> npt.NDArray[np.int32]:
        """body_bvhadr of the body. address of the BVH root; -1: none: int32 (n)"""
    @bvhadr.setter
    def bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvhnum(self) -> npt.NDArray[np.int32]:
        """body_bvhnum of the body. number of BVH nodes: int32 (n)"""
    @bvhnum.setter
    def bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def conaffinity(self) -> npt.NDArray[np.int32]:
        """body_conaffinity of the body. bitwise OR of the geom conaffinity bitmasks: int32 (n)"""
    @conaffinity.setter
    def conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def contype(self) -> npt.NDArray[np.int32]:
        """body_contype of the body. bitwise OR of the geom contype bitmasks: int32 (n)"""
    @contype.setter
    def contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofadr(self) -> npt.NDArray[np.int32]:
        """body_dofadr of the body. address of the first dof; -1: none: int32 (n)"""
    @dofadr.setter
    def dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofnum(self) -> npt.NDArray[np.int32]:
        """body_dofnum of the body. number of dofs: int32 (n)"""
    @dofnum.setter
    def dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def geomadr(self) -> npt.NDArray[np.int32]:
        """body_geomadr of the body. address of the first geom; -1: none: int32 (n)"""
    @geomadr.setter
    def geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def geomnum(self) -> npt.NDArray[np.int32]:
        """body_geomnum of the body. number of geoms: int32 (n)"""
    @geomnum.setter
    def geomnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def gravcomp(self) -> npt.NDArray[np.float64]:
        """body_gravcomp of the body. gravity compensation force, as a fraction of the weight: float64 (n)"""
    @gravcomp.setter
    def gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def inertia(self) -> npt.NDArray[np.float64]:
        """body_inertia of the body. principal moments of inertia, in the inertial frame (ipos, iquat): float64 (3) [kg m^2]"""
    @inertia.setter
    def inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """body_invweight0 of the body. mean inverse inertia at qpos0: translation, rotation: float64 (2) [1/kg, 1/(kg m^2)]"""
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def ipos(self) -> npt.NDArray[np.float64]:
        """body_ipos of the body. position of the center of mass in the body frame: float64 (3) [m]"""
    @ipos.setter
    def ipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def iquat(self) -> npt.NDArray[np.float64]:
        """body_iquat of the body. orientation of the principal axes of inertia in the body frame: float64 (4)"""
    @iquat.setter
    def iquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntadr(self) -> npt.NDArray[np.int32]:
        """body_jntadr of the body. address of the first joint; -1: none: int32 (n)"""
    @jntadr.setter
    def jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntnum(self) -> npt.NDArray[np.int32]:
        """body_jntnum of the body. number of joints: int32 (n)"""
    @jntnum.setter
    def jntnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """body_margin of the body. maximum margin of the geoms: float64 (n) [m]"""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def mass(self) -> npt.NDArray[np.float64]:
        """body_mass of the body. mass: float64 (n) [kg]"""
    @mass.setter
    def mass(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocapid(self) -> npt.NDArray[np.int32]:
        """body_mocapid of the body. id of the mocap body; -1: none: int32 (n)"""
    @mocapid.setter
    def mocapid(self, value: npt.ArrayLike) -> None: ...
    @property
    def parentid(self) -> npt.NDArray[np.int32]:
        """body_parentid of the body. id of the parent body: int32 (n)"""
    @parentid.setter
    def parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """body_plugin of the body. id of the plugin instance; -1: none: int32 (n)"""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """body_pos of the body. position in the parent frame: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """body_quat of the body. orientation in the parent frame: float64 (4)"""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rootid(self) -> npt.NDArray[np.int32]:
        """body_rootid of the body. id of the topmost body of the kinematic tree: int32 (n)"""
    @rootid.setter
    def rootid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """body_sameframe of the body. whether the inertial frame coincides with the body frame (mjtSameFrame): uint8 (n)"""
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def simple(self) -> npt.NDArray[np.uint8]:
        """body_simple of the body. 1: diagonal inertia, 2: diagonal inertia and slide joints only: uint8 (n)"""
    @simple.setter
    def simple(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtreemass(self) -> npt.NDArray[np.float64]:
        """body_subtreemass of the body. mass of the subtree that starts at the body: float64 (n) [kg]"""
    @subtreemass.setter
    def subtreemass(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """body_treeid of the body. id of the kinematic tree; -1: static body: int32 (n)"""
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """body_user of the body. user data: float64 (nuser_body)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def weldid(self) -> npt.NDArray[np.int32]:
        """body_weldid of the body. id of the body that this body is welded to; own id if the body has joints: int32 (n)"""
    @weldid.setter
    def weldid(self, value: npt.ArrayLike) -> None: ...

class _MjModelJointViews(Accessor):
    """Fields of a joint, as live views."""
    @property
    def M0(self) -> npt.NDArray[np.float64]:
        """dof_M0 of the joint. diagonal of the inertia matrix at qpos0: float64 (n)"""
    @M0.setter
    def M0(self, value: npt.ArrayLike) -> None: ...
    @property
    def Madr(self) -> npt.NDArray[np.int32]:
        """dof_Madr of the joint. address of the diagonal element in qM: int32 (n)"""
    @Madr.setter
    def Madr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrclimited(self) -> npt.NDArray[np.uint8]:
        """jnt_actfrclimited of the joint. 1 if the total actuator force is limited: uint8 (n)"""
    @actfrclimited.setter
    def actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """jnt_actfrcrange of the joint. range of the total actuator force: float64 (2) [N, N m]"""
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actgravcomp(self) -> npt.NDArray[np.uint8]:
        """jnt_actgravcomp of the joint. 1 if gravity compensation is applied as an actuator force: uint8 (n)"""
    @actgravcomp.setter
    def actgravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorid(self) -> npt.NDArray[np.int32]:
        """jnt_actuatorid of the joint. id of the actuator that adds damping or armature to the joint; -1: none, -2: several: int32 (n)"""
    @actuatorid.setter
    def actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """dof_armature of the joint. armature inertia, added to the diagonal of M: float64 (n) [kg, kg m^2]"""
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def axis(self) -> npt.NDArray[np.float64]:
        """jnt_axis of the joint. joint axis in the body frame: float64 (3)"""
    @axis.setter
    def axis(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """dof_bodyid of the joint. id of the body: int32 (n)"""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """dof_damping of the joint. damping coefficient: float64 (n) [N s/m, N m s/rad]"""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """dof_dampingpoly of the joint. damping: coefficients of v|v| and v^3 for the velocity v: float64 (2)"""
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofadr(self) -> npt.NDArray[np.int32]:
        """jnt_dofadr of the joint. address of the first dof of the joint in qvel: int32 (n)"""
    @dofadr.setter
    def dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def frictionloss(self) -> npt.NDArray[np.float64]:
        """dof_frictionloss of the joint. dry friction: maximum friction force: float64 (n) [N, N m]"""
    @frictionloss.setter
    def frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """jnt_group of the joint. visualization group: int32 (n)"""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """dof_invweight0 of the joint. diagonal inverse inertia at qpos0: float64 (n)"""
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntid(self) -> npt.NDArray[np.int32]:
        """dof_jntid of the joint. id of the joint: int32 (n)"""
    @jntid.setter
    def jntid(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """dof_length of the joint. length scale of the velocity for the sleep tolerance: 1 m for slide joints: float64 (n) [m]"""
    @length.setter
    def length(self, value: npt.ArrayLike) -> None: ...
    @property
    def limited(self) -> npt.NDArray[np.uint8]:
        """jnt_limited of the joint. 1 if the joint has limits: uint8 (n)"""
    @limited.setter
    def limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """jnt_margin of the joint. distance to the limit at which the constraint becomes active: float64 (n) [m, rad]"""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def parentid(self) -> npt.NDArray[np.int32]:
        """dof_parentid of the joint. index of the parent dof; -1: none: int32 (n)"""
    @parentid.setter
    def parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def plasticadr(self) -> npt.NDArray[np.int32]:
        """jnt_plasticadr of the joint. address of the spring reference in plastic; -1: the spring does not yield: int32 (n)"""
    @plasticadr.setter
    def plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """jnt_pos of the joint. joint anchor in the body frame: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos0(self) -> npt.NDArray[np.float64]:
        """qpos0 of the joint. joint positions in the reference configuration: float64 (n)"""
    @qpos0.setter
    def qpos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos_spring(self) -> npt.NDArray[np.float64]:
        """qpos_spring of the joint. joint positions at which the joint springs are at rest: float64 (n)"""
    @qpos_spring.setter
    def qpos_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def qposadr(self) -> npt.NDArray[np.int32]:
        """jnt_qposadr of the joint. address of the joint in qpos: int32 (n)"""
    @qposadr.setter
    def qposadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """jnt_range of the joint. joint limits; ball joints: 0, maximum angle: float64 (2) [m, rad]"""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def simplenum(self) -> npt.NDArray[np.int32]:
        """dof_simplenum of the joint. number of consecutive dofs with diagonal inertia, starting at this dof: int32 (n)"""
    @simplenum.setter
    def simplenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """jnt_solimp of the joint. constraint solver impedance of the limit: float64 (5)"""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """jnt_solref of the joint. constraint solver reference of the limit: float64 (2)"""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def springyield(self) -> npt.NDArray[np.float64]:
        """jnt_springyield of the joint. displacement at which the spring yields: float64 (n) [m, rad]"""
    @springyield.setter
    def springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """jnt_stiffness of the joint. spring stiffness: float64 (n) [N/m, N m/rad]"""
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """jnt_stiffnesspoly of the joint. spring stiffness: coefficients of the square and cube of the displacement: float64 (2)"""
    @stiffnesspoly.setter
    def stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """dof_treeid of the joint. id of the kinematic tree: int32 (n)"""
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """jnt_type of the joint. joint type (mjtJoint): int32 (n)"""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """jnt_user of the joint. user data: float64 (nuser_jnt)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class _MjModelGeomViews(Accessor):
    """Fields of a geom, as live views."""
    @property
    def aabb(self) -> npt.NDArray[np.float64]:
        """geom_aabb of the geom. bounding box in the geom frame: center, half sizes: float64 (6) [m]"""
    @aabb.setter
    def aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def adhesion(self) -> npt.NDArray[np.float64]:
        """geom_adhesion of the geom. force by which each contact may pull: float64 (n) [N]"""
    @adhesion.setter
    def adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """geom_bodyid of the geom. id of the body: int32 (n)"""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def castshadow(self) -> npt.NDArray[np.uint8]:
        """geom_castshadow of the geom. 1 if the geom casts shadows: uint8 (n)"""
    @castshadow.setter
    def castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def conaffinity(self) -> npt.NDArray[np.int32]:
        """geom_conaffinity of the geom. contact affinity bitmask, tested against contype of the other geom: int32 (n)"""
    @conaffinity.setter
    def conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def condim(self) -> npt.NDArray[np.int32]:
        """geom_condim of the geom. contact dimensionality: 1, 3, 4 or 6: int32 (n)"""
    @condim.setter
    def condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def contype(self) -> npt.NDArray[np.int32]:
        """geom_contype of the geom. contact type bitmask, tested against conaffinity of the other geom: int32 (n)"""
    @contype.setter
    def contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def dataid(self) -> npt.NDArray[np.int32]:
        """geom_dataid of the geom. id of the mesh or height field; -1: none: int32 (n)"""
    @dataid.setter
    def dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def fluid(self) -> npt.NDArray[np.float64]:
        """geom_fluid of the geom. coefficients of the ellipsoid fluid model: float64 (12)"""
    @fluid.setter
    def fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """geom_friction of the geom. friction coefficients: sliding, torsional, rolling: float64 (3)"""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> npt.NDArray[np.float64]:
        """geom_gap of the geom. part of the margin in which contacts generate no force: float64 (n) [m]"""
    @gap.setter
    def gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """geom_group of the geom. group, for visualization and ray casting: int32 (n)"""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """geom_margin of the geom. distance at which contacts are detected: float64 (n) [m]"""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """geom_matid of the geom. id of the material; -1: none: int32 (n)"""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """geom_plugin of the geom. id of the plugin instance; -1: none: int32 (n)"""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """geom_pos of the geom. position in the body frame: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def priority(self) -> npt.NDArray[np.int32]:
        """geom_priority of the geom. contact priority: the geom with the higher priority determines the contact parameters: int32 (n)"""
    @priority.setter
    def priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """geom_quat of the geom. orientation in the body frame: float64 (4)"""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rbound(self) -> npt.NDArray[np.float64]:
        """geom_rbound of the geom. radius of the bounding sphere; 0: unbounded: float64 (n) [m]"""
    @rbound.setter
    def rbound(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """geom_rgba of the geom. color of geoms without material: float32 (4)"""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """geom_sameframe of the geom. whether the geom frame coincides with a frame of the body (mjtSameFrame): uint8 (n)"""
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """geom_size of the geom. geom-specific size parameters: float64 (3) [m]"""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """geom_solimp of the geom. constraint solver impedance of contacts: float64 (5)"""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solmix(self) -> npt.NDArray[np.float64]:
        """geom_solmix of the geom. weight for mixing contact solver parameters: float64 (n)"""
    @solmix.setter
    def solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """geom_solref of the geom. constraint solver reference of contacts: float64 (2)"""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def surfacevel(self) -> npt.NDArray[np.float64]:
        """geom_surfacevel of the geom. velocity of the surface relative to the geom, in the geom frame: constant part, angular velocity about its origin: float64 (6) [m/s, rad/s]"""
    @surfacevel.setter
    def surfacevel(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """geom_type of the geom. geom type (mjtGeom): int32 (n)"""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """geom_user of the geom. user data: float64 (nuser_geom)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class _MjModelSiteViews(Accessor):
    """Fields of a site, as live views."""
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """site_bodyid of the site. id of the body: int32 (n)"""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dataid(self) -> npt.NDArray[np.int32]:
        """site_dataid of the site. id of the mesh; -1: none: int32 (n)"""
    @dataid.setter
    def dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """site_group of the site. visualization group: int32 (n)"""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """site_matid of the site. id of the material; -1: none: int32 (n)"""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """site_pos of the site. position in the body frame: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """site_quat of the site. orientation in the body frame: float64 (4)"""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """site_rgba of the site. color of sites without material: float32 (4)"""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """site_sameframe of the site. whether the site frame coincides with a frame of the body (mjtSameFrame): uint8 (n)"""
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """site_size of the site. type-specific size parameters: float64 (3) [m]"""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """site_type of the site. site type (mjtGeom): int32 (n)"""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """site_user of the site. user data: float64 (nuser_site)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class _MjModelCameraViews(Accessor):
    """Fields of a camera, as live views."""
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """cam_bodyid of the camera. id of the body: int32 (n)"""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def fovy(self) -> npt.NDArray[np.float64]:
        """cam_fovy of the camera. vertical field of view: float64 (n) [degree, m if orthographic]"""
    @fovy.setter
    def fovy(self, value: npt.ArrayLike) -> None: ...
    @property
    def intrinsic(self) -> npt.NDArray[np.float32]:
        """cam_intrinsic of the camera. intrinsic parameters: focal lengths, principal point: float32 (4) [m]"""
    @intrinsic.setter
    def intrinsic(self, value: npt.ArrayLike) -> None: ...
    @property
    def ipd(self) -> npt.NDArray[np.float64]:
        """cam_ipd of the camera. inter-pupillary distance: float64 (n) [m]"""
    @ipd.setter
    def ipd(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat0(self) -> npt.NDArray[np.float64]:
        """cam_mat0 of the camera. orientation in the world frame at qpos0, row-major: float64 (9)"""
    @mat0.setter
    def mat0(self, value: npt.ArrayLike) -> None: ...
    @property
    def mode(self) -> npt.NDArray[np.int32]:
        """cam_mode of the camera. camera tracking mode (mjtCamLight): int32 (n)"""
    @mode.setter
    def mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def output(self) -> npt.NDArray[np.int32]:
        """cam_output of the camera. rendered outputs (mjtCamOutBit): int32 (n)"""
    @output.setter
    def output(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """cam_pos of the camera. position in the body frame: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos0(self) -> npt.NDArray[np.float64]:
        """cam_pos0 of the camera. position relative to the body at qpos0, world axes: float64 (3) [m]"""
    @pos0.setter
    def pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def poscom0(self) -> npt.NDArray[np.float64]:
        """cam_poscom0 of the camera. position relative to the subtree center of mass at qpos0, world axes: float64 (3) [m]"""
    @poscom0.setter
    def poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def projection(self) -> npt.NDArray[np.int32]:
        """cam_projection of the camera. projection type (mjtProjection): int32 (n)"""
    @projection.setter
    def projection(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """cam_quat of the camera. orientation in the body frame: float64 (4)"""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def resolution(self) -> npt.NDArray[np.int32]:
        """cam_resolution of the camera. image width and height: int32 (2) [pixels]"""
    @resolution.setter
    def resolution(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensorsize(self) -> npt.NDArray[np.float32]:
        """cam_sensorsize of the camera. width and height of the image sensor; 0: fovy is used: float32 (2) [m]"""
    @sensorsize.setter
    def sensorsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def targetbodyid(self) -> npt.NDArray[np.int32]:
        """cam_targetbodyid of the camera. id of the target body; -1: none: int32 (n)"""
    @targetbodyid.setter
    def targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """cam_user of the camera. user data: float64 (nuser_cam)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class _MjModelLightViews(Accessor):
    """Fields of a light, as live views."""
    @property
    def active(self) -> npt.NDArray[np.uint8]:
        """light_active of the light. 1 if the light is on: uint8 (n)"""
    @active.setter
    def active(self, value: npt.ArrayLike) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """light_ambient of the light. ambient color: float32 (3)"""
    @ambient.setter
    def ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """light_attenuation of the light. attenuation coefficients: constant, linear, quadratic: float32 (3)"""
    @attenuation.setter
    def attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """light_bodyid of the light. id of the body: int32 (n)"""
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def bulbradius(self) -> npt.NDArray[np.float32]:
        """light_bulbradius of the light. bulb radius, for soft shadows: float32 (n) [m]"""
    @bulbradius.setter
    def bulbradius(self, value: npt.ArrayLike) -> None: ...
    @property
    def castshadow(self) -> npt.NDArray[np.uint8]:
        """light_castshadow of the light. 1 if the light casts shadows: uint8 (n)"""
    @castshadow.setter
    def castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def cutoff(self) -> npt.NDArray[np.float32]:
        """light_cutoff of the light. cutoff angle of a spotlight, from the axis: float32 (n) [degree]"""
    @cutoff.setter
    def cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """light_diffuse of the light. diffuse color: float32 (3)"""
    @diffuse.setter
    def diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float64]:
        """light_dir of the light. direction in the body frame: float64 (3)"""
    @dir.setter
    def dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir0(self) -> npt.NDArray[np.float64]:
        """light_dir0 of the light. direction in the world frame at qpos0: float64 (3)"""
    @dir0.setter
    def dir0(self, value: npt.ArrayLike) -> None: ...
    @property
    def exponent(self) -> npt.NDArray[np.float32]:
        """light_exponent of the light. exponent of the spotlight falloff: float32 (n)"""
    @exponent.setter
    def exponent(self, value: npt.ArrayLike) -> None: ...
    @property
    def intensity(self) -> npt.NDArray[np.float32]:
        """light_intensity of the light. luminous intensity: float32 (n) [cd]"""
    @intensity.setter
    def intensity(self, value: npt.ArrayLike) -> None: ...
    @property
    def mode(self) -> npt.NDArray[np.int32]:
        """light_mode of the light. light tracking mode (mjtCamLight): int32 (n)"""
    @mode.setter
    def mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """light_pos of the light. position in the body frame: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos0(self) -> npt.NDArray[np.float64]:
        """light_pos0 of the light. position relative to the body at qpos0, world axes: float64 (3) [m]"""
    @pos0.setter
    def pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def poscom0(self) -> npt.NDArray[np.float64]:
        """light_poscom0 of the light. position relative to the subtree center of mass at qpos0, world axes: float64 (3) [m]"""
    @poscom0.setter
    def poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float32]:
        """light_range of the light. effective range: float32 (n) [m]"""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def softness(self) -> npt.NDArray[np.float32]:
        """light_softness of the light. softness of the edge of a spotlight, a fraction of the cutoff: float32 (n)"""
    @softness.setter
    def softness(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """light_specular of the light. specular color: float32 (3)"""
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def targetbodyid(self) -> npt.NDArray[np.int32]:
        """light_targetbodyid of the light. id of the target body; -1: none: int32 (n)"""
    @targetbodyid.setter
    def targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def texid(self) -> npt.NDArray[np.int32]:
        """light_texid of the light. id of the texture of an image light; -1: none: int32 (n)"""
    @texid.setter
    def texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """light_type of the light. light type (mjtLightType): int32 (n)"""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...

class _MjModelMeshViews(Accessor):
    """Fields of a mesh, as live views."""
    @property
    def bvhadr(self) -> npt.NDArray[np.int32]:
        """mesh_bvhadr of the mesh. address of the BVH root; -1: none: int32 (n)"""
    @bvhadr.setter
    def bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvhnum(self) -> npt.NDArray[np.int32]:
        """mesh_bvhnum of the mesh. number of BVH nodes: int32 (n)"""
    @bvhnum.setter
    def bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def faceadr(self) -> npt.NDArray[np.int32]:
        """mesh_faceadr of the mesh. address of the first triangle: int32 (n)"""
    @faceadr.setter
    def faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def facenum(self) -> npt.NDArray[np.int32]:
        """mesh_facenum of the mesh. number of triangles: int32 (n)"""
    @facenum.setter
    def facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def graphadr(self) -> npt.NDArray[np.int32]:
        """mesh_graphadr of the mesh. address of the convex hull graph in mesh_graph; -1: none: int32 (n)"""
    @graphadr.setter
    def graphadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def normaladr(self) -> npt.NDArray[np.int32]:
        """mesh_normaladr of the mesh. address of the first normal: int32 (n)"""
    @normaladr.setter
    def normaladr(self, value: npt.ArrayLike) -> None: ...
    @property
    def normalnum(self) -> npt.NDArray[np.int32]:
        """mesh_normalnum of the mesh. number of normals: int32 (n)"""
    @normalnum.setter
    def normalnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def octadr(self) -> npt.NDArray[np.int32]:
        """mesh_octadr of the mesh. address of the octree root; -1: none: int32 (n)"""
    @octadr.setter
    def octadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def octnum(self) -> npt.NDArray[np.int32]:
        """mesh_octnum of the mesh. number of octree nodes: int32 (n)"""
    @octnum.setter
    def octnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """mesh_pathadr of the mesh. address of the asset path in paths; -1: none: int32 (n)"""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def polyadr(self) -> npt.NDArray[np.int32]:
        """mesh_polyadr of the mesh. address of the first polygon: int32 (n)"""
    @polyadr.setter
    def polyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def polynum(self) -> npt.NDArray[np.int32]:
        """mesh_polynum of the mesh. number of convex hull polygons: int32 (n)"""
    @polynum.setter
    def polynum(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """mesh_pos of the mesh. translation applied to center the asset: float64 (3) [m]"""
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """mesh_quat of the mesh. rotation applied to align the asset, unit quaternion: float64 (4)"""
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def scale(self) -> npt.NDArray[np.float64]:
        """mesh_scale of the mesh. scale factors applied to the asset: float64 (3)"""
    @scale.setter
    def scale(self, value: npt.ArrayLike) -> None: ...
    @property
    def texcoordadr(self) -> npt.NDArray[np.int32]:
        """mesh_texcoordadr of the mesh. address of the first texture coordinate; -1: none: int32 (n)"""
    @texcoordadr.setter
    def texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def texcoordnum(self) -> npt.NDArray[np.int32]:
        """mesh_texcoordnum of the mesh. number of texture coordinates: int32 (n)"""
    @texcoordnum.setter
    def texcoordnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertadr(self) -> npt.NDArray[np.int32]:
        """mesh_vertadr of the mesh. address of the first vertex: int32 (n)"""
    @vertadr.setter
    def vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertnum(self) -> npt.NDArray[np.int32]:
        """mesh_vertnum of the mesh. number of vertices: int32 (n)"""
    @vertnum.setter
    def vertnum(self, value: npt.ArrayLike) -> None: ...

class _MjModelSkinViews(Accessor):
    """Fields of a skin, as live views."""
    @property
    def boneadr(self) -> npt.NDArray[np.int32]:
        """skin_boneadr of the skin. address of the first bone: int32 (n)"""
    @boneadr.setter
    def boneadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bonenum(self) -> npt.NDArray[np.int32]:
        """skin_bonenum of the skin. number of bones: int32 (n)"""
    @bonenum.setter
    def bonenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def faceadr(self) -> npt.NDArray[np.int32]:
        """skin_faceadr of the skin. address of the first triangle: int32 (n)"""
    @faceadr.setter
    def faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def facenum(self) -> npt.NDArray[np.int32]:
        """skin_facenum of the skin. number of triangles: int32 (n)"""
    @facenum.setter
    def facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """skin_group of the skin. visualization group: int32 (n)"""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def inflate(self) -> npt.NDArray[np.float32]:
        """skin_inflate of the skin. offset of the vertices along the normals: float32 (n) [m]"""
    @inflate.setter
    def inflate(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """skin_matid of the skin. id of the material; -1: none: int32 (n)"""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """skin_pathadr of the skin. address of the asset path in paths; -1: none: int32 (n)"""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """skin_rgba of the skin. color of skins without material: float32 (4)"""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def texcoordadr(self) -> npt.NDArray[np.int32]:
        """skin_texcoordadr of the skin. address of the first texture coordinate; -1: none: int32 (n)"""
    @texcoordadr.setter
    def texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertadr(self) -> npt.NDArray[np.int32]:
        """skin_vertadr of the skin. address of the first vertex: int32 (n)"""
    @vertadr.setter
    def vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def vertnum(self) -> npt.NDArray[np.int32]:
        """skin_vertnum of the skin. number of vertices: int32 (n)"""
    @vertnum.setter
    def vertnum(self, value: npt.ArrayLike) -> None: ...

class _MjModelHfieldViews(Accessor):
    """Fields of a hfield, as live views."""
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """hfield_adr of the hfield. address of the first elevation sample: int32 (n)"""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float32]:
        """hfield_data of the hfield. normalized elevation, 0 to 1: float32 (n)"""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def ncol(self) -> npt.NDArray[np.int32]:
        """hfield_ncol of the hfield. number of columns: int32 (n)"""
    @ncol.setter
    def ncol(self, value: npt.ArrayLike) -> None: ...
    @property
    def nrow(self) -> npt.NDArray[np.int32]:
        """hfield_nrow of the hfield. number of rows: int32 (n)"""
    @nrow.setter
    def nrow(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """hfield_pathadr of the hfield. address of the asset path in paths; -1: none: int32 (n)"""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """hfield_size of the hfield. half size in x, half size in y, maximum elevation, base thickness: float64 (4) [m]"""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...

class _MjModelTextureViews(Accessor):
    """Fields of a texture, as live views."""
    @property
    def adr(self) -> npt.NDArray[np.int64]:
        """tex_adr of the texture. address of the first byte in tex_data: int64 (n)"""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def colorspace(self) -> npt.NDArray[np.int32]:
        """tex_colorspace of the texture. color space (mjtColorSpace): int32 (n)"""
    @colorspace.setter
    def colorspace(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.uint8]:
        """tex_data of the texture. pixels by row, nchannel bytes each: uint8 (n)"""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def height(self) -> npt.NDArray[np.int32]:
        """tex_height of the texture. image height: int32 (n) [pixels]"""
    @height.setter
    def height(self, value: npt.ArrayLike) -> None: ...
    @property
    def nchannel(self) -> npt.NDArray[np.int32]:
        """tex_nchannel of the texture. number of channels: int32 (n)"""
    @nchannel.setter
    def nchannel(self, value: npt.ArrayLike) -> None: ...
    @property
    def pathadr(self) -> npt.NDArray[np.int32]:
        """tex_pathadr of the texture. address of the asset path in paths; -1: none: int32 (n)"""
    @pathadr.setter
    def pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """tex_type of the texture. texture type (mjtTexture): int32 (n)"""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def width(self) -> npt.NDArray[np.int32]:
        """tex_width of the texture. image width: int32 (n) [pixels]"""
    @width.setter
    def width(self, value: npt.ArrayLike) -> None: ...

class _MjModelMaterialViews(Accessor):
    """Fields of a material, as live views."""
    @property
    def emission(self) -> npt.NDArray[np.float32]:
        """mat_emission of the material. emission coefficient, multiplies rgba: float32 (n)"""
    @emission.setter
    def emission(self, value: npt.ArrayLike) -> None: ...
    @property
    def metallic(self) -> npt.NDArray[np.float32]:
        """mat_metallic of the material. metallic coefficient, for physically based renderers: float32 (n)"""
    @metallic.setter
    def metallic(self, value: npt.ArrayLike) -> None: ...
    @property
    def reflectance(self) -> npt.NDArray[np.float32]:
        """mat_reflectance of the material. reflectance coefficient, 0 to 1: float32 (n)"""
    @reflectance.setter
    def reflectance(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """mat_rgba of the material. color: float32 (4)"""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def roughness(self) -> npt.NDArray[np.float32]:
        """mat_roughness of the material. roughness coefficient, for physically based renderers: float32 (n)"""
    @roughness.setter
    def roughness(self, value: npt.ArrayLike) -> None: ...
    @property
    def shininess(self) -> npt.NDArray[np.float32]:
        """mat_shininess of the material. shininess coefficient, 0 to 1: float32 (n)"""
    @shininess.setter
    def shininess(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """mat_specular of the material. specular coefficient, 0 to 1: float32 (n)"""
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def texid(self) -> npt.NDArray[np.int32]:
        """mat_texid of the material. ids of the textures by role (mjtTextureRole); -1: none: int32 (10)"""
    @texid.setter
    def texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def texrepeat(self) -> npt.NDArray[np.float32]:
        """mat_texrepeat of the material. number of texture repetitions along each axis: float32 (2)"""
    @texrepeat.setter
    def texrepeat(self, value: npt.ArrayLike) -> None: ...
    @property
    def texuniform(self) -> npt.NDArray[np.uint8]:
        """mat_texuniform of the material. 1 if the texture repeats per unit of length instead of per object: uint8 (n)"""
    @texuniform.setter
    def texuniform(self, value: npt.ArrayLike) -> None: ...

class _MjModelPairViews(Accessor):
    """Fields of a pair, as live views."""
    @property
    def adhesion(self) -> npt.NDArray[np.float64]:
        """pair_adhesion of the pair. force by which each contact may pull: float64 (n) [N]"""
    @adhesion.setter
    def adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """pair_dim of the pair. contact dimensionality: 1, 3, 4 or 6: int32 (n)"""
    @dim.setter
    def dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """pair_friction of the pair. friction coefficients: tangent 1 and 2, spin, roll 1 and 2: float64 (5)"""
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> npt.NDArray[np.float64]:
        """pair_gap of the pair. part of the margin in which contacts generate no force: float64 (n) [m]"""
    @gap.setter
    def gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom1(self) -> npt.NDArray[np.int32]:
        """pair_geom1 of the pair. id of the first geom: int32 (n)"""
    @geom1.setter
    def geom1(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom2(self) -> npt.NDArray[np.int32]:
        """pair_geom2 of the pair. id of the second geom: int32 (n)"""
    @geom2.setter
    def geom2(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """pair_margin of the pair. distance at which contacts are detected: float64 (n) [m]"""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> npt.NDArray[np.int32]:
        """pair_signature of the pair. signature of the body pair: body1 << 16 + body2: int32 (n)"""
    @signature.setter
    def signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """pair_solimp of the pair. constraint solver impedance: float64 (5)"""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """pair_solref of the pair. constraint solver reference, normal direction: float64 (2)"""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """pair_solreffriction of the pair. constraint solver reference, friction directions; zeros: solref: float64 (2)"""
    @solreffriction.setter
    def solreffriction(self, value: npt.ArrayLike) -> None: ...

class _MjModelExcludeViews(Accessor):
    """Fields of a exclude, as live views."""
    @property
    def signature(self) -> npt.NDArray[np.int32]:
        """exclude_signature of the exclude. signature of the body pair: body1 << 16 + body2: int32 (n)"""
    @signature.setter
    def signature(self, value: npt.ArrayLike) -> None: ...

class _MjModelEqualityViews(Accessor):
    """Fields of a equality, as live views."""
    @property
    def active0(self) -> npt.NDArray[np.uint8]:
        """eq_active0 of the equality. 1 if the constraint is active initially: uint8 (n)"""
    @active0.setter
    def active0(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """eq_data of the equality. type-specific constraint parameters: float64 (neqdata)"""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def obj1id(self) -> npt.NDArray[np.int32]:
        """eq_obj1id of the equality. id of the first object: int32 (n)"""
    @obj1id.setter
    def obj1id(self, value: npt.ArrayLike) -> None: ...
    @property
    def obj2id(self) -> npt.NDArray[np.int32]:
        """eq_obj2id of the equality. id of the second object; -1: none: int32 (n)"""
    @obj2id.setter
    def obj2id(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """eq_objtype of the equality. type of the objects (mjtObj): int32 (n)"""
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """eq_solimp of the equality. constraint solver impedance: float64 (5)"""
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """eq_solref of the equality. constraint solver reference: float64 (2)"""
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """eq_type of the equality. equality constraint type (mjtEq): int32 (n)"""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...

class _MjModelTendonViews(Accessor):
    """Fields of a tendon, as live views."""
    @property
    def actfrclimited(self) -> npt.NDArray[np.uint8]:
        """tendon_actfrclimited of the tendon. 1 if the total actuator force is limited: uint8 (n)"""
    @actfrclimited.setter
    def actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """tendon_actfrcrange of the tendon. range of the total actuator force: float64 (2) [N]"""
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorid(self) -> npt.NDArray[np.int32]:
        """tendon_actuatorid of the tendon. id of the actuator that adds damping or armature to the tendon; -1: none, -2: several: int32 (n)"""
    @actuatorid.setter
    def actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """tendon_adr of the tendon. address of the first path element: int32 (n)"""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """tendon_armature of the tendon. armature inertia of the tendon length: float64 (n) [kg]"""
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """tendon_damping of the tendon. damping coefficient: float64 (n) [N s/m]"""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """tendon_dampingpoly of the tendon. damping: coefficients of v|v| and v^3 for the velocity v: float64 (2)"""
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def frictionloss(self) -> npt.NDArray[np.float64]:
        """tendon_frictionloss of the tendon. dry friction: maximum friction force: float64 (n) [N]"""
    @frictionloss.setter
    def frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """tendon_group of the tendon. visualization group: int32 (n)"""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """tendon_invweight0 of the tendon. inverse inertia at qpos0: float64 (n)"""
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def length0(self) -> npt.NDArray[np.float64]:
        """tendon_length0 of the tendon. tendon length at qpos0: float64 (n) [m]"""
    @length0.setter
    def length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def lengthspring(self) -> npt.NDArray[np.float64]:
        """tendon_lengthspring of the tendon. deadband of the spring: range of resting lengths: float64 (2) [m]"""
    @lengthspring.setter
    def lengthspring(self, value: npt.ArrayLike) -> None: ...
    @property
    def limited(self) -> npt.NDArray[np.uint8]:
        """tendon_limited of the tendon. 1 if the length is limited: uint8 (n)"""
    @limited.setter
    def limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """tendon_margin of the tendon. distance to the limit at which the constraint becomes active: float64 (n) [m]"""
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """tendon_matid of the tendon. id of the material; -1: none: int32 (n)"""
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def num(self) -> npt.NDArray[np.int32]:
        """tendon_num of the tendon. number of path elements: int32 (n)"""
    @num.setter
    def num(self, value: npt.ArrayLike) -> None: ...
    @property
    def plasticadr(self) -> npt.NDArray[np.int32]:
        """tendon_plasticadr of the tendon. address of the deadband of the spring in plastic; -1: the spring does not yield: int32 (n)"""
    @plasticadr.setter
    def plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """tendon_range of the tendon. tendon length limits: float64 (2) [m]"""
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """tendon_rgba of the tendon. color of tendons without material: float32 (4)"""
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_fri(self) -> npt.NDArray[np.float64]:
        """tendon_solimp_fri of the tendon. constraint solver impedance of friction loss: float64 (5)"""
    @solimp_fri.setter
    def solimp_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_lim(self) -> npt.NDArray[np.float64]:
        """tendon_solimp_lim of the tendon. constraint solver impedance of the limit: float64 (5)"""
    @solimp_lim.setter
    def solimp_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_fri(self) -> npt.NDArray[np.float64]:
        """tendon_solref_fri of the tendon. constraint solver reference of friction loss: float64 (2)"""
    @solref_fri.setter
    def solref_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_lim(self) -> npt.NDArray[np.float64]:
        """tendon_solref_lim of the tendon. constraint solver reference of the limit: float64 (2)"""
    @solref_lim.setter
    def solref_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def springyield(self) -> npt.NDArray[np.float64]:
        """tendon_springyield of the tendon. displacement at which the spring yields: float64 (n) [m]"""
    @springyield.setter
    def springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """tendon_stiffness of the tendon. spring stiffness: float64 (n) [N/m]"""
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """tendon_stiffnesspoly of the tendon. spring stiffness: coefficients of the square and cube of the displacement: float64 (2)"""
    @stiffnesspoly.setter
    def stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """tendon_treeid of the tendon. ids of the first two kinematic trees along the path; -1: none: int32 (2)"""
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def treenum(self) -> npt.NDArray[np.int32]:
        """tendon_treenum of the tendon. number of kinematic trees along the path: int32 (n)"""
    @treenum.setter
    def treenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """tendon_user of the tendon. user data: float64 (nuser_tendon)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def width(self) -> npt.NDArray[np.float64]:
        """tendon_width of the tendon. rendered width: float64 (n) [m]"""
    @width.setter
    def width(self, value: npt.ArrayLike) -> None: ...

class _MjModelActuatorViews(Accessor):
    """Fields of a actuator, as live views."""
    @property
    def acc0(self) -> npt.NDArray[np.float64]:
        """actuator_acc0 of the actuator. acceleration from a unit force at qpos0: float64 (n)"""
    @acc0.setter
    def acc0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actadr(self) -> npt.NDArray[np.int32]:
        """actuator_actadr of the actuator. address of the first activation; -1: stateless: int32 (n)"""
    @actadr.setter
    def actadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actearly(self) -> npt.NDArray[np.uint8]:
        """actuator_actearly of the actuator. 1 if the force is computed from the next activation: uint8 (n)"""
    @actearly.setter
    def actearly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actlimited(self) -> npt.NDArray[np.uint8]:
        """actuator_actlimited of the actuator. 1 if the activation is limited: uint8 (n)"""
    @actlimited.setter
    def actlimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actnum(self) -> npt.NDArray[np.int32]:
        """actuator_actnum of the actuator. number of activations: int32 (n)"""
    @actnum.setter
    def actnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def actrange(self) -> npt.NDArray[np.float64]:
        """actuator_actrange of the actuator. activation limits: float64 (2)"""
    @actrange.setter
    def actrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """actuator_armature of the actuator. armature inertia of the target joint or tendon, divided by gear^2: float64 (n) [kg, kg m^2]"""
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def biasprm(self) -> npt.NDArray[np.float64]:
        """actuator_biasprm of the actuator. parameters of the bias: float64 (10)"""
    @biasprm.setter
    def biasprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def biastype(self) -> npt.NDArray[np.int32]:
        """actuator_biastype of the actuator. bias type (mjtBias): int32 (n)"""
    @biastype.setter
    def biastype(self, value: npt.ArrayLike) -> None: ...
    @property
    def cranklength(self) -> npt.NDArray[np.float64]:
        """actuator_cranklength of the actuator. length of the rod of a slider-crank: float64 (n) [m]"""
    @cranklength.setter
    def cranklength(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrladr(self) -> npt.NDArray[np.int32]:
        """actuator_ctrladr of the actuator. address of the first control: int32 (n)"""
    @ctrladr.setter
    def ctrladr(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrllimited(self) -> npt.NDArray[np.uint8]:
        """actuator_ctrllimited of the actuator. 1 if the control is limited: uint8 (n)"""
    @ctrllimited.setter
    def ctrllimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrlnum(self) -> npt.NDArray[np.int32]:
        """actuator_ctrlnum of the actuator. number of controls: int32 (n)"""
    @ctrlnum.setter
    def ctrlnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrlrange(self) -> npt.NDArray[np.float64]:
        """actuator_ctrlrange of the actuator. control limits: float64 (2)"""
    @ctrlrange.setter
    def ctrlrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrlspec(self) -> npt.NDArray[np.int32]:
        """actuator_ctrlspec of the actuator. inputs: bits of mjtCtrlInput, or for gain so3 a value of mjtCtrlChart; 0: one command: int32 (n)"""
    @ctrlspec.setter
    def ctrlspec(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """actuator_damping of the actuator. damping of the target joint or tendon, divided by gear^2: float64 (n) [N s/m, N m s/rad]"""
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """actuator_dampingpoly of the actuator. damping of the target: coefficients of v|v| and v^3 for its velocity v, divided by gear^2: float64 (2)"""
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def delay(self) -> npt.NDArray[np.float64]:
        """actuator_delay of the actuator. control delay: float64 (n) [s]"""
    @delay.setter
    def delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def dynprm(self) -> npt.NDArray[np.float64]:
        """actuator_dynprm of the actuator. parameters of the activation dynamics: float64 (10)"""
    @dynprm.setter
    def dynprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def dyntype(self) -> npt.NDArray[np.int32]:
        """actuator_dyntype of the actuator. activation dynamics type (mjtDyn): int32 (n)"""
    @dyntype.setter
    def dyntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def forcelimited(self) -> npt.NDArray[np.uint8]:
        """actuator_forcelimited of the actuator. 1 if the force is limited: uint8 (n)"""
    @forcelimited.setter
    def forcelimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def forcerange(self) -> npt.NDArray[np.float64]:
        """actuator_forcerange of the actuator. force limits: float64 (2)"""
    @forcerange.setter
    def forcerange(self, value: npt.ArrayLike) -> None: ...
    @property
    def gainprm(self) -> npt.NDArray[np.float64]:
        """actuator_gainprm of the actuator. parameters of the gain: float64 (10)"""
    @gainprm.setter
    def gainprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def gaintype(self) -> npt.NDArray[np.int32]:
        """actuator_gaintype of the actuator. gain type (mjtGain): int32 (n)"""
    @gaintype.setter
    def gaintype(self, value: npt.ArrayLike) -> None: ...
    @property
    def gear(self) -> npt.NDArray[np.float64]:
        """actuator_gear of the actuator. gear ratio: scale of length and force; for sites a wrench: float64 (6)"""
    @gear.setter
    def gear(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """actuator_group of the actuator. visualization group: int32 (n)"""
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.int32]:
        """actuator_history of the actuator. history buffer: number of samples, interpolation order: int32 (2)"""
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def historyadr(self) -> npt.NDArray[np.int32]:
        """actuator_historyadr of the actuator. address in the history buffer; -1: none: int32 (n)"""
    @historyadr.setter
    def historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def length0(self) -> npt.NDArray[np.float64]:
        """actuator_length0 of the actuator. actuator length at qpos0: float64 (n)"""
    @length0.setter
    def length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def lengthrange(self) -> npt.NDArray[np.float64]:
        """actuator_lengthrange of the actuator. feasible range of the actuator length: float64 (2)"""
    @lengthrange.setter
    def lengthrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def outadr(self) -> npt.NDArray[np.int32]:
        """actuator_outadr of the actuator. address of the first output: int32 (n)"""
    @outadr.setter
    def outadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def outnum(self) -> npt.NDArray[np.int32]:
        """actuator_outnum of the actuator. number of outputs: int32 (n)"""
    @outnum.setter
    def outnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """actuator_plugin of the actuator. id of the plugin instance; -1: none: int32 (n)"""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def trnid(self) -> npt.NDArray[np.int32]:
        """actuator_trnid of the actuator. ids of the transmission targets: joint, tendon, site, body: int32 (2)"""
    @trnid.setter
    def trnid(self, value: npt.ArrayLike) -> None: ...
    @property
    def trntype(self) -> npt.NDArray[np.int32]:
        """actuator_trntype of the actuator. transmission type (mjtTrn): int32 (n)"""
    @trntype.setter
    def trntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """actuator_user of the actuator. user data: float64 (nuser_actuator)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class _MjModelSensorViews(Accessor):
    """Fields of a sensor, as live views."""
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """sensor_adr of the sensor. address in sensordata: int32 (n)"""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def cutoff(self) -> npt.NDArray[np.float64]:
        """sensor_cutoff of the sensor. cutoff of the reading; 0: none: float64 (n)"""
    @cutoff.setter
    def cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def datatype(self) -> npt.NDArray[np.int32]:
        """sensor_datatype of the sensor. data type of the reading (mjtDataType): int32 (n)"""
    @datatype.setter
    def datatype(self, value: npt.ArrayLike) -> None: ...
    @property
    def delay(self) -> npt.NDArray[np.float64]:
        """sensor_delay of the sensor. delay of the reading: float64 (n) [s]"""
    @delay.setter
    def delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """sensor_dim of the sensor. number of elements of the reading: int32 (n)"""
    @dim.setter
    def dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.int32]:
        """sensor_history of the sensor. history buffer: number of samples, interpolation order: int32 (2)"""
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def historyadr(self) -> npt.NDArray[np.int32]:
        """sensor_historyadr of the sensor. address in the history buffer; -1: none: int32 (n)"""
    @historyadr.setter
    def historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def interval(self) -> npt.NDArray[np.float64]:
        """sensor_interval of the sensor. sampling interval: period, phase: float64 (2) [s]"""
    @interval.setter
    def interval(self, value: npt.ArrayLike) -> None: ...
    @property
    def intprm(self) -> npt.NDArray[np.int32]:
        """sensor_intprm of the sensor. integer parameters, by sensor type: int32 (3)"""
    @intprm.setter
    def intprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def needstage(self) -> npt.NDArray[np.int32]:
        """sensor_needstage of the sensor. pipeline stage that the sensor requires (mjtStage): int32 (n)"""
    @needstage.setter
    def needstage(self, value: npt.ArrayLike) -> None: ...
    @property
    def noise(self) -> npt.NDArray[np.float64]:
        """sensor_noise of the sensor. standard deviation of sensor noise, not applied in simulation: float64 (n)"""
    @noise.setter
    def noise(self, value: npt.ArrayLike) -> None: ...
    @property
    def objid(self) -> npt.NDArray[np.int32]:
        """sensor_objid of the sensor. id of the sensed object; -1: none: int32 (n)"""
    @objid.setter
    def objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """sensor_objtype of the sensor. type of the sensed object (mjtObj): int32 (n)"""
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """sensor_plugin of the sensor. id of the plugin instance; -1: none: int32 (n)"""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def refid(self) -> npt.NDArray[np.int32]:
        """sensor_refid of the sensor. id of the reference object; -1: world frame: int32 (n)"""
    @refid.setter
    def refid(self, value: npt.ArrayLike) -> None: ...
    @property
    def reftype(self) -> npt.NDArray[np.int32]:
        """sensor_reftype of the sensor. type of the reference object (mjtObj): int32 (n)"""
    @reftype.setter
    def reftype(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """sensor_type of the sensor. sensor type (mjtSensor): int32 (n)"""
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """sensor_user of the sensor. user data: float64 (nuser_sensor)"""
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class _MjModelNumericViews(Accessor):
    """Fields of a numeric, as live views."""
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """numeric_adr of the numeric. address of the field in numeric_data: int32 (n)"""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """numeric_data of the numeric. elements of all custom numeric fields: float64 (n)"""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.int32]:
        """numeric_size of the numeric. number of elements of the field: int32 (n)"""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...

class _MjModelTupleViews(Accessor):
    """Fields of a tuple, as live views."""
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """tuple_adr of the tuple. address of the first tuple element: int32 (n)"""
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def objid(self) -> npt.NDArray[np.int32]:
        """tuple_objid of the tuple. id of a tuple element: int32 (n)"""
    @objid.setter
    def objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def objprm(self) -> npt.NDArray[np.float64]:
        """tuple_objprm of the tuple. parameter of a tuple element: float64 (n)"""
    @objprm.setter
    def objprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """tuple_objtype of the tuple. type of a tuple element (mjtObj): int32 (n)"""
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.int32]:
        """tuple_size of the tuple. number of tuple elements: int32 (n)"""
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...

class _MjModelKeyframeViews(Accessor):
    """Fields of a keyframe, as live views."""
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """key_act of the keyframe. keyframe activations: float64 (na)"""
    @act.setter
    def act(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """key_ctrl of the keyframe. keyframe controls: float64 (nu)"""
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def mpos(self) -> npt.NDArray[np.float64]:
        """key_mpos of the keyframe. keyframe positions of mocap bodies: float64 (nmocap*3) [m]"""
    @mpos.setter
    def mpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mquat(self) -> npt.NDArray[np.float64]:
        """key_mquat of the keyframe. keyframe orientations of mocap bodies: float64 (nmocap*4)"""
    @mquat.setter
    def mquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def plastic(self) -> npt.NDArray[np.float64]:
        """key_plastic of the keyframe. keyframe references of springs that yield: float64 (nplastic)"""
    @plastic.setter
    def plastic(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """key_qpos of the keyframe. keyframe joint positions: float64 (nq)"""
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """key_qvel of the keyframe. keyframe joint velocities: float64 (nv)"""
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def time(self) -> npt.NDArray[np.float64]:
        """key_time of the keyframe. keyframe time: float64 (n) [s]"""
    @time.setter
    def time(self, value: npt.ArrayLike) -> None: ...

class _MjDataBodyViews(Accessor):
    """Fields of a body, as live views."""
    @property
    def awake(self) -> npt.NDArray[np.int32]:
        """body_awake of the body. sleep state of bodies (mjtSleepState): int32 (n)"""
    @awake.setter
    def awake(self, value: npt.ArrayLike) -> None: ...
    @property
    def awake_ind(self) -> npt.NDArray[np.int32]:
        """body_awake_ind of the body. ids of the bodies that are awake or static: int32 (n)"""
    @awake_ind.setter
    def awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def cacc(self) -> npt.NDArray[np.float64]:
        """cacc of the body. spatial acceleration of bodies: rotation, translation: float64 (6) [rad/s^2, m/s^2]"""
    @cacc.setter
    def cacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_ext(self) -> npt.NDArray[np.float64]:
        """cfrc_ext of the body. external force on bodies: torque, force: float64 (6) [N m, N]"""
    @cfrc_ext.setter
    def cfrc_ext(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_int(self) -> npt.NDArray[np.float64]:
        """cfrc_int of the body. interaction force with the parent body: torque, force: float64 (6) [N m, N]"""
    @cfrc_int.setter
    def cfrc_int(self, value: npt.ArrayLike) -> None: ...
    @property
    def cinert(self) -> npt.NDArray[np.float64]:
        """cinert of the body. inertia of bodies about the center of mass of their tree: 6 moments, mass times offset, mass: float64 (10) [kg m^2, kg m, kg]"""
    @cinert.setter
    def cinert(self, value: npt.ArrayLike) -> None: ...
    @property
    def crb(self) -> npt.NDArray[np.float64]:
        """crb of the body. composite inertia of subtrees, layout of cinert: float64 (10) [kg m^2, kg m, kg]"""
    @crb.setter
    def crb(self, value: npt.ArrayLike) -> None: ...
    @property
    def cvel(self) -> npt.NDArray[np.float64]:
        """cvel of the body. spatial velocity of bodies: rotation, translation: float64 (6) [rad/s, m/s]"""
    @cvel.setter
    def cvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def parent_awake_ind(self) -> npt.NDArray[np.int32]:
        """parent_awake_ind of the body. ids of the bodies whose parent is awake or static: int32 (n)"""
    @parent_awake_ind.setter
    def parent_awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_angmom(self) -> npt.NDArray[np.float64]:
        """subtree_angmom of the body. angular momentum of subtrees about their center of mass: float64 (3) [kg m^2/s]"""
    @subtree_angmom.setter
    def subtree_angmom(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_com(self) -> npt.NDArray[np.float64]:
        """subtree_com of the body. center of mass of subtrees: float64 (3) [m]"""
    @subtree_com.setter
    def subtree_com(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_linvel(self) -> npt.NDArray[np.float64]:
        """subtree_linvel of the body. linear velocity of the center of mass of subtrees: float64 (3) [m/s]"""
    @subtree_linvel.setter
    def subtree_linvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def xfrc_applied(self) -> npt.NDArray[np.float64]:
        """xfrc_applied of the body. applied force and torque on bodies, at the center of mass xipos: float64 (6) [N, N m]"""
    @xfrc_applied.setter
    def xfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def ximat(self) -> npt.NDArray[np.float64]:
        """ximat of the body. orientation of inertial frames, row-major: float64 (9)"""
    @ximat.setter
    def ximat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xipos(self) -> npt.NDArray[np.float64]:
        """xipos of the body. center of mass of bodies: float64 (3) [m]"""
    @xipos.setter
    def xipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """xmat of the body. orientation of body frames, row-major: float64 (9)"""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """xpos of the body. position of body frames: float64 (3) [m]"""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xquat(self) -> npt.NDArray[np.float64]:
        """xquat of the body. orientation of body frames, unit quaternions: float64 (4)"""
    @xquat.setter
    def xquat(self, value: npt.ArrayLike) -> None: ...

class _MjDataJointViews(Accessor):
    """Fields of a joint, as live views."""
    @property
    def awake_ind(self) -> npt.NDArray[np.int32]:
        """dof_awake_ind of the joint. indices of the awake dofs: int32 (n)"""
    @awake_ind.setter
    def awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof(self) -> npt.NDArray[np.float64]:
        """cdof of the joint. motion axes of dofs about the center of mass of their tree: rotation, translation: float64 (6)"""
    @cdof.setter
    def cdof(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof_dot(self) -> npt.NDArray[np.float64]:
        """cdof_dot of the joint. time derivative of cdof: float64 (6)"""
    @cdof_dot.setter
    def cdof_dot(self, value: npt.ArrayLike) -> None: ...
    @property
    def island(self) -> npt.NDArray[np.int32]:
        """dof_island of the joint. island id of a dof; -1: none: int32 (n)"""
    @island.setter
    def island(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_dof2idof(self) -> npt.NDArray[np.int32]:
        """map_dof2idof of the joint. position of a dof in island order: int32 (n)"""
    @map_dof2idof.setter
    def map_dof2idof(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_idof2dof(self) -> npt.NDArray[np.int32]:
        """map_idof2dof of the joint. dof at each position in island order: int32 (n)"""
    @map_idof2dof.setter
    def map_idof2dof(self, value: npt.ArrayLike) -> None: ...
    @property
    def qHDiagInv(self) -> npt.NDArray[np.float64]:
        """qHDiagInv of the joint. inverse of the diagonal D of qH: float64 (n)"""
    @qHDiagInv.setter
    def qHDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLDiagInv(self) -> npt.NDArray[np.float64]:
        """qLDiagInv of the joint. inverse of the diagonal D of qLD: float64 (n)"""
    @qLDiagInv.setter
    def qLDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc(self) -> npt.NDArray[np.float64]:
        """qacc of the joint. joint accelerations: float64 (n) [m/s^2, rad/s^2]"""
    @qacc.setter
    def qacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_smooth(self) -> npt.NDArray[np.float64]:
        """qacc_smooth of the joint. unconstrained acceleration: float64 (n) [m/s^2, rad/s^2]"""
    @qacc_smooth.setter
    def qacc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_warmstart(self) -> npt.NDArray[np.float64]:
        """qacc_warmstart of the joint. solver warm start: acceleration of the previous step: float64 (n) [m/s^2, rad/s^2]"""
    @qacc_warmstart.setter
    def qacc_warmstart(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_actuator(self) -> npt.NDArray[np.float64]:
        """qfrc_actuator of the joint. actuator forces in joint space: float64 (n) [N, N m]"""
    @qfrc_actuator.setter
    def qfrc_actuator(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_adhesion(self) -> npt.NDArray[np.float64]:
        """qfrc_adhesion of the joint. attraction of contacts that adhere: float64 (n) [N, N m]"""
    @qfrc_adhesion.setter
    def qfrc_adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_applied(self) -> npt.NDArray[np.float64]:
        """qfrc_applied of the joint. applied joint-space forces: float64 (n) [N, N m]"""
    @qfrc_applied.setter
    def qfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_bias(self) -> npt.NDArray[np.float64]:
        """qfrc_bias of the joint. bias force: Coriolis, centrifugal and gravitational: float64 (n) [N, N m]"""
    @qfrc_bias.setter
    def qfrc_bias(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_constraint(self) -> npt.NDArray[np.float64]:
        """qfrc_constraint of the joint. constraint forces in joint space: float64 (n) [N, N m]"""
    @qfrc_constraint.setter
    def qfrc_constraint(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_damper(self) -> npt.NDArray[np.float64]:
        """qfrc_damper of the joint. damper forces: float64 (n) [N, N m]"""
    @qfrc_damper.setter
    def qfrc_damper(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_fluid(self) -> npt.NDArray[np.float64]:
        """qfrc_fluid of the joint. fluid forces: float64 (n) [N, N m]"""
    @qfrc_fluid.setter
    def qfrc_fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_gravcomp(self) -> npt.NDArray[np.float64]:
        """qfrc_gravcomp of the joint. gravity compensation forces: float64 (n) [N, N m]"""
    @qfrc_gravcomp.setter
    def qfrc_gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_inverse(self) -> npt.NDArray[np.float64]:
        """qfrc_inverse of the joint. inverse dynamics: joint-space force that produces qacc: float64 (n) [N, N m]"""
    @qfrc_inverse.setter
    def qfrc_inverse(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_passive(self) -> npt.NDArray[np.float64]:
        """qfrc_passive of the joint. sum of the passive forces: float64 (n) [N, N m]"""
    @qfrc_passive.setter
    def qfrc_passive(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_smooth(self) -> npt.NDArray[np.float64]:
        """qfrc_smooth of the joint. sum of all forces except constraint forces: float64 (n) [N, N m]"""
    @qfrc_smooth.setter
    def qfrc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_spring(self) -> npt.NDArray[np.float64]:
        """qfrc_spring of the joint. spring forces: float64 (n) [N, N m]"""
    @qfrc_spring.setter
    def qfrc_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """qpos of the joint. joint positions; unit quaternions for free and ball joints: float64 (n) [m, rad]"""
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """qvel of the joint. joint velocities: float64 (n) [m/s, rad/s]"""
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def xanchor(self) -> npt.NDArray[np.float64]:
        """xanchor of the joint. joint anchors: float64 (3) [m]"""
    @xanchor.setter
    def xanchor(self, value: npt.ArrayLike) -> None: ...
    @property
    def xaxis(self) -> npt.NDArray[np.float64]:
        """xaxis of the joint. joint axes: float64 (3)"""
    @xaxis.setter
    def xaxis(self, value: npt.ArrayLike) -> None: ...

class _MjDataGeomViews(Accessor):
    """Fields of a geom, as live views."""
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """geom_xmat of the geom. orientation of geoms, row-major: float64 (9)"""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """geom_xpos of the geom. position of geoms: float64 (3) [m]"""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...

class _MjDataSiteViews(Accessor):
    """Fields of a site, as live views."""
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """site_xmat of the site. orientation of sites, row-major: float64 (9)"""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """site_xpos of the site. position of sites: float64 (3) [m]"""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...

class _MjDataCameraViews(Accessor):
    """Fields of a camera, as live views."""
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """cam_xmat of the camera. orientation of cameras, row-major: float64 (9)"""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """cam_xpos of the camera. position of cameras: float64 (3) [m]"""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...

class _MjDataLightViews(Accessor):
    """Fields of a light, as live views."""
    @property
    def xdir(self) -> npt.NDArray[np.float64]:
        """light_xdir of the light. direction of lights: float64 (3)"""
    @xdir.setter
    def xdir(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """light_xpos of the light. position of lights: float64 (3) [m]"""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...

class _MjDataTendonViews(Accessor):
    """Fields of a tendon, as live views."""
    @property
    def J(self) -> npt.NDArray[np.float64]:
        """ten_J of the tendon. Jacobian of the tendon lengths: float64 (nv)"""
    @J.setter
    def J(self, value: npt.ArrayLike) -> None: ...
    @property
    def J_colind(self) -> npt.NDArray[np.int32]:
        """ten_J_colind of the tendon. column indices of ten_J, when sparse: int32 (nv)"""
    @J_colind.setter
    def J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def J_rowadr(self) -> npt.NDArray[np.int32]:
        """ten_J_rowadr of the tendon. address of each row of ten_J, when sparse: int32 (n)"""
    @J_rowadr.setter
    def J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def J_rownnz(self) -> npt.NDArray[np.int32]:
        """ten_J_rownnz of the tendon. number of nonzeros in each row of ten_J, when sparse: int32 (n)"""
    @J_rownnz.setter
    def J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def efcadr(self) -> npt.NDArray[np.int32]:
        """tendon_efcadr of the tendon. address of the first friction loss or limit row of a tendon, or id of its equality, as in 3.5.0; -1: none: int32 (n)"""
    @efcadr.setter
    def efcadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """ten_length of the tendon. tendon lengths: float64 (n) [m, rad]"""
    @length.setter
    def length(self, value: npt.ArrayLike) -> None: ...
    @property
    def velocity(self) -> npt.NDArray[np.float64]:
        """ten_velocity of the tendon. tendon velocities: float64 (n) [m/s, rad/s]"""
    @velocity.setter
    def velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrapadr(self) -> npt.NDArray[np.int32]:
        """ten_wrapadr of the tendon. address of the first tendon path point in wrap_obj, wrap_xpos: int32 (n)"""
    @wrapadr.setter
    def wrapadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrapnum(self) -> npt.NDArray[np.int32]:
        """ten_wrapnum of the tendon. number of tendon path points: int32 (n)"""
    @wrapnum.setter
    def wrapnum(self, value: npt.ArrayLike) -> None: ...

class _MjDataActuatorViews(Accessor):
    """Fields of a actuator, as live views."""
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """ctrl of the actuator. actuator controls: float64 (n)"""
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def force(self) -> npt.NDArray[np.float64]:
        """actuator_force of the actuator. actuator forces, by output: float64 (n)"""
    @force.setter
    def force(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """actuator_length of the actuator. actuator lengths: float64 (n)"""
    @length.setter
    def length(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment(self) -> npt.NDArray[np.float64]:
        """actuator_moment of the actuator. actuator moment arms d length / d qpos, in compressed rows: float64 (n)"""
    @moment.setter
    def moment(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_rowadr(self) -> npt.NDArray[np.int32]:
        """moment_rowadr of the actuator. address of each row of actuator_moment: int32 (n)"""
    @moment_rowadr.setter
    def moment_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_rownnz(self) -> npt.NDArray[np.int32]:
        """moment_rownnz of the actuator. number of nonzeros in each row of actuator_moment: int32 (n)"""
    @moment_rownnz.setter
    def moment_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def velocity(self) -> npt.NDArray[np.float64]:
        """actuator_velocity of the actuator. actuator velocities: float64 (n)"""
    @velocity.setter
    def velocity(self, value: npt.ArrayLike) -> None: ...

class _MjDataSensorViews(Accessor):
    """Fields of a sensor, as live views."""
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """sensordata of the sensor. sensor readings: float64 (n)"""
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...

class ModelFields:
    """Fields of MjModel."""
    @property
    def nq(self) -> int:
        """number of generalized positions: length of qpos: int64"""
    @property
    def nv(self) -> int:
        """number of dofs: length of qvel: int64"""
    @property
    def nu(self) -> int:
        """number of controls: length of ctrl: int64"""
    @property
    def na(self) -> int:
        """number of activations: length of act: int64"""
    @property
    def nbody(self) -> int:
        """number of bodies, including the world body: int64"""
    @property
    def nbvh(self) -> int:
        """number of BVH nodes: int64"""
    @property
    def nbvhstatic(self) -> int:
        """number of static BVH nodes: boxes in the local frame of the object: int64"""
    @property
    def nbvhdynamic(self) -> int:
        """number of dynamic BVH nodes: boxes in the world frame (flexes): int64"""
    @property
    def noct(self) -> int:
        """number of octree nodes: int64"""
    @property
    def njnt(self) -> int:
        """number of joints: int64"""
    @property
    def ntree(self) -> int:
        """number of kinematic trees attached to the world body: int64"""
    @property
    def nM(self) -> int:
        """number of elements of qM: one per dof and ancestor dof: int64"""
    @property
    def nB(self) -> int:
        """number of nonzeros of the body-dof matrix: int64"""
    @property
    def nC(self) -> int:
        """number of nonzeros of M: lower triangle in compressed rows: int64"""
    @property
    def nD(self) -> int:
        """number of nonzeros of D: pairs of dofs on the same kinematic branch: int64"""
    @property
    def ngeom(self) -> int:
        """number of geoms: int64"""
    @property
    def nsite(self) -> int:
        """number of sites: int64"""
    @property
    def ncam(self) -> int:
        """number of cameras: int64"""
    @property
    def nlight(self) -> int:
        """number of lights: int64"""
    @property
    def nflex(self) -> int:
        """number of flexes: int64"""
    @property
    def nflexnode(self) -> int:
        """number of interpolation nodes of all flexes: int64"""
    @property
    def nflexvert(self) -> int:
        """number of vertices of all flexes: int64"""
    @property
    def nflexedge(self) -> int:
        """number of edges of all flexes: int64"""
    @property
    def nflexelem(self) -> int:
        """number of elements of all flexes: int64"""
    @property
    def nflexelemdata(self) -> int:
        """number of element vertex ids of all flexes: int64"""
    @property
    def nflexelemedge(self) -> int:
        """number of element edge ids of all flexes: int64"""
    @property
    def nflexshelldata(self) -> int:
        """number of shell fragment vertex ids of all flexes: int64"""
    @property
    def nflexevpair(self) -> int:
        """number of element-vertex collision pairs of all flexes: int64"""
    @property
    def nflextexcoord(self) -> int:
        """number of texture coordinates of all flexes: int64"""
    @property
    def nJfe(self) -> int:
        """number of nonzeros of the flex edge Jacobian: int64"""
    @property
    def nJfv(self) -> int:
        """number of nonzeros of the flex vertex Jacobian: int64"""
    @property
    def nmesh(self) -> int:
        """number of meshes: int64"""
    @property
    def nmeshvert(self) -> int:
        """number of vertices of all meshes: int64"""
    @property
    def nmeshnormal(self) -> int:
        """number of normals of all meshes: int64"""
    @property
    def nmeshtexcoord(self) -> int:
        """number of texture coordinates of all meshes: int64"""
    @property
    def nmeshface(self) -> int:
        """number of triangles of all meshes: int64"""
    @property
    def nmeshgraph(self) -> int:
        """number of integers in the convex hull graphs: int64"""
    @property
    def nmeshpoly(self) -> int:
        """number of polygons of all convex hulls: int64"""
    @property
    def nmeshpolyvert(self) -> int:
        """number of polygon vertex ids of all convex hulls: int64"""
    @property
    def nmeshpolymap(self) -> int:
        """number of elements of the map from vertices to polygons: int64"""
    @property
    def nskin(self) -> int:
        """number of skins: int64"""
    @property
    def nskinvert(self) -> int:
        """number of vertices of all skins: int64"""
    @property
    def nskintexvert(self) -> int:
        """number of texture coordinates of all skins: int64"""
    @property
    def nskinface(self) -> int:
        """number of triangles of all skins: int64"""
    @property
    def nskinbone(self) -> int:
        """number of bones of all skins: int64"""
    @property
    def nskinbonevert(self) -> int:
        """number of bone vertices of all skins: int64"""
    @property
    def nhfield(self) -> int:
        """number of height fields: int64"""
    @property
    def nhfielddata(self) -> int:
        """number of elevation samples of all height fields: int64"""
    @property
    def ntex(self) -> int:
        """number of textures: int64"""
    @property
    def ntexdata(self) -> int:
        """number of bytes of all textures: int64"""
    @property
    def nmat(self) -> int:
        """number of materials: int64"""
    @property
    def npair(self) -> int:
        """number of predefined geom pairs: int64"""
    @property
    def nexclude(self) -> int:
        """number of excluded body pairs: int64"""
    @property
    def neq(self) -> int:
        """number of equality constraints: int64"""
    @property
    def ntendon(self) -> int:
        """number of tendons: int64"""
    @property
    def nwrap(self) -> int:
        """number of path elements of all tendons: int64"""
    @property
    def nsensor(self) -> int:
        """number of sensors: int64"""
    @property
    def nnumeric(self) -> int:
        """number of custom numeric fields: int64"""
    @property
    def nnumericdata(self) -> int:
        """number of elements of all custom numeric fields: int64"""
    @property
    def ntext(self) -> int:
        """number of custom text fields: int64"""
    @property
    def ntextdata(self) -> int:
        """number of bytes of all custom text fields: int64"""
    @property
    def ntuple(self) -> int:
        """number of custom tuples: int64"""
    @property
    def ntupledata(self) -> int:
        """number of elements of all custom tuples: int64"""
    @property
    def nkey(self) -> int:
        """number of keyframes: int64"""
    @property
    def nmocap(self) -> int:
        """number of mocap bodies: int64"""
    @property
    def nplugin(self) -> int:
        """number of plugin instances: int64"""
    @property
    def npluginattr(self) -> int:
        """number of characters of all plugin config attributes: int64"""
    @property
    def nuser_body(self) -> int:
        """number of user data elements per body: int64"""
    @property
    def nuser_jnt(self) -> int:
        """number of user data elements per joint: int64"""
    @property
    def nuser_geom(self) -> int:
        """number of user data elements per geom: int64"""
    @property
    def nuser_site(self) -> int:
        """number of user data elements per site: int64"""
    @property
    def nuser_cam(self) -> int:
        """number of user data elements per camera: int64"""
    @property
    def nuser_tendon(self) -> int:
        """number of user data elements per tendon: int64"""
    @property
    def nuser_actuator(self) -> int:
        """number of user data elements per actuator: int64"""
    @property
    def nuser_sensor(self) -> int:
        """number of user data elements per sensor: int64"""
    @property
    def nnames(self) -> int:
        """number of characters of all names: int64"""
    @property
    def npaths(self) -> int:
        """number of characters of all file paths: int64"""
    @property
    def nnames_map(self) -> int:
        """number of slots of the name hash map: int64"""
    @property
    def nJmom(self) -> int:
        """number of nonzeros of actuator_moment: int64"""
    @property
    def ngravcomp(self) -> int:
        """number of bodies with gravity compensation above 0: int64"""
    @property
    def nemax(self) -> int:
        """maximum number of equality constraint rows: int64"""
    @property
    def njmax(self) -> int:
        """maximum number of constraint rows; -1: not specified (legacy): int64"""
    @property
    def nconmax(self) -> int:
        """maximum number of contacts; -1: not specified (legacy): int64"""
    @property
    def nuserdata(self) -> int:
        """number of elements of userdata: int64"""
    @property
    def nsensordata(self) -> int:
        """number of elements of sensordata: int64"""
    @property
    def npluginstate(self) -> int:
        """number of elements of plugin_state: int64"""
    @property
    def nhistory(self) -> int:
        """number of elements of the history buffer: int64"""
    @property
    def nbuffer(self) -> int:
        """memory of all arrays of the model: int64 [bytes]"""
    @property
    def signature(self) -> int:
        """hash of the compiled spec: uint64"""
    @property
    def nactuator(self) -> int:
        """number of actuators: int64"""
    @property
    def nout(self) -> int:
        """number of actuator outputs: length of actuator_force: int64"""
    @property
    def nplastic(self) -> int:
        """number of elements of plastic: int64"""
    @property
    def ncellmode(self) -> int:
        """number of elements of cell_mode: int64"""
    @property
    def neqdata(self) -> int:
        """number of columns of eq_data; 12 in models of release 3.17 and later: int64"""
    @property
    def flg_surfacevel(self) -> bool:
        """whether any geom has a surface velocity: int64"""
    @flg_surfacevel.setter
    def flg_surfacevel(self, value: bool) -> None: ...
    @property
    def flg_adhesion(self) -> bool:
        """whether any geom or pair adheres: int64"""
    @flg_adhesion.setter
    def flg_adhesion(self, value: bool) -> None: ...
    @property
    def qpos0(self) -> npt.NDArray[np.float64]:
        """joint positions in the reference configuration: float64 (nq)"""
    @qpos0.setter
    def qpos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos_spring(self) -> npt.NDArray[np.float64]:
        """joint positions at which the joint springs are at rest: float64 (nq)"""
    @qpos_spring.setter
    def qpos_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_parentid(self) -> npt.NDArray[np.int32]:
        """id of the parent body: int32 (nbody)"""
    @body_parentid.setter
    def body_parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_rootid(self) -> npt.NDArray[np.int32]:
        """id of the topmost body of the kinematic tree: int32 (nbody)"""
    @body_rootid.setter
    def body_rootid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_weldid(self) -> npt.NDArray[np.int32]:
        """id of the body that this body is welded to; own id if the body has joints: int32 (nbody)"""
    @body_weldid.setter
    def body_weldid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_mocapid(self) -> npt.NDArray[np.int32]:
        """id of the mocap body; -1: none: int32 (nbody)"""
    @body_mocapid.setter
    def body_mocapid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_jntnum(self) -> npt.NDArray[np.int32]:
        """number of joints: int32 (nbody)"""
    @body_jntnum.setter
    def body_jntnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_jntadr(self) -> npt.NDArray[np.int32]:
        """address of the first joint; -1: none: int32 (nbody)"""
    @body_jntadr.setter
    def body_jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_dofnum(self) -> npt.NDArray[np.int32]:
        """number of dofs: int32 (nbody)"""
    @body_dofnum.setter
    def body_dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_dofadr(self) -> npt.NDArray[np.int32]:
        """address of the first dof; -1: none: int32 (nbody)"""
    @body_dofadr.setter
    def body_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_treeid(self) -> npt.NDArray[np.int32]:
        """id of the kinematic tree; -1: static body: int32 (nbody)"""
    @body_treeid.setter
    def body_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_geomnum(self) -> npt.NDArray[np.int32]:
        """number of geoms: int32 (nbody)"""
    @body_geomnum.setter
    def body_geomnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_geomadr(self) -> npt.NDArray[np.int32]:
        """address of the first geom; -1: none: int32 (nbody)"""
    @body_geomadr.setter
    def body_geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_simple(self) -> npt.NDArray[np.uint8]:
        """1: diagonal inertia, 2: diagonal inertia and slide joints only: uint8 (nbody)"""
    @body_simple.setter
    def body_simple(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_sameframe(self) -> npt.NDArray[np.uint8]:
        """whether the inertial frame coincides with the body frame (mjtSameFrame): uint8 (nbody)"""
    @body_sameframe.setter
    def body_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_pos(self) -> npt.NDArray[np.float64]:
        """position in the parent frame: float64 (nbody, 3) [m]"""
    @body_pos.setter
    def body_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the parent frame: float64 (nbody, 4)"""
    @body_quat.setter
    def body_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_ipos(self) -> npt.NDArray[np.float64]:
        """position of the center of mass in the body frame: float64 (nbody, 3) [m]"""
    @body_ipos.setter
    def body_ipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_iquat(self) -> npt.NDArray[np.float64]:
        """orientation of the principal axes of inertia in the body frame: float64 (nbody, 4)"""
    @body_iquat.setter
    def body_iquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_mass(self) -> npt.NDArray[np.float64]:
        """mass: float64 (nbody) [kg]"""
    @body_mass.setter
    def body_mass(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_subtreemass(self) -> npt.NDArray[np.float64]:
        """mass of the subtree that starts at the body: float64 (nbody) [kg]"""
    @body_subtreemass.setter
    def body_subtreemass(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_inertia(self) -> npt.NDArray[np.float64]:
        """principal moments of inertia, in the inertial frame (ipos, iquat): float64 (nbody, 3) [kg m^2]"""
    @body_inertia.setter
    def body_inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_invweight0(self) -> npt.NDArray[np.float64]:
        """mean inverse inertia at qpos0: translation, rotation: float64 (nbody, 2) [1/kg, 1/(kg m^2)]"""
    @body_invweight0.setter
    def body_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_gravcomp(self) -> npt.NDArray[np.float64]:
        """gravity compensation force, as a fraction of the weight: float64 (nbody)"""
    @body_gravcomp.setter
    def body_gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_margin(self) -> npt.NDArray[np.float64]:
        """maximum margin of the geoms: float64 (nbody) [m]"""
    @body_margin.setter
    def body_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nbody, nuser_body)"""
    @body_user.setter
    def body_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (nbody)"""
    @body_plugin.setter
    def body_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_contype(self) -> npt.NDArray[np.int32]:
        """bitwise OR of the geom contype bitmasks: int32 (nbody)"""
    @body_contype.setter
    def body_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_conaffinity(self) -> npt.NDArray[np.int32]:
        """bitwise OR of the geom conaffinity bitmasks: int32 (nbody)"""
    @body_conaffinity.setter
    def body_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_bvhadr(self) -> npt.NDArray[np.int32]:
        """address of the BVH root; -1: none: int32 (nbody)"""
    @body_bvhadr.setter
    def body_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_bvhnum(self) -> npt.NDArray[np.int32]:
        """number of BVH nodes: int32 (nbody)"""
    @body_bvhnum.setter
    def body_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_depth(self) -> npt.NDArray[np.int32]:
        """depth of a BVH node: int32 (nbvh)"""
    @bvh_depth.setter
    def bvh_depth(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_child(self) -> npt.NDArray[np.int32]:
        """indices of the children of a BVH node; -1: none: int32 (nbvh, 2)"""
    @bvh_child.setter
    def bvh_child(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_nodeid(self) -> npt.NDArray[np.int32]:
        """id of the geom, face or element of a leaf; -1: inner node: int32 (nbvh)"""
    @bvh_nodeid.setter
    def bvh_nodeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_aabb(self) -> npt.NDArray[np.float64]:
        """axis-aligned bounding box of a BVH node: center, half sizes: float64 (nbvhstatic, 6) [m]"""
    @bvh_aabb.setter
    def bvh_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_depth(self) -> npt.NDArray[np.int32]:
        """depth of an octree node: int32 (noct)"""
    @oct_depth.setter
    def oct_depth(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_child(self) -> npt.NDArray[np.int32]:
        """indices of the children of an octree node; -1: none: int32 (noct, 8)"""
    @oct_child.setter
    def oct_child(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_aabb(self) -> npt.NDArray[np.float64]:
        """axis-aligned bounding box of an octree node: center, half sizes: float64 (noct, 6) [m]"""
    @oct_aabb.setter
    def oct_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def oct_coeff(self) -> npt.NDArray[np.float64]:
        """signed distances at the corners of an octree node: float64 (noct, 8) [m]"""
    @oct_coeff.setter
    def oct_coeff(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_type(self) -> npt.NDArray[np.int32]:
        """joint type (mjtJoint): int32 (njnt)"""
    @jnt_type.setter
    def jnt_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_qposadr(self) -> npt.NDArray[np.int32]:
        """address of the joint in qpos: int32 (njnt)"""
    @jnt_qposadr.setter
    def jnt_qposadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_dofadr(self) -> npt.NDArray[np.int32]:
        """address of the first dof of the joint in qvel: int32 (njnt)"""
    @jnt_dofadr.setter
    def jnt_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (njnt)"""
    @jnt_bodyid.setter
    def jnt_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (njnt)"""
    @jnt_group.setter
    def jnt_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_limited(self) -> npt.NDArray[np.uint8]:
        """1 if the joint has limits: uint8 (njnt)"""
    @jnt_limited.setter
    def jnt_limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actfrclimited(self) -> npt.NDArray[np.uint8]:
        """1 if the total actuator force is limited: uint8 (njnt)"""
    @jnt_actfrclimited.setter
    def jnt_actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actgravcomp(self) -> npt.NDArray[np.uint8]:
        """1 if gravity compensation is applied as an actuator force: uint8 (njnt)"""
    @jnt_actgravcomp.setter
    def jnt_actgravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of the limit: float64 (njnt, 2)"""
    @jnt_solref.setter
    def jnt_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of the limit: float64 (njnt, 5)"""
    @jnt_solimp.setter
    def jnt_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_pos(self) -> npt.NDArray[np.float64]:
        """joint anchor in the body frame: float64 (njnt, 3) [m]"""
    @jnt_pos.setter
    def jnt_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_axis(self) -> npt.NDArray[np.float64]:
        """joint axis in the body frame: float64 (njnt, 3)"""
    @jnt_axis.setter
    def jnt_axis(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_stiffness(self) -> npt.NDArray[np.float64]:
        """spring stiffness: float64 (njnt) [N/m, N m/rad]"""
    @jnt_stiffness.setter
    def jnt_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_range(self) -> npt.NDArray[np.float64]:
        """joint limits; ball joints: 0, maximum angle: float64 (njnt, 2) [m, rad]"""
    @jnt_range.setter
    def jnt_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actfrcrange(self) -> npt.NDArray[np.float64]:
        """range of the total actuator force: float64 (njnt, 2) [N, N m]"""
    @jnt_actfrcrange.setter
    def jnt_actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_margin(self) -> npt.NDArray[np.float64]:
        """distance to the limit at which the constraint becomes active: float64 (njnt) [m, rad]"""
    @jnt_margin.setter
    def jnt_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (njnt, nuser_jnt)"""
    @jnt_user.setter
    def jnt_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nv)"""
    @dof_bodyid.setter
    def dof_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_jntid(self) -> npt.NDArray[np.int32]:
        """id of the joint: int32 (nv)"""
    @dof_jntid.setter
    def dof_jntid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_parentid(self) -> npt.NDArray[np.int32]:
        """index of the parent dof; -1: none: int32 (nv)"""
    @dof_parentid.setter
    def dof_parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_treeid(self) -> npt.NDArray[np.int32]:
        """id of the kinematic tree: int32 (nv)"""
    @dof_treeid.setter
    def dof_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_Madr(self) -> npt.NDArray[np.int32]:
        """address of the diagonal element in qM: int32 (nv)"""
    @dof_Madr.setter
    def dof_Madr(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_simplenum(self) -> npt.NDArray[np.int32]:
        """number of consecutive dofs with diagonal inertia, starting at this dof: int32 (nv)"""
    @dof_simplenum.setter
    def dof_simplenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of friction loss: float64 (nv, 2)"""
    @dof_solref.setter
    def dof_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of friction loss: float64 (nv, 5)"""
    @dof_solimp.setter
    def dof_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_frictionloss(self) -> npt.NDArray[np.float64]:
        """dry friction: maximum friction force: float64 (nv) [N, N m]"""
    @dof_frictionloss.setter
    def dof_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_armature(self) -> npt.NDArray[np.float64]:
        """armature inertia, added to the diagonal of M: float64 (nv) [kg, kg m^2]"""
    @dof_armature.setter
    def dof_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_damping(self) -> npt.NDArray[np.float64]:
        """damping coefficient: float64 (nv) [N s/m, N m s/rad]"""
    @dof_damping.setter
    def dof_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_invweight0(self) -> npt.NDArray[np.float64]:
        """diagonal inverse inertia at qpos0: float64 (nv)"""
    @dof_invweight0.setter
    def dof_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_M0(self) -> npt.NDArray[np.float64]:
        """diagonal of the inertia matrix at qpos0: float64 (nv)"""
    @dof_M0.setter
    def dof_M0(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_length(self) -> npt.NDArray[np.float64]:
        """length scale of the velocity for the sleep tolerance: 1 m for slide joints: float64 (nv) [m]"""
    @dof_length.setter
    def dof_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_bodyadr(self) -> npt.NDArray[np.int32]:
        """id of the first body: int32 (ntree)"""
    @tree_bodyadr.setter
    def tree_bodyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_bodynum(self) -> npt.NDArray[np.int32]:
        """number of bodies: int32 (ntree)"""
    @tree_bodynum.setter
    def tree_bodynum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_dofadr(self) -> npt.NDArray[np.int32]:
        """address of the first dof: int32 (ntree)"""
    @tree_dofadr.setter
    def tree_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_dofnum(self) -> npt.NDArray[np.int32]:
        """number of dofs: int32 (ntree)"""
    @tree_dofnum.setter
    def tree_dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_sleep_policy(self) -> npt.NDArray[np.int32]:
        """sleep policy (mjtSleepPolicy): int32 (ntree)"""
    @tree_sleep_policy.setter
    def tree_sleep_policy(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_type(self) -> npt.NDArray[np.int32]:
        """geom type (mjtGeom): int32 (ngeom)"""
    @geom_type.setter
    def geom_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_contype(self) -> npt.NDArray[np.int32]:
        """contact type bitmask, tested against conaffinity of the other geom: int32 (ngeom)"""
    @geom_contype.setter
    def geom_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_conaffinity(self) -> npt.NDArray[np.int32]:
        """contact affinity bitmask, tested against contype of the other geom: int32 (ngeom)"""
    @geom_conaffinity.setter
    def geom_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_condim(self) -> npt.NDArray[np.int32]:
        """contact dimensionality: 1, 3, 4 or 6: int32 (ngeom)"""
    @geom_condim.setter
    def geom_condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (ngeom)"""
    @geom_bodyid.setter
    def geom_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_dataid(self) -> npt.NDArray[np.int32]:
        """id of the mesh or height field; -1: none: int32 (ngeom)"""
    @geom_dataid.setter
    def geom_dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (ngeom)"""
    @geom_matid.setter
    def geom_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_group(self) -> npt.NDArray[np.int32]:
        """group, for visualization and ray casting: int32 (ngeom)"""
    @geom_group.setter
    def geom_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_priority(self) -> npt.NDArray[np.int32]:
        """contact priority: the geom with the higher priority determines the contact parameters: int32 (ngeom)"""
    @geom_priority.setter
    def geom_priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (ngeom)"""
    @geom_plugin.setter
    def geom_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_sameframe(self) -> npt.NDArray[np.uint8]:
        """whether the geom frame coincides with a frame of the body (mjtSameFrame): uint8 (ngeom)"""
    @geom_sameframe.setter
    def geom_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solmix(self) -> npt.NDArray[np.float64]:
        """weight for mixing contact solver parameters: float64 (ngeom)"""
    @geom_solmix.setter
    def geom_solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of contacts: float64 (ngeom, 2)"""
    @geom_solref.setter
    def geom_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of contacts: float64 (ngeom, 5)"""
    @geom_solimp.setter
    def geom_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_size(self) -> npt.NDArray[np.float64]:
        """geom-specific size parameters: float64 (ngeom, 3) [m]"""
    @geom_size.setter
    def geom_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_aabb(self) -> npt.NDArray[np.float64]:
        """bounding box in the geom frame: center, half sizes: float64 (ngeom, 6) [m]"""
    @geom_aabb.setter
    def geom_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_rbound(self) -> npt.NDArray[np.float64]:
        """radius of the bounding sphere; 0: unbounded: float64 (ngeom) [m]"""
    @geom_rbound.setter
    def geom_rbound(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (ngeom, 3) [m]"""
    @geom_pos.setter
    def geom_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the body frame: float64 (ngeom, 4)"""
    @geom_quat.setter
    def geom_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: sliding, torsional, rolling: float64 (ngeom, 3)"""
    @geom_friction.setter
    def geom_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_margin(self) -> npt.NDArray[np.float64]:
        """distance at which contacts are detected: float64 (ngeom) [m]"""
    @geom_margin.setter
    def geom_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_gap(self) -> npt.NDArray[np.float64]:
        """part of the margin in which contacts generate no force: float64 (ngeom) [m]"""
    @geom_gap.setter
    def geom_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_fluid(self) -> npt.NDArray[np.float64]:
        """coefficients of the ellipsoid fluid model: float64 (ngeom, 12)"""
    @geom_fluid.setter
    def geom_fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (ngeom, nuser_geom)"""
    @geom_user.setter
    def geom_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_rgba(self) -> npt.NDArray[np.float32]:
        """color of geoms without material: float32 (ngeom, 4)"""
    @geom_rgba.setter
    def geom_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_type(self) -> npt.NDArray[np.int32]:
        """site type (mjtGeom): int32 (nsite)"""
    @site_type.setter
    def site_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nsite)"""
    @site_bodyid.setter
    def site_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (nsite)"""
    @site_matid.setter
    def site_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nsite)"""
    @site_group.setter
    def site_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_sameframe(self) -> npt.NDArray[np.uint8]:
        """whether the site frame coincides with a frame of the body (mjtSameFrame): uint8 (nsite)"""
    @site_sameframe.setter
    def site_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_size(self) -> npt.NDArray[np.float64]:
        """type-specific size parameters: float64 (nsite, 3) [m]"""
    @site_size.setter
    def site_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (nsite, 3) [m]"""
    @site_pos.setter
    def site_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the body frame: float64 (nsite, 4)"""
    @site_quat.setter
    def site_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsite, nuser_site)"""
    @site_user.setter
    def site_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_rgba(self) -> npt.NDArray[np.float32]:
        """color of sites without material: float32 (nsite, 4)"""
    @site_rgba.setter
    def site_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_mode(self) -> npt.NDArray[np.int32]:
        """camera tracking mode (mjtCamLight): int32 (ncam)"""
    @cam_mode.setter
    def cam_mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (ncam)"""
    @cam_bodyid.setter
    def cam_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_targetbodyid(self) -> npt.NDArray[np.int32]:
        """id of the target body; -1: none: int32 (ncam)"""
    @cam_targetbodyid.setter
    def cam_targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (ncam, 3) [m]"""
    @cam_pos.setter
    def cam_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the body frame: float64 (ncam, 4)"""
    @cam_quat.setter
    def cam_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_poscom0(self) -> npt.NDArray[np.float64]:
        """position relative to the subtree center of mass at qpos0, world axes: float64 (ncam, 3) [m]"""
    @cam_poscom0.setter
    def cam_poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_pos0(self) -> npt.NDArray[np.float64]:
        """position relative to the body at qpos0, world axes: float64 (ncam, 3) [m]"""
    @cam_pos0.setter
    def cam_pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_mat0(self) -> npt.NDArray[np.float64]:
        """orientation in the world frame at qpos0, row-major: float64 (ncam, 9)"""
    @cam_mat0.setter
    def cam_mat0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_projection(self) -> npt.NDArray[np.int32]:
        """projection type (mjtProjection): int32 (ncam)"""
    @cam_projection.setter
    def cam_projection(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_fovy(self) -> npt.NDArray[np.float64]:
        """vertical field of view: float64 (ncam) [degree, m if orthographic]"""
    @cam_fovy.setter
    def cam_fovy(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_ipd(self) -> npt.NDArray[np.float64]:
        """inter-pupillary distance: float64 (ncam) [m]"""
    @cam_ipd.setter
    def cam_ipd(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_resolution(self) -> npt.NDArray[np.int32]:
        """image width and height: int32 (ncam, 2) [pixels]"""
    @cam_resolution.setter
    def cam_resolution(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_output(self) -> npt.NDArray[np.int32]:
        """rendered outputs (mjtCamOutBit): int32 (ncam)"""
    @cam_output.setter
    def cam_output(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_sensorsize(self) -> npt.NDArray[np.float32]:
        """width and height of the image sensor; 0: fovy is used: float32 (ncam, 2) [m]"""
    @cam_sensorsize.setter
    def cam_sensorsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_intrinsic(self) -> npt.NDArray[np.float32]:
        """intrinsic parameters: focal lengths, principal point: float32 (ncam, 4) [m]"""
    @cam_intrinsic.setter
    def cam_intrinsic(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (ncam, nuser_cam)"""
    @cam_user.setter
    def cam_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_mode(self) -> npt.NDArray[np.int32]:
        """light tracking mode (mjtCamLight): int32 (nlight)"""
    @light_mode.setter
    def light_mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nlight)"""
    @light_bodyid.setter
    def light_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_targetbodyid(self) -> npt.NDArray[np.int32]:
        """id of the target body; -1: none: int32 (nlight)"""
    @light_targetbodyid.setter
    def light_targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_type(self) -> npt.NDArray[np.int32]:
        """light type (mjtLightType): int32 (nlight)"""
    @light_type.setter
    def light_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_texid(self) -> npt.NDArray[np.int32]:
        """id of the texture of an image light; -1: none: int32 (nlight)"""
    @light_texid.setter
    def light_texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_castshadow(self) -> npt.NDArray[np.uint8]:
        """1 if the light casts shadows: uint8 (nlight)"""
    @light_castshadow.setter
    def light_castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_bulbradius(self) -> npt.NDArray[np.float32]:
        """bulb radius, for soft shadows: float32 (nlight) [m]"""
    @light_bulbradius.setter
    def light_bulbradius(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_intensity(self) -> npt.NDArray[np.float32]:
        """luminous intensity: float32 (nlight) [cd]"""
    @light_intensity.setter
    def light_intensity(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_range(self) -> npt.NDArray[np.float32]:
        """effective range: float32 (nlight) [m]"""
    @light_range.setter
    def light_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_active(self) -> npt.NDArray[np.uint8]:
        """1 if the light is on: uint8 (nlight)"""
    @light_active.setter
    def light_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (nlight, 3) [m]"""
    @light_pos.setter
    def light_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_dir(self) -> npt.NDArray[np.float64]:
        """direction in the body frame: float64 (nlight, 3)"""
    @light_dir.setter
    def light_dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_poscom0(self) -> npt.NDArray[np.float64]:
        """position relative to the subtree center of mass at qpos0, world axes: float64 (nlight, 3) [m]"""
    @light_poscom0.setter
    def light_poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_pos0(self) -> npt.NDArray[np.float64]:
        """position relative to the body at qpos0, world axes: float64 (nlight, 3) [m]"""
    @light_pos0.setter
    def light_pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_dir0(self) -> npt.NDArray[np.float64]:
        """direction in the world frame at qpos0: float64 (nlight, 3)"""
    @light_dir0.setter
    def light_dir0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_attenuation(self) -> npt.NDArray[np.float32]:
        """attenuation coefficients: constant, linear, quadratic: float32 (nlight, 3)"""
    @light_attenuation.setter
    def light_attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_cutoff(self) -> npt.NDArray[np.float32]:
        """cutoff angle of a spotlight, from the axis: float32 (nlight) [degree]"""
    @light_cutoff.setter
    def light_cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_exponent(self) -> npt.NDArray[np.float32]:
        """exponent of the spotlight falloff: float32 (nlight)"""
    @light_exponent.setter
    def light_exponent(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_ambient(self) -> npt.NDArray[np.float32]:
        """ambient color: float32 (nlight, 3)"""
    @light_ambient.setter
    def light_ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_diffuse(self) -> npt.NDArray[np.float32]:
        """diffuse color: float32 (nlight, 3)"""
    @light_diffuse.setter
    def light_diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_specular(self) -> npt.NDArray[np.float32]:
        """specular color: float32 (nlight, 3)"""
    @light_specular.setter
    def light_specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_contype(self) -> npt.NDArray[np.int32]:
        """contact type bitmask, tested against conaffinity of the other object: int32 (nflex)"""
    @flex_contype.setter
    def flex_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_conaffinity(self) -> npt.NDArray[np.int32]:
        """contact affinity bitmask, tested against contype of the other object: int32 (nflex)"""
    @flex_conaffinity.setter
    def flex_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_condim(self) -> npt.NDArray[np.int32]:
        """contact dimensionality: 1, 3, 4 or 6: int32 (nflex)"""
    @flex_condim.setter
    def flex_condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_priority(self) -> npt.NDArray[np.int32]:
        """contact priority: the object with the higher priority determines the contact parameters: int32 (nflex)"""
    @flex_priority.setter
    def flex_priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solmix(self) -> npt.NDArray[np.float64]:
        """weight for mixing contact solver parameters: float64 (nflex)"""
    @flex_solmix.setter
    def flex_solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of contacts: float64 (nflex, 2)"""
    @flex_solref.setter
    def flex_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of contacts: float64 (nflex, 5)"""
    @flex_solimp.setter
    def flex_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: sliding, torsional, rolling: float64 (nflex, 3)"""
    @flex_friction.setter
    def flex_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_margin(self) -> npt.NDArray[np.float64]:
        """distance at which contacts are detected: float64 (nflex) [m]"""
    @flex_margin.setter
    def flex_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_gap(self) -> npt.NDArray[np.float64]:
        """part of the margin in which contacts generate no force: float64 (nflex) [m]"""
    @flex_gap.setter
    def flex_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_internal(self) -> npt.NDArray[np.uint8]:
        """1 if internal collisions are enabled: opposite sides of one element: uint8 (nflex)"""
    @flex_internal.setter
    def flex_internal(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_selfcollide(self) -> npt.NDArray[np.int32]:
        """self-collision mode (mjtFlexSelf): int32 (nflex)"""
    @flex_selfcollide.setter
    def flex_selfcollide(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_activelayers(self) -> npt.NDArray[np.int32]:
        """number of active element layers in self-collision, 3D only: int32 (nflex)"""
    @flex_activelayers.setter
    def flex_activelayers(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_passive(self) -> npt.NDArray[np.int32]:
        """1 if contacts act as passive forces: int32 (nflex)"""
    @flex_passive.setter
    def flex_passive(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_dim(self) -> npt.NDArray[np.int32]:
        """dimensionality; 1: lines, 2: triangles, 3: tetrahedra: int32 (nflex)"""
    @flex_dim.setter
    def flex_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (nflex)"""
    @flex_matid.setter
    def flex_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nflex)"""
    @flex_group.setter
    def flex_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_interp(self) -> npt.NDArray[np.int32]:
        """interpolation order; 0: vertices, 1: trilinear, 2: triquadratic; negative: cells are a shell: int32 (nflex)"""
    @flex_interp.setter
    def flex_interp(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodeadr(self) -> npt.NDArray[np.int32]:
        """address of the first node: int32 (nflex)"""
    @flex_nodeadr.setter
    def flex_nodeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodenum(self) -> npt.NDArray[np.int32]:
        """number of nodes: int32 (nflex)"""
    @flex_nodenum.setter
    def flex_nodenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex: int32 (nflex)"""
    @flex_vertadr.setter
    def flex_vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertnum(self) -> npt.NDArray[np.int32]:
        """number of vertices: int32 (nflex)"""
    @flex_vertnum.setter
    def flex_vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeadr(self) -> npt.NDArray[np.int32]:
        """address of the first edge: int32 (nflex)"""
    @flex_edgeadr.setter
    def flex_edgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgenum(self) -> npt.NDArray[np.int32]:
        """number of edges: int32 (nflex)"""
    @flex_edgenum.setter
    def flex_edgenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemadr(self) -> npt.NDArray[np.int32]:
        """address of the first element: int32 (nflex)"""
    @flex_elemadr.setter
    def flex_elemadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemnum(self) -> npt.NDArray[np.int32]:
        """number of elements: int32 (nflex)"""
    @flex_elemnum.setter
    def flex_elemnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemdataadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex id in flex_elem: int32 (nflex)"""
    @flex_elemdataadr.setter
    def flex_elemdataadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemedgeadr(self) -> npt.NDArray[np.int32]:
        """address of the first edge id in flex_elemedge: int32 (nflex)"""
    @flex_elemedgeadr.setter
    def flex_elemedgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shellnum(self) -> npt.NDArray[np.int32]:
        """number of shell fragments: int32 (nflex)"""
    @flex_shellnum.setter
    def flex_shellnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shelldataadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex id in flex_shell: int32 (nflex)"""
    @flex_shelldataadr.setter
    def flex_shelldataadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpairadr(self) -> npt.NDArray[np.int32]:
        """address of the first element-vertex pair: int32 (nflex)"""
    @flex_evpairadr.setter
    def flex_evpairadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpairnum(self) -> npt.NDArray[np.int32]:
        """number of element-vertex pairs: int32 (nflex)"""
    @flex_evpairnum.setter
    def flex_evpairnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_texcoordadr(self) -> npt.NDArray[np.int32]:
        """address of the first texture coordinate; -1: none: int32 (nflex)"""
    @flex_texcoordadr.setter
    def flex_texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodebodyid(self) -> npt.NDArray[np.int32]:
        """id of the body of a node: int32 (nflexnode)"""
    @flex_nodebodyid.setter
    def flex_nodebodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertbodyid(self) -> npt.NDArray[np.int32]:
        """id of the body of a vertex; -1: interpolated: int32 (nflexvert)"""
    @flex_vertbodyid.setter
    def flex_vertbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedgeadr(self) -> npt.NDArray[np.int32]:
        """address of the first edge in flex_vertedge: int32 (nflexvert)"""
    @flex_vertedgeadr.setter
    def flex_vertedgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedgenum(self) -> npt.NDArray[np.int32]:
        """number of edges at a vertex: int32 (nflexvert)"""
    @flex_vertedgenum.setter
    def flex_vertedgenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedge(self) -> npt.NDArray[np.int32]:
        """edge ids at vertices: int32 (nflexedge, 2)"""
    @flex_vertedge.setter
    def flex_vertedge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edge(self) -> npt.NDArray[np.int32]:
        """vertex ids of an edge: int32 (nflexedge, 2)"""
    @flex_edge.setter
    def flex_edge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeflap(self) -> npt.NDArray[np.int32]:
        """vertex ids opposite to an edge; -1: none: int32 (nflexedge, 2)"""
    @flex_edgeflap.setter
    def flex_edgeflap(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elem(self) -> npt.NDArray[np.int32]:
        """vertex ids of elements, dim + 1 per element: int32 (nflexelemdata)"""
    @flex_elem.setter
    def flex_elem(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemtexcoord(self) -> npt.NDArray[np.int32]:
        """texture coordinate indices of element vertices: int32 (nflexelemdata)"""
    @flex_elemtexcoord.setter
    def flex_elemtexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemedge(self) -> npt.NDArray[np.int32]:
        """edge ids of elements: int32 (nflexelemedge)"""
    @flex_elemedge.setter
    def flex_elemedge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemlayer(self) -> npt.NDArray[np.int32]:
        """layer of an element: distance from the surface: int32 (nflexelem)"""
    @flex_elemlayer.setter
    def flex_elemlayer(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shell(self) -> npt.NDArray[np.int32]:
        """vertex ids of shell fragments, dim per fragment: int32 (nflexshelldata)"""
    @flex_shell.setter
    def flex_shell(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpair(self) -> npt.NDArray[np.int32]:
        """ids of the element and the vertex of a collision pair: int32 (nflexevpair, 2)"""
    @flex_evpair.setter
    def flex_evpair(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vert(self) -> npt.NDArray[np.float64]:
        """vertex positions in the body frames: float64 (nflexvert, 3) [m]"""
    @flex_vert.setter
    def flex_vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vert0(self) -> npt.NDArray[np.float64]:
        """vertex positions at qpos0, scaled to the unit box: float64 (nflexvert, 3)"""
    @flex_vert0.setter
    def flex_vert0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertmetric(self) -> npt.NDArray[np.float64]:
        """inverse of the reference shape matrix at a vertex: float64 (nflexvert, 4)"""
    @flex_vertmetric.setter
    def flex_vertmetric(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_node(self) -> npt.NDArray[np.float64]:
        """node positions in the body frames: float64 (nflexnode, 3) [m]"""
    @flex_node.setter
    def flex_node(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_node0(self) -> npt.NDArray[np.float64]:
        """node positions at qpos0, scaled to the unit box: float64 (nflexnode, 3)"""
    @flex_node0.setter
    def flex_node0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_length0(self) -> npt.NDArray[np.float64]:
        """edge length at qpos0: float64 (nflexedge) [m]"""
    @flexedge_length0.setter
    def flexedge_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_invweight0(self) -> npt.NDArray[np.float64]:
        """inverse inertia of the edge length at qpos0: float64 (nflexedge)"""
    @flexedge_invweight0.setter
    def flexedge_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_radius(self) -> npt.NDArray[np.float64]:
        """radius of the elements: float64 (nflex) [m]"""
    @flex_radius.setter
    def flex_radius(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_size(self) -> npt.NDArray[np.float64]:
        """half sizes of the vertex bounding box at qpos0: float64 (nflex, 3) [m]"""
    @flex_size.setter
    def flex_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_stiffness(self) -> npt.NDArray[np.float64]:
        """element stiffness matrix, upper triangle: float64 (nflexelem, 21)"""
    @flex_stiffness.setter
    def flex_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bending(self) -> npt.NDArray[np.float64]:
        """edge bending coefficients: float64 (nflexedge, 17)"""
    @flex_bending.setter
    def flex_bending(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_damping(self) -> npt.NDArray[np.float64]:
        """Rayleigh damping coefficient: float64 (nflex) [s]"""
    @flex_damping.setter
    def flex_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgestiffness(self) -> npt.NDArray[np.float64]:
        """edge stiffness: float64 (nflex) [N/m]"""
    @flex_edgestiffness.setter
    def flex_edgestiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgedamping(self) -> npt.NDArray[np.float64]:
        """edge damping coefficient: float64 (nflex) [N s/m]"""
    @flex_edgedamping.setter
    def flex_edgedamping(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeequality(self) -> npt.NDArray[np.int32]:
        """equality constraint; 0: none, 1: edges, 2: vertices, 3: strain: int32 (nflex)"""
    @flex_edgeequality.setter
    def flex_edgeequality(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_rigid(self) -> npt.NDArray[np.uint8]:
        """1 if all vertices belong to one body: uint8 (nflex)"""
    @flex_rigid.setter
    def flex_rigid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_rigid(self) -> npt.NDArray[np.uint8]:
        """1 if both vertices belong to one body: uint8 (nflexedge)"""
    @flexedge_rigid.setter
    def flexedge_rigid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_centered(self) -> npt.NDArray[np.uint8]:
        """1 if all vertices are at the origins of their bodies: uint8 (nflex)"""
    @flex_centered.setter
    def flex_centered(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_flatskin(self) -> npt.NDArray[np.uint8]:
        """1 if rendered with flat shading: uint8 (nflex)"""
    @flex_flatskin.setter
    def flex_flatskin(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bvhadr(self) -> npt.NDArray[np.int32]:
        """address of the BVH root; -1: none: int32 (nflex)"""
    @flex_bvhadr.setter
    def flex_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bvhnum(self) -> npt.NDArray[np.int32]:
        """number of BVH nodes: int32 (nflex)"""
    @flex_bvhnum.setter
    def flex_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of flexedge_J: int32 (nflexedge)"""
    @flexedge_J_rownnz.setter
    def flexedge_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of flexedge_J: int32 (nflexedge)"""
    @flexedge_J_rowadr.setter
    def flexedge_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_colind(self) -> npt.NDArray[np.int32]:
        """column indices of flexedge_J: int32 (nJfe)"""
    @flexedge_J_colind.setter
    def flexedge_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of flexvert_J: int32 (nflexvert, 2)"""
    @flexvert_J_rownnz.setter
    def flexvert_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of flexvert_J: int32 (nflexvert, 2)"""
    @flexvert_J_rowadr.setter
    def flexvert_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_colind(self) -> npt.NDArray[np.int32]:
        """column indices of flexvert_J: int32 (nJfv, 2)"""
    @flexvert_J_colind.setter
    def flexvert_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_rgba(self) -> npt.NDArray[np.float32]:
        """color of flexes without material: float32 (nflex, 4)"""
    @flex_rgba.setter
    def flex_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_texcoord(self) -> npt.NDArray[np.float32]:
        """texture coordinates: float32 (nflextexcoord, 2)"""
    @flex_texcoord.setter
    def flex_texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_vertadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex: int32 (nmesh)"""
    @mesh_vertadr.setter
    def mesh_vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_vertnum(self) -> npt.NDArray[np.int32]:
        """number of vertices: int32 (nmesh)"""
    @mesh_vertnum.setter
    def mesh_vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_faceadr(self) -> npt.NDArray[np.int32]:
        """address of the first triangle: int32 (nmesh)"""
    @mesh_faceadr.setter
    def mesh_faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_facenum(self) -> npt.NDArray[np.int32]:
        """number of triangles: int32 (nmesh)"""
    @mesh_facenum.setter
    def mesh_facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_bvhadr(self) -> npt.NDArray[np.int32]:
        """address of the BVH root; -1: none: int32 (nmesh)"""
    @mesh_bvhadr.setter
    def mesh_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_bvhnum(self) -> npt.NDArray[np.int32]:
        """number of BVH nodes: int32 (nmesh)"""
    @mesh_bvhnum.setter
    def mesh_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_octadr(self) -> npt.NDArray[np.int32]:
        """address of the octree root; -1: none: int32 (nmesh)"""
    @mesh_octadr.setter
    def mesh_octadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_octnum(self) -> npt.NDArray[np.int32]:
        """number of octree nodes: int32 (nmesh)"""
    @mesh_octnum.setter
    def mesh_octnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_normaladr(self) -> npt.NDArray[np.int32]:
        """address of the first normal: int32 (nmesh)"""
    @mesh_normaladr.setter
    def mesh_normaladr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_normalnum(self) -> npt.NDArray[np.int32]:
        """number of normals: int32 (nmesh)"""
    @mesh_normalnum.setter
    def mesh_normalnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_texcoordadr(self) -> npt.NDArray[np.int32]:
        """address of the first texture coordinate; -1: none: int32 (nmesh)"""
    @mesh_texcoordadr.setter
    def mesh_texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_texcoordnum(self) -> npt.NDArray[np.int32]:
        """number of texture coordinates: int32 (nmesh)"""
    @mesh_texcoordnum.setter
    def mesh_texcoordnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_graphadr(self) -> npt.NDArray[np.int32]:
        """address of the convex hull graph in mesh_graph; -1: none: int32 (nmesh)"""
    @mesh_graphadr.setter
    def mesh_graphadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_vert(self) -> npt.NDArray[np.float32]:
        """vertex positions: float32 (nmeshvert, 3) [m]"""
    @mesh_vert.setter
    def mesh_vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_normal(self) -> npt.NDArray[np.float32]:
        """vertex normals: float32 (nmeshnormal, 3)"""
    @mesh_normal.setter
    def mesh_normal(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_texcoord(self) -> npt.NDArray[np.float32]:
        """texture coordinates: float32 (nmeshtexcoord, 2)"""
    @mesh_texcoord.setter
    def mesh_texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_face(self) -> npt.NDArray[np.int32]:
        """vertex ids of a triangle: int32 (nmeshface, 3)"""
    @mesh_face.setter
    def mesh_face(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_facenormal(self) -> npt.NDArray[np.int32]:
        """normal indices of the triangle corners: int32 (nmeshface, 3)"""
    @mesh_facenormal.setter
    def mesh_facenormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_facetexcoord(self) -> npt.NDArray[np.int32]:
        """texture coordinate indices of the triangle corners: int32 (nmeshface, 3)"""
    @mesh_facetexcoord.setter
    def mesh_facetexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_graph(self) -> npt.NDArray[np.int32]:
        """convex hull graphs: int32 (nmeshgraph)"""
    @mesh_graph.setter
    def mesh_graph(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_scale(self) -> npt.NDArray[np.float64]:
        """scale factors applied to the asset: float64 (nmesh, 3)"""
    @mesh_scale.setter
    def mesh_scale(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_pos(self) -> npt.NDArray[np.float64]:
        """translation applied to center the asset: float64 (nmesh, 3) [m]"""
    @mesh_pos.setter
    def mesh_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_quat(self) -> npt.NDArray[np.float64]:
        """rotation applied to align the asset, unit quaternion: float64 (nmesh, 4)"""
    @mesh_quat.setter
    def mesh_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_pathadr(self) -> npt.NDArray[np.int32]:
        """address of the asset path in paths; -1: none: int32 (nmesh)"""
    @mesh_pathadr.setter
    def mesh_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polynum(self) -> npt.NDArray[np.int32]:
        """number of convex hull polygons: int32 (nmesh)"""
    @mesh_polynum.setter
    def mesh_polynum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyadr(self) -> npt.NDArray[np.int32]:
        """address of the first polygon: int32 (nmesh)"""
    @mesh_polyadr.setter
    def mesh_polyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polynormal(self) -> npt.NDArray[np.float64]:
        """polygon normal: float64 (nmeshpoly, 3)"""
    @mesh_polynormal.setter
    def mesh_polynormal(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyvertadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex id in mesh_polyvert: int32 (nmeshpoly)"""
    @mesh_polyvertadr.setter
    def mesh_polyvertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyvertnum(self) -> npt.NDArray[np.int32]:
        """number of vertices of a polygon: int32 (nmeshpoly)"""
    @mesh_polyvertnum.setter
    def mesh_polyvertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polyvert(self) -> npt.NDArray[np.int32]:
        """vertex ids of polygons: int32 (nmeshpolyvert)"""
    @mesh_polyvert.setter
    def mesh_polyvert(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polymapadr(self) -> npt.NDArray[np.int32]:
        """address of the first polygon id in mesh_polymap: int32 (nmeshvert)"""
    @mesh_polymapadr.setter
    def mesh_polymapadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polymapnum(self) -> npt.NDArray[np.int32]:
        """number of polygons at a vertex: int32 (nmeshvert)"""
    @mesh_polymapnum.setter
    def mesh_polymapnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def mesh_polymap(self) -> npt.NDArray[np.int32]:
        """polygon ids at vertices: int32 (nmeshpolymap)"""
    @mesh_polymap.setter
    def mesh_polymap(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (nskin)"""
    @skin_matid.setter
    def skin_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nskin)"""
    @skin_group.setter
    def skin_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_rgba(self) -> npt.NDArray[np.float32]:
        """color of skins without material: float32 (nskin, 4)"""
    @skin_rgba.setter
    def skin_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_inflate(self) -> npt.NDArray[np.float32]:
        """offset of the vertices along the normals: float32 (nskin) [m]"""
    @skin_inflate.setter
    def skin_inflate(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_vertadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex: int32 (nskin)"""
    @skin_vertadr.setter
    def skin_vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_vertnum(self) -> npt.NDArray[np.int32]:
        """number of vertices: int32 (nskin)"""
    @skin_vertnum.setter
    def skin_vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_texcoordadr(self) -> npt.NDArray[np.int32]:
        """address of the first texture coordinate; -1: none: int32 (nskin)"""
    @skin_texcoordadr.setter
    def skin_texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_faceadr(self) -> npt.NDArray[np.int32]:
        """address of the first triangle: int32 (nskin)"""
    @skin_faceadr.setter
    def skin_faceadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_facenum(self) -> npt.NDArray[np.int32]:
        """number of triangles: int32 (nskin)"""
    @skin_facenum.setter
    def skin_facenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_boneadr(self) -> npt.NDArray[np.int32]:
        """address of the first bone: int32 (nskin)"""
    @skin_boneadr.setter
    def skin_boneadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonenum(self) -> npt.NDArray[np.int32]:
        """number of bones: int32 (nskin)"""
    @skin_bonenum.setter
    def skin_bonenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_vert(self) -> npt.NDArray[np.float32]:
        """vertex positions: float32 (nskinvert, 3) [m]"""
    @skin_vert.setter
    def skin_vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_texcoord(self) -> npt.NDArray[np.float32]:
        """texture coordinates: float32 (nskintexvert, 2)"""
    @skin_texcoord.setter
    def skin_texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_face(self) -> npt.NDArray[np.int32]:
        """vertex ids of a triangle: int32 (nskinface, 3)"""
    @skin_face.setter
    def skin_face(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertadr(self) -> npt.NDArray[np.int32]:
        """address of the first bone vertex in skin_bonevertid: int32 (nskinbone)"""
    @skin_bonevertadr.setter
    def skin_bonevertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertnum(self) -> npt.NDArray[np.int32]:
        """number of bone vertices: int32 (nskinbone)"""
    @skin_bonevertnum.setter
    def skin_bonevertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonebindpos(self) -> npt.NDArray[np.float32]:
        """bind position of a bone: float32 (nskinbone, 3) [m]"""
    @skin_bonebindpos.setter
    def skin_bonebindpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonebindquat(self) -> npt.NDArray[np.float32]:
        """bind orientation of a bone, unit quaternion: float32 (nskinbone, 4)"""
    @skin_bonebindquat.setter
    def skin_bonebindquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonebodyid(self) -> npt.NDArray[np.int32]:
        """id of the body of a bone: int32 (nskinbone)"""
    @skin_bonebodyid.setter
    def skin_bonebodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertid(self) -> npt.NDArray[np.int32]:
        """vertex ids of bones: int32 (nskinbonevert)"""
    @skin_bonevertid.setter
    def skin_bonevertid(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_bonevertweight(self) -> npt.NDArray[np.float32]:
        """vertex weights of bones: float32 (nskinbonevert)"""
    @skin_bonevertweight.setter
    def skin_bonevertweight(self, value: npt.ArrayLike) -> None: ...
    @property
    def skin_pathadr(self) -> npt.NDArray[np.int32]:
        """address of the asset path in paths; -1: none: int32 (nskin)"""
    @skin_pathadr.setter
    def skin_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_size(self) -> npt.NDArray[np.float64]:
        """half size in x, half size in y, maximum elevation, base thickness: float64 (nhfield, 4) [m]"""
    @hfield_size.setter
    def hfield_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_nrow(self) -> npt.NDArray[np.int32]:
        """number of rows: int32 (nhfield)"""
    @hfield_nrow.setter
    def hfield_nrow(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_ncol(self) -> npt.NDArray[np.int32]:
        """number of columns: int32 (nhfield)"""
    @hfield_ncol.setter
    def hfield_ncol(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_adr(self) -> npt.NDArray[np.int32]:
        """address of the first elevation sample: int32 (nhfield)"""
    @hfield_adr.setter
    def hfield_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_data(self) -> npt.NDArray[np.float32]:
        """normalized elevation, 0 to 1: float32 (nhfielddata)"""
    @hfield_data.setter
    def hfield_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def hfield_pathadr(self) -> npt.NDArray[np.int32]:
        """address of the asset path in paths; -1: none: int32 (nhfield)"""
    @hfield_pathadr.setter
    def hfield_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_type(self) -> npt.NDArray[np.int32]:
        """texture type (mjtTexture): int32 (ntex)"""
    @tex_type.setter
    def tex_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_colorspace(self) -> npt.NDArray[np.int32]:
        """color space (mjtColorSpace): int32 (ntex)"""
    @tex_colorspace.setter
    def tex_colorspace(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_height(self) -> npt.NDArray[np.int32]:
        """image height: int32 (ntex) [pixels]"""
    @tex_height.setter
    def tex_height(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_width(self) -> npt.NDArray[np.int32]:
        """image width: int32 (ntex) [pixels]"""
    @tex_width.setter
    def tex_width(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_nchannel(self) -> npt.NDArray[np.int32]:
        """number of channels: int32 (ntex)"""
    @tex_nchannel.setter
    def tex_nchannel(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_adr(self) -> npt.NDArray[np.int64]:
        """address of the first byte in tex_data: int64 (ntex)"""
    @tex_adr.setter
    def tex_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_data(self) -> npt.NDArray[np.uint8]:
        """pixels by row, nchannel bytes each: uint8 (ntexdata)"""
    @tex_data.setter
    def tex_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def tex_pathadr(self) -> npt.NDArray[np.int32]:
        """address of the asset path in paths; -1: none: int32 (ntex)"""
    @tex_pathadr.setter
    def tex_pathadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texid(self) -> npt.NDArray[np.int32]:
        """ids of the textures by role (mjtTextureRole); -1: none: int32 (nmat, 10)"""
    @mat_texid.setter
    def mat_texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texuniform(self) -> npt.NDArray[np.uint8]:
        """1 if the texture repeats per unit of length instead of per object: uint8 (nmat)"""
    @mat_texuniform.setter
    def mat_texuniform(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texrepeat(self) -> npt.NDArray[np.float32]:
        """number of texture repetitions along each axis: float32 (nmat, 2)"""
    @mat_texrepeat.setter
    def mat_texrepeat(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_emission(self) -> npt.NDArray[np.float32]:
        """emission coefficient, multiplies rgba: float32 (nmat)"""
    @mat_emission.setter
    def mat_emission(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_specular(self) -> npt.NDArray[np.float32]:
        """specular coefficient, 0 to 1: float32 (nmat)"""
    @mat_specular.setter
    def mat_specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_shininess(self) -> npt.NDArray[np.float32]:
        """shininess coefficient, 0 to 1: float32 (nmat)"""
    @mat_shininess.setter
    def mat_shininess(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_reflectance(self) -> npt.NDArray[np.float32]:
        """reflectance coefficient, 0 to 1: float32 (nmat)"""
    @mat_reflectance.setter
    def mat_reflectance(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_metallic(self) -> npt.NDArray[np.float32]:
        """metallic coefficient, for physically based renderers: float32 (nmat)"""
    @mat_metallic.setter
    def mat_metallic(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_roughness(self) -> npt.NDArray[np.float32]:
        """roughness coefficient, for physically based renderers: float32 (nmat)"""
    @mat_roughness.setter
    def mat_roughness(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_rgba(self) -> npt.NDArray[np.float32]:
        """color: float32 (nmat, 4)"""
    @mat_rgba.setter
    def mat_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_dim(self) -> npt.NDArray[np.int32]:
        """contact dimensionality: 1, 3, 4 or 6: int32 (npair)"""
    @pair_dim.setter
    def pair_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_geom1(self) -> npt.NDArray[np.int32]:
        """id of the first geom: int32 (npair)"""
    @pair_geom1.setter
    def pair_geom1(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_geom2(self) -> npt.NDArray[np.int32]:
        """id of the second geom: int32 (npair)"""
    @pair_geom2.setter
    def pair_geom2(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_signature(self) -> npt.NDArray[np.int32]:
        """signature of the body pair: body1 << 16 + body2: int32 (npair)"""
    @pair_signature.setter
    def pair_signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, normal direction: float64 (npair, 2)"""
    @pair_solref.setter
    def pair_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solreffriction(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, friction directions; zeros: solref: float64 (npair, 2)"""
    @pair_solreffriction.setter
    def pair_solreffriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance: float64 (npair, 5)"""
    @pair_solimp.setter
    def pair_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_margin(self) -> npt.NDArray[np.float64]:
        """distance at which contacts are detected: float64 (npair) [m]"""
    @pair_margin.setter
    def pair_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_gap(self) -> npt.NDArray[np.float64]:
        """part of the margin in which contacts generate no force: float64 (npair) [m]"""
    @pair_gap.setter
    def pair_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: tangent 1 and 2, spin, roll 1 and 2: float64 (npair, 5)"""
    @pair_friction.setter
    def pair_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def exclude_signature(self) -> npt.NDArray[np.int32]:
        """signature of the body pair: body1 << 16 + body2: int32 (nexclude)"""
    @exclude_signature.setter
    def exclude_signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_type(self) -> npt.NDArray[np.int32]:
        """equality constraint type (mjtEq): int32 (neq)"""
    @eq_type.setter
    def eq_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_obj1id(self) -> npt.NDArray[np.int32]:
        """id of the first object: int32 (neq)"""
    @eq_obj1id.setter
    def eq_obj1id(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_obj2id(self) -> npt.NDArray[np.int32]:
        """id of the second object; -1: none: int32 (neq)"""
    @eq_obj2id.setter
    def eq_obj2id(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_objtype(self) -> npt.NDArray[np.int32]:
        """type of the objects (mjtObj): int32 (neq)"""
    @eq_objtype.setter
    def eq_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_active0(self) -> npt.NDArray[np.uint8]:
        """1 if the constraint is active initially: uint8 (neq)"""
    @eq_active0.setter
    def eq_active0(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference: float64 (neq, 2)"""
    @eq_solref.setter
    def eq_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance: float64 (neq, 5)"""
    @eq_solimp.setter
    def eq_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_data(self) -> npt.NDArray[np.float64]:
        """type-specific constraint parameters: float64 (neq, neqdata)"""
    @eq_data.setter
    def eq_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_adr(self) -> npt.NDArray[np.int32]:
        """address of the first path element: int32 (ntendon)"""
    @tendon_adr.setter
    def tendon_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_num(self) -> npt.NDArray[np.int32]:
        """number of path elements: int32 (ntendon)"""
    @tendon_num.setter
    def tendon_num(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (ntendon)"""
    @tendon_matid.setter
    def tendon_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (ntendon)"""
    @tendon_group.setter
    def tendon_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_treenum(self) -> npt.NDArray[np.int32]:
        """number of kinematic trees along the path: int32 (ntendon)"""
    @tendon_treenum.setter
    def tendon_treenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_treeid(self) -> npt.NDArray[np.int32]:
        """ids of the first two kinematic trees along the path; -1: none: int32 (ntendon, 2)"""
    @tendon_treeid.setter
    def tendon_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_limited(self) -> npt.NDArray[np.uint8]:
        """1 if the length is limited: uint8 (ntendon)"""
    @tendon_limited.setter
    def tendon_limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actfrclimited(self) -> npt.NDArray[np.uint8]:
        """1 if the total actuator force is limited: uint8 (ntendon)"""
    @tendon_actfrclimited.setter
    def tendon_actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_width(self) -> npt.NDArray[np.float64]:
        """rendered width: float64 (ntendon) [m]"""
    @tendon_width.setter
    def tendon_width(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solref_lim(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of the limit: float64 (ntendon, 2)"""
    @tendon_solref_lim.setter
    def tendon_solref_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solimp_lim(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of the limit: float64 (ntendon, 5)"""
    @tendon_solimp_lim.setter
    def tendon_solimp_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solref_fri(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of friction loss: float64 (ntendon, 2)"""
    @tendon_solref_fri.setter
    def tendon_solref_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solimp_fri(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of friction loss: float64 (ntendon, 5)"""
    @tendon_solimp_fri.setter
    def tendon_solimp_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_range(self) -> npt.NDArray[np.float64]:
        """tendon length limits: float64 (ntendon, 2) [m]"""
    @tendon_range.setter
    def tendon_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actfrcrange(self) -> npt.NDArray[np.float64]:
        """range of the total actuator force: float64 (ntendon, 2) [N]"""
    @tendon_actfrcrange.setter
    def tendon_actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_margin(self) -> npt.NDArray[np.float64]:
        """distance to the limit at which the constraint becomes active: float64 (ntendon) [m]"""
    @tendon_margin.setter
    def tendon_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_stiffness(self) -> npt.NDArray[np.float64]:
        """spring stiffness: float64 (ntendon) [N/m]"""
    @tendon_stiffness.setter
    def tendon_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_damping(self) -> npt.NDArray[np.float64]:
        """damping coefficient: float64 (ntendon) [N s/m]"""
    @tendon_damping.setter
    def tendon_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_armature(self) -> npt.NDArray[np.float64]:
        """armature inertia of the tendon length: float64 (ntendon) [kg]"""
    @tendon_armature.setter
    def tendon_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_frictionloss(self) -> npt.NDArray[np.float64]:
        """dry friction: maximum friction force: float64 (ntendon) [N]"""
    @tendon_frictionloss.setter
    def tendon_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_lengthspring(self) -> npt.NDArray[np.float64]:
        """deadband of the spring: range of resting lengths: float64 (ntendon, 2) [m]"""
    @tendon_lengthspring.setter
    def tendon_lengthspring(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_length0(self) -> npt.NDArray[np.float64]:
        """tendon length at qpos0: float64 (ntendon) [m]"""
    @tendon_length0.setter
    def tendon_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_invweight0(self) -> npt.NDArray[np.float64]:
        """inverse inertia at qpos0: float64 (ntendon)"""
    @tendon_invweight0.setter
    def tendon_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (ntendon, nuser_tendon)"""
    @tendon_user.setter
    def tendon_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_rgba(self) -> npt.NDArray[np.float32]:
        """color of tendons without material: float32 (ntendon, 4)"""
    @tendon_rgba.setter
    def tendon_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_type(self) -> npt.NDArray[np.int32]:
        """type of a path element (mjtWrap): int32 (nwrap)"""
    @wrap_type.setter
    def wrap_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_objid(self) -> npt.NDArray[np.int32]:
        """id of the object of a path element; -1: pulley: int32 (nwrap)"""
    @wrap_objid.setter
    def wrap_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_prm(self) -> npt.NDArray[np.float64]:
        """parameter of a path element: divisor of a pulley, coefficient of a joint, side site of a geom: float64 (nwrap)"""
    @wrap_prm.setter
    def wrap_prm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_trntype(self) -> npt.NDArray[np.int32]:
        """transmission type (mjtTrn): int32 (nactuator)"""
    @actuator_trntype.setter
    def actuator_trntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dyntype(self) -> npt.NDArray[np.int32]:
        """activation dynamics type (mjtDyn): int32 (nactuator)"""
    @actuator_dyntype.setter
    def actuator_dyntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gaintype(self) -> npt.NDArray[np.int32]:
        """gain type (mjtGain): int32 (nactuator)"""
    @actuator_gaintype.setter
    def actuator_gaintype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_biastype(self) -> npt.NDArray[np.int32]:
        """bias type (mjtBias): int32 (nactuator)"""
    @actuator_biastype.setter
    def actuator_biastype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_trnid(self) -> npt.NDArray[np.int32]:
        """ids of the transmission targets: joint, tendon, site, body: int32 (nactuator, 2)"""
    @actuator_trnid.setter
    def actuator_trnid(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actadr(self) -> npt.NDArray[np.int32]:
        """address of the first activation; -1: stateless: int32 (nactuator)"""
    @actuator_actadr.setter
    def actuator_actadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actnum(self) -> npt.NDArray[np.int32]:
        """number of activations: int32 (nactuator)"""
    @actuator_actnum.setter
    def actuator_actnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nactuator)"""
    @actuator_group.setter
    def actuator_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_history(self) -> npt.NDArray[np.int32]:
        """history buffer: number of samples, interpolation order: int32 (nactuator, 2)"""
    @actuator_history.setter
    def actuator_history(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_historyadr(self) -> npt.NDArray[np.int32]:
        """address in the history buffer; -1: none: int32 (nactuator)"""
    @actuator_historyadr.setter
    def actuator_historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_delay(self) -> npt.NDArray[np.float64]:
        """control delay: float64 (nactuator) [s]"""
    @actuator_delay.setter
    def actuator_delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrllimited(self) -> npt.NDArray[np.uint8]:
        """1 if the control is limited: uint8 (nu)"""
    @actuator_ctrllimited.setter
    def actuator_ctrllimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_forcelimited(self) -> npt.NDArray[np.uint8]:
        """1 if the force is limited: uint8 (nactuator)"""
    @actuator_forcelimited.setter
    def actuator_forcelimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actlimited(self) -> npt.NDArray[np.uint8]:
        """1 if the activation is limited: uint8 (nactuator)"""
    @actuator_actlimited.setter
    def actuator_actlimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dynprm(self) -> npt.NDArray[np.float64]:
        """parameters of the activation dynamics: float64 (nactuator, 10)"""
    @actuator_dynprm.setter
    def actuator_dynprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gainprm(self) -> npt.NDArray[np.float64]:
        """parameters of the gain: float64 (nactuator, 10)"""
    @actuator_gainprm.setter
    def actuator_gainprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_biasprm(self) -> npt.NDArray[np.float64]:
        """parameters of the bias: float64 (nactuator, 10)"""
    @actuator_biasprm.setter
    def actuator_biasprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actearly(self) -> npt.NDArray[np.uint8]:
        """1 if the force is computed from the next activation: uint8 (nactuator)"""
    @actuator_actearly.setter
    def actuator_actearly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrlrange(self) -> npt.NDArray[np.float64]:
        """control limits: float64 (nu, 2)"""
    @actuator_ctrlrange.setter
    def actuator_ctrlrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_forcerange(self) -> npt.NDArray[np.float64]:
        """force limits: float64 (nactuator, 2)"""
    @actuator_forcerange.setter
    def actuator_forcerange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actrange(self) -> npt.NDArray[np.float64]:
        """activation limits: float64 (nactuator, 2)"""
    @actuator_actrange.setter
    def actuator_actrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gear(self) -> npt.NDArray[np.float64]:
        """gear ratio: scale of length and force; for sites a wrench: float64 (nout, 6)"""
    @actuator_gear.setter
    def actuator_gear(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_cranklength(self) -> npt.NDArray[np.float64]:
        """length of the rod of a slider-crank: float64 (nactuator) [m]"""
    @actuator_cranklength.setter
    def actuator_cranklength(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_acc0(self) -> npt.NDArray[np.float64]:
        """acceleration from a unit force at qpos0: float64 (nout)"""
    @actuator_acc0.setter
    def actuator_acc0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_length0(self) -> npt.NDArray[np.float64]:
        """actuator length at qpos0: float64 (nout)"""
    @actuator_length0.setter
    def actuator_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_lengthrange(self) -> npt.NDArray[np.float64]:
        """feasible range of the actuator length: float64 (nout, 2)"""
    @actuator_lengthrange.setter
    def actuator_lengthrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nactuator, nuser_actuator)"""
    @actuator_user.setter
    def actuator_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (nactuator)"""
    @actuator_plugin.setter
    def actuator_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_type(self) -> npt.NDArray[np.int32]:
        """sensor type (mjtSensor): int32 (nsensor)"""
    @sensor_type.setter
    def sensor_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_datatype(self) -> npt.NDArray[np.int32]:
        """data type of the reading (mjtDataType): int32 (nsensor)"""
    @sensor_datatype.setter
    def sensor_datatype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_needstage(self) -> npt.NDArray[np.int32]:
        """pipeline stage that the sensor requires (mjtStage): int32 (nsensor)"""
    @sensor_needstage.setter
    def sensor_needstage(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_objtype(self) -> npt.NDArray[np.int32]:
        """type of the sensed object (mjtObj): int32 (nsensor)"""
    @sensor_objtype.setter
    def sensor_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_objid(self) -> npt.NDArray[np.int32]:
        """id of the sensed object; -1: none: int32 (nsensor)"""
    @sensor_objid.setter
    def sensor_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_reftype(self) -> npt.NDArray[np.int32]:
        """type of the reference object (mjtObj): int32 (nsensor)"""
    @sensor_reftype.setter
    def sensor_reftype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_refid(self) -> npt.NDArray[np.int32]:
        """id of the reference object; -1: world frame: int32 (nsensor)"""
    @sensor_refid.setter
    def sensor_refid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_intprm(self) -> npt.NDArray[np.int32]:
        """integer parameters, by sensor type: int32 (nsensor, 3)"""
    @sensor_intprm.setter
    def sensor_intprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_dim(self) -> npt.NDArray[np.int32]:
        """number of elements of the reading: int32 (nsensor)"""
    @sensor_dim.setter
    def sensor_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_adr(self) -> npt.NDArray[np.int32]:
        """address in sensordata: int32 (nsensor)"""
    @sensor_adr.setter
    def sensor_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_cutoff(self) -> npt.NDArray[np.float64]:
        """cutoff of the reading; 0: none: float64 (nsensor)"""
    @sensor_cutoff.setter
    def sensor_cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_noise(self) -> npt.NDArray[np.float64]:
        """standard deviation of sensor noise, not applied in simulation: float64 (nsensor)"""
    @sensor_noise.setter
    def sensor_noise(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_history(self) -> npt.NDArray[np.int32]:
        """history buffer: number of samples, interpolation order: int32 (nsensor, 2)"""
    @sensor_history.setter
    def sensor_history(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_historyadr(self) -> npt.NDArray[np.int32]:
        """address in the history buffer; -1: none: int32 (nsensor)"""
    @sensor_historyadr.setter
    def sensor_historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_delay(self) -> npt.NDArray[np.float64]:
        """delay of the reading: float64 (nsensor) [s]"""
    @sensor_delay.setter
    def sensor_delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_interval(self) -> npt.NDArray[np.float64]:
        """sampling interval: period, phase: float64 (nsensor, 2) [s]"""
    @sensor_interval.setter
    def sensor_interval(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsensor, nuser_sensor)"""
    @sensor_user.setter
    def sensor_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (nsensor)"""
    @sensor_plugin.setter
    def sensor_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """slot of the registered plugin: int32 (nplugin)"""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_stateadr(self) -> npt.NDArray[np.int32]:
        """address in plugin_state: int32 (nplugin)"""
    @plugin_stateadr.setter
    def plugin_stateadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_statenum(self) -> npt.NDArray[np.int32]:
        """number of elements in plugin_state: int32 (nplugin)"""
    @plugin_statenum.setter
    def plugin_statenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_attr(self) -> npt.NDArray[np.int8]:
        """config attributes of plugin instances, as text: int8 (npluginattr)"""
    @plugin_attr.setter
    def plugin_attr(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_attradr(self) -> npt.NDArray[np.int32]:
        """address of the first config attribute in plugin_attr: int32 (nplugin)"""
    @plugin_attradr.setter
    def plugin_attradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_adr(self) -> npt.NDArray[np.int32]:
        """address of the field in numeric_data: int32 (nnumeric)"""
    @numeric_adr.setter
    def numeric_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_size(self) -> npt.NDArray[np.int32]:
        """number of elements of the field: int32 (nnumeric)"""
    @numeric_size.setter
    def numeric_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_data(self) -> npt.NDArray[np.float64]:
        """elements of all custom numeric fields: float64 (nnumericdata)"""
    @numeric_data.setter
    def numeric_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def text_adr(self) -> npt.NDArray[np.int32]:
        """address of the text in text_data: int32 (ntext)"""
    @text_adr.setter
    def text_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def text_size(self) -> npt.NDArray[np.int32]:
        """size of the text in bytes, including the terminating zero: int32 (ntext)"""
    @text_size.setter
    def text_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_adr(self) -> npt.NDArray[np.int32]:
        """address of the first tuple element: int32 (ntuple)"""
    @tuple_adr.setter
    def tuple_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_size(self) -> npt.NDArray[np.int32]:
        """number of tuple elements: int32 (ntuple)"""
    @tuple_size.setter
    def tuple_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objtype(self) -> npt.NDArray[np.int32]:
        """type of a tuple element (mjtObj): int32 (ntupledata)"""
    @tuple_objtype.setter
    def tuple_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objid(self) -> npt.NDArray[np.int32]:
        """id of a tuple element: int32 (ntupledata)"""
    @tuple_objid.setter
    def tuple_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objprm(self) -> npt.NDArray[np.float64]:
        """parameter of a tuple element: float64 (ntupledata)"""
    @tuple_objprm.setter
    def tuple_objprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_time(self) -> npt.NDArray[np.float64]:
        """keyframe time: float64 (nkey) [s]"""
    @key_time.setter
    def key_time(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_qpos(self) -> npt.NDArray[np.float64]:
        """keyframe joint positions: float64 (nkey, nq)"""
    @key_qpos.setter
    def key_qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_qvel(self) -> npt.NDArray[np.float64]:
        """keyframe joint velocities: float64 (nkey, nv)"""
    @key_qvel.setter
    def key_qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_act(self) -> npt.NDArray[np.float64]:
        """keyframe activations: float64 (nkey, na)"""
    @key_act.setter
    def key_act(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_mpos(self) -> npt.NDArray[np.float64]:
        """keyframe positions of mocap bodies: float64 (nkey, nmocap*3) [m]"""
    @key_mpos.setter
    def key_mpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_mquat(self) -> npt.NDArray[np.float64]:
        """keyframe orientations of mocap bodies: float64 (nkey, nmocap*4)"""
    @key_mquat.setter
    def key_mquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_ctrl(self) -> npt.NDArray[np.float64]:
        """keyframe controls: float64 (nkey, nu)"""
    @key_ctrl.setter
    def key_ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_bodyadr(self) -> npt.NDArray[np.int32]:
        """address of the body name in names: int32 (nbody)"""
    @name_bodyadr.setter
    def name_bodyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_jntadr(self) -> npt.NDArray[np.int32]:
        """address of the joint name in names: int32 (njnt)"""
    @name_jntadr.setter
    def name_jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_geomadr(self) -> npt.NDArray[np.int32]:
        """address of the geom name in names: int32 (ngeom)"""
    @name_geomadr.setter
    def name_geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_siteadr(self) -> npt.NDArray[np.int32]:
        """address of the site name in names: int32 (nsite)"""
    @name_siteadr.setter
    def name_siteadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_camadr(self) -> npt.NDArray[np.int32]:
        """address of the camera name in names: int32 (ncam)"""
    @name_camadr.setter
    def name_camadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_lightadr(self) -> npt.NDArray[np.int32]:
        """address of the light name in names: int32 (nlight)"""
    @name_lightadr.setter
    def name_lightadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_flexadr(self) -> npt.NDArray[np.int32]:
        """address of the flex name in names: int32 (nflex)"""
    @name_flexadr.setter
    def name_flexadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_meshadr(self) -> npt.NDArray[np.int32]:
        """address of the mesh name in names: int32 (nmesh)"""
    @name_meshadr.setter
    def name_meshadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_skinadr(self) -> npt.NDArray[np.int32]:
        """address of the skin name in names: int32 (nskin)"""
    @name_skinadr.setter
    def name_skinadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_hfieldadr(self) -> npt.NDArray[np.int32]:
        """address of the height field name in names: int32 (nhfield)"""
    @name_hfieldadr.setter
    def name_hfieldadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_texadr(self) -> npt.NDArray[np.int32]:
        """address of the texture name in names: int32 (ntex)"""
    @name_texadr.setter
    def name_texadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_matadr(self) -> npt.NDArray[np.int32]:
        """address of the material name in names: int32 (nmat)"""
    @name_matadr.setter
    def name_matadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_pairadr(self) -> npt.NDArray[np.int32]:
        """address of the geom pair name in names: int32 (npair)"""
    @name_pairadr.setter
    def name_pairadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_excludeadr(self) -> npt.NDArray[np.int32]:
        """address of the exclude name in names: int32 (nexclude)"""
    @name_excludeadr.setter
    def name_excludeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_eqadr(self) -> npt.NDArray[np.int32]:
        """address of the equality name in names: int32 (neq)"""
    @name_eqadr.setter
    def name_eqadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_tendonadr(self) -> npt.NDArray[np.int32]:
        """address of the tendon name in names: int32 (ntendon)"""
    @name_tendonadr.setter
    def name_tendonadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_actuatoradr(self) -> npt.NDArray[np.int32]:
        """address of the actuator name in names: int32 (nactuator)"""
    @name_actuatoradr.setter
    def name_actuatoradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_sensoradr(self) -> npt.NDArray[np.int32]:
        """address of the sensor name in names: int32 (nsensor)"""
    @name_sensoradr.setter
    def name_sensoradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_numericadr(self) -> npt.NDArray[np.int32]:
        """address of the numeric field name in names: int32 (nnumeric)"""
    @name_numericadr.setter
    def name_numericadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_textadr(self) -> npt.NDArray[np.int32]:
        """address of the text field name in names: int32 (ntext)"""
    @name_textadr.setter
    def name_textadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_tupleadr(self) -> npt.NDArray[np.int32]:
        """address of the tuple name in names: int32 (ntuple)"""
    @name_tupleadr.setter
    def name_tupleadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_keyadr(self) -> npt.NDArray[np.int32]:
        """address of the keyframe name in names: int32 (nkey)"""
    @name_keyadr.setter
    def name_keyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_pluginadr(self) -> npt.NDArray[np.int32]:
        """address of the plugin instance name in names: int32 (nplugin)"""
    @name_pluginadr.setter
    def name_pluginadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def names_map(self) -> npt.NDArray[np.int32]:
        """hash map from names to ids: int32 (nnames_map)"""
    @names_map.setter
    def names_map(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of the body-dof matrix: int32 (nbody)"""
    @B_rownnz.setter
    def B_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of the body-dof matrix: int32 (nbody)"""
    @B_rowadr.setter
    def B_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_colind(self) -> npt.NDArray[np.int32]:
        """column indices of the body-dof matrix: int32 (nB)"""
    @B_colind.setter
    def B_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of M: int32 (nv)"""
    @M_rownnz.setter
    def M_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of M: int32 (nv)"""
    @M_rowadr.setter
    def M_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_colind(self) -> npt.NDArray[np.int32]:
        """column indices of M: int32 (nC)"""
    @M_colind.setter
    def M_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapM2M(self) -> npt.NDArray[np.int32]:
        """address in qM of each element of M: int32 (nC)"""
    @mapM2M.setter
    def mapM2M(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of D: int32 (nv)"""
    @D_rownnz.setter
    def D_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of D: int32 (nv)"""
    @D_rowadr.setter
    def D_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_diag(self) -> npt.NDArray[np.int32]:
        """index of the diagonal element in each row of D: int32 (nv)"""
    @D_diag.setter
    def D_diag(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_colind(self) -> npt.NDArray[np.int32]:
        """column indices of D, the full dof-dof matrix: int32 (nD)"""
    @D_colind.setter
    def D_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapM2D(self) -> npt.NDArray[np.int32]:
        """address in M of each element of D; -1: zero in M: int32 (nD)"""
    @mapM2D.setter
    def mapM2D(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapD2M(self) -> npt.NDArray[np.int32]:
        """address in D of each element of M: int32 (nC)"""
    @mapD2M.setter
    def mapD2M(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """spring stiffness: coefficients of the square and cube of the displacement: float64 (njnt, 2)"""
    @jnt_stiffnesspoly.setter
    def jnt_stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actuatorid(self) -> npt.NDArray[np.int32]:
        """id of the actuator that adds damping or armature to the joint; -1: none, -2: several: int32 (njnt)"""
    @jnt_actuatorid.setter
    def jnt_actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_dampingpoly(self) -> npt.NDArray[np.float64]:
        """damping: coefficients of v|v| and v^3 for the velocity v: float64 (nv, 2)"""
    @dof_dampingpoly.setter
    def dof_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """spring stiffness: coefficients of the square and cube of the displacement: float64 (ntendon, 2)"""
    @tendon_stiffnesspoly.setter
    def tendon_stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_dampingpoly(self) -> npt.NDArray[np.float64]:
        """damping: coefficients of v|v| and v^3 for the velocity v: float64 (ntendon, 2)"""
    @tendon_dampingpoly.setter
    def tendon_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actuatorid(self) -> npt.NDArray[np.int32]:
        """id of the actuator that adds damping or armature to the tendon; -1: none, -2: several: int32 (ntendon)"""
    @tendon_actuatorid.setter
    def tendon_actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_damping(self) -> npt.NDArray[np.float64]:
        """damping of the target joint or tendon, divided by gear^2: float64 (nactuator) [N s/m, N m s/rad]"""
    @actuator_damping.setter
    def actuator_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dampingpoly(self) -> npt.NDArray[np.float64]:
        """damping of the target: coefficients of v|v| and v^3 for its velocity v, divided by gear^2: float64 (nactuator, 2)"""
    @actuator_dampingpoly.setter
    def actuator_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_armature(self) -> npt.NDArray[np.float64]:
        """armature inertia of the target joint or tendon, divided by gear^2: float64 (nactuator) [kg, kg m^2]"""
    @actuator_armature.setter
    def actuator_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_surfacevel(self) -> npt.NDArray[np.float64]:
        """velocity of the surface relative to the geom, in the geom frame: constant part, angular velocity about its origin: float64 (ngeom, 6) [m/s, rad/s]"""
    @geom_surfacevel.setter
    def geom_surfacevel(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_adhesion(self) -> npt.NDArray[np.float64]:
        """force by which each contact may pull: float64 (ngeom) [N]"""
    @geom_adhesion.setter
    def geom_adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_adhesion(self) -> npt.NDArray[np.float64]:
        """force by which each contact may pull: float64 (npair) [N]"""
    @pair_adhesion.setter
    def pair_adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrladr(self) -> npt.NDArray[np.int32]:
        """address of the first control: int32 (nactuator)"""
    @actuator_ctrladr.setter
    def actuator_ctrladr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrlnum(self) -> npt.NDArray[np.int32]:
        """number of controls: int32 (nactuator)"""
    @actuator_ctrlnum.setter
    def actuator_ctrlnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_outadr(self) -> npt.NDArray[np.int32]:
        """address of the first output: int32 (nactuator)"""
    @actuator_outadr.setter
    def actuator_outadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_outnum(self) -> npt.NDArray[np.int32]:
        """number of outputs: int32 (nactuator)"""
    @actuator_outnum.setter
    def actuator_outnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrlspec(self) -> npt.NDArray[np.int32]:
        """inputs: bits of mjtCtrlInput, or for gain so3 a value of mjtCtrlChart; 0: one command: int32 (nactuator)"""
    @actuator_ctrlspec.setter
    def actuator_ctrlspec(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_softness(self) -> npt.NDArray[np.float32]:
        """softness of the edge of a spotlight, a fraction of the cutoff: float32 (nlight)"""
    @light_softness.setter
    def light_softness(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_dataid(self) -> npt.NDArray[np.int32]:
        """id of the mesh; -1: none: int32 (nsite)"""
    @site_dataid.setter
    def site_dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_springyield(self) -> npt.NDArray[np.float64]:
        """displacement at which the spring yields: float64 (njnt) [m, rad]"""
    @jnt_springyield.setter
    def jnt_springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_plasticadr(self) -> npt.NDArray[np.int32]:
        """address of the spring reference in plastic; -1: the spring does not yield: int32 (njnt)"""
    @jnt_plasticadr.setter
    def jnt_plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_castshadow(self) -> npt.NDArray[np.uint8]:
        """1 if the geom casts shadows: uint8 (ngeom)"""
    @geom_castshadow.setter
    def geom_castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_yield(self) -> npt.NDArray[np.float64]:
        """strains at which stretching and bending yield: float64 (nflex, 2)"""
    @flex_yield.setter
    def flex_yield(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_plasticmode(self) -> npt.NDArray[np.int32]:
        """what yields: 1 bending, 2 stretching: int32 (nflex)"""
    @flex_plasticmode.setter
    def flex_plasticmode(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_plasticadr(self) -> npt.NDArray[np.int32]:
        """address of the plastic strains in plastic; -1: none: int32 (nflex)"""
    @flex_plasticadr.setter
    def flex_plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_cellnum(self) -> npt.NDArray[np.int32]:
        """number of cells of an interpolated flex along each axis: int32 (nflex, 3)"""
    @flex_cellnum.setter
    def flex_cellnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_modeadr(self) -> npt.NDArray[np.int32]:
        """address of the modes of the cells in cell_mode; -1: none: int32 (nflex)"""
    @flex_modeadr.setter
    def flex_modeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def cell_mode(self) -> npt.NDArray[np.float64]:
        """modes of cells: square roots of their stiffness, or what strain constraints hold: float64 (ncellmode)"""
    @cell_mode.setter
    def cell_mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemmatid(self) -> npt.NDArray[np.int32]:
        """id of the material of an element; -1: that of the flex (flex_matid): int32 (nflexelem)"""
    @flex_elemmatid.setter
    def flex_elemmatid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_springyield(self) -> npt.NDArray[np.float64]:
        """displacement at which the spring yields: float64 (ntendon) [m]"""
    @tendon_springyield.setter
    def tendon_springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_plasticadr(self) -> npt.NDArray[np.int32]:
        """address of the deadband of the spring in plastic; -1: the spring does not yield: int32 (ntendon)"""
    @tendon_plasticadr.setter
    def tendon_plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_plastic(self) -> npt.NDArray[np.float64]:
        """keyframe references of springs that yield: float64 (nkey, nplastic)"""
    @key_plastic.setter
    def key_plastic(self, value: npt.ArrayLike) -> None: ...
    @property
    def release(self) -> npt.NDArray[np.int32]:
        """release of MuJoCo whose meaning and corrections the model has, as in mj_version: int32 (1)"""
    @release.setter
    def release(self, value: npt.ArrayLike) -> None: ...
    @property
    def nJten(self) -> int:
        """number of elements of the sparse Jacobian of tendons"""
    @property
    def nflexstiffness(self) -> int:
        """number of elements of flex_stiffness"""
    @property
    def nflexbending(self) -> int:
        """number of elements of flex_bending"""
    @property
    def nmeshdegmax(self) -> int:
        """largest number of faces around a mesh vertex"""
    @property
    def npolygonmax(self) -> int:
        """largest number of corners of a mesh polygon"""
    @property
    def flg_gravcomp(self) -> bool:
        """whether a body is compensated for gravity"""
    @property
    def nefm0L(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefm0dof(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefmCvert(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def tendon_type(self) -> npt.NDArray[np.int32]:
        """0: fixed, 1: spatial (mjtTendon)"""
    @property
    def ten_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of dofs that move points of each tendon"""
    @property
    def ten_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row in ten_J_colind"""
    @property
    def ten_J_colind(self) -> npt.NDArray[np.int32]:
        """dofs that move points of each tendon"""
    @property
    def tex_contenttypeadr(self) -> npt.NDArray[np.int32]:
        """address of the media type in paths; -1: none"""
    @property
    def flex_stiffnessadr(self) -> npt.NDArray[np.int32]:
        """address in flex_stiffness; -1: none"""
    @property
    def flex_bendingadr(self) -> npt.NDArray[np.int32]:
        """address in flex_bending; -1: none"""
    @property
    def flex_vertcell(self) -> npt.NDArray[np.int32]:
        """cell of a vertex of an interpolated flex; -1: none"""
    @property
    def flex_bandwidth(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm0_L_colind(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm0_L_rowadr(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm0_L_rownnz(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm0_dofid(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efmC_perm(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm0_L(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def mesh_extrema(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @classmethod
    def from_xml_string(cls, xml: str | bytes, assets: Mapping[str, bytes] | None=..., vfs: MjVfs | None=..., *, within: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None=..., release: str=...) -> MjModel:
        """Load a model from a text in MJCF or URDF.

        xml      the text
        assets   contents of files by name; they take precedence over files on disk
        vfs      an MjVfs with such contents, instead of assets
        within   one or several folders: only files on disk inside of them are read; None: no restriction
        release  MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

        Returns    the compiled model
        Errors     TypeError: xml is not text
                   gelenk.Error (a ValueError) with file, line, column, element, attribute, and the remedy
        Source     API / Parse and compile; XML reference
        """
    @classmethod
    def from_xml_path(cls, filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None=..., vfs: MjVfs | None=..., *, within: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None=..., release: str=...) -> MjModel:
        """Load a model from a file in MJCF or URDF.

        filename path of the file, or the name of an asset
        assets   contents of files by name; they take precedence over files on disk
        vfs      an MjVfs with such contents, instead of assets
        within   one or several folders: only files on disk inside of them are read; None: no restriction
        release  MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

        Returns    the compiled model
        Errors     gelenk.Error (a ValueError) as for from_xml_string, and where there is no such file
        Source     API / Parse and compile; XML reference
        """
    @classmethod
    def from_binary_path(cls, filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None=..., vfs: MjVfs | None=...) -> MjModel:
        """Load a model from a file in binary form, as mj_saveModel writes it.

        filename path of the file, or the name of an asset
        assets   contents of files by name
        vfs      an MjVfs with such contents, instead of assets

        Returns    the model
        Errors     gelenk.Error (a ValueError): the file does not exist, is not a model, or is damaged
        Source     API / Save and load
        """
    def body(self, name: str | int) -> _MjModelBodyViews:
        """Fields of the body with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def joint(self, name: str | int) -> _MjModelJointViews:
        """Fields of the joint with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def geom(self, name: str | int) -> _MjModelGeomViews:
        """Fields of the geom with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def site(self, name: str | int) -> _MjModelSiteViews:
        """Fields of the site with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def camera(self, name: str | int) -> _MjModelCameraViews:
        """Fields of the camera with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def light(self, name: str | int) -> _MjModelLightViews:
        """Fields of the light with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def mesh(self, name: str | int) -> _MjModelMeshViews:
        """Fields of the mesh with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def skin(self, name: str | int) -> _MjModelSkinViews:
        """Fields of the skin with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def hfield(self, name: str | int) -> _MjModelHfieldViews:
        """Fields of the hfield with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def texture(self, name: str | int) -> _MjModelTextureViews:
        """Fields of the texture with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def material(self, name: str | int) -> _MjModelMaterialViews:
        """Fields of the material with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def pair(self, name: str | int) -> _MjModelPairViews:
        """Fields of the pair with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def exclude(self, name: str | int) -> _MjModelExcludeViews:
        """Fields of the exclude with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def equality(self, name: str | int) -> _MjModelEqualityViews:
        """Fields of the equality with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def tendon(self, name: str | int) -> _MjModelTendonViews:
        """Fields of the tendon with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def actuator(self, name: str | int) -> _MjModelActuatorViews:
        """Fields of the actuator with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def sensor(self, name: str | int) -> _MjModelSensorViews:
        """Fields of the sensor with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def numeric(self, name: str | int) -> _MjModelNumericViews:
        """Fields of the numeric with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def tuple(self, name: str | int) -> _MjModelTupleViews:
        """Fields of the tuple with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def keyframe(self, name: str | int) -> _MjModelKeyframeViews:
        """Fields of the keyframe with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def jnt(self, name: str | int) -> _MjModelJointViews:
        """Fields of the joint with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def cam(self, name: str | int) -> _MjModelCameraViews:
        """Fields of the camera with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def tex(self, name: str | int) -> _MjModelTextureViews:
        """Fields of the texture with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def mat(self, name: str | int) -> _MjModelMaterialViews:
        """Fields of the material with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def eq(self, name: str | int) -> _MjModelEqualityViews:
        """Fields of the equality with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def key(self, name: str | int) -> _MjModelKeyframeViews:
        """Fields of the keyframe with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    @overload
    def bind(self, specs: gelenk.MjsActuator) -> _MjModelActuatorViews: ...
    @overload
    def bind(self, specs: gelenk.MjsBody) -> _MjModelBodyViews: ...
    @overload
    def bind(self, specs: gelenk.MjsCamera) -> _MjModelCameraViews: ...
    @overload
    def bind(self, specs: gelenk.MjsEquality) -> _MjModelEqualityViews: ...
    @overload
    def bind(self, specs: gelenk.MjsExclude) -> _MjModelExcludeViews: ...
    @overload
    def bind(self, specs: gelenk.MjsGeom) -> _MjModelGeomViews: ...
    @overload
    def bind(self, specs: gelenk.MjsHField) -> _MjModelHfieldViews: ...
    @overload
    def bind(self, specs: gelenk.MjsJoint) -> _MjModelJointViews: ...
    @overload
    def bind(self, specs: gelenk.MjsKey) -> _MjModelKeyframeViews: ...
    @overload
    def bind(self, specs: gelenk.MjsLight) -> _MjModelLightViews: ...
    @overload
    def bind(self, specs: gelenk.MjsMaterial) -> _MjModelMaterialViews: ...
    @overload
    def bind(self, specs: gelenk.MjsMesh) -> _MjModelMeshViews: ...
    @overload
    def bind(self, specs: gelenk.MjsNumeric) -> _MjModelNumericViews: ...
    @overload
    def bind(self, specs: gelenk.MjsPair) -> _MjModelPairViews: ...
    @overload
    def bind(self, specs: gelenk.MjsSensor) -> _MjModelSensorViews: ...
    @overload
    def bind(self, specs: gelenk.MjsSite) -> _MjModelSiteViews: ...
    @overload
    def bind(self, specs: gelenk.MjsSkin) -> _MjModelSkinViews: ...
    @overload
    def bind(self, specs: gelenk.MjsTendon) -> _MjModelTendonViews: ...
    @overload
    def bind(self, specs: gelenk.MjsTexture) -> _MjModelTextureViews: ...
    @overload
    def bind(self, specs: gelenk.MjsTuple) -> _MjModelTupleViews: ...
    @overload
    def bind(self, specs: Iterable[gelenk.MjsElement]) -> Bound: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsActuator) -> _MjModelActuatorViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsBody) -> _MjModelBodyViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsCamera) -> _MjModelCameraViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsEquality) -> _MjModelEqualityViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsExclude) -> _MjModelExcludeViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsGeom) -> _MjModelGeomViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsHField) -> _MjModelHfieldViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsJoint) -> _MjModelJointViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsKey) -> _MjModelKeyframeViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsLight) -> _MjModelLightViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsMaterial) -> _MjModelMaterialViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsMesh) -> _MjModelMeshViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsNumeric) -> _MjModelNumericViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsPair) -> _MjModelPairViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsSensor) -> _MjModelSensorViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsSite) -> _MjModelSiteViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsSkin) -> _MjModelSkinViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsTendon) -> _MjModelTendonViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsTexture) -> _MjModelTextureViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsTuple) -> _MjModelTupleViews: ...
    _a_qpos0: npt.NDArray[np.float64]
    _a_qpos_spring: npt.NDArray[np.float64]
    _a_body_parentid: npt.NDArray[np.int32]
    _a_body_rootid: npt.NDArray[np.int32]
    _a_body_weldid: npt.NDArray[np.int32]
    _a_body_mocapid: npt.NDArray[np.int32]
    _a_body_jntnum: npt.NDArray[np.int32]
    _a_body_jntadr: npt.NDArray[np.int32]
    _a_body_dofnum: npt.NDArray[np.int32]
    _a_body_dofadr: npt.NDArray[np.int32]
    _a_body_treeid: npt.NDArray[np.int32]
    _a_body_geomnum: npt.NDArray[np.int32]
    _a_body_geomadr: npt.NDArray[np.int32]
    _a_body_simple: npt.NDArray[np.uint8]
    _a_body_sameframe: npt.NDArray[np.uint8]
    _a_body_pos: npt.NDArray[np.float64]
    _a_body_quat: npt.NDArray[np.float64]
    _a_body_ipos: npt.NDArray[np.float64]
    _a_body_iquat: npt.NDArray[np.float64]
    _a_body_mass: npt.NDArray[np.float64]
    _a_body_subtreemass: npt.NDArray[np.float64]
    _a_body_inertia: npt.NDArray[np.float64]
    _a_body_invweight0: npt.NDArray[np.float64]
    _a_body_gravcomp: npt.NDArray[np.float64]
    _a_body_margin: npt.NDArray[np.float64]
    _a_body_user: npt.NDArray[np.float64]
    _a_body_plugin: npt.NDArray[np.int32]
    _a_body_contype: npt.NDArray[np.int32]
    _a_body_conaffinity: npt.NDArray[np.int32]
    _a_body_bvhadr: npt.NDArray[np.int32]
    _a_body_bvhnum: npt.NDArray[np.int32]
    _a_bvh_depth: npt.NDArray[np.int32]
    _a_bvh_child: npt.NDArray[np.int32]
    _a_bvh_nodeid: npt.NDArray[np.int32]
    _a_bvh_aabb: npt.NDArray[np.float64]
    _a_oct_depth: npt.NDArray[np.int32]
    _a_oct_child: npt.NDArray[np.int32]
    _a_oct_aabb: npt.NDArray[np.float64]
    _a_oct_coeff: npt.NDArray[np.float64]
    _a_jnt_type: npt.NDArray[np.int32]
    _a_jnt_qposadr: npt.NDArray[np.int32]
    _a_jnt_dofadr: npt.NDArray[np.int32]
    _a_jnt_bodyid: npt.NDArray[np.int32]
    _a_jnt_group: npt.NDArray[np.int32]
    _a_jnt_limited: npt.NDArray[np.uint8]
    _a_jnt_actfrclimited: npt.NDArray[np.uint8]
    _a_jnt_actgravcomp: npt.NDArray[np.uint8]
    _a_jnt_solref: npt.NDArray[np.float64]
    _a_jnt_solimp: npt.NDArray[np.float64]
    _a_jnt_pos: npt.NDArray[np.float64]
    _a_jnt_axis: npt.NDArray[np.float64]
    _a_jnt_stiffness: npt.NDArray[np.float64]
    _a_jnt_range: npt.NDArray[np.float64]
    _a_jnt_actfrcrange: npt.NDArray[np.float64]
    _a_jnt_margin: npt.NDArray[np.float64]
    _a_jnt_user: npt.NDArray[np.float64]
    _a_dof_bodyid: npt.NDArray[np.int32]
    _a_dof_jntid: npt.NDArray[np.int32]
    _a_dof_parentid: npt.NDArray[np.int32]
    _a_dof_treeid: npt.NDArray[np.int32]
    _a_dof_Madr: npt.NDArray[np.int32]
    _a_dof_simplenum: npt.NDArray[np.int32]
    _a_dof_solref: npt.NDArray[np.float64]
    _a_dof_solimp: npt.NDArray[np.float64]
    _a_dof_frictionloss: npt.NDArray[np.float64]
    _a_dof_armature: npt.NDArray[np.float64]
    _a_dof_damping: npt.NDArray[np.float64]
    _a_dof_invweight0: npt.NDArray[np.float64]
    _a_dof_M0: npt.NDArray[np.float64]
    _a_dof_length: npt.NDArray[np.float64]
    _a_tree_bodyadr: npt.NDArray[np.int32]
    _a_tree_bodynum: npt.NDArray[np.int32]
    _a_tree_dofadr: npt.NDArray[np.int32]
    _a_tree_dofnum: npt.NDArray[np.int32]
    _a_tree_sleep_policy: npt.NDArray[np.int32]
    _a_geom_type: npt.NDArray[np.int32]
    _a_geom_contype: npt.NDArray[np.int32]
    _a_geom_conaffinity: npt.NDArray[np.int32]
    _a_geom_condim: npt.NDArray[np.int32]
    _a_geom_bodyid: npt.NDArray[np.int32]
    _a_geom_dataid: npt.NDArray[np.int32]
    _a_geom_matid: npt.NDArray[np.int32]
    _a_geom_group: npt.NDArray[np.int32]
    _a_geom_priority: npt.NDArray[np.int32]
    _a_geom_plugin: npt.NDArray[np.int32]
    _a_geom_sameframe: npt.NDArray[np.uint8]
    _a_geom_solmix: npt.NDArray[np.float64]
    _a_geom_solref: npt.NDArray[np.float64]
    _a_geom_solimp: npt.NDArray[np.float64]
    _a_geom_size: npt.NDArray[np.float64]
    _a_geom_aabb: npt.NDArray[np.float64]
    _a_geom_rbound: npt.NDArray[np.float64]
    _a_geom_pos: npt.NDArray[np.float64]
    _a_geom_quat: npt.NDArray[np.float64]
    _a_geom_friction: npt.NDArray[np.float64]
    _a_geom_margin: npt.NDArray[np.float64]
    _a_geom_gap: npt.NDArray[np.float64]
    _a_geom_fluid: npt.NDArray[np.float64]
    _a_geom_user: npt.NDArray[np.float64]
    _a_geom_rgba: npt.NDArray[np.float32]
    _a_site_type: npt.NDArray[np.int32]
    _a_site_bodyid: npt.NDArray[np.int32]
    _a_site_matid: npt.NDArray[np.int32]
    _a_site_group: npt.NDArray[np.int32]
    _a_site_sameframe: npt.NDArray[np.uint8]
    _a_site_size: npt.NDArray[np.float64]
    _a_site_pos: npt.NDArray[np.float64]
    _a_site_quat: npt.NDArray[np.float64]
    _a_site_user: npt.NDArray[np.float64]
    _a_site_rgba: npt.NDArray[np.float32]
    _a_cam_mode: npt.NDArray[np.int32]
    _a_cam_bodyid: npt.NDArray[np.int32]
    _a_cam_targetbodyid: npt.NDArray[np.int32]
    _a_cam_pos: npt.NDArray[np.float64]
    _a_cam_quat: npt.NDArray[np.float64]
    _a_cam_poscom0: npt.NDArray[np.float64]
    _a_cam_pos0: npt.NDArray[np.float64]
    _a_cam_mat0: npt.NDArray[np.float64]
    _a_cam_projection: npt.NDArray[np.int32]
    _a_cam_fovy: npt.NDArray[np.float64]
    _a_cam_ipd: npt.NDArray[np.float64]
    _a_cam_resolution: npt.NDArray[np.int32]
    _a_cam_output: npt.NDArray[np.int32]
    _a_cam_sensorsize: npt.NDArray[np.float32]
    _a_cam_intrinsic: npt.NDArray[np.float32]
    _a_cam_user: npt.NDArray[np.float64]
    _a_light_mode: npt.NDArray[np.int32]
    _a_light_bodyid: npt.NDArray[np.int32]
    _a_light_targetbodyid: npt.NDArray[np.int32]
    _a_light_type: npt.NDArray[np.int32]
    _a_light_texid: npt.NDArray[np.int32]
    _a_light_castshadow: npt.NDArray[np.uint8]
    _a_light_bulbradius: npt.NDArray[np.float32]
    _a_light_intensity: npt.NDArray[np.float32]
    _a_light_range: npt.NDArray[np.float32]
    _a_light_active: npt.NDArray[np.uint8]
    _a_light_pos: npt.NDArray[np.float64]
    _a_light_dir: npt.NDArray[np.float64]
    _a_light_poscom0: npt.NDArray[np.float64]
    _a_light_pos0: npt.NDArray[np.float64]
    _a_light_dir0: npt.NDArray[np.float64]
    _a_light_attenuation: npt.NDArray[np.float32]
    _a_light_cutoff: npt.NDArray[np.float32]
    _a_light_exponent: npt.NDArray[np.float32]
    _a_light_ambient: npt.NDArray[np.float32]
    _a_light_diffuse: npt.NDArray[np.float32]
    _a_light_specular: npt.NDArray[np.float32]
    _a_flex_contype: npt.NDArray[np.int32]
    _a_flex_conaffinity: npt.NDArray[np.int32]
    _a_flex_condim: npt.NDArray[np.int32]
    _a_flex_priority: npt.NDArray[np.int32]
    _a_flex_solmix: npt.NDArray[np.float64]
    _a_flex_solref: npt.NDArray[np.float64]
    _a_flex_solimp: npt.NDArray[np.float64]
    _a_flex_friction: npt.NDArray[np.float64]
    _a_flex_margin: npt.NDArray[np.float64]
    _a_flex_gap: npt.NDArray[np.float64]
    _a_flex_internal: npt.NDArray[np.uint8]
    _a_flex_selfcollide: npt.NDArray[np.int32]
    _a_flex_activelayers: npt.NDArray[np.int32]
    _a_flex_passive: npt.NDArray[np.int32]
    _a_flex_dim: npt.NDArray[np.int32]
    _a_flex_matid: npt.NDArray[np.int32]
    _a_flex_group: npt.NDArray[np.int32]
    _a_flex_interp: npt.NDArray[np.int32]
    _a_flex_nodeadr: npt.NDArray[np.int32]
    _a_flex_nodenum: npt.NDArray[np.int32]
    _a_flex_vertadr: npt.NDArray[np.int32]
    _a_flex_vertnum: npt.NDArray[np.int32]
    _a_flex_edgeadr: npt.NDArray[np.int32]
    _a_flex_edgenum: npt.NDArray[np.int32]
    _a_flex_elemadr: npt.NDArray[np.int32]
    _a_flex_elemnum: npt.NDArray[np.int32]
    _a_flex_elemdataadr: npt.NDArray[np.int32]
    _a_flex_elemedgeadr: npt.NDArray[np.int32]
    _a_flex_shellnum: npt.NDArray[np.int32]
    _a_flex_shelldataadr: npt.NDArray[np.int32]
    _a_flex_evpairadr: npt.NDArray[np.int32]
    _a_flex_evpairnum: npt.NDArray[np.int32]
    _a_flex_texcoordadr: npt.NDArray[np.int32]
    _a_flex_nodebodyid: npt.NDArray[np.int32]
    _a_flex_vertbodyid: npt.NDArray[np.int32]
    _a_flex_vertedgeadr: npt.NDArray[np.int32]
    _a_flex_vertedgenum: npt.NDArray[np.int32]
    _a_flex_vertedge: npt.NDArray[np.int32]
    _a_flex_edge: npt.NDArray[np.int32]
    _a_flex_edgeflap: npt.NDArray[np.int32]
    _a_flex_elem: npt.NDArray[np.int32]
    _a_flex_elemtexcoord: npt.NDArray[np.int32]
    _a_flex_elemedge: npt.NDArray[np.int32]
    _a_flex_elemlayer: npt.NDArray[np.int32]
    _a_flex_shell: npt.NDArray[np.int32]
    _a_flex_evpair: npt.NDArray[np.int32]
    _a_flex_vert: npt.NDArray[np.float64]
    _a_flex_vert0: npt.NDArray[np.float64]
    _a_flex_vertmetric: npt.NDArray[np.float64]
    _a_flex_node: npt.NDArray[np.float64]
    _a_flex_node0: npt.NDArray[np.float64]
    _a_flexedge_length0: npt.NDArray[np.float64]
    _a_flexedge_invweight0: npt.NDArray[np.float64]
    _a_flex_radius: npt.NDArray[np.float64]
    _a_flex_size: npt.NDArray[np.float64]
    _a_flex_stiffness: npt.NDArray[np.float64]
    _a_flex_bending: npt.NDArray[np.float64]
    _a_flex_damping: npt.NDArray[np.float64]
    _a_flex_edgestiffness: npt.NDArray[np.float64]
    _a_flex_edgedamping: npt.NDArray[np.float64]
    _a_flex_edgeequality: npt.NDArray[np.int32]
    _a_flex_rigid: npt.NDArray[np.uint8]
    _a_flexedge_rigid: npt.NDArray[np.uint8]
    _a_flex_centered: npt.NDArray[np.uint8]
    _a_flex_flatskin: npt.NDArray[np.uint8]
    _a_flex_bvhadr: npt.NDArray[np.int32]
    _a_flex_bvhnum: npt.NDArray[np.int32]
    _a_flexedge_J_rownnz: npt.NDArray[np.int32]
    _a_flexedge_J_rowadr: npt.NDArray[np.int32]
    _a_flexedge_J_colind: npt.NDArray[np.int32]
    _a_flexvert_J_rownnz: npt.NDArray[np.int32]
    _a_flexvert_J_rowadr: npt.NDArray[np.int32]
    _a_flexvert_J_colind: npt.NDArray[np.int32]
    _a_flex_rgba: npt.NDArray[np.float32]
    _a_flex_texcoord: npt.NDArray[np.float32]
    _a_mesh_vertadr: npt.NDArray[np.int32]
    _a_mesh_vertnum: npt.NDArray[np.int32]
    _a_mesh_faceadr: npt.NDArray[np.int32]
    _a_mesh_facenum: npt.NDArray[np.int32]
    _a_mesh_bvhadr: npt.NDArray[np.int32]
    _a_mesh_bvhnum: npt.NDArray[np.int32]
    _a_mesh_octadr: npt.NDArray[np.int32]
    _a_mesh_octnum: npt.NDArray[np.int32]
    _a_mesh_normaladr: npt.NDArray[np.int32]
    _a_mesh_normalnum: npt.NDArray[np.int32]
    _a_mesh_texcoordadr: npt.NDArray[np.int32]
    _a_mesh_texcoordnum: npt.NDArray[np.int32]
    _a_mesh_graphadr: npt.NDArray[np.int32]
    _a_mesh_vert: npt.NDArray[np.float32]
    _a_mesh_normal: npt.NDArray[np.float32]
    _a_mesh_texcoord: npt.NDArray[np.float32]
    _a_mesh_face: npt.NDArray[np.int32]
    _a_mesh_facenormal: npt.NDArray[np.int32]
    _a_mesh_facetexcoord: npt.NDArray[np.int32]
    _a_mesh_graph: npt.NDArray[np.int32]
    _a_mesh_scale: npt.NDArray[np.float64]
    _a_mesh_pos: npt.NDArray[np.float64]
    _a_mesh_quat: npt.NDArray[np.float64]
    _a_mesh_pathadr: npt.NDArray[np.int32]
    _a_mesh_polynum: npt.NDArray[np.int32]
    _a_mesh_polyadr: npt.NDArray[np.int32]
    _a_mesh_polynormal: npt.NDArray[np.float64]
    _a_mesh_polyvertadr: npt.NDArray[np.int32]
    _a_mesh_polyvertnum: npt.NDArray[np.int32]
    _a_mesh_polyvert: npt.NDArray[np.int32]
    _a_mesh_polymapadr: npt.NDArray[np.int32]
    _a_mesh_polymapnum: npt.NDArray[np.int32]
    _a_mesh_polymap: npt.NDArray[np.int32]
    _a_skin_matid: npt.NDArray[np.int32]
    _a_skin_group: npt.NDArray[np.int32]
    _a_skin_rgba: npt.NDArray[np.float32]
    _a_skin_inflate: npt.NDArray[np.float32]
    _a_skin_vertadr: npt.NDArray[np.int32]
    _a_skin_vertnum: npt.NDArray[np.int32]
    _a_skin_texcoordadr: npt.NDArray[np.int32]
    _a_skin_faceadr: npt.NDArray[np.int32]
    _a_skin_facenum: npt.NDArray[np.int32]
    _a_skin_boneadr: npt.NDArray[np.int32]
    _a_skin_bonenum: npt.NDArray[np.int32]
    _a_skin_vert: npt.NDArray[np.float32]
    _a_skin_texcoord: npt.NDArray[np.float32]
    _a_skin_face: npt.NDArray[np.int32]
    _a_skin_bonevertadr: npt.NDArray[np.int32]
    _a_skin_bonevertnum: npt.NDArray[np.int32]
    _a_skin_bonebindpos: npt.NDArray[np.float32]
    _a_skin_bonebindquat: npt.NDArray[np.float32]
    _a_skin_bonebodyid: npt.NDArray[np.int32]
    _a_skin_bonevertid: npt.NDArray[np.int32]
    _a_skin_bonevertweight: npt.NDArray[np.float32]
    _a_skin_pathadr: npt.NDArray[np.int32]
    _a_hfield_size: npt.NDArray[np.float64]
    _a_hfield_nrow: npt.NDArray[np.int32]
    _a_hfield_ncol: npt.NDArray[np.int32]
    _a_hfield_adr: npt.NDArray[np.int32]
    _a_hfield_data: npt.NDArray[np.float32]
    _a_hfield_pathadr: npt.NDArray[np.int32]
    _a_tex_type: npt.NDArray[np.int32]
    _a_tex_colorspace: npt.NDArray[np.int32]
    _a_tex_height: npt.NDArray[np.int32]
    _a_tex_width: npt.NDArray[np.int32]
    _a_tex_nchannel: npt.NDArray[np.int32]
    _a_tex_adr: npt.NDArray[np.int64]
    _a_tex_data: npt.NDArray[np.uint8]
    _a_tex_pathadr: npt.NDArray[np.int32]
    _a_mat_texid: npt.NDArray[np.int32]
    _a_mat_texuniform: npt.NDArray[np.uint8]
    _a_mat_texrepeat: npt.NDArray[np.float32]
    _a_mat_emission: npt.NDArray[np.float32]
    _a_mat_specular: npt.NDArray[np.float32]
    _a_mat_shininess: npt.NDArray[np.float32]
    _a_mat_reflectance: npt.NDArray[np.float32]
    _a_mat_metallic: npt.NDArray[np.float32]
    _a_mat_roughness: npt.NDArray[np.float32]
    _a_mat_rgba: npt.NDArray[np.float32]
    _a_pair_dim: npt.NDArray[np.int32]
    _a_pair_geom1: npt.NDArray[np.int32]
    _a_pair_geom2: npt.NDArray[np.int32]
    _a_pair_signature: npt.NDArray[np.int32]
    _a_pair_solref: npt.NDArray[np.float64]
    _a_pair_solreffriction: npt.NDArray[np.float64]
    _a_pair_solimp: npt.NDArray[np.float64]
    _a_pair_margin: npt.NDArray[np.float64]
    _a_pair_gap: npt.NDArray[np.float64]
    _a_pair_friction: npt.NDArray[np.float64]
    _a_exclude_signature: npt.NDArray[np.int32]
    _a_eq_type: npt.NDArray[np.int32]
    _a_eq_obj1id: npt.NDArray[np.int32]
    _a_eq_obj2id: npt.NDArray[np.int32]
    _a_eq_objtype: npt.NDArray[np.int32]
    _a_eq_active0: npt.NDArray[np.uint8]
    _a_eq_solref: npt.NDArray[np.float64]
    _a_eq_solimp: npt.NDArray[np.float64]
    _a_eq_data: npt.NDArray[np.float64]
    _a_tendon_adr: npt.NDArray[np.int32]
    _a_tendon_num: npt.NDArray[np.int32]
    _a_tendon_matid: npt.NDArray[np.int32]
    _a_tendon_group: npt.NDArray[np.int32]
    _a_tendon_treenum: npt.NDArray[np.int32]
    _a_tendon_treeid: npt.NDArray[np.int32]
    _a_tendon_limited: npt.NDArray[np.uint8]
    _a_tendon_actfrclimited: npt.NDArray[np.uint8]
    _a_tendon_width: npt.NDArray[np.float64]
    _a_tendon_solref_lim: npt.NDArray[np.float64]
    _a_tendon_solimp_lim: npt.NDArray[np.float64]
    _a_tendon_solref_fri: npt.NDArray[np.float64]
    _a_tendon_solimp_fri: npt.NDArray[np.float64]
    _a_tendon_range: npt.NDArray[np.float64]
    _a_tendon_actfrcrange: npt.NDArray[np.float64]
    _a_tendon_margin: npt.NDArray[np.float64]
    _a_tendon_stiffness: npt.NDArray[np.float64]
    _a_tendon_damping: npt.NDArray[np.float64]
    _a_tendon_armature: npt.NDArray[np.float64]
    _a_tendon_frictionloss: npt.NDArray[np.float64]
    _a_tendon_lengthspring: npt.NDArray[np.float64]
    _a_tendon_length0: npt.NDArray[np.float64]
    _a_tendon_invweight0: npt.NDArray[np.float64]
    _a_tendon_user: npt.NDArray[np.float64]
    _a_tendon_rgba: npt.NDArray[np.float32]
    _a_wrap_type: npt.NDArray[np.int32]
    _a_wrap_objid: npt.NDArray[np.int32]
    _a_wrap_prm: npt.NDArray[np.float64]
    _a_actuator_trntype: npt.NDArray[np.int32]
    _a_actuator_dyntype: npt.NDArray[np.int32]
    _a_actuator_gaintype: npt.NDArray[np.int32]
    _a_actuator_biastype: npt.NDArray[np.int32]
    _a_actuator_trnid: npt.NDArray[np.int32]
    _a_actuator_actadr: npt.NDArray[np.int32]
    _a_actuator_actnum: npt.NDArray[np.int32]
    _a_actuator_group: npt.NDArray[np.int32]
    _a_actuator_history: npt.NDArray[np.int32]
    _a_actuator_historyadr: npt.NDArray[np.int32]
    _a_actuator_delay: npt.NDArray[np.float64]
    _a_actuator_ctrllimited: npt.NDArray[np.uint8]
    _a_actuator_forcelimited: npt.NDArray[np.uint8]
    _a_actuator_actlimited: npt.NDArray[np.uint8]
    _a_actuator_dynprm: npt.NDArray[np.float64]
    _a_actuator_gainprm: npt.NDArray[np.float64]
    _a_actuator_biasprm: npt.NDArray[np.float64]
    _a_actuator_actearly: npt.NDArray[np.uint8]
    _a_actuator_ctrlrange: npt.NDArray[np.float64]
    _a_actuator_forcerange: npt.NDArray[np.float64]
    _a_actuator_actrange: npt.NDArray[np.float64]
    _a_actuator_gear: npt.NDArray[np.float64]
    _a_actuator_cranklength: npt.NDArray[np.float64]
    _a_actuator_acc0: npt.NDArray[np.float64]
    _a_actuator_length0: npt.NDArray[np.float64]
    _a_actuator_lengthrange: npt.NDArray[np.float64]
    _a_actuator_user: npt.NDArray[np.float64]
    _a_actuator_plugin: npt.NDArray[np.int32]
    _a_sensor_type: npt.NDArray[np.int32]
    _a_sensor_datatype: npt.NDArray[np.int32]
    _a_sensor_needstage: npt.NDArray[np.int32]
    _a_sensor_objtype: npt.NDArray[np.int32]
    _a_sensor_objid: npt.NDArray[np.int32]
    _a_sensor_reftype: npt.NDArray[np.int32]
    _a_sensor_refid: npt.NDArray[np.int32]
    _a_sensor_intprm: npt.NDArray[np.int32]
    _a_sensor_dim: npt.NDArray[np.int32]
    _a_sensor_adr: npt.NDArray[np.int32]
    _a_sensor_cutoff: npt.NDArray[np.float64]
    _a_sensor_noise: npt.NDArray[np.float64]
    _a_sensor_history: npt.NDArray[np.int32]
    _a_sensor_historyadr: npt.NDArray[np.int32]
    _a_sensor_delay: npt.NDArray[np.float64]
    _a_sensor_interval: npt.NDArray[np.float64]
    _a_sensor_user: npt.NDArray[np.float64]
    _a_sensor_plugin: npt.NDArray[np.int32]
    _a_plugin: npt.NDArray[np.int32]
    _a_plugin_stateadr: npt.NDArray[np.int32]
    _a_plugin_statenum: npt.NDArray[np.int32]
    _a_plugin_attr: npt.NDArray[np.int8]
    _a_plugin_attradr: npt.NDArray[np.int32]
    _a_numeric_adr: npt.NDArray[np.int32]
    _a_numeric_size: npt.NDArray[np.int32]
    _a_numeric_data: npt.NDArray[np.float64]
    _a_text_adr: npt.NDArray[np.int32]
    _a_text_size: npt.NDArray[np.int32]
    _a_tuple_adr: npt.NDArray[np.int32]
    _a_tuple_size: npt.NDArray[np.int32]
    _a_tuple_objtype: npt.NDArray[np.int32]
    _a_tuple_objid: npt.NDArray[np.int32]
    _a_tuple_objprm: npt.NDArray[np.float64]
    _a_key_time: npt.NDArray[np.float64]
    _a_key_qpos: npt.NDArray[np.float64]
    _a_key_qvel: npt.NDArray[np.float64]
    _a_key_act: npt.NDArray[np.float64]
    _a_key_mpos: npt.NDArray[np.float64]
    _a_key_mquat: npt.NDArray[np.float64]
    _a_key_ctrl: npt.NDArray[np.float64]
    _a_name_bodyadr: npt.NDArray[np.int32]
    _a_name_jntadr: npt.NDArray[np.int32]
    _a_name_geomadr: npt.NDArray[np.int32]
    _a_name_siteadr: npt.NDArray[np.int32]
    _a_name_camadr: npt.NDArray[np.int32]
    _a_name_lightadr: npt.NDArray[np.int32]
    _a_name_flexadr: npt.NDArray[np.int32]
    _a_name_meshadr: npt.NDArray[np.int32]
    _a_name_skinadr: npt.NDArray[np.int32]
    _a_name_hfieldadr: npt.NDArray[np.int32]
    _a_name_texadr: npt.NDArray[np.int32]
    _a_name_matadr: npt.NDArray[np.int32]
    _a_name_pairadr: npt.NDArray[np.int32]
    _a_name_excludeadr: npt.NDArray[np.int32]
    _a_name_eqadr: npt.NDArray[np.int32]
    _a_name_tendonadr: npt.NDArray[np.int32]
    _a_name_actuatoradr: npt.NDArray[np.int32]
    _a_name_sensoradr: npt.NDArray[np.int32]
    _a_name_numericadr: npt.NDArray[np.int32]
    _a_name_textadr: npt.NDArray[np.int32]
    _a_name_tupleadr: npt.NDArray[np.int32]
    _a_name_keyadr: npt.NDArray[np.int32]
    _a_name_pluginadr: npt.NDArray[np.int32]
    _a_names_map: npt.NDArray[np.int32]
    _a_B_rownnz: npt.NDArray[np.int32]
    _a_B_rowadr: npt.NDArray[np.int32]
    _a_B_colind: npt.NDArray[np.int32]
    _a_M_rownnz: npt.NDArray[np.int32]
    _a_M_rowadr: npt.NDArray[np.int32]
    _a_M_colind: npt.NDArray[np.int32]
    _a_mapM2M: npt.NDArray[np.int32]
    _a_D_rownnz: npt.NDArray[np.int32]
    _a_D_rowadr: npt.NDArray[np.int32]
    _a_D_diag: npt.NDArray[np.int32]
    _a_D_colind: npt.NDArray[np.int32]
    _a_mapM2D: npt.NDArray[np.int32]
    _a_mapD2M: npt.NDArray[np.int32]
    _a_jnt_stiffnesspoly: npt.NDArray[np.float64]
    _a_jnt_actuatorid: npt.NDArray[np.int32]
    _a_dof_dampingpoly: npt.NDArray[np.float64]
    _a_tendon_stiffnesspoly: npt.NDArray[np.float64]
    _a_tendon_dampingpoly: npt.NDArray[np.float64]
    _a_tendon_actuatorid: npt.NDArray[np.int32]
    _a_actuator_damping: npt.NDArray[np.float64]
    _a_actuator_dampingpoly: npt.NDArray[np.float64]
    _a_actuator_armature: npt.NDArray[np.float64]
    _a_geom_surfacevel: npt.NDArray[np.float64]
    _a_geom_adhesion: npt.NDArray[np.float64]
    _a_pair_adhesion: npt.NDArray[np.float64]
    _a_actuator_ctrladr: npt.NDArray[np.int32]
    _a_actuator_ctrlnum: npt.NDArray[np.int32]
    _a_actuator_outadr: npt.NDArray[np.int32]
    _a_actuator_outnum: npt.NDArray[np.int32]
    _a_actuator_ctrlspec: npt.NDArray[np.int32]
    _a_light_softness: npt.NDArray[np.float32]
    _a_site_dataid: npt.NDArray[np.int32]
    _a_jnt_springyield: npt.NDArray[np.float64]
    _a_jnt_plasticadr: npt.NDArray[np.int32]
    _a_geom_castshadow: npt.NDArray[np.uint8]
    _a_flex_yield: npt.NDArray[np.float64]
    _a_flex_plasticmode: npt.NDArray[np.int32]
    _a_flex_plasticadr: npt.NDArray[np.int32]
    _a_flex_cellnum: npt.NDArray[np.int32]
    _a_flex_modeadr: npt.NDArray[np.int32]
    _a_cell_mode: npt.NDArray[np.float64]
    _a_flex_elemmatid: npt.NDArray[np.int32]
    _a_tendon_springyield: npt.NDArray[np.float64]
    _a_tendon_plasticadr: npt.NDArray[np.int32]
    _a_key_plastic: npt.NDArray[np.float64]
    _a_release: npt.NDArray[np.int32]
    _all_fields: builtins.tuple[str, ...]
    _size_fields: builtins.tuple[str, ...]
    _sizes: npt.NDArray[np.int64]

class DataFields:
    """Fields of MjData."""
    @property
    def narena(self) -> int:
        """arena capacity for contacts and constraint rows: int64 [bytes]"""
    @narena.setter
    def narena(self, value: int) -> None: ...
    @property
    def nbuffer(self) -> int:
        """memory of all arrays of the model: int64 [bytes]"""
    @nbuffer.setter
    def nbuffer(self, value: int) -> None: ...
    @property
    def nplugin(self) -> int:
        """number of plugin instances: int64"""
    @nplugin.setter
    def nplugin(self, value: int) -> None: ...
    @property
    def pstack(self) -> int:
        """first free byte of the stack: int64"""
    @pstack.setter
    def pstack(self, value: int) -> None: ...
    @property
    def pbase(self) -> int:
        """first byte of the current stack frame: int64"""
    @pbase.setter
    def pbase(self, value: int) -> None: ...
    @property
    def maxuse_stack(self) -> int:
        """maximum stack usage: int64 [bytes]"""
    @maxuse_stack.setter
    def maxuse_stack(self, value: int) -> None: ...
    @property
    def parena(self) -> int:
        """first free byte of the arena: int64"""
    @parena.setter
    def parena(self, value: int) -> None: ...
    @property
    def maxuse_arena(self) -> int:
        """maximum arena usage: int64 [bytes]"""
    @maxuse_arena.setter
    def maxuse_arena(self, value: int) -> None: ...
    @property
    def maxuse_con(self) -> int:
        """maximum number of contacts: int64"""
    @maxuse_con.setter
    def maxuse_con(self, value: int) -> None: ...
    @property
    def maxuse_efc(self) -> int:
        """maximum number of constraint rows: int64"""
    @maxuse_efc.setter
    def maxuse_efc(self, value: int) -> None: ...
    @property
    def ncon(self) -> int:
        """number of contacts: int64"""
    @ncon.setter
    def ncon(self, value: int) -> None: ...
    @property
    def ne(self) -> int:
        """number of equality constraint rows: int64"""
    @ne.setter
    def ne(self, value: int) -> None: ...
    @property
    def nf(self) -> int:
        """number of friction loss rows: int64"""
    @nf.setter
    def nf(self, value: int) -> None: ...
    @property
    def nl(self) -> int:
        """number of limit rows: int64"""
    @nl.setter
    def nl(self, value: int) -> None: ...
    @property
    def nefc(self) -> int:
        """number of constraint rows: int64"""
    @nefc.setter
    def nefc(self, value: int) -> None: ...
    @property
    def nJ(self) -> int:
        """number of elements of efc_J: int64"""
    @nJ.setter
    def nJ(self, value: int) -> None: ...
    @property
    def nA(self) -> int:
        """number of nonzeros of efc_AR: int64"""
    @nA.setter
    def nA(self, value: int) -> None: ...
    @property
    def nisland(self) -> int:
        """number of constraint islands: int64"""
    @nisland.setter
    def nisland(self, value: int) -> None: ...
    @property
    def nidof(self) -> int:
        """number of dofs in islands: int64"""
    @nidof.setter
    def nidof(self, value: int) -> None: ...
    @property
    def ntree_awake(self) -> int:
        """number of awake trees: int64"""
    @ntree_awake.setter
    def ntree_awake(self, value: int) -> None: ...
    @property
    def nbody_awake(self) -> int:
        """number of bodies that are awake or static: int64"""
    @nbody_awake.setter
    def nbody_awake(self, value: int) -> None: ...
    @property
    def nparent_awake(self) -> int:
        """number of bodies whose parent is awake or static: int64"""
    @nparent_awake.setter
    def nparent_awake(self, value: int) -> None: ...
    @property
    def nv_awake(self) -> int:
        """number of awake dofs: int64"""
    @nv_awake.setter
    def nv_awake(self, value: int) -> None: ...
    @property
    def flg_energypos(self) -> int:
        """1 if mj_energyPos was called in this step: int64"""
    @flg_energypos.setter
    def flg_energypos(self, value: int) -> None: ...
    @property
    def flg_energyvel(self) -> int:
        """1 if mj_energyVel was called in this step: int64"""
    @flg_energyvel.setter
    def flg_energyvel(self, value: int) -> None: ...
    @property
    def flg_subtreevel(self) -> int:
        """1 if mj_subtreeVel was called in this step: int64"""
    @flg_subtreevel.setter
    def flg_subtreevel(self, value: int) -> None: ...
    @property
    def flg_rnepost(self) -> int:
        """1 if mj_rnePostConstraint was called in this step: int64"""
    @flg_rnepost.setter
    def flg_rnepost(self, value: int) -> None: ...
    @property
    def time(self) -> float:
        """simulation time: float64 [s]"""
    @time.setter
    def time(self, value: float) -> None: ...
    @property
    def threadpool(self) -> int:
        """id of the bound thread pool; 0: none: int64"""
    @threadpool.setter
    def threadpool(self, value: int) -> None: ...
    @property
    def signature(self) -> int:
        """hash of the compiled spec: uint64"""
    @signature.setter
    def signature(self, value: int) -> None: ...
    @property
    def maxuse_threadstack(self) -> npt.NDArray[np.uint64]:
        """maximum stack usage per thread: uint64 (128) [bytes]"""
    @maxuse_threadstack.setter
    def maxuse_threadstack(self, value: npt.ArrayLike) -> None: ...
    @property
    def solver_niter(self) -> npt.NDArray[np.int32]:
        """number of solver iterations, per island: int32 (20)"""
    @solver_niter.setter
    def solver_niter(self, value: npt.ArrayLike) -> None: ...
    @property
    def solver_nnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros of the Hessian (Newton) or efc_AR (PGS), per island: int32 (20)"""
    @solver_nnz.setter
    def solver_nnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def solver_fwdinv(self) -> npt.NDArray[np.float64]:
        """norm of the difference between forward and inverse dynamics: constraint force, applied force: float64 (2)"""
    @solver_fwdinv.setter
    def solver_fwdinv(self, value: npt.ArrayLike) -> None: ...
    @property
    def energy(self) -> npt.NDArray[np.float64]:
        """potential and kinetic energy: float64 (2) [J]"""
    @energy.setter
    def energy(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """joint positions; unit quaternions for free and ball joints: float64 (nq) [m, rad]"""
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """joint velocities: float64 (nv) [m/s, rad/s]"""
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """actuator activations: float64 (na)"""
    @act.setter
    def act(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.float64]:
        """history buffer: past controls and sensor readings with their times: float64 (nhistory)"""
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def plastic(self) -> npt.NDArray[np.float64]:
        """references of springs that yield: positions, quaternions, deadbands: float64 (nplastic) [m, rad]"""
    @plastic.setter
    def plastic(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_warmstart(self) -> npt.NDArray[np.float64]:
        """solver warm start: acceleration of the previous step: float64 (nv) [m/s^2, rad/s^2]"""
    @qacc_warmstart.setter
    def qacc_warmstart(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_state(self) -> npt.NDArray[np.float64]:
        """plugin state: float64 (npluginstate)"""
    @plugin_state.setter
    def plugin_state(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """actuator controls: float64 (nu)"""
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_applied(self) -> npt.NDArray[np.float64]:
        """applied joint-space forces: float64 (nv) [N, N m]"""
    @qfrc_applied.setter
    def qfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def xfrc_applied(self) -> npt.NDArray[np.float64]:
        """applied force and torque on bodies, at the center of mass xipos: float64 (nbody, 6) [N, N m]"""
    @xfrc_applied.setter
    def xfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_active(self) -> npt.NDArray[np.uint8]:
        """1 if an equality constraint is active: uint8 (neq)"""
    @eq_active.setter
    def eq_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocap_pos(self) -> npt.NDArray[np.float64]:
        """positions of mocap bodies: float64 (nmocap, 3) [m]"""
    @mocap_pos.setter
    def mocap_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocap_quat(self) -> npt.NDArray[np.float64]:
        """orientations of mocap bodies: float64 (nmocap, 4)"""
    @mocap_quat.setter
    def mocap_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nuserdata)"""
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """slot of the registered plugin, per plugin instance: int32 (nplugin)"""
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_data(self) -> npt.NDArray[np.uint64]:
        """address of the plugin's own data, per instance: uint64 (nplugin)"""
    @plugin_data.setter
    def plugin_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc(self) -> npt.NDArray[np.float64]:
        """joint accelerations: float64 (nv) [m/s^2, rad/s^2]"""
    @qacc.setter
    def qacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def act_dot(self) -> npt.NDArray[np.float64]:
        """time derivatives of activations: float64 (na)"""
    @act_dot.setter
    def act_dot(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensordata(self) -> npt.NDArray[np.float64]:
        """sensor readings: float64 (nsensordata)"""
    @sensordata.setter
    def sensordata(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_asleep(self) -> npt.NDArray[np.int32]:
        """next tree of the sleeping cycle; negative: awake, -1 minus the number of steps until the tree may sleep: int32 (ntree)"""
    @tree_asleep.setter
    def tree_asleep(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_awake(self) -> npt.NDArray[np.int32]:
        """1 if a tree is awake: int32 (ntree)"""
    @tree_awake.setter
    def tree_awake(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_awake(self) -> npt.NDArray[np.int32]:
        """sleep state of bodies (mjtSleepState): int32 (nbody)"""
    @body_awake.setter
    def body_awake(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_awake_ind(self) -> npt.NDArray[np.int32]:
        """ids of the bodies that are awake or static: int32 (nbody)"""
    @body_awake_ind.setter
    def body_awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def parent_awake_ind(self) -> npt.NDArray[np.int32]:
        """ids of the bodies whose parent is awake or static: int32 (nbody)"""
    @parent_awake_ind.setter
    def parent_awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_awake_ind(self) -> npt.NDArray[np.int32]:
        """indices of the awake dofs: int32 (nv)"""
    @dof_awake_ind.setter
    def dof_awake_ind(self, value: npt.ArrayLike) -> None: ...
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """position of body frames: float64 (nbody, 3) [m]"""
    @xpos.setter
    def xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def xquat(self) -> npt.NDArray[np.float64]:
        """orientation of body frames, unit quaternions: float64 (nbody, 4)"""
    @xquat.setter
    def xquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """orientation of body frames, row-major: float64 (nbody, 9)"""
    @xmat.setter
    def xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xipos(self) -> npt.NDArray[np.float64]:
        """center of mass of bodies: float64 (nbody, 3) [m]"""
    @xipos.setter
    def xipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def ximat(self) -> npt.NDArray[np.float64]:
        """orientation of inertial frames, row-major: float64 (nbody, 9)"""
    @ximat.setter
    def ximat(self, value: npt.ArrayLike) -> None: ...
    @property
    def xanchor(self) -> npt.NDArray[np.float64]:
        """joint anchors: float64 (njnt, 3) [m]"""
    @xanchor.setter
    def xanchor(self, value: npt.ArrayLike) -> None: ...
    @property
    def xaxis(self) -> npt.NDArray[np.float64]:
        """joint axes: float64 (njnt, 3)"""
    @xaxis.setter
    def xaxis(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_xpos(self) -> npt.NDArray[np.float64]:
        """position of geoms: float64 (ngeom, 3) [m]"""
    @geom_xpos.setter
    def geom_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_xmat(self) -> npt.NDArray[np.float64]:
        """orientation of geoms, row-major: float64 (ngeom, 9)"""
    @geom_xmat.setter
    def geom_xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_xpos(self) -> npt.NDArray[np.float64]:
        """position of sites: float64 (nsite, 3) [m]"""
    @site_xpos.setter
    def site_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_xmat(self) -> npt.NDArray[np.float64]:
        """orientation of sites, row-major: float64 (nsite, 9)"""
    @site_xmat.setter
    def site_xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_com(self) -> npt.NDArray[np.float64]:
        """center of mass of subtrees: float64 (nbody, 3) [m]"""
    @subtree_com.setter
    def subtree_com(self, value: npt.ArrayLike) -> None: ...
    @property
    def cinert(self) -> npt.NDArray[np.float64]:
        """inertia of bodies about the center of mass of their tree: 6 moments, mass times offset, mass: float64 (nbody, 10) [kg m^2, kg m, kg]"""
    @cinert.setter
    def cinert(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof(self) -> npt.NDArray[np.float64]:
        """motion axes of dofs about the center of mass of their tree: rotation, translation: float64 (nv, 6)"""
    @cdof.setter
    def cdof(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_xpos(self) -> npt.NDArray[np.float64]:
        """position of cameras: float64 (ncam, 3) [m]"""
    @cam_xpos.setter
    def cam_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_xmat(self) -> npt.NDArray[np.float64]:
        """orientation of cameras, row-major: float64 (ncam, 9)"""
    @cam_xmat.setter
    def cam_xmat(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_xpos(self) -> npt.NDArray[np.float64]:
        """position of lights: float64 (nlight, 3) [m]"""
    @light_xpos.setter
    def light_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_xdir(self) -> npt.NDArray[np.float64]:
        """direction of lights: float64 (nlight, 3)"""
    @light_xdir.setter
    def light_xdir(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_xpos(self) -> npt.NDArray[np.float64]:
        """position of flex vertices: float64 (nflexvert, 3) [m]"""
    @flexvert_xpos.setter
    def flexvert_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexelem_aabb(self) -> npt.NDArray[np.float64]:
        """axis-aligned bounding boxes of flex elements: center, half sizes: float64 (nflexelem, 6) [m]"""
    @flexelem_aabb.setter
    def flexelem_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_aabb_dyn(self) -> npt.NDArray[np.float64]:
        """axis-aligned bounding boxes of flexes: center, half sizes: float64 (nbvhdynamic, 6) [m]"""
    @bvh_aabb_dyn.setter
    def bvh_aabb_dyn(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_length(self) -> npt.NDArray[np.float64]:
        """flex edge lengths: float64 (nflexedge) [m]"""
    @flexedge_length.setter
    def flexedge_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J(self) -> npt.NDArray[np.float64]:
        """Jacobian of the flex edge lengths: float64 (nJfe)"""
    @flexedge_J.setter
    def flexedge_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_length(self) -> npt.NDArray[np.float64]:
        """flex vertex strain measures, zero at rest: float64 (nflexvert, 2) [m]"""
    @flexvert_length.setter
    def flexvert_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J(self) -> npt.NDArray[np.float64]:
        """Jacobian of flexvert_length: float64 (nJfv, 2)"""
    @flexvert_J.setter
    def flexvert_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_wrapadr(self) -> npt.NDArray[np.int32]:
        """address of the first tendon path point in wrap_obj, wrap_xpos: int32 (ntendon)"""
    @ten_wrapadr.setter
    def ten_wrapadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_wrapnum(self) -> npt.NDArray[np.int32]:
        """number of tendon path points: int32 (ntendon)"""
    @ten_wrapnum.setter
    def ten_wrapnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_length(self) -> npt.NDArray[np.float64]:
        """tendon lengths: float64 (ntendon) [m, rad]"""
    @ten_length.setter
    def ten_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J(self) -> npt.NDArray[np.float64]:
        """Jacobian of the tendon lengths: float64 (ntendon, nv)"""
    @ten_J.setter
    def ten_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of ten_J, when sparse: int32 (ntendon)"""
    @ten_J_rownnz.setter
    def ten_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of ten_J, when sparse: int32 (ntendon)"""
    @ten_J_rowadr.setter
    def ten_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_J_colind(self) -> npt.NDArray[np.int32]:
        """column indices of ten_J, when sparse: int32 (ntendon, nv)"""
    @ten_J_colind.setter
    def ten_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_obj(self) -> npt.NDArray[np.int32]:
        """geom id of tendon path points; -1: site, -2: pulley: int32 (nwrap, 2)"""
    @wrap_obj.setter
    def wrap_obj(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_xpos(self) -> npt.NDArray[np.float64]:
        """tendon path points: float64 (nwrap, 6) [m]"""
    @wrap_xpos.setter
    def wrap_xpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def crb(self) -> npt.NDArray[np.float64]:
        """composite inertia of subtrees, layout of cinert: float64 (nbody, 10) [kg m^2, kg m, kg]"""
    @crb.setter
    def crb(self, value: npt.ArrayLike) -> None: ...
    @property
    def M(self) -> npt.NDArray[np.float64]:
        """joint-space inertia matrix, lower triangle in compressed rows: float64 (nC) [kg, kg m^2]"""
    @M.setter
    def M(self, value: npt.ArrayLike) -> None: ...
    @property
    def qM(self) -> npt.NDArray[np.float64]:
        """joint-space inertia matrix, one element per dof and ancestor dof: float64 (nM) [kg, kg m^2]"""
    @qM.setter
    def qM(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLD(self) -> npt.NDArray[np.float64]:
        """factor L' D L of M, layout of M: float64 (nC)"""
    @qLD.setter
    def qLD(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLDiagInv(self) -> npt.NDArray[np.float64]:
        """inverse of the diagonal D of qLD: float64 (nv)"""
    @qLDiagInv.setter
    def qLDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_active(self) -> npt.NDArray[np.uint8]:
        """1 if a BVH node was visited in collision detection: uint8 (nbvh)"""
    @bvh_active.setter
    def bvh_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_efcadr(self) -> npt.NDArray[np.int32]:
        """address of the first friction loss or limit row of a tendon, or id of its equality, as in 3.5.0; -1: none: int32 (ntendon)"""
    @tendon_efcadr.setter
    def tendon_efcadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_length(self) -> npt.NDArray[np.float64]:
        """actuator lengths: float64 (nout)"""
    @actuator_length.setter
    def actuator_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of actuator_moment: int32 (nout)"""
    @moment_rownnz.setter
    def moment_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of actuator_moment: int32 (nout)"""
    @moment_rowadr.setter
    def moment_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_colind(self) -> npt.NDArray[np.int32]:
        """column indices of actuator_moment: int32 (nJmom)"""
    @moment_colind.setter
    def moment_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_moment(self) -> npt.NDArray[np.float64]:
        """actuator moment arms d length / d qpos, in compressed rows: float64 (nJmom)"""
    @actuator_moment.setter
    def actuator_moment(self, value: npt.ArrayLike) -> None: ...
    @property
    def ten_velocity(self) -> npt.NDArray[np.float64]:
        """tendon velocities: float64 (ntendon) [m/s, rad/s]"""
    @ten_velocity.setter
    def ten_velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_velocity(self) -> npt.NDArray[np.float64]:
        """actuator velocities: float64 (nout)"""
    @actuator_velocity.setter
    def actuator_velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_velocity(self) -> npt.NDArray[np.float64]:
        """flex edge velocities: float64 (nflexedge) [m/s]"""
    @flexedge_velocity.setter
    def flexedge_velocity(self, value: npt.ArrayLike) -> None: ...
    @property
    def cvel(self) -> npt.NDArray[np.float64]:
        """spatial velocity of bodies: rotation, translation: float64 (nbody, 6) [rad/s, m/s]"""
    @cvel.setter
    def cvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof_dot(self) -> npt.NDArray[np.float64]:
        """time derivative of cdof: float64 (nv, 6)"""
    @cdof_dot.setter
    def cdof_dot(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_bias(self) -> npt.NDArray[np.float64]:
        """bias force: Coriolis, centrifugal and gravitational: float64 (nv) [N, N m]"""
    @qfrc_bias.setter
    def qfrc_bias(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_spring(self) -> npt.NDArray[np.float64]:
        """spring forces: float64 (nv) [N, N m]"""
    @qfrc_spring.setter
    def qfrc_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_damper(self) -> npt.NDArray[np.float64]:
        """damper forces: float64 (nv) [N, N m]"""
    @qfrc_damper.setter
    def qfrc_damper(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_gravcomp(self) -> npt.NDArray[np.float64]:
        """gravity compensation forces: float64 (nv) [N, N m]"""
    @qfrc_gravcomp.setter
    def qfrc_gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_fluid(self) -> npt.NDArray[np.float64]:
        """fluid forces: float64 (nv) [N, N m]"""
    @qfrc_fluid.setter
    def qfrc_fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_adhesion(self) -> npt.NDArray[np.float64]:
        """attraction of contacts that adhere: float64 (nv) [N, N m]"""
    @qfrc_adhesion.setter
    def qfrc_adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_passive(self) -> npt.NDArray[np.float64]:
        """sum of the passive forces: float64 (nv) [N, N m]"""
    @qfrc_passive.setter
    def qfrc_passive(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_linvel(self) -> npt.NDArray[np.float64]:
        """linear velocity of the center of mass of subtrees: float64 (nbody, 3) [m/s]"""
    @subtree_linvel.setter
    def subtree_linvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_angmom(self) -> npt.NDArray[np.float64]:
        """angular momentum of subtrees about their center of mass: float64 (nbody, 3) [kg m^2/s]"""
    @subtree_angmom.setter
    def subtree_angmom(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_force(self) -> npt.NDArray[np.float64]:
        """actuator forces, by output: float64 (nout)"""
    @actuator_force.setter
    def actuator_force(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_actuator(self) -> npt.NDArray[np.float64]:
        """actuator forces in joint space: float64 (nv) [N, N m]"""
    @qfrc_actuator.setter
    def qfrc_actuator(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_smooth(self) -> npt.NDArray[np.float64]:
        """sum of all forces except constraint forces: float64 (nv) [N, N m]"""
    @qfrc_smooth.setter
    def qfrc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_smooth(self) -> npt.NDArray[np.float64]:
        """unconstrained acceleration: float64 (nv) [m/s^2, rad/s^2]"""
    @qacc_smooth.setter
    def qacc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_constraint(self) -> npt.NDArray[np.float64]:
        """constraint forces in joint space: float64 (nv) [N, N m]"""
    @qfrc_constraint.setter
    def qfrc_constraint(self, value: npt.ArrayLike) -> None: ...
    @property
    def cacc(self) -> npt.NDArray[np.float64]:
        """spatial acceleration of bodies: rotation, translation: float64 (nbody, 6) [rad/s^2, m/s^2]"""
    @cacc.setter
    def cacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_int(self) -> npt.NDArray[np.float64]:
        """interaction force with the parent body: torque, force: float64 (nbody, 6) [N m, N]"""
    @cfrc_int.setter
    def cfrc_int(self, value: npt.ArrayLike) -> None: ...
    @property
    def cfrc_ext(self) -> npt.NDArray[np.float64]:
        """external force on bodies: torque, force: float64 (nbody, 6) [N m, N]"""
    @cfrc_ext.setter
    def cfrc_ext(self, value: npt.ArrayLike) -> None: ...
    @property
    def qDeriv(self) -> npt.NDArray[np.float64]:
        """derivative of the smooth force with respect to qvel, d qfrc_smooth / d qvel: float64 (nD) [N s/m, N m s/rad]"""
    @qDeriv.setter
    def qDeriv(self, value: npt.ArrayLike) -> None: ...
    @property
    def qLU(self) -> npt.NDArray[np.float64]:
        """factor L U of M - timestep qDeriv: float64 (nD)"""
    @qLU.setter
    def qLU(self, value: npt.ArrayLike) -> None: ...
    @property
    def qH(self) -> npt.NDArray[np.float64]:
        """factor L' D L of the modified inertia matrix of the integrator: float64 (nC)"""
    @qH.setter
    def qH(self, value: npt.ArrayLike) -> None: ...
    @property
    def qHDiagInv(self) -> npt.NDArray[np.float64]:
        """inverse of the diagonal D of qH: float64 (nv)"""
    @qHDiagInv.setter
    def qHDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_inverse(self) -> npt.NDArray[np.float64]:
        """inverse dynamics: joint-space force that produces qacc: float64 (nv) [N, N m]"""
    @qfrc_inverse.setter
    def qfrc_inverse(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_island(self) -> npt.NDArray[np.int32]:
        """island id of a tree; -1: none: int32 (ntree)"""
    @tree_island.setter
    def tree_island(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_island(self) -> npt.NDArray[np.int32]:
        """island id of a dof; -1: none: int32 (nv)"""
    @dof_island.setter
    def dof_island(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_itree2tree(self) -> npt.NDArray[np.int32]:
        """tree at each position in island order: int32 (ntree)"""
    @map_itree2tree.setter
    def map_itree2tree(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_dof2idof(self) -> npt.NDArray[np.int32]:
        """position of a dof in island order: int32 (nv)"""
    @map_dof2idof.setter
    def map_dof2idof(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_idof2dof(self) -> npt.NDArray[np.int32]:
        """dof at each position in island order: int32 (nv)"""
    @map_idof2dof.setter
    def map_idof2dof(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_type(self) -> npt.NDArray[np.int32]:
        """constraint type (mjtConstraint): int32 (nefc)"""
    @efc_type.setter
    def efc_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_id(self) -> npt.NDArray[np.int32]:
        """id of the constrained object: joint, dof, tendon, contact or equality: int32 (nefc)"""
    @efc_id.setter
    def efc_id(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of efc_J, when sparse: int32 (nefc)"""
    @efc_J_rownnz.setter
    def efc_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of efc_J, when sparse: int32 (nefc)"""
    @efc_J_rowadr.setter
    def efc_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_rowsuper(self) -> npt.NDArray[np.int32]:
        """number of following rows with the same column indices, when sparse: int32 (nefc)"""
    @efc_J_rowsuper.setter
    def efc_J_rowsuper(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J_colind(self) -> npt.NDArray[np.int32]:
        """column indices of efc_J, when sparse: int32 (nJ)"""
    @efc_J_colind.setter
    def efc_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_J(self) -> npt.NDArray[np.float64]:
        """constraint Jacobian: float64 (nJ)"""
    @efc_J.setter
    def efc_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_pos(self) -> npt.NDArray[np.float64]:
        """constraint residual: violation, or distance to the limit: float64 (nefc)"""
    @efc_pos.setter
    def efc_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_margin(self) -> npt.NDArray[np.float64]:
        """inclusion margin: float64 (nefc)"""
    @efc_margin.setter
    def efc_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_frictionloss(self) -> npt.NDArray[np.float64]:
        """friction loss: maximum friction force: float64 (nefc)"""
    @efc_frictionloss.setter
    def efc_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_diagApprox(self) -> npt.NDArray[np.float64]:
        """approximate diagonal of A = J M^-1 J'; exact with diagexact: float64 (nefc)"""
    @efc_diagApprox.setter
    def efc_diagApprox(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_KBIP(self) -> npt.NDArray[np.float64]:
        """stiffness, damping, impedance, derivative of the impedance: float64 (nefc, 4)"""
    @efc_KBIP.setter
    def efc_KBIP(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_D(self) -> npt.NDArray[np.float64]:
        """constraint mass: 1 / R: float64 (nefc)"""
    @efc_D.setter
    def efc_D(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_R(self) -> npt.NDArray[np.float64]:
        """regularization: inverse constraint mass: float64 (nefc)"""
    @efc_R.setter
    def efc_R(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of efc_AR, when sparse: int32 (nefc)"""
    @efc_AR_rownnz.setter
    def efc_AR_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of efc_AR, when sparse: int32 (nefc)"""
    @efc_AR_rowadr.setter
    def efc_AR_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR_colind(self) -> npt.NDArray[np.int32]:
        """column indices of efc_AR, when sparse: int32 (nA)"""
    @efc_AR_colind.setter
    def efc_AR_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_AR(self) -> npt.NDArray[np.float64]:
        """J M^-1 J' + R, for the dual solvers: float64 (nA)"""
    @efc_AR.setter
    def efc_AR(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_vel(self) -> npt.NDArray[np.float64]:
        """constraint velocity J qvel; relative to moving surfaces: float64 (nefc)"""
    @efc_vel.setter
    def efc_vel(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_aref(self) -> npt.NDArray[np.float64]:
        """reference acceleration: float64 (nefc)"""
    @efc_aref.setter
    def efc_aref(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_b(self) -> npt.NDArray[np.float64]:
        """J qacc_smooth - aref, for the dual solvers: float64 (nefc)"""
    @efc_b.setter
    def efc_b(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_state(self) -> npt.NDArray[np.int32]:
        """region of the constraint cost (mjtConstraintState): int32 (nefc)"""
    @efc_state.setter
    def efc_state(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_force(self) -> npt.NDArray[np.float64]:
        """constraint force: float64 (nefc)"""
    @efc_force.setter
    def efc_force(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_ntree(self) -> npt.NDArray[np.int32]:
        """number of trees in an island: int32 (nisland)"""
    @island_ntree.setter
    def island_ntree(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_itreeadr(self) -> npt.NDArray[np.int32]:
        """address of the first tree of an island, in island order: int32 (nisland)"""
    @island_itreeadr.setter
    def island_itreeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_nv(self) -> npt.NDArray[np.int32]:
        """number of dofs in an island: int32 (nisland)"""
    @island_nv.setter
    def island_nv(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_idofadr(self) -> npt.NDArray[np.int32]:
        """address of the first dof of an island, in island order: int32 (nisland)"""
    @island_idofadr.setter
    def island_idofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_dofadr(self) -> npt.NDArray[np.int32]:
        """smallest dof index of an island: int32 (nisland)"""
    @island_dofadr.setter
    def island_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_ne(self) -> npt.NDArray[np.int32]:
        """number of equality constraint rows in an island: int32 (nisland)"""
    @island_ne.setter
    def island_ne(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_nf(self) -> npt.NDArray[np.int32]:
        """number of friction loss rows in an island: int32 (nisland)"""
    @island_nf.setter
    def island_nf(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_nefc(self) -> npt.NDArray[np.int32]:
        """number of constraint rows in an island: int32 (nisland)"""
    @island_nefc.setter
    def island_nefc(self, value: npt.ArrayLike) -> None: ...
    @property
    def island_iefcadr(self) -> npt.NDArray[np.int32]:
        """address of the first constraint row of an island, in island order: int32 (nisland)"""
    @island_iefcadr.setter
    def island_iefcadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def efc_island(self) -> npt.NDArray[np.int32]:
        """island id of a constraint row; -1: none: int32 (nefc)"""
    @efc_island.setter
    def efc_island(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_efc2iefc(self) -> npt.NDArray[np.int32]:
        """position of a constraint row in island order: int32 (nefc)"""
    @map_efc2iefc.setter
    def map_efc2iefc(self, value: npt.ArrayLike) -> None: ...
    @property
    def map_iefc2efc(self) -> npt.NDArray[np.int32]:
        """constraint row at each position in island order: int32 (nefc)"""
    @map_iefc2efc.setter
    def map_iefc2efc(self, value: npt.ArrayLike) -> None: ...
    @property
    def ifrc_smooth(self) -> npt.NDArray[np.float64]:
        """qfrc_smooth in island order: float64 (nidof) [N, N m]"""
    @ifrc_smooth.setter
    def ifrc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def iacc_smooth(self) -> npt.NDArray[np.float64]:
        """qacc_smooth in island order: float64 (nidof) [m/s^2, rad/s^2]"""
    @iacc_smooth.setter
    def iacc_smooth(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of iM: int32 (nidof)"""
    @iM_rownnz.setter
    def iM_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of iM: int32 (nidof)"""
    @iM_rowadr.setter
    def iM_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM_colind(self) -> npt.NDArray[np.int32]:
        """column indices of iM: int32 (nC)"""
    @iM_colind.setter
    def iM_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def iM(self) -> npt.NDArray[np.float64]:
        """M in island order: float64 (nC)"""
    @iM.setter
    def iM(self, value: npt.ArrayLike) -> None: ...
    @property
    def iLD(self) -> npt.NDArray[np.float64]:
        """qLD in island order: float64 (nC)"""
    @iLD.setter
    def iLD(self, value: npt.ArrayLike) -> None: ...
    @property
    def iLDiagInv(self) -> npt.NDArray[np.float64]:
        """qLDiagInv in island order: float64 (nidof)"""
    @iLDiagInv.setter
    def iLDiagInv(self, value: npt.ArrayLike) -> None: ...
    @property
    def iacc(self) -> npt.NDArray[np.float64]:
        """qacc in island order: float64 (nidof) [m/s^2, rad/s^2]"""
    @iacc.setter
    def iacc(self, value: npt.ArrayLike) -> None: ...
    @property
    def ifrc_constraint(self) -> npt.NDArray[np.float64]:
        """qfrc_constraint in island order: float64 (nidof) [N, N m]"""
    @ifrc_constraint.setter
    def ifrc_constraint(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_type(self) -> npt.NDArray[np.int32]:
        """efc_type in island order: int32 (nefc)"""
    @iefc_type.setter
    def iefc_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_id(self) -> npt.NDArray[np.int32]:
        """efc_id in island order: int32 (nefc)"""
    @iefc_id.setter
    def iefc_id(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_rownnz(self) -> npt.NDArray[np.int32]:
        """efc_J_rownnz in island order: int32 (nefc)"""
    @iefc_J_rownnz.setter
    def iefc_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_rowadr(self) -> npt.NDArray[np.int32]:
        """efc_J_rowadr in island order: int32 (nefc)"""
    @iefc_J_rowadr.setter
    def iefc_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_rowsuper(self) -> npt.NDArray[np.int32]:
        """efc_J_rowsuper in island order: int32 (nefc)"""
    @iefc_J_rowsuper.setter
    def iefc_J_rowsuper(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J_colind(self) -> npt.NDArray[np.int32]:
        """efc_J_colind in island order: int32 (nJ)"""
    @iefc_J_colind.setter
    def iefc_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_J(self) -> npt.NDArray[np.float64]:
        """efc_J in island order: float64 (nJ)"""
    @iefc_J.setter
    def iefc_J(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_frictionloss(self) -> npt.NDArray[np.float64]:
        """efc_frictionloss in island order: float64 (nefc)"""
    @iefc_frictionloss.setter
    def iefc_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_D(self) -> npt.NDArray[np.float64]:
        """efc_D in island order: float64 (nefc)"""
    @iefc_D.setter
    def iefc_D(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_R(self) -> npt.NDArray[np.float64]:
        """efc_R in island order: float64 (nefc)"""
    @iefc_R.setter
    def iefc_R(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_aref(self) -> npt.NDArray[np.float64]:
        """efc_aref in island order: float64 (nefc)"""
    @iefc_aref.setter
    def iefc_aref(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_state(self) -> npt.NDArray[np.int32]:
        """efc_state in island order: int32 (nefc)"""
    @iefc_state.setter
    def iefc_state(self, value: npt.ArrayLike) -> None: ...
    @property
    def iefc_force(self) -> npt.NDArray[np.float64]:
        """efc_force in island order: float64 (nefc)"""
    @iefc_force.setter
    def iefc_force(self, value: npt.ArrayLike) -> None: ...
    @property
    def efm_active(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefmA(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefmK(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefmL(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefmT(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefmcon(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def nefmdof(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def xiquat(self) -> npt.NDArray[np.float64]:
        """orientations of inertial frames"""
    @property
    def geom_xquat(self) -> npt.NDArray[np.float64]:
        """orientations of geoms"""
    @property
    def site_xquat(self) -> npt.NDArray[np.float64]:
        """orientations of sites"""
    @property
    def efc_diagA(self) -> npt.NDArray[np.float64]:
        """diagonal of A, approximate or exact"""
    @property
    def nY(self) -> int:
        """work space of the C engine: always empty"""
    @property
    def efc_Y(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def efm_K_val(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def efm_L(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def efm_con_val(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def flexelem_krot(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def flexvert_lambda(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def efc_Y_colind(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efc_Y_rowadr(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efc_Y_rownnz(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm_K_colind(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm_L_colind(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm_L_rowadr(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm_L_rownnz(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm_con_ind(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm_dofid(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def flexvert_conage(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always empty"""
    @property
    def efm_c(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_ca(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_ck(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_diag(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_sdiag(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_fluid(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_tk(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_ts(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_ak(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_as(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always zero"""
    @property
    def efm_K_rowadr(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always zero"""
    @property
    def efm_K_rownnz(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always zero"""
    @property
    def efm_tid(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always zero"""
    @property
    def efm_aid(self) -> npt.NDArray[np.int32]:
        """work space of the C engine: always zero"""
    @property
    def flex_hessian_valid(self) -> npt.NDArray[np.bool]:
        """work space of the C engine: always empty"""
    @property
    def flexvert_hessian(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def flexedge_hessian(self) -> npt.NDArray[np.float64]:
        """work space of the C engine: always empty"""
    @property
    def warning(self) -> StatList[MjWarningStat]:
        """Warnings by kind (mjtWarning): how often, and what the last was about."""
    @property
    def timer(self) -> StatList[MjTimerStat]:
        """Time by part of the pipeline (mjtTimer)."""
    @property
    def solver(self) -> StatList[MjSolverStat]:
        """What each iteration of the solver did, for each of the first mjNISLAND islands."""
    def body(self, name: str | int) -> _MjDataBodyViews:
        """Fields of the body with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def joint(self, name: str | int) -> _MjDataJointViews:
        """Fields of the joint with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def geom(self, name: str | int) -> _MjDataGeomViews:
        """Fields of the geom with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def site(self, name: str | int) -> _MjDataSiteViews:
        """Fields of the site with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def camera(self, name: str | int) -> _MjDataCameraViews:
        """Fields of the camera with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def light(self, name: str | int) -> _MjDataLightViews:
        """Fields of the light with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def tendon(self, name: str | int) -> _MjDataTendonViews:
        """Fields of the tendon with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def actuator(self, name: str | int) -> _MjDataActuatorViews:
        """Fields of the actuator with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def sensor(self, name: str | int) -> _MjDataSensorViews:
        """Fields of the sensor with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def jnt(self, name: str | int) -> _MjDataJointViews:
        """Fields of the joint with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def cam(self, name: str | int) -> _MjDataCameraViews:
        """Fields of the camera with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    def ten(self, name: str | int) -> _MjDataTendonViews:
        """Fields of the tendon with this name or id, as live views: assigning writes into them.

        key        name or id
        name       the name, where it is given by keyword
        Returns    views of the rows of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     API / Python bindings, named access
        """
    @overload
    def bind(self, specs: gelenk.MjsActuator) -> _MjDataActuatorViews: ...
    @overload
    def bind(self, specs: gelenk.MjsBody) -> _MjDataBodyViews: ...
    @overload
    def bind(self, specs: gelenk.MjsCamera) -> _MjDataCameraViews: ...
    @overload
    def bind(self, specs: gelenk.MjsGeom) -> _MjDataGeomViews: ...
    @overload
    def bind(self, specs: gelenk.MjsJoint) -> _MjDataJointViews: ...
    @overload
    def bind(self, specs: gelenk.MjsLight) -> _MjDataLightViews: ...
    @overload
    def bind(self, specs: gelenk.MjsSensor) -> _MjDataSensorViews: ...
    @overload
    def bind(self, specs: gelenk.MjsSite) -> _MjDataSiteViews: ...
    @overload
    def bind(self, specs: gelenk.MjsTendon) -> _MjDataTendonViews: ...
    @overload
    def bind(self, specs: Iterable[gelenk.MjsElement]) -> Bound: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsActuator) -> _MjDataActuatorViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsBody) -> _MjDataBodyViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsCamera) -> _MjDataCameraViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsGeom) -> _MjDataGeomViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsJoint) -> _MjDataJointViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsLight) -> _MjDataLightViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsSensor) -> _MjDataSensorViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsSite) -> _MjDataSiteViews: ...
    @overload
    def bind_scalar(self, spec: gelenk.MjsTendon) -> _MjDataTendonViews: ...
    _a_maxuse_threadstack: npt.NDArray[np.uint64]
    _a_solver_niter: npt.NDArray[np.int32]
    _a_solver_nnz: npt.NDArray[np.int32]
    _a_solver_fwdinv: npt.NDArray[np.float64]
    _a_energy: npt.NDArray[np.float64]
    _a_qpos: npt.NDArray[np.float64]
    _a_qvel: npt.NDArray[np.float64]
    _a_act: npt.NDArray[np.float64]
    _a_history: npt.NDArray[np.float64]
    _a_plastic: npt.NDArray[np.float64]
    _a_qacc_warmstart: npt.NDArray[np.float64]
    _a_plugin_state: npt.NDArray[np.float64]
    _a_ctrl: npt.NDArray[np.float64]
    _a_qfrc_applied: npt.NDArray[np.float64]
    _a_xfrc_applied: npt.NDArray[np.float64]
    _a_eq_active: npt.NDArray[np.uint8]
    _a_mocap_pos: npt.NDArray[np.float64]
    _a_mocap_quat: npt.NDArray[np.float64]
    _a_userdata: npt.NDArray[np.float64]
    _a_plugin: npt.NDArray[np.int32]
    _a_plugin_data: npt.NDArray[np.uint64]
    _a_qacc: npt.NDArray[np.float64]
    _a_act_dot: npt.NDArray[np.float64]
    _a_sensordata: npt.NDArray[np.float64]
    _a_tree_asleep: npt.NDArray[np.int32]
    _a_tree_awake: npt.NDArray[np.int32]
    _a_body_awake: npt.NDArray[np.int32]
    _a_body_awake_ind: npt.NDArray[np.int32]
    _a_parent_awake_ind: npt.NDArray[np.int32]
    _a_dof_awake_ind: npt.NDArray[np.int32]
    _a_xpos: npt.NDArray[np.float64]
    _a_xquat: npt.NDArray[np.float64]
    _a_xmat: npt.NDArray[np.float64]
    _a_xipos: npt.NDArray[np.float64]
    _a_ximat: npt.NDArray[np.float64]
    _a_xanchor: npt.NDArray[np.float64]
    _a_xaxis: npt.NDArray[np.float64]
    _a_geom_xpos: npt.NDArray[np.float64]
    _a_geom_xmat: npt.NDArray[np.float64]
    _a_site_xpos: npt.NDArray[np.float64]
    _a_site_xmat: npt.NDArray[np.float64]
    _a_subtree_com: npt.NDArray[np.float64]
    _a_cinert: npt.NDArray[np.float64]
    _a_cdof: npt.NDArray[np.float64]
    _a_cam_xpos: npt.NDArray[np.float64]
    _a_cam_xmat: npt.NDArray[np.float64]
    _a_light_xpos: npt.NDArray[np.float64]
    _a_light_xdir: npt.NDArray[np.float64]
    _a_flexvert_xpos: npt.NDArray[np.float64]
    _a_flexelem_aabb: npt.NDArray[np.float64]
    _a_bvh_aabb_dyn: npt.NDArray[np.float64]
    _a_flexedge_length: npt.NDArray[np.float64]
    _a_flexedge_J: npt.NDArray[np.float64]
    _a_flexvert_length: npt.NDArray[np.float64]
    _a_flexvert_J: npt.NDArray[np.float64]
    _a_ten_wrapadr: npt.NDArray[np.int32]
    _a_ten_wrapnum: npt.NDArray[np.int32]
    _a_ten_length: npt.NDArray[np.float64]
    _a_ten_J: npt.NDArray[np.float64]
    _a_ten_J_rownnz: npt.NDArray[np.int32]
    _a_ten_J_rowadr: npt.NDArray[np.int32]
    _a_ten_J_colind: npt.NDArray[np.int32]
    _a_wrap_obj: npt.NDArray[np.int32]
    _a_wrap_xpos: npt.NDArray[np.float64]
    _a_crb: npt.NDArray[np.float64]
    _a_M: npt.NDArray[np.float64]
    _a_qM: npt.NDArray[np.float64]
    _a_qLD: npt.NDArray[np.float64]
    _a_qLDiagInv: npt.NDArray[np.float64]
    _a_bvh_active: npt.NDArray[np.uint8]
    _a_tendon_efcadr: npt.NDArray[np.int32]
    _a_actuator_length: npt.NDArray[np.float64]
    _a_moment_rownnz: npt.NDArray[np.int32]
    _a_moment_rowadr: npt.NDArray[np.int32]
    _a_moment_colind: npt.NDArray[np.int32]
    _a_actuator_moment: npt.NDArray[np.float64]
    _a_ten_velocity: npt.NDArray[np.float64]
    _a_actuator_velocity: npt.NDArray[np.float64]
    _a_flexedge_velocity: npt.NDArray[np.float64]
    _a_cvel: npt.NDArray[np.float64]
    _a_cdof_dot: npt.NDArray[np.float64]
    _a_qfrc_bias: npt.NDArray[np.float64]
    _a_qfrc_spring: npt.NDArray[np.float64]
    _a_qfrc_damper: npt.NDArray[np.float64]
    _a_qfrc_gravcomp: npt.NDArray[np.float64]
    _a_qfrc_fluid: npt.NDArray[np.float64]
    _a_qfrc_adhesion: npt.NDArray[np.float64]
    _a_qfrc_passive: npt.NDArray[np.float64]
    _a_subtree_linvel: npt.NDArray[np.float64]
    _a_subtree_angmom: npt.NDArray[np.float64]
    _a_actuator_force: npt.NDArray[np.float64]
    _a_qfrc_actuator: npt.NDArray[np.float64]
    _a_qfrc_smooth: npt.NDArray[np.float64]
    _a_qacc_smooth: npt.NDArray[np.float64]
    _a_qfrc_constraint: npt.NDArray[np.float64]
    _a_cacc: npt.NDArray[np.float64]
    _a_cfrc_int: npt.NDArray[np.float64]
    _a_cfrc_ext: npt.NDArray[np.float64]
    _a_qDeriv: npt.NDArray[np.float64]
    _a_qLU: npt.NDArray[np.float64]
    _a_qH: npt.NDArray[np.float64]
    _a_qHDiagInv: npt.NDArray[np.float64]
    _a_qfrc_inverse: npt.NDArray[np.float64]
    _a_tree_island: npt.NDArray[np.int32]
    _a_dof_island: npt.NDArray[np.int32]
    _a_map_itree2tree: npt.NDArray[np.int32]
    _a_map_dof2idof: npt.NDArray[np.int32]
    _a_map_idof2dof: npt.NDArray[np.int32]
    _a_block: npt.NDArray[np.float64]
    _a_warning_lastinfo: npt.NDArray[np.int64]
    _a_warning_number: npt.NDArray[np.int64]
    _a_timer_duration: npt.NDArray[np.float64]
    _a_timer_number: npt.NDArray[np.int64]
    _a_flexnode_xpos: npt.NDArray[np.float64]
    _a_broad_low: npt.NDArray[np.float64]
    _a_broad_high: npt.NDArray[np.float64]
    _a_broad_count: npt.NDArray[np.int64]
    _a_broad_sphere: npt.NDArray[np.float64]
    _a_broad_mask: npt.NDArray[np.int64]
    _a_broad_cell: npt.NDArray[np.int32]
    _a_broad_start: npt.NDArray[np.int32]
    _a_broad_order: npt.NDArray[np.int32]
    _a_broad_large: npt.NDArray[np.int32]
    _a_broad_list: npt.NDArray[np.int32]
    _a_sweep_order: npt.NDArray[np.int32]
    _a_sweep_axis: npt.NDArray[np.int32]
    _a_sweep_limit: npt.NDArray[np.float64]
    _a_sweep_reach: npt.NDArray[np.float64]
    _a_sweep_list: npt.NDArray[np.int32]
    _a_near_work: npt.NDArray[np.float64]
    _a_near_dist: npt.NDArray[np.float64]
    _a_near_pos: npt.NDArray[np.float64]
    _a_near_frame: npt.NDArray[np.float64]
    _a_ccd_type: npt.NDArray[np.int32]
    _a_ccd_size: npt.NDArray[np.float64]
    _a_ccd_xpos: npt.NDArray[np.float64]
    _a_ccd_xmat: npt.NDArray[np.float64]
    _a_ccd_hull: npt.NDArray[np.int32]
    _a_ccd_result: npt.NDArray[np.float64]
    _a_ccd_w: npt.NDArray[np.float64]
    _a_ccd_a: npt.NDArray[np.float64]
    _a_ccd_weight: npt.NDArray[np.float64]
    _a_face_vertex: npt.NDArray[np.uint8]
    _a_face_plane: npt.NDArray[np.float64]
    _a_rim: npt.NDArray[np.uint8]
    _a_part_along: npt.NDArray[np.float64]
    _a_apart_geom: npt.NDArray[np.int32]
    _a_apart_normal: npt.NDArray[np.float64]
    _a_ccd_fromto: npt.NDArray[np.float64]
    _a_prism: npt.NDArray[np.float64]
    _a_prism_corner: npt.NDArray[np.float64]
    _a_patch_count: npt.NDArray[np.int32]
    _a_patch_plane: npt.NDArray[np.float64]
    _a_patch_dist: npt.NDArray[np.float64]
    _a_patch_point: npt.NDArray[np.float64]
    _a_sdf_point: npt.NDArray[np.float64]
    _a_sdf_value: npt.NDArray[np.float64]
    _a_elem_corner: npt.NDArray[np.float64]
    _a_elem_corners: npt.NDArray[np.int32]
    _a_elem_low: npt.NDArray[np.float32]
    _a_elem_order: npt.NDArray[np.int32]
    _a_sweep_box: npt.NDArray[np.float64]
    _a_elem_near: npt.NDArray[np.int32]
    _a_pair_stack: npt.NDArray[np.int32]
    _a_chain_dof: npt.NDArray[np.int32]
    _a_chain_side: npt.NDArray[np.int32]
    _a_chain_share: npt.NDArray[np.float64]
    _a_share_body: npt.NDArray[np.int32]
    _a_share: npt.NDArray[np.float64]
    _a_share_dof: npt.NDArray[np.int32]
    _a_rne_acc: npt.NDArray[np.float64]
    _a_rne_frc: npt.NDArray[np.float64]
    _a_wrench: npt.NDArray[np.float64]
    _a_flex_force: npt.NDArray[np.float64]
    _a_flexnode_work: npt.NDArray[np.float64]
    _a_edge_strain: npt.NDArray[np.float64]
    _a_edge_stress: npt.NDArray[np.float64]
    _a_cell_node: npt.NDArray[np.int32]
    _a_cell_dof: npt.NDArray[np.int32]
    _a_cell_shift: npt.NDArray[np.float64]
    _a_cell_speed: npt.NDArray[np.float64]
    _a_cell_force: npt.NDArray[np.float64]
    _a_cell_brake: npt.NDArray[np.float64]
    _a_plastic_edge: npt.NDArray[np.float64]
    _a_couple_vert: npt.NDArray[np.int32]
    _a_couple_dof: npt.NDArray[np.int32]
    _a_couple_motion: npt.NDArray[np.float64]
    _a_couple_weight: npt.NDArray[np.float64]
    _a_couple_share: npt.NDArray[np.float64]
    _a_couple_factor: npt.NDArray[np.float64]
    _a_couple_first: npt.NDArray[np.int32]
    _a_couple_place: npt.NDArray[np.int32]
    _a_couple_column: npt.NDArray[np.int32]
    _a_couple_speed: npt.NDArray[np.float64]
    _a_couple_shift: npt.NDArray[np.float64]
    _a_couple_edge: npt.NDArray[np.float64]
    _a_couple_end: npt.NDArray[np.int32]
    _a_rod_frame: npt.NDArray[np.float64]
    _a_rod_twist: npt.NDArray[np.float64]
    _a_rod_moment: npt.NDArray[np.float64]
    _a_rod_dof: npt.NDArray[np.int32]
    _a_rod_value: npt.NDArray[np.float64]
    _a_ctrl_used: npt.NDArray[np.float64]
    _a_drive_slope: npt.NDArray[np.float64]
    _a_drive_stiffness: npt.NDArray[np.float64]
    _a_work_nv: npt.NDArray[np.float64]
    _a_sol_x: npt.NDArray[np.float64]
    _a_sol_smooth: npt.NDArray[np.float64]
    _a_sol_frc: npt.NDArray[np.float64]
    _a_sol_con: npt.NDArray[np.float64]
    _a_sol_grad: npt.NDArray[np.float64]
    _a_sol_mgrad: npt.NDArray[np.float64]
    _a_sol_old: npt.NDArray[np.float64]
    _a_sol_search: npt.NDArray[np.float64]
    _a_sol_Ma: npt.NDArray[np.float64]
    _a_sol_Ms: npt.NDArray[np.float64]
    _a_sol_work: npt.NDArray[np.float64]
    _a_sol_inv: npt.NDArray[np.float64]
    _a_island_start: npt.NDArray[np.float64]
    _a_solver_stat: npt.NDArray[np.float64]
    _a_dof_place: npt.NDArray[np.int32]
    _a_tree_order: npt.NDArray[np.int32]
    _a_island_part: npt.NDArray[np.int32]
    _a_hess_parent: npt.NDArray[np.int32]
    _a_hess_depth: npt.NDArray[np.int32]
    _a_hess_first: npt.NDArray[np.int32]
    _a_hess_adr: npt.NDArray[np.int32]
    _a_hess_list: npt.NDArray[np.int32]
    _a_hess_inv: npt.NDArray[np.float64]
    _a_cone_ar: npt.NDArray[np.float64]
    _a_cone_res: npt.NDArray[np.float64]
    _a_cone_old: npt.NDArray[np.float64]
    _a_qcqp: npt.NDArray[np.float64]
    _a_work_row: npt.NDArray[np.float64]
    _a_qacc_new: npt.NDArray[np.float64]
    _a_rk_qpos: npt.NDArray[np.float64]
    _a_rk_qvel: npt.NDArray[np.float64]
    _a_rk_act: npt.NDArray[np.float64]
    _a_rk_rate: npt.NDArray[np.float64]
    _a_rk_vel: npt.NDArray[np.float64]
    _a_rk_acc: npt.NDArray[np.float64]
    _a_rk_act_dot: npt.NDArray[np.float64]
    _a_metric_shift: npt.NDArray[np.float64]
    _a_metric_diag: npt.NDArray[np.float64]
    _a_metric_work: npt.NDArray[np.float64]
    _a_kept_smooth: npt.NDArray[np.float64]
    _a_body_coriolis: npt.NDArray[np.float64]
    _a_dof_coriolis: npt.NDArray[np.float64]
    _a_flex_krylov: npt.NDArray[np.float64]
    _a_sense_ray: npt.NDArray[np.float64]
    _a_sense_hit: npt.NDArray[np.float64]
    _a_sense_geom: npt.NDArray[np.int32]
    _a_sense_dist: npt.NDArray[np.float64]
    _a_sensor_kept: npt.NDArray[np.float64]
    _a_ray_local: npt.NDArray[np.float64]
    _a_ray_hit: npt.NDArray[np.float64]
    _a_ray_stack: npt.NDArray[np.int32]
    _a_run: npt.NDArray[np.int32]
    _a_sleep_qpos: npt.NDArray[np.float64]
    _a_tree_mark: npt.NDArray[np.int32]
    _a_tree_box: npt.NDArray[np.float64]
    _a_actuator_awake: npt.NDArray[np.int32]
    _a_tendon_asleep: npt.NDArray[np.int32]
    _a_sensor_asleep: npt.NDArray[np.int32]
    _a_broad_box: npt.NDArray[np.float64]
    _a_broad_around: npt.NDArray[np.float64]
    _a_contact_dist: npt.NDArray[np.float64]
    _a_contact_pos: npt.NDArray[np.float64]
    _a_contact_frame: npt.NDArray[np.float64]
    _a_contact_includemargin: npt.NDArray[np.float64]
    _a_contact_friction: npt.NDArray[np.float64]
    _a_contact_solref: npt.NDArray[np.float64]
    _a_contact_solreffriction: npt.NDArray[np.float64]
    _a_contact_solimp: npt.NDArray[np.float64]
    _a_contact_mu: npt.NDArray[np.float64]
    _a_contact_H: npt.NDArray[np.float64]
    _a_contact_dim: npt.NDArray[np.int32]
    _a_contact_geom: npt.NDArray[np.int32]
    _a_contact_flex: npt.NDArray[np.int32]
    _a_contact_elem: npt.NDArray[np.int32]
    _a_contact_vert: npt.NDArray[np.int32]
    _a_contact_exclude: npt.NDArray[np.int32]
    _a_contact_efc_address: npt.NDArray[np.int32]
    _a_contact_surfacevel: npt.NDArray[np.float64]
    _a_contact_adhesion: npt.NDArray[np.float64]
    _all_fields: builtins.tuple[str, ...]
