"""Looking at a model in the browser: what `gelenk view` does.

Documents: Programming / Visualization; design / The viewer
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import gelenk
from gelenk.cli import models
from gelenk.viewer import handle, place


def view(name: str, settings: place.Settings, keyframe: str | None, record: Path | None, say: Any) -> None:
    """Show the model ``name`` until the page is closed, or Ctrl-C; it is loaded again when its file changes.

    say   prints the address
    """
    path = models.locate(name)
    key = None

    def start(m: Any, d: Any) -> None:
        nonlocal key
        key = models.keyframe(m, keyframe)
        if key >= 0:
            gelenk.mj_resetDataKeyframe(m, d, key)

    try:
        with contextlib.suppress(KeyboardInterrupt):
            handle.view_file(path, settings, record=record, say=say, start=start)
    except OSError as error:
        if settings.port is None:
            raise
        raise gelenk.Error(
            f"port {settings.port} of {settings.host} cannot be used: {error.strerror}"
        ) from None
