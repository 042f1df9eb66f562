"""Implementation of `gelenk models`: the list of shipped models, with pictures.

Documents: Modeling / MJCF models
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from gelenk import models

WIDTH, HEIGHT = 40, 30  # pixels of a stored picture: a column each, and half a line
GAP = 2  # columns between pictures


def describe_models() -> Iterator[tuple[str, str, str]]:
    """Yield name, sizes, and what happens, of each shipped model."""
    for name in models.names():
        m = models.load(name)
        counts = (
            (m.nbody - 1, "body", "bodies"),
            (m.nv, "dof", "dofs"),
            (m.nactuator, "actuator", "actuators"),
        )
        sizes = ", ".join(f"{count} {one if count == 1 else more}" for count, one, more in counts if count)
        yield name, sizes, models.SHOWS[name].does


def list_lines() -> Iterator[str]:
    """Yield one line for each shipped model."""
    for name, sizes, does in describe_models():
        yield f"{name:<15} {sizes:<40} {does}"


def half_blocks(top: bytes, bottom: bytes) -> str:
    """Return a line of half blocks that shows two rows of RGB pixels."""
    made = []
    for i in range(0, len(top), 3):
        r, g, b = top[i : i + 3]
        red, green, blue = bottom[i : i + 3]
        made.append(f"\x1b[38;2;{r};{g};{b}m\x1b[48;2;{red};{green};{blue}m▀")
    return "".join(made) + "\x1b[0m"


def picture_lines(columns: int) -> Iterator[str]:
    """Yield the lines of all pictures, side by side, with a caption below each."""
    from PIL import Image

    with Image.open(models.THUMBNAILS) as sheet:
        pixels = sheet.convert("RGB").tobytes()
    stride = 3 * WIDTH
    across = max(1, (columns + GAP) // (WIDTH + GAP))
    listed = [*enumerate(describe_models())]
    for first in range(0, len(listed), across):
        group = listed[first : first + across]
        for y in range(0, HEIGHT, 2):
            parts = []
            for k, _ in group:
                at = stride * (HEIGHT * k + y)
                parts.append(half_blocks(pixels[at : at + stride], pixels[at + stride : at + 2 * stride]))
            yield (" " * GAP).join(parts)
        captions = [[name, sizes, *wrap_caption(does)] for _, (name, sizes, does) in group]
        for line in range(4):
            texts = [(caption[line] if line < len(caption) else "").ljust(WIDTH) for caption in captions]
            if line == 0:
                texts = [f"\x1b[1m{text}\x1b[0m" for text in texts]
            yield (" " * GAP).join(texts).rstrip()


def wrap_caption(text: str) -> list[str]:
    """Return a text in lines of the width of a picture."""
    import textwrap

    return textwrap.wrap(text, WIDTH)


def main(
    plain: Annotated[bool, typer.Option("--plain", help="Text alone, as in a pipe.")] = False,
) -> None:
    """List the shipped models, with pictures in a terminal: what to type after `gelenk view`."""
    if plain or not sys.stdout.isatty():
        for line in list_lines():
            print(line)
        return
    import shutil

    for line in picture_lines(shutil.get_terminal_size().columns):
        print(line)
    print("Show one: gelenk view NAME")
