"""Types of the public names. Rendered by `python tools/render.py stubs`; do not edit."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NoReturn, Protocol, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from gelenk import batch as batch
from gelenk import kernels as kernels
from gelenk import models as models
from gelenk import render as render
from gelenk.api.callbacks import plugin_config as plugin_config
from gelenk.api.callbacks import register_plugin as register_plugin
from gelenk.api.renderer import GLContext as GLContext
from gelenk.api.renderer import Renderer as Renderer
from gelenk.api.simulate import specialize as specialize
from gelenk.api.spec_methods import from_zip as from_zip
from gelenk.api.spec_methods import to_zip as to_zip
from gelenk.compat.install import install_as_mujoco as install_as_mujoco
from gelenk.errors import Error as Error
from gelenk.errors import FatalError as FatalError
from gelenk.errors import UnexpectedError as UnexpectedError
from gelenk.modeling.assets.asset_cache import AssetCache
from gelenk.modeling.mjcf.file_sources import register_provider as register_provider
from gelenk.modeling.spec.defaults import MjsAuthored as MjsAuthored
from gelenk.modeling.spec.defaults import MjsDefault as MjsDefault
from gelenk.modeling.spec.element import MjsElement as MjsElement
from gelenk.modeling.spec.element import MjsOrientation as MjsOrientation
from gelenk.modeling.spec.element import MjsPlugin as MjsPlugin
from gelenk.modeling.spec.element_classes import MjsActuator as MjsActuator
from gelenk.modeling.spec.element_classes import MjsEquality as MjsEquality
from gelenk.modeling.spec.element_classes import MjsExclude as MjsExclude
from gelenk.modeling.spec.element_classes import MjsFlex as MjsFlex
from gelenk.modeling.spec.element_classes import MjsHField as MjsHField
from gelenk.modeling.spec.element_classes import MjsKey as MjsKey
from gelenk.modeling.spec.element_classes import MjsMaterial as MjsMaterial
from gelenk.modeling.spec.element_classes import MjsNumeric as MjsNumeric
from gelenk.modeling.spec.element_classes import MjsPair as MjsPair
from gelenk.modeling.spec.element_classes import MjsSensor as MjsSensor
from gelenk.modeling.spec.element_classes import MjsSkin as MjsSkin
from gelenk.modeling.spec.element_classes import MjsTendon as MjsTendon
from gelenk.modeling.spec.element_classes import MjsTendonPath as MjsTendonPath
from gelenk.modeling.spec.element_classes import MjsText as MjsText
from gelenk.modeling.spec.element_classes import MjsTexture as MjsTexture
from gelenk.modeling.spec.element_classes import MjsTuple as MjsTuple
from gelenk.modeling.spec.element_classes import MjsWrap as MjsWrap
from gelenk.modeling.spec.mesh_element import MjsMesh as MjsMesh
from gelenk.modeling.spec.spec import MjLROpt as MjLROpt
from gelenk.modeling.spec.spec import MjSpec as MjSpec
from gelenk.modeling.spec.spec import MjsCompiler as MjsCompiler
from gelenk.modeling.spec.tree_elements import MjsBody as MjsBody
from gelenk.modeling.spec.tree_elements import MjsCamera as MjsCamera
from gelenk.modeling.spec.tree_elements import MjsFrame as MjsFrame
from gelenk.modeling.spec.tree_elements import MjsGeom as MjsGeom
from gelenk.modeling.spec.tree_elements import MjsJoint as MjsJoint
from gelenk.modeling.spec.tree_elements import MjsLight as MjsLight
from gelenk.modeling.spec.tree_elements import MjsSite as MjsSite
from gelenk.render.context import MjrContext as MjrContext
from gelenk.render.targets import MjrRect as MjrRect
from gelenk.runtime.contact_list import MjContact as MjContact
from gelenk.runtime.counters import MjSolverStat as MjSolverStat
from gelenk.runtime.counters import MjTimerStat as MjTimerStat
from gelenk.runtime.counters import MjWarningStat as MjWarningStat
from gelenk.runtime.data import MjData as MjData
from gelenk.runtime.fields import MjVisualHeadlight as MjVisualHeadlight
from gelenk.runtime.fields import MjVisualRgba as MjVisualRgba
from gelenk.runtime.log_messages import MjLogConfig as MjLogConfig
from gelenk.runtime.log_messages import MjLogMessage as MjLogMessage
from gelenk.runtime.model import MjModel as MjModel
from gelenk.runtime.model import MjOption as MjOption
from gelenk.runtime.model import MjStatistic as MjStatistic
from gelenk.runtime.model import MjVisual as MjVisual
from gelenk.runtime.plugin_registry import Plugin as Plugin
from gelenk.runtime.plugin_registry import Task as _Task
from gelenk.runtime.struct_bases import MjPreContact as MjPreContact
from gelenk.runtime.struct_bases import MjrRendererInfo as MjrRendererInfo
from gelenk.runtime.struct_bases import MjrVertexAttribute as MjrVertexAttribute
from gelenk.runtime.vfs import MjVfs as MjVfs
from gelenk.scene.classes import MjvCamera as MjvCamera
from gelenk.scene.classes import MjvFigure as MjvFigure
from gelenk.scene.classes import MjvGLCamera as MjvGLCamera
from gelenk.scene.classes import MjvGeom as MjvGeom
from gelenk.scene.classes import MjvLight as MjvLight
from gelenk.scene.classes import MjvOption as MjvOption
from gelenk.scene.classes import MjvPerturb as MjvPerturb
from gelenk.scene.classes import MjvScene as MjvScene
from gelenk.tables.api_enums import MJTNUM_DTYPE as MJTNUM_DTYPE
from gelenk.tables.api_enums import mjDISABLESTRING as mjDISABLESTRING
from gelenk.tables.api_enums import mjENABLESTRING as mjENABLESTRING
from gelenk.tables.api_enums import mjFRAMESTRING as mjFRAMESTRING
from gelenk.tables.api_enums import mjLABELSTRING as mjLABELSTRING
from gelenk.tables.api_enums import mjMAXCONPAIR as mjMAXCONPAIR
from gelenk.tables.api_enums import mjMAXFLEXNODES as mjMAXFLEXNODES
from gelenk.tables.api_enums import mjMAXIMP as mjMAXIMP
from gelenk.tables.api_enums import mjMAXLIGHT as mjMAXLIGHT
from gelenk.tables.api_enums import mjMAXLINE as mjMAXLINE
from gelenk.tables.api_enums import mjMAXLINEPNT as mjMAXLINEPNT
from gelenk.tables.api_enums import mjMAXOVERLAY as mjMAXOVERLAY
from gelenk.tables.api_enums import mjMAXPLANEGRID as mjMAXPLANEGRID
from gelenk.tables.api_enums import mjMAXTREEDEPTH as mjMAXTREEDEPTH
from gelenk.tables.api_enums import mjMAXVAL as mjMAXVAL
from gelenk.tables.api_enums import mjMINAWAKE as mjMINAWAKE
from gelenk.tables.api_enums import mjMINIMP as mjMINIMP
from gelenk.tables.api_enums import mjMINMU as mjMINMU
from gelenk.tables.api_enums import mjMINVAL as mjMINVAL
from gelenk.tables.api_enums import mjNBIAS as mjNBIAS
from gelenk.tables.api_enums import mjNDYN as mjNDYN
from gelenk.tables.api_enums import mjNEQDATA as mjNEQDATA
from gelenk.tables.api_enums import mjNFLUID as mjNFLUID
from gelenk.tables.api_enums import mjNGAIN as mjNGAIN
from gelenk.tables.api_enums import mjNGROUP as mjNGROUP
from gelenk.tables.api_enums import mjNIMP as mjNIMP
from gelenk.tables.api_enums import mjNISLAND as mjNISLAND
from gelenk.tables.api_enums import mjNPOLY as mjNPOLY
from gelenk.tables.api_enums import mjNREF as mjNREF
from gelenk.tables.api_enums import mjNSENS as mjNSENS
from gelenk.tables.api_enums import mjNSOLVER as mjNSOLVER
from gelenk.tables.api_enums import mjPI as mjPI
from gelenk.tables.api_enums import mjRNDSTRING as mjRNDSTRING
from gelenk.tables.api_enums import mjSC_IN as mjSC_IN
from gelenk.tables.api_enums import mjSC_INOUT as mjSC_INOUT
from gelenk.tables.api_enums import mjSC_OUT as mjSC_OUT
from gelenk.tables.api_enums import mjTIMERSTRING as mjTIMERSTRING
from gelenk.tables.api_enums import mjVERSION_HEADER as mjVERSION_HEADER
from gelenk.tables.api_enums import mjVISSTRING as mjVISSTRING
from gelenk.tables.api_enums import mjrIndexType as mjrIndexType
from gelenk.tables.api_enums import mjrMeshPrimitiveType as mjrMeshPrimitiveType
from gelenk.tables.api_enums import mjrPixelFormat as mjrPixelFormat
from gelenk.tables.api_enums import mjrVertexAttributeType as mjrVertexAttributeType
from gelenk.tables.api_enums import mjrVertexAttributeUsage as mjrVertexAttributeUsage
from gelenk.tables.api_enums import mjtActuator as mjtActuator
from gelenk.tables.api_enums import mjtAlignFree as mjtAlignFree
from gelenk.tables.api_enums import mjtBias as mjtBias
from gelenk.tables.api_enums import mjtBuiltin as mjtBuiltin
from gelenk.tables.api_enums import mjtButton as mjtButton
from gelenk.tables.api_enums import mjtCTimer as mjtCTimer
from gelenk.tables.api_enums import mjtCamLight as mjtCamLight
from gelenk.tables.api_enums import mjtCamOutBit as mjtCamOutBit
from gelenk.tables.api_enums import mjtCamera as mjtCamera
from gelenk.tables.api_enums import mjtCatBit as mjtCatBit
from gelenk.tables.api_enums import mjtColorSpace as mjtColorSpace
from gelenk.tables.api_enums import mjtConDataField as mjtConDataField
from gelenk.tables.api_enums import mjtCone as mjtCone
from gelenk.tables.api_enums import mjtConflict as mjtConflict
from gelenk.tables.api_enums import mjtConstraint as mjtConstraint
from gelenk.tables.api_enums import mjtConstraintState as mjtConstraintState
from gelenk.tables.api_enums import mjtCtrlChart as mjtCtrlChart
from gelenk.tables.api_enums import mjtCtrlInput as mjtCtrlInput
from gelenk.tables.api_enums import mjtDataType as mjtDataType
from gelenk.tables.api_enums import mjtDepthMap as mjtDepthMap
from gelenk.tables.api_enums import mjtDisableBit as mjtDisableBit
from gelenk.tables.api_enums import mjtDyn as mjtDyn
from gelenk.tables.api_enums import mjtEmbed as mjtEmbed
from gelenk.tables.api_enums import mjtEnableBit as mjtEnableBit
from gelenk.tables.api_enums import mjtEq as mjtEq
from gelenk.tables.api_enums import mjtEvent as mjtEvent
from gelenk.tables.api_enums import mjtFlexSection as mjtFlexSection
from gelenk.tables.api_enums import mjtFlexSelf as mjtFlexSelf
from gelenk.tables.api_enums import mjtFont as mjtFont
from gelenk.tables.api_enums import mjtFontScale as mjtFontScale
from gelenk.tables.api_enums import mjtFrame as mjtFrame
from gelenk.tables.api_enums import mjtFramebuffer as mjtFramebuffer
from gelenk.tables.api_enums import mjtGain as mjtGain
from gelenk.tables.api_enums import mjtGeom as mjtGeom
from gelenk.tables.api_enums import mjtGeomInertia as mjtGeomInertia
from gelenk.tables.api_enums import mjtGridPos as mjtGridPos
from gelenk.tables.api_enums import mjtInertiaFromGeom as mjtInertiaFromGeom
from gelenk.tables.api_enums import mjtIntegrator as mjtIntegrator
from gelenk.tables.api_enums import mjtItem as mjtItem
from gelenk.tables.api_enums import mjtJacobian as mjtJacobian
from gelenk.tables.api_enums import mjtJoint as mjtJoint
from gelenk.tables.api_enums import mjtLRMode as mjtLRMode
from gelenk.tables.api_enums import mjtLabel as mjtLabel
from gelenk.tables.api_enums import mjtLightType as mjtLightType
from gelenk.tables.api_enums import mjtLimited as mjtLimited
from gelenk.tables.api_enums import mjtLogLevel as mjtLogLevel
from gelenk.tables.api_enums import mjtLogTopic as mjtLogTopic
from gelenk.tables.api_enums import mjtMark as mjtMark
from gelenk.tables.api_enums import mjtMeshBuiltin as mjtMeshBuiltin
from gelenk.tables.api_enums import mjtMeshInertia as mjtMeshInertia
from gelenk.tables.api_enums import mjtMouse as mjtMouse
from gelenk.tables.api_enums import mjtObj as mjtObj
from gelenk.tables.api_enums import mjtOrientation as mjtOrientation
from gelenk.tables.api_enums import mjtPassthrough as mjtPassthrough
from gelenk.tables.api_enums import mjtPertBit as mjtPertBit
from gelenk.tables.api_enums import mjtPluginCapabilityBit as mjtPluginCapabilityBit
from gelenk.tables.api_enums import mjtProjection as mjtProjection
from gelenk.tables.api_enums import mjtRayDataField as mjtRayDataField
from gelenk.tables.api_enums import mjtRndFlag as mjtRndFlag
from gelenk.tables.api_enums import mjtSDFType as mjtSDFType
from gelenk.tables.api_enums import mjtSameFrame as mjtSameFrame
from gelenk.tables.api_enums import mjtScaling as mjtScaling
from gelenk.tables.api_enums import mjtSection as mjtSection
from gelenk.tables.api_enums import mjtSensor as mjtSensor
from gelenk.tables.api_enums import mjtSleepPolicy as mjtSleepPolicy
from gelenk.tables.api_enums import mjtSleepState as mjtSleepState
from gelenk.tables.api_enums import mjtSolver as mjtSolver
from gelenk.tables.api_enums import mjtStage as mjtStage
from gelenk.tables.api_enums import mjtState as mjtState
from gelenk.tables.api_enums import mjtStereo as mjtStereo
from gelenk.tables.api_enums import mjtTaskStatus as mjtTaskStatus
from gelenk.tables.api_enums import mjtTendon as mjtTendon
from gelenk.tables.api_enums import mjtTexture as mjtTexture
from gelenk.tables.api_enums import mjtTextureRole as mjtTextureRole
from gelenk.tables.api_enums import mjtTimer as mjtTimer
from gelenk.tables.api_enums import mjtTrn as mjtTrn
from gelenk.tables.api_enums import mjtVisFlag as mjtVisFlag
from gelenk.tables.api_enums import mjtWarning as mjtWarning
from gelenk.tables.api_enums import mjtWrap as mjtWrap
from gelenk.toolchain.kernel import kernel as kernel

class _Array(Protocol):
    def __array__(self) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]: ...

_Numbers: TypeAlias = Sequence[SupportsFloat] | _Array
_Matrix: TypeAlias = _Numbers | Sequence[Sequence[SupportsFloat]]

version: str
__version__: str
__all__: list[str]

class MjByteVec:
    """Type for isinstance checks of spec fields that are a MjByteVec in the Python bindings of MuJoCo."""
    dtype: ClassVar[np.dtype[np.uint8]]

class MjCharVec:
    """Type for isinstance checks of spec fields that are a MjCharVec in the Python bindings of MuJoCo."""
    dtype: ClassVar[type[str]]

class MjDoubleVec:
    """Type for isinstance checks of spec fields that are a MjDoubleVec in the Python bindings of MuJoCo."""
    dtype: ClassVar[np.dtype[np.float64]]

class MjFloatVec:
    """Type for isinstance checks of spec fields that are a MjFloatVec in the Python bindings of MuJoCo."""
    dtype: ClassVar[np.dtype[np.float32]]

class MjIntVec:
    """Type for isinstance checks of spec fields that are a MjIntVec in the Python bindings of MuJoCo."""
    dtype: ClassVar[np.dtype[np.int32]]

class MjStringVec:
    """Type for isinstance checks of spec fields that are a MjStringVec in the Python bindings of MuJoCo."""
    dtype: ClassVar[type[str]]

MjStruct: TypeAlias = MjsPlugin | MjsMesh | MjsBody | MjsCamera | MjsFrame | MjsGeom | MjsJoint | MjsLight | MjsSite | MjsHField | MjsSkin | MjsFlex | MjsTexture | MjsMaterial | MjsTendon | MjsPair | MjsExclude | MjsEquality | MjsActuator | MjsSensor | MjsNumeric | MjsText | MjsTuple | MjsKey

PluginTask = _Task

def get_mjcb_act_bias() -> Callable[[MjModel, MjData, int], float] | None:
    """The callback mjcb_act_bias.

    Returns    the function that was set, None where there is none
    Source     API / mjcb_act_bias; Modeling / Callbacks
    """

def get_mjcb_act_dyn() -> Callable[[MjModel, MjData, int], float] | None:
    """The callback mjcb_act_dyn.

    Returns    the function that was set, None where there is none
    Source     API / mjcb_act_dyn; Modeling / Callbacks
    """

def get_mjcb_act_gain() -> Callable[[MjModel, MjData, int], float] | None:
    """The callback mjcb_act_gain.

    Returns    the function that was set, None where there is none
    Source     API / mjcb_act_gain; Modeling / Callbacks
    """

def get_mjcb_contactfilter() -> Callable[[MjModel, MjData, int, int], int] | None:
    """The callback mjcb_contactfilter.

    Returns    the function that was set, None where there is none
    Source     API / mjcb_contactfilter; Modeling / Callbacks
    """

def get_mjcb_control() -> Callable[[MjModel, MjData], object] | None:
    """The callback mjcb_control.

    Returns    the function that was set, None where there is none
    Source     API / mjcb_control; Modeling / Callbacks
    """

def get_mjcb_passive() -> Callable[[MjModel, MjData], object] | None:
    """The callback mjcb_passive.

    Returns    the function that was set, None where there is none
    Source     API / mjcb_passive; Modeling / Callbacks
    """

def get_mjcb_sensor() -> Callable[[MjModel, MjData, int], object] | None:
    """The callback mjcb_sensor.

    Returns    the function that was set, None where there is none
    Source     API / mjcb_sensor; Modeling / Callbacks
    """

def get_mjcb_time() -> Callable[[], float] | None:
    """Return the clock set by set_mjcb_time.

    Returns    the function that was set, or None
    Source     API / mjcb_time
    """

def get_mju_user_free() -> None:
    """Always None: memory comes from numpy.

    Returns    None
    Source     API / mju_user_free; Modeling / Callbacks
    """

def get_mju_user_malloc() -> None:
    """Always None: memory comes from numpy.

    Returns    None
    Source     API / mju_user_malloc; Modeling / Callbacks
    """

def get_mju_user_warning() -> Callable[[str], object] | None:
    """Return the function that receives warnings.

    Returns    the function that was set, or None
    Source     API / mju_user_warning
    """

def mj_Euler(m: MjModel, d: MjData) -> None:
    """Advance by a timestep h with semi-implicit Euler; damping of joints is implicit unless eulerdamp is disabled.

    (M + h diag(damping)) a = qfrc_smooth + qfrc_constraint,  qvel += h a,  qpos += h qvel

    qH and qHDiagInv are written where there is damping; sensordata, and what sensors ask for, where one is delayed.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      plastic (nplastic) [m, rad], qpos (nq) [m, rad], qvel (nv) [m/s, rad/s], act (na), time [s],
               qacc (nv) [m/s^2, rad/s^2], qfrc_smooth (nv) [N, N m], qfrc_constraint (nv) [N, N m],
               M (nC) [kg, kg m^2], act_dot (na), ctrl (nu), history (nhistory), sensordata (nsensordata)
    Writes     flg_energypos, flg_energyvel, flg_subtreevel, flg_rnepost, time [s], energy (2) [J],
               qpos (nq) [m, rad], qvel (nv) [m/s, rad/s], act (na), history (nhistory),
               plastic (nplastic) [m, rad], qacc_warmstart (nv) [m/s^2, rad/s^2], sensordata (nsensordata),
               subtree_linvel (nbody, 3) [m/s], subtree_angmom (nbody, 3) [kg m^2/s],
               cacc (nbody, 6) [rad/s^2, m/s^2], cfrc_int (nbody, 6) [N m, N], cfrc_ext (nbody, 6) [N m, N],
               qH (nC), qHDiagInv (nv)
    Calls      plugins, for plugin_state
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Numerical integration
    """

def mj_RungeKutta(m: MjModel, d: MjData, N: SupportsIndex) -> None:
    """Advance by a timestep with fourth-order Runge-Kutta, after forward dynamics.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
               N  int: order, 4
    Reads      qpos (nq) [m, rad], qvel (nv) [m/s, rad/s], act (na), time [s], qacc (nv) [m/s^2, rad/s^2],
               act_dot (na)
    Writes     qpos, qvel, act, time, and all fields that mj_forward writes
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: N is not 4
    Source     Computation / Numerical integration
    """

def mj_actuatorInputName(m: MjModel, id: SupportsIndex, input: SupportsIndex) -> str:
    """Return the name of an input of an actuator.

    Arguments  m      MjModel: the model
               id     int, 0 to nactuator - 1: actuator id
               input  int: number of the input, from 0 on
    Returns    the name, such as "vel" or "qw"; None if there is no such input, or it has no name
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               IndexError: id is not in 0 to nactuator - 1
    Source     API / mj_actuatorInputName
    """

def mj_addContact(m: MjModel, d: MjData, con: MjContact) -> int:
    """Append a contact to d.contact, as a collision function of the engine does.

    Constraint rows are removed, since they belong to the previous contacts; mj_makeConstraint computes new rows.

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               con  MjContact: contact to append; its fields are copied
    Returns    0: the contact was added, 1: the arena of the model has no room for it
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_addContact
    """

def mj_addM(m: MjModel, d: MjData, dst: npt.NDArray[np.float64], rownnz: npt.NDArray[np.int32], rowadr: npt.NDArray[np.int32], colind: npt.NDArray[np.int32]) -> None:
    """Add the lower triangle of M to a sparse matrix whose pattern contains that of M.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               dst     writable float64 (n) [kg, kg m^2]: values of the sparse matrix to which M is added
               rownnz  writable int32 (nv): number of nonzeros in each row of dst
               rowadr  writable int32 (nv): address of each row of dst
               colind  writable int32 (n): column index of each value of dst, ascending per row
    Reads      M (nC) [kg, kg m^2]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: a row of the pattern lacks columns of M, or reaches outside of dst or colind
    Source     API / mj_addM
    """

def mj_angmomMat(m: MjModel, d: MjData, mat: npt.NDArray[np.float64], body: SupportsIndex) -> None:
    """Compute the matrix that maps qvel to the angular momentum of a subtree about its COM.

    d.subtree_angmom[body] = mat qvel

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               mat   writable float64 (3, nv) [kg m^2/s per qvel]: angular momentum matrix of the subtree,
                     world frame
               body  int, 0 to nbody - 1: id of the root body of the subtree
    Reads      cdof (nv, 6), ximat (nbody, 9), xipos (nbody, 3) [m], subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_angmomMat
    """

def mj_applyFT(m: MjModel, d: MjData, force: _Numbers, torque: _Numbers, point: _Numbers, body: SupportsIndex, qfrc_target: npt.NDArray[np.float64]) -> None:
    """Add the generalized forces of a force and a torque on a body.

    qfrc_target += jacp' force + jacr' torque, with the Jacobians of mj_jac at the point

    Arguments  m            MjModel: the model
               d            MjData: the state of m, and what is computed from it
               force        float64 (3) [N]: force at the point, world frame
               torque       float64 (3) [N m]: torque on the body, world frame
               point        float64 (3) [m]: point fixed to the body, world frame
               body         int, 0 to nbody - 1: body id
               qfrc_target  writable float64 (nv) [N, N m]: joint-space forces to which the result is added,
                            such as d.qfrc_applied
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_applyFT
    """

def mj_camlight(m: MjModel, d: MjData) -> None:
    """Poses of cameras, positions and directions of lights, as their modes say.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9), subtree_com (nbody, 3) [m]
    Writes     cam_xpos (ncam, 3) [m], cam_xmat (ncam, 9), light_xpos (nlight, 3) [m], light_xdir (nlight, 3)
    Frame      world; a camera looks along its -z axis
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     XML reference / camera / mode
    """

def mj_checkAcc(m: MjModel, d: MjData) -> None:
    """Look for NaN and numbers that are too large in qacc; where there are some, reset and compute forward dynamics.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qacc (nv) [m/s^2, rad/s^2]
    Writes     what mj_resetData and mj_forward write, unless autoreset is disabled
    Warns      BADQACC, with the index
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_checkAcc; XML reference / option / flag / autoreset
    """

def mj_checkPos(m: MjModel, d: MjData) -> None:
    """Look for NaN and numbers that are too large in qpos, and reset where there are some.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad]
    Writes     what mj_resetData writes, unless autoreset is disabled
    Warns      BADQPOS, with the index
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_checkPos; XML reference / option / flag / autoreset
    """

def mj_checkVel(m: MjModel, d: MjData) -> None:
    """Look for NaN and numbers that are too large in qvel, and reset where there are some.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qvel (nv) [m/s, rad/s]
    Writes     what mj_resetData writes, unless autoreset is disabled
    Warns      BADQVEL, with the index
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_checkVel; XML reference / option / flag / autoreset
    """

def mj_clearCache(cache: AssetCache) -> None:
    """Remove all assets from the cache, and all cached models.

    Arguments  cache  asset cache: asset cache from mj_getCache
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Parse and compile, Save and load, Printing, Asset cache
    """

def mj_collision(m: MjModel, d: MjData) -> None:
    """All contacts: pairs of geoms and flexes that are nearer than their margins.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9), flexvert_xpos (nflexvert, 3) [m],
               flexelem_aabb (nflexelem, 6) [m], bvh_aabb_dyn (nbvhdynamic, 6) [m]
    Writes     parena, maxuse_arena [bytes], maxuse_con, maxuse_efc, ncon, ne, nf, nl, nefc, nJ, nA, nisland,
               tendon_efcadr (ntendon), contact (ncon)
    Frame      world; contact.frame by rows: normal from the first geom to the second, then two tangents
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Collision detection
    """

def mj_comPos(m: MjModel, d: MjData) -> None:
    """Centers of mass of subtrees; inertias of bodies and axes of dofs about the center of mass of their tree.

    subtree_com[b] = sum of mass xipos over the subtree of b / body_subtreemass[b]

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      xipos (nbody, 3) [m], xmat (nbody, 9), ximat (nbody, 9), xanchor (njnt, 3) [m], xaxis (njnt, 3)
    Writes     subtree_com (nbody, 3) [m], cinert (nbody, 10) [kg m^2, kg m, kg], cdof (nv, 6)
    Frame      cinert, cdof: world axes, about subtree_com of the root body; rotation before translation
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / General framework; Featherstone 2008, ch. 2
    """

def mj_comVel(m: MjModel, d: MjData) -> None:
    """Velocities of bodies and rates of change of the axes of dofs.

    cvel[b] = cvel[parent] + sum over the dofs i of b of cdof[i] qvel[i]
    cdof_dot[i] = (cvel before the joint of i) x cdof[i]

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qvel (nv) [m/s, rad/s], cdof (nv, 6)
    Writes     cvel (nbody, 6) [rad/s, m/s], cdof_dot (nv, 6)
    Frame      world axes, about subtree_com of the root body; rotation before translation
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / General framework; Featherstone 2008, ch. 5
    """

def mj_compareFwdInv(m: MjModel, d: MjData) -> None:
    """Compare inverse dynamics with the preceding forward dynamics.

    solver_fwdinv = |qfrc_constraint - qfrc_constraint of the inverse|, |applied and actuator forces - qfrc_inverse|

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qacc (nv) [m/s^2, rad/s^2], qfrc_constraint (nv) [N, N m], qfrc_applied (nv) [N, N m],
               qfrc_actuator (nv) [N, N m], xfrc_applied (nbody, 6) [N, N m], M (nC) [kg, kg m^2],
               qfrc_bias (nv) [N, N m], qfrc_passive (nv) [N, N m], efc_J (nJ), efc_type (nefc), efc_D (nefc),
               efc_R (nefc), efc_aref (nefc), efc_frictionloss (nefc), contact (ncon), xipos (nbody, 3) [m],
               cdof (nv, 6), subtree_com (nbody, 3) [m]
    Writes     solver_fwdinv (2), qacc (nv) [m/s^2, rad/s^2], qfrc_constraint (nv) [N, N m],
               qDeriv (nD) [N s/m, N m s/rad], qfrc_inverse (nv) [N, N m], efc_state (nefc), efc_force (nefc)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_compareFwdInv; XML reference / option / flag / fwdinv
    """

def mj_constraintUpdate(m: MjModel, d: MjData, jar: _Numbers, cost: npt.NDArray[np.float64] | None, flg_coneHessian: SupportsIndex) -> None:
    """Compute forces, states and the cost of constraint rows at a given residual.

    efc_force = -ds/djar,  qfrc_constraint = J' efc_force,  cost = s(jar)

    Arguments  m                MjModel: the model
               d                MjData: the state of m, and what is computed from it
               jar              float64 (nefc) [m/s^2, rad/s^2]: constraint residual efc_J qacc - efc_aref
               cost             writable float64 (1) [J/s^2] or None: constraint cost, without the inertial part
               flg_coneHessian  int: 1: compute the Hessians of elliptic cones, contact.H
    Reads      efc_J (nJ), efc_type (nefc), efc_D (nefc), efc_R (nefc), efc_frictionloss (nefc)
    Writes     qfrc_constraint (nv) [N, N m], efc_state (nefc), efc_force (nefc)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Constraint solver / Primal problem
    """

def mj_contactForce(m: MjModel, d: MjData, id: SupportsIndex, result: npt.NDArray[np.float64]) -> None:
    """Compute the force and torque of a contact, in the contact frame.

    The normal force is not negative. The force acts on the second geom and its reaction on the first. It is zero for
    contacts without constraint rows.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               id      int, 0 to ncon - 1: contact id
               result  writable float64 (6) [N, N m]: force, then torque, in the contact frame: normal first
    Reads      efc_force (nefc), contact (ncon)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: id is not in 0 to ncon - 1
    Source     API / mj_contactForce
    """

def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None:
    """Copy state, inputs and all computed fields from one MjData to another.

    Arguments  dest  MjData: destination data
               m     MjModel: the model
               src   MjData: source data
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: dest or src was made for a model of other sizes
    Source     API / mj_copyData
    """

def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: SupportsIndex) -> None:
    """Copy components of the state from one MjData to another.

    Arguments  m    MjModel: the model
               src  MjData: source data
               dst  MjData: destination data
               sig  int: state components, bits of mjtState
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: src or dst was made for a model of other sizes
               gelenk.FatalError: sig is not a union of mjtState bits
    Source     API / mj_copyState
    """

def mj_crb(m: MjModel, d: MjData) -> None:
    """The inertia matrix in joint space, by the composite rigid body algorithm, without tendons.

    crb[b] = sum of cinert over the subtree of b,  M[i, j] = cdof[j] . crb[body of i] cdof[i] (+ armature if i = j)

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      cinert (nbody, 10) [kg m^2, kg m, kg], cdof (nv, 6)
    Writes     crb (nbody, 10) [kg m^2, kg m, kg], M (nC) [kg, kg m^2]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / General framework; Featherstone 2008, ch. 6
    """

def mj_defaultLROpt(opt: MjLROpt) -> None:
    """Set length range options to their defaults.

    Arguments  opt  MjLROpt: settings to initialize
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_defaultLROpt; XML reference / compiler / lengthrange
    """

def mj_defaultOption(opt: MjOption) -> None:
    """Set simulation options to their defaults.

    Arguments  opt  MjOption: options to initialize
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_defaultOption; XML reference / option
    """

def mj_defaultSolRefImp(solref: npt.NDArray[np.float64] | None, solimp: npt.NDArray[np.float64] | None) -> None:
    """Write the default solver parameters: solref 0.02, 1; solimp 0.9, 0.95, 0.001, 0.5, 2.

    Arguments  solref  writable float64 (2) [s, 1] or None: time constant and damping ratio
               solimp  writable float64 (5) [1, 1, m, 1, 1] or None: dmin, dmax, width, midpoint, power
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_defaultSolRefImp; Modeling / Solver parameters
    """

def mj_defaultVisual(vis: MjVisual) -> None:
    """Set visual settings to their defaults.

    Arguments  vis  MjVisual: settings to initialize
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_defaultVisual; XML reference / visual
    """

def mj_differentiatePos(m: MjModel, qvel: npt.NDArray[np.float64], dt: SupportsFloat, qpos1: _Numbers, qpos2: _Numbers) -> None:
    """Compute the constant velocity that leads from one configuration to another.

    qvel = (qpos2 - qpos1) / dt, where the difference of quaternions is a rotation vector in the frame of qpos1

    Arguments  m      MjModel: the model
               qvel   writable float64 (nv) [m/s, rad/s]: joint velocity
               dt     float [s]: time interval, nonzero
               qpos1  float64 (nq) [m, rad]: initial joint positions; quaternions for free and ball joints
               qpos2  float64 (nq) [m, rad]: final joint positions
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: dt is 0
    Source     API / mj_differentiatePos
    """

def mj_embedAssets(m: MjModel) -> MjModel:
    """Return a copy of a model that has the pixels of its textures by reference.

    Arguments  m  MjModel: the model
    Returns    the MjModel, equal to one that was compiled without passthrough
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.Error (a ValueError): a file cannot be read or decoded
    Source     API / mj_embedAssets; XML reference / compiler (passthrough)
    """

def mj_energyPos(m: MjModel, d: MjData) -> None:
    """Potential energy of gravity and springs, energy[0].

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      plastic (nplastic) [m, rad], qpos (nq) [m, rad], xipos (nbody, 3) [m],
               ten_length (ntendon) [m, rad], flexedge_length (nflexedge) [m]
    Writes     flg_energypos, energy (2) [J]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_energyPos; XML reference / option / flag / energy
    """

def mj_energyVel(m: MjModel, d: MjData) -> None:
    """Kinetic energy, energy[1] = 1/2 qvel . M qvel.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qvel (nv) [m/s, rad/s], M (nC) [kg, kg m^2]
    Writes     flg_energyvel, energy (2) [J]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_energyVel; XML reference / option / flag / energy
    """

def mj_extractState(m: MjModel, src: _Numbers, srcsig: SupportsIndex, dst: npt.NDArray[np.float64], dstsig: SupportsIndex) -> None:
    """Copy some components of a state vector into a shorter one.

    Arguments  m       MjModel: the model
               src     float64 (n): source state vector, mj_stateSize(m, srcsig) elements, units as in d
               srcsig  int: state components in src, bits of mjtState
               dst     writable float64 (n): destination state vector, mj_stateSize(m, dstsig) elements, units
                       as in d
               dstsig  int: state components in dst, a subset of srcsig
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.FatalError: a signature is not a union of mjtState bits
               ValueError: dstsig has components that srcsig lacks
               TypeError: src or dst does not have the length mj_stateSize
    Source     API / mj_extractState
    """

def mj_factorM(m: MjModel, d: MjData) -> None:
    """The sparse factor of the inertia matrix: M = L' D L.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      M (nC) [kg, kg m^2]
    Writes     qLD (nC), qLDiagInv (nv)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / General framework; Featherstone 2008, ch. 6.5
    """

def mj_flex(m: MjModel, d: MjData) -> None:
    """Vertices of flexes, bounding boxes of their elements, lengths and Jacobians of their edges.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      xpos (nbody, 3) [m], xmat (nbody, 9), subtree_com (nbody, 3) [m], cdof (nv, 6)
    Writes     flexvert_xpos (nflexvert, 3) [m], flexelem_aabb (nflexelem, 6) [m],
               bvh_aabb_dyn (nbvhdynamic, 6) [m], flexedge_length (nflexedge) [m], flexedge_J (nJfe),
               flexvert_length (nflexvert, 2) [m], flexvert_J (nJfv, 2)
    Frame      world
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Modeling / Deformable objects
    """

def mj_forward(m: MjModel, d: MjData) -> None:
    """Forward dynamics: qacc, and everything on the way to it; a step without the integration.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq), qvel (nv), act (na), time; ctrl (nu), qfrc_applied (nv) [N, N m],
               xfrc_applied (nbody, 6) [N, N m], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq);
               qacc_warmstart (nv)
    Writes     everything that is computed, qacc (nv) [m/s^2, rad/s^2] last, and sensordata
    Calls      mjcb_control and the other callbacks, plugins
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a callback raises
    Source     API / mj_forward; Computation / Simulation pipeline / Forward dynamics
    """

def mj_forwardSkip(m: MjModel, d: MjData, skipstage: SupportsIndex, skipsensor: SupportsIndex) -> None:
    """Run forward dynamics without the stages that are still valid, as in finite differences.

    Arguments  m           MjModel: the model
               d           MjData: the state of m, and what is computed from it
               skipstage   int: last pipeline stage whose results are valid (mjtStage)
               skipsensor  int: nonzero: skip sensors and energy
    Reads      the inputs of mj_forward, and the results of the stages up to skipstage
    Writes     the results of mj_forward, except those of the stages up to skipstage
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a callback raises
    Source     API / mj_forwardSkip
    """

def mj_fullM(m: MjModel, dst: npt.NDArray[np.float64], M: _Numbers) -> None:
    """Convert the sparse inertia matrix to dense form.

    The form of later releases is ``mj_fullM(m, d, dst)``.

    Arguments  m    MjModel: the model
               dst  writable float64 (nv, nv) [kg, kg m^2]: dense symmetric matrix
               M    float64 (nM) [kg, kg m^2]: inertia matrix in the layout of d.qM: one element per dof and
                    ancestor dof
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_fullM
    """

def mj_fwdAcceleration(m: MjModel, d: MjData) -> None:
    """The sum of all forces but those of constraints, and the acceleration that it gives.

    qfrc_smooth = qfrc_passive - qfrc_bias + qfrc_applied + qfrc_actuator + J' xfrc_applied
    qacc_smooth = M^-1 qfrc_smooth

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qfrc_passive (nv) [N, N m], qfrc_bias (nv) [N, N m], qfrc_applied (nv) [N, N m],
               qfrc_actuator (nv) [N, N m], xfrc_applied (nbody, 6) [N, N m], xipos (nbody, 3) [m], cdof (nv, 6),
               subtree_com (nbody, 3) [m], qLD (nC), qLDiagInv (nv)
    Writes     qfrc_smooth (nv) [N, N m], qacc_smooth (nv) [m/s^2, rad/s^2]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / General framework
    """

def mj_fwdActuation(m: MjModel, d: MjData) -> None:
    """Forces of actuators, and the rates of their activations.

    actuator_force = gain(length, velocity) (act or ctrl) + bias(length, velocity),
    qfrc_actuator = actuator_moment' actuator_force

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      ctrl (nu), act (na), history (nhistory), time [s], actuator_length (nout),
               actuator_velocity (nout), actuator_moment (nJmom), qfrc_gravcomp (nv) [N, N m]
    Writes     act_dot (na), actuator_force (nout), qfrc_actuator (nv) [N, N m]
    Calls      mjcb_act_dyn, mjcb_act_gain, mjcb_act_bias, actuator plugins
    Warns      BADCTRL: a control is NaN or too large, and counts as 0
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Actuation model
    """

def mj_fwdConstraint(m: MjModel, d: MjData) -> None:
    """Forces of constraints, and the acceleration with them: the minimum of a convex cost.

    qacc = argmin of 1/2 |a - qacc_smooth|^2 in the norm of M + s(J a - efc_aref);  without rows qacc = qacc_smooth

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      efc_J (nJ), efc_type (nefc), efc_D (nefc), efc_R (nefc), efc_aref (nefc), efc_frictionloss (nefc),
               M (nC) [kg, kg m^2], qLD (nC), qLDiagInv (nv), qfrc_smooth (nv) [N, N m],
               qacc_smooth (nv) [m/s^2, rad/s^2], qacc_warmstart (nv) [m/s^2, rad/s^2], contact (ncon),
               efc_AR (nA)
    Writes     parena, maxuse_arena [bytes], maxuse_con, maxuse_efc, nA, solver_niter (20), solver_nnz (20),
               qacc (nv) [m/s^2, rad/s^2], qfrc_constraint (nv) [N, N m], qDeriv (nD) [N s/m, N m s/rad],
               contact (ncon), efc_AR_rownnz (nefc), efc_AR_rowadr (nefc), efc_AR_colind (nA), efc_AR (nA),
               efc_b (nefc), efc_state (nefc), efc_force (nefc)
    Warns      INERTIA: a matrix is too close to singular
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Constraint solver
    """

def mj_fwdKinematics(m: MjModel, d: MjData) -> None:
    """Compute all positions: mj_kinematics, mj_comPos, mj_camlight, mj_flex, mj_tendon.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4)
    Writes     ntree_awake, nbody_awake, nparent_awake, nv_awake, tree_asleep (ntree), tree_awake (ntree),
               body_awake (nbody), body_awake_ind (nbody), parent_awake_ind (nbody), dof_awake_ind (nv),
               xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9), xipos (nbody, 3) [m], ximat (nbody, 9),
               xanchor (njnt, 3) [m], xaxis (njnt, 3), geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9),
               site_xpos (nsite, 3) [m], site_xmat (nsite, 9), subtree_com (nbody, 3) [m],
               cinert (nbody, 10) [kg m^2, kg m, kg], cdof (nv, 6), cam_xpos (ncam, 3) [m], cam_xmat (ncam, 9),
               light_xpos (nlight, 3) [m], light_xdir (nlight, 3), flexvert_xpos (nflexvert, 3) [m],
               flexelem_aabb (nflexelem, 6) [m], bvh_aabb_dyn (nbvhdynamic, 6) [m],
               flexedge_length (nflexedge) [m], flexedge_J (nJfe), flexvert_length (nflexvert, 2) [m],
               flexvert_J (nJfv, 2), ten_wrapadr (ntendon), ten_wrapnum (ntendon), ten_length (ntendon) [m, rad],
               ten_J (ntendon, nv), ten_J_rownnz (ntendon), ten_J_rowadr (ntendon), ten_J_colind (ntendon, nv),
               wrap_obj (nwrap, 2), wrap_xpos (nwrap, 6) [m]
               the fields written by these functions
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / Subcomponents; Computation / Simulation pipeline
    """

def mj_fwdPosition(m: MjModel, d: MjData) -> None:
    """Everything that depends on positions alone: poses, inertia and its factor, contacts, constraint rows, moments.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq)
    Writes     what mj_kinematics, mj_comPos, mj_camlight, mj_flex, mj_tendon, mj_makeM, mj_factorM, mj_collision,
               mj_makeConstraint, mj_transmission write; for dual solvers mj_projectConstraint
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a contact filter raises
    Source     API / Subcomponents; Computation / Simulation pipeline
    """

def mj_fwdVelocity(m: MjModel, d: MjData) -> None:
    """Everything that depends on positions and velocities: velocities of bodies, bias and passive forces, references.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      plastic (nplastic) [m, rad], qpos (nq) [m, rad], qvel (nv) [m/s, rad/s],
               ten_length (ntendon) [m, rad], ten_J (ntendon, nv), xipos (nbody, 3) [m], ximat (nbody, 9),
               geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9), cinert (nbody, 10) [kg m^2, kg m, kg],
               cdof (nv, 6), subtree_com (nbody, 3) [m], actuator_moment (nJmom), efc_R (nefc), contact (ncon),
               flexedge_length (nflexedge) [m], flexedge_J (nJfe), site_xpos (nsite, 3) [m], efc_J (nJ),
               efc_KBIP (nefc, 4), efc_pos (nefc), efc_margin (nefc)
               qvel (nv) [m/s, rad/s], and what mj_fwdPosition writes
    Writes     ten_velocity (ntendon) [m/s, rad/s], actuator_velocity (nout),
               flexedge_velocity (nflexedge) [m/s], cvel (nbody, 6) [rad/s, m/s], cdof_dot (nv, 6),
               qfrc_bias (nv) [N, N m], qfrc_spring (nv) [N, N m], qfrc_damper (nv) [N, N m],
               qfrc_gravcomp (nv) [N, N m], qfrc_fluid (nv) [N, N m], qfrc_adhesion (nv) [N, N m],
               qfrc_passive (nv) [N, N m], efc_vel (nefc), efc_aref (nefc)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what mjcb_passive raises
    Source     API / Subcomponents; Computation / Simulation pipeline
    """

def mj_geomDistance(m: MjModel, d: MjData, geom1: SupportsIndex, geom2: SupportsIndex, distmax: SupportsFloat, fromto: npt.NDArray[np.float64] | None) -> float:
    """Return the signed distance of two geoms and the segment between their nearest points.

    The result between planes and height fields is distmax.

    Arguments  m        MjModel: the model
               d        MjData: the state of m, and what is computed from it
               geom1    int, 0 to ngeom - 1: id of the first geom
               geom2    int, 0 to ngeom - 1: id of the second geom
               distmax  float [m]: maximum distance
               fromto   writable float64, 6 elements of any shape [m] or None: nearest points on geom1 and
                        geom2, world frame; 0: distance exceeds distmax
    Returns    the distance [m], negative where the geoms overlap, at most distmax
    Reads      geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: geom1 is not in 0 to ngeom - 1
               IndexError: geom2 is not in 0 to ngeom - 1
    Source     API / mj_geomDistance; Computation / Collision detection
    """

def mj_getCache() -> AssetCache:
    """Return the process-wide cache of decoded meshes, textures and height fields.

    Returns    the cache, for the functions of this group
    Source     API / Parse and compile, Save and load, Printing, Asset cache
    """

def mj_getCacheCapacity(cache: AssetCache) -> int:
    """Return the capacity of the cache.

    Arguments  cache  asset cache: asset cache from mj_getCache
    Returns    the capacity [bytes]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Parse and compile, Save and load, Printing, Asset cache
    """

def mj_getCacheSize(cache: AssetCache) -> int:
    """Return the size of the cached assets.

    Arguments  cache  asset cache: asset cache from mj_getCache
    Returns    the size [bytes]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Parse and compile, Save and load, Printing, Asset cache
    """

def mj_getState(m: MjModel, d: MjData, state: npt.NDArray[np.float64], sig: SupportsIndex) -> None:
    """Copy components of the state of d into a vector.

    Arguments  m      MjModel: the model
               d      MjData: the state of m, and what is computed from it
               state  writable float64 (n): concatenated state components, mj_stateSize(m, sig) elements, units
                      as in d
               sig    int: state components, bits of mjtState
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               gelenk.FatalError: sig is not a union of mjtState bits
               TypeError: the length of state is not mj_stateSize(m, sig)
    Source     API / mj_getState; Computation / The State
    """

def mj_getTotalmass(m: MjModel) -> float:
    """Return the total mass of all bodies.

    Arguments  m  MjModel: the model
    Returns    the mass [kg]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_getTotalmass
    """

def mj_id2name(m: MjModel, type: SupportsIndex, id: SupportsIndex) -> str:
    """Return the name of an object, given its id.

    Arguments  m     MjModel: the model
               type  int: object type (mjtObj)
               id    int: object id
    Returns    the name, None where the object has none or does not exist
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_id2name
    """

def mj_implicit(m: MjModel, d: MjData) -> None:
    """Advance by a timestep h, implicit in velocity: option.integrator says whether as implicit or implicitfast.

    (M - h qDeriv) a = qfrc_smooth + qfrc_constraint,  qvel += h a,  qpos += h qvel

    implicitfast leaves out the derivatives of Coriolis forces, and symmetrizes.

    qLU is written for implicit, qH and qHDiagInv for implicitfast; sensordata, and what sensors ask for, where one is
    delayed.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      plastic (nplastic) [m, rad], qpos (nq) [m, rad], qvel (nv) [m/s, rad/s], act (na), time [s],
               qfrc_smooth (nv) [N, N m], qfrc_constraint (nv) [N, N m], M (nC) [kg, kg m^2], act_dot (na),
               qacc (nv) [m/s^2, rad/s^2], ctrl (nu), actuator_moment (nJmom), cdof (nv, 6),
               cvel (nbody, 6) [rad/s, m/s], flexedge_J (nJfe), subtree_com (nbody, 3) [m], ten_J (ntendon, nv),
               ximat (nbody, 9), xipos (nbody, 3) [m], geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9),
               actuator_force (nout), history (nhistory), sensordata (nsensordata)
    Writes     flg_energypos, flg_energyvel, flg_subtreevel, flg_rnepost, time [s], energy (2) [J],
               qpos (nq) [m, rad], qvel (nv) [m/s, rad/s], act (na), history (nhistory),
               plastic (nplastic) [m, rad], qacc_warmstart (nv) [m/s^2, rad/s^2], sensordata (nsensordata),
               subtree_linvel (nbody, 3) [m/s], subtree_angmom (nbody, 3) [kg m^2/s],
               cacc (nbody, 6) [rad/s^2, m/s^2], cfrc_int (nbody, 6) [N m, N], cfrc_ext (nbody, 6) [N m, N],
               qDeriv (nD) [N s/m, N m s/rad], qLU (nD), qH (nC), qHDiagInv (nv)
    Calls      plugins, for plugin_state
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Numerical integration
    """

def mj_initCtrlHistory(m: MjModel, d: MjData, id: SupportsIndex, times: _Numbers | None, values: _Numbers) -> None:
    """Fill the control history of an actuator; values (n), in later releases (n, ctrlnum).

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               id      int, 0 to nactuator - 1: actuator id
               times   float64 (n) [s] or None: sample times, ascending; None: times in the history buffer
               values  float64 (n): control samples, oldest first, nsample times ctrlnum elements, units as in
                       ctrl
    Writes     history (nhistory)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: id is not in 0 to nactuator - 1
               TypeError: the actuator has no history, or times and values do not have one element per sample
               ValueError: times are not finite and ascending
    Source     API / mj_initCtrlHistory; XML reference / actuator / delay
    """

def mj_initSensorHistory(m: MjModel, d: MjData, id: SupportsIndex, times: _Numbers | None, values: _Matrix, phase: SupportsFloat) -> None:
    """Fill the history of a sensor and set the time of its last computation.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               id      int, 0 to nsensor - 1: sensor id
               times   float64 (n) [s] or None: sample times, ascending; None: times in the history buffer
               values  float64 (m, n): reading samples, oldest first, (nsample, m.sensor_dim[id]), units as in
                       sensordata
               phase   float [s]: time of the last sensor evaluation
    Writes     history (nhistory)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: id is not in 0 to nsensor - 1
               TypeError: the sensor has no history, or times and values do not have one row per sample
               ValueError: times are not finite and ascending
    Source     API / mj_initSensorHistory; XML reference / sensor / interval
    """

def mj_insideSite(m: MjModel, d: MjData, siteid: SupportsIndex, point: _Numbers) -> int:
    """Return 1 if a point is inside of the volume of a site, else 0.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               siteid  int: site id
               point   float64 (3) [m]: point in the world frame
    Returns    1 or 0
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: there is no such site
    Source     API / mj_insideSite; XML reference / sensor / insidesite
    """

def mj_integratePos(m: MjModel, qpos: npt.NDArray[np.float64], qvel: _Numbers, dt: SupportsFloat) -> None:
    """Integrate a configuration with a constant velocity (inverse of mj_differentiatePos).

    qpos = qpos + qvel dt, where quaternions are rotated by the rotation vector (angular velocity) dt

    Arguments  m     MjModel: the model
               qpos  writable float64 (nq) [m, rad]: joint positions, integrated in place
               qvel  float64 (nv) [m/s, rad/s]: joint velocities; angular velocities of free and ball joints in
                     the local frame
               dt    float [s]: time interval
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_integratePos; Computation / Floating objects
    """

def mj_invConstraint(m: MjModel, d: MjData) -> None:
    """The forces of constraints at a given acceleration: their law in closed form, without a solver.

    efc_force = -ds/djar,  jar = J qacc - efc_aref

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qacc (nv) [m/s^2, rad/s^2], efc_J (nJ), efc_type (nefc), efc_D (nefc), efc_R (nefc),
               efc_aref (nefc), efc_frictionloss (nefc), contact (ncon)
    Writes     qfrc_constraint (nv) [N, N m], efc_state (nefc), efc_force (nefc)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Inverse dynamics
    """

def mj_invPosition(m: MjModel, d: MjData) -> None:
    """The position part of inverse dynamics, which is that of forward dynamics: see mj_fwdPosition.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq)
    Writes     what mj_fwdPosition writes
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a contact filter raises
    Source     API / Subcomponents; Computation / Simulation pipeline
    """

def mj_invVelocity(m: MjModel, d: MjData) -> None:
    """The velocity part of inverse dynamics, which is that of forward dynamics: see mj_fwdVelocity.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qvel (nv) [m/s, rad/s], and what mj_invPosition writes
    Writes     what mj_fwdVelocity writes
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what mjcb_passive raises
    Source     API / Subcomponents; Computation / Simulation pipeline
    """

def mj_inverse(m: MjModel, d: MjData) -> None:
    """Inverse dynamics: the forces that make a given acceleration.

    qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint

    Where invdiscrete is enabled, qacc is that of a discrete step: (next qvel - qvel) / timestep.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq), qvel (nv), qacc (nv) [m/s^2, rad/s^2], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4)
    Writes     qfrc_inverse (nv) [N, N m], and everything on the way to it
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a callback raises
    Source     API / mj_inverse; Computation / Simulation pipeline / Inverse dynamics
    """

def mj_inverseSkip(m: MjModel, d: MjData, skipstage: SupportsIndex, skipsensor: SupportsIndex) -> None:
    """Run inverse dynamics without the stages that are still valid, as in finite differences.

    Arguments  m           MjModel: the model
               d           MjData: the state of m, and what is computed from it
               skipstage   int: last pipeline stage whose results are valid (mjtStage)
               skipsensor  int: nonzero: skip sensors and energy
    Reads      the inputs of mj_inverse, and the results of the stages up to skipstage
    Writes     the results of mj_inverse, except those of the stages up to skipstage
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a callback raises
    Source     API / mj_inverseSkip
    """

def mj_isDual(m: MjModel) -> int:
    """Return whether the solver works on constraint forces and so needs d.efc_AR.

    Arguments  m  MjModel: the model
    Returns    1: the solver is PGS, or noslip_iterations is positive; 0: otherwise
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_isDual; XML reference / option / solver
    """

def mj_isPyramidal(m: MjModel) -> int:
    """Return whether friction cones are pyramidal.

    Arguments  m  MjModel: the model
    Returns    1: pyramidal, 0: elliptic
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_isPyramidal; XML reference / option / cone
    """

def mj_isSparse(m: MjModel) -> int:
    """Return whether d.efc_J is sparse: option.jacobian, or nv where that is auto.

    Arguments  m  MjModel: the model
    Returns    1: by rows of nonzeros, 0: dense
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_isSparse; XML reference / option / jacobian
    """

def mj_island(m: MjModel, d: MjData) -> None:
    """The islands of the constraint rows at hand: components of the graph of trees and constraints.

    The fields are also made when they are read, so there is no need to call this.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      efc_J (nJ), efc_type (nefc), efc_id (nefc), efc_D (nefc), efc_R (nefc), efc_aref (nefc),
               efc_frictionloss (nefc), efc_force (nefc), efc_state (nefc), M (nC) [kg, kg m^2], qLD (nC),
               qLDiagInv (nv), qacc (nv) [m/s^2, rad/s^2], qacc_smooth (nv) [m/s^2, rad/s^2],
               qfrc_smooth (nv) [N, N m], qfrc_constraint (nv) [N, N m]
    Writes     nisland, nidof, tree_island (ntree), dof_island (nv), map_itree2tree (ntree), map_dof2idof (nv),
               map_idof2dof (nv), efc_J_rowsuper (nefc), island_ntree (nisland), island_itreeadr (nisland),
               island_nv (nisland), island_idofadr (nisland), island_dofadr (nisland), island_ne (nisland),
               island_nf (nisland), island_nefc (nisland), island_iefcadr (nisland), efc_island (nefc),
               map_efc2iefc (nefc), map_iefc2efc (nefc), ifrc_smooth (nidof) [N, N m],
               iacc_smooth (nidof) [m/s^2, rad/s^2], iM_rownnz (nidof), iM_rowadr (nidof), iM_colind (nC),
               iM (nC), iLD (nC), iLDiagInv (nidof), iacc (nidof) [m/s^2, rad/s^2],
               ifrc_constraint (nidof) [N, N m], iefc_type (nefc), iefc_id (nefc), iefc_J_rownnz (nefc),
               iefc_J_rowadr (nefc), iefc_J_rowsuper (nefc), iefc_J_colind (nJ), iefc_J (nJ),
               iefc_frictionloss (nefc), iefc_D (nefc), iefc_R (nefc), iefc_aref (nefc), iefc_state (nefc),
               iefc_force (nefc)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Constraint solver
    """

def mj_jac(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: _Numbers, body: SupportsIndex) -> None:
    """Compute the Jacobians of a point fixed to a body.

    velocity of the point = jacp qvel,  angular velocity of the body = jacr qvel

    Arguments  m      MjModel: the model
               d      MjData: the state of m, and what is computed from it
               jacp   writable float64 (3, nv) [m/s per qvel] or None: Jacobian of the point position, world
                      frame
               jacr   writable float64 (3, nv) [rad/s per qvel] or None: rotational Jacobian, world frame
               point  float64 (3) [m]: point fixed to the body, world frame
               body   int, 0 to nbody - 1: body id
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_jac; Computation / General framework / Kinematic Jacobians
    """

def mj_jacBody(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None:
    """Compute the Jacobians of the origin of a body frame: mj_jac at d.xpos[body].

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               jacp  writable float64 (3, nv) [m/s per qvel] or None: Jacobian of the point position, world
                     frame
               jacr  writable float64 (3, nv) [rad/s per qvel] or None: rotational Jacobian, world frame
               body  int, 0 to nbody - 1: body id
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m], xpos (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_jacBody
    """

def mj_jacBodyCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None:
    """Compute the Jacobians of the center of mass of a body: mj_jac at d.xipos[body].

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               jacp  writable float64 (3, nv) [m/s per qvel] or None: Jacobian of the point position, world
                     frame
               jacr  writable float64 (3, nv) [rad/s per qvel] or None: rotational Jacobian, world frame
               body  int, 0 to nbody - 1: body id
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m], xipos (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_jacBodyCom
    """

def mj_jacDot(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, point: _Numbers, body: SupportsIndex) -> None:
    """Compute the time derivatives of the Jacobians of mj_jac at the current velocity.

    acceleration of the point = jacp_dot qvel + jacp qacc

    Arguments  m      MjModel: the model
               d      MjData: the state of m, and what is computed from it
               jacp   writable float64 (3, nv) [m/s^2 per qvel] or None: time derivative of the Jacobian jacp
               jacr   writable float64 (3, nv) [rad/s^2 per qvel] or None: time derivative of the Jacobian jacr
               point  float64 (3) [m]: point fixed to the body, world frame
               body   int, 0 to nbody - 1: body id
    Reads      cdof (nv, 6), cdof_dot (nv, 6), cvel (nbody, 6) [rad/s, m/s], subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_jacDot
    """

def mj_jacGeom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, geom: SupportsIndex) -> None:
    """Compute the Jacobians of the center of a geom: mj_jac at d.geom_xpos[geom].

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               jacp  writable float64 (3, nv) [m/s per qvel] or None: Jacobian of the point position, world
                     frame
               jacr  writable float64 (3, nv) [rad/s per qvel] or None: rotational Jacobian, world frame
               geom  int, 0 to ngeom - 1: geom id
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m], geom_xpos (ngeom, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: geom is not in 0 to ngeom - 1
    Source     API / mj_jacGeom
    """

def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: npt.NDArray[np.float64] | None, jacAxis: npt.NDArray[np.float64] | None, point: _Numbers, axis: _Numbers, body: SupportsIndex) -> None:
    """Compute the Jacobians of a point and of a unit vector, both fixed to a body.

    rate of change of the axis = jacAxis qvel = angular velocity x axis

    Arguments  m         MjModel: the model
               d         MjData: the state of m, and what is computed from it
               jacPoint  writable float64 (3, nv) [m/s per qvel] or None: Jacobian of the point position, world
                         frame
               jacAxis   writable float64 (3, nv) [1/s per qvel] or None: Jacobian of the axis, world frame
               point     float64 (3) [m]: point fixed to the body, world frame
               axis      float64 (3) [1]: unit vector fixed to the body, world frame
               body      int, 0 to nbody - 1: body id
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_jacPointAxis
    """

def mj_jacSite(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, jacr: npt.NDArray[np.float64] | None, site: SupportsIndex) -> None:
    """Compute the Jacobians of a site: mj_jac at d.site_xpos[site].

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               jacp  writable float64 (3, nv) [m/s per qvel] or None: Jacobian of the point position, world
                     frame
               jacr  writable float64 (3, nv) [rad/s per qvel] or None: rotational Jacobian, world frame
               site  int, 0 to nsite - 1: site id
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m], site_xpos (nsite, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: site is not in 0 to nsite - 1
    Source     API / mj_jacSite
    """

def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: npt.NDArray[np.float64] | None, body: SupportsIndex) -> None:
    """Compute the Jacobian of the center of mass of a subtree; NaN if its mass is zero.

    jacp = sum of mass[b] (Jacobian of xipos[b]) over the bodies b of the subtree / body_subtreemass[body]

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               jacp  writable float64 (3, nv) [m/s per qvel] or None: Jacobian of the point position, world
                     frame
               body  int, 0 to nbody - 1: id of the root body of the subtree
    Reads      cdof (nv, 6), subtree_com (nbody, 3) [m], xipos (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_jacSubtreeCom
    """

def mj_kinematics(m: MjModel, d: MjData) -> None:
    """Poses of all bodies, inertial frames, joints, geoms and sites.

    Quaternions are normalized as they are read; those in qpos stay as they are.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4)
    Writes     ntree_awake, nbody_awake, nparent_awake, nv_awake, tree_asleep (ntree), tree_awake (ntree),
               body_awake (nbody), body_awake_ind (nbody), parent_awake_ind (nbody), dof_awake_ind (nv),
               xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9), xipos (nbody, 3) [m], ximat (nbody, 9),
               xanchor (njnt, 3) [m], xaxis (njnt, 3), geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9),
               site_xpos (nsite, 3) [m], site_xmat (nsite, 9)
    Frame      world; matrices by rows
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / Subcomponents; Computation / Simulation pipeline
    """

def mj_loadAllPluginLibraries(directory: str | bytes) -> None:
    """Import the Python modules of a folder, except those whose names begin with _.

    Arguments  directory  str: directory of plugin modules
    Warns      in the log, if the folder does not exist, and for native libraries, which are skipped
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.Error: an import fails
    Source     API / mj_loadAllPluginLibraries
    """

def mj_loadPluginLibrary(path: str | bytes) -> None:
    """Import a Python module that registers plugins.

    The libraries of the first-party plugins are accepted without effect, since these plugins are built in.

    Arguments  path  str: Python module that calls register_plugin
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.Error: there is no such module, its import fails, or path is a native library
    Source     API / mj_loadPluginLibrary
    """

def mj_loadTexture(m: MjModel, id: SupportsIndex) -> tuple[npt.NDArray[np.uint8], int]:
    """Return the pixels of a texture, decoded from its file if it is by reference.

    Arguments  m   MjModel: the model
               id  int: texture id
    Returns    (pixels (height, width, nchannel) uint8, color space: mjtColorSpace)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: there is no such texture
               gelenk.Error (a ValueError): its file cannot be read or decoded
    Source     API / mj_loadTexture; XML reference / asset / texture (embed)
    """

def mj_local2Global(d: MjData, xpos: npt.NDArray[np.float64], xmat: npt.NDArray[np.float64], pos: _Numbers, quat: _Numbers, body: SupportsIndex, sameframe: SupportsIndex) -> None:
    """Convert a pose given in a body frame to the world frame.

    xpos = d.xpos[body] + d.xmat[body] pos,  xmat = rotation matrix of d.xquat[body] quat

    If sameframe marks the position or orientation as that of the body frame or its inertial frame, the value of that
    frame is used in place of pos or quat.

    Arguments  d          MjData: the state of m, and what is computed from it
               xpos       writable float64 (3) [m]: position, world frame
               xmat       writable float64 (9) [1]: rotation matrix, row-major, world frame
               pos        float64 (3) [m]: position in the body frame
               quat       float64 (4) [1]: orientation in the body frame
               body       int, 0 to nbody - 1: body id
               sameframe  int: coincidence with a frame of the body (mjtSameFrame); 0: none
    Reads      xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9), xipos (nbody, 3) [m], ximat (nbody, 9)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               IndexError: body is not in 0 to nbody - 1
    Source     API / mj_local2Global
    """

def mj_makeConstraint(m: MjModel, d: MjData) -> None:
    """Rows of equalities, friction loss, limits and contacts: Jacobian, position, impedance, regularization.

    R = (1 - d) / d diagApprox, where d is the impedance at the position of the row

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9), site_xpos (nsite, 3) [m],
               qpos (nq) [m, rad], ten_length (ntendon) [m, rad], ten_J (ntendon, nv), cdof (nv, 6),
               subtree_com (nbody, 3) [m], eq_active (neq), contact (ncon), flexedge_length (nflexedge) [m],
               flexedge_J (nJfe), flexvert_xpos (nflexvert, 3) [m], flexvert_length (nflexvert, 2) [m],
               flexvert_J (nJfv, 2)
    Writes     parena, maxuse_arena [bytes], maxuse_con, maxuse_efc, ne, nf, nl, nefc, nJ, nA, nisland,
               tendon_efcadr (ntendon), contact (ncon), efc_type (nefc), efc_id (nefc), efc_J_rownnz (nefc),
               efc_J_rowadr (nefc), efc_J_colind (nJ), efc_J (nJ), efc_pos (nefc), efc_margin (nefc),
               efc_frictionloss (nefc), efc_diagApprox (nefc), efc_KBIP (nefc, 4), efc_D (nefc), efc_R (nefc)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Constraint model
    """

def mj_makeM(m: MjModel, d: MjData) -> None:
    """The inertia matrix in joint space, by mj_crb, with the armature of tendons; in both layouts.

    M += armature ten_J' ten_J

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      cinert (nbody, 10) [kg m^2, kg m, kg], cdof (nv, 6), ten_J (ntendon, nv)
    Writes     crb (nbody, 10) [kg m^2, kg m, kg], M (nC) [kg, kg m^2], qM (nM) [kg, kg m^2]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_makeM; XML reference / tendon / spatial / armature
    """

def mj_maxContact(m: MjModel, g1: SupportsIndex, g2: SupportsIndex, has_margin: SupportsIndex) -> int:
    """Return the largest number of contacts that two geoms can have.

    The number depends on the types of both geoms and on the flags multiccd and nativeccd, not on margins.

    Arguments  m           MjModel: the model
               g1          int: id of the first geom
               g2          int: id of the second geom
               has_margin  int: whether the geoms have a margin; -1: as in the model
    Returns    the number; 0 where the geoms never collide, or where there is no such geom
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_maxContact
    """

def mj_mulJacTVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Multiply constraint forces by the transposed Jacobian, giving dof forces.

    res = J' vec

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               res  writable float64 (nv): product, unit of vec times that of efc_J
               vec  float64 (nefc): constraint-space vector, any unit
    Reads      efc_J (nJ)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_mulJacTVec
    """

