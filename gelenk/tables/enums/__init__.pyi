"""Every public enum and constant of the system: rendered by `python tools/render.py`; do not edit."""

from typing import ClassVar, Final

from gelenk.tables.enums.constants import Enum as Enum

mjDISABLESTRING: Final[tuple[str, str, str, str, str, str, str, str, str, str, str, str, str, str, str, str, str, str, str]]
mjENABLESTRING: Final[tuple[str, str, str, str, str, str]]
mjFRAMESTRING: Final[tuple[str, str, str, str, str, str, str, str]]
mjLABELSTRING: Final[tuple[str, str, str, str, str, str, str, str, str, str, str, str, str, str, str, str, str]]
mjMAXCONPAIR: Final = 50
mjMAXFLEXNODES: Final = 27
mjMAXIMP: Final = 0.9999
mjMAXLIGHT: Final = 100
mjMAXLINE: Final = 100
mjMAXLINEPNT: Final = 1001
mjMAXOVERLAY: Final = 500
mjMAXPLANEGRID: Final = 200
mjMAXTREEDEPTH: Final = 50
mjMAXVAL: Final = 10000000000.0
mjMINAWAKE: Final = 10
mjMINIMP: Final = 0.0001
mjMINMU: Final = 1e-05
mjMINVAL: Final = 1e-15
mjNBIAS: Final = 10
mjNDYN: Final = 10
mjNEQDATA: Final = 11
mjNFLUID: Final = 12
mjNGAIN: Final = 10
mjNGROUP: Final = 6
mjNIMP: Final = 5
mjNISLAND: Final = 20
mjNPOLY: Final = 2
mjNREF: Final = 2
mjNSENS: Final = 3
mjNSOLVER: Final = 200
mjPI: Final = 3.141592653589793
mjRNDSTRING: Final[tuple[tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str]]]
mjTIMERSTRING: Final[tuple[str, str, str, str, str, str, str, str, str, str, str, str, str, str, str]]
mjVERSION_HEADER: Final = 3005000
mjVISSTRING: Final[tuple[tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], tuple[str, str, str]]]

class mjtAlignFree(Enum):
    """Alignment of the frame of a free body with its inertial frame.

        mjALIGNFREE_FALSE  0
        mjALIGNFREE_TRUE   1
        mjALIGNFREE_AUTO   2
    """
    mjALIGNFREE_FALSE: ClassVar[mjtAlignFree]
    mjALIGNFREE_TRUE: ClassVar[mjtAlignFree]
    mjALIGNFREE_AUTO: ClassVar[mjtAlignFree]

class mjtBias(Enum):
    """Actuator bias types.

        mjBIAS_NONE     0
        mjBIAS_AFFINE   1
        mjBIAS_MUSCLE   2
        mjBIAS_USER     3  (3 from 3.5.0 on, 4 from 3.7.0 on, 5 from 3.11.0 on)
        mjBIAS_SO3      4  (4 from 3.11.0 on)
        mjBIAS_DCMOTOR  5  (3 from 3.7.0 on)
    """
    mjBIAS_NONE: ClassVar[mjtBias]
    mjBIAS_AFFINE: ClassVar[mjtBias]
    mjBIAS_MUSCLE: ClassVar[mjtBias]
    mjBIAS_USER: ClassVar[mjtBias]
    mjBIAS_SO3: ClassVar[mjtBias]
    mjBIAS_DCMOTOR: ClassVar[mjtBias]

class mjtBuiltin(Enum):
    """Patterns of procedurally generated textures.

        mjBUILTIN_NONE      0
        mjBUILTIN_GRADIENT  1
        mjBUILTIN_CHECKER   2
        mjBUILTIN_FLAT      3
    """
    mjBUILTIN_NONE: ClassVar[mjtBuiltin]
    mjBUILTIN_GRADIENT: ClassVar[mjtBuiltin]
    mjBUILTIN_CHECKER: ClassVar[mjtBuiltin]
    mjBUILTIN_FLAT: ClassVar[mjtBuiltin]

class mjtButton(Enum):
    """Mouse buttons.

        mjBUTTON_NONE    0
        mjBUTTON_LEFT    1
        mjBUTTON_RIGHT   2
        mjBUTTON_MIDDLE  3
    """
    mjBUTTON_NONE: ClassVar[mjtButton]
    mjBUTTON_LEFT: ClassVar[mjtButton]
    mjBUTTON_RIGHT: ClassVar[mjtButton]
    mjBUTTON_MIDDLE: ClassVar[mjtButton]

class mjtCamLight(Enum):
    """Tracking modes of cameras and lights.

        mjCAMLIGHT_FIXED          0
        mjCAMLIGHT_TRACK          1
        mjCAMLIGHT_TRACKCOM       2
        mjCAMLIGHT_TARGETBODY     3
        mjCAMLIGHT_TARGETBODYCOM  4
    """
    mjCAMLIGHT_FIXED: ClassVar[mjtCamLight]
    mjCAMLIGHT_TRACK: ClassVar[mjtCamLight]
    mjCAMLIGHT_TRACKCOM: ClassVar[mjtCamLight]
    mjCAMLIGHT_TARGETBODY: ClassVar[mjtCamLight]
    mjCAMLIGHT_TARGETBODYCOM: ClassVar[mjtCamLight]

class mjtCamOutBit(Enum):
    """Camera output bits.

        mjCAMOUT_RGB     1
        mjCAMOUT_DEPTH   2
        mjCAMOUT_DIST    4
        mjCAMOUT_NORMAL  8
        mjCAMOUT_SEG     16
        mjNCAMOUT        5
    """
    mjCAMOUT_RGB: ClassVar[mjtCamOutBit]
    mjCAMOUT_DEPTH: ClassVar[mjtCamOutBit]
    mjCAMOUT_DIST: ClassVar[mjtCamOutBit]
    mjCAMOUT_NORMAL: ClassVar[mjtCamOutBit]
    mjCAMOUT_SEG: ClassVar[mjtCamOutBit]
    mjNCAMOUT: ClassVar[mjtCamOutBit]

class mjtCamera(Enum):
    """Abstract camera types.

        mjCAMERA_FREE      0
        mjCAMERA_TRACKING  1
        mjCAMERA_FIXED     2
        mjCAMERA_USER      3
    """
    mjCAMERA_FREE: ClassVar[mjtCamera]
    mjCAMERA_TRACKING: ClassVar[mjtCamera]
    mjCAMERA_FIXED: ClassVar[mjtCamera]
    mjCAMERA_USER: ClassVar[mjtCamera]

class mjtCatBit(Enum):
    """Geom category bits for visualization.

        mjCAT_STATIC   1
        mjCAT_DYNAMIC  2
        mjCAT_DECOR    4
        mjCAT_ALL      7
    """
    mjCAT_STATIC: ClassVar[mjtCatBit]
    mjCAT_DYNAMIC: ClassVar[mjtCatBit]
    mjCAT_DECOR: ClassVar[mjtCatBit]
    mjCAT_ALL: ClassVar[mjtCatBit]

class mjtColorSpace(Enum):
    """Color spaces of texture files.

        mjCOLORSPACE_AUTO    0
        mjCOLORSPACE_LINEAR  1
        mjCOLORSPACE_SRGB    2
    """
    mjCOLORSPACE_AUTO: ClassVar[mjtColorSpace]
    mjCOLORSPACE_LINEAR: ClassVar[mjtColorSpace]
    mjCOLORSPACE_SRGB: ClassVar[mjtColorSpace]

class mjtConDataField(Enum):
    """Data fields of contact sensors, in output order.

        mjCONDATA_FOUND    0
        mjCONDATA_FORCE    1
        mjCONDATA_TORQUE   2
        mjCONDATA_DIST     3
        mjCONDATA_POS      4
        mjCONDATA_NORMAL   5
        mjCONDATA_TANGENT  6
        mjCONDATA_LINVEL   7  (7 from 3.16.0 on)
        mjCONDATA_ANGVEL   8  (8 from 3.16.0 on)
        mjNCONDATA         7  (7 from 3.5.0 on, 9 from 3.16.0 on)
    """
    mjCONDATA_FOUND: ClassVar[mjtConDataField]
    mjCONDATA_FORCE: ClassVar[mjtConDataField]
    mjCONDATA_TORQUE: ClassVar[mjtConDataField]
    mjCONDATA_DIST: ClassVar[mjtConDataField]
    mjCONDATA_POS: ClassVar[mjtConDataField]
    mjCONDATA_NORMAL: ClassVar[mjtConDataField]
    mjCONDATA_TANGENT: ClassVar[mjtConDataField]
    mjCONDATA_LINVEL: ClassVar[mjtConDataField]
    mjCONDATA_ANGVEL: ClassVar[mjtConDataField]
    mjNCONDATA: ClassVar[mjtConDataField]

class mjtCone(Enum):
    """Friction cone types.

        mjCONE_PYRAMIDAL  0
        mjCONE_ELLIPTIC   1
    """
    mjCONE_PYRAMIDAL: ClassVar[mjtCone]
    mjCONE_ELLIPTIC: ClassVar[mjtCone]

