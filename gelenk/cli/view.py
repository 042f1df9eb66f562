"""Implementation of `gelenk view`: show a model in the browser.

Documents: Programming / Visualization; design / The viewer
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import gelenk
from gelenk.cli import model_argument
from gelenk.cli.progress import patience
from gelenk.viewer import endpoint, handle


def view(
    name: str,
    settings: endpoint.Settings,
    keyframe: str | None,
    record: Path | None,
    say: Any,
    control: bool = True,
) -> None:
    """Show the model ``name`` until the page is closed, or Ctrl-C.

    The model is loaded again when its file changes.

    say       prints the address
    control   whether a shipped model is moved by its controller
    """
    path = model_argument.locate(name)
    key = None

    def start(m: Any, d: Any) -> None:
        nonlocal key
        key = model_argument.keyframe(m, keyframe or model_argument.shown_at(name, control))
        if key >= 0:
            gelenk.mj_resetDataKeyframe(m, d, key)

    controller = model_argument.controller(name) if control else None
    loading = contextlib.ExitStack()

    def announce(address: str) -> None:
        loading.close()
        say(address)

    try:
        with contextlib.suppress(KeyboardInterrupt), loading:
            loading.enter_context(patience(f"loading {path.name}"))
            handle.view_file(path, settings, record=record, say=announce, start=start, controller=controller)
    except OSError as error:
        if settings.port is None:
            raise
        raise gelenk.Error(
            f"port {settings.port} of {settings.host} cannot be used: {error.strerror}"
        ) from None