def mj_mulJacVec(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Multiply dof velocities by the constraint Jacobian, giving constraint velocities.

    res = J vec

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               res  writable float64 (nefc): product, unit of vec times that of efc_J
               vec  float64 (nv): joint-space vector, any unit
    Reads      efc_J (nJ)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_mulJacVec
    """

def mj_mulM(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Multiply by the inertia matrix.

    res = M vec

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               res  writable float64 (nv): product, units of vec times kg or kg m^2
               vec  float64 (nv): joint-space vector, any unit
    Reads      M (nC) [kg, kg m^2]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_mulM
    """

def mj_mulM2(m: MjModel, d: MjData, res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Multiply by a square root of the inertia matrix, from its factor M = L' D L.

    res = D^(1/2) L vec, so that res . res = vec . M vec

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               res  writable float64 (nv): product, units of vec times the square root of kg or kg m^2
               vec  float64 (nv): joint-space vector, any unit
    Reads      qLD (nC)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_mulM2
    """

def mj_multiRay(m: MjModel, d: MjData, pnt: _Numbers, vec: _Numbers, geomgroup: _Numbers | None, flg_static: SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.int32], dist: npt.NDArray[np.float64], normal: npt.NDArray[np.float64] | None, nray: SupportsIndex, cutoff: SupportsFloat) -> None:
    """Find the first geoms along many rays from one point, faster than ray by ray.

    A geom whose bounding sphere lies beyond cutoff, or a plane farther than cutoff from pnt, is ignored.

    Arguments  m            MjModel: the model
               d            MjData: the state of m, and what is computed from it
               pnt          float64 (3) [m]: ray origin, world frame
               vec          float64 (3*nray) [m]: ray directions, concatenated, nonzero, world frame
               geomgroup    uint8 (6) or None: mask of the 6 geom groups to intersect; None: all groups
               flg_static   int: 0: exclude geoms of static bodies
               bodyexclude  int: id of a body whose geoms are excluded; -1: none
               geomid       writable int32 (nray): id of the geom hit by each ray; -1: no hit
               dist         writable float64 (nray) [1]: distance in lengths of the ray direction; -1: no hit
               normal       writable float64 (3*nray) [1] or None: surface normals, concatenated, world frame;
                            0: no hit
               nray         int: number of rays
               cutoff       float [m]: distance of bounding spheres beyond which geoms are excluded
    Reads      geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: a direction is zero
    Source     API / mj_multiRay
    """

def mj_name2id(m: MjModel, type: SupportsIndex, name: str | bytes) -> int:
    """Return the id of an object, given its name.

    Arguments  m     MjModel: the model
               type  int: object type (mjtObj)
               name  str: object name
    Returns    the id, -1 where there is no such object
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_name2id
    """

def mj_normalizeQuat(m: MjModel, qpos: npt.NDArray[np.float64]) -> None:
    """Normalize all quaternions of a configuration.

    Arguments  m     MjModel: the model
               qpos  writable float64 (nq) [m, rad]: joint positions, normalized in place
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_normalizeQuat
    """

def mj_objectAcceleration(m: MjModel, d: MjData, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: SupportsIndex) -> None:
    """Compute the angular and linear acceleration of an object, in world or local axes.


    The linear part contains -gravity, as an accelerometer measures it; that of objects fixed to the world is zero.
    mj_rnePostConstraint must have run, as it does if the model has acceleration or force sensors.

    Arguments  m          MjModel: the model
               d          MjData: the state of m, and what is computed from it
               objtype    int: object type (mjtObj): body, xbody, geom, site or camera
               objid      int: object id
               res        writable float64 (6) [rad/s^2, m/s^2]: angular, then linear acceleration, at the
                          center of the object
               flg_local  int: 0: world axes, 1: axes of the object
    Reads      cacc (nbody, 6) [rad/s^2, m/s^2], cvel (nbody, 6) [rad/s, m/s], subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: objects of type objtype have no frame
               IndexError: there is no such object
    Source     API / mj_objectAcceleration
    """

def mj_objectVelocity(m: MjModel, d: MjData, objtype: SupportsIndex, objid: SupportsIndex, res: npt.NDArray[np.float64], flg_local: SupportsIndex) -> None:
    """Compute the angular and linear velocity of an object, in world or local axes.

    Arguments  m          MjModel: the model
               d          MjData: the state of m, and what is computed from it
               objtype    int: object type (mjtObj): body, xbody, geom, site or camera
               objid      int: object id
               res        writable float64 (6) [rad/s, m/s]: angular, then linear velocity, at the center of
                          the object
               flg_local  int: 0: world axes, 1: axes of the object
    Reads      cvel (nbody, 6) [rad/s, m/s], subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: objects of type objtype have no frame
               IndexError: there is no such object
    Source     API / mj_objectVelocity
    """

def mj_passive(m: MjModel, d: MjData) -> None:
    """Forces of springs, dampers, the medium and gravity compensation, of flexes and passive plugins.

    qfrc_passive = qfrc_spring + qfrc_damper + qfrc_fluid + qfrc_gravcomp that no actuator does

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      plastic (nplastic) [m, rad], qpos (nq) [m, rad], qvel (nv) [m/s, rad/s],
               ten_length (ntendon) [m, rad], ten_J (ntendon, nv), ten_velocity (ntendon) [m/s, rad/s],
               xipos (nbody, 3) [m], ximat (nbody, 9), geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9),
               cvel (nbody, 6) [rad/s, m/s], cdof (nv, 6), subtree_com (nbody, 3) [m], efc_J (nJ),
               contact (ncon), flexedge_length (nflexedge) [m], flexedge_J (nJfe),
               flexedge_velocity (nflexedge) [m/s]
    Writes     qfrc_spring (nv) [N, N m], qfrc_damper (nv) [N, N m], qfrc_gravcomp (nv) [N, N m],
               qfrc_fluid (nv) [N, N m], qfrc_adhesion (nv) [N, N m], qfrc_passive (nv) [N, N m]
    Calls      mjcb_passive, which may add to qfrc_passive
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Passive forces
    """

def mj_printData(m: MjModel, d: MjData, filename: str | bytes) -> None:
    """Write the state and all computed fields to a text file.

    Arguments  m         MjModel: the model
               d         MjData: the state of m, and what is computed from it
               filename  str: file path
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               gelenk.Error: the file cannot be written
    Source     API / mj_printData
    """

def mj_printFormattedData(m: MjModel, d: MjData, filename: str | bytes, float_format: str | bytes) -> None:
    """Write the state and all computed fields to a text file, in a number format.

    Arguments  m             MjModel: the model
               d             MjData: the state of m, and what is computed from it
               filename      str: file path
               float_format  str: printf format of floating-point values, such as "%.3g"
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: float_format is not a format of one float
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedData
    """

def mj_printFormattedModel(m: MjModel, filename: str | bytes, float_format: str | bytes) -> None:
    """Write sizes, options and arrays of a model to a text file, in a number format.

    Arguments  m             MjModel: the model
               filename      str: file path
               float_format  str: printf format of floating-point values, such as "%.3g"
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: float_format is not a format of one float
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedModel
    """

def mj_printFormattedScene(s: MjvScene, filename: str | bytes, float_format: str | bytes) -> None:
    """Write a scene to a text file, in a number format.

    Arguments  s             MjvScene: scene
               filename      str: file path
               float_format  str: printf format of floating-point values, such as "%.3g"
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: float_format is not a format of one float
               gelenk.Error: the file cannot be written
    Source     API / mj_printFormattedScene
    """

def mj_printModel(m: MjModel, filename: str | bytes) -> None:
    """Write sizes, options and arrays of a model to a text file.

    Arguments  m         MjModel: the model
               filename  str: file path
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.Error: the file cannot be written
    Source     API / mj_printModel
    """

def mj_printScene(s: MjvScene, filename: str | bytes) -> None:
    """Write a scene to a text file; flexes and skins by their addresses.

    Arguments  s         MjvScene: scene
               filename  str: file path
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.Error: the file cannot be written
    Source     API / mj_printScene
    """

def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """Return the MJCF schema: elements, their cardinality and their attributes.

    Arguments  flg_html  bool: 1: HTML, 0: text
               flg_pad   bool: 1: columns of equal width
    Returns    the text, or HTML
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_printSchema; XML reference / XML schema
    """

def mj_projectConstraint(m: MjModel, d: MjData) -> None:
    """Compute the inverse inertia in constraint space, which dual solvers need.

    efc_AR = J M^-1 J' + diag(R), computed only if the solver is PGS or noslip_iterations is positive

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      efc_J (nJ), efc_R (nefc), qLD (nC), qLDiagInv (nv)
    Writes     parena, maxuse_arena [bytes], maxuse_con, maxuse_efc, nA, efc_AR_rownnz (nefc),
               efc_AR_rowadr (nefc), efc_AR_colind (nA), efc_AR (nA)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Constraint solver / Dual problem
    """

def mj_ray(m: MjModel, d: MjData, pnt: _Numbers, vec: _Numbers, geomgroup: _Numbers | None, flg_static: SupportsIndex, bodyexclude: SupportsIndex, geomid: npt.NDArray[np.int32] | None, normal: npt.NDArray[np.float64] | None = ...) -> float:
    """Find the first geom along a ray.

    Arguments  m            MjModel: the model
               d            MjData: the state of m, and what is computed from it
               pnt          float64 (3) [m]: ray origin, world frame
               vec          float64 (3) [m]: ray direction, nonzero, world frame
               geomgroup    uint8 (6) or None: mask of the 6 geom groups to intersect; None: all groups
               flg_static   int: 0: exclude geoms of static bodies
               bodyexclude  int: id of a body whose geoms are excluded; -1: none
               geomid       writable int32 (1) or None: id of the geom hit; -1: no hit
               normal       writable float64 (3) [1] or None: outward surface normal at the intersection, world
                            frame; 0: no hit
    Returns    the distance in lengths of vec, -1 without a hit
    Reads      geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: vec is zero
    Source     API / mj_ray
    """

def mj_rayFlex(m: MjModel, d: MjData, flex_layer: SupportsIndex, flg_vert: SupportsIndex, flg_edge: SupportsIndex, flg_face: SupportsIndex, flg_skin: SupportsIndex, flexid: SupportsIndex, pnt: _Numbers, vec: _Numbers, vertid: npt.NDArray[np.int32] | None = ..., normal: npt.NDArray[np.float64] | None = ...) -> float:
    """Intersect a ray with a flex.

    Arguments  m           MjModel: the model
               d           MjData: the state of m, and what is computed from it
               flex_layer  int: element layer of 3D flexes
               flg_vert    int: 1: intersect vertices, as spheres
               flg_edge    int: 1: intersect edges, as capsules
               flg_face    int: 1: intersect faces
               flg_skin    int: 1: intersect the skin: edges and faces
               flexid      int, 0 to nflex - 1: flex id
               pnt         float64 (3) [m]: ray origin, world frame
               vec         float64 (3) [m]: ray direction, nonzero, world frame
               vertid      writable int32 (1) or None: id of the vertex nearest to the intersection
               normal      writable float64 (3) [1] or None: outward surface normal at the intersection, world
                           frame; 0: no hit
    Returns    the distance in lengths of vec, -1 without a hit
    Reads      flexvert_xpos (nflexvert, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: flexid is not in 0 to nflex - 1
               ValueError: vec is zero
    Source     API / mj_rayFlex; Moeller and Trumbore 1997
    """

def mj_rayHfield(m: MjModel, d: MjData, geomid: SupportsIndex, pnt: _Numbers, vec: _Numbers, normal: npt.NDArray[np.float64] | None = ...) -> float:
    """Intersect a ray with a height field: its surface, sides and base.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               geomid  int, 0 to ngeom - 1: id of a geom of type hfield
               pnt     float64 (3) [m]: ray origin, world frame
               vec     float64 (3) [m]: ray direction, nonzero, world frame
               normal  writable float64 (3) [1] or None: outward surface normal at the intersection, world
                       frame; 0: no hit
    Returns    the distance in lengths of vec, -1 without a hit
    Reads      geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: geomid is not in 0 to ngeom - 1
               ValueError: vec is zero, or the geom is not a height field
    Source     API / mj_rayHfield
    """

def mj_rayMesh(m: MjModel, d: MjData, geomid: SupportsIndex, pnt: _Numbers, vec: _Numbers, normal: npt.NDArray[np.float64] | None = ...) -> float:
    """Intersect a ray with the triangles of a mesh.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               geomid  int, 0 to ngeom - 1: id of a geom of type mesh
               pnt     float64 (3) [m]: ray origin, world frame
               vec     float64 (3) [m]: ray direction, nonzero, world frame
               normal  writable float64 (3) [1] or None: outward surface normal at the intersection, world
                       frame; 0: no hit
    Returns    the distance in lengths of vec, -1 without a hit
    Reads      geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: geomid is not in 0 to ngeom - 1
               ValueError: vec is zero, or the geom is not a mesh
    Source     API / mj_rayMesh
    """

def mj_readCtrl(m: MjModel, d: MjData, id: SupportsIndex, time: SupportsFloat, interp: SupportsIndex) -> float:
    """Return the control of an actuator at a time, delayed by actuator_delay.

    Without a history (nsample 0) the result is d.ctrl[id]. A history is constant before its first and after its last
    sample. The form of later releases is ``mj_readCtrl(m, d, id, time, result, interp)``, which returns result, with an
    element for each control of the actuator.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               id      int, 0 to nactuator - 1: actuator id
               time    float [s]: time at which the delayed control is read
               interp  int: interpolation order; 0: zero-order hold, 1: linear, 2: cubic, -1: from the model
    Returns    the control, unit as d.ctrl[id]
    Reads      ctrl (nu), history (nhistory)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: id is not in 0 to nactuator - 1
               TypeError: the actuator has several controls, or none, so that the form of later releases is needed
    Source     API / mj_readCtrl; XML reference / actuator / delay
    """

def mj_readSensor(m: MjModel, d: MjData, id: SupportsIndex, time: SupportsFloat, result: npt.NDArray[np.float64], interp: SupportsIndex) -> npt.NDArray[np.float64]:
    """Return the reading of a sensor at a time, delayed by sensor_delay.

    Without a history (nsample 0) the result is the slice of d.sensordata.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               id      int, 0 to nsensor - 1: sensor id
               time    float [s]: time at which the delayed reading is read
               result  writable float64 (n): sensor reading, m.sensor_dim[id] elements, units as in sensordata
               interp  int: interpolation order; 0: zero-order hold, 1: linear, 2: cubic, -1: from the model
    Returns    result
    Reads      sensordata (nsensordata), history (nhistory)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: id is not in 0 to nsensor - 1
               TypeError: the size of result is not the dimension of the sensor
    Source     API / mj_readSensor; XML reference / sensor / delay
    """

def mj_referenceConstraint(m: MjModel, d: MjData) -> None:
    """Velocities and reference accelerations of constraint rows.

    efc_vel = J qvel,  efc_aref = -B efc_vel - K d (efc_pos - efc_margin), with K, B, d of efc_KBIP

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      efc_R (nefc), qvel (nv) [m/s, rad/s], efc_J (nJ), efc_KBIP (nefc, 4), efc_pos (nefc),
               efc_margin (nefc), contact (ncon)
    Writes     efc_vel (nefc), efc_aref (nefc)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Constraint model; Modeling / Solver parameters
    """

def mj_resetCallbacks() -> None:
    """Remove all callbacks set through set_mjcb_*; plugins stay registered.

    Source     API / mj_resetCallbacks
    """

def mj_resetCtrl(m: MjModel, d: MjData) -> None:
    """Set all controls to their neutral value: 0, and 1 0 0 0 for quaternions.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_resetCtrl
    """

def mj_resetData(m: MjModel, d: MjData) -> None:
    """Reset d to its initial state at time 0.

    qpos is m.qpos0, mocap poses and eq_active are those of the model, and everything else is zero.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_resetData
    """

def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: SupportsIndex) -> None:
    """Reset as mj_resetData, and fill computed fields with a byte to reveal early reads.

    Arguments  m            MjModel: the model
               d            MjData: the state of m, and what is computed from it
               debug_value  int: fill byte of computed values, 0 to 255
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: debug_value is not in 0 to 255
    Source     API / mj_resetDataDebug
    """

def mj_resetDataKeyframe(m: MjModel, d: MjData, key: SupportsIndex) -> None:
    """Reset, then load time, qpos, qvel, act, ctrl and mocap poses of a keyframe.

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               key  int: keyframe id; out of range: same as mj_resetData
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_resetDataKeyframe; XML reference / keyframe
    """

def mj_rne(m: MjModel, d: MjData, flg_acc: SupportsIndex, result: npt.NDArray[np.float64]) -> None:
    """Compute inverse dynamics without constraints, by the recursive Newton-Euler algorithm.

    result = M qacc + bias forces, or bias forces alone: Coriolis, centrifugal, gravity

    Arguments  m        MjModel: the model
               d        MjData: the state of m, and what is computed from it
               flg_acc  int: 1: include M qacc, 0: bias forces only
               result   writable float64 (nv) [N, N m]: joint-space forces
    Reads      qvel (nv) [m/s, rad/s], qacc (nv) [m/s^2, rad/s^2], cinert (nbody, 10) [kg m^2, kg m, kg],
               cvel (nbody, 6) [rad/s, m/s], cdof (nv, 6), cdof_dot (nv, 6)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / General framework; Featherstone 2008, ch. 5
    """

def mj_rnePostConstraint(m: MjModel, d: MjData) -> None:
    """Accelerations of bodies and the forces on them, constraints included.

    cacc[b] = cacc[parent] + sum over the dofs of b of cdof_dot qvel + cdof qacc
    cfrc_int[b] = I a + v x* I v - cfrc_ext[b] + sum of cfrc_int of the children

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qvel (nv) [m/s, rad/s], qacc (nv) [m/s^2, rad/s^2], efc_force (nefc), contact (ncon),
               xfrc_applied (nbody, 6) [N, N m], xipos (nbody, 3) [m], cinert (nbody, 10) [kg m^2, kg m, kg],
               cvel (nbody, 6) [rad/s, m/s], cdof (nv, 6), cdof_dot (nv, 6), subtree_com (nbody, 3) [m],
               xpos (nbody, 3) [m], xmat (nbody, 9), site_xpos (nsite, 3) [m]
    Writes     flg_rnepost, cacc (nbody, 6) [rad/s^2, m/s^2], cfrc_int (nbody, 6) [N m, N],
               cfrc_ext (nbody, 6) [N m, N]
    Frame      world axes, about subtree_com of the root body; rotation before translation; cacc contains -gravity
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_rnePostConstraint; Featherstone 2008, ch. 5
    """

def mj_saveLastXML(filename: str | bytes, m: MjModel) -> None:
    """Save the model that was read last as MJCF, updated with the values of m.

    Arguments  filename  str: file path; empty: standard output
               m         MjModel: model of the last XML compilation
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: no model has been read yet, or m is not the model read last
               gelenk.Error: MJCF cannot express the model, or the file cannot be written
    Source     API / mj_saveLastXML
    """

def mj_saveModel(m: MjModel, filename: str | bytes | None = ..., buffer: npt.NDArray[np.uint8] | None = ...) -> None:
    """Save a model in binary form to a file or buffer; MjModel.from_binary_path reads it.

    Arguments  m         MjModel: the model
               filename  str or None: file path; None: write to buffer
               buffer    writable uint8 (n) or None: at least mj_sizeModel(m) bytes; None: write to file
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: neither file nor buffer is given, or the buffer is too small
               gelenk.Error: the file cannot be written
    Source     API / mj_saveModel
    """

def mj_sensorAcc(m: MjModel, d: MjData) -> None:
    """Readings of sensors that depend on accelerations and forces. Where sensors are disabled, they stay as they are.

    mj_rnePostConstraint is run where a sensor needs it and no earlier stage has run it.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      actuator_force (nout), qfrc_actuator (nv) [N, N m], efc_force (nefc), contact (ncon),
               cacc (nbody, 6) [rad/s^2, m/s^2], cfrc_int (nbody, 6) [N m, N], cvel (nbody, 6) [rad/s, m/s],
               xpos (nbody, 3) [m], site_xpos (nsite, 3) [m], site_xmat (nsite, 9), subtree_com (nbody, 3) [m]
    Writes     flg_rnepost, sensordata (nsensordata), cacc (nbody, 6) [rad/s^2, m/s^2],
               cfrc_int (nbody, 6) [N m, N], cfrc_ext (nbody, 6) [N m, N]
    Calls      mjcb_sensor, sensor plugins
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     XML reference / sensor
    """

def mj_sensorPos(m: MjModel, d: MjData) -> None:
    """Readings of sensors that depend on positions. Where sensors are disabled, they stay as they are.

    Energies are computed where a sensor needs them and no earlier stage has computed them.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad], time [s], xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9),
               xipos (nbody, 3) [m], ximat (nbody, 9), geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9),
               site_xpos (nsite, 3) [m], site_xmat (nsite, 9), cam_xpos (ncam, 3) [m], cam_xmat (ncam, 9),
               subtree_com (nbody, 3) [m], energy (2) [J], ten_length (ntendon) [m, rad], actuator_length (nout),
               efc_pos (nefc), efc_margin (nefc)
    Writes     flg_energypos, flg_energyvel, energy (2) [J], sensordata (nsensordata)
    Calls      mjcb_sensor, sensor plugins
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     XML reference / sensor
    """

def mj_sensorVel(m: MjModel, d: MjData) -> None:
    """Readings of sensors that depend on velocities. Where sensors are disabled, they stay as they are.

    mj_subtreeVel is run where a sensor needs it and no earlier stage has run it.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qvel (nv) [m/s, rad/s], cvel (nbody, 6) [rad/s, m/s], ten_velocity (ntendon) [m/s, rad/s],
               actuator_velocity (nout), efc_vel (nefc), xpos (nbody, 3) [m], xmat (nbody, 9),
               site_xpos (nsite, 3) [m], site_xmat (nsite, 9), subtree_com (nbody, 3) [m],
               subtree_linvel (nbody, 3) [m/s], subtree_angmom (nbody, 3) [kg m^2/s], xipos (nbody, 3) [m]
    Writes     flg_subtreevel, sensordata (nsensordata), subtree_linvel (nbody, 3) [m/s],
               subtree_angmom (nbody, 3) [kg m^2/s]
    Calls      mjcb_sensor, sensor plugins
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     XML reference / sensor
    """

def mj_setCacheCapacity(cache: AssetCache, size: SupportsIndex) -> int:
    """Set the capacity of the cache; the oldest assets that no longer fit are dropped.

    Arguments  cache  asset cache: asset cache from mj_getCache
               size   int [bytes]: capacity of the cache; 0: disabled
    Returns    the capacity [bytes]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: size is negative
    Source     API / Parse and compile, Save and load, Printing, Asset cache
    """

def mj_setConst(m: MjModel, d: MjData) -> None:
    """Recompute the model constants that depend on other fields, at qpos0.

    Call after editing a model. Writes subtree masses, inverse weights, lengths at qpos0, poses of cameras and lights
    at qpos0, and m.stat. The computation uses d, whose qpos is m.qpos0 afterwards.

    For models of release 3.16 and later, also writes bounding volumes of geoms and bodies, masks and margins of bodies,
    added masses, sameframe flags, and automatic sleep policies; all trees wake up. From release 3.17 on, m.stat is not
    written, and damping ratios and spring lengths of -1 are left to the compiler.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_setConst
    """

def mj_setKeyframe(m: MjModel, d: MjData, k: SupportsIndex) -> None:
    """Store time, qpos, qvel, act, ctrl and mocap poses of d in a keyframe of m.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
               k  int: id of the keyframe to overwrite
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               gelenk.FatalError: k is not in 0 to nkey - 1
    Source     API / mj_setKeyframe; XML reference / keyframe
    """

def mj_setLengthRange(m: MjModel, d: MjData, index: SupportsIndex, opt: MjLROpt) -> None:
    """Compute m.actuator_lengthrange[index] if the mode of opt requests it; d is unchanged.

    If uselimit is set and the joint or tendon has limits, the range is that of the limits. Otherwise a force along its
    moment arm pulls the actuator to both ends, in a damped simulation without contacts, gravity and springs.

    Arguments  m      MjModel: the model
               d      MjData: the state of m, and what is computed from it
               index  int, 0 to nactuator - 1: actuator id
               opt    MjLROpt: settings of the computation
    Writes     m.actuator_lengthrange (nout, 2) [m], the row of the actuator
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               IndexError: index is not in 0 to nactuator - 1
               ValueError: the simulation does not converge, or converges to an empty range
    Source     API / mj_setLengthRange; Modeling / Length range
    """

def mj_setState(m: MjModel, d: MjData, state: _Numbers, sig: SupportsIndex) -> None:
    """Copy a vector into components of the state of d (inverse of mj_getState).

    Fields computed from the state keep their values until mj_forward is called.

    Arguments  m      MjModel: the model
               d      MjData: the state of m, and what is computed from it
               state  float64 (n): concatenated state components, mj_stateSize(m, sig) elements, units as in d
               sig    int: state components, bits of mjtState
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               gelenk.FatalError: sig is not a union of mjtState bits
               TypeError: the length of state is not mj_stateSize(m, sig)
    Source     API / mj_setState; Computation / The State
    """

def mj_setTotalmass(m: MjModel, newmass: SupportsFloat) -> None:
    """Scale the masses and inertias of all bodies to a given total mass.

    mj_setConst must be called afterwards.

    Arguments  m        MjModel: the model
               newmass  float [kg]: total mass
    Writes     m.body_mass (nbody) [kg], m.body_inertia (nbody, 3) [kg m^2]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: newmass is not finite
    Source     API / mj_setTotalmass
    """

def mj_sizeModel(m: MjModel) -> int:
    """Return the size of a model in binary form.

    Arguments  m  MjModel: the model
    Returns    the size [bytes]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mj_sizeModel
    """

def mj_solveM(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: _Matrix) -> None:
    """Solve with the inertia matrix, by its factor M = L' D L.

    M x[i] = y[i]

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
               x  writable float64 (k, nv) [m/s^2, rad/s^2]: solutions, one per row
               y  float64 (k, nv) [N, N m]: right-hand sides, one per row
    Reads      qLD (nC), qLDiagInv (nv)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_solveM; Featherstone 2008, ch. 6.5
    """

def mj_solveM2(m: MjModel, d: MjData, x: npt.NDArray[np.float64], y: _Matrix, sqrtInvD: _Matrix) -> None:
    """Half-solve with the inertia matrix, by its factor M = L' D L.

    x[i] = D^(-1/2) L'^-1 y[i], so that x[i] . x[j] = y[i] . M^-1 y[j]

    Arguments  m         MjModel: the model
               d         MjData: the state of m, and what is computed from it
               x         writable float64 (k, nv): half solutions, one per row, units of y divided by the
                         square root of kg or kg m^2
               y         float64 (k, nv) [N, N m]: right-hand sides, one per row
               sqrtInvD  float64, nv elements of any shape: square roots of d.qLDiagInv [1/kg, 1/(kg m^2)]
    Reads      qLD (nC)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_solveM2
    """

def mj_stateSize(m: MjModel, sig: SupportsIndex) -> int:
    """Return the length of the state vector with the components sig.

    Arguments  m    MjModel: the model
               sig  int: state components, bits of mjtState
    Returns    the number of elements
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.FatalError: sig is not a union of mjtState bits
    Source     API / mj_stateSize; Computation / The State
    """

def mj_step(m: MjModel, d: MjData, nstep: SupportsIndex = ...) -> None:
    """Advance the simulation by nstep timesteps: check, forward dynamics, check, integrate.

    A step starts from the state and the inputs in d. Afterwards qpos, qvel, act and time are those of its end, while
    all other computed fields belong to its start. Many steps in one call avoid the overhead of Python.

    Arguments  m      MjModel: the model
               d      MjData: the state of m, and what is computed from it
               nstep  int: number of timesteps; 0 or less: no effect
    Reads      qpos (nq), qvel (nv), act (na), time, plugin_state; ctrl (nu), qfrc_applied (nv) [N, N m],
               xfrc_applied (nbody, 6) [N, N m], mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq);
               qacc_warmstart (nv)
    Writes     the state and all computed fields
    Calls      mjcb_control and the other callbacks, plugins
    Warns      BADQPOS, BADQVEL, BADQACC: the state had NaN or huge values, and was reset unless autoreset is disabled;
               CONTACTFULL, CNSTRFULL: the memory of the model is exhausted
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               gelenk.FatalError: the options name no solver or integrator
               what a callback raises; d is then as it was when the callback was called
    Source     API / mj_step; Computation / Simulation pipeline
    """

def mj_step1(m: MjModel, d: MjData) -> None:
    """The first half of a step: all that does not depend on the controls, which can then be chosen from it.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq), qvel (nv), time, mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), eq_active (neq)
    Writes     what mj_fwdPosition and mj_fwdVelocity write, sensors of positions and velocities
    Calls      mjcb_control and others
    Warns      BADQPOS, BADQVEL
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a callback raises
    Source     API / mj_step1; Computation / Simulation pipeline
    """

def mj_step2(m: MjModel, d: MjData) -> None:
    """The second half of a step, after mj_step1: forces, accelerations, integration. RK4 is replaced by Euler.

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      ctrl (nu), qfrc_applied (nv) [N, N m], xfrc_applied (nbody, 6) [N, N m], and what mj_step1 writes
    Writes     qpos, qvel, act, time, and everything that depends on forces
    Warns      BADQACC, BADCTRL
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               what a callback raises
    Source     API / mj_step2; Computation / Simulation pipeline
    """

def mj_subtreeVel(m: MjModel, d: MjData) -> None:
    """Velocities of the centers of mass of subtrees, and angular momenta about them.

    linvel = sum of m v / subtree mass,  angmom = sum of R I R' w + m (x - com) x (v - linvel)

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      cvel (nbody, 6) [rad/s, m/s], xipos (nbody, 3) [m], ximat (nbody, 9), subtree_com (nbody, 3) [m]
    Writes     flg_subtreevel, subtree_linvel (nbody, 3) [m/s], subtree_angmom (nbody, 3) [kg m^2/s]
    Frame      world
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mj_subtreeVel; XML reference / sensor / subtreeangmom
    """

def mj_tendon(m: MjModel, d: MjData) -> None:
    """Lengths of tendons, their Jacobians, and the paths of spatial ones.

    fixed: length = sum of coef qpos;  spatial: sum of the segments between sites and around geoms / divisor

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad], site_xpos (nsite, 3) [m], geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9),
               cdof (nv, 6), subtree_com (nbody, 3) [m]
    Writes     ten_wrapadr (ntendon), ten_wrapnum (ntendon), ten_length (ntendon) [m, rad], ten_J (ntendon, nv),
               ten_J_rownnz (ntendon), ten_J_rowadr (ntendon), ten_J_colind (ntendon, nv), wrap_obj (nwrap, 2),
               wrap_xpos (nwrap, 6) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     XML reference / tendon
    """

def mj_transmission(m: MjModel, d: MjData) -> None:
    """Lengths and moment arms of actuators.

    actuator_moment[i] = d actuator_length[i] / d qpos, in compressed rows

    Arguments  m  MjModel: the model
               d  MjData: the state of m, and what is computed from it
    Reads      qpos (nq) [m, rad], ten_length (ntendon) [m, rad], ten_J (ntendon, nv), xquat (nbody, 4),
               site_xpos (nsite, 3) [m], site_xmat (nsite, 9), cdof (nv, 6), subtree_com (nbody, 3) [m],
               contact (ncon)
    Writes     actuator_length (nout), moment_rownnz (nout), moment_rowadr (nout), moment_colind (nJmom),
               actuator_moment (nJmom)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     Computation / Transmission
    """

def mj_version() -> int:
    """Return the version of the API as a number, three digits for each part.

    Returns    3005000 at level 3.5.0
    Source     API / mj_version
    """

def mj_versionString() -> str:
    """Return the version of the API as text; gelenk.version is that of this package.

    Returns    "3.5.0", the level
    Source     API / mj_versionString
    """

def mjd_inverseFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_actuation: SupportsIndex, DfDq: npt.NDArray[np.float64] | None, DfDv: npt.NDArray[np.float64] | None, DfDa: npt.NDArray[np.float64] | None, DsDq: npt.NDArray[np.float64] | None, DsDv: npt.NDArray[np.float64] | None, DsDa: npt.NDArray[np.float64] | None, DmDq: npt.NDArray[np.float64] | None) -> None:
    """Compute the derivatives of inverse dynamics by forward differences.

    (q, v, a) -> (qfrc_inverse, sensordata, qM); if DmDq has nC columns, as in later releases, M replaces qM. Row i is
    the derivative with respect to dof i, so these are transposes of Jacobians. Where invdiscrete is enabled, a is the
    acceleration of a discrete step. The state of d is restored.

    Arguments  m              MjModel: the model
               d              MjData: the state of m, and what is computed from it
               eps            float: perturbation of the finite differences, unit of the perturbed quantity
               flg_actuation  int: 1: subtract actuator forces from qfrc_inverse
               DfDq           writable float64 (nv, nv) [qfrc / qpos] or None: row i: derivative of
                              qfrc_inverse with respect to the position of dof i
               DfDv           writable float64 (nv, nv) [qfrc / qvel] or None: row i: derivative of
                              qfrc_inverse with respect to qvel[i]
               DfDa           writable float64 (nv, nv) [qfrc / qacc] or None: row i: derivative of
                              qfrc_inverse with respect to qacc[i]
               DsDq           writable float64 (nv, nsensordata) [sensordata / qpos] or None: row i: derivative
                              of sensordata with respect to the position of dof i
               DsDv           writable float64 (nv, nsensordata) [sensordata / qvel] or None: row i: derivative
                              of sensordata with respect to qvel[i]
               DsDa           writable float64 (nv, nsensordata) [sensordata / qacc] or None: row i: derivative
                              of sensordata with respect to qacc[i]
               DmDq           writable float64 (nv, nM) [qM / qpos] or None: row i: derivative of qM with
                              respect to the position of dof i
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mjd_inverseFD; Computation / Derivatives
    """

def mjd_quatIntegrate(vel: _Numbers, scale: SupportsFloat, Dquat: npt.NDArray[np.float64], Dvel: npt.NDArray[np.float64], Dscale: npt.NDArray[np.float64]) -> None:
    """Differentiate mju_quatIntegrate, as rotations in the frame of the result.

    Dquat = R(exp(scale vel))',  Dvel = right Jacobian of scale vel,  Dscale = vel

    Arguments  vel     float64 (3) [rad/s]: angular velocity, local frame
               scale   float [s]: time interval
               Dquat   writable float64 (9) [1]: derivative with respect to a rotation of the quaternion,
                       row-major
               Dvel    writable float64 (9) [1]: derivative with respect to scale vel, row-major; the
                       derivative with respect to vel is scale Dvel
               Dscale  writable float64 (3) [rad/s]: derivative with respect to scale
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjd_quatIntegrate; Sola, Deray, Atchuthan 2018, eq. 143
    """

def mjd_subQuat(qa: _Numbers, qb: _Numbers, Da: npt.NDArray[np.float64] | None, Db: npt.NDArray[np.float64] | None) -> None:
    """Differentiate mju_subQuat by rotations of its arguments in their own frames.

    Da = inverse right Jacobian of the rotation vector,  Db = -Da'

    Arguments  qa  float64 (4) [1]: unit quaternion
               qb  float64 (4) [1]: unit quaternion
               Da  writable float64, 9 elements of any shape [1] or None: derivative with respect to a rotation
                   of qa, in the frame of qa
               Db  writable float64, 9 elements of any shape [1] or None: derivative with respect to a rotation
                   of qb, in the frame of qb
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjd_subQuat; Sola, Deray, Atchuthan 2018, eq. 144
    """

def mjd_transitionFD(m: MjModel, d: MjData, eps: SupportsFloat, flg_centered: SupportsIndex, A: npt.NDArray[np.float64] | None, B: npt.NDArray[np.float64] | None, C: npt.NDArray[np.float64] | None, D: npt.NDArray[np.float64] | None) -> None:
    """Compute the derivatives of a step by finite differences: (x, u) -> (y, s).

    x = (dq, qvel, act) is the state, dq a displacement in the tangent space of qpos; u = ctrl; y the state after
    the step; s = sensordata. Stages that do not depend on the perturbed input are skipped. Controls at an end of their
    range are perturbed inwards. The state of d is restored.

    Arguments  m             MjModel: the model
               d             MjData: the state of m, and what is computed from it
               eps           float: perturbation of the finite differences, unit of the perturbed quantity
               flg_centered  int: 0: forward differences, 1: centered differences, at twice the cost
               A             writable float64 (2*nv+na, 2*nv+na) [state / state] or None: derivative of the
                             next state with respect to the state
               B             writable float64 (2*nv+na, nu) [state / ctrl] or None: derivative of the next
                             state with respect to the controls
               C             writable float64 (nsensordata, 2*nv+na) [sensordata / state] or None: derivative
                             of sensordata with respect to the state
               D             writable float64 (nsensordata, nu) [sensordata / ctrl] or None: derivative of
                             sensordata with respect to the controls
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: the integrator is RK4, or the model has delays
    Source     API / mjd_transitionFD; Computation / Derivatives
    """

def mjr_addAux(index: SupportsIndex, width: SupportsIndex, height: SupportsIndex, samples: SupportsIndex, con: MjrContext) -> None:
    """Create an auxiliary buffer, replacing the present one of that index.

    Arguments  index    int: index of the auxiliary buffer, 0 to 9
               width    int: width of the buffer [pixel]; 0 or less: remove the buffer
               height   int: height of the buffer [pixel]; 0 or less: remove the buffer
               samples  int: number of samples per pixel, stored as auxSamples
               con      MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: the buffer is too large
               FatalError: index is out of range, samples are negative, or the context has been freed
    Source     API / mjr_addAux
    """

def mjr_blitAux(index: SupportsIndex, src: MjrRect, left: SupportsIndex, bottom: SupportsIndex, con: MjrContext) -> None:
    """Copy a part of an auxiliary buffer to con.currentBuffer and select that buffer.

    Arguments  index   int: index of the auxiliary buffer, 0 to 9
               src     MjrRect [pixel]: source rectangle in the auxiliary buffer
               left    int: left edge of the destination [pixel]
               bottom  int: bottom edge of the destination [pixel]
               con     MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: index is out of range, or the context has been freed
    Source     API / mjr_blitAux
    """

def mjr_blitBuffer(src: MjrRect, dst: MjrRect, flg_color: SupportsIndex, flg_depth: SupportsIndex, con: MjrContext) -> None:
    """Copy a part of the window buffer to the offscreen one, or back, scaled to its size.

    Colors are interpolated unless depth is copied as well.

    Arguments  src        MjrRect [pixel]: source rectangle in the current buffer
               dst        MjrRect [pixel]: destination rectangle in the other buffer
               flg_color  int: 1: copy color
               flg_depth  int: 1: copy depth
               con        MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_blitBuffer
    """

def mjr_changeFont(fontscale: SupportsIndex, con: MjrContext) -> None:
    """Set the font scale of later texts.

    Arguments  fontscale  int: font scale in percent (mjtFontScale)
               con        MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such size, or the context has been freed
    Source     API / mjr_changeFont
    """

def mjr_defaultRendererInfo(info: MjrRendererInfo) -> None:
    """Set a description of the renderer to its default.

    Arguments  info  MjrRendererInfo: renderer description; both fields are set
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjr_defaultRendererInfo
    """

def mjr_drawPixels(rgb: _Numbers | None, depth: _Numbers | None, viewport: MjrRect, con: MjrContext) -> None:
    """Copy arrays, as mjr_readPixels returns them, into the pixels of a viewport.

    The viewport is clipped to the buffer.

    Arguments  rgb       uint8 (n) or None: RGB values by pixel, height * width * 3 elements
               depth     float32 (n) [1] or None: depth by pixel, height * width elements
               viewport  MjrRect [pixel]: viewport rectangle
               con       MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_drawPixels
    """

def mjr_figure(viewport: MjrRect, fig: MjvFigure, con: MjrContext) -> None:
    """Draw a figure: lines or bars over a grid, tick labels, a legend, a title.

    Arguments  viewport  MjrRect [pixel]: viewport rectangle
               fig       MjvFigure: figure; axis ranges in pixels and in data are written
               con       MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: the number format of an axis is invalid
               FatalError: the context has been freed
    Source     API / mjr_figure, MjvFigure; Programming / Visualization
    """

def mjr_findRect(x: SupportsIndex, y: SupportsIndex, nrect: SupportsIndex, rect: MjrRect) -> int:
    """Return the index of the rectangle that contains a point.

    Arguments  x      int: x coordinate of the point [pixel]
               y      int: y coordinate of the point [pixel]
               nrect  int: number of rectangles, 0 or 1
               rect   MjrRect [pixel]: rectangle
    Returns    0 where ``rect`` contains the point, else -1
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjr_findRect
    """

def mjr_finish() -> None:
    """Do nothing, since drawing is synchronous.

    Source     API / mjr_finish
    """

def mjr_getError() -> int:
    """Return the last drawing error, always 0 since errors are raised.

    Returns    0
    Source     API / mjr_getError
    """

def mjr_getRendererInfo(info: MjrRendererInfo) -> None:
    """Write the description of the renderer: "classic", without a graphics interface.

    Arguments  info  MjrRendererInfo: renderer description; both fields are set
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjr_getRendererInfo
    """

def mjr_label(viewport: MjrRect, font: SupportsIndex, txt: str | bytes, r: SupportsFloat, g: SupportsFloat, b: SupportsFloat, a: SupportsFloat, rt: SupportsFloat, gt: SupportsFloat, bt: SupportsFloat, con: MjrContext) -> None:
    """Fill a rectangle and center a line of text in it, if the text fits.

    Arguments  viewport  MjrRect [pixel]: viewport rectangle
               font      int: font (mjtFont)
               txt       str: text, one line
               r         float [1]: red, 0 to 1
               g         float [1]: green, 0 to 1
               b         float [1]: blue, 0 to 1
               a         float [1]: opacity, 0 to 1
               rt        float [1]: red of the text, 0 to 1
               gt        float [1]: green of the text, 0 to 1
               bt        float [1]: blue of the text, 0 to 1
               con       MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_label
    """

def mjr_maxViewport(con: MjrContext) -> MjrRect:
    """Return the largest viewport of the current buffer: all of the buffer.

    Arguments  con  MjrContext: rendering context
    Returns    the MjrRect
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_maxViewport
    """

def mjr_overlay(font: SupportsIndex, gridpos: SupportsIndex, viewport: MjrRect, overlay: str | bytes, overlay2: str | bytes, con: MjrContext) -> None:
    """Write one or two columns of text into a corner of a viewport, on darkened boxes.

    Arguments  font      int: font (mjtFont)
               gridpos   int: position in the viewport (mjtGridPos)
               viewport  MjrRect [pixel]: viewport rectangle
               overlay   str: lines of the first column
               overlay2  str: lines of the second column; empty: no second column
               con       MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_overlay
    """

def mjr_readPixels(rgb: npt.NDArray[np.uint8] | None, depth: npt.NDArray[np.float32] | None, viewport: MjrRect, con: MjrContext) -> None:
    """Copy the pixels of a viewport into arrays, bottom row first.

    depth      0 at the near plane of the camera and 1 at the far plane, reversed according to con.readDepthMap

    Pixels outside of the buffer are black and at the far plane.

    Arguments  rgb       writable uint8, elements of any shape or None: RGB values by pixel, height * width * 3
                         elements
               depth     writable float32, elements of any shape [1] or None: depth by pixel, height * width
                         elements
               viewport  MjrRect [pixel]: viewport rectangle
               con       MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_readPixels, mjtDepthMap
    """

def mjr_rectangle(viewport: MjrRect, r: SupportsFloat, g: SupportsFloat, b: SupportsFloat, a: SupportsFloat) -> None:
    """Fill a rectangle of the current buffer of this thread.

    That buffer belongs to the context used last in this thread.

    Arguments  viewport  MjrRect [pixel]: viewport rectangle
               r         float [1]: red, 0 to 1
               g         float [1]: green, 0 to 1
               b         float [1]: blue, 0 to 1
               a         float [1]: opacity, 0 to 1
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: no context is in use
    Source     API / mjr_rectangle
    """

def mjr_render(viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None:
    """Draw a scene and the labels of its geoms into a viewport of the current buffer.

    Arguments  viewport  MjrRect [pixel]: viewport rectangle
               scn       MjvScene: the scene
               con       MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_render; Programming / Visualization
    """

def mjr_resizeOffscreen(width: SupportsIndex, height: SupportsIndex, con: MjrContext) -> None:
    """Resize the offscreen buffer; a size without pixels leaves the buffer unchanged.

    Arguments  width   int: width of the buffer [pixel]
               height  int: height of the buffer [pixel]
               con     MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: the buffer is too large
               FatalError: the context has been freed
    Source     API / mjr_resizeOffscreen
    """

def mjr_restoreBuffer(con: MjrContext) -> None:
    """Select the buffer of con.currentBuffer again, after an auxiliary one.

    Arguments  con  MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_restoreBuffer
    """

def mjr_setAux(index: SupportsIndex, con: MjrContext) -> None:
    """Select an auxiliary buffer for drawing.

    Arguments  index  int: index of the auxiliary buffer, 0 to 9
               con    MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such buffer, or the context has been freed
    Source     API / mjr_setAux
    """

def mjr_setBuffer(framebuffer: SupportsIndex, con: MjrContext) -> None:
    """Select the window or offscreen buffer for drawing; other values are ignored.

    Arguments  framebuffer  int: target buffer (mjtFramebuffer)
               con          MjrContext: rendering context
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_setBuffer
    """

def mjr_text(font: SupportsIndex, txt: str | bytes, con: MjrContext, x: SupportsFloat, y: SupportsFloat, r: SupportsFloat, g: SupportsFloat, b: SupportsFloat) -> None:
    """Write a line of text at a point of the viewport that was drawn into last.

    A point outside of the viewport draws nothing. mjr_overlay sets the viewport to its last box and mjr_figure to its
    pane; mjr_drawPixels leaves the viewport unchanged.

    Arguments  font  int: font (mjtFont)
               txt   str: text, one line
               con   MjrContext: rendering context
               x     float [1]: left edge of the text, 0 to 1 across the last viewport
               y     float [1]: bottom edge of the text, 0 to 1 up the last viewport
               r     float [1]: red, 0 to 1
               g     float [1]: green, 0 to 1
               b     float [1]: blue, 0 to 1
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the context has been freed
    Source     API / mjr_text
    """

def mjr_uploadHField(m: MjModel, con: MjrContext, hfieldid: SupportsIndex) -> None:
    """Copy a height field of the model into the context.

    Arguments  m         MjModel: the model
               con       MjrContext: rendering context
               hfieldid  int: height field id
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such height field, or the context has been freed
    Source     API / mjr_uploadHField
    """

def mjr_uploadMesh(m: MjModel, con: MjrContext, meshid: SupportsIndex) -> None:
    """Copy a mesh of the model into the context.

    Arguments  m       MjModel: the model
               con     MjrContext: rendering context
               meshid  int: mesh id
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such mesh, or the context has been freed
    Source     API / mjr_uploadMesh
    """

def mjr_uploadTexture(m: MjModel, con: MjrContext, texid: SupportsIndex) -> None:
    """Copy a texture of the model into the context.

    Arguments  m      MjModel: the model
               con    MjrContext: rendering context
               texid  int: texture id
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such texture, or the context has been freed
    Source     API / mjr_uploadTexture
    """

def mju_Halton(index: SupportsIndex, base: SupportsIndex) -> float:
    """Return an element of the Halton sequence: index in base, mirrored at the radix point.

    Arguments  index  int: index in the sequence
               base   int: base, a prime number
    Returns    a number in [0, 1)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: base is less than 2
    Source     API / mju_Halton; Halton 1960
    """

def mju_L1(vec: npt.NDArray[np.float64]) -> float:
    """Return the sum of the absolute values of the elements.

    Arguments  vec  writable float64 (n): vector
    Returns    sum of |vec[i]|, unit of vec
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_add(res: npt.NDArray[np.float64], vec1: _Numbers, vec2: _Numbers) -> None:
    """Add vectors.

    res = vec1 + vec2

    Arguments  res   writable float64 (n): result
               vec1  float64 (n): vector
               vec2  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_add3(res: npt.NDArray[np.float64], vec1: _Numbers, vec2: _Numbers) -> None:
    """Add vectors.

    res = vec1 + vec2

    Arguments  res   writable float64 (3): result
               vec1  float64 (3): vector
               vec2  float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_addScl(res: npt.NDArray[np.float64], vec1: _Numbers, vec2: _Numbers, scl: SupportsFloat) -> None:
    """Add a vector and a multiple of another.

    res = vec1 + scl vec2

    Arguments  res   writable float64 (n): result
               vec1  float64 (n): vector
               vec2  float64 (n): vector
               scl   float: scale factor
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_addScl3(res: npt.NDArray[np.float64], vec1: _Numbers, vec2: _Numbers, scl: SupportsFloat) -> None:
    """Add a vector and a multiple of another.

    res = vec1 + scl vec2

    Arguments  res   writable float64 (3): result
               vec1  float64 (3): vector
               vec2  float64 (3): vector
               scl   float: scale factor
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_addTo(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Add a vector in place.

    res += vec

    Arguments  res  writable float64 (n): accumulator
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_addTo3(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Add a vector in place.

    res += vec

    Arguments  res  writable float64 (3): accumulator
               vec  float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_addToScl(res: npt.NDArray[np.float64], vec: _Numbers, scl: SupportsFloat) -> None:
    """Add a multiple of a vector in place.

    res += scl vec

    Arguments  res  writable float64 (n): accumulator
               vec  float64 (n): vector
               scl  float: scale factor
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_addToScl3(res: npt.NDArray[np.float64], vec: _Numbers, scl: SupportsFloat) -> None:
    """Add a multiple of a vector in place.

    res += scl vec

    Arguments  res  writable float64 (3): accumulator
               vec  float64 (3): vector
               scl  float: scale factor
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_axisAngle2Quat(res: npt.NDArray[np.float64], axis: _Numbers, angle: SupportsFloat) -> None:
    """Convert an axis and an angle to a quaternion.

    res = (cos(angle / 2), sin(angle / 2) axis)

    Arguments  res    writable float64 (4) [1]: unit quaternion
               axis   float64 (3) [1]: unit vector
               angle  float [rad]: rotation angle
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_band2Dense(res: npt.NDArray[np.float64], mat: _Numbers, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex, flg_sym: SupportsIndex) -> None:
    """Convert a band matrix to dense form.

    Arguments  res      writable float64 (ntotal, ntotal): result
               mat      float64 (n): band matrix
               ntotal   int: number of rows
               nband    int: bandwidth, including the diagonal
               ndense   int: number of dense rows at the end
               flg_sym  int: 1: both triangles, 0: lower triangle
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: the size of mat does not fit ntotal, nband, ndense
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_bandDiag(i: SupportsIndex, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex) -> int:
    """Return the index of a diagonal element of a band matrix.

    Arguments  i       int: row index
               ntotal  int: number of rows
               nband   int: bandwidth, including the diagonal
               ndense  int: number of dense rows at the end
    Returns    the index into the values of the matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_bandMulMatVec(res: npt.NDArray[np.float64], mat: _Matrix, vec: _Matrix, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex, nvec: SupportsIndex, flg_sym: SupportsIndex) -> None:
    """Multiply a band matrix by vectors.

    res[i] = mat vec[i]

    Arguments  res      writable float64 (n): products, one after another
               mat      float64 (m, n): band matrix
               vec      float64 (m, n): vectors, one after another
               ntotal   int: number of rows
               nband    int: bandwidth, including the diagonal
               ndense   int: number of dense rows at the end
               nvec     int: number of vectors
               flg_sym  int: 1: symmetric matrix, 0: lower triangle only
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: the size of mat does not fit ntotal, nband, ndense, or vec and res are not ntotal nvec
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_bindThreadPool(d: MjData, thread_pool: SupportsIndex) -> None:
    """Solve the islands of d on the threads of a pool, with bit-identical results.

    Arguments  d            MjData: the state of m, and what is computed from it
               thread_pool  int: id of the thread pool
    Writes     threadpool
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: there is no such pool
    Source     API / mju_bindThreadPool
    """

def mju_boxQP(res: npt.NDArray[np.float64], R: npt.NDArray[np.float64], index: npt.NDArray[np.int32] | None, H: _Matrix, g: _Numbers, lower: _Numbers | None, upper: _Numbers | None) -> int:
    """Minimize a quadratic function in a box, by projected Newton steps.

    res = argmin 1/2 x' H x + x' g,  lower <= x <= upper

    Arguments  res    writable float64 (n): initial guess, and the result
               R      writable float64 (m, n): work space of at least n (n + 7) elements; output: factor of the
                      free part of H, row-major
               index  writable int32 (n) or None: work space of at least n elements; output: indices of the
                      free coordinates
               H      float64 (n, n): symmetric positive definite matrix
               g      float64 (n): linear coefficients
               lower  float64 (n) or None: lower bounds; None: unbounded
               upper  float64 (n) or None: upper bounds; None: unbounded
    Returns    the number of free coordinates nfree; -1 where H is not positive definite on them
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: R or index is too small
    Source     API / mju_boxQP; Tassa, Mansard, Todorov 2014
    """

def mju_cholFactor(mat: npt.NDArray[np.float64], mindiag: SupportsFloat) -> int:
    """Cholesky-factor a symmetric matrix in its lower triangle, raising pivots to mindiag.

    L L' = mat

    Arguments  mat      writable float64 (n, n): symmetric matrix; the lower triangle is replaced by the factor
                        L
               mindiag  float: minimum pivot, unit of mat
    Returns    the rank: the number of pivots not below mindiag
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_cholFactor; Golub, Van Loan 2013, ch. 4.2
    """

def mju_cholFactorBand(mat: npt.NDArray[np.float64], ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex, diagadd: SupportsFloat, diagmul: SupportsFloat) -> float:
    """Cholesky-factor a symmetric band matrix in place, after additions to its diagonal.

    L L' = mat + diagadd I + diagmul diag(mat)

    Arguments  mat      writable float64 (n): symmetric band matrix, replaced by its factor
               ntotal   int: number of rows
               nband    int: bandwidth, including the diagonal
               ndense   int: number of dense rows at the end
               diagadd  float: regularization added to the diagonal, unit of mat
               diagmul  float [1]: regularization added to the diagonal, relative to the diagonal
    Returns    the least pivot; 0 where the matrix is not positive definite, and mat is then partly factored
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: the size of mat does not fit ntotal, nband, ndense
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    Source     API / mju_cholFactorBand; Golub, Van Loan 2013, ch. 4.3
    """

def mju_cholSolve(res: npt.NDArray[np.float64], mat: _Matrix, vec: _Numbers) -> None:
    """Solve with a Cholesky factor.

    L L' res = vec

    Arguments  res  writable float64 (n): result
               mat  float64 (n, n): factor L, lower triangle
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_cholSolveBand(res: npt.NDArray[np.float64], mat: _Numbers, vec: _Numbers, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex) -> None:
    """Solve with the factor of mju_cholFactorBand.

    L L' res = vec

    Arguments  res     writable float64 (n): result
               mat     float64 (n): factor from mju_cholFactorBand
               vec     float64 (n): vector
               ntotal  int: number of rows
               nband   int: bandwidth, including the diagonal
               ndense  int: number of dense rows at the end
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: the size of mat does not fit ntotal, nband, ndense, or vec and res are not ntotal
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
               numpy.linalg.LinAlgError: the factor is singular
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_cholUpdate(mat: npt.NDArray[np.float64], x: npt.NDArray[np.float64], flg_plus: SupportsIndex) -> int:
    """Update a Cholesky factor for an added or subtracted outer product.

    L L' = L L' +- x x'

    Arguments  mat       writable float64 (n, n): factor L, lower triangle, updated in place
               x         writable float64 (n): update vector, overwritten
               flg_plus  int: 1: add x x', 0: subtract x x'
    Returns    the rank
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_cholUpdate; Gill, Golub, Murray, Saunders 1974
    """

def mju_clip(x: SupportsFloat, min: SupportsFloat, max: SupportsFloat) -> float:
    """Clip a number to a range.

    Arguments  x    float: value, any unit
               min  float: lower bound, unit of x
               max  float: upper bound, unit of x
    Returns    max(min, min(max, x))
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_copy(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Copy a vector.

    res = vec

    Arguments  res  writable float64 (n): result
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_copy3(res: npt.NDArray[np.float64], data: _Numbers) -> None:
    """Copy a vector.

    res = data

    Arguments  res   writable float64 (3): result
               data  float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_copy4(res: npt.NDArray[np.float64], data: _Numbers) -> None:
    """Copy a vector of four.

    res = data

    Arguments  res   writable float64 (4): result
               data  float64 (4): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_cross(res: npt.NDArray[np.float64], a: _Numbers, b: _Numbers) -> None:
    """Compute the cross product of two vectors.

    res = a x b

    Arguments  res  writable float64 (3): result
               a    float64 (3): vector
               b    float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_d2n(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Copy doubles to mjtNum, which is double.

    res = vec

    Arguments  res  writable float64 (n): result
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_decodePyramid(force: npt.NDArray[np.float64], pyramid: _Numbers, mu: _Numbers) -> None:
    """Convert forces along the edges of a friction pyramid to a contact force.

    normal = sum of the edges,  tangent[i] = mu[i] (edge[2 i] - edge[2 i + 1])

    dim is the size of mu, and the last element of mu is unused; dim 1 copies the normal force.

    Arguments  force    writable float64 (n) [N, N m]: force in the contact frame, normal first, dim elements
               pyramid  float64 (n) [N]: forces along the pyramid edges, 2 (dim - 1) elements
               mu       float64 (n) [1]: friction coefficients of the tangents, as contact.friction
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: pyramid or force is too short
    Source     API / mju_decodePyramid; Computation / Friction cones
    """

def mju_dense2Band(res: npt.NDArray[np.float64], mat: _Matrix, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex) -> None:
    """Convert a dense matrix to band form, keeping the band and the dense rows.

    Arguments  res     writable float64 (n): band matrix
               mat     float64 (ntotal, ntotal): matrix
               ntotal  int: number of rows
               nband   int: bandwidth, including the diagonal
               ndense  int: number of dense rows at the end
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: the size of res does not fit ntotal, nband, ndense
               ValueError: ndense is not in 0 to ntotal, or nband is negative, or 0 while ndense < ntotal
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_dense2sparse(res: npt.NDArray[np.float64], mat: _Matrix, rownnz: npt.NDArray[np.int32], rowadr: npt.NDArray[np.int32], colind: npt.NDArray[np.int32]) -> int:
    """Convert a dense matrix to compressed rows.

    Arguments  res     writable float64 (n): nonzero values; capacity limits their number
               mat     float64 (m, n): matrix
               rownnz  writable int32 (m): number of nonzeros in each row
               rowadr  writable int32 (m): address of each row
               colind  writable int32 (n): column indices, capacity as res
    Returns    0, or 1 where not all entries fit, and nothing is written
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_derivQuat(res: npt.NDArray[np.float64], quat: _Numbers, vel: _Numbers) -> None:
    """Compute the time derivative of a quaternion at an angular velocity.

    res = 1/2 (0, vel) quat

    Arguments  res   writable float64 (4) [1/s]: time derivative of the quaternion
               quat  float64 (4) [1]: unit quaternion
               vel   float64 (3) [rad/s]: angular velocity, local frame
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_dist3(pos1: _Numbers, pos2: _Numbers) -> float:
    """Return the distance of two points.

    Arguments  pos1  float64 (3): point
               pos2  float64 (3): point
    Returns    |pos1 - pos2|, unit of the points
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_dot(vec1: _Numbers, vec2: _Numbers) -> float:
    """Return the dot product of two vectors.

    Arguments  vec1  float64 (n): vector
               vec2  float64 (n): vector
    Returns    vec1 . vec2
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_dot3(vec1: _Numbers, vec2: _Numbers) -> float:
    """Return the dot product of two vectors.

    Arguments  vec1  float64 (3): vector
               vec2  float64 (3): vector
    Returns    vec1 . vec2
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_eig3(eigval: npt.NDArray[np.float64], eigvec: npt.NDArray[np.float64], quat: npt.NDArray[np.float64], mat: _Numbers) -> int:
    """Compute eigenvalues and eigenvectors of a symmetric matrix (3, 3) by Jacobi rotations.

    mat = eigvec diag(eigval) eigvec'; at levels from 3.14 on, up to rounding errors

    Arguments  eigval  writable float64 (3): eigenvalues, in decreasing order; unit of mat
               eigvec  writable float64 (9) [1]: eigenvectors, columns of a row-major matrix (3, 3)
               quat    writable float64 (4) [1]: unit quaternion of the eigenvector matrix
               mat     float64 (9): symmetric matrix (3, 3), row-major
    Returns    the number of rotations
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_eig3; Jacobi 1846
    """

def mju_encodePyramid(pyramid: npt.NDArray[np.float64], force: _Numbers, mu: _Numbers) -> None:
    """Convert a contact force to forces along the edges of its friction pyramid.

    dim is the size of mu, and the last element of mu is unused; dim 1 copies the normal force.

    Arguments  pyramid  writable float64 (n) [N]: forces along the pyramid edges, 2 (dim - 1) elements
               force    float64 (n) [N, N m]: force in the contact frame, normal first, dim elements
               mu       float64 (n) [1]: friction coefficients of the tangents, as contact.friction
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               TypeError: pyramid or force is too short
    Source     API / mju_encodePyramid; Computation / Friction cones
    """

def mju_euler2Quat(quat: npt.NDArray[np.float64], euler: _Numbers, seq: str | bytes) -> None:
    """Convert three Euler angles to a quaternion.

    Lower-case letters rotate about moving axes, upper-case letters about fixed axes.

    Arguments  quat   writable float64 (4) [1]: unit quaternion
               euler  float64 (3) [rad]: Euler angles
               seq    str: axis sequence: xyz intrinsic, XYZ extrinsic axes
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.FatalError: seq is not three of x, y, z, X, Y, Z
    Source     API / mju_euler2Quat; XML reference / Frame orientations
    """

def mju_eye(mat: npt.NDArray[np.float64]) -> None:
    """Set a matrix to the identity.

    mat = I

    Arguments  mat  writable float64 (n, n): matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_f2n(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Copy floats to mjtNum, which is double.

    res = vec

    Arguments  res  writable float64 (n): result
               vec  float32 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_fill(res: npt.NDArray[np.float64], val: SupportsFloat) -> None:
    """Set all elements to a value.

    res[i] = val

    Arguments  res  writable float64 (n): result
               val  float: fill value
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_getXMLDependencies(filename: str | bytes) -> list[str]:
    """Return the paths of a model file and of all files that it includes or uses.

    Arguments  filename  str: file path
    Returns    the paths, that of the model first
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               gelenk.Error: the file cannot be read, or is not XML
    Source     API / mju_getXMLDependencies
    """

def mju_insertionSort(list: npt.NDArray[np.float64]) -> None:
    """Sort numbers in increasing order.

    Arguments  list  writable float64 (n): values, sorted in place
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_insertionSortInt(list: npt.NDArray[np.int32]) -> None:
    """Sort integers in increasing order.

    Arguments  list  writable int32 (n): values, sorted in place
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_isBad(x: SupportsFloat) -> int:
    """Return whether a number is NaN or exceeds mjMAXVAL in absolute value.

    Arguments  x  float: value, any unit
    Returns    1: bad, 0: good
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_isZero(vec: npt.NDArray[np.float64]) -> int:
    """Return whether all elements are zero.

    Arguments  vec  writable float64 (n): vector
    Returns    1: all are zero, 0: at least one is not
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_mat2Quat(quat: npt.NDArray[np.float64], mat: _Numbers) -> None:
    """Convert a rotation matrix to a unit quaternion, by its largest element.

    Arguments  quat  writable float64 (4) [1]: unit quaternion
               mat   float64 (9) [1]: rotation matrix, row-major
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_mat2Quat; Shepperd 1978
    """

def mju_mat2Rot(quat: npt.NDArray[np.float64], mat: _Numbers) -> int:
    """Extract the rotation of a matrix by iteration from an initial guess.

    Arguments  quat  writable float64 (4) [1]: initial guess, and the result
               mat   float64 (9): matrix, row-major, any unit
    Returns    the number of iterations; 500 without convergence
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_mat2Rot; Mueller, Bender, Chentanez, Macklin 2016
    """

def mju_max(a: SupportsFloat, b: SupportsFloat) -> float:
    """Return the larger of two numbers.

    Arguments  a  float: value, any unit
               b  float: value, any unit
    Returns    max(a, b)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_min(a: SupportsFloat, b: SupportsFloat) -> float:
    """Return the smaller of two numbers.

    Arguments  a  float: value, any unit
               b  float: value, any unit
    Returns    min(a, b)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_mulMatMat(res: npt.NDArray[np.float64], mat1: _Matrix, mat2: _Matrix) -> None:
    """Multiply two matrices.

    res = mat1 mat2

    Arguments  res   writable float64 (m, n): result
               mat1  float64 (m, k): matrix
               mat2  float64 (k, n): matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_mulMatMatT(res: npt.NDArray[np.float64], mat1: _Matrix, mat2: _Matrix) -> None:
    """Multiply a matrix by a transposed matrix.

    res = mat1 mat2'

    Arguments  res   writable float64 (m, n): result
               mat1  float64 (m, k): matrix
               mat2  float64 (n, k): matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_mulMatTMat(res: npt.NDArray[np.float64], mat1: _Matrix, mat2: _Matrix) -> None:
    """Multiply a transposed matrix by a matrix.

    res = mat1' mat2

    Arguments  res   writable float64 (m, n): result
               mat1  float64 (k, m): matrix
               mat2  float64 (k, n): matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_mulMatTVec(res: npt.NDArray[np.float64], mat: _Matrix, vec: _Numbers) -> None:
    """Multiply a transposed matrix by a vector.

    res = mat' vec

    Arguments  res  writable float64 (n): result
               mat  float64 (m, n): matrix
               vec  float64 (m): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_mulMatTVec3(res: npt.NDArray[np.float64], mat: _Numbers, vec: _Numbers) -> None:
    """Multiply a transposed matrix (3, 3) by a vector.

    res = mat' vec

    Arguments  res  writable float64 (3): result
               mat  float64 (9): matrix (3, 3), row-major
               vec  float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_mulMatVec(res: npt.NDArray[np.float64], mat: _Matrix, vec: _Numbers) -> None:
    """Multiply a matrix by a vector.

    res = mat vec

    Arguments  res  writable float64 (m): result
               mat  float64 (m, n): matrix
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_mulMatVec3(res: npt.NDArray[np.float64], mat: _Numbers, vec: _Numbers) -> None:
    """Multiply a matrix (3, 3) by a vector.

    res = mat vec

    Arguments  res  writable float64 (3): result
               mat  float64 (9): matrix (3, 3), row-major
               vec  float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_mulPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos1: _Numbers, quat1: _Numbers, pos2: _Numbers, quat2: _Numbers) -> None:
    """Multiply two poses.

    posres = pos1 + R(quat1) pos2,  quatres = quat1 quat2

    Arguments  posres   writable float64 (3) [m]: position of the product
               quatres  writable float64 (4) [1]: orientation of the product
               pos1     float64 (3) [m]: position of pose 1
               quat1    float64 (4) [1]: orientation of pose 1
               pos2     float64 (3) [m]: position of pose 2, in the frame of pose 1
               quat2    float64 (4) [1]: orientation of pose 2, in the frame of pose 1
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_mulQuat(res: npt.NDArray[np.float64], quat1: _Numbers, quat2: _Numbers) -> None:
    """Multiply two quaternions, composing their rotations.

    R(res) = R(quat1) R(quat2)

    Arguments  res    writable float64 (4) [1]: quaternion product
               quat1  float64 (4) [1]: left factor, the rotation applied last
               quat2  float64 (4) [1]: right factor, the rotation applied first
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_mulQuatAxis(res: npt.NDArray[np.float64], quat: _Numbers, axis: _Numbers) -> None:
    """Multiply a quaternion by a vector.

    res = quat (0, axis)

    Arguments  res   writable float64 (4) [1]: quaternion product
               quat  float64 (4) [1]: unit quaternion
               axis  float64 (3): vector, any unit
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_mulVecMatVec(vec1: _Numbers, mat: _Matrix, vec2: _Numbers) -> float:
    """Return the bilinear form of a matrix and two vectors.

    Arguments  vec1  float64 (m): vector
               mat   float64 (m, n): matrix
               vec2  float64 (n): vector
    Returns    vec1' mat vec2
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_muscleBias(len: SupportsFloat, lengthrange: _Numbers, acc0: SupportsFloat, prm: _Numbers) -> float:
    """Return the passive force of a muscle.

    -F0 FP(length), where F0 = force, or scale / acc0 if force is negative

    Arguments  len          float [m]: actuator length
               lengthrange  float64 (2) [m]: actuator length range: minimum, maximum
               acc0         float [m/s^2]: norm of the acceleration from a unit force at qpos0
               prm          float64 (9): range (2) [L0], force [N], scale [N m/s^2], lmin lmax [L0], vmax
                            [L0/s], fpmax fvmax [F0]
    Returns    the force [N], not positive
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_muscleBias; Modeling / Muscles
    """

def mju_muscleDynamics(ctrl: SupportsFloat, act: SupportsFloat, prm: _Numbers) -> float:
    """Return the time derivative of the activation of a muscle.

    (min(max(ctrl, 0), 1) - act) / tau, where tau differs between activation and deactivation

    Arguments  ctrl  float [1]: control
               act   float [1]: activation
               prm   float64 (3) [s, s, 1]: time constants of activation and deactivation, width of the smooth
                     transition
    Returns    the rate [1/s]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_muscleDynamics; Millard, Uchida, Seth, Delp 2013; Modeling / Muscles
    """

def mju_muscleGain(len: SupportsFloat, vel: SupportsFloat, lengthrange: _Numbers, acc0: SupportsFloat, prm: _Numbers) -> float:
    """Return the active force of a muscle per unit of activation.

    -F0 FL(length) FV(velocity), where F0 = force, or scale / acc0 if force is negative

    Arguments  len          float [m]: actuator length
               vel          float [m/s]: actuator velocity
               lengthrange  float64 (2) [m]: actuator length range: minimum, maximum
               acc0         float [m/s^2]: norm of the acceleration from a unit force at qpos0
               prm          float64 (9): range (2) [L0], force [N], scale [N m/s^2], lmin lmax [L0], vmax
                            [L0/s], fpmax fvmax [F0]
    Returns    the force [N], not positive
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_muscleGain; Modeling / Muscles
    """

def mju_n2d(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Copy mjtNum, which is double, to doubles.

    res = vec

    Arguments  res  writable float64 (n): result
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_n2f(res: npt.NDArray[np.float32], vec: _Numbers) -> None:
    """Round mjtNum, which is double, to floats; values beyond their range become infinite.

    res = vec

    Arguments  res  writable float32 (n): result
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_negPose(posres: npt.NDArray[np.float64], quatres: npt.NDArray[np.float64], pos: _Numbers, quat: _Numbers) -> None:
    """Invert a pose.

    quatres = quat^-1,  posres = -R(quatres) pos

    Arguments  posres   writable float64 (3) [m]: position of the inverse pose
               quatres  writable float64 (4) [1]: orientation of the inverse pose
               pos      float64 (3) [m]: position of the pose
               quat     float64 (4) [1]: orientation of the pose
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_negQuat(res: npt.NDArray[np.float64], quat: _Numbers) -> None:
    """Invert a rotation: the conjugate quaternion.

    res = (w, -x, -y, -z)

    Arguments  res   writable float64 (4) [1]: inverse quaternion
               quat  float64 (4) [1]: unit quaternion
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_norm(res: _Numbers) -> float:
    """Return the length of a vector.

    Arguments  res  float64 (n): vector
    Returns    |res|, unit of res
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_norm3(vec: _Numbers) -> float:
    """Return the length of a vector.

    Arguments  vec  float64 (3): vector
    Returns    |vec|, unit of vec
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_normalize(res: npt.NDArray[np.float64]) -> float:
    """Normalize a vector; one shorter than mjMINVAL becomes (1, 0, ...).

    res /= |res|

    Arguments  res  writable float64 (n): vector, normalized in place
    Returns    the length before normalization
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_normalize3(vec: npt.NDArray[np.float64]) -> float:
    """Normalize a vector; one shorter than mjMINVAL becomes (1, 0, 0).

    vec /= |vec|

    Arguments  vec  writable float64 (3): vector, normalized in place
    Returns    the length before normalization
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_normalize4(vec: npt.NDArray[np.float64]) -> float:
    """Normalize a quaternion; one shorter than mjMINVAL becomes (1, 0, 0, 0).

    vec /= |vec|

    Arguments  vec  writable float64 (4): vector, normalized in place
    Returns    the length before normalization
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_printMat(mat: _Matrix) -> None:
    """Print a matrix, one row per line.

    Arguments  mat  float64 (m, n): matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_printMatSparse(mat: _Numbers, rownnz: _Numbers, rowadr: _Numbers, colind: _Numbers) -> None:
    """Print a sparse matrix, one row per line, as column: value.

    Arguments  mat     float64 (n): values of a sparse matrix
               rownnz  int32 (m): number of nonzeros in each row
               rowadr  int32 (m): address of each row
               colind  int32 (n): column index of each value, ascending per row
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: a row reaches outside of mat or colind
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_quat2Mat(res: npt.NDArray[np.float64], quat: _Numbers) -> None:
    """Convert a quaternion to a rotation matrix, scaled by the squared norm of the quaternion.

    Arguments  res   writable float64 (9) [1]: rotation matrix, row-major
               quat  float64 (4) [1]: unit quaternion
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_quat2Vel(res: npt.NDArray[np.float64], quat: _Numbers, dt: SupportsFloat) -> None:
    """Convert a quaternion to the angular velocity that reaches it in dt (shorter rotation).

    res = rotation vector of quat / dt

    Arguments  res   writable float64 (3) [rad/s]: angular velocity
               quat  float64 (4) [1]: unit quaternion
               dt    float [s]: time interval
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_quatIntegrate(quat: npt.NDArray[np.float64], vel: _Numbers, scale: SupportsFloat) -> None:
    """Integrate a quaternion with a constant angular velocity.

    quat = quat exp(scale vel)

    Arguments  quat   writable float64 (4) [1]: unit quaternion, integrated in place
               vel    float64 (3) [rad/s]: angular velocity, local frame
               scale  float [s]: time interval
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_quatIntegrate; Computation / Floating objects
    """

def mju_quatZ2Vec(quat: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Compute the shortest rotation from the z axis to a vector.

    R(quat) (0, 0, 1) = vec / |vec|; quat is the identity where vec is shorter than mjMINVAL

    Arguments  quat  writable float64 (4) [1]: unit quaternion
               vec   float64 (3): vector of any length and unit
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_rayGeom(pos: _Numbers, mat: _Numbers, size: _Numbers, pnt: _Numbers, vec: _Numbers, geomtype: SupportsIndex, normal: npt.NDArray[np.float64] | None = ...) -> float:
    """Intersect a ray with a primitive shape.

    Arguments  pos       float64 (3) [m]: geom center
               mat       float64 (9) [1]: geom orientation, row-major
               size      float64 (3) [m]: geom sizes, as geom_size
               pnt       float64 (3) [m]: ray origin, in the frame of pos
               vec       float64 (3) [m]: ray direction, nonzero
               geomtype  int: geom type, a primitive (mjtGeom)
               normal    writable float64 (3) [1] or None: surface normal at the intersection, in the frame of
                         pos; 0: no hit
    Returns    the distance in lengths of vec, -1 without a hit
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: vec is zero, or geomtype is not primitive
    Source     API / Ray casting
    """

def mju_raySkin(nface: SupportsIndex, nvert: SupportsIndex, face: _Numbers, vert: _Numbers, pnt: _Numbers, vec: _Numbers, vertid: npt.NDArray[np.int32]) -> float:
    """Intersect a ray with the triangles of a skin.

    Arguments  nface   int: number of triangles
               nvert   int: number of vertices
               face    int32 (3*nface): vertex ids of the triangles
               vert    float64 (3*nvert) [m]: vertex positions, in the frame of the ray
               pnt     float64 (3) [m]: ray origin
               vec     float64 (3) [m]: ray direction, nonzero
               vertid  writable int32 (1): id of the vertex nearest to the intersection
    Returns    the distance in lengths of vec, -1 without a hit
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: vec is zero
               IndexError: a triangle has a vertex that is not in 0 to nvert - 1
    Source     API / mju_raySkin; Moeller and Trumbore 1997
    """

def mju_rotVecQuat(res: npt.NDArray[np.float64], vec: _Numbers, quat: _Numbers) -> None:
    """Rotate a vector by a unit quaternion.

    res = R(quat) vec

    Arguments  res   writable float64 (3): rotated vector, unit of vec
               vec   float64 (3): vector, any unit
               quat  float64 (4) [1]: unit quaternion
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_round(x: SupportsFloat) -> int:
    """Round to the nearest integer, halves upwards; away from zero at levels from 3.11.0 on.

    Arguments  x  float: value, any unit
    Returns    floor(x + 1/2), or sign(x) floor(|x| + 1/2)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: x is not finite
    Source     API / Miscellaneous, Type conversion
    """

def mju_scl(res: npt.NDArray[np.float64], vec: _Numbers, scl: SupportsFloat) -> None:
    """Multiply a vector by a scalar.

    res = scl vec

    Arguments  res  writable float64 (n): result
               vec  float64 (n): vector
               scl  float: scale factor
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_scl3(res: npt.NDArray[np.float64], vec: _Numbers, scl: SupportsFloat) -> None:
    """Multiply a vector by a scalar.

    res = scl vec

    Arguments  res  writable float64 (3): result
               vec  float64 (3): vector
               scl  float: scale factor
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_sigmoid(x: SupportsFloat) -> float:
    """Evaluate a twice differentiable smooth step: 0 below 0 and 1 above 1.

    Arguments  x  float [1]: value
    Returns    6 x^5 - 15 x^4 + 10 x^3 on [0, 1]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_sigmoid; Perlin 2002
    """

def mju_sign(x: SupportsFloat) -> float:
    """Return the sign of a number.

    Arguments  x  float: value, any unit
    Returns    -1, 0 or 1
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_sparse2dense(res: npt.NDArray[np.float64], mat: _Numbers, rownnz: _Numbers, rowadr: _Numbers, colind: _Numbers) -> None:
    """Convert compressed rows to a dense matrix.

    Arguments  res     writable float64 (m, n): result
               mat     float64 (n): values of a sparse matrix
               rownnz  int32 (m): number of nonzeros in each row
               rowadr  int32 (m): address of each row
               colind  int32 (n): column index of each value, ascending per row
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: a row reaches outside of mat or colind
               IndexError: a column is outside of res
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_springDamper(pos0: SupportsFloat, vel0: SupportsFloat, Kp: SupportsFloat, Kv: SupportsFloat, dt: SupportsFloat) -> float:
    """Return the position of a damped spring after a time, in closed form.

    pos'' = -Kp pos - Kv pos'

    Arguments  pos0  float [m]: initial position
               vel0  float [m/s]: initial velocity
               Kp    float [1/s^2]: stiffness over mass
               Kv    float [1/s]: damping over mass
               dt    float [s]: time interval
    Returns    pos(dt) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_sqrMatTD(res: npt.NDArray[np.float64], mat: _Matrix, diag: npt.NDArray[np.float64] | None) -> None:
    """Compute the weighted square of a matrix.

    res = mat' diag(diag) mat

    Arguments  res   writable float64 (n, n): result
               mat   float64 (m, n): matrix
               diag  writable float64 (m) or None: weight of each row of mat; None: ones
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_standardNormal(num2: SupportsFloat | None) -> float:
    """Return a random number of the standard normal distribution.

    Numbers are drawn in pairs; the next call returns the second of a pair. The sequence is the same in each process and
    has no seed: use a generator of numpy where a seed is needed.

    Arguments  num2  float [1] or None: ignored, as in 3.5.0: a scalar cannot receive a second sample
    Returns    the number
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_standardNormal; Box and Muller 1958; Salmon, Moraes, Dror and Shaw 2011
    """

def mju_str2Type(str: str | bytes) -> int:
    """Return the object type with a name.

    Arguments  str  str: name of the object type
    Returns    the type (mjtObj), 0 for an unknown name
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_sub(res: npt.NDArray[np.float64], vec1: _Numbers, vec2: _Numbers) -> None:
    """Subtract vectors.

    res = vec1 - vec2

    Arguments  res   writable float64 (n): result
               vec1  float64 (n): vector
               vec2  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_sub3(res: npt.NDArray[np.float64], vec1: _Numbers, vec2: _Numbers) -> None:
    """Subtract vectors.

    res = vec1 - vec2

    Arguments  res   writable float64 (3): result
               vec1  float64 (3): vector
               vec2  float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_subFrom(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Subtract a vector in place.

    res -= vec

    Arguments  res  writable float64 (n): accumulator
               vec  float64 (n): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_subFrom3(res: npt.NDArray[np.float64], vec: _Numbers) -> None:
    """Subtract a vector in place.

    res -= vec

    Arguments  res  writable float64 (3): accumulator
               vec  float64 (3): vector
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_subQuat(res: npt.NDArray[np.float64], qa: _Numbers, qb: _Numbers) -> None:
    """Subtract quaternions: the rotation vector from qb to qa, for the shorter rotation.

    qa = qb exp(res)

    Arguments  res  writable float64 (3) [rad]: rotation vector from qb to qa, in the frame of qb
               qa   float64 (4) [1]: final unit quaternion
               qb   float64 (4) [1]: initial unit quaternion
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_sum(vec: npt.NDArray[np.float64]) -> float:
    """Return the sum of the elements.

    Arguments  vec  writable float64 (n): vector
    Returns    sum of vec[i], unit of vec
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_sym2dense(res: npt.NDArray[np.float64], mat: _Numbers, rownnz: _Numbers, rowadr: _Numbers, colind: _Numbers) -> None:
    """Convert compressed rows of a lower triangle to a dense symmetric matrix.

    Arguments  res     writable float64 (m, m): result
               mat     float64 (n): values of the lower triangle
               rownnz  int32 (m): number of nonzeros in each row
               rowadr  int32 (m): address of each row
               colind  int32 (n): column index of each value, ascending per row
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: a row reaches outside of mat or colind
               IndexError: a column is outside of res
    Source     API / mju_sym2dense
    """

def mju_symmetrize(res: npt.NDArray[np.float64], mat: _Matrix) -> None:
    """Compute the symmetric part of a matrix.

    res = (mat + mat') / 2

    Arguments  res  writable float64 (n, n): result
               mat  float64 (n, n): matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_threadPoolCreate(number_of_threads: SupportsIndex) -> int:
    """Create a pool of threads that work beside the stepping thread.

    Arguments  number_of_threads  int: number of threads in addition to the calling thread, at least 1
    Returns    the id of the pool, for mju_bindThreadPool
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: the number of threads is out of range
    Source     API / mju_threadPoolCreate
    """

def mju_threadPoolDestroy(thread_pool: SupportsIndex) -> None:
    """Stop the threads of a pool; each MjData bound to it falls back to the stepping thread.

    Arguments  thread_pool  int: id of the thread pool
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: there is no such pool
    Source     API / mju_threadPoolDestroy
    """

def mju_threadpool(d: MjData, nthread: SupportsIndex) -> None:
    """Create a thread pool for d, or remove it if the number of threads is 0.

    Arguments  d        MjData: the state of m, and what is computed from it
               nthread  int: number of threads in addition to the calling thread; 0: none
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: the number of threads is out of range
    Source     API / mju_threadpool
    """

def mju_transformSpatial(res: npt.NDArray[np.float64], vec: _Numbers, flg_force: SupportsIndex, newpos: _Numbers, oldpos: _Numbers, rotnew2old: _Numbers) -> None:
    """Transform a spatial motion or force vector to another point and other axes.

    motion: linear += angular x (newpos - oldpos);  force: torque += force x (newpos - oldpos)

    Arguments  res         writable float64 (6): spatial vector about newpos, in the new axes; unit of vec
               vec         float64 (6): spatial vector about oldpos, rotation first: motion [rad/s, m/s] or
                           force [N m, N]
               flg_force   int: 0: motion vector, 1: force vector
               newpos      float64 (3) [m]: new reference point, in the old axes
               oldpos      float64 (3) [m]: old reference point, in the old axes
               rotnew2old  float64 (9) [1]: rotation matrix from new to old axes, row-major
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_transformSpatial; Featherstone 2008, ch. 2
    """

def mju_transpose(res: npt.NDArray[np.float64], mat: _Matrix) -> None:
    """Transpose a matrix.

    res = mat'

    Arguments  res  writable float64 (n, m): result
               mat  float64 (m, n): matrix
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Matrix math, Sparse math, Decompositions
    """

def mju_trnVecPose(res: npt.NDArray[np.float64], pos: _Numbers, quat: _Numbers, vec: _Numbers) -> None:
    """Transform a point by a pose.

    res = pos + R(quat) vec

    Arguments  res   writable float64 (3) [m]: point in the parent frame of the pose
               pos   float64 (3) [m]: position of the pose
               quat  float64 (4) [1]: orientation of the pose
               vec   float64 (3) [m]: point in the frame of the pose
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Quaternions, Poses
    """

def mju_type2Str(type: SupportsIndex) -> str:
    """Return the name of an object type.

    Arguments  type  int: object type (mjtObj)
    Returns    the name in MJCF, or None
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_unit4(res: npt.NDArray[np.float64]) -> None:
    """Set a quaternion to the identity rotation.

    res = (1, 0, 0, 0)

    Arguments  res  writable float64 (4): result
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_warningText(warning: SupportsIndex, info: SupportsIndex) -> str:
    """Return the message of a warning.

    Arguments  warning  int: warning type (mjtWarning)
               info     int: argument of the warning: an index or a size
    Returns    the message, which includes info
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: there is no such warning
    Source     API / Miscellaneous, Type conversion
    """

def mju_writeLog(type: str | bytes, msg: str | bytes) -> None:
    """Send a message to the logger "gelenk" at the level named by type.

    Arguments  type  str: "WARNING" or "ERROR"
               msg   str: message
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_writeNumBytes(nbytes: SupportsIndex) -> str:
    """Format a byte count in the largest unit (K, M, ...) that divides it evenly.

    Arguments  nbytes  int [bytes]: number of bytes
    Returns    such as "12K"
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Miscellaneous, Type conversion
    """

def mju_zero(res: npt.NDArray[np.float64]) -> None:
    """Set a vector to zero.

    res = 0

    Arguments  res  writable float64 (n): result
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_zero3(res: npt.NDArray[np.float64]) -> None:
    """Set a vector to zero.

    res = 0

    Arguments  res  writable float64 (3): result
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mju_zero4(res: npt.NDArray[np.float64]) -> None:
    """Set a vector of four to zero.

    res = 0

    Arguments  res  writable float64 (4): result
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / Vector math
    """

def mjv_addGeoms(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb, catmask: SupportsIndex, scn: MjvScene) -> None:
    """Append the geoms of the given categories to the scene.

    Arguments  m        MjModel: the model
               d        MjData: the state of m, and what is computed from it
               opt      MjvOption: visualization options
               pert     MjvPerturb: selection and perturbation
               catmask  int: geom categories, bits of mjtCatBit
               scn      MjvScene: the scene
    Warns      mjWARN_VGEOMFULL: not all geoms fit into the scene
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: the scene was made for a model with other flexes or skins
    Source     API / mjv_addGeoms
    """

def mjv_alignToCamera(res: npt.NDArray[np.float64], vec: _Numbers, forward: _Numbers) -> None:
    """Convert a vector from the view of a camera to the world.

    Forward is made horizontal and up vertical.

    Arguments  res      writable float64 (3): vector in the world frame, unit of vec
               vec      float64 (3): vector in the camera-aligned frame: right, forward, up; any unit
               forward  float64 (3) [1]: forward direction of the camera; the vertical component is ignored
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_alignToCamera
    """

def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Set force and torque on the selected body as a damped spring to its reference pose.

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               pert  MjvPerturb: selection and perturbation
    Reads      xpos (nbody, 3) [m], xmat (nbody, 9), xquat (nbody, 4), cvel (nbody, 6) [rad/s, m/s],
               subtree_com (nbody, 3) [m]
    Writes     xfrc_applied (nbody, 6) [N, N m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mjv_applyPerturbForce; XML reference / visual / map
    """

def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: MjvPerturb, flg_paused: SupportsIndex) -> None:
    """Move a selected mocap body to the reference pose of the perturbation.

    While paused, the tree of a selected body whose root is free is moved as well.

    Arguments  m           MjModel: the model
               d           MjData: the state of m, and what is computed from it
               pert        MjvPerturb: selection and perturbation
               flg_paused  int: 1: simulation is paused, free bodies are moved to the reference pose
    Writes     mocap_pos (nmocap, 3) [m], mocap_quat (nmocap, 4), qpos (nq) [m, rad]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mjv_applyPerturbPose
    """

def mjv_averageCamera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """Return the graphics camera midway between two.

    Arguments  cam1  MjvGLCamera: camera of the first eye
               cam2  MjvGLCamera: camera of the second eye
    Returns    the MjvGLCamera
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: one is orthographic, the other is not
    Source     API / mjv_averageCamera
    """

def mjv_camera2GLCamera(m: MjModel, d: MjData, cam: MjvCamera) -> MjvGLCamera:
    """Return the graphics camera of a camera, midway between its two eyes.

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               cam  MjvCamera: abstract camera
    Returns    the MjvGLCamera
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               FatalError: a camera without a frame, or an id out of range
    Source     API / mjv_camera2GLCamera
    """

def mjv_cameraFrame(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], right: npt.NDArray[np.float64], d: MjData, cam: MjvCamera) -> None:
    """Compute the position and axes of a camera in the world.

    Arguments  headpos  writable float64 (3) [m]: camera position
               forward  writable float64 (3) [1]: forward direction of the camera, unit vector
               up       writable float64 (3) [1]: up direction of the camera, unit vector
               right    writable float64 (3) [1]: right direction of the camera, unit vector
               d        MjData: the state of m, and what is computed from it
               cam      MjvCamera: abstract camera
    Reads      cam_xpos (ncam, 3) [m], cam_xmat (ncam, 9), subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such camera or tracked body, or the camera is a user camera, which has no pose
    Source     API / mjv_cameraFrame
    """

def mjv_cameraFrustum(zver: npt.NDArray[np.float32], zhor: npt.NDArray[np.float32], zclip: npt.NDArray[np.float32], m: MjModel, cam: MjvCamera) -> None:
    """Compute the view frustum of a camera, as its extent on the near plane.

    Arguments  zver   writable float32 (2) [m]: vertical extents of the frustum on the near plane: down, up
               zhor   writable float32 (2) [m]: horizontal extents of the frustum on the near plane: left,
                      right; 0: from the viewport aspect ratio
               zclip  writable float32 (2) [m]: distances of the near and far plane
               m      MjModel: the model
               cam    MjvCamera: abstract camera
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such camera, or the camera is a user camera, which has no frustum
    Source     API / mjv_cameraFrustum
    """

def mjv_cameraInModel(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None:
    """Compute position, forward and up of the scene's camera in model space.

    Arguments  headpos  writable float64 (3) [m]: camera position
               forward  writable float64 (3) [1]: forward direction of the camera, unit vector
               up       writable float64 (3) [1]: up direction of the camera, unit vector
               scn      MjvScene: the scene
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the scale of the scene is not positive
    Source     API / mjv_cameraInModel
    """

def mjv_cameraInRoom(headpos: npt.NDArray[np.float64], forward: npt.NDArray[np.float64], up: npt.NDArray[np.float64], scn: MjvScene) -> None:
    """Compute position, forward and up of the scene's camera in room space.

    Arguments  headpos  writable float64 (3) [m]: camera position
               forward  writable float64 (3) [1]: forward direction of the camera, unit vector
               up       writable float64 (3) [1]: up direction of the camera, unit vector
               scn      MjvScene: the scene
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_cameraInRoom
    """

def mjv_connector(geom: MjvGeom, type: SupportsIndex, width: SupportsFloat, from_: _Numbers, to: _Numbers) -> None:
    """Set type, size and pose of a geom that connects two points.

    Arguments  geom   MjvGeom: geom, modified in place
               type   int: mjGEOM_CAPSULE, CYLINDER, an arrow type or LINE
               width  float [m]: radius; for lines the width in pixels
               from_  float64 (3) [m]: start point
               to     float64 (3) [m]: end point
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: geoms of this type cannot connect points
    Source     API / mjv_connector
    """

def mjv_defaultCamera(cam: MjvCamera) -> None:
    """Set a camera to its defaults: a free camera, 2 m from the origin.

    Arguments  cam  MjvCamera: abstract camera
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_defaultCamera
    """

def mjv_defaultFigure(fig: MjvFigure) -> None:
    """Set a figure to its defaults: no lines, and a different color for each line.

    Arguments  fig  MjvFigure: figure
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_defaultFigure
    """

def mjv_defaultFreeCamera(m: MjModel, cam: MjvCamera) -> None:
    """Set a camera to the free camera of the model.

    Center and extent are those of m.stat, the angles those of m.vis.global_.

    Arguments  m    MjModel: the model
               cam  MjvCamera: abstract camera
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_defaultFreeCamera; XML reference / visual / global
    """

def mjv_defaultOption(opt: MjvOption) -> None:
    """Set visualization options to their defaults.

    The first three groups of geoms, sites and tendons are shown, with the default flags.

    Arguments  opt  MjvOption: visualization options
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_defaultOption
    """

def mjv_defaultPerturb(pert: MjvPerturb) -> None:
    """Set a perturbation to its defaults: no body selected, no force.

    Arguments  pert  MjvPerturb: selection and perturbation
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_defaultPerturb
    """

def mjv_frustumHeight(scn: MjvScene) -> float:
    """Return the height of the view frustum of the scene at unit distance.

    Arguments  scn  MjvScene: the scene
    Returns    the height; of an orthographic camera, that at any distance [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_frustumHeight
    """

def mjv_initGeom(geom: MjvGeom, type: SupportsIndex, size: _Numbers, pos: _Numbers, mat: _Numbers, rgba: _Numbers) -> None:
    """Set the shape and appearance of a geom; object, category and segmentation are kept.

    Arguments  geom  MjvGeom: geom, modified in place
               type  int: geom type (mjtGeom)
               size  float64 (3) [m]: size parameters; for geoms with a radius the first value is repeated
               pos   float64 (3) [m]: position
               mat   float64 (9) [1]: orientation, row-major rotation matrix
               rgba  float32 (4) [1]: color, each element 0 to 1
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjv_initGeom
    """

def mjv_initPerturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Start a perturbation at the pose of the selected body.

    Sets the reference pose, the effective mass, and the scale of a drag [m].

    Arguments  m     MjModel: the model
               d     MjData: the state of m, and what is computed from it
               scn   MjvScene: the scene
               pert  MjvPerturb: selection and perturbation
    Reads      xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9), xipos (nbody, 3) [m], cdof (nv, 6),
               subtree_com (nbody, 3) [m], qM (nM) [kg, kg m^2]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mjv_initPerturb
    """

def mjv_makeLights(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Set the lights of the scene: the headlight at its camera and the active model lights.

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               scn  MjvScene: the scene
    Reads      light_xpos (nlight, 3) [m], light_xdir (nlight, 3)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mjv_makeLights
    """

def mjv_model2room(roompos: npt.NDArray[np.float64], roomquat: npt.NDArray[np.float64], modelpos: _Numbers, modelquat: _Numbers, scn: MjvScene) -> None:
    """Convert a pose from model space to room space.

    As in 3.5.0, the scale of the scene multiplies its translation as well, and mjv_room2model does not divide the
    translation by the scale: the two functions are inverse where the scale is 1 or the translation 0.

    Arguments  roompos    writable float64 (3) [m]: position in the room frame
               roomquat   writable float64 (4) [1]: orientation in the room frame
               modelpos   float64 (3) [m]: position in the model frame
               modelquat  float64 (4) [1]: orientation in the model frame
               scn        MjvScene: the scene
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the scale of the scene is not positive
    Source     API / mjv_model2room
    """

def mjv_moveCamera(m: MjModel, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, scn: MjvScene, cam: MjvCamera) -> None:
    """Rotate, move or zoom a free or tracking camera by a mouse drag; ignore other cameras.

    Arguments  m       MjModel: the model
               action  int: mouse action (mjtMouse)
               reldx   float [1]: mouse displacement to the right, in window heights
               reldy   float [1]: mouse displacement downward, in window heights
               scn     MjvScene: the scene
               cam     MjvCamera: abstract camera
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such action
    Source     API / mjv_moveCamera; Programming / Visualization
    """

def mjv_moveModel(m: MjModel, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, roomup: _Numbers, scn: MjvScene) -> None:
    """Rotate, move or scale the model in its room by a mouse drag.

    Arguments  m       MjModel: the model
               action  int: mouse action (mjtMouse)
               reldx   float [1]: mouse displacement to the right, in window heights
               reldy   float [1]: mouse displacement downward, in window heights
               roomup  float64 (3) [1]: up direction of the room frame, unit vector
               scn     MjvScene: the scene
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: there is no such action
    Source     API / mjv_moveModel
    """

def mjv_movePerturb(m: MjModel, d: MjData, action: SupportsIndex, reldx: SupportsFloat, reldy: SupportsFloat, scn: MjvScene, pert: MjvPerturb) -> None:
    """Move or rotate the reference pose of a perturbation by a mouse drag.

    Arguments  m       MjModel: the model
               d       MjData: the state of m, and what is computed from it
               action  int: mouse action (mjtMouse)
               reldx   float [1]: mouse displacement to the right, in window heights
               reldy   float [1]: mouse displacement downward, in window heights
               scn     MjvScene: the scene
               pert    MjvPerturb: selection and perturbation
    Reads      xquat (nbody, 4)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               FatalError: there is no such action
    Source     API / mjv_movePerturb
    """

def mjv_room2model(modelpos: npt.NDArray[np.float64], modelquat: npt.NDArray[np.float64], roompos: _Numbers, roomquat: _Numbers, scn: MjvScene) -> None:
    """Convert a pose from room space to model space.

    Arguments  modelpos   writable float64 (3) [m]: position in the model frame
               modelquat  writable float64 (4) [1]: orientation in the model frame
               roompos    float64 (3) [m]: position in the room frame
               roomquat   float64 (4) [1]: orientation in the room frame
               scn        MjvScene: the scene
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               FatalError: the scale of the scene is not positive
    Source     API / mjv_room2model
    """

def mjv_select(m: MjModel, d: MjData, vopt: MjvOption, aspectratio: SupportsFloat, relx: SupportsFloat, rely: SupportsFloat, scn: MjvScene, selpnt: npt.NDArray[np.float64], geomid: npt.NDArray[np.int32], flexid: npt.NDArray[np.int32], skinid: npt.NDArray[np.int32]) -> int:
    """Find the first geom, flex or skin under a point of the image.

    Arguments  m            MjModel: the model
               d            MjData: the state of m, and what is computed from it
               vopt         MjvOption: visualization options
               aspectratio  float [1]: aspect ratio of the viewport: width / height
               relx         float [1]: horizontal image coordinate, 0 to 1 from the left
               rely         float [1]: vertical image coordinate, 0 to 1 from the bottom
               scn          MjvScene: the scene
               selpnt       writable float64 (3) [m]: selected point, world frame; unchanged without a hit
               geomid       writable int32 (1): id of the selected geom; -1: none
               flexid       writable int32 (1): id of the selected flex; -1: none
               skinid       writable int32 (1): id of the selected skin; -1: none
    Returns    the body id, -1 without a hit
    Reads      geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9), flexvert_xpos (nflexvert, 3) [m]
    Writes     selpnt: the point of a geom, the nearest vertex of a flex or skin
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
    Source     API / mjv_select; Programming / Visualization
    """

def mjv_updateCamera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Place the left and right cameras of the scene; a user camera leaves them unchanged.

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               cam  MjvCamera: abstract camera
               scn  MjvScene: the scene
    Reads      cam_xpos (ncam, 3) [m], cam_xmat (ncam, 9), subtree_com (nbody, 3) [m]
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               FatalError: there is no such camera or tracked body
    Source     API / mjv_updateCamera
    """

def mjv_updateScene(m: MjModel, d: MjData, opt: MjvOption, pert: MjvPerturb | None, cam: MjvCamera, catmask: SupportsIndex, scn: MjvScene) -> None:
    """Rebuild the scene: geoms, decoration, lights, flexes, skins and the camera.

    The scene shows the result of the last mj_forward or mj_step. Geoms beyond the capacity of the scene are left out.

    Arguments  m        MjModel: the model
               d        MjData: the state of m, and what is computed from it
               opt      MjvOption: visualization options
               pert     MjvPerturb or None: selection and perturbation
               cam      MjvCamera: abstract camera
               catmask  int: geom categories, bits of mjtCatBit
               scn      MjvScene: the scene
    Reads      xpos (nbody, 3) [m], xquat (nbody, 4), xmat (nbody, 9), xipos (nbody, 3) [m], ximat (nbody, 9),
               xanchor (njnt, 3) [m], xaxis (njnt, 3), geom_xpos (ngeom, 3) [m], geom_xmat (ngeom, 9),
               site_xpos (nsite, 3) [m], site_xmat (nsite, 9), cam_xpos (ncam, 3) [m], cam_xmat (ncam, 9),
               light_xpos (nlight, 3) [m], light_xdir (nlight, 3), subtree_com (nbody, 3) [m],
               ten_wrapadr (ntendon), ten_wrapnum (ntendon), wrap_xpos (nwrap, 6) [m], wrap_obj (nwrap, 2),
               ten_length (ntendon) [m, rad], act (na), ctrl (nu), bvh_active (nbvh), contact (ncon),
               efc_force (nefc), flexvert_xpos (nflexvert, 3) [m], sensordata (nsensordata), tree_asleep (ntree)
    Warns      mjWARN_VGEOMFULL: not all geoms fit into the scene
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: the scene was made for a model with other flexes or skins
               FatalError: there is no such camera or tracked body
    Source     API / mjv_updateScene; Programming / Visualization
    """

def mjv_updateSkin(m: MjModel, d: MjData, scn: MjvScene) -> None:
    """Compute vertices and normals of all skins of the scene from the body poses.

    Arguments  m    MjModel: the model
               d    MjData: the state of m, and what is computed from it
               scn  MjvScene: the scene
    Reads      xpos (nbody, 3) [m], xquat (nbody, 4)
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: d was made for a model of other sizes
               ValueError: the scene was made for a model with other flexes or skins
    Source     API / mjv_updateSkin; Programming / Visualization
    """

def set_mjcb_act_bias(arg0: Callable[[MjModel, MjData, int], float] | None) -> None:
    """Set the callback mjcb_act_bias.

    f(m, d, i): return the bias force of actuator i, whose biastype is user

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_act_bias; Modeling / Callbacks
    """

def set_mjcb_act_dyn(arg0: Callable[[MjModel, MjData, int], float] | None) -> None:
    """Set the callback mjcb_act_dyn.

    f(m, d, i): return act_dot of actuator i, whose dyntype is user

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_act_dyn; Modeling / Callbacks
    """

def set_mjcb_act_gain(arg0: Callable[[MjModel, MjData, int], float] | None) -> None:
    """Set the callback mjcb_act_gain.

    f(m, d, i): return the gain of actuator i, whose gaintype is user

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_act_gain; Modeling / Callbacks
    """

def set_mjcb_contactfilter(arg0: Callable[[MjModel, MjData, int, int], int] | None) -> None:
    """Set the callback mjcb_contactfilter.

    f(m, d, geom1, geom2): return not 0 to discard a pair of geoms before they are tested

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_contactfilter; Modeling / Callbacks
    """

def set_mjcb_control(arg0: Callable[[MjModel, MjData], object] | None) -> None:
    """Set the callback mjcb_control.

    f(m, d): set d.ctrl or d.qfrc_applied; called once a step, before actuation

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_control; Modeling / Callbacks
    """

def set_mjcb_passive(arg0: Callable[[MjModel, MjData], object] | None) -> None:
    """Set the callback mjcb_passive.

    f(m, d): add to d.qfrc_passive (nv) [N, N m]; called after the passive forces of the model

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_passive; Modeling / Callbacks
    """

def set_mjcb_sensor(arg0: Callable[[MjModel, MjData, int], object] | None) -> None:
    """Set the callback mjcb_sensor.

    f(m, d, stage): fill d.sensordata of user sensors; called at each stage (mjtStage) that has some

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_sensor; Modeling / Callbacks
    """

def set_mjcb_time(arg0: Callable[[], float] | None) -> None:
    """Set the clock f() of the timers; None: the system clock [s].

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mjcb_time
    """

def set_mju_user_free(arg0: None) -> None:
    """Takes None alone: memory comes from numpy.

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: mju_user_free is a function
    Source     API / mju_user_free; Modeling / Callbacks
    """

def set_mju_user_malloc(arg0: None) -> None:
    """Takes None alone: memory comes from numpy.

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
               ValueError: mju_user_malloc is a function
    Source     API / mju_user_malloc; Modeling / Callbacks
    """

def set_mju_user_warning(arg0: Callable[[str], object] | None) -> None:
    """Set the function f(text) that receives warnings; None: the logger "gelenk".

    Arguments  arg0  callable: callback function; None: no callback
    Errors     TypeError: an argument is missing, or has a wrong type or shape
    Source     API / mju_user_warning
    """
