"""Implementation of `gelenk view` and `gelenk export`: a model in the browser or a page.

Documents: Programming / Visualization; design / The viewer; design / Exported pages

`gelenk view` shows a model in the browser.

`gelenk export` writes a model as a page that simulates.
"""

from __future__ import annotations

import contextlib
import errno
import functools
from pathlib import Path
from typing import Annotated, Any

import typer

import gelenk
from gelenk.cli import arguments
from gelenk.cli.arguments import Keyframe, Model, Within
from gelenk.cli.progress import announce_if_slow, plain_errors, print_result
from gelenk.viewer import endpoint, handle, stepping
from gelenk.viewer.watched_files import KernelFile


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

    say       prints a line: a label and a text
    control   whether a shipped model is moved by its controller
    other     a second model, shown beside the first
    kernels   source file of plugins, whose kernels are swapped in when it changes
    """
    path = arguments.find_file(name)
    if other is not None and record is not None:
        raise gelenk.Error("--record writes one model", hint="leave out the second model, or --record")

    def begin(name: str, m: Any, d: Any) -> None:
        key = arguments.find_keyframe(m, keyframe or arguments.default_keyframe(name, control))
        if key >= 0:
            gelenk.mj_resetDataKeyframe(m, d, key)

    def controller(name: str) -> Any:
        return arguments.find_controller(name) if control else None

    beside = None
    if other is not None:
        file = str(arguments.find_file(other))
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
    """Return an Error that names the requested port if it cannot be used, else ``error``."""
    if settings.port is None or error.errno == errno.ENOENT:
        return error
    return gelenk.Error(f"port {settings.port} of {settings.host} cannot be used: {error.strerror}")


def _kernel_file(path: Path, say: Any) -> KernelFile:
    """Compile the kernels of a file."""
    if not path.is_file():
        raise gelenk.Error(f"there is no file '{path}'")
    return KernelFile(path, lambda text: say("kernels", text))


# Export of a page


def export_page(
    model: Model = "humanoid",
    page: Annotated[Path, typer.Argument(metavar="PAGE", help="HTML file to write.")] = Path("page.html"),
    keyframe: Keyframe = None,
    title: Annotated[
        str, typer.Option(help="Title of the page; else the name of the model.", show_default=False)
    ] = "",
    panels: Annotated[
        bool, typer.Option("--panels/--no-panels", help="Whether the panels are open at first.")
    ] = True,
    within: Within = None,
) -> None:
    """Write MODEL as one HTML file that simulates in the browser, without a server."""
    with plain_errors():
        write_page(model, page, keyframe, title, panels, within)
    print_result("page", f"{page}   ({page.stat().st_size / 1e6:.1f} MB, simulates in any browser)")


def write_page(
    model: str, page: Path, keyframe: str | None, title: str, panels: bool, within: list[Path] | None
) -> None:
    """Write the page of a model, which starts at a keyframe.

    Errors   gelenk.Error, OSError: there is no such model or keyframe, or the page cannot be made or written
    """
    from gelenk.viewer import export as work

    arguments.check_writable(page)
    m = arguments.load(model, within)
    key = arguments.find_keyframe(m, keyframe or arguments.default_keyframe(model))
    with announce_if_slow("writing the page"):
        work.export(m, page, keyframe=key, title=title, panels=(panels, panels))