class mjtConflict(Enum):
    """Treatment of conflicting settings when specs are attached.

        mjCONFLICT_WARNING  0  (0 from 3.10.0 on)
        mjCONFLICT_MERGE    1  (1 from 3.10.0 on)
        mjCONFLICT_ERROR    2  (2 from 3.10.0 on)
    """
    mjCONFLICT_WARNING: ClassVar[mjtConflict]
    mjCONFLICT_MERGE: ClassVar[mjtConflict]
    mjCONFLICT_ERROR: ClassVar[mjtConflict]

class mjtConstraint(Enum):
    """Constraint types.

        mjCNSTR_EQUALITY              0
        mjCNSTR_FRICTION_DOF          1
        mjCNSTR_FRICTION_TENDON       2
        mjCNSTR_LIMIT_JOINT           3
        mjCNSTR_LIMIT_TENDON          4
        mjCNSTR_CONTACT_FRICTIONLESS  5
        mjCNSTR_CONTACT_PYRAMIDAL     6
        mjCNSTR_CONTACT_ELLIPTIC      7
    """
    mjCNSTR_EQUALITY: ClassVar[mjtConstraint]
    mjCNSTR_FRICTION_DOF: ClassVar[mjtConstraint]
    mjCNSTR_FRICTION_TENDON: ClassVar[mjtConstraint]
    mjCNSTR_LIMIT_JOINT: ClassVar[mjtConstraint]
    mjCNSTR_LIMIT_TENDON: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_FRICTIONLESS: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_PYRAMIDAL: ClassVar[mjtConstraint]
    mjCNSTR_CONTACT_ELLIPTIC: ClassVar[mjtConstraint]

class mjtConstraintState(Enum):
    """Region of the cost function of a constraint row.

        mjCNSTRSTATE_SATISFIED  0
        mjCNSTRSTATE_QUADRATIC  1
        mjCNSTRSTATE_LINEARNEG  2
        mjCNSTRSTATE_LINEARPOS  3
        mjCNSTRSTATE_CONE       4
    """
    mjCNSTRSTATE_SATISFIED: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_QUADRATIC: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_LINEARNEG: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_LINEARPOS: ClassVar[mjtConstraintState]
    mjCNSTRSTATE_CONE: ClassVar[mjtConstraintState]

class mjtCtrlChart(Enum):
    """Charts of the control of an orientation.

        mjCHART_EXPMAP  1  (1 from 3.11.0 on)
        mjCHART_QUAT    2  (2 from 3.11.0 on)
    """
    mjCHART_EXPMAP: ClassVar[mjtCtrlChart]
    mjCHART_QUAT: ClassVar[mjtCtrlChart]

class mjtCtrlInput(Enum):
    """Inputs of an actuator, one bit each.

        mjINPUT_POS       1  (1 from 3.12.0 on)
        mjINPUT_VEL       2  (2 from 3.12.0 on)
        mjINPUT_FF        4  (4 from 3.12.0 on)
        mjINPUT_VOLTAGE   8  (8 from 3.12.0 on)
        mjINPUT_NONE      16  (16 from 3.12.0 on)
        mjINPUT_PRESSURE  32  (32 from 3.16.0 on)
    """
    mjINPUT_POS: ClassVar[mjtCtrlInput]
    mjINPUT_VEL: ClassVar[mjtCtrlInput]
    mjINPUT_FF: ClassVar[mjtCtrlInput]
    mjINPUT_VOLTAGE: ClassVar[mjtCtrlInput]
    mjINPUT_NONE: ClassVar[mjtCtrlInput]
    mjINPUT_PRESSURE: ClassVar[mjtCtrlInput]

class mjtDataType(Enum):
    """Data types of sensor readings; the type determines the effect of cutoff.

        mjDATATYPE_REAL        0
        mjDATATYPE_POSITIVE    1
        mjDATATYPE_AXIS        2
        mjDATATYPE_QUATERNION  3
    """
    mjDATATYPE_REAL: ClassVar[mjtDataType]
    mjDATATYPE_POSITIVE: ClassVar[mjtDataType]
    mjDATATYPE_AXIS: ClassVar[mjtDataType]
    mjDATATYPE_QUATERNION: ClassVar[mjtDataType]

class mjtDepthMap(Enum):
    """Depth mappings: near plane at 0, or far plane at 0.

        mjDEPTH_ZERONEAR  0
        mjDEPTH_ZEROFAR   1
    """
    mjDEPTH_ZERONEAR: ClassVar[mjtDepthMap]
    mjDEPTH_ZEROFAR: ClassVar[mjtDepthMap]

class mjtDisableBit(Enum):
    """Bits of `option.disableflags`: features that are enabled by default.

        mjDSBL_CONSTRAINT    1
        mjDSBL_EQUALITY      2
        mjDSBL_FRICTIONLOSS  4
        mjDSBL_LIMIT         8
        mjDSBL_CONTACT       16
        mjDSBL_SPRING        32
        mjDSBL_DAMPER        64
        mjDSBL_GRAVITY       128
        mjDSBL_CLAMPCTRL     256
        mjDSBL_WARMSTART     512
        mjDSBL_FILTERPARENT  1024
        mjDSBL_ACTUATION     2048
        mjDSBL_REFSAFE       4096
        mjDSBL_SENSOR        8192
        mjDSBL_MIDPHASE      16384
        mjDSBL_EULERDAMP     32768
        mjDSBL_AUTORESET     65536
        mjDSBL_NATIVECCD     131072
        mjDSBL_ISLAND        262144
        mjNDISABLE           19  (19 from 3.5.0 on, 20 from 3.8.0 on)
    """
    mjDSBL_CONSTRAINT: ClassVar[mjtDisableBit]
    mjDSBL_EQUALITY: ClassVar[mjtDisableBit]
    mjDSBL_FRICTIONLOSS: ClassVar[mjtDisableBit]
    mjDSBL_LIMIT: ClassVar[mjtDisableBit]
    mjDSBL_CONTACT: ClassVar[mjtDisableBit]
    mjDSBL_SPRING: ClassVar[mjtDisableBit]
    mjDSBL_DAMPER: ClassVar[mjtDisableBit]
    mjDSBL_GRAVITY: ClassVar[mjtDisableBit]
    mjDSBL_CLAMPCTRL: ClassVar[mjtDisableBit]
    mjDSBL_WARMSTART: ClassVar[mjtDisableBit]
    mjDSBL_FILTERPARENT: ClassVar[mjtDisableBit]
    mjDSBL_ACTUATION: ClassVar[mjtDisableBit]
    mjDSBL_REFSAFE: ClassVar[mjtDisableBit]
    mjDSBL_SENSOR: ClassVar[mjtDisableBit]
    mjDSBL_MIDPHASE: ClassVar[mjtDisableBit]
    mjDSBL_EULERDAMP: ClassVar[mjtDisableBit]
    mjDSBL_AUTORESET: ClassVar[mjtDisableBit]
    mjDSBL_NATIVECCD: ClassVar[mjtDisableBit]
    mjDSBL_ISLAND: ClassVar[mjtDisableBit]
    mjNDISABLE: ClassVar[mjtDisableBit]

class mjtDyn(Enum):
    """Actuator dynamics types.

        mjDYN_NONE         0
        mjDYN_INTEGRATOR   1
        mjDYN_FILTER       2
        mjDYN_FILTEREXACT  3
        mjDYN_MUSCLE       4
        mjDYN_USER         5  (5 from 3.5.0 on, 6 from 3.7.0 on, 7 from 3.12.0 on)
        mjDYN_PID          6  (6 from 3.12.0 on)
        mjDYN_DCMOTOR      7  (5 from 3.7.0 on)
    """
    mjDYN_NONE: ClassVar[mjtDyn]
    mjDYN_INTEGRATOR: ClassVar[mjtDyn]
    mjDYN_FILTER: ClassVar[mjtDyn]
    mjDYN_FILTEREXACT: ClassVar[mjtDyn]
    mjDYN_MUSCLE: ClassVar[mjtDyn]
    mjDYN_USER: ClassVar[mjtDyn]
    mjDYN_PID: ClassVar[mjtDyn]
    mjDYN_DCMOTOR: ClassVar[mjtDyn]

class mjtEmbed(Enum):
    """Embedding of assets in a model.

        mjEMBED_FALSE  0  (0 from 3.17.0 on)
        mjEMBED_TRUE   1  (1 from 3.17.0 on)
        mjEMBED_AUTO   2  (2 from 3.17.0 on)
    """
    mjEMBED_FALSE: ClassVar[mjtEmbed]
    mjEMBED_TRUE: ClassVar[mjtEmbed]
    mjEMBED_AUTO: ClassVar[mjtEmbed]

