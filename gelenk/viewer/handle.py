"""The functions launch, launch_from_path, launch_passive, and the Handle of a viewer.

Documents: Programming / Visualization; API / Python bindings
"""

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from gelenk.render.targets import MjrRect
from gelenk.runtime.annotation_checks import checked, methods_checked
from gelenk.runtime.arguments import check_fit, check_struct, integer
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.classes import MjvCamera, MjvFigure, MjvOption, MjvPerturb, MjvScene
from gelenk.viewer import overlay, watched_files
from gelenk.viewer.endpoint import Settings
from gelenk.viewer.stepping import Passive, make_recorder, run_view, view_file
from gelenk.viewer.watched_files import Loader

Text = tuple[int | None, int | None, str | None, str | None]


@methods_checked
class Handle:
    """The interface of a program to a passive viewer; ``launch_passive`` returns it.

    As a context manager, it closes the viewer at the end. After that its methods do nothing.
    """

    def __init__(self, viewer: Passive) -> None:
        if not isinstance(viewer, Passive):
            raise TypeError("Handle: use launch_passive to create one")
        self._viewer = viewer

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "running" if self.is_running() else "closed"
        return f"<gelenk.viewer.Handle, {state}: {self.address or 'nothing listens'}>"

    def _repr_html_(self) -> str:
        from gelenk.viewer.endpoint import frame_html

        return frame_html(self._viewer.endpoint)

    # ---- properties

    @property
    def cam(self) -> MjvCamera:
        """The camera of the page in control; changes by the program win. Hold the lock."""
        return self._viewer.session.ui.camera

    @property
    def opt(self) -> MjvOption:
        """Visualization options. Hold the lock while changing them."""
        return self._viewer.session.ui.opt

    @property
    def perturb(self) -> MjvPerturb:
        """Selection and perturbation. Hold the lock while changing it."""
        return self._viewer.session.ui.pert

    @property
    def user_scn(self) -> MjvScene:
        """Geoms and flags of the program; the next `sync` draws ``geoms`` up to ``ngeom``."""
        return self._viewer.user_scn

    @property
    def m(self) -> MjModel:
        """The model of the program."""
        return self._viewer.m

    @property
    def d(self) -> MjData:
        """The first data of the program."""
        return self._viewer.d

    @property
    def worlds(self) -> tuple[MjData, ...]:
        """All data of the program."""
        return self._viewer.datas

    @property
    def viewport(self) -> MjrRect | None:
        """Size of the picture in the page in control [pixel].

        0 x 0 without a page, None after close.
        """
        if self._viewer.closed:
            return None
        return MjrRect(0, 0, *self._viewer.session.viewport)

    @property
    def address(self) -> str:
        """Address of the page, with its token; "" without a server."""
        return self._viewer.endpoint.address

    @property
    def has_pages(self) -> bool:
        """Whether a page is open."""
        return self._viewer.endpoint.channel.page_count > 0

    def lock(self) -> threading.RLock:
        """Return the lock, for ``with handle.lock():`` around changes of cam, opt, perturb.

        Changes of user_scn need the lock, too.

        Returns  a reentrant lock
        Source   design / The viewer; Python / Interactive viewer
        """
        return self._viewer.lock

    # ---- methods

    def is_running(self) -> bool:
        """Return whether the viewer is open.

        It ends by `close`, by Quit in a page, or with the last page if a browser was opened.

        Returns  True until then
        Source   design / The viewer; Python / Interactive viewer
        """
        return self._viewer.is_running

    def close(self) -> None:
        """Close the viewer and its pages; closing again does nothing.

        Source   design / The viewer; Python / Interactive viewer
        """
        self._viewer.close()

    def sync(self, state_only: bool = False) -> None:
        """Exchange changes between the program's model and data and the viewer.

        Controls, options, equalities and mouse forces set in the page go into model and data; then the state and all
        computed values go into the picture. The viewer accesses model and data only in this call.

        state_only   copy only the state (mjSTATE_INTEGRATION), and recompute the rest, with the previous copy of
                     the model

        Source   design / The viewer; Python / Interactive viewer
        """
        if self.is_running():
            self._viewer.sync(bool(state_only))

    def update_hfield(self, hfieldid: int) -> None:
        """Update a height field in the page from the model.

        hfieldid   its id in the model

        Errors   ValueError: there is no such height field
        Source   design / The viewer; Python / Interactive viewer
        """
        self._update_asset("hfield", hfieldid, self.m.nhfield, ("hfield_data", "hfield_size"))

    def update_mesh(self, meshid: int) -> None:
        """Update a mesh in the page from the model.

        meshid     its id in the model

        Errors   ValueError: there is no such mesh
        Source   design / The viewer; Python / Interactive viewer
        """
        names = ("vert", "normal", "texcoord", "face", "facenormal", "facetexcoord", "graph")
        self._update_asset("mesh", meshid, self.m.nmesh, tuple(f"mesh_{name}" for name in names))

    def update_texture(self, texid: int) -> None:
        """Update a texture in the page from the model.

        texid      its id in the model

        Errors   ValueError: there is no such texture
        Source   design / The viewer; Python / Interactive viewer
        """
        self._update_asset("texture", texid, self.m.ntex, ("tex_data",))

    def _update_asset(self, kind: str, i: int, count: int, fields: tuple[str, ...]) -> None:
        number = integer(f"update_{kind}", "its number", i)
        if not 0 <= number < count:
            raise ValueError(f"update_{kind}: there is no {kind} {number}, the model has {count}")
        if self.is_running():
            self._viewer.update_asset(kind, number, fields)

    # ---- overlays

    def set_figures(
        self, viewports_figures: tuple[MjrRect, MjvFigure] | list[tuple[MjrRect, MjvFigure]]
    ) -> None:
        """Show figures over the picture, replacing previous ones.

        viewports_figures   (MjrRect [pixel], MjvFigure), one or a list

        Errors   TypeError: not pairs of MjrRect and MjvFigure
        Source   design / The viewer; Python / Interactive viewer
        """
        pairs = [viewports_figures] if isinstance(viewports_figures, tuple) else list(viewports_figures)
        for pair in pairs:
            _check_pair("set_figures", pair, MjvFigure)
        self._show_overlay("figures", figures=[(_box_of_rect(rect), fig) for rect, fig in pairs])

    def clear_figures(self) -> None:
        """Remove the figures of `set_figures`.

        Source   design / The viewer; Python / Interactive viewer
        """
        self._show_overlay("figures")

    def set_texts(self, texts: Text | list[Text]) -> None:
        """Show texts over the picture, replacing previous ones.

        texts    (font, gridpos, left, right), one or a list: mjtFontScale, mjtGridPos, two texts; None means the normal
                 font, the upper left corner, no text

        Errors   TypeError: not such tuples
        Source   design / The viewer; Python / Interactive viewer
        """
        rows = [texts] if isinstance(texts, tuple) else list(texts)
        found = []
        for row in rows:
            if not isinstance(row, tuple) or len(row) != 4:
                raise TypeError(f"set_texts: each text must be (font, gridpos, left, right), not {row!r}")
            font, grid, left, right = row
            if not all(isinstance(text, str | None) for text in (left, right)):
                raise TypeError("set_texts: left and right must be strings or None")
            numbers = [0 if n is None else integer("set_texts", "font and gridpos", n) for n in (font, grid)]
            found.append((numbers[0], numbers[1], left or "", right or ""))
        self._show_overlay("texts", texts=found)

    def clear_texts(self) -> None:
        """Remove the texts of `set_texts`.

        Source   design / The viewer; Python / Interactive viewer
        """
        self._show_overlay("texts")

    def set_images(
        self, viewports_images: tuple[MjrRect, np.ndarray] | list[tuple[MjrRect, np.ndarray]]
    ) -> None:
        """Show images over the picture, replacing previous ones.

        viewports_images   (MjrRect [pixel], RGB array, uint8 (height, width, 3)), one or a list; images are scaled to
                           their viewports

        Errors   TypeError, ValueError: not such pairs
        Source   design / The viewer; Python / Interactive viewer
        """
        pairs = [viewports_images] if isinstance(viewports_images, tuple) else list(viewports_images)
        for pair in pairs:
            _check_pair("set_images", pair, np.ndarray)
            if pair[1].ndim != 3 or pair[1].shape[2] != 3 or pair[1].dtype != np.uint8:
                raise ValueError(
                    f"set_images: an image must be uint8 (height, width, 3), not {pair[1].dtype} {pair[1].shape}"
                )
        self._show_overlay("images", images=[(_box_of_rect(rect), pixels.copy()) for rect, pixels in pairs])

    def clear_images(self) -> None:
        """Remove the images of `set_images`.

        Source   design / The viewer; Python / Interactive viewer
        """
        self._show_overlay("images")

    def _show_overlay(self, group: str, **parts: Any) -> None:
        if self.is_running():
            size = self._viewer.session.viewport
            self._viewer.show_overlay(group, overlay.message(group, of=size, **parts))


