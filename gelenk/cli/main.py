"""Main program of the `gelenk` command.

Documents: Modeling / Getting started
"""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Annotated, Any

import numpy as np

try:
    import typer
    from rich.markup import escape
    from typer.core import TyperCommand
except ImportError as error:
    raise SystemExit(f"the gelenk command needs {error.name}: pip install 'gelenk[cli]'") from None

import gelenk
from gelenk.cli import arguments, migrate
from gelenk.cli.arguments import Camera, Controlled, Keyframe, Model, Within
from gelenk.cli.info import list_models
from gelenk.cli.progress import (
    announce_if_slow,
    complaints,
    console,
    plain_errors,
    print_result,
    progress,
    show_everywhere,
)
from gelenk.cli.view import export_page, view_model
from gelenk.toolchain import platforms

INTERRUPTED = 130  # exit status after Ctrl-C, as of programs that SIGINT ends

app = typer.Typer(
    help="Multi-joint dynamics with contact. MODEL is a file in MJCF or URDF, or a shipped model such as humanoid.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from gelenk.cli import doctor

        console.print(doctor.version_line(), highlight=False)
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
    progress: Annotated[
        bool,
        typer.Option(
            "--progress",
            envvar="GELENK_PROGRESS",
            help="Report progress of long work in pipes too, as on a terminal.",
        ),
    ] = False,
) -> None:
    """Apply the options that precede the command."""
    platforms.accept_all_characters()
    show_everywhere(progress)


@app.command()
def simulate(
    model: Model = "humanoid",
    duration: Annotated[float, typer.Option("--duration", "-t", min=0, help="Simulated time \\[s].")] = 5.0,
    noise: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Control noise, in half control ranges; 0.1, but 0 with a controller.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the noise.")] = 0,
    keyframe: Keyframe = None,
    rate: Annotated[float, typer.Option(min=0, help="Records a second; 0 keeps every step.")] = 100.0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Trajectory file, .npz or .csv.")
    ] = None,
    plot: Annotated[
        list[Path] | None,
        typer.Option("--plot", "-p", help="Picture of the trajectory, .png, or moving, .gif; may repeat."),
    ] = None,
    video: Annotated[
        list[Path] | None,
        typer.Option("--video", help="Film of the trajectory, .mp4 or .gif; may repeat."),
    ] = None,
    camera: Camera = None,
    controller: Controlled = True,
    within: Within = None,
) -> None:
    """Simulate MODEL and print its speed, energies and contacts."""
    from gelenk.cli import arguments
    from gelenk.cli import simulate as work

    with plain_errors():
        arguments.check_results(output, video or [], plot or [])
        m = arguments.load(model, within)
        control = arguments.find_controller(model) if controller else None
        view = arguments.find_view(m, model, camera)
        key = keyframe or arguments.default_keyframe(model, controller)
        d = arguments.start_data(m, key)
        with announce_if_slow("loading the engine"):  # compile missing libraries before the timing
            work.step_with_controller(m, arguments.start_data(m, key), 1, control)
        count, inside = work.record_intervals(m, duration, rate)
        spread = noise if noise is not None else 0.0 if control else 0.1
        walk = work.Noise(m, d, spread, seed) if spread > 0 and m.nu else None
        with progress() as bar:
            task = bar.add_task(f"simulating {Path(model).stem}", total=count)
            recording, spent = work.record_run(m, d, count, inside, walk, lambda: bar.advance(task), control)
        arrays = recording.arrays()
        work.print_report(m, d, arrays, (len(arrays["time"]) - 1) * inside, spent)
        if recording.stopped:
            done = arrays["time"][-1] - arrays["time"][0]
            console.print(
                f"stopped by Ctrl-C after {done:g} s of {duration:g} s, which are kept", highlight=False
            )
        work.write_results(m, arrays, model, output, plot or [], view)
        whole = [work.write_film(m, arrays, path, view) for path in video or []]
        if recording.stopped or not all(whole):
            raise typer.Exit(INTERRUPTED)