class mjtEnableBit(Enum):
    """Bits of `option.enableflags`: features that are disabled by default.

        mjENBL_OVERRIDE     1
        mjENBL_ENERGY       2
        mjENBL_FWDINV       4
        mjENBL_INVDISCRETE  8
        mjENBL_MULTICCD     16  (16 from 3.5.0 on, none from 3.8.0 on)
        mjENBL_SLEEP        32  (32 from 3.5.0 on, 16 from 3.8.0 on)
        mjENBL_DIAGEXACT    256  (32 from 3.9.0 on)
        mjENBL_SPECULATIVE  128  (128 from 4.0.0 on)
        mjNENABLE           6  (6 from 3.5.0 on, 5 from 3.8.0 on, 6 from 3.9.0 on, 7 from 3.14.0 on, 8 from 4.0.0 on)
    """
    mjENBL_OVERRIDE: ClassVar[mjtEnableBit]
    mjENBL_ENERGY: ClassVar[mjtEnableBit]
    mjENBL_FWDINV: ClassVar[mjtEnableBit]
    mjENBL_INVDISCRETE: ClassVar[mjtEnableBit]
    mjENBL_MULTICCD: ClassVar[mjtEnableBit]
    mjENBL_SLEEP: ClassVar[mjtEnableBit]
    mjENBL_DIAGEXACT: ClassVar[mjtEnableBit]
    mjENBL_SPECULATIVE: ClassVar[mjtEnableBit]
    mjNENABLE: ClassVar[mjtEnableBit]

class mjtEq(Enum):
    """Equality constraint types.

        mjEQ_CONNECT     0
        mjEQ_WELD        1
        mjEQ_JOINT       2
        mjEQ_TENDON      3
        mjEQ_FLEX        4
        mjEQ_FLEXVERT    5
        mjEQ_DISTANCE    6  (6 from 3.5.0 on, 7 from 3.6.0 on)
        mjEQ_FLEXSTRAIN  7  (6 from 3.6.0 on)
    """
    mjEQ_CONNECT: ClassVar[mjtEq]
    mjEQ_WELD: ClassVar[mjtEq]
    mjEQ_JOINT: ClassVar[mjtEq]
    mjEQ_TENDON: ClassVar[mjtEq]
    mjEQ_FLEX: ClassVar[mjtEq]
    mjEQ_FLEXVERT: ClassVar[mjtEq]
    mjEQ_DISTANCE: ClassVar[mjtEq]
    mjEQ_FLEXSTRAIN: ClassVar[mjtEq]

class mjtEvent(Enum):
    """User interface events.

        mjEVENT_NONE       0
        mjEVENT_MOVE       1
        mjEVENT_PRESS      2
        mjEVENT_RELEASE    3
        mjEVENT_SCROLL     4
        mjEVENT_KEY        5
        mjEVENT_RESIZE     6
        mjEVENT_REDRAW     7
        mjEVENT_FILESDROP  8
    """
    mjEVENT_NONE: ClassVar[mjtEvent]
    mjEVENT_MOVE: ClassVar[mjtEvent]
    mjEVENT_PRESS: ClassVar[mjtEvent]
    mjEVENT_RELEASE: ClassVar[mjtEvent]
    mjEVENT_SCROLL: ClassVar[mjtEvent]
    mjEVENT_KEY: ClassVar[mjtEvent]
    mjEVENT_RESIZE: ClassVar[mjtEvent]
    mjEVENT_REDRAW: ClassVar[mjtEvent]
    mjEVENT_FILESDROP: ClassVar[mjtEvent]

class mjtFlexSelf(Enum):
    """Self-collision modes of a flex.

        mjFLEXSELF_NONE    0
        mjFLEXSELF_NARROW  1
        mjFLEXSELF_BVH     2
        mjFLEXSELF_SAP     3
        mjFLEXSELF_AUTO    4
    """
    mjFLEXSELF_NONE: ClassVar[mjtFlexSelf]
    mjFLEXSELF_NARROW: ClassVar[mjtFlexSelf]
    mjFLEXSELF_BVH: ClassVar[mjtFlexSelf]
    mjFLEXSELF_SAP: ClassVar[mjtFlexSelf]
    mjFLEXSELF_AUTO: ClassVar[mjtFlexSelf]

class mjtFont(Enum):
    """Font styles.

        mjFONT_NORMAL  0
        mjFONT_SHADOW  1
        mjFONT_BIG     2
    """
    mjFONT_NORMAL: ClassVar[mjtFont]
    mjFONT_SHADOW: ClassVar[mjtFont]
    mjFONT_BIG: ClassVar[mjtFont]

class mjtFontScale(Enum):
    """Font sizes, in percent.

        mjFONTSCALE_50   50
        mjFONTSCALE_100  100
        mjFONTSCALE_150  150
        mjFONTSCALE_200  200
        mjFONTSCALE_250  250
        mjFONTSCALE_300  300
    """
    mjFONTSCALE_50: ClassVar[mjtFontScale]
    mjFONTSCALE_100: ClassVar[mjtFontScale]
    mjFONTSCALE_150: ClassVar[mjtFontScale]
    mjFONTSCALE_200: ClassVar[mjtFontScale]
    mjFONTSCALE_250: ClassVar[mjtFontScale]
    mjFONTSCALE_300: ClassVar[mjtFontScale]

class mjtFrame(Enum):
    """Objects with visible frames.

        mjFRAME_NONE     0
        mjFRAME_BODY     1
        mjFRAME_GEOM     2
        mjFRAME_SITE     3
        mjFRAME_CAMERA   4
        mjFRAME_LIGHT    5
        mjFRAME_CONTACT  6
        mjFRAME_WORLD    7
        mjNFRAME         8
    """
    mjFRAME_NONE: ClassVar[mjtFrame]
    mjFRAME_BODY: ClassVar[mjtFrame]
    mjFRAME_GEOM: ClassVar[mjtFrame]
    mjFRAME_SITE: ClassVar[mjtFrame]
    mjFRAME_CAMERA: ClassVar[mjtFrame]
    mjFRAME_LIGHT: ClassVar[mjtFrame]
    mjFRAME_CONTACT: ClassVar[mjtFrame]
    mjFRAME_WORLD: ClassVar[mjtFrame]
    mjNFRAME: ClassVar[mjtFrame]

class mjtFramebuffer(Enum):
    """Target framebuffers of rendering.

        mjFB_WINDOW     0
        mjFB_OFFSCREEN  1
    """
    mjFB_WINDOW: ClassVar[mjtFramebuffer]
    mjFB_OFFSCREEN: ClassVar[mjtFramebuffer]

class mjtGain(Enum):
    """Actuator gain types.

        mjGAIN_FIXED    0
        mjGAIN_AFFINE   1
        mjGAIN_MUSCLE   2
        mjGAIN_USER     3  (3 from 3.5.0 on, 4 from 3.7.0 on, 5 from 3.11.0 on, 6 from 3.12.0 on)
        mjGAIN_SO3      4  (4 from 3.11.0 on)
        mjGAIN_PID      5  (5 from 3.12.0 on)
        mjGAIN_DCMOTOR  6  (3 from 3.7.0 on)
    """
    mjGAIN_FIXED: ClassVar[mjtGain]
    mjGAIN_AFFINE: ClassVar[mjtGain]
    mjGAIN_MUSCLE: ClassVar[mjtGain]
    mjGAIN_USER: ClassVar[mjtGain]
    mjGAIN_SO3: ClassVar[mjtGain]
    mjGAIN_PID: ClassVar[mjtGain]
    mjGAIN_DCMOTOR: ClassVar[mjtGain]

class mjtGeom(Enum):
    """Geom types; members from mjGEOM_ARROW on are for rendering only.

        mjGEOM_PLANE      0
        mjGEOM_HFIELD     1
        mjGEOM_SPHERE     2
        mjGEOM_CAPSULE    3
        mjGEOM_ELLIPSOID  4
        mjGEOM_CYLINDER   5
        mjGEOM_BOX        6
        mjGEOM_MESH       7
        mjGEOM_SDF        8
        mjNGEOMTYPES      9
        mjGEOM_ARROW      100
        mjGEOM_ARROW1     101
        mjGEOM_ARROW2     102
        mjGEOM_LINE       103
        mjGEOM_LINEBOX    104
        mjGEOM_FLEX       105
        mjGEOM_SKIN       106
        mjGEOM_LABEL      107
        mjGEOM_TRIANGLE   108
        mjGEOM_NONE       1001
    """
    mjGEOM_PLANE: ClassVar[mjtGeom]
    mjGEOM_HFIELD: ClassVar[mjtGeom]
    mjGEOM_SPHERE: ClassVar[mjtGeom]
    mjGEOM_CAPSULE: ClassVar[mjtGeom]
    mjGEOM_ELLIPSOID: ClassVar[mjtGeom]
    mjGEOM_CYLINDER: ClassVar[mjtGeom]
    mjGEOM_BOX: ClassVar[mjtGeom]
    mjGEOM_MESH: ClassVar[mjtGeom]
    mjGEOM_SDF: ClassVar[mjtGeom]
    mjNGEOMTYPES: ClassVar[mjtGeom]
    mjGEOM_ARROW: ClassVar[mjtGeom]
    mjGEOM_ARROW1: ClassVar[mjtGeom]
    mjGEOM_ARROW2: ClassVar[mjtGeom]
    mjGEOM_LINE: ClassVar[mjtGeom]
    mjGEOM_LINEBOX: ClassVar[mjtGeom]
    mjGEOM_FLEX: ClassVar[mjtGeom]
    mjGEOM_SKIN: ClassVar[mjtGeom]
    mjGEOM_LABEL: ClassVar[mjtGeom]
    mjGEOM_TRIANGLE: ClassVar[mjtGeom]
    mjGEOM_NONE: ClassVar[mjtGeom]