def _box_of_rect(rect: MjrRect) -> tuple[int, int, int, int]:
    return rect.left, rect.bottom, rect.width, rect.height


def _check_pair(function: str, pair: Any, kind: type) -> None:
    if not (
        isinstance(pair, tuple)
        and len(pair) == 2
        and isinstance(pair[0], MjrRect)
        and isinstance(pair[1], kind)
    ):
        raise TypeError(f"{function}: expected (MjrRect, {kind.__name__}), not {pair!r:.100}")


# ---- launch functions


def _make_settings(
    port: int | None, host: str, browser: bool | None, allow_host: str | Iterable[str], share: bool
) -> Settings:
    names = (allow_host,) if isinstance(allow_host, str) else tuple(allow_host)
    return Settings(port, host, browser, names, share)


@checked
def launch_passive(
    model: MjModel,
    data: MjData | Sequence[MjData],
    *,
    key_callback: Callable[[int], None] | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
    port: int | None = None,
    host: str = "127.0.0.1",
    browser: bool | None = None,
    allow_host: str | Iterable[str] = (),
    share: bool = False,
    shortcuts: bool = True,
    record: str | os.PathLike[str] | None = None,
) -> Handle:
    """Open a viewer for a program that steps the model itself, and return at once.

    model          the MjModel
    data           its MjData; one, or several, which are shown as a grid of worlds
    key_callback   called with the GLFW key code of each key pressed in the page, at once, in the thread of the viewer
    show_left_ui, show_right_ui   whether the panels are initially open
    port           None: the first free one from 8712 on
    host           interface; others than 127.0.0.1 admit other computers, if they have the token
    browser        whether to open a browser; None: if there is a display, and no ssh
    allow_host     names by which proxies reach the server
    share          whether all pages are in control, not only the first
    shortcuts      False: keys only go to key_callback
    record         path of an HTML file to record to

    Returns        the Handle, also a context manager that closes the viewer
    Errors         TypeError, ValueError: not an MjModel, not an MjData, or data of another model
    Source         design / The viewer; Python / Interactive viewer
    """
    check_struct("launch_passive", "model", model, MjModel)
    datas: list[Any] = list(data) if isinstance(data, list | tuple) and data else [data]
    for d in datas:
        check_struct("launch_passive", "data", d, MjData)
        check_fit("launch_passive", model, d)
    if key_callback is not None and not callable(key_callback):
        raise TypeError("launch_passive: key_callback must be a function of a key code, or None")
    settings = _make_settings(port, host, browser, allow_host, share)
    recorder = make_recorder(record)
    viewer = Passive(
        model, datas, settings, key_callback, (bool(show_left_ui), bool(show_right_ui)), shortcuts
    )
    try:
        if recorder is not None:
            viewer.ending.append(recorder.attach(viewer.session, viewer.lock).close)
        viewer.start(settings)
        return Handle(viewer)
    except BaseException:  # the caller has no handle, so the thread would run until the end of the process
        viewer.close()
        raise