@app.command()
def picture(
    model: Model = "humanoid",
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where to: .png, .jpg, ... or .npy, the array itself.")
    ] = Path("picture.png"),
    camera: Camera = None,
    size: Annotated[str, typer.Option(help="Width x height \\[pixels].")] = "640x480",
    keyframe: Keyframe = None,
    time: Annotated[
        float, typer.Option("--time", "-t", min=0, help="Simulated time before the picture \\[s].")
    ] = 0.0,
    azimuth: Annotated[float | None, typer.Option(help="Free camera: angle about z \\[degrees].")] = None,
    elevation: Annotated[
        float | None,
        typer.Option(help="Free camera: angle above the horizon, negative from above \\[degrees]."),
    ] = None,
    distance: Annotated[
        float | None, typer.Option(help="Free camera: distance from the center \\[m].")
    ] = None,
    lookat: Annotated[
        tuple[float, float, float] | None,
        typer.Option(help="Free camera: the center of the view, x y z \\[m]."),
    ] = None,
    controller: Controlled = True,
    depth: Annotated[
        bool, typer.Option("--depth", help="Distances along the view; .npy has them in m.")
    ] = False,
    segmentation: Annotated[bool, typer.Option("--segmentation", help="A color for each object.")] = False,
    show: Annotated[
        list[str] | None, typer.Option(help="Show more: contactpoint, joint, wireframe, ...; may repeat.")
    ] = None,
    hide: Annotated[
        list[str] | None, typer.Option(help="Show less: shadow, static, ...; may repeat.")
    ] = None,
    group: Annotated[
        str | None, typer.Option(help="Groups of geoms to show, such as 0,1,2; else 0 to 2.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Draw as mujoco does: add no sky, light or floor, hide nothing.")
    ] = False,
    within: Within = None,
) -> None:
    """Draw an image of MODEL in its initial state, at a keyframe, or at a later time."""
    from gelenk.cli import arguments, picture

    with plain_errors():
        kind = picture.kind_of(depth, segmentation)
        wanted = picture.parse_size(size)
        arguments.check_picture(output)
        option, flags = picture.parse_flags(show or [], hide or [])
        m = arguments.load(model, within)
        d = picture.state_to_draw(m, model, keyframe, time, controller)
        free = picture.free_camera(m, camera, azimuth, elevation, distance, lookat)
        view = arguments.find_view(m, model, camera) if free is None else free
        hidden = picture.choose_groups(m, option, group, plain or kind != "rgb")
        with announce_if_slow("drawing"):
            pixels = picture.draw(m, d, view, wanted, kind, option, flags, hidden)
        picture.save(output, pixels, kind)
    print_result("picture", str(output))


app.command("models")(list_models)
app.command("export")(export_page)
app.command("migrate")(migrate.migrate)
app.command("check")(migrate.check)


