"""What tests of drawing share: an empty context, and what of it has been drawn into."""

import numpy as np

import gelenk

EMPTY = "<mujoco><visual><global offwidth='{}' offheight='{}'/></visual><worldbody/></mujoco>"


def context(width=200, height=150, scale=150):
    """A context that draws into a black offscreen buffer of this size."""
    m = gelenk.MjModel.from_xml_string(EMPTY.format(width, height))
    con = gelenk.MjrContext(m)
    gelenk.mjr_changeFont(scale, con)
    gelenk.mjr_setBuffer(gelenk.mjtFramebuffer.mjFB_OFFSCREEN, con)
    return con


def pixels(con):
    """The buffer (height, width, 3), its lowest row first."""
    view = gelenk.mjr_maxViewport(con)
    rgb = np.zeros((view.height, view.width, 3), np.uint8)
    gelenk.mjr_readPixels(rgb, None, view, con)
    return rgb


def around(mask):
    """(left, right, bottom, top) of the pixels that are set, right and top behind the last; None if there is none."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return None
    return int(columns.min()), int(columns.max()) + 1, int(rows.min()), int(rows.max()) + 1


def rect(*numbers):
    return gelenk.MjrRect(*numbers)
