"""Renderer: images of a model in three calls, as colors, depths or segmentations.

Documents: Programming / Visualization; API / Python bindings; drop-in / Drawing

    with gelenk.Renderer(m, height=240, width=320) as renderer:
        renderer.update_scene(d, camera="side")
        pixels = renderer.render()

GLContext is accepted for compatibility: programs create it and make it current, and no driver is used.
"""

import contextlib
import weakref
from collections.abc import Iterator
from typing import Any, SupportsIndex

import numpy as np

from gelenk.render import capture, current_context, targets
from gelenk.render.context import MjrContext, check_size
from gelenk.render.options import RenderOptions, set_options
from gelenk.render.targets import MjrRect
from gelenk.runtime.arguments import check_pair, check_struct, integer
from gelenk.runtime.assignment import index
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import report
from gelenk.runtime.model import MjModel
from gelenk.scene import update
from gelenk.scene.classes import MjvCamera, MjvOption, MjvScene
from gelenk.tables.enums import mjtCatBit, mjtDepthMap, mjtFontScale, mjtFramebuffer

COLOR, DEPTH, SEGMENTATION = capture.KINDS

# does nothing, in C: an interrupt during a finalizer in Python would be lost
NOTHING: Any = type(None)


class Renderer:
    """A renderer that draws images of a model into arrays.

    model       the MjModel
    height      height of the images [pixels]
    width       width of the images [pixels]
    max_geom    capacity of the scene [geoms]
    font_scale  size of texts, one of mjtFontScale
    threads     number of threads that draw a picture; the pixels do not depend on it
    better      the gelenk.render.RenderOptions with deviations from the images of 3.5.0; None: no deviations

    Errors      ValueError: the images are larger than the offscreen buffer of the model (visual / global)
                TypeError: an argument has the wrong type
    Source      Programming / Visualization; API / Python bindings
    """

    def __init__(
        self,
        model: MjModel,
        height: int = 240,
        width: int = 320,
        max_geom: int = 10000,
        font_scale: int = mjtFontScale.mjFONTSCALE_150,
        *,
        threads: int = 1,
        better: RenderOptions | None = None,
    ) -> None:
        self._mjr_context: MjrContext | None = None
        self._gl_context: GLContext | None = None
        check_struct("Renderer", "model", model, MjModel)
        if better is not None:
            check_struct("Renderer", "better", better, RenderOptions)
        self._width, self._height = integer("Renderer", "width", width), integer("Renderer", "height", height)
        self._model, self._threads = model, max(1, integer("Renderer", "threads", threads))
        self._check_size("width", self._width, model.vis.global_.offwidth)
        self._check_size("height", self._height, model.vis.global_.offheight)
        self._scene = MjvScene(model, max_geom)
        self._scene_option = MjvOption()
        self._rect = MjrRect(0, 0, self._width, self._height)
        self._gl_context = GLContext(self._width, self._height)
        self._gl_context.make_current()
        self._mjr_context = MjrContext(model, mjtFontScale(index("Renderer: font_scale", font_scale)))
        if better is not None:
            set_options(self._mjr_context, better)
        targets.set_buffer(self._mjr_context, mjtFramebuffer.mjFB_OFFSCREEN)
        self._mjr_context.readDepthMap = int(mjtDepthMap.mjDEPTH_ZEROFAR)
        self._kind, self._filled = COLOR, False

    def _check_size(self, name: str, wanted: int, most: int) -> None:
        if wanted <= 0:
            raise ValueError(f"Image {name} must be positive, got {wanted}")
        if wanted > most:
            raise ValueError(
                f"Image {name} {wanted} > framebuffer {name} {most}. Either reduce the image\n{name} or specify a "
                f'larger offscreen framebuffer in the model XML:\n<visual>\n  <global off{name}="{wanted}"/>\n</visual>'
            )

    @property
    def model(self) -> MjModel:
        """The model."""
        return self._model

    @property
    def scene(self) -> MjvScene:
        """The MjvScene that is drawn; its flags and geoms may be changed before ``render``."""
        return self._scene

    @property
    def height(self) -> int:
        """Height of the images [pixels]."""
        return self._height

    @property
    def width(self) -> int:
        """Width of the images [pixels]."""
        return self._width

    @property
    def _depth_rendering(self) -> bool:
        return self._kind == DEPTH

    @property
    def _segmentation_rendering(self) -> bool:
        return self._kind == SEGMENTATION

    def enable_depth_rendering(self) -> None:
        """Select depth images: distances along the view, float32 (height, width) [m].

        Source   Python / Rendering
        """
        self._kind = DEPTH

    def disable_depth_rendering(self) -> None:
        """Select color images again, if depth is selected.

        Source   Python / Rendering
        """
        self._kind = COLOR if self._kind == DEPTH else self._kind

    def enable_segmentation_rendering(self) -> None:
        """Select segmentation images: int32 (height, width, 2).

        The channels are object id and mjtObj; -1, -1 is the background.

        Source   Python / Rendering
        """
        self._kind = SEGMENTATION

    def disable_segmentation_rendering(self) -> None:
        """Select color images again, if segmentation is selected.

        Source   Python / Rendering
        """
        self._kind = COLOR if self._kind == SEGMENTATION else self._kind

    def update_scene(
        self,
        data: MjData,
        camera: SupportsIndex | str | MjvCamera = -1,
        scene_option: MjvOption | None = None,
    ) -> None:
        """Update the scene from a state.

        data          the MjData, after mj_forward or a step
        camera        name or id of a camera of the model, -1: the free camera, or an MjvCamera
        scene_option  the MjvOption with the visible elements

        Errors        ValueError: there is no such camera
        Source        Python / Rendering
        """
        option = self._scene_option if scene_option is None else scene_option
        everything = int(mjtCatBit.mjCAT_ALL)
        if self._filled:
            # importing mjv takes longer than a first picture, so native calls are used from the second picture on
            from gelenk.api import mjv

            eye = capture.find_camera(self._model, camera, mjv.mjv_defaultFreeCamera)
            mjv.mjv_updateScene(self._model, data, option, None, eye, everything, self._scene)
            return
        eye = capture.find_camera(self._model, camera)
        check_pair("mjv_updateScene", self._model, data)
        check_struct("mjv_updateScene", "opt", option, MjvOption)
        update.update_scene(self._model, data, option, None, eye, everything, self._scene)
        report(data)
        self._filled = True

    def render(self, *, out: np.ndarray | None = None) -> np.ndarray:
        """Draw the scene and return the image.

        out     array of the shape of the image; None: a new array. In segmentation mode an array of the color shape is
                accepted and left unchanged, so that programs with one such array keep working

        Returns the image, top row first: uint8 (height, width, 3), or as ``enable_...`` says
        Errors  ValueError: out has another shape
                RuntimeError: the renderer has been closed
        Source  Python / Rendering
        """
        # local references, since another thread may close the renderer meanwhile
        con, gl = self._mjr_context, self._gl_context
        if con is None or gl is None:
            raise RuntimeError("render cannot be called after close.")
        shape = (self._height, self._width, *capture.KINDS[self._kind][0])
        buffer = self._kind == SEGMENTATION and getattr(out, "shape", None) == (self._height, self._width, 3)
        if out is not None and (not isinstance(out, np.ndarray) or (out.shape != shape and not buffer)):
            found = getattr(out, "shape", type(out).__name__)
            raise ValueError(
                f"Expected `out.shape == {shape}`. Got `out.shape={found}`, which does not fit a {self._kind} picture."
            )
        gl.make_current()
        picture = capture.capture_image(
            con, self._width, self._height, self._scene, self._kind, self._threads
        )
        if out is None or buffer:
            return picture
        out[...] = picture
        return out

    def close(self) -> None:
        """Release the drawing memory; the renderer cannot draw afterwards.

        Source   Python / Rendering
        """
        con, gl = self._mjr_context, self._gl_context
        # cleared first, since Ctrl-C may arrive while the memory is released
        self._mjr_context = self._gl_context = None
        if con is not None:
            con.free()
        if gl is not None:
            gl.free()

    __del__ = NOTHING  # members of the renderer release their own memory

    def __enter__(self) -> "Renderer":
        return self

    def __exit__(self, exc_type: object, exc_value: object, traceback: object) -> None:
        self.close()


CLASSES = {"Renderer": Renderer}


class GLContext:
    """``GLContext(max_width, max_height)``: a drawing context that needs no driver.

    An MjrContext made while this context is current has a window buffer of its size.
    """

    def __init__(self, max_width: int, max_height: int) -> None:
        self.size = (
            integer("GLContext", "max_width", max_width),
            integer("GLContext", "max_height", max_height),
        )
        if min(self.size) > 0:
            check_size(*self.size)
        self._context: weakref.ref[Any] | None = None

    def make_current(self) -> None:
        """Make this context current.

        Calls without a context argument, such as mjr_rectangle, then use the MjrContext last used here.

        Source   Python / Rendering
        """
        current_context.use_window(self)

    @contextlib.contextmanager
    def as_current(self) -> Iterator[None]:
        """Make this context current within a `with` statement, then the previous one again.

        Returns  the context manager
        Source   Python / Rendering
        """
        before = current_context.get_window()
        self.make_current()
        try:
            yield
        finally:
            current_context.use_window(before)

    def free(self) -> None:
        """Do nothing, since there is no memory to free.

        Source   Python / Rendering
        """

    __del__ = NOTHING


CONTEXT_CLASSES = {"GLContext": GLContext}
