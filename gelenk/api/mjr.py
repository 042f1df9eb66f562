"""Rendering (mjr_): mjr_render, 2D overlays, buffers and pixels.

Documents: API / OpenGL rendering; Programming / Visualization
"""

from typing import Any

import numpy as np

from gelenk.render import capture, current_context, draw_2d, figure, fonts, targets
from gelenk.render.context import MjrContext
from gelenk.render.targets import MjrRect, rectangle_of
from gelenk.runtime.arguments import STRUCT_CLASSES, documented
from gelenk.runtime.model import MjModel
from gelenk.runtime.struct_bases import MjrRendererInfo, MjrVertexAttribute

Array = np.ndarray

CLASSES = {cls.__name__: cls for cls in (MjrContext, MjrRect)}
STRUCTS: dict[str, type] = {"MjrRendererInfo": MjrRendererInfo, "MjrVertexAttribute": MjrVertexAttribute}
STRUCT_CLASSES.update(CLASSES | STRUCTS)


# ---- buffers


@documented
def mjr_resizeOffscreen(width: int, height: int, con: Any) -> None:
    """Resize the offscreen buffer; a size without pixels leaves the buffer unchanged.

    Errors     ValueError: the buffer is too large
               FatalError: the context has been freed
    Source     API / mjr_resizeOffscreen
    """
    targets.resize_offscreen(con, width, height)


@documented
def mjr_addAux(index: int, width: int, height: int, samples: int, con: Any) -> None:
    """Create an auxiliary buffer, replacing the present one of that index.

    Errors     ValueError: the buffer is too large
               FatalError: index is out of range, samples are negative, or the context has been freed
    Source     API / mjr_addAux
    """
    targets.add_aux(con, index, width, height, samples)


@documented
def mjr_setBuffer(framebuffer: int, con: Any) -> None:
    """Select the window or offscreen buffer for drawing; other values are ignored.

    Errors     FatalError: the context has been freed
    Source     API / mjr_setBuffer
    """
    targets.set_buffer(con, framebuffer)


@documented
def mjr_restoreBuffer(con: Any) -> None:
    """Select the buffer of con.currentBuffer again, after an auxiliary one.

    Errors     FatalError: the context has been freed
    Source     API / mjr_restoreBuffer
    """
    targets.restore_target(con)


@documented
def mjr_setAux(index: int, con: Any) -> None:
    """Select an auxiliary buffer for drawing.

    Errors     FatalError: there is no such buffer, or the context has been freed
    Source     API / mjr_setAux
    """
    targets.set_aux(con, index)


@documented
def mjr_blitAux(index: int, src: Any, left: int, bottom: int, con: Any) -> None:
    """Copy a part of an auxiliary buffer to con.currentBuffer and select that buffer.

    Errors     FatalError: index is out of range, or the context has been freed
    Source     API / mjr_blitAux
    """
    targets.blit_aux(con, index, src, left, bottom)


@documented
def mjr_blitBuffer(src: Any, dst: Any, flg_color: int, flg_depth: int, con: Any) -> None:
    """Copy a part of the window buffer to the offscreen one, or back, scaled to its size.

    Colors are interpolated unless depth is copied as well.

    Errors     FatalError: the context has been freed
    Source     API / mjr_blitBuffer
    """
    targets.blit_buffer(con, src, dst, bool(flg_color), bool(flg_depth))


@documented
def mjr_maxViewport(con: Any) -> Any:
    """Return the largest viewport of the current buffer: all of the buffer.

    Returns    the MjrRect
    Errors     FatalError: the context has been freed
    Source     API / mjr_maxViewport
    """
    found = targets.target_buffer(con)
    return MjrRect(0, 0, found.width, found.height)


# ---- pixels


@documented
def mjr_readPixels(rgb: Any, depth: Any, viewport: Any, con: Any) -> None:
    """Copy the pixels of a viewport into arrays, bottom row first.

    depth      0 at the near plane of the camera and 1 at the far plane, reversed according to con.readDepthMap

    Pixels outside of the buffer are black and at the far plane.

    Errors     FatalError: the context has been freed
    Source     API / mjr_readPixels, mjtDepthMap
    """
    targets.read(targets.target_buffer(con), con, rectangle_of(viewport), rgb, depth)


@documented
def mjr_drawPixels(rgb: Any, depth: Any, viewport: Any, con: Any) -> None:
    """Copy arrays, as mjr_readPixels returns them, into the pixels of a viewport.

    The viewport is clipped to the buffer.

    Errors     FatalError: the context has been freed
    Source     API / mjr_drawPixels
    """
    found = targets.target_buffer(con)
    targets.draw(found, con, rectangle_of(viewport), rgb, depth)


# ---- assets that a context copies from a model


@documented
def mjr_uploadTexture(m: MjModel, con: Any, texid: int) -> None:
    """Copy a texture of the model into the context.

    Errors     FatalError: there is no such texture, or the context has been freed
    Source     API / mjr_uploadTexture
    """
    con._upload_texture(m, texid)


