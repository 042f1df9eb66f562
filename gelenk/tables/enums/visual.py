"""Enums of abstract visualization: categories, cameras, perturbation, labels, flags.

Documents: Programming / Visualization; API / Enums

Also the enums of rendering and of the user interface.
"""

from gelenk.tables.enums.constants import Enum


class mjtCatBit(Enum):
    """Geom category bits for visualization."""

    mjCAT_STATIC, mjCAT_DYNAMIC, mjCAT_DECOR = (1 << bit for bit in range(3))
    mjCAT_ALL = 7


class mjtMouse(Enum):
    """Mouse drag actions."""

    (
        mjMOUSE_NONE,
        mjMOUSE_ROTATE_V,
        mjMOUSE_ROTATE_H,
        mjMOUSE_MOVE_V,
        mjMOUSE_MOVE_H,
        mjMOUSE_ZOOM,
        mjMOUSE_MOVE_V_REL,
        mjMOUSE_MOVE_H_REL,
    ) = range(8)


class mjtPertBit(Enum):
    """Perturbation bits."""

    mjPERT_TRANSLATE, mjPERT_ROTATE = range(1, 3)


class mjtCamera(Enum):
    """Abstract camera types."""

    mjCAMERA_FREE, mjCAMERA_TRACKING, mjCAMERA_FIXED, mjCAMERA_USER = range(4)


class mjtLabel(Enum):
    """Objects with labels."""

    (
        mjLABEL_NONE,
        mjLABEL_BODY,
        mjLABEL_JOINT,
        mjLABEL_GEOM,
        mjLABEL_SITE,
        mjLABEL_CAMERA,
        mjLABEL_LIGHT,
        mjLABEL_TENDON,
        mjLABEL_ACTUATOR,
        mjLABEL_CONSTRAINT,
        mjLABEL_FLEX,
        mjLABEL_SKIN,
        mjLABEL_SELECTION,
        mjLABEL_SELPNT,
        mjLABEL_CONTACTPOINT,
        mjLABEL_CONTACTFORCE,
        mjLABEL_ISLAND,
        mjNLABEL,
    ) = range(18)


class mjtFrame(Enum):
    """Objects with visible frames."""

    (
        mjFRAME_NONE,
        mjFRAME_BODY,
        mjFRAME_GEOM,
        mjFRAME_SITE,
        mjFRAME_CAMERA,
        mjFRAME_LIGHT,
        mjFRAME_CONTACT,
        mjFRAME_WORLD,
        mjNFRAME,
    ) = range(9)


class mjtVisFlag(Enum):
    """Visualization flags."""

    (
        mjVIS_CONVEXHULL,
        mjVIS_TEXTURE,
        mjVIS_JOINT,
        mjVIS_CAMERA,
        mjVIS_ACTUATOR,
        mjVIS_ACTIVATION,
        mjVIS_LIGHT,
        mjVIS_TENDON,
        mjVIS_RANGEFINDER,
        mjVIS_CONSTRAINT,
        mjVIS_INERTIA,
        mjVIS_SCLINERTIA,
        mjVIS_PERTFORCE,
        mjVIS_PERTOBJ,
        mjVIS_CONTACTPOINT,
        mjVIS_ISLAND,
        mjVIS_CONTACTFORCE,
        mjVIS_CONTACTSPLIT,
        mjVIS_TRANSPARENT,
        mjVIS_AUTOCONNECT,
        mjVIS_COM,
        mjVIS_SELECT,
        mjVIS_STATIC,
        mjVIS_SKIN,
        mjVIS_FLEXVERT,
        mjVIS_FLEXEDGE,
        mjVIS_FLEXFACE,
        mjVIS_FLEXSKIN,
        mjVIS_BODYBVH,
        mjVIS_MESHBVH,
        mjVIS_SDFITER,
        mjNVISFLAG,
    ) = range(32)


class mjtRndFlag(Enum):
    """Rendering flags."""

    (
        mjRND_SHADOW,
        mjRND_WIREFRAME,
        mjRND_REFLECTION,
        mjRND_ADDITIVE,
        mjRND_SKYBOX,
        mjRND_FOG,
        mjRND_HAZE,
        mjRND_DEPTH,
        mjRND_SEGMENT,
        mjRND_IDCOLOR,
        mjRND_CULL_FACE,
        mjNRNDFLAG,
    ) = range(12)


class mjtStereo(Enum):
    """Stereoscopic rendering modes."""

    mjSTEREO_NONE, mjSTEREO_QUADBUFFERED, mjSTEREO_SIDEBYSIDE = range(3)


class mjtGridPos(Enum):
    """Positions of text in a viewport."""

    (
        mjGRID_TOPLEFT,
        mjGRID_TOPRIGHT,
        mjGRID_BOTTOMLEFT,
        mjGRID_BOTTOMRIGHT,
        mjGRID_TOP,
        mjGRID_BOTTOM,
        mjGRID_LEFT,
        mjGRID_RIGHT,
    ) = range(8)


class mjtFramebuffer(Enum):
    """Target framebuffers of rendering."""

    mjFB_WINDOW, mjFB_OFFSCREEN = range(2)


class mjtDepthMap(Enum):
    """Depth mappings: near plane at 0, or far plane at 0."""

    mjDEPTH_ZERONEAR, mjDEPTH_ZEROFAR = range(2)


class mjtFontScale(Enum):
    """Font sizes, in percent."""

    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300


class mjtFont(Enum):
    """Font styles."""

    mjFONT_NORMAL, mjFONT_SHADOW, mjFONT_BIG = range(3)


class mjtButton(Enum):
    """Mouse buttons."""

    mjBUTTON_NONE, mjBUTTON_LEFT, mjBUTTON_RIGHT, mjBUTTON_MIDDLE = range(4)


class mjtEvent(Enum):
    """User interface events."""

    (
        mjEVENT_NONE,
        mjEVENT_MOVE,
        mjEVENT_PRESS,
        mjEVENT_RELEASE,
        mjEVENT_SCROLL,
        mjEVENT_KEY,
        mjEVENT_RESIZE,
        mjEVENT_REDRAW,
        mjEVENT_FILESDROP,
    ) = range(9)


class mjtItem(Enum):
    """User interface items."""

    (
        mjITEM_END,
        mjITEM_SECTION,
        mjITEM_SEPARATOR,
        mjITEM_STATIC,
        mjITEM_BUTTON,
        mjITEM_CHECKINT,
        mjITEM_CHECKBYTE,
        mjITEM_RADIO,
        mjITEM_RADIOLINE,
        mjITEM_SELECT,
        mjITEM_SLIDERINT,
        mjITEM_SLIDERNUM,
        mjITEM_EDITINT,
        mjITEM_EDITNUM,
        mjITEM_EDITFLOAT,
        mjITEM_EDITTXT,
        mjNITEM,
    ) = range(-2, 15)


class mjtSection(Enum):
    """States of user interface sections."""

    mjSECT_CLOSED, mjSECT_OPEN, mjSECT_FIXED = range(3)
