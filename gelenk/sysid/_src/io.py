"""File input and output (io) of identification results.

Documents: drop-in / mujoco.sysid
"""

import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gelenk.runtime.annotation_checks import checked
from gelenk.sysid._src.model_modifier import apply_param_modifiers_spec
from gelenk.sysid._src.optimize import calculate_intervals
from gelenk.sysid._src.parameter import ParameterDict
from gelenk.sysid._src.residual import ResidualFn
from gelenk.sysid._src.trajectory import ModelSequences

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult


@checked
def save_results(
    experiment_results_folder: str | Path,
    models_sequences: Iterable[ModelSequences],
    initial_params: ParameterDict,
    opt_params: ParameterDict,
    opt_result: "OptimizeResult",
    residual_fn: ResidualFn,
) -> None:
    """Write the results of an identification to a folder.

    The files are params_x_0.yaml, params_x_hat.yaml, results.pkl, confidence.pkl, and NAME.xml of each model.

    experiment_results_folder    folder to write into; created if missing
    models_sequences             list of ModelSequences
    initial_params, opt_params   ParameterDict before and after
    opt_result                   the OptimizeResult that `optimize` returned
    residual_fn                  the function given to `optimize`
    Errors                       OSError: files cannot be written
    Source                       drop-in / mujoco.sysid
    """
    folder = Path(experiment_results_folder)
    folder.mkdir(parents=True, exist_ok=True)
    initial_params.save_to_disk(folder / "params_x_0.yaml")
    opt_params.save_to_disk(folder / "params_x_hat.yaml")
    residuals = residual_fn(opt_result.x, opt_params.copy())[0]
    covariance, intervals = calculate_intervals(residuals, opt_result.jac)
    for name, content in (
        ("results", opt_result),
        ("confidence", {"cov": covariance, "intervals": intervals}),
    ):
        with open(folder / f"{name}.pkl", "wb") as file:
            pickle.dump(content, file)
    for sequences in models_sequences:
        spec = apply_param_modifiers_spec(opt_params, sequences.spec.copy())
        (folder / f"{sequences.name}.xml").write_text(spec.to_xml(), "utf-8")
