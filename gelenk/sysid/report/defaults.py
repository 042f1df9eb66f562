"""The default report of an identification.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gelenk.runtime.model import MjModel
from gelenk.sysid._src.model_modifier import apply_param_modifiers
from gelenk.sysid._src.optimize import calculate_intervals
from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid._src.residual import BuildModelFn, ResidualFn
from gelenk.sysid._src.trajectory import ModelSequences
from gelenk.sysid.report.builder import ReportBuilder
from gelenk.sysid.report.figures import write_film
from gelenk.sysid.report.sections import (
    AutomatedInsights,
    Covariance,
    GroupSection,
    OptimizationTrace,
    ParameterDistribution,
    ParametersTable,
    SignalReport,
    VideoPlayer,
)

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

FILMS = (
    ("All Models", "video_all.gif", ("Initial", "Nominal", "Identified")),
    ("Initial and Nominal", "video_init.gif", ("Initial", "Nominal")),
    ("Identified and Nominal", "video_opt.gif", ("Identified", "Nominal")),
)


def _write_films(
    models_sequences: Sequence[ModelSequences],
    initial_params: ParameterDict,
    opt_params: ParameterDict,
    save_path: str | Path | None,
    build_model: BuildModelFn | None,
) -> Iterator[VideoPlayer]:
    """Write the films listed in ``FILMS`` to save_path and yield their sections."""
    if save_path is None:
        raise ValueError("save_path is required when generate_videos=True")
    if build_model is None:
        raise ValueError("build_model is required when generate_videos=True")
    folder = Path(save_path)
    folder.mkdir(parents=True, exist_ok=True)
    spec = models_sequences[0].spec
    trajectories = [one for sequences in models_sequences for one in sequences.measured_rollout]

    def build(name: str) -> MjModel:
        if name == "Nominal":
            return spec.copy().compile()
        return build_model(initial_params if name == "Initial" else opt_params, spec.copy())

    for title, file, names in FILMS:
        write_film(folder / file, build, names, trajectories)
        colors = ", ".join(f"{name}: {word}" for name, word in WORDS.items() if name in names)
        yield VideoPlayer(title, folder / file, caption=colors)


WORDS = {"Initial": "red", "Nominal": "grey", "Identified": "green"}


def default_report(
    models_sequences: Sequence[ModelSequences],
    initial_params: ParameterDict,
    opt_params: ParameterDict,
    residual_fn: ResidualFn,
    opt_result: "OptimizeResult",
    title: str = "SysID",
    save_path: str | Path | None = None,
    build_model: BuildModelFn = apply_param_modifiers,
    generate_videos: bool = True,
) -> ReportBuilder:
    """Return a report of parameters, their confidence, the optimization, and the signals.

    models_sequences             list of ModelSequences
    initial_params, opt_params   ParameterDict before and after
    residual_fn                  the function given to `optimize`
    opt_result                   the OptimizeResult that `optimize` returned
    title                        heading of the report
    save_path                    folder for report.html and the films
    build_model                  (params, spec) -> MjModel
    generate_videos              whether to add films of the initial and identified models beside the model of the spec
    Returns                      ReportBuilder
    Errors                       ValueError: films without a save_path or build_model
    Source                       drop-in / mujoco.sysid
    """
    report = ReportBuilder(title)
    if generate_videos:
        for section in _write_films(models_sequences, initial_params, opt_params, save_path, build_model):
            report.add_section(section)
    residuals, after, measured = residual_fn(opt_params.as_vector(), opt_params.copy(), return_pred_all=True)
    _, before, _ = residual_fn(initial_params.as_vector(), initial_params.copy(), return_pred_all=True)
    covariance, intervals = calculate_intervals(residuals, opt_result.jac)
    report.add_section(AutomatedInsights("What is noticeable", opt_params))
    report.add_section(ParametersTable("Parameters", opt_params, initial_params))
    report.add_section(ParameterDistribution("Within the bounds", opt_params, initial_params, intervals))
    report.add_section(Covariance("Covariance", covariance, opt_params))
    extras = opt_result.get("extras") or {}
    if extras:
        names = opt_params.get_non_frozen_parameter_names()
        bounds = opt_params.get_bounds()
        report.add_section(
            OptimizationTrace("Optimization", extras["objective"], extras["candidate"], bounds, names)
        )
    titles = [
        (f"{sequences.name}: {name}", build_model(opt_params, sequences.spec))
        for sequences in models_sequences
        for name in sequences.sequence_name
    ]
    plots = []
    for (name, model), start, end, truth in zip(titles, before, after, measured, strict=True):
        series = {"measured": truth[0], "initial": start[0], "identified": end[0]}
        plots.append(SignalReport(name, model, ts_dict=series))
    report.add_section(GroupSection("Signals", plots))
    if save_path is not None:
        report.save(Path(save_path) / "report.html")
    return report
