"""Stepping views: those of `launch`, and of files as `gelenk view` shows them.

Documents: design / Threads; design / The viewer
"""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.assignment import file_name
from gelenk.viewer import model_loading, side_by_side
from gelenk.viewer.endpoint import Endpoint, Settings
from gelenk.viewer.kernel_reload import KernelFile
from gelenk.viewer.loop import Loop
from gelenk.viewer.model_loading import Loader
from gelenk.viewer.passive import GONE
from gelenk.viewer.session import Session

if TYPE_CHECKING:
    from gelenk.viewer.record import Recorder

Act = Callable[[Any, Any], None]  # of a model and its data


class SecondModel(NamedTuple):
    """A second model file, which is shown at the right.

    start       called with model and data before the first step
    controller  called with model and data before each step, until a control is moved
    """

    path: str
    start: Act | None = None
    controller: Act | None = None


def make_recorder(path: str | os.PathLike[str] | None) -> "Recorder | None":
    """Return a recorder for a file, or None."""
    if path is None:
        return None
    from gelenk.viewer.record import Recorder

    return Recorder(path)


@checked
def view_file(
    path: str | os.PathLike[str],
    settings: Settings | None = None,
    kernels: KernelFile | None = None,
    beside: SecondModel | None = None,
    **more: Any,
) -> None:
    """Run `launch_from_path` with settings, as `gelenk view` does.

    kernels   file of plugins; its passive forces are added to models that do not use them
    beside    the model at the right
    """
    loader = _file_loader(path, kernels)
    run_view(
        loader(),
        loader,
        settings or Settings(),
        watch=file_name("path", path),
        kernels=kernels,
        beside=beside,
        **more,
    )


def _file_loader(
    path: str | os.PathLike[str], kernels: KernelFile | None
) -> Callable[[], model_loading.Pair]:
    """Return a loader of a model file."""

    def load() -> model_loading.Pair:
        return model_loading.from_path(path, [] if kernels is None else [p.plugin for p in kernels.running])

    return load


def run_view(
    pair: model_loading.Pair,
    loader: Loader | None,
    settings: Settings,
    ui: tuple[bool, bool] = (True, True),
    watch: str = "",
    record: str | os.PathLike[str] | None = None,
    say: Callable[[str], None] | None = None,
    start: Act | None = None,
    controller: Act | None = None,
    kernels: KernelFile | None = None,
    beside: SecondModel | None = None,
) -> None:
    """Step and show a model until the viewer is closed.

    say         prints the address, instead of the line on stderr
    start       called with model and data before the first step
    controller  called with model and data before each step, until a control is moved
    kernels     file whose plugins are swapped in when it changes
    beside      the model at the right
    """
    recorder = make_recorder(record)
    place = Endpoint(settings)
    if place.server is None:  # without a server no page could end the loop
        return
    places, other = [place], None
    if beside is not None:
        places.append(Endpoint(settings))
        other = _second_loop(beside, places[1], kernels)
    session = _start_session(pair, place, start)
    session.ui.controller, session.open_panels = controller, {"left": bool(ui[0]), "right": bool(ui[1])}
    session.resend_model()
    if other is not None and beside is not None:
        place.more = f"&beside={places[1].channel.name}"
        side_by_side.link_sessions(
            session, other.session, (os.path.basename(watch), os.path.basename(beside.path))
        )
    if recorder is not None:
        recorder.attach(session)
    gone = PageClosed(place)
    place.announce(settings, say)
    try:
        Loop(session, loader, watch, gone, kernels=kernels, beside=other).run()
    finally:
        if recorder is not None:
            recorder.close()
        for one in (session, *([other.session] if other is not None else ())):
            one.close()
        for one_place in places:
            one_place.close()


def _start_session(pair: model_loading.Pair, place: Endpoint, start: Act | None) -> Session:
    m, d = pair
    if start is not None:
        start(m, d)
    return Session(m, d, place.channel, passive=False)


def _second_loop(beside: SecondModel, place: Endpoint, kernels: KernelFile | None) -> Loop:
    """Return the loop of the model that is shown beside another one."""
    loader = _file_loader(beside.path, kernels)
    session = _start_session(loader(), place, beside.start)
    session.ui.controller, session.open_panels = beside.controller, {"left": False, "right": False}
    session.resend_model()
    return Loop(session, loader, beside.path)


class PageClosed:
    """A predicate that is true when the opened browser has had no page for two seconds."""

    def __init__(self, place: Endpoint) -> None:
        self.endpoint, self.seen = place, 0.0

    def __call__(self) -> bool:
        now = time.monotonic()
        if self.endpoint.channel.page_count:
            self.seen = now
        return bool(self.endpoint.opened and self.seen and now - self.seen > GONE)