class mjtGeomInertia(Enum):
    """Geom inertia types: solid volume or surface shell.

        mjINERTIA_VOLUME  0
        mjINERTIA_SHELL   1
    """
    mjINERTIA_VOLUME: ClassVar[mjtGeomInertia]
    mjINERTIA_SHELL: ClassVar[mjtGeomInertia]

class mjtGridPos(Enum):
    """Positions of text in a viewport.

        mjGRID_TOPLEFT      0
        mjGRID_TOPRIGHT     1
        mjGRID_BOTTOMLEFT   2
        mjGRID_BOTTOMRIGHT  3
        mjGRID_TOP          4
        mjGRID_BOTTOM       5
        mjGRID_LEFT         6
        mjGRID_RIGHT        7
    """
    mjGRID_TOPLEFT: ClassVar[mjtGridPos]
    mjGRID_TOPRIGHT: ClassVar[mjtGridPos]
    mjGRID_BOTTOMLEFT: ClassVar[mjtGridPos]
    mjGRID_BOTTOMRIGHT: ClassVar[mjtGridPos]
    mjGRID_TOP: ClassVar[mjtGridPos]
    mjGRID_BOTTOM: ClassVar[mjtGridPos]
    mjGRID_LEFT: ClassVar[mjtGridPos]
    mjGRID_RIGHT: ClassVar[mjtGridPos]

class mjtInertiaFromGeom(Enum):
    """Inference of body inertia from geoms: never, always, or auto if not specified.

        mjINERTIAFROMGEOM_FALSE  0
        mjINERTIAFROMGEOM_TRUE   1
        mjINERTIAFROMGEOM_AUTO   2
    """
    mjINERTIAFROMGEOM_FALSE: ClassVar[mjtInertiaFromGeom]
    mjINERTIAFROMGEOM_TRUE: ClassVar[mjtInertiaFromGeom]
    mjINERTIAFROMGEOM_AUTO: ClassVar[mjtInertiaFromGeom]

class mjtIntegrator(Enum):
    """Integration methods.

        mjINT_EULER         0
        mjINT_RK4           1
        mjINT_IMPLICIT      2
        mjINT_IMPLICITFAST  3
        mjINT_DISCRETE      4  (4 from 3.13.0 on)
    """
    mjINT_EULER: ClassVar[mjtIntegrator]
    mjINT_RK4: ClassVar[mjtIntegrator]
    mjINT_IMPLICIT: ClassVar[mjtIntegrator]
    mjINT_IMPLICITFAST: ClassVar[mjtIntegrator]
    mjINT_DISCRETE: ClassVar[mjtIntegrator]

class mjtItem(Enum):
    """User interface items.

        mjITEM_END        -2
        mjITEM_SECTION    -1
        mjITEM_SEPARATOR  0
        mjITEM_STATIC     1
        mjITEM_BUTTON     2
        mjITEM_CHECKINT   3
        mjITEM_CHECKBYTE  4
        mjITEM_RADIO      5
        mjITEM_RADIOLINE  6
        mjITEM_SELECT     7
        mjITEM_SLIDERINT  8
        mjITEM_SLIDERNUM  9
        mjITEM_EDITINT    10
        mjITEM_EDITNUM    11
        mjITEM_EDITFLOAT  12
        mjITEM_EDITTXT    13
        mjNITEM           14
    """
    mjITEM_END: ClassVar[mjtItem]
    mjITEM_SECTION: ClassVar[mjtItem]
    mjITEM_SEPARATOR: ClassVar[mjtItem]
    mjITEM_STATIC: ClassVar[mjtItem]
    mjITEM_BUTTON: ClassVar[mjtItem]
    mjITEM_CHECKINT: ClassVar[mjtItem]
    mjITEM_CHECKBYTE: ClassVar[mjtItem]
    mjITEM_RADIO: ClassVar[mjtItem]
    mjITEM_RADIOLINE: ClassVar[mjtItem]
    mjITEM_SELECT: ClassVar[mjtItem]
    mjITEM_SLIDERINT: ClassVar[mjtItem]
    mjITEM_SLIDERNUM: ClassVar[mjtItem]
    mjITEM_EDITINT: ClassVar[mjtItem]
    mjITEM_EDITNUM: ClassVar[mjtItem]
    mjITEM_EDITFLOAT: ClassVar[mjtItem]
    mjITEM_EDITTXT: ClassVar[mjtItem]
    mjNITEM: ClassVar[mjtItem]

class mjtJacobian(Enum):
    """Types of the constraint Jacobian.

        mjJAC_DENSE   0
        mjJAC_SPARSE  1
        mjJAC_AUTO    2
    """
    mjJAC_DENSE: ClassVar[mjtJacobian]
    mjJAC_SPARSE: ClassVar[mjtJacobian]
    mjJAC_AUTO: ClassVar[mjtJacobian]

class mjtJoint(Enum):
    """Joint types.

        mjJNT_FREE   0
        mjJNT_BALL   1
        mjJNT_SLIDE  2
        mjJNT_HINGE  3
    """
    mjJNT_FREE: ClassVar[mjtJoint]
    mjJNT_BALL: ClassVar[mjtJoint]
    mjJNT_SLIDE: ClassVar[mjtJoint]
    mjJNT_HINGE: ClassVar[mjtJoint]

class mjtLRMode(Enum):
    """Selection of the actuators whose length range is computed.

        mjLRMODE_NONE        0
        mjLRMODE_MUSCLE      1
        mjLRMODE_MUSCLEUSER  2
        mjLRMODE_ALL         3
    """
    mjLRMODE_NONE: ClassVar[mjtLRMode]
    mjLRMODE_MUSCLE: ClassVar[mjtLRMode]
    mjLRMODE_MUSCLEUSER: ClassVar[mjtLRMode]
    mjLRMODE_ALL: ClassVar[mjtLRMode]

class mjtLabel(Enum):
    """Objects with labels.

        mjLABEL_NONE          0
        mjLABEL_BODY          1
        mjLABEL_JOINT         2
        mjLABEL_GEOM          3
        mjLABEL_SITE          4
        mjLABEL_CAMERA        5
        mjLABEL_LIGHT         6
        mjLABEL_TENDON        7
        mjLABEL_ACTUATOR      8
        mjLABEL_CONSTRAINT    9
        mjLABEL_FLEX          10
        mjLABEL_SKIN          11
        mjLABEL_SELECTION     12
        mjLABEL_SELPNT        13
        mjLABEL_CONTACTPOINT  14
        mjLABEL_CONTACTFORCE  15
        mjLABEL_ISLAND        16
        mjNLABEL              17
    """
    mjLABEL_NONE: ClassVar[mjtLabel]
    mjLABEL_BODY: ClassVar[mjtLabel]
    mjLABEL_JOINT: ClassVar[mjtLabel]
    mjLABEL_GEOM: ClassVar[mjtLabel]
    mjLABEL_SITE: ClassVar[mjtLabel]
    mjLABEL_CAMERA: ClassVar[mjtLabel]
    mjLABEL_LIGHT: ClassVar[mjtLabel]
    mjLABEL_TENDON: ClassVar[mjtLabel]
    mjLABEL_ACTUATOR: ClassVar[mjtLabel]
    mjLABEL_CONSTRAINT: ClassVar[mjtLabel]
    mjLABEL_FLEX: ClassVar[mjtLabel]
    mjLABEL_SKIN: ClassVar[mjtLabel]
    mjLABEL_SELECTION: ClassVar[mjtLabel]
    mjLABEL_SELPNT: ClassVar[mjtLabel]
    mjLABEL_CONTACTPOINT: ClassVar[mjtLabel]
    mjLABEL_CONTACTFORCE: ClassVar[mjtLabel]
    mjLABEL_ISLAND: ClassVar[mjtLabel]
    mjNLABEL: ClassVar[mjtLabel]

class mjtLightType(Enum):
    """Light types.

        mjLIGHT_SPOT         0
        mjLIGHT_DIRECTIONAL  1
        mjLIGHT_POINT        2
        mjLIGHT_IMAGE        3
    """
    mjLIGHT_SPOT: ClassVar[mjtLightType]
    mjLIGHT_DIRECTIONAL: ClassVar[mjtLightType]
    mjLIGHT_POINT: ClassVar[mjtLightType]
    mjLIGHT_IMAGE: ClassVar[mjtLightType]

