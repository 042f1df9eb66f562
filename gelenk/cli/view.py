"""Implementation of `gelenk view`: show a model in the browser.

Documents: Programming / Visualization; design / The viewer
"""

from __future__ import annotations

import contextlib
import errno
import functools
from pathlib import Path
from typing import Any

import gelenk
from gelenk.cli import model_argument
from gelenk.cli.progress import announce_if_slow
from gelenk.viewer import endpoint, handle, stepping
from gelenk.viewer.kernel_reload import KernelFile


def view_model(
    name: str,
    settings: endpoint.Settings,
    keyframe: str | None,
    record: Path | None,
    say: Any,
    control: bool = True,
    other: str | None = None,
    kernels: Path | None = None,
) -> None:
    """Show the model ``name`` until the page is closed, or Ctrl-C.

    The model is loaded again when its file changes.

    say       prints a line: what it is about, and a text
    control   whether a shipped model is moved by its controller
    other     a second model, shown beside the first
    kernels   source file of plugins, whose kernels are swapped in when it changes
    """
    path = model_argument.find_file(name)
    if other is not None and record is not None:
        raise gelenk.Error("--record writes one model", hint="leave out the second model, or --record")

    def begin(name: str, m: Any, d: Any) -> None:
        key = model_argument.find_keyframe(m, keyframe or model_argument.default_keyframe(name, control))
        if key >= 0:
            gelenk.mj_resetDataKeyframe(m, d, key)

    def controller(name: str) -> Any:
        return model_argument.find_controller(name) if control else None

    beside = None
    if other is not None:
        file = str(model_argument.find_file(other))
        beside = stepping.SecondModel(file, functools.partial(begin, other), controller(other))
    loading = contextlib.ExitStack()

    def announce(address: str) -> None:
        loading.close()
        say("viewing", f"{address}   (Ctrl-C ends)")

    try:
        with contextlib.suppress(KeyboardInterrupt), loading:
            loading.enter_context(announce_if_slow(f"loading {path.name}"))
            plugins = None if kernels is None else _kernel_file(kernels, say)
            handle.view_file(
                path,
                settings,
                plugins,
                beside,
                record=record,
                say=announce,
                start=functools.partial(begin, name),
                controller=controller(name),
            )
    except OSError as error:
        raise _port_error(error, settings) from None


def _port_error(error: OSError, settings: endpoint.Settings) -> Exception:
    """Return an Error that names the port if one asked for cannot be used, else ``error``."""
    if settings.port is None or error.errno == errno.ENOENT:
        return error
    return gelenk.Error(f"port {settings.port} of {settings.host} cannot be used: {error.strerror}")


def _kernel_file(path: Path, say: Any) -> KernelFile:
    """Compile the kernels of a file."""
    if not path.is_file():
        raise gelenk.Error(f"there is no file '{path}'")
    return KernelFile(path, lambda text: say("kernels", text))