@app.command()
def view(
    model: Model = "humanoid",
    beside: Annotated[
        str | None,
        typer.Argument(metavar="[OTHER]", help="Model to show beside the first.", show_default=False),
    ] = None,
    kernels: Annotated[
        Path | None,
        typer.Option(help="Source file of plugins; its kernels are swapped in whenever it is saved."),
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port; else the first free one.")] = None,
    host: Annotated[str, typer.Option(help="Interface that is listened at.")] = "127.0.0.1",
    browser: Annotated[
        bool | None,
        typer.Option("--browser/--no-browser", help="Open a browser; else where one can be seen."),
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write the run to this HTML file.")] = None,
    share: Annotated[bool, typer.Option("--share", help="Let all pages steer, not the first alone.")] = False,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Name by which a proxy reaches the viewer; may repeat.")
    ] = None,
    keyframe: Keyframe = None,
    controller: Controlled = True,
) -> None:
    """Show MODEL in the browser while it runs; the file is reloaded when it changes."""
    from gelenk.cli import arguments
    from gelenk.viewer.endpoint import Settings

    with plain_errors():
        if record is not None:
            arguments.check_writable(record)
        settings = Settings(port, host, browser, tuple(allow_host or ()), share)
        view_model(model, settings, keyframe, record, print_result, controller, beside, kernels)
    if record is not None and record.is_file():
        size = record.stat().st_size / 1e6
        print_result("recording", f"{record}   ({size:.1f} MB, opens in any browser)")


class _WithEnvironments(TyperCommand):
    """A command whose help ends with the environments, which take time to import."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        with plain_errors():
            from gelenk.cli import train as work

            self.epilog = f"Environments: {', '.join(work.environment_names())}."
        super().format_help(ctx, formatter)


@app.command(cls=_WithEnvironments)
def train(
    env: Annotated[
        str | None,
        typer.Argument(help="Environment of gymnasium, such as Hopper-v5.", show_default=False),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", "-t", min=0, help="Time to learn \\[s].")] = 60.0,
    rounds: Annotated[int, typer.Option(min=0, help="Number of rounds, instead of a time.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of directions and initial states.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Results without suffix; ENV in this folder if not given."),
    ] = None,
    policy: Annotated[Path | None, typer.Option(help="Begin with this policy, an .npz file.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Only play the policy of --policy in a page.")] = False,
    view: Annotated[
        bool | None,
        typer.Option("--view/--no-view", help="Play the policy in a page while it learns; on terminals."),
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port of the page.")] = None,
    browser: Annotated[
        bool | None,
        typer.Option("--browser/--no-browser", help="Open a browser; else where one can be seen."),
    ] = None,
) -> None:
    """Learn ENV by random search on all cores; write policy, learning curve and film."""
    with plain_errors():
        from gelenk.cli import train as work

        start = None if policy is None else work.Policy.load(policy)
        if env is None and start is None:
            raise gelenk.Error(
                "name an environment, such as Hopper-v5",
                hint=f"there are {', '.join(work.environment_names())}",
            )
        if show and start is None:
            raise gelenk.Error("--show plays a stored policy: add --policy FILE")
        task = work.check_environment(env or (start.task if start else ""))
        page = {"port": port, "browser": browser}
        if show and start is not None:
            work.show_policy(start, **page)
            return

        wanted = console.is_terminal if view is None else view
        work.run_training(
            task, output or Path(task), seconds, rounds, seed, start, wanted, print_result, **page
        )


@app.command()
def info(
    model: Model,
    within: Within = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, with angles in radians.")
    ] = False,
) -> None:
    """Print the structure of MODEL: sizes, body tree, masses, joints, actuators, sensors."""
    from gelenk.cli import info

    with plain_errors():
        found = info.model_contents(arguments.load(model, within))
    if as_json:
        _print_json(found)
        return
    info.print_parts(console, info.all_tables(found))


def _print_json(value: Any) -> None:
    """Print a value as JSON; NaN and infinities, which JSON lacks, become null."""
    import json

    def plain(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: plain(one) for key, one in part.items()}
        if isinstance(part, list):
            return [plain(one) for one in part]
        return None if isinstance(part, float) and not np.isfinite(part) else part

    typer.echo(json.dumps(plain(value), indent=2, ensure_ascii=False))


@app.command()
def testspeed(
    model: Model = "humanoid",
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps",
            "-n",
            min=1,
            help="Number of steps; by default 1000, or fewer if they take long.",
        ),
    ] = None,
    turns: Annotated[int, typer.Option(min=1, help="Turns; the best one counts.")] = 5,
    keyframe: Keyframe = None,
    within: Within = None,
    advice: Annotated[bool, typer.Option(help="Try what would make it faster.")] = True,
    specialize: Annotated[
        bool, typer.Option("--specialize", help="Also compile the step for this model, and time it.")
    ] = False,
) -> None:
    """Time a step of MODEL by stage along a trajectory with random controls, and try speedups."""
    from gelenk.cli import info, testspeed

    with plain_errors():
        m = arguments.load(model, within)
        with progress() as bar:
            task = bar.add_task(f"stepping {Path(model).stem}", total=turns)
            start = functools.partial(arguments.start_data, m, keyframe)
            times = testspeed.measure_times(m, start, steps, turns, lambda: bar.advance(task))
    total = sum(times.parts.values())
    table = info.new_table(f"{Path(model).stem}: time of a step", "stage", ">µs", ">share", "")
    for label, microseconds in times.parts.items():
        share = microseconds / total
        table.add_row(
            label, f"{microseconds:.2f}", f"{100 * share:.0f} %", "[cyan]" + "█" * round(30 * share) + "[/]"
        )
    table.add_section()
    table.add_row("stages together", f"{total:.2f}", "", "each called from Python")
    table.add_row(
        "[bold]mj_step[/]", f"[bold]{times.step:.2f}[/]", "", f"{1e6 / times.step:,.0f} steps per second"
    )
    if specialize:
        with plain_errors():
            table.add_row(*testspeed.row_made_to_measure(m, start, times))
    console.print(table)
    storage = "sparse" if times.sparse else "dense"
    console.print(
        f"{times.ncon:.1f} contacts, {times.nefc:.1f} constraint rows on average; {storage} Jacobian"
    )
    console.print(f"{times.nstep} steps, the best of {times.turns} turns")
    if times.turns < turns:
        console.print(f"stopped by Ctrl-C after {times.turns} of {turns} turns")
        raise typer.Exit(INTERRUPTED)
    if advice:
        advise(
            m,
            functools.partial(arguments.start_data, key=keyframe),
            times.nstep,
            min(turns, 3),
            times.step,
        )


def advise(m: Any, start: Any, steps: int, turns: int, microseconds: float) -> None:
    """Print what costs time in a model, and the measured gain of each change."""
    from gelenk.cli import info, speed_advice

    with plain_errors(), progress() as bar:
        task = bar.add_task("trying changes", total=None)
        trials = speed_advice.Trials(m, start, speed_advice.affordable_steps(steps, turns, microseconds))
        total = speed_advice.count_changes(trials)
        bar.update(task, total=total)
        found, tried = speed_advice.measure_gains(trials, turns, lambda: bar.advance(task))
    if tried < total:
        console.print(f"stopped by Ctrl-C: {tried} of {total} changes were tried")
    plain = trials.plain
    if plain.nefc:
        console.print(f"{plain.iterations:.1f} solver iterations per step")
    if not found:
        console.print("None of the tested changes gains more than a few percent.")
        return
    table = info.new_table("What would be faster", "what costs", "what to change", ">gain")
    for change, factor in found:
        most = "at most " if change.bound else ""
        table.add_row(change.cost, change.advice, f"{most}{factor:.2f}x")
    console.print(table)
    console.print(
        f"Each change was timed from equal states, over {trials.nstep} steps. Most changes alter the motion: compare "
        "results before you keep one. The gain of a longer timestep is per second of simulated time."
    )


@app.command()
def warmup(
    cpu: Annotated[
        str | None,
        typer.Option(help="CPU level to compile for, or host; an unknown one is answered with all."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Compile again what is there.")] = False,
) -> None:
    """Compile all libraries now, so that no later process has to."""
    from gelenk.cli import info

    if cpu is not None:
        os.environ["GELENK_CPU"] = cpu  # read when the first library is looked up
    from gelenk.toolchain import cache, digests, library

    digests.cpu_level.cache_clear()
    with plain_errors():
        if force:
            for name, rows in library.LIBRARIES.items():
                (cache.folder() / digests.library_name(name, rows)).unlink(missing_ok=True)
        missing = [name for name in library.LIBRARIES if force or library.find(name) is None]
        try:
            seconds = library.compile_libraries(missing)
        except RuntimeError as error:
            complaints.print(f"[bold red]error[/] {escape(str(error))}", soft_wrap=True)
            raise typer.Exit(1) from None
    if missing:
        table = info.new_table(f"Compiled for {digests.cpu_level()}", "library", ">s")
        for name, spent in sorted(seconds.items(), key=lambda item: -item[1]):
            table.add_row(name, f"{spent:.1f}")
        console.print(table)
    there = len(library.LIBRARIES) - len(missing)
    console.print(
        f"{len(missing)} libraries compiled, {there} already present; cache {escape(str(cache.folder()))}"
    )


@app.command()
def doctor(
    everything: Annotated[bool, typer.Option("--all", help="List the compiled libraries too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with everything.")] = False,
) -> None:
    """Print what is installed and what is missing: versions, CPU, GPU, extras, libraries."""
    from gelenk.cli import doctor as work
    from gelenk.cli import info

    if as_json:
        _print_json(work.json_report())
        return
    for line, good in work.list_checks():
        console.print(
            f"[{'green' if good else 'yellow'}]{'ok' if good else '--'}[/]  {escape(line)}", soft_wrap=True
        )
    facts = [(name, escape(value)) for name, value in work.list_facts().items()]
    shown: list[Any] = ["", *(f"{name:17} {value}" for name, value in facts)]
    if everything:
        shown += [
            "",
            info.table_of_filled("Compiled libraries", ("library", "", ">size"), work.list_libraries()),
        ]
    info.print_parts(console, shown)


def main() -> None:
    """Run the command; entry point of the console script."""
    app()


if __name__ == "__main__":
    main()