class mjtLimited(Enum):
    """Limit specification: false, true, or auto if a range is specified.

        mjLIMITED_FALSE  0
        mjLIMITED_TRUE   1
        mjLIMITED_AUTO   2
    """
    mjLIMITED_FALSE: ClassVar[mjtLimited]
    mjLIMITED_TRUE: ClassVar[mjtLimited]
    mjLIMITED_AUTO: ClassVar[mjtLimited]

class mjtMark(Enum):
    """Marks on top of procedurally generated textures.

        mjMARK_NONE    0
        mjMARK_EDGE    1
        mjMARK_CROSS   2
        mjMARK_RANDOM  3
    """
    mjMARK_NONE: ClassVar[mjtMark]
    mjMARK_EDGE: ClassVar[mjtMark]
    mjMARK_CROSS: ClassVar[mjtMark]
    mjMARK_RANDOM: ClassVar[mjtMark]

class mjtMeshBuiltin(Enum):
    """Procedurally generated meshes.

        mjMESH_BUILTIN_NONE         0
        mjMESH_BUILTIN_SPHERE       1
        mjMESH_BUILTIN_HEMISPHERE   2
        mjMESH_BUILTIN_CONE         3
        mjMESH_BUILTIN_SUPERSPHERE  4
        mjMESH_BUILTIN_SUPERTORUS   5
        mjMESH_BUILTIN_WEDGE        6
        mjMESH_BUILTIN_PLATE        7
        mjMESH_BUILTIN_GRID         8  (8 from 3.16.0 on)
        mjMESH_BUILTIN_BOX          9  (9 from 3.16.0 on)
        mjMESH_BUILTIN_CYLINDER     10  (10 from 3.16.0 on)
        mjMESH_BUILTIN_ELLIPSOID    11  (11 from 3.16.0 on)
        mjMESH_BUILTIN_SQUARE       12  (12 from 3.16.0 on)
        mjMESH_BUILTIN_DISC         13  (13 from 3.16.0 on)
    """
    mjMESH_BUILTIN_NONE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_HEMISPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_CONE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SUPERSPHERE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SUPERTORUS: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_WEDGE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_PLATE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_GRID: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_BOX: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_CYLINDER: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_ELLIPSOID: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_SQUARE: ClassVar[mjtMeshBuiltin]
    mjMESH_BUILTIN_DISC: ClassVar[mjtMeshBuiltin]

class mjtMeshInertia(Enum):
    """Methods for the inertia of a mesh.

        mjMESH_INERTIA_CONVEX  0
        mjMESH_INERTIA_EXACT   1
        mjMESH_INERTIA_LEGACY  2
        mjMESH_INERTIA_SHELL   3
    """
    mjMESH_INERTIA_CONVEX: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_EXACT: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_LEGACY: ClassVar[mjtMeshInertia]
    mjMESH_INERTIA_SHELL: ClassVar[mjtMeshInertia]

class mjtMouse(Enum):
    """Mouse drag actions.

        mjMOUSE_NONE        0
        mjMOUSE_ROTATE_V    1
        mjMOUSE_ROTATE_H    2
        mjMOUSE_MOVE_V      3
        mjMOUSE_MOVE_H      4
        mjMOUSE_ZOOM        5
        mjMOUSE_MOVE_V_REL  6
        mjMOUSE_MOVE_H_REL  7
    """
    mjMOUSE_NONE: ClassVar[mjtMouse]
    mjMOUSE_ROTATE_V: ClassVar[mjtMouse]
    mjMOUSE_ROTATE_H: ClassVar[mjtMouse]
    mjMOUSE_MOVE_V: ClassVar[mjtMouse]
    mjMOUSE_MOVE_H: ClassVar[mjtMouse]
    mjMOUSE_ZOOM: ClassVar[mjtMouse]
    mjMOUSE_MOVE_V_REL: ClassVar[mjtMouse]
    mjMOUSE_MOVE_H_REL: ClassVar[mjtMouse]

class mjtObj(Enum):
    """Object types; members from mjOBJ_FRAME on exist in a spec only.

        mjOBJ_UNKNOWN   0
        mjOBJ_BODY      1
        mjOBJ_XBODY     2
        mjOBJ_JOINT     3
        mjOBJ_DOF       4
        mjOBJ_GEOM      5
        mjOBJ_SITE      6
        mjOBJ_CAMERA    7
        mjOBJ_LIGHT     8
        mjOBJ_FLEX      9
        mjOBJ_MESH      10
        mjOBJ_SKIN      11
        mjOBJ_HFIELD    12
        mjOBJ_TEXTURE   13
        mjOBJ_MATERIAL  14
        mjOBJ_PAIR      15
        mjOBJ_EXCLUDE   16
        mjOBJ_EQUALITY  17
        mjOBJ_TENDON    18
        mjOBJ_ACTUATOR  19
        mjOBJ_SENSOR    20
        mjOBJ_NUMERIC   21
        mjOBJ_TEXT      22
        mjOBJ_TUPLE     23
        mjOBJ_KEY       24
        mjOBJ_PLUGIN    25
        mjNOBJECT       26
        mjOBJ_FRAME     100
        mjOBJ_DEFAULT   101
        mjOBJ_MODEL     102
    """
    mjOBJ_UNKNOWN: ClassVar[mjtObj]
    mjOBJ_BODY: ClassVar[mjtObj]
    mjOBJ_XBODY: ClassVar[mjtObj]
    mjOBJ_JOINT: ClassVar[mjtObj]
    mjOBJ_DOF: ClassVar[mjtObj]
    mjOBJ_GEOM: ClassVar[mjtObj]
    mjOBJ_SITE: ClassVar[mjtObj]
    mjOBJ_CAMERA: ClassVar[mjtObj]
    mjOBJ_LIGHT: ClassVar[mjtObj]
    mjOBJ_FLEX: ClassVar[mjtObj]
    mjOBJ_MESH: ClassVar[mjtObj]
    mjOBJ_SKIN: ClassVar[mjtObj]
    mjOBJ_HFIELD: ClassVar[mjtObj]
    mjOBJ_TEXTURE: ClassVar[mjtObj]
    mjOBJ_MATERIAL: ClassVar[mjtObj]
    mjOBJ_PAIR: ClassVar[mjtObj]
    mjOBJ_EXCLUDE: ClassVar[mjtObj]
    mjOBJ_EQUALITY: ClassVar[mjtObj]
    mjOBJ_TENDON: ClassVar[mjtObj]
    mjOBJ_ACTUATOR: ClassVar[mjtObj]
    mjOBJ_SENSOR: ClassVar[mjtObj]
    mjOBJ_NUMERIC: ClassVar[mjtObj]
    mjOBJ_TEXT: ClassVar[mjtObj]
    mjOBJ_TUPLE: ClassVar[mjtObj]
    mjOBJ_KEY: ClassVar[mjtObj]
    mjOBJ_PLUGIN: ClassVar[mjtObj]
    mjNOBJECT: ClassVar[mjtObj]
    mjOBJ_FRAME: ClassVar[mjtObj]
    mjOBJ_DEFAULT: ClassVar[mjtObj]
    mjOBJ_MODEL: ClassVar[mjtObj]

class mjtOrientation(Enum):
    """Orientation representations.

        mjORIENTATION_QUAT       0
        mjORIENTATION_AXISANGLE  1
        mjORIENTATION_XYAXES     2
        mjORIENTATION_ZAXIS      3
        mjORIENTATION_EULER      4
    """
    mjORIENTATION_QUAT: ClassVar[mjtOrientation]
    mjORIENTATION_AXISANGLE: ClassVar[mjtOrientation]
    mjORIENTATION_XYAXES: ClassVar[mjtOrientation]
    mjORIENTATION_ZAXIS: ClassVar[mjtOrientation]
    mjORIENTATION_EULER: ClassVar[mjtOrientation]

class mjtPassthrough(Enum):
    """Assets that a model refers to by path.

        mjPASSTHROUGH_NONE      0  (0 from 3.17.0 on)
        mjPASSTHROUGH_TEXTURES  1  (1 from 3.17.0 on)
    """
    mjPASSTHROUGH_NONE: ClassVar[mjtPassthrough]
    mjPASSTHROUGH_TEXTURES: ClassVar[mjtPassthrough]

class mjtPertBit(Enum):
    """Perturbation bits.

        mjPERT_TRANSLATE  1
        mjPERT_ROTATE     2
    """
    mjPERT_TRANSLATE: ClassVar[mjtPertBit]
    mjPERT_ROTATE: ClassVar[mjtPertBit]

class mjtPluginCapabilityBit(Enum):
    """Capability bits of a plugin.

        mjPLUGIN_ACTUATOR  1
        mjPLUGIN_SENSOR    2
        mjPLUGIN_PASSIVE   4
        mjPLUGIN_SDF       8
    """
    mjPLUGIN_ACTUATOR: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_SENSOR: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_PASSIVE: ClassVar[mjtPluginCapabilityBit]
    mjPLUGIN_SDF: ClassVar[mjtPluginCapabilityBit]

