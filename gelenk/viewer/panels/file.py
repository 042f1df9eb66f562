"""Section File: downloads of files, upload of a model; the page names no paths.

Documents: design / Out: `panel`
"""

import os
import tempfile
from collections.abc import Iterable
from typing import Any

from gelenk.api import mj_files
from gelenk.errors import Error
from gelenk.viewer.panels.row import Row, button

TEXT, BINARY = "text/plain", "application/octet-stream"


def written(name: str, write: Any) -> bytes:
    """Return the bytes that ``write(path)`` writes."""
    with tempfile.TemporaryDirectory(prefix="gelenk-viewer-") as folder:
        path = os.path.join(folder, name)
        write(path)
        with open(path, "rb") as file:
            return file.read()


def _give(desk: Any, name: str, kind: str, write: Any) -> None:
    desk.downloads.append((name, kind, written(name, write)))


def _save_xml(desk: Any) -> None:
    """Download the MJCF of the model; parts with inexpressible edits are saved as loaded."""
    try:
        _give(
            desk, "mjmodel.xml", "text/xml", lambda path: mj_files.mj_saveLastXML(path, desk.source or desk.m)
        )
    except Error as error:
        raise Error(f"the model cannot be saved as XML: {error}") from None


def _quit(desk: Any) -> None:
    desk.quit = True


def _reload(desk: Any) -> None:
    desk.reload = True


def rows(desk: Any) -> Iterable[Row]:
    """Yield the rows of the section File."""
    yield button("save_xml", "Save xml", _save_xml, help="Download the model as MJCF.")
    yield button(
        "save_mjb",
        "Save mjb",
        lambda desk: _give(desk, "mjmodel.mjb", BINARY, lambda path: mj_files.mj_saveModel(desk.m, path)),
        help="Download the compiled model.",
    )
    yield button(
        "print_model",
        "Print model",
        lambda desk: _give(desk, "MJMODEL.TXT", TEXT, lambda path: mj_files.mj_printModel(desk.m, path)),
        shortcut="Ctrl+M",
        help="Download all fields of the model as text.",
    )
    yield button(
        "print_data",
        "Print data",
        lambda desk: _give(
            desk, "MJDATA.TXT", TEXT, lambda path: mj_files.mj_printData(desk.m, desk.d, path)
        ),
        shortcut="Ctrl+D",
        help="Download all fields of the data as text.",
    )
    if not desk.passive:
        yield Row(
            "open", "button", "Open model", file=True, help="Load a model, with its assets, from files."
        )
    yield Row("screenshot", "button", "Screenshot", local=True, shortcut="Ctrl+P", help="Save the picture.")
    yield Row("video", "button", "Record video", local=True, help="Begin or end a film of the picture.")
    if not desk.passive:
        yield button("reload", "Reload", _reload, shortcut="Ctrl+L", help="Load the model again.")
    yield button("quit", "Quit", _quit, shortcut="Ctrl+Q", help="Close the viewer.")
