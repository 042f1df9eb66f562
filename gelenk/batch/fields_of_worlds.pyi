"""Attributes of batches and named views: rendered by `python tools/render.py`.

There is no module of this name: checkers and editors see its classes as bases of those of gelenk.batch.
"""

import numpy as np
import numpy.typing as npt

from gelenk.batch.named_access import NamedRows

class JointRows(NamedRows):
    """Fields of a joint, a row for each world."""
    @property
    def M0(self) -> npt.NDArray[np.float64]:
        """dof_M0. diagonal of the inertia matrix at qpos0: float64 (nsim, n)

        Assigning expands it.
        """
    @M0.setter
    def M0(self, value: npt.ArrayLike) -> None: ...
    @property
    def Madr(self) -> npt.NDArray[np.int32]:
        """dof_Madr. address of the diagonal element in qM: int32 (nsim, n)

        Assigning expands it.
        """
    @Madr.setter
    def Madr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrclimited(self) -> npt.NDArray[np.uint8]:
        """jnt_actfrclimited. 1 if the total actuator force is limited: uint8 (nsim, 1)

        Assigning expands it.
        """
    @actfrclimited.setter
    def actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """jnt_actfrcrange. range of the total actuator force: float64 (nsim, 2) [N, N m]

        Assigning expands it.
        """
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actgravcomp(self) -> npt.NDArray[np.uint8]:
        """jnt_actgravcomp. 1 if gravity compensation is applied as an actuator force: uint8 (nsim, 1)

        Assigning expands it.
        """
    @actgravcomp.setter
    def actgravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorid(self) -> npt.NDArray[np.int32]:
        """jnt_actuatorid. id of the actuator that adds damping or armature to the joint; -1: none, -2: several: int32 (nsim, 1)

        Assigning expands it.
        """
    @actuatorid.setter
    def actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """dof_armature. armature inertia, added to the diagonal of M: float64 (nsim, n) [kg, kg m^2]

        Assigning expands it.
        """
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def awake_ind(self) -> npt.NDArray[np.int32]:
        """dof_awake_ind. indices of the awake dofs: int32 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def axis(self) -> npt.NDArray[np.float64]:
        """jnt_axis. joint axis in the body frame: float64 (nsim, 3)

        Assigning expands it.
        """
    @axis.setter
    def axis(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """dof_bodyid. id of the body: int32 (nsim, n)

        Assigning expands it.
        """
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def cdof(self) -> npt.NDArray[np.float64]:
        """cdof. motion axes of dofs about the center of mass of their tree: rotation, translation: float64 (nsim, n, 6)

        Filled by calls, to read.
        """
    @property
    def cdof_dot(self) -> npt.NDArray[np.float64]:
        """cdof_dot. time derivative of cdof: float64 (nsim, n, 6)

        Filled by calls, to read.
        """
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """dof_damping. damping coefficient: float64 (nsim, n) [N s/m, N m s/rad]

        Assigning expands it.
        """
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """dof_dampingpoly. damping: coefficients of v|v| and v^3 for the velocity v: float64 (nsim, n, 2)

        Assigning expands it.
        """
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofadr(self) -> npt.NDArray[np.int32]:
        """jnt_dofadr. address of the first dof of the joint in qvel: int32 (nsim, 1)

        Assigning expands it.
        """
    @dofadr.setter
    def dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def frictionloss(self) -> npt.NDArray[np.float64]:
        """dof_frictionloss. dry friction: maximum friction force: float64 (nsim, n) [N, N m]

        Assigning expands it.
        """
    @frictionloss.setter
    def frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """jnt_group. visualization group: int32 (nsim, 1)

        Assigning expands it.
        """
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """dof_invweight0. diagonal inverse inertia at qpos0: float64 (nsim, n)

        Assigning expands it.
        """
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntid(self) -> npt.NDArray[np.int32]:
        """dof_jntid. id of the joint: int32 (nsim, n)

        Assigning expands it.
        """
    @jntid.setter
    def jntid(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """dof_length. length scale of the velocity for the sleep tolerance: 1 m for slide joints: float64 (nsim, n) [m]

        Assigning expands it.
        """
    @length.setter
    def length(self, value: npt.ArrayLike) -> None: ...
    @property
    def limited(self) -> npt.NDArray[np.uint8]:
        """jnt_limited. 1 if the joint has limits: uint8 (nsim, 1)

        Assigning expands it.
        """
    @limited.setter
    def limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """jnt_margin. distance to the limit at which the constraint becomes active: float64 (nsim, 1) [m, rad]

        Assigning expands it.
        """
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def parentid(self) -> npt.NDArray[np.int32]:
        """dof_parentid. index of the parent dof; -1: none: int32 (nsim, n)

        Assigning expands it.
        """
    @parentid.setter
    def parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def plasticadr(self) -> npt.NDArray[np.int32]:
        """jnt_plasticadr. address of the spring reference in plastic; -1: the spring does not yield: int32 (nsim, 1)

        Assigning expands it.
        """
    @plasticadr.setter
    def plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """jnt_pos. joint anchor in the body frame: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qHDiagInv(self) -> npt.NDArray[np.float64]:
        """qHDiagInv. inverse of the diagonal D of qH: float64 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def qLDiagInv(self) -> npt.NDArray[np.float64]:
        """qLDiagInv. inverse of the diagonal D of qLD: float64 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def qacc(self) -> npt.NDArray[np.float64]:
        """qacc. joint accelerations: float64 (nsim, n) [m/s^2, rad/s^2]

        Filled by calls, to read.
        """
    @property
    def qacc_smooth(self) -> npt.NDArray[np.float64]:
        """qacc_smooth. unconstrained acceleration: float64 (nsim, n) [m/s^2, rad/s^2]

        Filled by calls, to read.
        """
    @property
    def qacc_warmstart(self) -> npt.NDArray[np.float64]:
        """qacc_warmstart. solver warm start: acceleration of the previous step: float64 (nsim, n) [m/s^2, rad/s^2]

        A view of the state, to write into.
        """
    @qacc_warmstart.setter
    def qacc_warmstart(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_actuator(self) -> npt.NDArray[np.float64]:
        """qfrc_actuator. actuator forces in joint space: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_adhesion(self) -> npt.NDArray[np.float64]:
        """qfrc_adhesion. attraction of contacts that adhere: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_applied(self) -> npt.NDArray[np.float64]:
        """qfrc_applied. applied joint-space forces: float64 (nsim, n) [N, N m]

        A view of the state, to write into.
        """
    @qfrc_applied.setter
    def qfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_bias(self) -> npt.NDArray[np.float64]:
        """qfrc_bias. bias force: Coriolis, centrifugal and gravitational: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_constraint(self) -> npt.NDArray[np.float64]:
        """qfrc_constraint. constraint forces in joint space: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_damper(self) -> npt.NDArray[np.float64]:
        """qfrc_damper. damper forces: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_fluid(self) -> npt.NDArray[np.float64]:
        """qfrc_fluid. fluid forces: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_gravcomp(self) -> npt.NDArray[np.float64]:
        """qfrc_gravcomp. gravity compensation forces: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_inverse(self) -> npt.NDArray[np.float64]:
        """qfrc_inverse. inverse dynamics: joint-space force that produces qacc: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_passive(self) -> npt.NDArray[np.float64]:
        """qfrc_passive. sum of the passive forces: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_smooth(self) -> npt.NDArray[np.float64]:
        """qfrc_smooth. sum of all forces except constraint forces: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_spring(self) -> npt.NDArray[np.float64]:
        """qfrc_spring. spring forces: float64 (nsim, n) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """qpos. joint positions; unit quaternions for free and ball joints: float64 (nsim, n) [m, rad]

        A view of the state, to write into.
        """
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos0(self) -> npt.NDArray[np.float64]:
        """qpos0. joint positions in the reference configuration: float64 (nsim, n)

        Assigning expands it.
        """
    @qpos0.setter
    def qpos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos_spring(self) -> npt.NDArray[np.float64]:
        """qpos_spring. joint positions at which the joint springs are at rest: float64 (nsim, n)

        Assigning expands it.
        """
    @qpos_spring.setter
    def qpos_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def qposadr(self) -> npt.NDArray[np.int32]:
        """jnt_qposadr. address of the joint in qpos: int32 (nsim, 1)

        Assigning expands it.
        """
    @qposadr.setter
    def qposadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """qvel. joint velocities: float64 (nsim, n) [m/s, rad/s]

        A view of the state, to write into.
        """
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """jnt_range. joint limits; ball joints: 0, maximum angle: float64 (nsim, 2) [m, rad]

        Assigning expands it.
        """
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def simplenum(self) -> npt.NDArray[np.int32]:
        """dof_simplenum. number of consecutive dofs with diagonal inertia, starting at this dof: int32 (nsim, n)

        Assigning expands it.
        """
    @simplenum.setter
    def simplenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """jnt_solimp. constraint solver impedance of the limit: float64 (nsim, 5)

        Assigning expands it.
        """
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """jnt_solref. constraint solver reference of the limit: float64 (nsim, 2)

        Assigning expands it.
        """
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def springyield(self) -> npt.NDArray[np.float64]:
        """jnt_springyield. displacement at which the spring yields: float64 (nsim, 1) [m, rad]

        Assigning expands it.
        """
    @springyield.setter
    def springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """jnt_stiffness. spring stiffness: float64 (nsim, 1) [N/m, N m/rad]

        Assigning expands it.
        """
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """jnt_stiffnesspoly. spring stiffness: coefficients of the square and cube of the displacement: float64 (nsim, 2)

        Assigning expands it.
        """
    @stiffnesspoly.setter
    def stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """dof_treeid. id of the kinematic tree: int32 (nsim, n)

        Assigning expands it.
        """
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """jnt_type. joint type (mjtJoint): int32 (nsim, 1)

        Assigning expands it.
        """
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """jnt_user. user data: float64 (nsim, nuser_jnt)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def xanchor(self) -> npt.NDArray[np.float64]:
        """xanchor. joint anchors: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """
    @property
    def xaxis(self) -> npt.NDArray[np.float64]:
        """xaxis. joint axes: float64 (nsim, 3)

        Filled by calls, to read.
        """

class BodyRows(NamedRows):
    """Fields of a body, a row for each world."""
    @property
    def awake(self) -> npt.NDArray[np.int32]:
        """body_awake. sleep state of bodies (mjtSleepState): int32 (nsim, 1)

        Filled by calls, to read.
        """
    @property
    def awake_ind(self) -> npt.NDArray[np.int32]:
        """body_awake_ind. ids of the bodies that are awake or static: int32 (nsim, 1)

        Filled by calls, to read.
        """
    @property
    def bvhadr(self) -> npt.NDArray[np.int32]:
        """body_bvhadr. address of the BVH root; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @bvhadr.setter
    def bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvhnum(self) -> npt.NDArray[np.int32]:
        """body_bvhnum. number of BVH nodes: int32 (nsim, 1)

        Assigning expands it.
        """
    @bvhnum.setter
    def bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def cacc(self) -> npt.NDArray[np.float64]:
        """cacc. spatial acceleration of bodies: rotation, translation: float64 (nsim, 6) [rad/s^2, m/s^2]

        Filled by calls, to read.
        """
    @property
    def cfrc_ext(self) -> npt.NDArray[np.float64]:
        """cfrc_ext. external force on bodies: torque, force: float64 (nsim, 6) [N m, N]

        Filled by calls, to read.
        """
    @property
    def cfrc_int(self) -> npt.NDArray[np.float64]:
        """cfrc_int. interaction force with the parent body: torque, force: float64 (nsim, 6) [N m, N]

        Filled by calls, to read.
        """
    @property
    def cinert(self) -> npt.NDArray[np.float64]:
        """cinert. inertia of bodies about the center of mass of their tree: 6 moments, mass times offset, mass: float64 (nsim, 10) [kg m^2, kg m, kg]

        Filled by calls, to read.
        """
    @property
    def conaffinity(self) -> npt.NDArray[np.int32]:
        """body_conaffinity. bitwise OR of the geom conaffinity bitmasks: int32 (nsim, 1)

        Assigning expands it.
        """
    @conaffinity.setter
    def conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def contype(self) -> npt.NDArray[np.int32]:
        """body_contype. bitwise OR of the geom contype bitmasks: int32 (nsim, 1)

        Assigning expands it.
        """
    @contype.setter
    def contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def crb(self) -> npt.NDArray[np.float64]:
        """crb. composite inertia of subtrees, layout of cinert: float64 (nsim, 10) [kg m^2, kg m, kg]

        Filled by calls, to read.
        """
    @property
    def cvel(self) -> npt.NDArray[np.float64]:
        """cvel. spatial velocity of bodies: rotation, translation: float64 (nsim, 6) [rad/s, m/s]

        Filled by calls, to read.
        """
    @property
    def dofadr(self) -> npt.NDArray[np.int32]:
        """body_dofadr. address of the first dof; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @dofadr.setter
    def dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def dofnum(self) -> npt.NDArray[np.int32]:
        """body_dofnum. number of dofs: int32 (nsim, 1)

        Assigning expands it.
        """
    @dofnum.setter
    def dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def geomadr(self) -> npt.NDArray[np.int32]:
        """body_geomadr. address of the first geom; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @geomadr.setter
    def geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def geomnum(self) -> npt.NDArray[np.int32]:
        """body_geomnum. number of geoms: int32 (nsim, 1)

        Assigning expands it.
        """
    @geomnum.setter
    def geomnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def gravcomp(self) -> npt.NDArray[np.float64]:
        """body_gravcomp. gravity compensation force, as a fraction of the weight: float64 (nsim, 1)

        Assigning expands it.
        """
    @gravcomp.setter
    def gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def inertia(self) -> npt.NDArray[np.float64]:
        """body_inertia. principal moments of inertia, in the inertial frame (ipos, iquat): float64 (nsim, 3) [kg m^2]

        Assigning expands it.
        """
    @inertia.setter
    def inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """body_invweight0. mean inverse inertia at qpos0: translation, rotation: float64 (nsim, 2) [1/kg, 1/(kg m^2)]

        Assigning expands it.
        """
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def ipos(self) -> npt.NDArray[np.float64]:
        """body_ipos. position of the center of mass in the body frame: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @ipos.setter
    def ipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def iquat(self) -> npt.NDArray[np.float64]:
        """body_iquat. orientation of the principal axes of inertia in the body frame: float64 (nsim, 4)

        Assigning expands it.
        """
    @iquat.setter
    def iquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntadr(self) -> npt.NDArray[np.int32]:
        """body_jntadr. address of the first joint; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @jntadr.setter
    def jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jntnum(self) -> npt.NDArray[np.int32]:
        """body_jntnum. number of joints: int32 (nsim, 1)

        Assigning expands it.
        """
    @jntnum.setter
    def jntnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """body_margin. maximum margin of the geoms: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def mass(self) -> npt.NDArray[np.float64]:
        """body_mass. mass: float64 (nsim, 1) [kg]

        Assigning expands it.
        """
    @mass.setter
    def mass(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocapid(self) -> npt.NDArray[np.int32]:
        """body_mocapid. id of the mocap body; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @mocapid.setter
    def mocapid(self, value: npt.ArrayLike) -> None: ...
    @property
    def parent_awake_ind(self) -> npt.NDArray[np.int32]:
        """parent_awake_ind. ids of the bodies whose parent is awake or static: int32 (nsim, 1)

        Filled by calls, to read.
        """
    @property
    def parentid(self) -> npt.NDArray[np.int32]:
        """body_parentid. id of the parent body: int32 (nsim, 1)

        Assigning expands it.
        """
    @parentid.setter
    def parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """body_plugin. id of the plugin instance; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """body_pos. position in the parent frame: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """body_quat. orientation in the parent frame: float64 (nsim, 4)

        Assigning expands it.
        """
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rootid(self) -> npt.NDArray[np.int32]:
        """body_rootid. id of the topmost body of the kinematic tree: int32 (nsim, 1)

        Assigning expands it.
        """
    @rootid.setter
    def rootid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """body_sameframe. whether the inertial frame coincides with the body frame (mjtSameFrame): uint8 (nsim, 1)

        Assigning expands it.
        """
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def simple(self) -> npt.NDArray[np.uint8]:
        """body_simple. 1: diagonal inertia, 2: diagonal inertia and slide joints only: uint8 (nsim, 1)

        Assigning expands it.
        """
    @simple.setter
    def simple(self, value: npt.ArrayLike) -> None: ...
    @property
    def subtree_angmom(self) -> npt.NDArray[np.float64]:
        """subtree_angmom. angular momentum of subtrees about their center of mass: float64 (nsim, 3) [kg m^2/s]

        Filled by calls, to read.
        """
    @property
    def subtree_com(self) -> npt.NDArray[np.float64]:
        """subtree_com. center of mass of subtrees: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """
    @property
    def subtree_linvel(self) -> npt.NDArray[np.float64]:
        """subtree_linvel. linear velocity of the center of mass of subtrees: float64 (nsim, 3) [m/s]

        Filled by calls, to read.
        """
    @property
    def subtreemass(self) -> npt.NDArray[np.float64]:
        """body_subtreemass. mass of the subtree that starts at the body: float64 (nsim, 1) [kg]

        Assigning expands it.
        """
    @subtreemass.setter
    def subtreemass(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """body_treeid. id of the kinematic tree; -1: static body: int32 (nsim, 1)

        Assigning expands it.
        """
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """body_user. user data: float64 (nsim, nuser_body)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def weldid(self) -> npt.NDArray[np.int32]:
        """body_weldid. id of the body that this body is welded to; own id if the body has joints: int32 (nsim, 1)

        Assigning expands it.
        """
    @weldid.setter
    def weldid(self, value: npt.ArrayLike) -> None: ...
    @property
    def xfrc_applied(self) -> npt.NDArray[np.float64]:
        """xfrc_applied. applied force and torque on bodies, at the center of mass xipos: float64 (nsim, 6) [N, N m]

        A view of the state, to write into.
        """
    @xfrc_applied.setter
    def xfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def ximat(self) -> npt.NDArray[np.float64]:
        """ximat. orientation of inertial frames, row-major: float64 (nsim, 9)

        Filled by calls, to read.
        """
    @property
    def xipos(self) -> npt.NDArray[np.float64]:
        """xipos. center of mass of bodies: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """xmat. orientation of body frames, row-major: float64 (nsim, 9)

        Filled by calls, to read.
        """
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """xpos. position of body frames: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """
    @property
    def xquat(self) -> npt.NDArray[np.float64]:
        """xquat. orientation of body frames, unit quaternions: float64 (nsim, 4)

        Filled by calls, to read.
        """

class GeomRows(NamedRows):
    """Fields of a geom, a row for each world."""
    @property
    def aabb(self) -> npt.NDArray[np.float64]:
        """geom_aabb. bounding box in the geom frame: center, half sizes: float64 (nsim, 6) [m]

        Assigning expands it.
        """
    @aabb.setter
    def aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def adhesion(self) -> npt.NDArray[np.float64]:
        """geom_adhesion. force by which each contact may pull: float64 (nsim, 1) [N]

        Assigning expands it.
        """
    @adhesion.setter
    def adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """geom_bodyid. id of the body: int32 (nsim, 1)

        Assigning expands it.
        """
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def castshadow(self) -> npt.NDArray[np.uint8]:
        """geom_castshadow. 1 if the geom casts shadows: uint8 (nsim, 1)

        Assigning expands it.
        """
    @castshadow.setter
    def castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def conaffinity(self) -> npt.NDArray[np.int32]:
        """geom_conaffinity. contact affinity bitmask, tested against contype of the other geom: int32 (nsim, 1)

        Assigning expands it.
        """
    @conaffinity.setter
    def conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def condim(self) -> npt.NDArray[np.int32]:
        """geom_condim. contact dimensionality: 1, 3, 4 or 6: int32 (nsim, 1)

        Assigning expands it.
        """
    @condim.setter
    def condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def contype(self) -> npt.NDArray[np.int32]:
        """geom_contype. contact type bitmask, tested against conaffinity of the other geom: int32 (nsim, 1)

        Assigning expands it.
        """
    @contype.setter
    def contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def dataid(self) -> npt.NDArray[np.int32]:
        """geom_dataid. id of the mesh or height field; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @dataid.setter
    def dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def fluid(self) -> npt.NDArray[np.float64]:
        """geom_fluid. coefficients of the ellipsoid fluid model: float64 (nsim, 12)

        Assigning expands it.
        """
    @fluid.setter
    def fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """geom_friction. friction coefficients: sliding, torsional, rolling: float64 (nsim, 3)

        Assigning expands it.
        """
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> npt.NDArray[np.float64]:
        """geom_gap. part of the margin in which contacts generate no force: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @gap.setter
    def gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """geom_group. group, for visualization and ray casting: int32 (nsim, 1)

        Assigning expands it.
        """
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """geom_margin. distance at which contacts are detected: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """geom_matid. id of the material; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """geom_plugin. id of the plugin instance; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """geom_pos. position in the body frame: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def priority(self) -> npt.NDArray[np.int32]:
        """geom_priority. contact priority: the geom with the higher priority determines the contact parameters: int32 (nsim, 1)

        Assigning expands it.
        """
    @priority.setter
    def priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """geom_quat. orientation in the body frame: float64 (nsim, 4)

        Assigning expands it.
        """
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rbound(self) -> npt.NDArray[np.float64]:
        """geom_rbound. radius of the bounding sphere; 0: unbounded: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @rbound.setter
    def rbound(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """geom_rgba. color of geoms without material: float32 (nsim, 4)

        Assigning expands it.
        """
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """geom_sameframe. whether the geom frame coincides with a frame of the body (mjtSameFrame): uint8 (nsim, 1)

        Assigning expands it.
        """
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """geom_size. geom-specific size parameters: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """geom_solimp. constraint solver impedance of contacts: float64 (nsim, 5)

        Assigning expands it.
        """
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solmix(self) -> npt.NDArray[np.float64]:
        """geom_solmix. weight for mixing contact solver parameters: float64 (nsim, 1)

        Assigning expands it.
        """
    @solmix.setter
    def solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """geom_solref. constraint solver reference of contacts: float64 (nsim, 2)

        Assigning expands it.
        """
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def surfacevel(self) -> npt.NDArray[np.float64]:
        """geom_surfacevel. velocity of the surface relative to the geom, in the geom frame: constant part, angular velocity about its origin: float64 (nsim, 6) [m/s, rad/s]

        Assigning expands it.
        """
    @surfacevel.setter
    def surfacevel(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """geom_type. geom type (mjtGeom): int32 (nsim, 1)

        Assigning expands it.
        """
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """geom_user. user data: float64 (nsim, nuser_geom)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """geom_xmat. orientation of geoms, row-major: float64 (nsim, 9)

        Filled by calls, to read.
        """
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """geom_xpos. position of geoms: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """

class SiteRows(NamedRows):
    """Fields of a site, a row for each world."""
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """site_bodyid. id of the body: int32 (nsim, 1)

        Assigning expands it.
        """
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dataid(self) -> npt.NDArray[np.int32]:
        """site_dataid. id of the mesh; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @dataid.setter
    def dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """site_group. visualization group: int32 (nsim, 1)

        Assigning expands it.
        """
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """site_matid. id of the material; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """site_pos. position in the body frame: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """site_quat. orientation in the body frame: float64 (nsim, 4)

        Assigning expands it.
        """
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """site_rgba. color of sites without material: float32 (nsim, 4)

        Assigning expands it.
        """
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def sameframe(self) -> npt.NDArray[np.uint8]:
        """site_sameframe. whether the site frame coincides with a frame of the body (mjtSameFrame): uint8 (nsim, 1)

        Assigning expands it.
        """
    @sameframe.setter
    def sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.float64]:
        """site_size. type-specific size parameters: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """site_type. site type (mjtGeom): int32 (nsim, 1)

        Assigning expands it.
        """
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """site_user. user data: float64 (nsim, nuser_site)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """site_xmat. orientation of sites, row-major: float64 (nsim, 9)

        Filled by calls, to read.
        """
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """site_xpos. position of sites: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """

class CameraRows(NamedRows):
    """Fields of a camera, a row for each world."""
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """cam_bodyid. id of the body: int32 (nsim, 1)

        Assigning expands it.
        """
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def fovy(self) -> npt.NDArray[np.float64]:
        """cam_fovy. vertical field of view: float64 (nsim, 1) [degree, m if orthographic]

        Assigning expands it.
        """
    @fovy.setter
    def fovy(self, value: npt.ArrayLike) -> None: ...
    @property
    def intrinsic(self) -> npt.NDArray[np.float32]:
        """cam_intrinsic. intrinsic parameters: focal lengths, principal point: float32 (nsim, 4) [m]

        Assigning expands it.
        """
    @intrinsic.setter
    def intrinsic(self, value: npt.ArrayLike) -> None: ...
    @property
    def ipd(self) -> npt.NDArray[np.float64]:
        """cam_ipd. inter-pupillary distance: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @ipd.setter
    def ipd(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat0(self) -> npt.NDArray[np.float64]:
        """cam_mat0. orientation in the world frame at qpos0, row-major: float64 (nsim, 9)

        Assigning expands it.
        """
    @mat0.setter
    def mat0(self, value: npt.ArrayLike) -> None: ...
    @property
    def mode(self) -> npt.NDArray[np.int32]:
        """cam_mode. camera tracking mode (mjtCamLight): int32 (nsim, 1)

        Assigning expands it.
        """
    @mode.setter
    def mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def output(self) -> npt.NDArray[np.int32]:
        """cam_output. rendered outputs (mjtCamOutBit): int32 (nsim, 1)

        Assigning expands it.
        """
    @output.setter
    def output(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """cam_pos. position in the body frame: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos0(self) -> npt.NDArray[np.float64]:
        """cam_pos0. position relative to the body at qpos0, world axes: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos0.setter
    def pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def poscom0(self) -> npt.NDArray[np.float64]:
        """cam_poscom0. position relative to the subtree center of mass at qpos0, world axes: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @poscom0.setter
    def poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def projection(self) -> npt.NDArray[np.int32]:
        """cam_projection. projection type (mjtProjection): int32 (nsim, 1)

        Assigning expands it.
        """
    @projection.setter
    def projection(self, value: npt.ArrayLike) -> None: ...
    @property
    def quat(self) -> npt.NDArray[np.float64]:
        """cam_quat. orientation in the body frame: float64 (nsim, 4)

        Assigning expands it.
        """
    @quat.setter
    def quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def resolution(self) -> npt.NDArray[np.int32]:
        """cam_resolution. image width and height: int32 (nsim, 2) [pixels]

        Assigning expands it.
        """
    @resolution.setter
    def resolution(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensorsize(self) -> npt.NDArray[np.float32]:
        """cam_sensorsize. width and height of the image sensor; 0: fovy is used: float32 (nsim, 2) [m]

        Assigning expands it.
        """
    @sensorsize.setter
    def sensorsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def targetbodyid(self) -> npt.NDArray[np.int32]:
        """cam_targetbodyid. id of the target body; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @targetbodyid.setter
    def targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """cam_user. user data: float64 (nsim, nuser_cam)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """cam_xmat. orientation of cameras, row-major: float64 (nsim, 9)

        Filled by calls, to read.
        """
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """cam_xpos. position of cameras: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """

class LightRows(NamedRows):
    """Fields of a light, a row for each world."""
    @property
    def active(self) -> npt.NDArray[np.uint8]:
        """light_active. 1 if the light is on: uint8 (nsim, 1)

        Assigning expands it.
        """
    @active.setter
    def active(self, value: npt.ArrayLike) -> None: ...
    @property
    def ambient(self) -> npt.NDArray[np.float32]:
        """light_ambient. ambient color: float32 (nsim, 3)

        Assigning expands it.
        """
    @ambient.setter
    def ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def attenuation(self) -> npt.NDArray[np.float32]:
        """light_attenuation. attenuation coefficients: constant, linear, quadratic: float32 (nsim, 3)

        Assigning expands it.
        """
    @attenuation.setter
    def attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def bodyid(self) -> npt.NDArray[np.int32]:
        """light_bodyid. id of the body: int32 (nsim, 1)

        Assigning expands it.
        """
    @bodyid.setter
    def bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def bulbradius(self) -> npt.NDArray[np.float32]:
        """light_bulbradius. bulb radius, for soft shadows: float32 (nsim, 1) [m]

        Assigning expands it.
        """
    @bulbradius.setter
    def bulbradius(self, value: npt.ArrayLike) -> None: ...
    @property
    def castshadow(self) -> npt.NDArray[np.uint8]:
        """light_castshadow. 1 if the light casts shadows: uint8 (nsim, 1)

        Assigning expands it.
        """
    @castshadow.setter
    def castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def cutoff(self) -> npt.NDArray[np.float32]:
        """light_cutoff. cutoff angle of a spotlight, from the axis: float32 (nsim, 1) [degree]

        Assigning expands it.
        """
    @cutoff.setter
    def cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def diffuse(self) -> npt.NDArray[np.float32]:
        """light_diffuse. diffuse color: float32 (nsim, 3)

        Assigning expands it.
        """
    @diffuse.setter
    def diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir(self) -> npt.NDArray[np.float64]:
        """light_dir. direction in the body frame: float64 (nsim, 3)

        Assigning expands it.
        """
    @dir.setter
    def dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def dir0(self) -> npt.NDArray[np.float64]:
        """light_dir0. direction in the world frame at qpos0: float64 (nsim, 3)

        Assigning expands it.
        """
    @dir0.setter
    def dir0(self, value: npt.ArrayLike) -> None: ...
    @property
    def exponent(self) -> npt.NDArray[np.float32]:
        """light_exponent. exponent of the spotlight falloff: float32 (nsim, 1)

        Assigning expands it.
        """
    @exponent.setter
    def exponent(self, value: npt.ArrayLike) -> None: ...
    @property
    def intensity(self) -> npt.NDArray[np.float32]:
        """light_intensity. luminous intensity: float32 (nsim, 1) [cd]

        Assigning expands it.
        """
    @intensity.setter
    def intensity(self, value: npt.ArrayLike) -> None: ...
    @property
    def mode(self) -> npt.NDArray[np.int32]:
        """light_mode. light tracking mode (mjtCamLight): int32 (nsim, 1)

        Assigning expands it.
        """
    @mode.setter
    def mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """light_pos. position in the body frame: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def pos0(self) -> npt.NDArray[np.float64]:
        """light_pos0. position relative to the body at qpos0, world axes: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @pos0.setter
    def pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def poscom0(self) -> npt.NDArray[np.float64]:
        """light_poscom0. position relative to the subtree center of mass at qpos0, world axes: float64 (nsim, 3) [m]

        Assigning expands it.
        """
    @poscom0.setter
    def poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float32]:
        """light_range. effective range: float32 (nsim, 1) [m]

        Assigning expands it.
        """
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def softness(self) -> npt.NDArray[np.float32]:
        """light_softness. softness of the edge of a spotlight, a fraction of the cutoff: float32 (nsim, 1)

        Assigning expands it.
        """
    @softness.setter
    def softness(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """light_specular. specular color: float32 (nsim, 3)

        Assigning expands it.
        """
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def targetbodyid(self) -> npt.NDArray[np.int32]:
        """light_targetbodyid. id of the target body; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @targetbodyid.setter
    def targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def texid(self) -> npt.NDArray[np.int32]:
        """light_texid. id of the texture of an image light; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @texid.setter
    def texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """light_type. light type (mjtLightType): int32 (nsim, 1)

        Assigning expands it.
        """
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def xdir(self) -> npt.NDArray[np.float64]:
        """light_xdir. direction of lights: float64 (nsim, 3)

        Filled by calls, to read.
        """
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """light_xpos. position of lights: float64 (nsim, 3) [m]

        Filled by calls, to read.
        """

class SensorRows(NamedRows):
    """Fields of a sensor, a row for each world."""
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """sensor_adr. address in sensordata: int32 (nsim, 1)

        Assigning expands it.
        """
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def cutoff(self) -> npt.NDArray[np.float64]:
        """sensor_cutoff. cutoff of the reading; 0: none: float64 (nsim, 1)

        Assigning expands it.
        """
    @cutoff.setter
    def cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """sensordata. sensor readings: float64 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def datatype(self) -> npt.NDArray[np.int32]:
        """sensor_datatype. data type of the reading (mjtDataType): int32 (nsim, 1)

        Assigning expands it.
        """
    @datatype.setter
    def datatype(self, value: npt.ArrayLike) -> None: ...
    @property
    def delay(self) -> npt.NDArray[np.float64]:
        """sensor_delay. delay of the reading: float64 (nsim, 1) [s]

        Assigning expands it.
        """
    @delay.setter
    def delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """sensor_dim. number of elements of the reading: int32 (nsim, 1)

        Assigning expands it.
        """
    @dim.setter
    def dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.int32]:
        """sensor_history. history buffer: number of samples, interpolation order: int32 (nsim, 2)

        Assigning expands it.
        """
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def historyadr(self) -> npt.NDArray[np.int32]:
        """sensor_historyadr. address in the history buffer; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @historyadr.setter
    def historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def interval(self) -> npt.NDArray[np.float64]:
        """sensor_interval. sampling interval: period, phase: float64 (nsim, 2) [s]

        Assigning expands it.
        """
    @interval.setter
    def interval(self, value: npt.ArrayLike) -> None: ...
    @property
    def intprm(self) -> npt.NDArray[np.int32]:
        """sensor_intprm. integer parameters, by sensor type: int32 (nsim, 3)

        Assigning expands it.
        """
    @intprm.setter
    def intprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def needstage(self) -> npt.NDArray[np.int32]:
        """sensor_needstage. pipeline stage that the sensor requires (mjtStage): int32 (nsim, 1)

        Assigning expands it.
        """
    @needstage.setter
    def needstage(self, value: npt.ArrayLike) -> None: ...
    @property
    def noise(self) -> npt.NDArray[np.float64]:
        """sensor_noise. standard deviation of sensor noise, not applied in simulation: float64 (nsim, 1)

        Assigning expands it.
        """
    @noise.setter
    def noise(self, value: npt.ArrayLike) -> None: ...
    @property
    def objid(self) -> npt.NDArray[np.int32]:
        """sensor_objid. id of the sensed object; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @objid.setter
    def objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """sensor_objtype. type of the sensed object (mjtObj): int32 (nsim, 1)

        Assigning expands it.
        """
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """sensor_plugin. id of the plugin instance; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def refid(self) -> npt.NDArray[np.int32]:
        """sensor_refid. id of the reference object; -1: world frame: int32 (nsim, 1)

        Assigning expands it.
        """
    @refid.setter
    def refid(self, value: npt.ArrayLike) -> None: ...
    @property
    def reftype(self) -> npt.NDArray[np.int32]:
        """sensor_reftype. type of the reference object (mjtObj): int32 (nsim, 1)

        Assigning expands it.
        """
    @reftype.setter
    def reftype(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """sensor_type. sensor type (mjtSensor): int32 (nsim, 1)

        Assigning expands it.
        """
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """sensor_user. user data: float64 (nsim, nuser_sensor)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...

class ActuatorRows(NamedRows):
    """Fields of a actuator, a row for each world."""
    @property
    def acc0(self) -> npt.NDArray[np.float64]:
        """actuator_acc0. acceleration from a unit force at qpos0: float64 (nsim, n)

        Assigning expands it.
        """
    @acc0.setter
    def acc0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actadr(self) -> npt.NDArray[np.int32]:
        """actuator_actadr. address of the first activation; -1: stateless: int32 (nsim, 1)

        Assigning expands it.
        """
    @actadr.setter
    def actadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actearly(self) -> npt.NDArray[np.uint8]:
        """actuator_actearly. 1 if the force is computed from the next activation: uint8 (nsim, 1)

        Assigning expands it.
        """
    @actearly.setter
    def actearly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actlimited(self) -> npt.NDArray[np.uint8]:
        """actuator_actlimited. 1 if the activation is limited: uint8 (nsim, 1)

        Assigning expands it.
        """
    @actlimited.setter
    def actlimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actnum(self) -> npt.NDArray[np.int32]:
        """actuator_actnum. number of activations: int32 (nsim, 1)

        Assigning expands it.
        """
    @actnum.setter
    def actnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def actrange(self) -> npt.NDArray[np.float64]:
        """actuator_actrange. activation limits: float64 (nsim, 2)

        Assigning expands it.
        """
    @actrange.setter
    def actrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """actuator_armature. armature inertia of the target joint or tendon, divided by gear^2: float64 (nsim, 1) [kg, kg m^2]

        Assigning expands it.
        """
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def biasprm(self) -> npt.NDArray[np.float64]:
        """actuator_biasprm. parameters of the bias: float64 (nsim, 10)

        Assigning expands it.
        """
    @biasprm.setter
    def biasprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def biastype(self) -> npt.NDArray[np.int32]:
        """actuator_biastype. bias type (mjtBias): int32 (nsim, 1)

        Assigning expands it.
        """
    @biastype.setter
    def biastype(self, value: npt.ArrayLike) -> None: ...
    @property
    def cranklength(self) -> npt.NDArray[np.float64]:
        """actuator_cranklength. length of the rod of a slider-crank: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @cranklength.setter
    def cranklength(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """ctrl. actuator controls: float64 (nsim, n)

        A view of the state, to write into.
        """
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrllimited(self) -> npt.NDArray[np.uint8]:
        """actuator_ctrllimited. 1 if the control is limited: uint8 (nsim, n)

        Assigning expands it.
        """
    @ctrllimited.setter
    def ctrllimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrlrange(self) -> npt.NDArray[np.float64]:
        """actuator_ctrlrange. control limits: float64 (nsim, n, 2)

        Assigning expands it.
        """
    @ctrlrange.setter
    def ctrlrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """actuator_damping. damping of the target joint or tendon, divided by gear^2: float64 (nsim, 1) [N s/m, N m s/rad]

        Assigning expands it.
        """
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """actuator_dampingpoly. damping of the target: coefficients of v|v| and v^3 for its velocity v, divided by gear^2: float64 (nsim, 2)

        Assigning expands it.
        """
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def delay(self) -> npt.NDArray[np.float64]:
        """actuator_delay. control delay: float64 (nsim, 1) [s]

        Assigning expands it.
        """
    @delay.setter
    def delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def dynprm(self) -> npt.NDArray[np.float64]:
        """actuator_dynprm. parameters of the activation dynamics: float64 (nsim, 10)

        Assigning expands it.
        """
    @dynprm.setter
    def dynprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def dyntype(self) -> npt.NDArray[np.int32]:
        """actuator_dyntype. activation dynamics type (mjtDyn): int32 (nsim, 1)

        Assigning expands it.
        """
    @dyntype.setter
    def dyntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def force(self) -> npt.NDArray[np.float64]:
        """actuator_force. actuator forces, by output: float64 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def forcelimited(self) -> npt.NDArray[np.uint8]:
        """actuator_forcelimited. 1 if the force is limited: uint8 (nsim, 1)

        Assigning expands it.
        """
    @forcelimited.setter
    def forcelimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def forcerange(self) -> npt.NDArray[np.float64]:
        """actuator_forcerange. force limits: float64 (nsim, 2)

        Assigning expands it.
        """
    @forcerange.setter
    def forcerange(self, value: npt.ArrayLike) -> None: ...
    @property
    def gainprm(self) -> npt.NDArray[np.float64]:
        """actuator_gainprm. parameters of the gain: float64 (nsim, 10)

        Assigning expands it.
        """
    @gainprm.setter
    def gainprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def gaintype(self) -> npt.NDArray[np.int32]:
        """actuator_gaintype. gain type (mjtGain): int32 (nsim, 1)

        Assigning expands it.
        """
    @gaintype.setter
    def gaintype(self, value: npt.ArrayLike) -> None: ...
    @property
    def gear(self) -> npt.NDArray[np.float64]:
        """actuator_gear. gear ratio: scale of length and force; for sites a wrench: float64 (nsim, n, 6)

        Assigning expands it.
        """
    @gear.setter
    def gear(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """actuator_group. visualization group: int32 (nsim, 1)

        Assigning expands it.
        """
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.int32]:
        """actuator_history. history buffer: number of samples, interpolation order: int32 (nsim, 2)

        Assigning expands it.
        """
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def historyadr(self) -> npt.NDArray[np.int32]:
        """actuator_historyadr. address in the history buffer; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @historyadr.setter
    def historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """actuator_length. actuator lengths: float64 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def length0(self) -> npt.NDArray[np.float64]:
        """actuator_length0. actuator length at qpos0: float64 (nsim, n)

        Assigning expands it.
        """
    @length0.setter
    def length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def lengthrange(self) -> npt.NDArray[np.float64]:
        """actuator_lengthrange. feasible range of the actuator length: float64 (nsim, n, 2)

        Assigning expands it.
        """
    @lengthrange.setter
    def lengthrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def moment_rowadr(self) -> npt.NDArray[np.int32]:
        """moment_rowadr. address of each row of actuator_moment: int32 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def moment_rownnz(self) -> npt.NDArray[np.int32]:
        """moment_rownnz. number of nonzeros in each row of actuator_moment: int32 (nsim, n)

        Filled by calls, to read.
        """
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """actuator_plugin. id of the plugin instance; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def trnid(self) -> npt.NDArray[np.int32]:
        """actuator_trnid. ids of the transmission targets: joint, tendon, site, body: int32 (nsim, 2)

        Assigning expands it.
        """
    @trnid.setter
    def trnid(self, value: npt.ArrayLike) -> None: ...
    @property
    def trntype(self) -> npt.NDArray[np.int32]:
        """actuator_trntype. transmission type (mjtTrn): int32 (nsim, 1)

        Assigning expands it.
        """
    @trntype.setter
    def trntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """actuator_user. user data: float64 (nsim, nuser_actuator)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def velocity(self) -> npt.NDArray[np.float64]:
        """actuator_velocity. actuator velocities: float64 (nsim, n)

        Filled by calls, to read.
        """

class TendonRows(NamedRows):
    """Fields of a tendon, a row for each world."""
    @property
    def J(self) -> npt.NDArray[np.float64]:
        """ten_J. Jacobian of the tendon lengths: float64 (nsim, nv)

        Filled by calls, to read.
        """
    @property
    def J_colind(self) -> npt.NDArray[np.int32]:
        """ten_J_colind. column indices of ten_J, when sparse: int32 (nsim, nv)

        Filled by calls, to read.
        """
    @property
    def J_rowadr(self) -> npt.NDArray[np.int32]:
        """ten_J_rowadr. address of each row of ten_J, when sparse: int32 (nsim, 1)

        Filled by calls, to read.
        """
    @property
    def J_rownnz(self) -> npt.NDArray[np.int32]:
        """ten_J_rownnz. number of nonzeros in each row of ten_J, when sparse: int32 (nsim, 1)

        Filled by calls, to read.
        """
    @property
    def actfrclimited(self) -> npt.NDArray[np.uint8]:
        """tendon_actfrclimited. 1 if the total actuator force is limited: uint8 (nsim, 1)

        Assigning expands it.
        """
    @actfrclimited.setter
    def actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actfrcrange(self) -> npt.NDArray[np.float64]:
        """tendon_actfrcrange. range of the total actuator force: float64 (nsim, 2) [N]

        Assigning expands it.
        """
    @actfrcrange.setter
    def actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuatorid(self) -> npt.NDArray[np.int32]:
        """tendon_actuatorid. id of the actuator that adds damping or armature to the tendon; -1: none, -2: several: int32 (nsim, 1)

        Assigning expands it.
        """
    @actuatorid.setter
    def actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """tendon_adr. address of the first path element: int32 (nsim, 1)

        Assigning expands it.
        """
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def armature(self) -> npt.NDArray[np.float64]:
        """tendon_armature. armature inertia of the tendon length: float64 (nsim, 1) [kg]

        Assigning expands it.
        """
    @armature.setter
    def armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def damping(self) -> npt.NDArray[np.float64]:
        """tendon_damping. damping coefficient: float64 (nsim, 1) [N s/m]

        Assigning expands it.
        """
    @damping.setter
    def damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dampingpoly(self) -> npt.NDArray[np.float64]:
        """tendon_dampingpoly. damping: coefficients of v|v| and v^3 for the velocity v: float64 (nsim, 2)

        Assigning expands it.
        """
    @dampingpoly.setter
    def dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def efcadr(self) -> npt.NDArray[np.int32]:
        """tendon_efcadr. address of the first friction loss or limit row of a tendon, or id of its equality, as in 3.5.0; -1: none: int32 (nsim, 1)

        Filled by calls, to read.
        """
    @property
    def frictionloss(self) -> npt.NDArray[np.float64]:
        """tendon_frictionloss. dry friction: maximum friction force: float64 (nsim, 1) [N]

        Assigning expands it.
        """
    @frictionloss.setter
    def frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def group(self) -> npt.NDArray[np.int32]:
        """tendon_group. visualization group: int32 (nsim, 1)

        Assigning expands it.
        """
    @group.setter
    def group(self, value: npt.ArrayLike) -> None: ...
    @property
    def invweight0(self) -> npt.NDArray[np.float64]:
        """tendon_invweight0. inverse inertia at qpos0: float64 (nsim, 1)

        Assigning expands it.
        """
    @invweight0.setter
    def invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def length(self) -> npt.NDArray[np.float64]:
        """ten_length. tendon lengths: float64 (nsim, 1) [m, rad]

        Filled by calls, to read.
        """
    @property
    def length0(self) -> npt.NDArray[np.float64]:
        """tendon_length0. tendon length at qpos0: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @length0.setter
    def length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def lengthspring(self) -> npt.NDArray[np.float64]:
        """tendon_lengthspring. deadband of the spring: range of resting lengths: float64 (nsim, 2) [m]

        Assigning expands it.
        """
    @lengthspring.setter
    def lengthspring(self, value: npt.ArrayLike) -> None: ...
    @property
    def limited(self) -> npt.NDArray[np.uint8]:
        """tendon_limited. 1 if the length is limited: uint8 (nsim, 1)

        Assigning expands it.
        """
    @limited.setter
    def limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """tendon_margin. distance to the limit at which the constraint becomes active: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def matid(self) -> npt.NDArray[np.int32]:
        """tendon_matid. id of the material; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @matid.setter
    def matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def num(self) -> npt.NDArray[np.int32]:
        """tendon_num. number of path elements: int32 (nsim, 1)

        Assigning expands it.
        """
    @num.setter
    def num(self, value: npt.ArrayLike) -> None: ...
    @property
    def plasticadr(self) -> npt.NDArray[np.int32]:
        """tendon_plasticadr. address of the deadband of the spring in plastic; -1: the spring does not yield: int32 (nsim, 1)

        Assigning expands it.
        """
    @plasticadr.setter
    def plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def range(self) -> npt.NDArray[np.float64]:
        """tendon_range. tendon length limits: float64 (nsim, 2) [m]

        Assigning expands it.
        """
    @range.setter
    def range(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """tendon_rgba. color of tendons without material: float32 (nsim, 4)

        Assigning expands it.
        """
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_fri(self) -> npt.NDArray[np.float64]:
        """tendon_solimp_fri. constraint solver impedance of friction loss: float64 (nsim, 5)

        Assigning expands it.
        """
    @solimp_fri.setter
    def solimp_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp_lim(self) -> npt.NDArray[np.float64]:
        """tendon_solimp_lim. constraint solver impedance of the limit: float64 (nsim, 5)

        Assigning expands it.
        """
    @solimp_lim.setter
    def solimp_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_fri(self) -> npt.NDArray[np.float64]:
        """tendon_solref_fri. constraint solver reference of friction loss: float64 (nsim, 2)

        Assigning expands it.
        """
    @solref_fri.setter
    def solref_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref_lim(self) -> npt.NDArray[np.float64]:
        """tendon_solref_lim. constraint solver reference of the limit: float64 (nsim, 2)

        Assigning expands it.
        """
    @solref_lim.setter
    def solref_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def springyield(self) -> npt.NDArray[np.float64]:
        """tendon_springyield. displacement at which the spring yields: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @springyield.setter
    def springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffness(self) -> npt.NDArray[np.float64]:
        """tendon_stiffness. spring stiffness: float64 (nsim, 1) [N/m]

        Assigning expands it.
        """
    @stiffness.setter
    def stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """tendon_stiffnesspoly. spring stiffness: coefficients of the square and cube of the displacement: float64 (nsim, 2)

        Assigning expands it.
        """
    @stiffnesspoly.setter
    def stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def treeid(self) -> npt.NDArray[np.int32]:
        """tendon_treeid. ids of the first two kinematic trees along the path; -1: none: int32 (nsim, 2)

        Assigning expands it.
        """
    @treeid.setter
    def treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def treenum(self) -> npt.NDArray[np.int32]:
        """tendon_treenum. number of kinematic trees along the path: int32 (nsim, 1)

        Assigning expands it.
        """
    @treenum.setter
    def treenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def user(self) -> npt.NDArray[np.float64]:
        """tendon_user. user data: float64 (nsim, nuser_tendon)

        Assigning expands it.
        """
    @user.setter
    def user(self, value: npt.ArrayLike) -> None: ...
    @property
    def velocity(self) -> npt.NDArray[np.float64]:
        """ten_velocity. tendon velocities: float64 (nsim, 1) [m/s, rad/s]

        Filled by calls, to read.
        """
    @property
    def width(self) -> npt.NDArray[np.float64]:
        """tendon_width. rendered width: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @width.setter
    def width(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrapadr(self) -> npt.NDArray[np.int32]:
        """ten_wrapadr. address of the first tendon path point in wrap_obj, wrap_xpos: int32 (nsim, 1)

        Filled by calls, to read.
        """
    @property
    def wrapnum(self) -> npt.NDArray[np.int32]:
        """ten_wrapnum. number of tendon path points: int32 (nsim, 1)

        Filled by calls, to read.
        """

class EqualityRows(NamedRows):
    """Fields of a equality, a row for each world."""
    @property
    def active0(self) -> npt.NDArray[np.uint8]:
        """eq_active0. 1 if the constraint is active initially: uint8 (nsim, 1)

        Assigning expands it.
        """
    @active0.setter
    def active0(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """eq_data. type-specific constraint parameters: float64 (nsim, neqdata)

        Assigning expands it.
        """
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def obj1id(self) -> npt.NDArray[np.int32]:
        """eq_obj1id. id of the first object: int32 (nsim, 1)

        Assigning expands it.
        """
    @obj1id.setter
    def obj1id(self, value: npt.ArrayLike) -> None: ...
    @property
    def obj2id(self) -> npt.NDArray[np.int32]:
        """eq_obj2id. id of the second object; -1: none: int32 (nsim, 1)

        Assigning expands it.
        """
    @obj2id.setter
    def obj2id(self, value: npt.ArrayLike) -> None: ...
    @property
    def objtype(self) -> npt.NDArray[np.int32]:
        """eq_objtype. type of the objects (mjtObj): int32 (nsim, 1)

        Assigning expands it.
        """
    @objtype.setter
    def objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """eq_solimp. constraint solver impedance: float64 (nsim, 5)

        Assigning expands it.
        """
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """eq_solref. constraint solver reference: float64 (nsim, 2)

        Assigning expands it.
        """
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def type(self) -> npt.NDArray[np.int32]:
        """eq_type. equality constraint type (mjtEq): int32 (nsim, 1)

        Assigning expands it.
        """
    @type.setter
    def type(self, value: npt.ArrayLike) -> None: ...

class KeyframeRows(NamedRows):
    """Fields of a keyframe, a row for each world."""
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """key_act. keyframe activations: float64 (nsim, na)

        Assigning expands it.
        """
    @act.setter
    def act(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """key_ctrl. keyframe controls: float64 (nsim, nu)

        Assigning expands it.
        """
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def mpos(self) -> npt.NDArray[np.float64]:
        """key_mpos. keyframe positions of mocap bodies: float64 (nsim, nmocap*3) [m]

        Assigning expands it.
        """
    @mpos.setter
    def mpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mquat(self) -> npt.NDArray[np.float64]:
        """key_mquat. keyframe orientations of mocap bodies: float64 (nsim, nmocap*4)

        Assigning expands it.
        """
    @mquat.setter
    def mquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def plastic(self) -> npt.NDArray[np.float64]:
        """key_plastic. keyframe references of springs that yield: float64 (nsim, nplastic)

        Assigning expands it.
        """
    @plastic.setter
    def plastic(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """key_qpos. keyframe joint positions: float64 (nsim, nq)

        Assigning expands it.
        """
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """key_qvel. keyframe joint velocities: float64 (nsim, nv)

        Assigning expands it.
        """
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def time(self) -> npt.NDArray[np.float64]:
        """key_time. keyframe time: float64 (nsim, 1) [s]

        Assigning expands it.
        """
    @time.setter
    def time(self, value: npt.ArrayLike) -> None: ...

class MaterialRows(NamedRows):
    """Fields of a material, a row for each world."""
    @property
    def emission(self) -> npt.NDArray[np.float32]:
        """mat_emission. emission coefficient, multiplies rgba: float32 (nsim, 1)

        Assigning expands it.
        """
    @emission.setter
    def emission(self, value: npt.ArrayLike) -> None: ...
    @property
    def metallic(self) -> npt.NDArray[np.float32]:
        """mat_metallic. metallic coefficient, for physically based renderers: float32 (nsim, 1)

        Assigning expands it.
        """
    @metallic.setter
    def metallic(self, value: npt.ArrayLike) -> None: ...
    @property
    def reflectance(self) -> npt.NDArray[np.float32]:
        """mat_reflectance. reflectance coefficient, 0 to 1: float32 (nsim, 1)

        Assigning expands it.
        """
    @reflectance.setter
    def reflectance(self, value: npt.ArrayLike) -> None: ...
    @property
    def rgba(self) -> npt.NDArray[np.float32]:
        """mat_rgba. color: float32 (nsim, 4)

        Assigning expands it.
        """
    @rgba.setter
    def rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def roughness(self) -> npt.NDArray[np.float32]:
        """mat_roughness. roughness coefficient, for physically based renderers: float32 (nsim, 1)

        Assigning expands it.
        """
    @roughness.setter
    def roughness(self, value: npt.ArrayLike) -> None: ...
    @property
    def shininess(self) -> npt.NDArray[np.float32]:
        """mat_shininess. shininess coefficient, 0 to 1: float32 (nsim, 1)

        Assigning expands it.
        """
    @shininess.setter
    def shininess(self, value: npt.ArrayLike) -> None: ...
    @property
    def specular(self) -> npt.NDArray[np.float32]:
        """mat_specular. specular coefficient, 0 to 1: float32 (nsim, 1)

        Assigning expands it.
        """
    @specular.setter
    def specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def texid(self) -> npt.NDArray[np.int32]:
        """mat_texid. ids of the textures by role (mjtTextureRole); -1: none: int32 (nsim, 10)

        Assigning expands it.
        """
    @texid.setter
    def texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def texrepeat(self) -> npt.NDArray[np.float32]:
        """mat_texrepeat. number of texture repetitions along each axis: float32 (nsim, 2)

        Assigning expands it.
        """
    @texrepeat.setter
    def texrepeat(self, value: npt.ArrayLike) -> None: ...
    @property
    def texuniform(self) -> npt.NDArray[np.uint8]:
        """mat_texuniform. 1 if the texture repeats per unit of length instead of per object: uint8 (nsim, 1)

        Assigning expands it.
        """
    @texuniform.setter
    def texuniform(self, value: npt.ArrayLike) -> None: ...

class NumericRows(NamedRows):
    """Fields of a numeric, a row for each world."""
    @property
    def adr(self) -> npt.NDArray[np.int32]:
        """numeric_adr. address of the field in numeric_data: int32 (nsim, 1)

        Assigning expands it.
        """
    @adr.setter
    def adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def data(self) -> npt.NDArray[np.float64]:
        """numeric_data. elements of all custom numeric fields: float64 (nsim, n)

        Assigning expands it.
        """
    @data.setter
    def data(self, value: npt.ArrayLike) -> None: ...
    @property
    def size(self) -> npt.NDArray[np.int32]:
        """numeric_size. number of elements of the field: int32 (nsim, 1)

        Assigning expands it.
        """
    @size.setter
    def size(self, value: npt.ArrayLike) -> None: ...

class PairRows(NamedRows):
    """Fields of a pair, a row for each world."""
    @property
    def adhesion(self) -> npt.NDArray[np.float64]:
        """pair_adhesion. force by which each contact may pull: float64 (nsim, 1) [N]

        Assigning expands it.
        """
    @adhesion.setter
    def adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def dim(self) -> npt.NDArray[np.int32]:
        """pair_dim. contact dimensionality: 1, 3, 4 or 6: int32 (nsim, 1)

        Assigning expands it.
        """
    @dim.setter
    def dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def friction(self) -> npt.NDArray[np.float64]:
        """pair_friction. friction coefficients: tangent 1 and 2, spin, roll 1 and 2: float64 (nsim, 5)

        Assigning expands it.
        """
    @friction.setter
    def friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def gap(self) -> npt.NDArray[np.float64]:
        """pair_gap. part of the margin in which contacts generate no force: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @gap.setter
    def gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom1(self) -> npt.NDArray[np.int32]:
        """pair_geom1. id of the first geom: int32 (nsim, 1)

        Assigning expands it.
        """
    @geom1.setter
    def geom1(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom2(self) -> npt.NDArray[np.int32]:
        """pair_geom2. id of the second geom: int32 (nsim, 1)

        Assigning expands it.
        """
    @geom2.setter
    def geom2(self, value: npt.ArrayLike) -> None: ...
    @property
    def margin(self) -> npt.NDArray[np.float64]:
        """pair_margin. distance at which contacts are detected: float64 (nsim, 1) [m]

        Assigning expands it.
        """
    @margin.setter
    def margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def signature(self) -> npt.NDArray[np.int32]:
        """pair_signature. signature of the body pair: body1 << 16 + body2: int32 (nsim, 1)

        Assigning expands it.
        """
    @signature.setter
    def signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def solimp(self) -> npt.NDArray[np.float64]:
        """pair_solimp. constraint solver impedance: float64 (nsim, 5)

        Assigning expands it.
        """
    @solimp.setter
    def solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def solref(self) -> npt.NDArray[np.float64]:
        """pair_solref. constraint solver reference, normal direction: float64 (nsim, 2)

        Assigning expands it.
        """
    @solref.setter
    def solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def solreffriction(self) -> npt.NDArray[np.float64]:
        """pair_solreffriction. constraint solver reference, friction directions; zeros: solref: float64 (nsim, 2)

        Assigning expands it.
        """
    @solreffriction.setter
    def solreffriction(self, value: npt.ArrayLike) -> None: ...

class BatchRows:
    """Fields of all worlds, and named views of them."""
    @property
    def time(self) -> npt.NDArray[np.float64]:
        """simulation time: float64 (nsim) [s]

        A view of the state, to write into.
        """
    @time.setter
    def time(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos(self) -> npt.NDArray[np.float64]:
        """joint positions; unit quaternions for free and ball joints: float64 (nsim, nq) [m, rad]

        A view of the state, to write into.
        """
    @qpos.setter
    def qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def qvel(self) -> npt.NDArray[np.float64]:
        """joint velocities: float64 (nsim, nv) [m/s, rad/s]

        A view of the state, to write into.
        """
    @qvel.setter
    def qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def act(self) -> npt.NDArray[np.float64]:
        """actuator activations: float64 (nsim, na)

        A view of the state, to write into.
        """
    @act.setter
    def act(self, value: npt.ArrayLike) -> None: ...
    @property
    def history(self) -> npt.NDArray[np.float64]:
        """history buffer: past controls and sensor readings with their times: float64 (nsim, nhistory)

        A view of the state, to write into.
        """
    @history.setter
    def history(self, value: npt.ArrayLike) -> None: ...
    @property
    def qacc_warmstart(self) -> npt.NDArray[np.float64]:
        """solver warm start: acceleration of the previous step: float64 (nsim, nv) [m/s^2, rad/s^2]

        A view of the state, to write into.
        """
    @qacc_warmstart.setter
    def qacc_warmstart(self, value: npt.ArrayLike) -> None: ...
    @property
    def ctrl(self) -> npt.NDArray[np.float64]:
        """actuator controls: float64 (nsim, nu)

        A view of the state, to write into.
        """
    @ctrl.setter
    def ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def qfrc_applied(self) -> npt.NDArray[np.float64]:
        """applied joint-space forces: float64 (nsim, nv) [N, N m]

        A view of the state, to write into.
        """
    @qfrc_applied.setter
    def qfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def xfrc_applied(self) -> npt.NDArray[np.float64]:
        """applied force and torque on bodies, at the center of mass xipos: float64 (nsim, nbody, 6) [N, N m]

        A view of the state, to write into.
        """
    @xfrc_applied.setter
    def xfrc_applied(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_active(self) -> npt.NDArray[np.float64]:
        """1 if an equality constraint is active: float64 (nsim, neq)

        A view of the state, to write into.
        """
    @eq_active.setter
    def eq_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocap_pos(self) -> npt.NDArray[np.float64]:
        """positions of mocap bodies: float64 (nsim, nmocap, 3) [m]

        A view of the state, to write into.
        """
    @mocap_pos.setter
    def mocap_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def mocap_quat(self) -> npt.NDArray[np.float64]:
        """orientations of mocap bodies: float64 (nsim, nmocap, 4)

        A view of the state, to write into.
        """
    @mocap_quat.setter
    def mocap_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def userdata(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, nuserdata)

        A view of the state, to write into.
        """
    @userdata.setter
    def userdata(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_state(self) -> npt.NDArray[np.float64]:
        """plugin state: float64 (nsim, npluginstate)

        A view of the state, to write into.
        """
    @plugin_state.setter
    def plugin_state(self, value: npt.ArrayLike) -> None: ...
    @property
    def plastic(self) -> npt.NDArray[np.float64]:
        """references of springs that yield: positions, quaternions, deadbands: float64 (nsim, nplastic) [m, rad]

        A view of the state, to write into.
        """
    @plastic.setter
    def plastic(self, value: npt.ArrayLike) -> None: ...
    @property
    def solver_niter(self) -> npt.NDArray[np.int32]:
        """number of solver iterations, per island: int32 (nsim, 20)

        Filled by calls, to read.
        """
    @property
    def solver_nnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros of the Hessian (Newton) or efc_AR (PGS), per island: int32 (nsim, 20)

        Filled by calls, to read.
        """
    @property
    def solver_fwdinv(self) -> npt.NDArray[np.float64]:
        """norm of the difference between forward and inverse dynamics: constraint force, applied force: float64 (nsim, 2)

        Filled by calls, to read.
        """
    @property
    def energy(self) -> npt.NDArray[np.float64]:
        """potential and kinetic energy: float64 (nsim, 2) [J]

        Filled by calls, to read.
        """
    @property
    def qacc(self) -> npt.NDArray[np.float64]:
        """joint accelerations: float64 (nsim, nv) [m/s^2, rad/s^2]

        Filled by calls, to read.
        """
    @property
    def act_dot(self) -> npt.NDArray[np.float64]:
        """time derivatives of activations: float64 (nsim, na)

        Filled by calls, to read.
        """
    @property
    def sensordata(self) -> npt.NDArray[np.float64]:
        """sensor readings: float64 (nsim, nsensordata)

        Filled by calls, to read.
        """
    @property
    def tree_asleep(self) -> npt.NDArray[np.int32]:
        """next tree of the sleeping cycle; negative: awake, -1 minus the number of steps until the tree may sleep: int32 (nsim, ntree)

        Filled by calls, to read.
        """
    @property
    def tree_awake(self) -> npt.NDArray[np.int32]:
        """1 if a tree is awake: int32 (nsim, ntree)

        Filled by calls, to read.
        """
    @property
    def body_awake(self) -> npt.NDArray[np.int32]:
        """sleep state of bodies (mjtSleepState): int32 (nsim, nbody)

        Filled by calls, to read.
        """
    @property
    def body_awake_ind(self) -> npt.NDArray[np.int32]:
        """ids of the bodies that are awake or static: int32 (nsim, nbody)

        Filled by calls, to read.
        """
    @property
    def parent_awake_ind(self) -> npt.NDArray[np.int32]:
        """ids of the bodies whose parent is awake or static: int32 (nsim, nbody)

        Filled by calls, to read.
        """
    @property
    def dof_awake_ind(self) -> npt.NDArray[np.int32]:
        """indices of the awake dofs: int32 (nsim, nv)

        Filled by calls, to read.
        """
    @property
    def xpos(self) -> npt.NDArray[np.float64]:
        """position of body frames: float64 (nsim, nbody, 3) [m]

        Filled by calls, to read.
        """
    @property
    def xquat(self) -> npt.NDArray[np.float64]:
        """orientation of body frames, unit quaternions: float64 (nsim, nbody, 4)

        Filled by calls, to read.
        """
    @property
    def xmat(self) -> npt.NDArray[np.float64]:
        """orientation of body frames, row-major: float64 (nsim, nbody, 9)

        Filled by calls, to read.
        """
    @property
    def xipos(self) -> npt.NDArray[np.float64]:
        """center of mass of bodies: float64 (nsim, nbody, 3) [m]

        Filled by calls, to read.
        """
    @property
    def ximat(self) -> npt.NDArray[np.float64]:
        """orientation of inertial frames, row-major: float64 (nsim, nbody, 9)

        Filled by calls, to read.
        """
    @property
    def xanchor(self) -> npt.NDArray[np.float64]:
        """joint anchors: float64 (nsim, njnt, 3) [m]

        Filled by calls, to read.
        """
    @property
    def xaxis(self) -> npt.NDArray[np.float64]:
        """joint axes: float64 (nsim, njnt, 3)

        Filled by calls, to read.
        """
    @property
    def geom_xpos(self) -> npt.NDArray[np.float64]:
        """position of geoms: float64 (nsim, ngeom, 3) [m]

        Filled by calls, to read.
        """
    @property
    def geom_xmat(self) -> npt.NDArray[np.float64]:
        """orientation of geoms, row-major: float64 (nsim, ngeom, 9)

        Filled by calls, to read.
        """
    @property
    def site_xpos(self) -> npt.NDArray[np.float64]:
        """position of sites: float64 (nsim, nsite, 3) [m]

        Filled by calls, to read.
        """
    @property
    def site_xmat(self) -> npt.NDArray[np.float64]:
        """orientation of sites, row-major: float64 (nsim, nsite, 9)

        Filled by calls, to read.
        """
    @property
    def subtree_com(self) -> npt.NDArray[np.float64]:
        """center of mass of subtrees: float64 (nsim, nbody, 3) [m]

        Filled by calls, to read.
        """
    @property
    def cinert(self) -> npt.NDArray[np.float64]:
        """inertia of bodies about the center of mass of their tree: 6 moments, mass times offset, mass: float64 (nsim, nbody, 10) [kg m^2, kg m, kg]

        Filled by calls, to read.
        """
    @property
    def cdof(self) -> npt.NDArray[np.float64]:
        """motion axes of dofs about the center of mass of their tree: rotation, translation: float64 (nsim, nv, 6)

        Filled by calls, to read.
        """
    @property
    def cam_xpos(self) -> npt.NDArray[np.float64]:
        """position of cameras: float64 (nsim, ncam, 3) [m]

        Filled by calls, to read.
        """
    @property
    def cam_xmat(self) -> npt.NDArray[np.float64]:
        """orientation of cameras, row-major: float64 (nsim, ncam, 9)

        Filled by calls, to read.
        """
    @property
    def light_xpos(self) -> npt.NDArray[np.float64]:
        """position of lights: float64 (nsim, nlight, 3) [m]

        Filled by calls, to read.
        """
    @property
    def light_xdir(self) -> npt.NDArray[np.float64]:
        """direction of lights: float64 (nsim, nlight, 3)

        Filled by calls, to read.
        """
    @property
    def flexvert_xpos(self) -> npt.NDArray[np.float64]:
        """position of flex vertices: float64 (nsim, nflexvert, 3) [m]

        Filled by calls, to read.
        """
    @property
    def flexelem_aabb(self) -> npt.NDArray[np.float64]:
        """axis-aligned bounding boxes of flex elements: center, half sizes: float64 (nsim, nflexelem, 6) [m]

        Filled by calls, to read.
        """
    @property
    def bvh_aabb_dyn(self) -> npt.NDArray[np.float64]:
        """axis-aligned bounding boxes of flexes: center, half sizes: float64 (nsim, nbvhdynamic, 6) [m]

        Filled by calls, to read.
        """
    @property
    def flexedge_length(self) -> npt.NDArray[np.float64]:
        """flex edge lengths: float64 (nsim, nflexedge) [m]

        Filled by calls, to read.
        """
    @property
    def flexedge_J(self) -> npt.NDArray[np.float64]:
        """Jacobian of the flex edge lengths: float64 (nsim, nJfe)

        Filled by calls, to read.
        """
    @property
    def flexvert_length(self) -> npt.NDArray[np.float64]:
        """flex vertex strain measures, zero at rest: float64 (nsim, nflexvert, 2) [m]

        Filled by calls, to read.
        """
    @property
    def flexvert_J(self) -> npt.NDArray[np.float64]:
        """Jacobian of flexvert_length: float64 (nsim, nJfv, 2)

        Filled by calls, to read.
        """
    @property
    def ten_wrapadr(self) -> npt.NDArray[np.int32]:
        """address of the first tendon path point in wrap_obj, wrap_xpos: int32 (nsim, ntendon)

        Filled by calls, to read.
        """
    @property
    def ten_wrapnum(self) -> npt.NDArray[np.int32]:
        """number of tendon path points: int32 (nsim, ntendon)

        Filled by calls, to read.
        """
    @property
    def ten_length(self) -> npt.NDArray[np.float64]:
        """tendon lengths: float64 (nsim, ntendon) [m, rad]

        Filled by calls, to read.
        """
    @property
    def ten_J(self) -> npt.NDArray[np.float64]:
        """Jacobian of the tendon lengths: float64 (nsim, ntendon, nv)

        Filled by calls, to read.
        """
    @property
    def ten_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of ten_J, when sparse: int32 (nsim, ntendon)

        Filled by calls, to read.
        """
    @property
    def ten_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of ten_J, when sparse: int32 (nsim, ntendon)

        Filled by calls, to read.
        """
    @property
    def ten_J_colind(self) -> npt.NDArray[np.int32]:
        """column indices of ten_J, when sparse: int32 (nsim, ntendon, nv)

        Filled by calls, to read.
        """
    @property
    def wrap_obj(self) -> npt.NDArray[np.int32]:
        """geom id of tendon path points; -1: site, -2: pulley: int32 (nsim, nwrap, 2)

        Filled by calls, to read.
        """
    @property
    def wrap_xpos(self) -> npt.NDArray[np.float64]:
        """tendon path points: float64 (nsim, nwrap, 6) [m]

        Filled by calls, to read.
        """
    @property
    def crb(self) -> npt.NDArray[np.float64]:
        """composite inertia of subtrees, layout of cinert: float64 (nsim, nbody, 10) [kg m^2, kg m, kg]

        Filled by calls, to read.
        """
    @property
    def M(self) -> npt.NDArray[np.float64]:
        """joint-space inertia matrix, lower triangle in compressed rows: float64 (nsim, nC) [kg, kg m^2]

        Filled by calls, to read.
        """
    @property
    def qM(self) -> npt.NDArray[np.float64]:
        """joint-space inertia matrix, one element per dof and ancestor dof: float64 (nsim, nM) [kg, kg m^2]

        Filled by calls, to read.
        """
    @property
    def qLD(self) -> npt.NDArray[np.float64]:
        """factor L' D L of M, layout of M: float64 (nsim, nC)

        Filled by calls, to read.
        """
    @property
    def qLDiagInv(self) -> npt.NDArray[np.float64]:
        """inverse of the diagonal D of qLD: float64 (nsim, nv)

        Filled by calls, to read.
        """
    @property
    def bvh_active(self) -> npt.NDArray[np.uint8]:
        """1 if a BVH node was visited in collision detection: uint8 (nsim, nbvh)

        Filled by calls, to read.
        """
    @property
    def tendon_efcadr(self) -> npt.NDArray[np.int32]:
        """address of the first friction loss or limit row of a tendon, or id of its equality, as in 3.5.0; -1: none: int32 (nsim, ntendon)

        Filled by calls, to read.
        """
    @property
    def actuator_length(self) -> npt.NDArray[np.float64]:
        """actuator lengths: float64 (nsim, nout)

        Filled by calls, to read.
        """
    @property
    def moment_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of actuator_moment: int32 (nsim, nout)

        Filled by calls, to read.
        """
    @property
    def moment_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of actuator_moment: int32 (nsim, nout)

        Filled by calls, to read.
        """
    @property
    def moment_colind(self) -> npt.NDArray[np.int32]:
        """column indices of actuator_moment: int32 (nsim, nJmom)

        Filled by calls, to read.
        """
    @property
    def actuator_moment(self) -> npt.NDArray[np.float64]:
        """actuator moment arms d length / d qpos, in compressed rows: float64 (nsim, nJmom)

        Filled by calls, to read.
        """
    @property
    def ten_velocity(self) -> npt.NDArray[np.float64]:
        """tendon velocities: float64 (nsim, ntendon) [m/s, rad/s]

        Filled by calls, to read.
        """
    @property
    def actuator_velocity(self) -> npt.NDArray[np.float64]:
        """actuator velocities: float64 (nsim, nout)

        Filled by calls, to read.
        """
    @property
    def flexedge_velocity(self) -> npt.NDArray[np.float64]:
        """flex edge velocities: float64 (nsim, nflexedge) [m/s]

        Filled by calls, to read.
        """
    @property
    def cvel(self) -> npt.NDArray[np.float64]:
        """spatial velocity of bodies: rotation, translation: float64 (nsim, nbody, 6) [rad/s, m/s]

        Filled by calls, to read.
        """
    @property
    def cdof_dot(self) -> npt.NDArray[np.float64]:
        """time derivative of cdof: float64 (nsim, nv, 6)

        Filled by calls, to read.
        """
    @property
    def qfrc_bias(self) -> npt.NDArray[np.float64]:
        """bias force: Coriolis, centrifugal and gravitational: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_spring(self) -> npt.NDArray[np.float64]:
        """spring forces: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_damper(self) -> npt.NDArray[np.float64]:
        """damper forces: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_gravcomp(self) -> npt.NDArray[np.float64]:
        """gravity compensation forces: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_fluid(self) -> npt.NDArray[np.float64]:
        """fluid forces: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_adhesion(self) -> npt.NDArray[np.float64]:
        """attraction of contacts that adhere: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_passive(self) -> npt.NDArray[np.float64]:
        """sum of the passive forces: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def subtree_linvel(self) -> npt.NDArray[np.float64]:
        """linear velocity of the center of mass of subtrees: float64 (nsim, nbody, 3) [m/s]

        Filled by calls, to read.
        """
    @property
    def subtree_angmom(self) -> npt.NDArray[np.float64]:
        """angular momentum of subtrees about their center of mass: float64 (nsim, nbody, 3) [kg m^2/s]

        Filled by calls, to read.
        """
    @property
    def actuator_force(self) -> npt.NDArray[np.float64]:
        """actuator forces, by output: float64 (nsim, nout)

        Filled by calls, to read.
        """
    @property
    def qfrc_actuator(self) -> npt.NDArray[np.float64]:
        """actuator forces in joint space: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qfrc_smooth(self) -> npt.NDArray[np.float64]:
        """sum of all forces except constraint forces: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def qacc_smooth(self) -> npt.NDArray[np.float64]:
        """unconstrained acceleration: float64 (nsim, nv) [m/s^2, rad/s^2]

        Filled by calls, to read.
        """
    @property
    def qfrc_constraint(self) -> npt.NDArray[np.float64]:
        """constraint forces in joint space: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def cacc(self) -> npt.NDArray[np.float64]:
        """spatial acceleration of bodies: rotation, translation: float64 (nsim, nbody, 6) [rad/s^2, m/s^2]

        Filled by calls, to read.
        """
    @property
    def cfrc_int(self) -> npt.NDArray[np.float64]:
        """interaction force with the parent body: torque, force: float64 (nsim, nbody, 6) [N m, N]

        Filled by calls, to read.
        """
    @property
    def cfrc_ext(self) -> npt.NDArray[np.float64]:
        """external force on bodies: torque, force: float64 (nsim, nbody, 6) [N m, N]

        Filled by calls, to read.
        """
    @property
    def qDeriv(self) -> npt.NDArray[np.float64]:
        """derivative of the smooth force with respect to qvel, d qfrc_smooth / d qvel: float64 (nsim, nD) [N s/m, N m s/rad]

        Filled by calls, to read.
        """
    @property
    def qLU(self) -> npt.NDArray[np.float64]:
        """factor L U of M - timestep qDeriv: float64 (nsim, nD)

        Filled by calls, to read.
        """
    @property
    def qH(self) -> npt.NDArray[np.float64]:
        """factor L' D L of the modified inertia matrix of the integrator: float64 (nsim, nC)

        Filled by calls, to read.
        """
    @property
    def qHDiagInv(self) -> npt.NDArray[np.float64]:
        """inverse of the diagonal D of qH: float64 (nsim, nv)

        Filled by calls, to read.
        """
    @property
    def qfrc_inverse(self) -> npt.NDArray[np.float64]:
        """inverse dynamics: joint-space force that produces qacc: float64 (nsim, nv) [N, N m]

        Filled by calls, to read.
        """
    @property
    def ncon(self) -> npt.NDArray[np.int32]:
        """number of contacts: int32 (nsim)

        Filled by calls, to read.
        """
    @property
    def ne(self) -> npt.NDArray[np.int32]:
        """number of equality constraint rows: int32 (nsim)

        Filled by calls, to read.
        """
    @property
    def nf(self) -> npt.NDArray[np.int32]:
        """number of friction loss rows: int32 (nsim)

        Filled by calls, to read.
        """
    @property
    def nl(self) -> npt.NDArray[np.int32]:
        """number of limit rows: int32 (nsim)

        Filled by calls, to read.
        """
    @property
    def nefc(self) -> npt.NDArray[np.int32]:
        """number of constraint rows: int32 (nsim)

        Filled by calls, to read.
        """
    @property
    def nJ(self) -> npt.NDArray[np.int32]:
        """number of elements of efc_J: int32 (nsim)

        Filled by calls, to read.
        """
    @property
    def nA(self) -> npt.NDArray[np.int32]:
        """number of nonzeros of efc_AR: int32 (nsim)

        Filled by calls, to read.
        """
    @property
    def qpos0(self) -> npt.NDArray[np.float64]:
        """joint positions in the reference configuration: float64 (nsim, nq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @qpos0.setter
    def qpos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def qpos_spring(self) -> npt.NDArray[np.float64]:
        """joint positions at which the joint springs are at rest: float64 (nsim, nq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @qpos_spring.setter
    def qpos_spring(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_parentid(self) -> npt.NDArray[np.int32]:
        """id of the parent body: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_parentid.setter
    def body_parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_rootid(self) -> npt.NDArray[np.int32]:
        """id of the topmost body of the kinematic tree: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_rootid.setter
    def body_rootid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_weldid(self) -> npt.NDArray[np.int32]:
        """id of the body that this body is welded to; own id if the body has joints: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_weldid.setter
    def body_weldid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_mocapid(self) -> npt.NDArray[np.int32]:
        """id of the mocap body; -1: none: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_mocapid.setter
    def body_mocapid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_jntnum(self) -> npt.NDArray[np.int32]:
        """number of joints: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_jntnum.setter
    def body_jntnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_jntadr(self) -> npt.NDArray[np.int32]:
        """address of the first joint; -1: none: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_jntadr.setter
    def body_jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_dofnum(self) -> npt.NDArray[np.int32]:
        """number of dofs: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_dofnum.setter
    def body_dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_dofadr(self) -> npt.NDArray[np.int32]:
        """address of the first dof; -1: none: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_dofadr.setter
    def body_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_treeid(self) -> npt.NDArray[np.int32]:
        """id of the kinematic tree; -1: static body: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_treeid.setter
    def body_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_geomnum(self) -> npt.NDArray[np.int32]:
        """number of geoms: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_geomnum.setter
    def body_geomnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_geomadr(self) -> npt.NDArray[np.int32]:
        """address of the first geom; -1: none: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_geomadr.setter
    def body_geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_simple(self) -> npt.NDArray[np.uint8]:
        """1: diagonal inertia, 2: diagonal inertia and slide joints only: uint8 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_simple.setter
    def body_simple(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_sameframe(self) -> npt.NDArray[np.uint8]:
        """whether the inertial frame coincides with the body frame (mjtSameFrame): uint8 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_sameframe.setter
    def body_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_pos(self) -> npt.NDArray[np.float64]:
        """position in the parent frame: float64 (nsim, nbody, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_pos.setter
    def body_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the parent frame: float64 (nsim, nbody, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_quat.setter
    def body_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_ipos(self) -> npt.NDArray[np.float64]:
        """position of the center of mass in the body frame: float64 (nsim, nbody, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_ipos.setter
    def body_ipos(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_iquat(self) -> npt.NDArray[np.float64]:
        """orientation of the principal axes of inertia in the body frame: float64 (nsim, nbody, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_iquat.setter
    def body_iquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_mass(self) -> npt.NDArray[np.float64]:
        """mass: float64 (nsim, nbody) [kg]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_mass.setter
    def body_mass(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_subtreemass(self) -> npt.NDArray[np.float64]:
        """mass of the subtree that starts at the body: float64 (nsim, nbody) [kg]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_subtreemass.setter
    def body_subtreemass(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_inertia(self) -> npt.NDArray[np.float64]:
        """principal moments of inertia, in the inertial frame (ipos, iquat): float64 (nsim, nbody, 3) [kg m^2]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_inertia.setter
    def body_inertia(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_invweight0(self) -> npt.NDArray[np.float64]:
        """mean inverse inertia at qpos0: translation, rotation: float64 (nsim, nbody, 2) [1/kg, 1/(kg m^2)]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_invweight0.setter
    def body_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_gravcomp(self) -> npt.NDArray[np.float64]:
        """gravity compensation force, as a fraction of the weight: float64 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_gravcomp.setter
    def body_gravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_margin(self) -> npt.NDArray[np.float64]:
        """maximum margin of the geoms: float64 (nsim, nbody) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_margin.setter
    def body_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, nbody, nuser_body)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_user.setter
    def body_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_plugin.setter
    def body_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_contype(self) -> npt.NDArray[np.int32]:
        """bitwise OR of the geom contype bitmasks: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_contype.setter
    def body_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_conaffinity(self) -> npt.NDArray[np.int32]:
        """bitwise OR of the geom conaffinity bitmasks: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_conaffinity.setter
    def body_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_bvhadr(self) -> npt.NDArray[np.int32]:
        """address of the BVH root; -1: none: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_bvhadr.setter
    def body_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def body_bvhnum(self) -> npt.NDArray[np.int32]:
        """number of BVH nodes: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @body_bvhnum.setter
    def body_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def bvh_aabb(self) -> npt.NDArray[np.float64]:
        """axis-aligned bounding box of a BVH node: center, half sizes: float64 (nsim, nbvhstatic, 6) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @bvh_aabb.setter
    def bvh_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_type(self) -> npt.NDArray[np.int32]:
        """joint type (mjtJoint): int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_type.setter
    def jnt_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_qposadr(self) -> npt.NDArray[np.int32]:
        """address of the joint in qpos: int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_qposadr.setter
    def jnt_qposadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_dofadr(self) -> npt.NDArray[np.int32]:
        """address of the first dof of the joint in qvel: int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_dofadr.setter
    def jnt_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_bodyid.setter
    def jnt_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_group.setter
    def jnt_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_limited(self) -> npt.NDArray[np.uint8]:
        """1 if the joint has limits: uint8 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_limited.setter
    def jnt_limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actfrclimited(self) -> npt.NDArray[np.uint8]:
        """1 if the total actuator force is limited: uint8 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_actfrclimited.setter
    def jnt_actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actgravcomp(self) -> npt.NDArray[np.uint8]:
        """1 if gravity compensation is applied as an actuator force: uint8 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_actgravcomp.setter
    def jnt_actgravcomp(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of the limit: float64 (nsim, njnt, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_solref.setter
    def jnt_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of the limit: float64 (nsim, njnt, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_solimp.setter
    def jnt_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_pos(self) -> npt.NDArray[np.float64]:
        """joint anchor in the body frame: float64 (nsim, njnt, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_pos.setter
    def jnt_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_axis(self) -> npt.NDArray[np.float64]:
        """joint axis in the body frame: float64 (nsim, njnt, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_axis.setter
    def jnt_axis(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_stiffness(self) -> npt.NDArray[np.float64]:
        """spring stiffness: float64 (nsim, njnt) [N/m, N m/rad]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_stiffness.setter
    def jnt_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_range(self) -> npt.NDArray[np.float64]:
        """joint limits; ball joints: 0, maximum angle: float64 (nsim, njnt, 2) [m, rad]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_range.setter
    def jnt_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actfrcrange(self) -> npt.NDArray[np.float64]:
        """range of the total actuator force: float64 (nsim, njnt, 2) [N, N m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_actfrcrange.setter
    def jnt_actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_margin(self) -> npt.NDArray[np.float64]:
        """distance to the limit at which the constraint becomes active: float64 (nsim, njnt) [m, rad]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_margin.setter
    def jnt_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, njnt, nuser_jnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_user.setter
    def jnt_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_bodyid.setter
    def dof_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_jntid(self) -> npt.NDArray[np.int32]:
        """id of the joint: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_jntid.setter
    def dof_jntid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_parentid(self) -> npt.NDArray[np.int32]:
        """index of the parent dof; -1: none: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_parentid.setter
    def dof_parentid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_treeid(self) -> npt.NDArray[np.int32]:
        """id of the kinematic tree: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_treeid.setter
    def dof_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_Madr(self) -> npt.NDArray[np.int32]:
        """address of the diagonal element in qM: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_Madr.setter
    def dof_Madr(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_simplenum(self) -> npt.NDArray[np.int32]:
        """number of consecutive dofs with diagonal inertia, starting at this dof: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_simplenum.setter
    def dof_simplenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of friction loss: float64 (nsim, nv, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_solref.setter
    def dof_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of friction loss: float64 (nsim, nv, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_solimp.setter
    def dof_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_frictionloss(self) -> npt.NDArray[np.float64]:
        """dry friction: maximum friction force: float64 (nsim, nv) [N, N m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_frictionloss.setter
    def dof_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_armature(self) -> npt.NDArray[np.float64]:
        """armature inertia, added to the diagonal of M: float64 (nsim, nv) [kg, kg m^2]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_armature.setter
    def dof_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_damping(self) -> npt.NDArray[np.float64]:
        """damping coefficient: float64 (nsim, nv) [N s/m, N m s/rad]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_damping.setter
    def dof_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_invweight0(self) -> npt.NDArray[np.float64]:
        """diagonal inverse inertia at qpos0: float64 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_invweight0.setter
    def dof_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_M0(self) -> npt.NDArray[np.float64]:
        """diagonal of the inertia matrix at qpos0: float64 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_M0.setter
    def dof_M0(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_length(self) -> npt.NDArray[np.float64]:
        """length scale of the velocity for the sleep tolerance: 1 m for slide joints: float64 (nsim, nv) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_length.setter
    def dof_length(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_bodyadr(self) -> npt.NDArray[np.int32]:
        """id of the first body: int32 (nsim, ntree)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tree_bodyadr.setter
    def tree_bodyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_bodynum(self) -> npt.NDArray[np.int32]:
        """number of bodies: int32 (nsim, ntree)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tree_bodynum.setter
    def tree_bodynum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_dofadr(self) -> npt.NDArray[np.int32]:
        """address of the first dof: int32 (nsim, ntree)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tree_dofadr.setter
    def tree_dofadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_dofnum(self) -> npt.NDArray[np.int32]:
        """number of dofs: int32 (nsim, ntree)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tree_dofnum.setter
    def tree_dofnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tree_sleep_policy(self) -> npt.NDArray[np.int32]:
        """sleep policy (mjtSleepPolicy): int32 (nsim, ntree)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tree_sleep_policy.setter
    def tree_sleep_policy(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_type(self) -> npt.NDArray[np.int32]:
        """geom type (mjtGeom): int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_type.setter
    def geom_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_contype(self) -> npt.NDArray[np.int32]:
        """contact type bitmask, tested against conaffinity of the other geom: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_contype.setter
    def geom_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_conaffinity(self) -> npt.NDArray[np.int32]:
        """contact affinity bitmask, tested against contype of the other geom: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_conaffinity.setter
    def geom_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_condim(self) -> npt.NDArray[np.int32]:
        """contact dimensionality: 1, 3, 4 or 6: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_condim.setter
    def geom_condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_bodyid.setter
    def geom_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_dataid(self) -> npt.NDArray[np.int32]:
        """id of the mesh or height field; -1: none: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_dataid.setter
    def geom_dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_matid.setter
    def geom_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_group(self) -> npt.NDArray[np.int32]:
        """group, for visualization and ray casting: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_group.setter
    def geom_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_priority(self) -> npt.NDArray[np.int32]:
        """contact priority: the geom with the higher priority determines the contact parameters: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_priority.setter
    def geom_priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_plugin.setter
    def geom_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_sameframe(self) -> npt.NDArray[np.uint8]:
        """whether the geom frame coincides with a frame of the body (mjtSameFrame): uint8 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_sameframe.setter
    def geom_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solmix(self) -> npt.NDArray[np.float64]:
        """weight for mixing contact solver parameters: float64 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_solmix.setter
    def geom_solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of contacts: float64 (nsim, ngeom, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_solref.setter
    def geom_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of contacts: float64 (nsim, ngeom, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_solimp.setter
    def geom_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_size(self) -> npt.NDArray[np.float64]:
        """geom-specific size parameters: float64 (nsim, ngeom, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_size.setter
    def geom_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_aabb(self) -> npt.NDArray[np.float64]:
        """bounding box in the geom frame: center, half sizes: float64 (nsim, ngeom, 6) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_aabb.setter
    def geom_aabb(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_rbound(self) -> npt.NDArray[np.float64]:
        """radius of the bounding sphere; 0: unbounded: float64 (nsim, ngeom) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_rbound.setter
    def geom_rbound(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (nsim, ngeom, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_pos.setter
    def geom_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the body frame: float64 (nsim, ngeom, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_quat.setter
    def geom_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: sliding, torsional, rolling: float64 (nsim, ngeom, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_friction.setter
    def geom_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_margin(self) -> npt.NDArray[np.float64]:
        """distance at which contacts are detected: float64 (nsim, ngeom) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_margin.setter
    def geom_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_gap(self) -> npt.NDArray[np.float64]:
        """part of the margin in which contacts generate no force: float64 (nsim, ngeom) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_gap.setter
    def geom_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_fluid(self) -> npt.NDArray[np.float64]:
        """coefficients of the ellipsoid fluid model: float64 (nsim, ngeom, 12)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_fluid.setter
    def geom_fluid(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, ngeom, nuser_geom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_user.setter
    def geom_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_rgba(self) -> npt.NDArray[np.float32]:
        """color of geoms without material: float32 (nsim, ngeom, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_rgba.setter
    def geom_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_type(self) -> npt.NDArray[np.int32]:
        """site type (mjtGeom): int32 (nsim, nsite)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_type.setter
    def site_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nsim, nsite)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_bodyid.setter
    def site_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (nsim, nsite)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_matid.setter
    def site_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nsim, nsite)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_group.setter
    def site_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_sameframe(self) -> npt.NDArray[np.uint8]:
        """whether the site frame coincides with a frame of the body (mjtSameFrame): uint8 (nsim, nsite)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_sameframe.setter
    def site_sameframe(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_size(self) -> npt.NDArray[np.float64]:
        """type-specific size parameters: float64 (nsim, nsite, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_size.setter
    def site_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (nsim, nsite, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_pos.setter
    def site_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the body frame: float64 (nsim, nsite, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_quat.setter
    def site_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, nsite, nuser_site)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_user.setter
    def site_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_rgba(self) -> npt.NDArray[np.float32]:
        """color of sites without material: float32 (nsim, nsite, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_rgba.setter
    def site_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_mode(self) -> npt.NDArray[np.int32]:
        """camera tracking mode (mjtCamLight): int32 (nsim, ncam)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_mode.setter
    def cam_mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nsim, ncam)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_bodyid.setter
    def cam_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_targetbodyid(self) -> npt.NDArray[np.int32]:
        """id of the target body; -1: none: int32 (nsim, ncam)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_targetbodyid.setter
    def cam_targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (nsim, ncam, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_pos.setter
    def cam_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_quat(self) -> npt.NDArray[np.float64]:
        """orientation in the body frame: float64 (nsim, ncam, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_quat.setter
    def cam_quat(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_poscom0(self) -> npt.NDArray[np.float64]:
        """position relative to the subtree center of mass at qpos0, world axes: float64 (nsim, ncam, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_poscom0.setter
    def cam_poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_pos0(self) -> npt.NDArray[np.float64]:
        """position relative to the body at qpos0, world axes: float64 (nsim, ncam, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_pos0.setter
    def cam_pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_mat0(self) -> npt.NDArray[np.float64]:
        """orientation in the world frame at qpos0, row-major: float64 (nsim, ncam, 9)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_mat0.setter
    def cam_mat0(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_projection(self) -> npt.NDArray[np.int32]:
        """projection type (mjtProjection): int32 (nsim, ncam)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_projection.setter
    def cam_projection(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_fovy(self) -> npt.NDArray[np.float64]:
        """vertical field of view: float64 (nsim, ncam) [degree, m if orthographic]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_fovy.setter
    def cam_fovy(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_ipd(self) -> npt.NDArray[np.float64]:
        """inter-pupillary distance: float64 (nsim, ncam) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_ipd.setter
    def cam_ipd(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_resolution(self) -> npt.NDArray[np.int32]:
        """image width and height: int32 (nsim, ncam, 2) [pixels]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_resolution.setter
    def cam_resolution(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_output(self) -> npt.NDArray[np.int32]:
        """rendered outputs (mjtCamOutBit): int32 (nsim, ncam)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_output.setter
    def cam_output(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_sensorsize(self) -> npt.NDArray[np.float32]:
        """width and height of the image sensor; 0: fovy is used: float32 (nsim, ncam, 2) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_sensorsize.setter
    def cam_sensorsize(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_intrinsic(self) -> npt.NDArray[np.float32]:
        """intrinsic parameters: focal lengths, principal point: float32 (nsim, ncam, 4) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_intrinsic.setter
    def cam_intrinsic(self, value: npt.ArrayLike) -> None: ...
    @property
    def cam_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, ncam, nuser_cam)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @cam_user.setter
    def cam_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_mode(self) -> npt.NDArray[np.int32]:
        """light tracking mode (mjtCamLight): int32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_mode.setter
    def light_mode(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_bodyid(self) -> npt.NDArray[np.int32]:
        """id of the body: int32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_bodyid.setter
    def light_bodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_targetbodyid(self) -> npt.NDArray[np.int32]:
        """id of the target body; -1: none: int32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_targetbodyid.setter
    def light_targetbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_type(self) -> npt.NDArray[np.int32]:
        """light type (mjtLightType): int32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_type.setter
    def light_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_texid(self) -> npt.NDArray[np.int32]:
        """id of the texture of an image light; -1: none: int32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_texid.setter
    def light_texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_castshadow(self) -> npt.NDArray[np.uint8]:
        """1 if the light casts shadows: uint8 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_castshadow.setter
    def light_castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_bulbradius(self) -> npt.NDArray[np.float32]:
        """bulb radius, for soft shadows: float32 (nsim, nlight) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_bulbradius.setter
    def light_bulbradius(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_intensity(self) -> npt.NDArray[np.float32]:
        """luminous intensity: float32 (nsim, nlight) [cd]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_intensity.setter
    def light_intensity(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_range(self) -> npt.NDArray[np.float32]:
        """effective range: float32 (nsim, nlight) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_range.setter
    def light_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_active(self) -> npt.NDArray[np.uint8]:
        """1 if the light is on: uint8 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_active.setter
    def light_active(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_pos(self) -> npt.NDArray[np.float64]:
        """position in the body frame: float64 (nsim, nlight, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_pos.setter
    def light_pos(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_dir(self) -> npt.NDArray[np.float64]:
        """direction in the body frame: float64 (nsim, nlight, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_dir.setter
    def light_dir(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_poscom0(self) -> npt.NDArray[np.float64]:
        """position relative to the subtree center of mass at qpos0, world axes: float64 (nsim, nlight, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_poscom0.setter
    def light_poscom0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_pos0(self) -> npt.NDArray[np.float64]:
        """position relative to the body at qpos0, world axes: float64 (nsim, nlight, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_pos0.setter
    def light_pos0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_dir0(self) -> npt.NDArray[np.float64]:
        """direction in the world frame at qpos0: float64 (nsim, nlight, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_dir0.setter
    def light_dir0(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_attenuation(self) -> npt.NDArray[np.float32]:
        """attenuation coefficients: constant, linear, quadratic: float32 (nsim, nlight, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_attenuation.setter
    def light_attenuation(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_cutoff(self) -> npt.NDArray[np.float32]:
        """cutoff angle of a spotlight, from the axis: float32 (nsim, nlight) [degree]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_cutoff.setter
    def light_cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_exponent(self) -> npt.NDArray[np.float32]:
        """exponent of the spotlight falloff: float32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_exponent.setter
    def light_exponent(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_ambient(self) -> npt.NDArray[np.float32]:
        """ambient color: float32 (nsim, nlight, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_ambient.setter
    def light_ambient(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_diffuse(self) -> npt.NDArray[np.float32]:
        """diffuse color: float32 (nsim, nlight, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_diffuse.setter
    def light_diffuse(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_specular(self) -> npt.NDArray[np.float32]:
        """specular color: float32 (nsim, nlight, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_specular.setter
    def light_specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_contype(self) -> npt.NDArray[np.int32]:
        """contact type bitmask, tested against conaffinity of the other object: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_contype.setter
    def flex_contype(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_conaffinity(self) -> npt.NDArray[np.int32]:
        """contact affinity bitmask, tested against contype of the other object: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_conaffinity.setter
    def flex_conaffinity(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_condim(self) -> npt.NDArray[np.int32]:
        """contact dimensionality: 1, 3, 4 or 6: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_condim.setter
    def flex_condim(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_priority(self) -> npt.NDArray[np.int32]:
        """contact priority: the object with the higher priority determines the contact parameters: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_priority.setter
    def flex_priority(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solmix(self) -> npt.NDArray[np.float64]:
        """weight for mixing contact solver parameters: float64 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_solmix.setter
    def flex_solmix(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of contacts: float64 (nsim, nflex, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_solref.setter
    def flex_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of contacts: float64 (nsim, nflex, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_solimp.setter
    def flex_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: sliding, torsional, rolling: float64 (nsim, nflex, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_friction.setter
    def flex_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_margin(self) -> npt.NDArray[np.float64]:
        """distance at which contacts are detected: float64 (nsim, nflex) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_margin.setter
    def flex_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_gap(self) -> npt.NDArray[np.float64]:
        """part of the margin in which contacts generate no force: float64 (nsim, nflex) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_gap.setter
    def flex_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_internal(self) -> npt.NDArray[np.uint8]:
        """1 if internal collisions are enabled: opposite sides of one element: uint8 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_internal.setter
    def flex_internal(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_selfcollide(self) -> npt.NDArray[np.int32]:
        """self-collision mode (mjtFlexSelf): int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_selfcollide.setter
    def flex_selfcollide(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_activelayers(self) -> npt.NDArray[np.int32]:
        """number of active element layers in self-collision, 3D only: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_activelayers.setter
    def flex_activelayers(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_passive(self) -> npt.NDArray[np.int32]:
        """1 if contacts act as passive forces: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_passive.setter
    def flex_passive(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_dim(self) -> npt.NDArray[np.int32]:
        """dimensionality; 1: lines, 2: triangles, 3: tetrahedra: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_dim.setter
    def flex_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_matid.setter
    def flex_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_group.setter
    def flex_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_interp(self) -> npt.NDArray[np.int32]:
        """interpolation order; 0: vertices, 1: trilinear, 2: triquadratic; negative: cells are a shell: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_interp.setter
    def flex_interp(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodeadr(self) -> npt.NDArray[np.int32]:
        """address of the first node: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_nodeadr.setter
    def flex_nodeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodenum(self) -> npt.NDArray[np.int32]:
        """number of nodes: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_nodenum.setter
    def flex_nodenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vertadr.setter
    def flex_vertadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertnum(self) -> npt.NDArray[np.int32]:
        """number of vertices: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vertnum.setter
    def flex_vertnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeadr(self) -> npt.NDArray[np.int32]:
        """address of the first edge: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_edgeadr.setter
    def flex_edgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgenum(self) -> npt.NDArray[np.int32]:
        """number of edges: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_edgenum.setter
    def flex_edgenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemadr(self) -> npt.NDArray[np.int32]:
        """address of the first element: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemadr.setter
    def flex_elemadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemnum(self) -> npt.NDArray[np.int32]:
        """number of elements: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemnum.setter
    def flex_elemnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemdataadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex id in flex_elem: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemdataadr.setter
    def flex_elemdataadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemedgeadr(self) -> npt.NDArray[np.int32]:
        """address of the first edge id in flex_elemedge: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemedgeadr.setter
    def flex_elemedgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shellnum(self) -> npt.NDArray[np.int32]:
        """number of shell fragments: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_shellnum.setter
    def flex_shellnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shelldataadr(self) -> npt.NDArray[np.int32]:
        """address of the first vertex id in flex_shell: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_shelldataadr.setter
    def flex_shelldataadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpairadr(self) -> npt.NDArray[np.int32]:
        """address of the first element-vertex pair: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_evpairadr.setter
    def flex_evpairadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpairnum(self) -> npt.NDArray[np.int32]:
        """number of element-vertex pairs: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_evpairnum.setter
    def flex_evpairnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_texcoordadr(self) -> npt.NDArray[np.int32]:
        """address of the first texture coordinate; -1: none: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_texcoordadr.setter
    def flex_texcoordadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_nodebodyid(self) -> npt.NDArray[np.int32]:
        """id of the body of a node: int32 (nsim, nflexnode)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_nodebodyid.setter
    def flex_nodebodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertbodyid(self) -> npt.NDArray[np.int32]:
        """id of the body of a vertex; -1: interpolated: int32 (nsim, nflexvert)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vertbodyid.setter
    def flex_vertbodyid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedgeadr(self) -> npt.NDArray[np.int32]:
        """address of the first edge in flex_vertedge: int32 (nsim, nflexvert)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vertedgeadr.setter
    def flex_vertedgeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedgenum(self) -> npt.NDArray[np.int32]:
        """number of edges at a vertex: int32 (nsim, nflexvert)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vertedgenum.setter
    def flex_vertedgenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertedge(self) -> npt.NDArray[np.int32]:
        """edge ids at vertices: int32 (nsim, nflexedge, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vertedge.setter
    def flex_vertedge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edge(self) -> npt.NDArray[np.int32]:
        """vertex ids of an edge: int32 (nsim, nflexedge, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_edge.setter
    def flex_edge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeflap(self) -> npt.NDArray[np.int32]:
        """vertex ids opposite to an edge; -1: none: int32 (nsim, nflexedge, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_edgeflap.setter
    def flex_edgeflap(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elem(self) -> npt.NDArray[np.int32]:
        """vertex ids of elements, dim + 1 per element: int32 (nsim, nflexelemdata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elem.setter
    def flex_elem(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemtexcoord(self) -> npt.NDArray[np.int32]:
        """texture coordinate indices of element vertices: int32 (nsim, nflexelemdata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemtexcoord.setter
    def flex_elemtexcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemedge(self) -> npt.NDArray[np.int32]:
        """edge ids of elements: int32 (nsim, nflexelemedge)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemedge.setter
    def flex_elemedge(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemlayer(self) -> npt.NDArray[np.int32]:
        """layer of an element: distance from the surface: int32 (nsim, nflexelem)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemlayer.setter
    def flex_elemlayer(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_shell(self) -> npt.NDArray[np.int32]:
        """vertex ids of shell fragments, dim per fragment: int32 (nsim, nflexshelldata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_shell.setter
    def flex_shell(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_evpair(self) -> npt.NDArray[np.int32]:
        """ids of the element and the vertex of a collision pair: int32 (nsim, nflexevpair, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_evpair.setter
    def flex_evpair(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vert(self) -> npt.NDArray[np.float64]:
        """vertex positions in the body frames: float64 (nsim, nflexvert, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vert.setter
    def flex_vert(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vert0(self) -> npt.NDArray[np.float64]:
        """vertex positions at qpos0, scaled to the unit box: float64 (nsim, nflexvert, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vert0.setter
    def flex_vert0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_vertmetric(self) -> npt.NDArray[np.float64]:
        """inverse of the reference shape matrix at a vertex: float64 (nsim, nflexvert, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_vertmetric.setter
    def flex_vertmetric(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_node(self) -> npt.NDArray[np.float64]:
        """node positions in the body frames: float64 (nsim, nflexnode, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_node.setter
    def flex_node(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_node0(self) -> npt.NDArray[np.float64]:
        """node positions at qpos0, scaled to the unit box: float64 (nsim, nflexnode, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_node0.setter
    def flex_node0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_length0(self) -> npt.NDArray[np.float64]:
        """edge length at qpos0: float64 (nsim, nflexedge) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexedge_length0.setter
    def flexedge_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_invweight0(self) -> npt.NDArray[np.float64]:
        """inverse inertia of the edge length at qpos0: float64 (nsim, nflexedge)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexedge_invweight0.setter
    def flexedge_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_radius(self) -> npt.NDArray[np.float64]:
        """radius of the elements: float64 (nsim, nflex) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_radius.setter
    def flex_radius(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_size(self) -> npt.NDArray[np.float64]:
        """half sizes of the vertex bounding box at qpos0: float64 (nsim, nflex, 3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_size.setter
    def flex_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_stiffness(self) -> npt.NDArray[np.float64]:
        """element stiffness matrix, upper triangle: float64 (nsim, nflexelem, 21)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_stiffness.setter
    def flex_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bending(self) -> npt.NDArray[np.float64]:
        """edge bending coefficients: float64 (nsim, nflexedge, 17)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_bending.setter
    def flex_bending(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_damping(self) -> npt.NDArray[np.float64]:
        """Rayleigh damping coefficient: float64 (nsim, nflex) [s]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_damping.setter
    def flex_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgestiffness(self) -> npt.NDArray[np.float64]:
        """edge stiffness: float64 (nsim, nflex) [N/m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_edgestiffness.setter
    def flex_edgestiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgedamping(self) -> npt.NDArray[np.float64]:
        """edge damping coefficient: float64 (nsim, nflex) [N s/m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_edgedamping.setter
    def flex_edgedamping(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_edgeequality(self) -> npt.NDArray[np.int32]:
        """equality constraint; 0: none, 1: edges, 2: vertices, 3: strain: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_edgeequality.setter
    def flex_edgeequality(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_rigid(self) -> npt.NDArray[np.uint8]:
        """1 if all vertices belong to one body: uint8 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_rigid.setter
    def flex_rigid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_rigid(self) -> npt.NDArray[np.uint8]:
        """1 if both vertices belong to one body: uint8 (nsim, nflexedge)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexedge_rigid.setter
    def flexedge_rigid(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_centered(self) -> npt.NDArray[np.uint8]:
        """1 if all vertices are at the origins of their bodies: uint8 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_centered.setter
    def flex_centered(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_flatskin(self) -> npt.NDArray[np.uint8]:
        """1 if rendered with flat shading: uint8 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_flatskin.setter
    def flex_flatskin(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bvhadr(self) -> npt.NDArray[np.int32]:
        """address of the BVH root; -1: none: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_bvhadr.setter
    def flex_bvhadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_bvhnum(self) -> npt.NDArray[np.int32]:
        """number of BVH nodes: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_bvhnum.setter
    def flex_bvhnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of flexedge_J: int32 (nsim, nflexedge)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexedge_J_rownnz.setter
    def flexedge_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of flexedge_J: int32 (nsim, nflexedge)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexedge_J_rowadr.setter
    def flexedge_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexedge_J_colind(self) -> npt.NDArray[np.int32]:
        """column indices of flexedge_J: int32 (nsim, nJfe)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexedge_J_colind.setter
    def flexedge_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of flexvert_J: int32 (nsim, nflexvert, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexvert_J_rownnz.setter
    def flexvert_J_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of flexvert_J: int32 (nsim, nflexvert, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexvert_J_rowadr.setter
    def flexvert_J_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flexvert_J_colind(self) -> npt.NDArray[np.int32]:
        """column indices of flexvert_J: int32 (nsim, nJfv, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flexvert_J_colind.setter
    def flexvert_J_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_rgba(self) -> npt.NDArray[np.float32]:
        """color of flexes without material: float32 (nsim, nflex, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_rgba.setter
    def flex_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_texcoord(self) -> npt.NDArray[np.float32]:
        """texture coordinates: float32 (nsim, nflextexcoord, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_texcoord.setter
    def flex_texcoord(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texid(self) -> npt.NDArray[np.int32]:
        """ids of the textures by role (mjtTextureRole); -1: none: int32 (nsim, nmat, 10)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_texid.setter
    def mat_texid(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texuniform(self) -> npt.NDArray[np.uint8]:
        """1 if the texture repeats per unit of length instead of per object: uint8 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_texuniform.setter
    def mat_texuniform(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_texrepeat(self) -> npt.NDArray[np.float32]:
        """number of texture repetitions along each axis: float32 (nsim, nmat, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_texrepeat.setter
    def mat_texrepeat(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_emission(self) -> npt.NDArray[np.float32]:
        """emission coefficient, multiplies rgba: float32 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_emission.setter
    def mat_emission(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_specular(self) -> npt.NDArray[np.float32]:
        """specular coefficient, 0 to 1: float32 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_specular.setter
    def mat_specular(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_shininess(self) -> npt.NDArray[np.float32]:
        """shininess coefficient, 0 to 1: float32 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_shininess.setter
    def mat_shininess(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_reflectance(self) -> npt.NDArray[np.float32]:
        """reflectance coefficient, 0 to 1: float32 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_reflectance.setter
    def mat_reflectance(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_metallic(self) -> npt.NDArray[np.float32]:
        """metallic coefficient, for physically based renderers: float32 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_metallic.setter
    def mat_metallic(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_roughness(self) -> npt.NDArray[np.float32]:
        """roughness coefficient, for physically based renderers: float32 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_roughness.setter
    def mat_roughness(self, value: npt.ArrayLike) -> None: ...
    @property
    def mat_rgba(self) -> npt.NDArray[np.float32]:
        """color: float32 (nsim, nmat, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mat_rgba.setter
    def mat_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_dim(self) -> npt.NDArray[np.int32]:
        """contact dimensionality: 1, 3, 4 or 6: int32 (nsim, npair)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_dim.setter
    def pair_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_geom1(self) -> npt.NDArray[np.int32]:
        """id of the first geom: int32 (nsim, npair)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_geom1.setter
    def pair_geom1(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_geom2(self) -> npt.NDArray[np.int32]:
        """id of the second geom: int32 (nsim, npair)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_geom2.setter
    def pair_geom2(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_signature(self) -> npt.NDArray[np.int32]:
        """signature of the body pair: body1 << 16 + body2: int32 (nsim, npair)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_signature.setter
    def pair_signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, normal direction: float64 (nsim, npair, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_solref.setter
    def pair_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solreffriction(self) -> npt.NDArray[np.float64]:
        """constraint solver reference, friction directions; zeros: solref: float64 (nsim, npair, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_solreffriction.setter
    def pair_solreffriction(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance: float64 (nsim, npair, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_solimp.setter
    def pair_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_margin(self) -> npt.NDArray[np.float64]:
        """distance at which contacts are detected: float64 (nsim, npair) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_margin.setter
    def pair_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_gap(self) -> npt.NDArray[np.float64]:
        """part of the margin in which contacts generate no force: float64 (nsim, npair) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_gap.setter
    def pair_gap(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_friction(self) -> npt.NDArray[np.float64]:
        """friction coefficients: tangent 1 and 2, spin, roll 1 and 2: float64 (nsim, npair, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_friction.setter
    def pair_friction(self, value: npt.ArrayLike) -> None: ...
    @property
    def exclude_signature(self) -> npt.NDArray[np.int32]:
        """signature of the body pair: body1 << 16 + body2: int32 (nsim, nexclude)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @exclude_signature.setter
    def exclude_signature(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_type(self) -> npt.NDArray[np.int32]:
        """equality constraint type (mjtEq): int32 (nsim, neq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_type.setter
    def eq_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_obj1id(self) -> npt.NDArray[np.int32]:
        """id of the first object: int32 (nsim, neq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_obj1id.setter
    def eq_obj1id(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_obj2id(self) -> npt.NDArray[np.int32]:
        """id of the second object; -1: none: int32 (nsim, neq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_obj2id.setter
    def eq_obj2id(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_objtype(self) -> npt.NDArray[np.int32]:
        """type of the objects (mjtObj): int32 (nsim, neq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_objtype.setter
    def eq_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_active0(self) -> npt.NDArray[np.uint8]:
        """1 if the constraint is active initially: uint8 (nsim, neq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_active0.setter
    def eq_active0(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_solref(self) -> npt.NDArray[np.float64]:
        """constraint solver reference: float64 (nsim, neq, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_solref.setter
    def eq_solref(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_solimp(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance: float64 (nsim, neq, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_solimp.setter
    def eq_solimp(self, value: npt.ArrayLike) -> None: ...
    @property
    def eq_data(self) -> npt.NDArray[np.float64]:
        """type-specific constraint parameters: float64 (nsim, neq, neqdata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @eq_data.setter
    def eq_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_adr(self) -> npt.NDArray[np.int32]:
        """address of the first path element: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_adr.setter
    def tendon_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_num(self) -> npt.NDArray[np.int32]:
        """number of path elements: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_num.setter
    def tendon_num(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_matid(self) -> npt.NDArray[np.int32]:
        """id of the material; -1: none: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_matid.setter
    def tendon_matid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_group.setter
    def tendon_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_treenum(self) -> npt.NDArray[np.int32]:
        """number of kinematic trees along the path: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_treenum.setter
    def tendon_treenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_treeid(self) -> npt.NDArray[np.int32]:
        """ids of the first two kinematic trees along the path; -1: none: int32 (nsim, ntendon, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_treeid.setter
    def tendon_treeid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_limited(self) -> npt.NDArray[np.uint8]:
        """1 if the length is limited: uint8 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_limited.setter
    def tendon_limited(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actfrclimited(self) -> npt.NDArray[np.uint8]:
        """1 if the total actuator force is limited: uint8 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_actfrclimited.setter
    def tendon_actfrclimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_width(self) -> npt.NDArray[np.float64]:
        """rendered width: float64 (nsim, ntendon) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_width.setter
    def tendon_width(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solref_lim(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of the limit: float64 (nsim, ntendon, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_solref_lim.setter
    def tendon_solref_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solimp_lim(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of the limit: float64 (nsim, ntendon, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_solimp_lim.setter
    def tendon_solimp_lim(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solref_fri(self) -> npt.NDArray[np.float64]:
        """constraint solver reference of friction loss: float64 (nsim, ntendon, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_solref_fri.setter
    def tendon_solref_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_solimp_fri(self) -> npt.NDArray[np.float64]:
        """constraint solver impedance of friction loss: float64 (nsim, ntendon, 5)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_solimp_fri.setter
    def tendon_solimp_fri(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_range(self) -> npt.NDArray[np.float64]:
        """tendon length limits: float64 (nsim, ntendon, 2) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_range.setter
    def tendon_range(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actfrcrange(self) -> npt.NDArray[np.float64]:
        """range of the total actuator force: float64 (nsim, ntendon, 2) [N]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_actfrcrange.setter
    def tendon_actfrcrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_margin(self) -> npt.NDArray[np.float64]:
        """distance to the limit at which the constraint becomes active: float64 (nsim, ntendon) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_margin.setter
    def tendon_margin(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_stiffness(self) -> npt.NDArray[np.float64]:
        """spring stiffness: float64 (nsim, ntendon) [N/m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_stiffness.setter
    def tendon_stiffness(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_damping(self) -> npt.NDArray[np.float64]:
        """damping coefficient: float64 (nsim, ntendon) [N s/m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_damping.setter
    def tendon_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_armature(self) -> npt.NDArray[np.float64]:
        """armature inertia of the tendon length: float64 (nsim, ntendon) [kg]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_armature.setter
    def tendon_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_frictionloss(self) -> npt.NDArray[np.float64]:
        """dry friction: maximum friction force: float64 (nsim, ntendon) [N]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_frictionloss.setter
    def tendon_frictionloss(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_lengthspring(self) -> npt.NDArray[np.float64]:
        """deadband of the spring: range of resting lengths: float64 (nsim, ntendon, 2) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_lengthspring.setter
    def tendon_lengthspring(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_length0(self) -> npt.NDArray[np.float64]:
        """tendon length at qpos0: float64 (nsim, ntendon) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_length0.setter
    def tendon_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_invweight0(self) -> npt.NDArray[np.float64]:
        """inverse inertia at qpos0: float64 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_invweight0.setter
    def tendon_invweight0(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, ntendon, nuser_tendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_user.setter
    def tendon_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_rgba(self) -> npt.NDArray[np.float32]:
        """color of tendons without material: float32 (nsim, ntendon, 4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_rgba.setter
    def tendon_rgba(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_type(self) -> npt.NDArray[np.int32]:
        """type of a path element (mjtWrap): int32 (nsim, nwrap)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @wrap_type.setter
    def wrap_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_objid(self) -> npt.NDArray[np.int32]:
        """id of the object of a path element; -1: pulley: int32 (nsim, nwrap)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @wrap_objid.setter
    def wrap_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def wrap_prm(self) -> npt.NDArray[np.float64]:
        """parameter of a path element: divisor of a pulley, coefficient of a joint, side site of a geom: float64 (nsim, nwrap)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @wrap_prm.setter
    def wrap_prm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_trntype(self) -> npt.NDArray[np.int32]:
        """transmission type (mjtTrn): int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_trntype.setter
    def actuator_trntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dyntype(self) -> npt.NDArray[np.int32]:
        """activation dynamics type (mjtDyn): int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_dyntype.setter
    def actuator_dyntype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gaintype(self) -> npt.NDArray[np.int32]:
        """gain type (mjtGain): int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_gaintype.setter
    def actuator_gaintype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_biastype(self) -> npt.NDArray[np.int32]:
        """bias type (mjtBias): int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_biastype.setter
    def actuator_biastype(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_trnid(self) -> npt.NDArray[np.int32]:
        """ids of the transmission targets: joint, tendon, site, body: int32 (nsim, nactuator, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_trnid.setter
    def actuator_trnid(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actadr(self) -> npt.NDArray[np.int32]:
        """address of the first activation; -1: stateless: int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_actadr.setter
    def actuator_actadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actnum(self) -> npt.NDArray[np.int32]:
        """number of activations: int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_actnum.setter
    def actuator_actnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_group(self) -> npt.NDArray[np.int32]:
        """visualization group: int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_group.setter
    def actuator_group(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_history(self) -> npt.NDArray[np.int32]:
        """history buffer: number of samples, interpolation order: int32 (nsim, nactuator, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_history.setter
    def actuator_history(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_historyadr(self) -> npt.NDArray[np.int32]:
        """address in the history buffer; -1: none: int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_historyadr.setter
    def actuator_historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_delay(self) -> npt.NDArray[np.float64]:
        """control delay: float64 (nsim, nactuator) [s]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_delay.setter
    def actuator_delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrllimited(self) -> npt.NDArray[np.uint8]:
        """1 if the control is limited: uint8 (nsim, nu)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_ctrllimited.setter
    def actuator_ctrllimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_forcelimited(self) -> npt.NDArray[np.uint8]:
        """1 if the force is limited: uint8 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_forcelimited.setter
    def actuator_forcelimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actlimited(self) -> npt.NDArray[np.uint8]:
        """1 if the activation is limited: uint8 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_actlimited.setter
    def actuator_actlimited(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dynprm(self) -> npt.NDArray[np.float64]:
        """parameters of the activation dynamics: float64 (nsim, nactuator, 10)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_dynprm.setter
    def actuator_dynprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gainprm(self) -> npt.NDArray[np.float64]:
        """parameters of the gain: float64 (nsim, nactuator, 10)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_gainprm.setter
    def actuator_gainprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_biasprm(self) -> npt.NDArray[np.float64]:
        """parameters of the bias: float64 (nsim, nactuator, 10)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_biasprm.setter
    def actuator_biasprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actearly(self) -> npt.NDArray[np.uint8]:
        """1 if the force is computed from the next activation: uint8 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_actearly.setter
    def actuator_actearly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_ctrlrange(self) -> npt.NDArray[np.float64]:
        """control limits: float64 (nsim, nu, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_ctrlrange.setter
    def actuator_ctrlrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_forcerange(self) -> npt.NDArray[np.float64]:
        """force limits: float64 (nsim, nactuator, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_forcerange.setter
    def actuator_forcerange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_actrange(self) -> npt.NDArray[np.float64]:
        """activation limits: float64 (nsim, nactuator, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_actrange.setter
    def actuator_actrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_gear(self) -> npt.NDArray[np.float64]:
        """gear ratio: scale of length and force; for sites a wrench: float64 (nsim, nout, 6)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_gear.setter
    def actuator_gear(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_cranklength(self) -> npt.NDArray[np.float64]:
        """length of the rod of a slider-crank: float64 (nsim, nactuator) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_cranklength.setter
    def actuator_cranklength(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_acc0(self) -> npt.NDArray[np.float64]:
        """acceleration from a unit force at qpos0: float64 (nsim, nout)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_acc0.setter
    def actuator_acc0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_length0(self) -> npt.NDArray[np.float64]:
        """actuator length at qpos0: float64 (nsim, nout)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_length0.setter
    def actuator_length0(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_lengthrange(self) -> npt.NDArray[np.float64]:
        """feasible range of the actuator length: float64 (nsim, nout, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_lengthrange.setter
    def actuator_lengthrange(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, nactuator, nuser_actuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_user.setter
    def actuator_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_plugin.setter
    def actuator_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_type(self) -> npt.NDArray[np.int32]:
        """sensor type (mjtSensor): int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_type.setter
    def sensor_type(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_datatype(self) -> npt.NDArray[np.int32]:
        """data type of the reading (mjtDataType): int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_datatype.setter
    def sensor_datatype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_needstage(self) -> npt.NDArray[np.int32]:
        """pipeline stage that the sensor requires (mjtStage): int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_needstage.setter
    def sensor_needstage(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_objtype(self) -> npt.NDArray[np.int32]:
        """type of the sensed object (mjtObj): int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_objtype.setter
    def sensor_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_objid(self) -> npt.NDArray[np.int32]:
        """id of the sensed object; -1: none: int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_objid.setter
    def sensor_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_reftype(self) -> npt.NDArray[np.int32]:
        """type of the reference object (mjtObj): int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_reftype.setter
    def sensor_reftype(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_refid(self) -> npt.NDArray[np.int32]:
        """id of the reference object; -1: world frame: int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_refid.setter
    def sensor_refid(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_intprm(self) -> npt.NDArray[np.int32]:
        """integer parameters, by sensor type: int32 (nsim, nsensor, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_intprm.setter
    def sensor_intprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_dim(self) -> npt.NDArray[np.int32]:
        """number of elements of the reading: int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_dim.setter
    def sensor_dim(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_adr(self) -> npt.NDArray[np.int32]:
        """address in sensordata: int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_adr.setter
    def sensor_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_cutoff(self) -> npt.NDArray[np.float64]:
        """cutoff of the reading; 0: none: float64 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_cutoff.setter
    def sensor_cutoff(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_noise(self) -> npt.NDArray[np.float64]:
        """standard deviation of sensor noise, not applied in simulation: float64 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_noise.setter
    def sensor_noise(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_history(self) -> npt.NDArray[np.int32]:
        """history buffer: number of samples, interpolation order: int32 (nsim, nsensor, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_history.setter
    def sensor_history(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_historyadr(self) -> npt.NDArray[np.int32]:
        """address in the history buffer; -1: none: int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_historyadr.setter
    def sensor_historyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_delay(self) -> npt.NDArray[np.float64]:
        """delay of the reading: float64 (nsim, nsensor) [s]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_delay.setter
    def sensor_delay(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_interval(self) -> npt.NDArray[np.float64]:
        """sampling interval: period, phase: float64 (nsim, nsensor, 2) [s]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_interval.setter
    def sensor_interval(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_user(self) -> npt.NDArray[np.float64]:
        """user data: float64 (nsim, nsensor, nuser_sensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_user.setter
    def sensor_user(self, value: npt.ArrayLike) -> None: ...
    @property
    def sensor_plugin(self) -> npt.NDArray[np.int32]:
        """id of the plugin instance; -1: none: int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @sensor_plugin.setter
    def sensor_plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin(self) -> npt.NDArray[np.int32]:
        """slot of the registered plugin: int32 (nsim, nplugin)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @plugin.setter
    def plugin(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_stateadr(self) -> npt.NDArray[np.int32]:
        """address in plugin_state: int32 (nsim, nplugin)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @plugin_stateadr.setter
    def plugin_stateadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_statenum(self) -> npt.NDArray[np.int32]:
        """number of elements in plugin_state: int32 (nsim, nplugin)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @plugin_statenum.setter
    def plugin_statenum(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_attr(self) -> npt.NDArray[np.int8]:
        """config attributes of plugin instances, as text: int8 (nsim, npluginattr)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @plugin_attr.setter
    def plugin_attr(self, value: npt.ArrayLike) -> None: ...
    @property
    def plugin_attradr(self) -> npt.NDArray[np.int32]:
        """address of the first config attribute in plugin_attr: int32 (nsim, nplugin)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @plugin_attradr.setter
    def plugin_attradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_adr(self) -> npt.NDArray[np.int32]:
        """address of the field in numeric_data: int32 (nsim, nnumeric)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @numeric_adr.setter
    def numeric_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_size(self) -> npt.NDArray[np.int32]:
        """number of elements of the field: int32 (nsim, nnumeric)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @numeric_size.setter
    def numeric_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def numeric_data(self) -> npt.NDArray[np.float64]:
        """elements of all custom numeric fields: float64 (nsim, nnumericdata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @numeric_data.setter
    def numeric_data(self, value: npt.ArrayLike) -> None: ...
    @property
    def text_adr(self) -> npt.NDArray[np.int32]:
        """address of the text in text_data: int32 (nsim, ntext)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @text_adr.setter
    def text_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def text_size(self) -> npt.NDArray[np.int32]:
        """size of the text in bytes, including the terminating zero: int32 (nsim, ntext)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @text_size.setter
    def text_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_adr(self) -> npt.NDArray[np.int32]:
        """address of the first tuple element: int32 (nsim, ntuple)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tuple_adr.setter
    def tuple_adr(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_size(self) -> npt.NDArray[np.int32]:
        """number of tuple elements: int32 (nsim, ntuple)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tuple_size.setter
    def tuple_size(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objtype(self) -> npt.NDArray[np.int32]:
        """type of a tuple element (mjtObj): int32 (nsim, ntupledata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tuple_objtype.setter
    def tuple_objtype(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objid(self) -> npt.NDArray[np.int32]:
        """id of a tuple element: int32 (nsim, ntupledata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tuple_objid.setter
    def tuple_objid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tuple_objprm(self) -> npt.NDArray[np.float64]:
        """parameter of a tuple element: float64 (nsim, ntupledata)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tuple_objprm.setter
    def tuple_objprm(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_time(self) -> npt.NDArray[np.float64]:
        """keyframe time: float64 (nsim, nkey) [s]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_time.setter
    def key_time(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_qpos(self) -> npt.NDArray[np.float64]:
        """keyframe joint positions: float64 (nsim, nkey, nq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_qpos.setter
    def key_qpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_qvel(self) -> npt.NDArray[np.float64]:
        """keyframe joint velocities: float64 (nsim, nkey, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_qvel.setter
    def key_qvel(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_act(self) -> npt.NDArray[np.float64]:
        """keyframe activations: float64 (nsim, nkey, na)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_act.setter
    def key_act(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_mpos(self) -> npt.NDArray[np.float64]:
        """keyframe positions of mocap bodies: float64 (nsim, nkey, nmocap*3) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_mpos.setter
    def key_mpos(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_mquat(self) -> npt.NDArray[np.float64]:
        """keyframe orientations of mocap bodies: float64 (nsim, nkey, nmocap*4)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_mquat.setter
    def key_mquat(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_ctrl(self) -> npt.NDArray[np.float64]:
        """keyframe controls: float64 (nsim, nkey, nu)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_ctrl.setter
    def key_ctrl(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_bodyadr(self) -> npt.NDArray[np.int32]:
        """address of the body name in names: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_bodyadr.setter
    def name_bodyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_jntadr(self) -> npt.NDArray[np.int32]:
        """address of the joint name in names: int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_jntadr.setter
    def name_jntadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_geomadr(self) -> npt.NDArray[np.int32]:
        """address of the geom name in names: int32 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_geomadr.setter
    def name_geomadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_siteadr(self) -> npt.NDArray[np.int32]:
        """address of the site name in names: int32 (nsim, nsite)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_siteadr.setter
    def name_siteadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_camadr(self) -> npt.NDArray[np.int32]:
        """address of the camera name in names: int32 (nsim, ncam)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_camadr.setter
    def name_camadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_lightadr(self) -> npt.NDArray[np.int32]:
        """address of the light name in names: int32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_lightadr.setter
    def name_lightadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_flexadr(self) -> npt.NDArray[np.int32]:
        """address of the flex name in names: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_flexadr.setter
    def name_flexadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_meshadr(self) -> npt.NDArray[np.int32]:
        """address of the mesh name in names: int32 (nsim, nmesh)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_meshadr.setter
    def name_meshadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_skinadr(self) -> npt.NDArray[np.int32]:
        """address of the skin name in names: int32 (nsim, nskin)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_skinadr.setter
    def name_skinadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_hfieldadr(self) -> npt.NDArray[np.int32]:
        """address of the height field name in names: int32 (nsim, nhfield)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_hfieldadr.setter
    def name_hfieldadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_texadr(self) -> npt.NDArray[np.int32]:
        """address of the texture name in names: int32 (nsim, ntex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_texadr.setter
    def name_texadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_matadr(self) -> npt.NDArray[np.int32]:
        """address of the material name in names: int32 (nsim, nmat)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_matadr.setter
    def name_matadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_pairadr(self) -> npt.NDArray[np.int32]:
        """address of the geom pair name in names: int32 (nsim, npair)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_pairadr.setter
    def name_pairadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_excludeadr(self) -> npt.NDArray[np.int32]:
        """address of the exclude name in names: int32 (nsim, nexclude)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_excludeadr.setter
    def name_excludeadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_eqadr(self) -> npt.NDArray[np.int32]:
        """address of the equality name in names: int32 (nsim, neq)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_eqadr.setter
    def name_eqadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_tendonadr(self) -> npt.NDArray[np.int32]:
        """address of the tendon name in names: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_tendonadr.setter
    def name_tendonadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_actuatoradr(self) -> npt.NDArray[np.int32]:
        """address of the actuator name in names: int32 (nsim, nactuator)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_actuatoradr.setter
    def name_actuatoradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_sensoradr(self) -> npt.NDArray[np.int32]:
        """address of the sensor name in names: int32 (nsim, nsensor)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_sensoradr.setter
    def name_sensoradr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_numericadr(self) -> npt.NDArray[np.int32]:
        """address of the numeric field name in names: int32 (nsim, nnumeric)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_numericadr.setter
    def name_numericadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_textadr(self) -> npt.NDArray[np.int32]:
        """address of the text field name in names: int32 (nsim, ntext)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_textadr.setter
    def name_textadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_tupleadr(self) -> npt.NDArray[np.int32]:
        """address of the tuple name in names: int32 (nsim, ntuple)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_tupleadr.setter
    def name_tupleadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_keyadr(self) -> npt.NDArray[np.int32]:
        """address of the keyframe name in names: int32 (nsim, nkey)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_keyadr.setter
    def name_keyadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def name_pluginadr(self) -> npt.NDArray[np.int32]:
        """address of the plugin instance name in names: int32 (nsim, nplugin)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @name_pluginadr.setter
    def name_pluginadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def names_map(self) -> npt.NDArray[np.int32]:
        """hash map from names to ids: int32 (nsim, nnames_map)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @names_map.setter
    def names_map(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of the body-dof matrix: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @B_rownnz.setter
    def B_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of the body-dof matrix: int32 (nsim, nbody)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @B_rowadr.setter
    def B_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def B_colind(self) -> npt.NDArray[np.int32]:
        """column indices of the body-dof matrix: int32 (nsim, nB)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @B_colind.setter
    def B_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of M: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @M_rownnz.setter
    def M_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of M: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @M_rowadr.setter
    def M_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def M_colind(self) -> npt.NDArray[np.int32]:
        """column indices of M: int32 (nsim, nC)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @M_colind.setter
    def M_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapM2M(self) -> npt.NDArray[np.int32]:
        """address in qM of each element of M: int32 (nsim, nC)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mapM2M.setter
    def mapM2M(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_rownnz(self) -> npt.NDArray[np.int32]:
        """number of nonzeros in each row of D: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @D_rownnz.setter
    def D_rownnz(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_rowadr(self) -> npt.NDArray[np.int32]:
        """address of each row of D: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @D_rowadr.setter
    def D_rowadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_diag(self) -> npt.NDArray[np.int32]:
        """index of the diagonal element in each row of D: int32 (nsim, nv)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @D_diag.setter
    def D_diag(self, value: npt.ArrayLike) -> None: ...
    @property
    def D_colind(self) -> npt.NDArray[np.int32]:
        """column indices of D, the full dof-dof matrix: int32 (nsim, nD)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @D_colind.setter
    def D_colind(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapM2D(self) -> npt.NDArray[np.int32]:
        """address in M of each element of D; -1: zero in M: int32 (nsim, nD)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mapM2D.setter
    def mapM2D(self, value: npt.ArrayLike) -> None: ...
    @property
    def mapD2M(self) -> npt.NDArray[np.int32]:
        """address in D of each element of M: int32 (nsim, nC)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @mapD2M.setter
    def mapD2M(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """spring stiffness: coefficients of the square and cube of the displacement: float64 (nsim, njnt, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_stiffnesspoly.setter
    def jnt_stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_actuatorid(self) -> npt.NDArray[np.int32]:
        """id of the actuator that adds damping or armature to the joint; -1: none, -2: several: int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_actuatorid.setter
    def jnt_actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def dof_dampingpoly(self) -> npt.NDArray[np.float64]:
        """damping: coefficients of v|v| and v^3 for the velocity v: float64 (nsim, nv, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @dof_dampingpoly.setter
    def dof_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_stiffnesspoly(self) -> npt.NDArray[np.float64]:
        """spring stiffness: coefficients of the square and cube of the displacement: float64 (nsim, ntendon, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_stiffnesspoly.setter
    def tendon_stiffnesspoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_dampingpoly(self) -> npt.NDArray[np.float64]:
        """damping: coefficients of v|v| and v^3 for the velocity v: float64 (nsim, ntendon, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_dampingpoly.setter
    def tendon_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_actuatorid(self) -> npt.NDArray[np.int32]:
        """id of the actuator that adds damping or armature to the tendon; -1: none, -2: several: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_actuatorid.setter
    def tendon_actuatorid(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_damping(self) -> npt.NDArray[np.float64]:
        """damping of the target joint or tendon, divided by gear^2: float64 (nsim, nactuator) [N s/m, N m s/rad]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_damping.setter
    def actuator_damping(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_dampingpoly(self) -> npt.NDArray[np.float64]:
        """damping of the target: coefficients of v|v| and v^3 for its velocity v, divided by gear^2: float64 (nsim, nactuator, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_dampingpoly.setter
    def actuator_dampingpoly(self, value: npt.ArrayLike) -> None: ...
    @property
    def actuator_armature(self) -> npt.NDArray[np.float64]:
        """armature inertia of the target joint or tendon, divided by gear^2: float64 (nsim, nactuator) [kg, kg m^2]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @actuator_armature.setter
    def actuator_armature(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_surfacevel(self) -> npt.NDArray[np.float64]:
        """velocity of the surface relative to the geom, in the geom frame: constant part, angular velocity about its origin: float64 (nsim, ngeom, 6) [m/s, rad/s]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_surfacevel.setter
    def geom_surfacevel(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_adhesion(self) -> npt.NDArray[np.float64]:
        """force by which each contact may pull: float64 (nsim, ngeom) [N]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_adhesion.setter
    def geom_adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def pair_adhesion(self) -> npt.NDArray[np.float64]:
        """force by which each contact may pull: float64 (nsim, npair) [N]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @pair_adhesion.setter
    def pair_adhesion(self, value: npt.ArrayLike) -> None: ...
    @property
    def light_softness(self) -> npt.NDArray[np.float32]:
        """softness of the edge of a spotlight, a fraction of the cutoff: float32 (nsim, nlight)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @light_softness.setter
    def light_softness(self, value: npt.ArrayLike) -> None: ...
    @property
    def site_dataid(self) -> npt.NDArray[np.int32]:
        """id of the mesh; -1: none: int32 (nsim, nsite)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @site_dataid.setter
    def site_dataid(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_springyield(self) -> npt.NDArray[np.float64]:
        """displacement at which the spring yields: float64 (nsim, njnt) [m, rad]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_springyield.setter
    def jnt_springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def jnt_plasticadr(self) -> npt.NDArray[np.int32]:
        """address of the spring reference in plastic; -1: the spring does not yield: int32 (nsim, njnt)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @jnt_plasticadr.setter
    def jnt_plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def geom_castshadow(self) -> npt.NDArray[np.uint8]:
        """1 if the geom casts shadows: uint8 (nsim, ngeom)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @geom_castshadow.setter
    def geom_castshadow(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_yield(self) -> npt.NDArray[np.float64]:
        """strains at which stretching and bending yield: float64 (nsim, nflex, 2)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_yield.setter
    def flex_yield(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_plasticmode(self) -> npt.NDArray[np.int32]:
        """what yields: 1 bending, 2 stretching: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_plasticmode.setter
    def flex_plasticmode(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_plasticadr(self) -> npt.NDArray[np.int32]:
        """address of the plastic strains in plastic; -1: none: int32 (nsim, nflex)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_plasticadr.setter
    def flex_plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_cellnum(self) -> npt.NDArray[np.int32]:
        """number of cells of an interpolated flex along each axis: int32 (nsim, nflex, 3)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_cellnum.setter
    def flex_cellnum(self, value: npt.ArrayLike) -> None: ...
    @property
    def flex_elemmatid(self) -> npt.NDArray[np.int32]:
        """id of the material of an element; -1: that of the flex (flex_matid): int32 (nsim, nflexelem)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @flex_elemmatid.setter
    def flex_elemmatid(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_springyield(self) -> npt.NDArray[np.float64]:
        """displacement at which the spring yields: float64 (nsim, ntendon) [m]

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_springyield.setter
    def tendon_springyield(self, value: npt.ArrayLike) -> None: ...
    @property
    def tendon_plasticadr(self) -> npt.NDArray[np.int32]:
        """address of the deadband of the spring in plastic; -1: the spring does not yield: int32 (nsim, ntendon)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @tendon_plasticadr.setter
    def tendon_plasticadr(self, value: npt.ArrayLike) -> None: ...
    @property
    def key_plastic(self) -> npt.NDArray[np.float64]:
        """keyframe references of springs that yield: float64 (nsim, nkey, nplastic)

        Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError.
        """
    @key_plastic.setter
    def key_plastic(self, value: npt.ArrayLike) -> None: ...
    def joint(self, key: int | str) -> JointRows:
        """The joint with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def body(self, key: int | str) -> BodyRows:
        """The body with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def geom(self, key: int | str) -> GeomRows:
        """The geom with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def site(self, key: int | str) -> SiteRows:
        """The site with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def camera(self, key: int | str) -> CameraRows:
        """The camera with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def light(self, key: int | str) -> LightRows:
        """The light with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def sensor(self, key: int | str) -> SensorRows:
        """The sensor with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def actuator(self, key: int | str) -> ActuatorRows:
        """The actuator with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def tendon(self, key: int | str) -> TendonRows:
        """The tendon with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def equality(self, key: int | str) -> EqualityRows:
        """The equality with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def keyframe(self, key: int | str) -> KeyframeRows:
        """The keyframe with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def material(self, key: int | str) -> MaterialRows:
        """The material with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def numeric(self, key: int | str) -> NumericRows:
        """The numeric with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
    def pair(self, key: int | str) -> PairRows:
        """The pair with this name or id in all worlds: its fields have a row for each.

        key        name or id
        Returns    arrays (nsim, ...) of its fields, in their types and units (docs/fields.md)
        Errors     KeyError: there is no such name; IndexError: no such id; TypeError: it is neither
        Source     design / Batches
        """
