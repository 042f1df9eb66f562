"""Section File: downloads of files, upload of a model; the page names no paths.

Documents: design / Out: `panel`
"""

import os
import tempfile
from collections.abc import Iterable
from typing import Any

from gelenk.api import mj_files
from gelenk.errors import Error
from gelenk.viewer.panels.row import Row, button_row

TEXT, BINARY = "text/plain", "application/octet-stream"


def written_bytes(name: str, write: Any) -> bytes:
    """Return the bytes that ``write(path)`` writes."""
    with tempfile.TemporaryDirectory(prefix="gelenk-viewer-") as folder:
        path = os.path.join(folder, name)
        write(path)
        with open(path, "rb") as file:
            return file.read()


def _offer_download(ui: Any, name: str, kind: str, write: Any) -> None:
    ui.downloads.append((name, kind, written_bytes(name, write)))


def _save_xml(ui: Any) -> None:
    """Download the MJCF of the model; parts with inexpressible edits are saved as loaded."""
    try:
        _offer_download(
            ui, "mjmodel.xml", "text/xml", lambda path: mj_files.mj_saveLastXML(path, ui.source or ui.m)
        )
    except Error as error:
        raise Error(f"the model cannot be saved as XML: {error}") from None


def _quit(ui: Any) -> None:
    ui.quit = True


def _reload(ui: Any) -> None:
    ui.reload = True


def rows(ui: Any) -> Iterable[Row]:
    """Yield the rows of the section File."""
    yield button_row("save_xml", "Save xml", _save_xml, help="Download the model as MJCF.")
    yield button_row(
        "save_mjb",
        "Save mjb",
        lambda ui: _offer_download(ui, "mjmodel.mjb", BINARY, lambda path: mj_files.mj_saveModel(ui.m, path)),
        help="Download the compiled model.",
    )
    yield button_row(
        "print_model",
        "Print model",
        lambda ui: _offer_download(ui, "MJMODEL.TXT", TEXT, lambda path: mj_files.mj_printModel(ui.m, path)),
        shortcut="Ctrl+M",
        help="Download all fields of the model as text.",
    )
    yield button_row(
        "print_data",
        "Print data",
        lambda ui: _offer_download(
            ui, "MJDATA.TXT", TEXT, lambda path: mj_files.mj_printData(ui.m, ui.d, path)
        ),
        shortcut="Ctrl+D",
        help="Download all fields of the data as text.",
    )
    if not ui.passive:
        yield Row(
            "open", "button", "Open model", file=True, help="Load a model, with its assets, from files."
        )
    yield Row("screenshot", "button", "Screenshot", local=True, shortcut="Ctrl+P", help="Save the picture.")
    yield Row("video", "button", "Record video", local=True, help="Begin or end a film of the picture.")
    if not ui.passive:
        yield button_row("reload", "Reload", _reload, shortcut="Ctrl+L", help="Load the model again.")
    yield button_row("quit", "Quit", _quit, shortcut="Ctrl+Q", help="Close the viewer.")