@checked
def launch(
    model: MjModel | None = None,
    data: MjData | None = None,
    *,
    loader: Loader | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
    port: int | None = None,
    host: str = "127.0.0.1",
    browser: bool | None = None,
    allow_host: str | Iterable[str] = (),
    share: bool = False,
    record: str | os.PathLike[str] | None = None,
) -> None:
    """Open a viewer that steps a model in real time, until it is closed or Ctrl-C.

    model     None: no model, until one is dropped on the page
    data      None: a new MjData
    loader    returns model and data, initially and on each reload
    others    as in launch_passive

    Errors    ValueError: data without model, or both model and loader; TypeError: an argument has another type
    Source    design / The viewer; Python / Interactive viewer
    """
    if model is not None:
        check_struct("launch", "model", model, MjModel)
    if data is not None:
        check_struct("launch", "data", data, MjData)
        if model is None:
            raise ValueError("launch: data was given without its model")
        check_fit("launch", model, data)
    if loader is not None and model is not None:
        raise ValueError("launch: give a loader or a model, not both")
    if loader is not None:
        pair = watched_files.call_loader(loader)
    else:
        pair = (
            (model, data if data is not None else MjData(model))
            if model is not None
            else watched_files.empty_model()
        )
    run_view(
        pair,
        loader,
        _make_settings(port, host, browser, allow_host, share),
        (show_left_ui, show_right_ui),
        record=record,
    )


@checked
def launch_from_path(path: str | os.PathLike[str]) -> None:
    """Open a viewer that steps a model file in real time, and reloads it on changes.

    path      of MJCF, URDF or a binary model

    Errors    gelenk.Error, OSError: the file cannot be read, or is not a model
    Source    design / The viewer; Python / Interactive viewer
    """
    view_file(path)