class mjtProjection(Enum):
    """Camera projection types.

        mjPROJ_PERSPECTIVE   0
        mjPROJ_ORTHOGRAPHIC  1
    """
    mjPROJ_PERSPECTIVE: ClassVar[mjtProjection]
    mjPROJ_ORTHOGRAPHIC: ClassVar[mjtProjection]

class mjtRayDataField(Enum):
    """Data fields of rangefinders, in output order.

        mjRAYDATA_DIST    0
        mjRAYDATA_DIR     1
        mjRAYDATA_ORIGIN  2
        mjRAYDATA_POINT   3
        mjRAYDATA_NORMAL  4
        mjRAYDATA_DEPTH   5
        mjNRAYDATA        6
    """
    mjRAYDATA_DIST: ClassVar[mjtRayDataField]
    mjRAYDATA_DIR: ClassVar[mjtRayDataField]
    mjRAYDATA_ORIGIN: ClassVar[mjtRayDataField]
    mjRAYDATA_POINT: ClassVar[mjtRayDataField]
    mjRAYDATA_NORMAL: ClassVar[mjtRayDataField]
    mjRAYDATA_DEPTH: ClassVar[mjtRayDataField]
    mjNRAYDATA: ClassVar[mjtRayDataField]

class mjtRndFlag(Enum):
    """Rendering flags.

        mjRND_SHADOW      0
        mjRND_WIREFRAME   1
        mjRND_REFLECTION  2
        mjRND_ADDITIVE    3
        mjRND_SKYBOX      4
        mjRND_FOG         5
        mjRND_HAZE        6
        mjRND_DEPTH       7
        mjRND_SEGMENT     8
        mjRND_IDCOLOR     9
        mjRND_CULL_FACE   10
        mjNRNDFLAG        11  (11 from 3.5.0 on, 12 from 4.0.0 on)
    """
    mjRND_SHADOW: ClassVar[mjtRndFlag]
    mjRND_WIREFRAME: ClassVar[mjtRndFlag]
    mjRND_REFLECTION: ClassVar[mjtRndFlag]
    mjRND_ADDITIVE: ClassVar[mjtRndFlag]
    mjRND_SKYBOX: ClassVar[mjtRndFlag]
    mjRND_FOG: ClassVar[mjtRndFlag]
    mjRND_HAZE: ClassVar[mjtRndFlag]
    mjRND_DEPTH: ClassVar[mjtRndFlag]
    mjRND_SEGMENT: ClassVar[mjtRndFlag]
    mjRND_IDCOLOR: ClassVar[mjtRndFlag]
    mjRND_CULL_FACE: ClassVar[mjtRndFlag]
    mjNRNDFLAG: ClassVar[mjtRndFlag]

class mjtSDFType(Enum):
    """Combinations of two signed distance fields.

        mjSDFTYPE_SINGLE        0
        mjSDFTYPE_INTERSECTION  1
        mjSDFTYPE_MIDSURFACE    2
        mjSDFTYPE_COLLISION     3
    """
    mjSDFTYPE_SINGLE: ClassVar[mjtSDFType]
    mjSDFTYPE_INTERSECTION: ClassVar[mjtSDFType]
    mjSDFTYPE_MIDSURFACE: ClassVar[mjtSDFType]
    mjSDFTYPE_COLLISION: ClassVar[mjtSDFType]

class mjtSameFrame(Enum):
    """Coincidence of the frame of a geom or site with the body frame or the inertial frame.

        mjSAMEFRAME_NONE        0
        mjSAMEFRAME_BODY        1
        mjSAMEFRAME_INERTIA     2
        mjSAMEFRAME_BODYROT     3
        mjSAMEFRAME_INERTIAROT  4
    """
    mjSAMEFRAME_NONE: ClassVar[mjtSameFrame]
    mjSAMEFRAME_BODY: ClassVar[mjtSameFrame]
    mjSAMEFRAME_INERTIA: ClassVar[mjtSameFrame]
    mjSAMEFRAME_BODYROT: ClassVar[mjtSameFrame]
    mjSAMEFRAME_INERTIAROT: ClassVar[mjtSameFrame]

class mjtScaling(Enum):
    """Quantities that the scale of a frame applies to.

        mjSCALING_SIMILAR   0  (0 from 3.16.0 on)
        mjSCALING_GEOMETRY  1  (1 from 3.16.0 on)
    """
    mjSCALING_SIMILAR: ClassVar[mjtScaling]
    mjSCALING_GEOMETRY: ClassVar[mjtScaling]

class mjtSection(Enum):
    """States of user interface sections.

        mjSECT_CLOSED  0
        mjSECT_OPEN    1
        mjSECT_FIXED   2
    """
    mjSECT_CLOSED: ClassVar[mjtSection]
    mjSECT_OPEN: ClassVar[mjtSection]
    mjSECT_FIXED: ClassVar[mjtSection]

class mjtSensor(Enum):
    """Sensor types.

        mjSENS_TOUCH           0
        mjSENS_ACCELEROMETER   1
        mjSENS_VELOCIMETER     2
        mjSENS_GYRO            3
        mjSENS_FORCE           4
        mjSENS_TORQUE          5
        mjSENS_MAGNETOMETER    6
        mjSENS_RANGEFINDER     7
        mjSENS_CAMPROJECTION   8
        mjSENS_JOINTPOS        9
        mjSENS_JOINTVEL        10
        mjSENS_TENDONPOS       11
        mjSENS_TENDONVEL       12
        mjSENS_ACTUATORPOS     13
        mjSENS_ACTUATORVEL     14
        mjSENS_ACTUATORFRC     15
        mjSENS_JOINTACTFRC     16
        mjSENS_TENDONACTFRC    17
        mjSENS_BALLQUAT        18
        mjSENS_BALLANGVEL      19
        mjSENS_JOINTLIMITPOS   20
        mjSENS_JOINTLIMITVEL   21
        mjSENS_JOINTLIMITFRC   22
        mjSENS_TENDONLIMITPOS  23
        mjSENS_TENDONLIMITVEL  24
        mjSENS_TENDONLIMITFRC  25
        mjSENS_FRAMEPOS        26
        mjSENS_FRAMEQUAT       27
        mjSENS_FRAMEXAXIS      28
        mjSENS_FRAMEYAXIS      29
        mjSENS_FRAMEZAXIS      30
        mjSENS_FRAMELINVEL     31
        mjSENS_FRAMEANGVEL     32
        mjSENS_FRAMELINACC     33
        mjSENS_FRAMEANGACC     34
        mjSENS_SUBTREECOM      35
        mjSENS_SUBTREELINVEL   36
        mjSENS_SUBTREEANGMOM   37
        mjSENS_INSIDESITE      38
        mjSENS_GEOMDIST        39
        mjSENS_GEOMNORMAL      40
        mjSENS_GEOMFROMTO      41
        mjSENS_CONTACT         42
        mjSENS_E_POTENTIAL     43
        mjSENS_E_KINETIC       44
        mjSENS_CLOCK           45
        mjSENS_TACTILE         46
        mjSENS_PLUGIN          47
        mjSENS_USER            48
    """
    mjSENS_TOUCH: ClassVar[mjtSensor]
    mjSENS_ACCELEROMETER: ClassVar[mjtSensor]
    mjSENS_VELOCIMETER: ClassVar[mjtSensor]
    mjSENS_GYRO: ClassVar[mjtSensor]
    mjSENS_FORCE: ClassVar[mjtSensor]
    mjSENS_TORQUE: ClassVar[mjtSensor]
    mjSENS_MAGNETOMETER: ClassVar[mjtSensor]
    mjSENS_RANGEFINDER: ClassVar[mjtSensor]
    mjSENS_CAMPROJECTION: ClassVar[mjtSensor]
    mjSENS_JOINTPOS: ClassVar[mjtSensor]
    mjSENS_JOINTVEL: ClassVar[mjtSensor]
    mjSENS_TENDONPOS: ClassVar[mjtSensor]
    mjSENS_TENDONVEL: ClassVar[mjtSensor]
    mjSENS_ACTUATORPOS: ClassVar[mjtSensor]
    mjSENS_ACTUATORVEL: ClassVar[mjtSensor]
    mjSENS_ACTUATORFRC: ClassVar[mjtSensor]
    mjSENS_JOINTACTFRC: ClassVar[mjtSensor]
    mjSENS_TENDONACTFRC: ClassVar[mjtSensor]
    mjSENS_BALLQUAT: ClassVar[mjtSensor]
    mjSENS_BALLANGVEL: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITPOS: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITVEL: ClassVar[mjtSensor]
    mjSENS_JOINTLIMITFRC: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITPOS: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITVEL: ClassVar[mjtSensor]
    mjSENS_TENDONLIMITFRC: ClassVar[mjtSensor]
    mjSENS_FRAMEPOS: ClassVar[mjtSensor]
    mjSENS_FRAMEQUAT: ClassVar[mjtSensor]
    mjSENS_FRAMEXAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMEYAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMEZAXIS: ClassVar[mjtSensor]
    mjSENS_FRAMELINVEL: ClassVar[mjtSensor]
    mjSENS_FRAMEANGVEL: ClassVar[mjtSensor]
    mjSENS_FRAMELINACC: ClassVar[mjtSensor]
    mjSENS_FRAMEANGACC: ClassVar[mjtSensor]
    mjSENS_SUBTREECOM: ClassVar[mjtSensor]
    mjSENS_SUBTREELINVEL: ClassVar[mjtSensor]
    mjSENS_SUBTREEANGMOM: ClassVar[mjtSensor]
    mjSENS_INSIDESITE: ClassVar[mjtSensor]
    mjSENS_GEOMDIST: ClassVar[mjtSensor]
    mjSENS_GEOMNORMAL: ClassVar[mjtSensor]
    mjSENS_GEOMFROMTO: ClassVar[mjtSensor]
    mjSENS_CONTACT: ClassVar[mjtSensor]
    mjSENS_E_POTENTIAL: ClassVar[mjtSensor]
    mjSENS_E_KINETIC: ClassVar[mjtSensor]
    mjSENS_CLOCK: ClassVar[mjtSensor]
    mjSENS_TACTILE: ClassVar[mjtSensor]
    mjSENS_PLUGIN: ClassVar[mjtSensor]
    mjSENS_USER: ClassVar[mjtSensor]