@documented
def mjr_uploadMesh(m: MjModel, con: Any, meshid: int) -> None:
    """Copy a mesh of the model into the context.

    Errors     FatalError: there is no such mesh, or the context has been freed
    Source     API / mjr_uploadMesh
    """
    con._upload_mesh(m, meshid)


@documented
def mjr_uploadHField(m: MjModel, con: Any, hfieldid: int) -> None:
    """Copy a height field of the model into the context.

    Errors     FatalError: there is no such height field, or the context has been freed
    Source     API / mjr_uploadHField
    """
    con._upload_hfield(m, hfieldid)


@documented
def mjr_changeFont(fontscale: int, con: Any) -> None:
    """Set the font scale of later texts.

    Errors     FatalError: there is no such size, or the context has been freed
    Source     API / mjr_changeFont
    """
    targets.target_buffer(con)
    fonts.set_scale(con, fontscale)


# ---- drawing


@documented
def mjr_render(viewport: Any, scn: Any, con: Any) -> None:
    """Draw a scene and the labels of its geoms into a viewport of the current buffer.

    Errors     FatalError: the context has been freed
    Source     API / mjr_render; Programming / Visualization
    """
    capture.draw(con, rectangle_of(viewport), scn)


@documented
def mjr_rectangle(viewport: Any, r: float, g: float, b: float, a: float) -> None:
    """Fill a rectangle of the current buffer of this thread.

    That buffer belongs to the context used last in this thread.

    Errors     FatalError: no context is in use
    Source     API / mjr_rectangle
    """
    con = current_context.get_current("mjr_rectangle")
    found = targets.target_buffer(con)
    con._viewport = rectangle_of(viewport)
    draw_2d.rectangle(found, *rectangle_of(viewport), (r, g, b), a)


@documented
def mjr_text(font: int, txt: str, con: Any, x: float, y: float, r: float, g: float, b: float) -> None:
    """Write a line of text at a point of the viewport that was drawn into last.

    A point outside of the viewport draws nothing. mjr_overlay sets the viewport to its last box and mjr_figure to its
    pane; mjr_drawPixels leaves the viewport unchanged.

    Errors     FatalError: the context has been freed
    Source     API / mjr_text
    """
    found = targets.target_buffer(con)
    viewport = getattr(con, "_viewport", None) or (0, 0, found.width, found.height)
    draw_2d.put_text(found, con, font, txt, viewport, x, y, (r, g, b))


@documented
def mjr_label(
    viewport: Any,
    font: int,
    txt: str,
    r: float,
    g: float,
    b: float,
    a: float,
    rt: float,
    gt: float,
    bt: float,
    con: Any,
) -> None:
    """Fill a rectangle and center a line of text in it, if the text fits.

    Errors     FatalError: the context has been freed
    Source     API / mjr_label
    """
    found = targets.target_buffer(con)
    con._viewport = rectangle_of(viewport)
    draw_2d.draw_label(found, con, con._viewport, font, txt, (r, g, b, a), (rt, gt, bt))


@documented
def mjr_overlay(font: int, gridpos: int, viewport: Any, overlay: str, overlay2: str, con: Any) -> None:
    """Write one or two columns of text into a corner of a viewport, on darkened boxes.

    Errors     FatalError: the context has been freed
    Source     API / mjr_overlay
    """
    found = targets.target_buffer(con)
    con._viewport = draw_2d.draw_overlay(found, con, font, gridpos, rectangle_of(viewport), overlay, overlay2)


@documented
def mjr_figure(viewport: Any, fig: Any, con: Any) -> None:
    """Draw a figure: lines or bars over a grid, tick labels, a legend, a title.

    Errors     ValueError: the number format of an axis is invalid
               FatalError: the context has been freed
    Source     API / mjr_figure, MjvFigure; Programming / Visualization
    """
    found = targets.target_buffer(con)
    con._viewport = figure.draw(found, con, rectangle_of(viewport), fig)


# ---- completion, errors and hit tests


@documented
def mjr_finish() -> None:
    """Do nothing, since drawing is synchronous.

    Source     API / mjr_finish
    """


@documented
def mjr_getError() -> int:
    """Return the last drawing error, always 0 since errors are raised.

    Returns    0
    Source     API / mjr_getError
    """
    return 0


@documented
def mjr_defaultRendererInfo(info: MjrRendererInfo) -> None:
    """Set a description of the renderer to its default.

    Source     API / mjr_defaultRendererInfo
    """
    info.describe()


@documented
def mjr_getRendererInfo(info: MjrRendererInfo) -> None:
    """Write the description of the renderer: "classic", without a graphics interface.

    Source     API / mjr_getRendererInfo
    """
    info.describe()


@documented
def mjr_findRect(x: int, y: int, nrect: int, rect: Any) -> int:
    """Return the index of the rectangle that contains a point.

    Returns    0 where ``rect`` contains the point, else -1
    Source     API / mjr_findRect
    """
    left, bottom, width, height = rectangle_of(rect)
    return 0 if nrect > 0 and left <= x < left + width and bottom <= y < bottom + height else -1
