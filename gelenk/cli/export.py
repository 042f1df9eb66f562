"""Implementation of `gelenk export`: write a model as a page that simulates.

Documents: design / Exported pages
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gelenk.cli import model_argument, output_files
from gelenk.cli.model_argument import Keyframe, Model, Within
from gelenk.cli.progress import announce_if_slow, plain_errors, print_result


def main(
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

    output_files.check_writable(page)
    m = model_argument.load(model, within)
    key = model_argument.find_keyframe(m, keyframe or model_argument.default_keyframe(model))
    with announce_if_slow("writing the page"):
        work.export(m, page, keyframe=key, title=title, panels=(panels, panels))