class mjtSleepPolicy(Enum):
    """Sleep policies of kinematic trees.

        mjSLEEP_AUTO          0
        mjSLEEP_AUTO_NEVER    1
        mjSLEEP_AUTO_ALLOWED  2
        mjSLEEP_NEVER         3
        mjSLEEP_ALLOWED       4
        mjSLEEP_INIT          5
    """
    mjSLEEP_AUTO: ClassVar[mjtSleepPolicy]
    mjSLEEP_AUTO_NEVER: ClassVar[mjtSleepPolicy]
    mjSLEEP_AUTO_ALLOWED: ClassVar[mjtSleepPolicy]
    mjSLEEP_NEVER: ClassVar[mjtSleepPolicy]
    mjSLEEP_ALLOWED: ClassVar[mjtSleepPolicy]
    mjSLEEP_INIT: ClassVar[mjtSleepPolicy]

class mjtSleepState(Enum):
    """Sleep state of a body or kinematic tree.

        mjS_STATIC  -1
        mjS_ASLEEP  0
        mjS_AWAKE   1
    """
    mjS_STATIC: ClassVar[mjtSleepState]
    mjS_ASLEEP: ClassVar[mjtSleepState]
    mjS_AWAKE: ClassVar[mjtSleepState]

class mjtSolver(Enum):
    """Constraint solver algorithms.

        mjSOL_PGS     0
        mjSOL_CG      1
        mjSOL_NEWTON  2
    """
    mjSOL_PGS: ClassVar[mjtSolver]
    mjSOL_CG: ClassVar[mjtSolver]
    mjSOL_NEWTON: ClassVar[mjtSolver]

class mjtStage(Enum):
    """Pipeline stages that sensors require.

        mjSTAGE_NONE  0
        mjSTAGE_POS   1
        mjSTAGE_VEL   2
        mjSTAGE_ACC   3
    """
    mjSTAGE_NONE: ClassVar[mjtStage]
    mjSTAGE_POS: ClassVar[mjtStage]
    mjSTAGE_VEL: ClassVar[mjtStage]
    mjSTAGE_ACC: ClassVar[mjtStage]

class mjtState(Enum):
    """State components, one bit each; the last four members are unions of bits.

        mjSTATE_TIME          1
        mjSTATE_QPOS          2
        mjSTATE_QVEL          4
        mjSTATE_ACT           8
        mjSTATE_HISTORY       16
        mjSTATE_WARMSTART     32
        mjSTATE_CTRL          64
        mjSTATE_QFRC_APPLIED  128
        mjSTATE_XFRC_APPLIED  256
        mjSTATE_EQ_ACTIVE     512
        mjSTATE_MOCAP_POS     1024
        mjSTATE_MOCAP_QUAT    2048
        mjSTATE_USERDATA      4096
        mjSTATE_PLUGIN        8192
        mjSTATE_PLASTIC       16384  (16384 from 4.0.0 on)
        mjNSTATE              14  (14 from 3.5.0 on, 15 from 4.0.0 on)
        mjSTATE_PHYSICS       30  (30 from 3.5.0 on, 16414 from 4.0.0 on)
        mjSTATE_FULLPHYSICS   8223  (8223 from 3.5.0 on, 24607 from 4.0.0 on)
        mjSTATE_USER          8128
        mjSTATE_INTEGRATION   16383  (16383 from 3.5.0 on, 32767 from 4.0.0 on)
    """
    mjSTATE_TIME: ClassVar[mjtState]
    mjSTATE_QPOS: ClassVar[mjtState]
    mjSTATE_QVEL: ClassVar[mjtState]
    mjSTATE_ACT: ClassVar[mjtState]
    mjSTATE_HISTORY: ClassVar[mjtState]
    mjSTATE_WARMSTART: ClassVar[mjtState]
    mjSTATE_CTRL: ClassVar[mjtState]
    mjSTATE_QFRC_APPLIED: ClassVar[mjtState]
    mjSTATE_XFRC_APPLIED: ClassVar[mjtState]
    mjSTATE_EQ_ACTIVE: ClassVar[mjtState]
    mjSTATE_MOCAP_POS: ClassVar[mjtState]
    mjSTATE_MOCAP_QUAT: ClassVar[mjtState]
    mjSTATE_USERDATA: ClassVar[mjtState]
    mjSTATE_PLUGIN: ClassVar[mjtState]
    mjSTATE_PLASTIC: ClassVar[mjtState]
    mjNSTATE: ClassVar[mjtState]
    mjSTATE_PHYSICS: ClassVar[mjtState]
    mjSTATE_FULLPHYSICS: ClassVar[mjtState]
    mjSTATE_USER: ClassVar[mjtState]
    mjSTATE_INTEGRATION: ClassVar[mjtState]

class mjtStereo(Enum):
    """Stereoscopic rendering modes.

        mjSTEREO_NONE          0
        mjSTEREO_QUADBUFFERED  1
        mjSTEREO_SIDEBYSIDE    2
    """
    mjSTEREO_NONE: ClassVar[mjtStereo]
    mjSTEREO_QUADBUFFERED: ClassVar[mjtStereo]
    mjSTEREO_SIDEBYSIDE: ClassVar[mjtStereo]

class mjtTaskStatus(Enum):
    """Status of a task in a thread pool.

        mjTASK_NEW        0  (0 from 3.5.0 on, none from 3.10.0 on)
        mjTASK_QUEUED     1  (1 from 3.5.0 on, none from 3.10.0 on)
        mjTASK_COMPLETED  2  (2 from 3.5.0 on, none from 3.10.0 on)
    """
    mjTASK_NEW: ClassVar[mjtTaskStatus]
    mjTASK_QUEUED: ClassVar[mjtTaskStatus]
    mjTASK_COMPLETED: ClassVar[mjtTaskStatus]

class mjtTexture(Enum):
    """Texture types.

        mjTEXTURE_2D      0
        mjTEXTURE_CUBE    1
        mjTEXTURE_SKYBOX  2
    """
    mjTEXTURE_2D: ClassVar[mjtTexture]
    mjTEXTURE_CUBE: ClassVar[mjtTexture]
    mjTEXTURE_SKYBOX: ClassVar[mjtTexture]

class mjtTextureRole(Enum):
    """Roles of textures in a material.

        mjTEXROLE_USER       0
        mjTEXROLE_RGB        1
        mjTEXROLE_OCCLUSION  2
        mjTEXROLE_ROUGHNESS  3
        mjTEXROLE_METALLIC   4
        mjTEXROLE_NORMAL     5
        mjTEXROLE_OPACITY    6
        mjTEXROLE_EMISSIVE   7
        mjTEXROLE_RGBA       8
        mjTEXROLE_ORM        9
        mjNTEXROLE           10
    """
    mjTEXROLE_USER: ClassVar[mjtTextureRole]
    mjTEXROLE_RGB: ClassVar[mjtTextureRole]
    mjTEXROLE_OCCLUSION: ClassVar[mjtTextureRole]
    mjTEXROLE_ROUGHNESS: ClassVar[mjtTextureRole]
    mjTEXROLE_METALLIC: ClassVar[mjtTextureRole]
    mjTEXROLE_NORMAL: ClassVar[mjtTextureRole]
    mjTEXROLE_OPACITY: ClassVar[mjtTextureRole]
    mjTEXROLE_EMISSIVE: ClassVar[mjtTextureRole]
    mjTEXROLE_RGBA: ClassVar[mjtTextureRole]
    mjTEXROLE_ORM: ClassVar[mjtTextureRole]
    mjNTEXROLE: ClassVar[mjtTextureRole]

