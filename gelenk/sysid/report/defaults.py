"""The report that an identification has if nothing else is asked for.

Documents: drop-in / mujoco.sysid
"""

from pathlib import Path

from gelenk.sysid._src.model_modifier import apply_param_modifiers
from gelenk.sysid._src.optimize import calculate_intervals
from gelenk.sysid.report.builder import ReportBuilder
from gelenk.sysid.report.sections.covariance import Covariance
from gelenk.sysid.report.sections.group import GroupSection
from gelenk.sysid.report.sections.insights import AutomatedInsights
from gelenk.sysid.report.sections.optimization_trace import OptimizationTrace
from gelenk.sysid.report.sections.parameter_distribution import ParameterDistribution
from gelenk.sysid.report.sections.parameters import ParametersTable
from gelenk.sysid.report.sections.signals import SignalReport


def default_report(
    models_sequences,
    initial_params,
    opt_params,
    residual_fn,
    opt_result,
    title="SysID",
    save_path=None,
    build_model=apply_param_modifiers,
    generate_videos=True,
):
    """A ReportBuilder with parameters, their certainty, the optimisation, and signals before and after.

    save_path         folder to write report.html into
    build_model       (params, spec) -> MjModel
    generate_videos   has no effect: signals are drawn, films are not
    """
    report = ReportBuilder(title)
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
            OptimizationTrace("Optimisation", extras["objective"], extras["candidate"], bounds, names)
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
