"""Implementation of `gelenk migrate` and `gelenk check`: tables of differences.

Documents: drop-in / Versions
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

import gelenk
from gelenk.cli import arguments
from gelenk.cli.arguments import Keyframe, Model, Within
from gelenk.cli.progress import complaints, console, plain_errors, print_result, progress

if TYPE_CHECKING:
    from gelenk.migration import Change, Level, Migration

Time = Annotated[
    float, typer.Option("--time", "-t", min=0.001, help="Simulated time of the comparisons \\[s].")
]


def migrate(
    model: Model,
    to: Annotated[str, typer.Option("--to", help="Release whose meaning the new text has.")] = "4.0.0",
    from_: Annotated[str, typer.Option("--from", help="Release whose meaning MODEL has.")] = "3.5.0",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write the new text.")
    ] = None,
    time: Time = 1.0,
    keyframe: Keyframe = None,
    within: Within = None,
) -> None:
    """Rewrite MODEL from the meaning of one release to that of another, and print what moves."""
    with plain_errors():
        if output is not None:
            arguments.check_writable(output)
        path = find_text(model)
        start = start_key(path, keyframe, within)
        from gelenk.migration import migrate as rewrite

        with progress() as bar:
            task = bar.add_task(f"migrating {path.name}", total=None)
            found = rewrite(
                path,
                to,
                from_,
                within=within,
                duration=time,
                keyframe=start,
                advance=lambda: bar.advance(task),
            )
        print_migration(path, found, to, from_, time)
        if output is not None:
            output.write_bytes(found.text.encode(found.encoding))
            print_result("written", str(output))
            if output.absolute().parent != path.absolute().parent and names_files(found.text):
                complaints.print(
                    "[yellow]note[/] the text names files relative to the folder of the model: keep it there"
                )
        elif found.changes:
            console.print("Add -o FILE to write the new text.")


def find_text(model: str) -> Path:
    """Return the file of a model in MJCF.

    Errors   gelenk.Error: there is no such file, or it is an archive or a binary model
    """
    path = arguments.find_file(model)
    if path.suffix.lower() in (".mjb", ".mjz", ".zip"):
        raise gelenk.Error(f"'{path}' is not a text in MJCF", hint="save the model as .xml first")
    return path


def start_key(path: Path, keyframe: str | None, within: list[Path] | None) -> int:
    """Return the index of the keyframe at which comparisons start; -1 for none."""
    if keyframe is None:
        return -1
    return arguments.find_keyframe(arguments.load(str(path), within), keyframe)


def names_files(text: str) -> bool:
    """Return whether a text names files."""
    return 'file="' in text or "file='" in text


def print_migration(path: Path, found: Migration, to: str, from_: str, time: float) -> None:
    """Print the changes, the remarks, and the difference of the two motions."""
    from gelenk.cli import info

    if found.changes:
        table = info.new_table(
            f"{path.name}: {from_} to {to}", "line", "element", "attribute", "change", "since", ""
        )
        for change in found.changes:
            table.add_row(*map(escape, change_row(path, change)), change.since, escape(change.why))
        console.print(table)
        moves = info.new_table("What each change moves", "change", ">largest difference of qpos, contacts")
        for rule, apart in found.moves.items():
            moves.add_row(escape(rule), str(apart))
        console.print(moves)
    else:
        console.print(f"{path.name}: every attribute means the same at {to} as at {from_}")
    if found.remarks:
        table = info.new_table(
            "What attributes cannot say", "line", "element", "since", "difference", "what would be right"
        )
        for remark in found.remarks:
            line = line_of(path, remark.where) if remark.where else ""
            cells = line, remark.element, remark.since, remark.what
            table.add_row(
                *map(escape, cells), escape(remark.remedy or "a correction: no attribute undoes it")
            )
        console.print(table)
    told = f"{found.before} before, {found.after} after the rewrite"
    console.print(f"qpos after {time:g} s, {from_} against {to}: {told}", soft_wrap=True)


def change_row(path: Path, change: Change) -> tuple[str, str, str, str]:
    """Return the cells of a change: line, element, attribute, old and new value."""
    old, new = change.old or "-", change.new or "removed"
    return line_of(path, change.where), change.element, change.attribute, f"{old} -> {new}"


def line_of(path: Path, where: str) -> str:
    """Return the line of a place, with its file if the place is not in the model's own file."""
    file, _, rest = where.rpartition(":")[0].rpartition(":")
    if not where:
        return "new"
    return rest if Path(file).name == path.name else f"{file}:{rest}"


def check(
    model: Model,
    levels: Annotated[bool, typer.Option("--levels", help="Compare the levels.")] = True,
    time: Time = 1.0,
    keyframe: Keyframe = None,
    within: Within = None,
) -> None:
    """Say at which levels MODEL loads, and what differs between neighboring levels."""
    with plain_errors():
        path = find_text(model)
        start = start_key(path, keyframe, within)
        from gelenk.migration import check_levels
        from gelenk.tables.levels import LEVELS

        with progress() as bar:
            task = bar.add_task(f"checking {path.name}", total=len(LEVELS))
            found = check_levels(
                path, within=within, duration=time, keyframe=start, advance=lambda: bar.advance(task)
            )
    print_levels(path, found, time)
    if any(level.error for level in found):
        raise typer.Exit(1)


def print_levels(path: Path, found: tuple[Level, ...], time: float) -> None:
    """Print a table of levels, then what does not load or is refused."""
    from gelenk.cli import info

    table = info.new_table(
        f"{path.name} at all levels", "level", "loads", f"qpos after {time:g} s", "fields that differ"
    )
    for level in found:
        moved = ""
        if level.motion is not None:
            moved = "equal" if str(level.motion) == "0" else f"differs by {level.motion}"
        shown = ", ".join(
            f"{field.name} ({'sizes' if field.differ < 0 else f'{field.most:.2g}'})" for field in level.fields
        )
        loads = "[red]no[/]" if level.error else "[yellow]gelenk only[/]" if level.refused else "yes"
        table.add_row(level.name, loads, escape(moved), escape(shown))
    console.print(table)
    for level in found:
        for text in (level.error, *level.refused):
            if text:
                console.print(f"{level.name}: {text}", soft_wrap=True, highlight=False, markup=False)