class mjtTimer(Enum):
    """Timers of `data.timer`.

        mjTIMER_STEP            0
        mjTIMER_FORWARD         1
        mjTIMER_INVERSE         2
        mjTIMER_POSITION        3
        mjTIMER_VELOCITY        4
        mjTIMER_ACTUATION       5
        mjTIMER_CONSTRAINT      6
        mjTIMER_ADVANCE         7
        mjTIMER_POS_KINEMATICS  8
        mjTIMER_POS_INERTIA     9
        mjTIMER_POS_COLLISION   10
        mjTIMER_POS_MAKE        11
        mjTIMER_POS_PROJECT     12
        mjTIMER_COL_BROAD       13
        mjTIMER_COL_NARROW      14
        mjNTIMER                15
    """
    mjTIMER_STEP: ClassVar[mjtTimer]
    mjTIMER_FORWARD: ClassVar[mjtTimer]
    mjTIMER_INVERSE: ClassVar[mjtTimer]
    mjTIMER_POSITION: ClassVar[mjtTimer]
    mjTIMER_VELOCITY: ClassVar[mjtTimer]
    mjTIMER_ACTUATION: ClassVar[mjtTimer]
    mjTIMER_CONSTRAINT: ClassVar[mjtTimer]
    mjTIMER_ADVANCE: ClassVar[mjtTimer]
    mjTIMER_POS_KINEMATICS: ClassVar[mjtTimer]
    mjTIMER_POS_INERTIA: ClassVar[mjtTimer]
    mjTIMER_POS_COLLISION: ClassVar[mjtTimer]
    mjTIMER_POS_MAKE: ClassVar[mjtTimer]
    mjTIMER_POS_PROJECT: ClassVar[mjtTimer]
    mjTIMER_COL_BROAD: ClassVar[mjtTimer]
    mjTIMER_COL_NARROW: ClassVar[mjtTimer]
    mjNTIMER: ClassVar[mjtTimer]

class mjtTrn(Enum):
    """Actuator transmission types.

        mjTRN_JOINT          0
        mjTRN_JOINTINPARENT  1
        mjTRN_SLIDERCRANK    2
        mjTRN_TENDON         3
        mjTRN_SITE           4
        mjTRN_BODY           5
        mjTRN_SO3            6  (6 from 3.11.0 on)
        mjTRN_UNDEFINED      1000
    """
    mjTRN_JOINT: ClassVar[mjtTrn]
    mjTRN_JOINTINPARENT: ClassVar[mjtTrn]
    mjTRN_SLIDERCRANK: ClassVar[mjtTrn]
    mjTRN_TENDON: ClassVar[mjtTrn]
    mjTRN_SITE: ClassVar[mjtTrn]
    mjTRN_BODY: ClassVar[mjtTrn]
    mjTRN_SO3: ClassVar[mjtTrn]
    mjTRN_UNDEFINED: ClassVar[mjtTrn]

class mjtVisFlag(Enum):
    """Visualization flags.

        mjVIS_CONVEXHULL    0
        mjVIS_TEXTURE       1
        mjVIS_JOINT         2
        mjVIS_CAMERA        3
        mjVIS_ACTUATOR      4
        mjVIS_ACTIVATION    5
        mjVIS_LIGHT         6
        mjVIS_TENDON        7
        mjVIS_RANGEFINDER   8
        mjVIS_CONSTRAINT    9
        mjVIS_INERTIA       10
        mjVIS_SCLINERTIA    11
        mjVIS_PERTFORCE     12
        mjVIS_PERTOBJ       13
        mjVIS_CONTACTPOINT  14
        mjVIS_ISLAND        15
        mjVIS_CONTACTFORCE  16
        mjVIS_CONTACTSPLIT  17
        mjVIS_TRANSPARENT   18
        mjVIS_AUTOCONNECT   19
        mjVIS_COM           20
        mjVIS_SELECT        21
        mjVIS_STATIC        22
        mjVIS_SKIN          23
        mjVIS_FLEXVERT      24
        mjVIS_FLEXEDGE      25
        mjVIS_FLEXFACE      26
        mjVIS_FLEXSKIN      27
        mjVIS_BODYBVH       28
        mjVIS_MESHBVH       29
        mjVIS_SDFITER       30
        mjNVISFLAG          31
    """
    mjVIS_CONVEXHULL: ClassVar[mjtVisFlag]
    mjVIS_TEXTURE: ClassVar[mjtVisFlag]
    mjVIS_JOINT: ClassVar[mjtVisFlag]
    mjVIS_CAMERA: ClassVar[mjtVisFlag]
    mjVIS_ACTUATOR: ClassVar[mjtVisFlag]
    mjVIS_ACTIVATION: ClassVar[mjtVisFlag]
    mjVIS_LIGHT: ClassVar[mjtVisFlag]
    mjVIS_TENDON: ClassVar[mjtVisFlag]
    mjVIS_RANGEFINDER: ClassVar[mjtVisFlag]
    mjVIS_CONSTRAINT: ClassVar[mjtVisFlag]
    mjVIS_INERTIA: ClassVar[mjtVisFlag]
    mjVIS_SCLINERTIA: ClassVar[mjtVisFlag]
    mjVIS_PERTFORCE: ClassVar[mjtVisFlag]
    mjVIS_PERTOBJ: ClassVar[mjtVisFlag]
    mjVIS_CONTACTPOINT: ClassVar[mjtVisFlag]
    mjVIS_ISLAND: ClassVar[mjtVisFlag]
    mjVIS_CONTACTFORCE: ClassVar[mjtVisFlag]
    mjVIS_CONTACTSPLIT: ClassVar[mjtVisFlag]
    mjVIS_TRANSPARENT: ClassVar[mjtVisFlag]
    mjVIS_AUTOCONNECT: ClassVar[mjtVisFlag]
    mjVIS_COM: ClassVar[mjtVisFlag]
    mjVIS_SELECT: ClassVar[mjtVisFlag]
    mjVIS_STATIC: ClassVar[mjtVisFlag]
    mjVIS_SKIN: ClassVar[mjtVisFlag]
    mjVIS_FLEXVERT: ClassVar[mjtVisFlag]
    mjVIS_FLEXEDGE: ClassVar[mjtVisFlag]
    mjVIS_FLEXFACE: ClassVar[mjtVisFlag]
    mjVIS_FLEXSKIN: ClassVar[mjtVisFlag]
    mjVIS_BODYBVH: ClassVar[mjtVisFlag]
    mjVIS_MESHBVH: ClassVar[mjtVisFlag]
    mjVIS_SDFITER: ClassVar[mjtVisFlag]
    mjNVISFLAG: ClassVar[mjtVisFlag]

class mjtWarning(Enum):
    """Warning types, counted in `data.warning`.

        mjWARN_INERTIA      0
        mjWARN_CONTACTFULL  1
        mjWARN_CNSTRFULL    2
        mjWARN_VGEOMFULL    3  (3 from 3.5.0 on, none from 3.7.0 on)
        mjWARN_BADQPOS      4  (4 from 3.5.0 on, 3 from 3.7.0 on)
        mjWARN_BADQVEL      5  (5 from 3.5.0 on, 4 from 3.7.0 on)
        mjWARN_BADQACC      6  (6 from 3.5.0 on, 5 from 3.7.0 on)
        mjWARN_BADCTRL      7  (7 from 3.5.0 on, 6 from 3.7.0 on)
        mjNWARNING          8  (8 from 3.5.0 on, 7 from 3.7.0 on)
    """
    mjWARN_INERTIA: ClassVar[mjtWarning]
    mjWARN_CONTACTFULL: ClassVar[mjtWarning]
    mjWARN_CNSTRFULL: ClassVar[mjtWarning]
    mjWARN_VGEOMFULL: ClassVar[mjtWarning]
    mjWARN_BADQPOS: ClassVar[mjtWarning]
    mjWARN_BADQVEL: ClassVar[mjtWarning]
    mjWARN_BADQACC: ClassVar[mjtWarning]
    mjWARN_BADCTRL: ClassVar[mjtWarning]
    mjNWARNING: ClassVar[mjtWarning]

class mjtWrap(Enum):
    """Types of tendon path elements.

        mjWRAP_NONE      0
        mjWRAP_JOINT     1
        mjWRAP_PULLEY    2
        mjWRAP_SITE      3
        mjWRAP_SPHERE    4
        mjWRAP_CYLINDER  5
    """
    mjWRAP_NONE: ClassVar[mjtWrap]
    mjWRAP_JOINT: ClassVar[mjtWrap]
    mjWRAP_PULLEY: ClassVar[mjtWrap]
    mjWRAP_SITE: ClassVar[mjtWrap]
    mjWRAP_SPHERE: ClassVar[mjtWrap]
    mjWRAP_CYLINDER: ClassVar[mjtWrap]
