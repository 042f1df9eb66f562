"""Enums of rendering and of the user interface.

Documents: Programming / Visualization; API / Enums
"""

from gelenk.tables.enums.base import Enum


class mjtGridPos(Enum):
    """Where on a viewport text is placed."""

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
    """Where pixels are drawn."""

    mjFB_WINDOW, mjFB_OFFSCREEN = range(2)


class mjtDepthMap(Enum):
    """Which end of the depth range reads as zero."""

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
    """Kinds of user-interface events."""

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
    """Kinds of user-interface items."""

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
    """State of a user-interface section."""

    mjSECT_CLOSED, mjSECT_OPEN, mjSECT_FIXED = range(3)
