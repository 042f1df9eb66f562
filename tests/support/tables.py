"""Columns of a build with the sparsity tables of the model (constants/sparsity.py)."""

from gelenk.runtime.model import MjModel
from gelenk.toolchain.extension import load


def with_tables(build):
    """Add the columns of the sparse matrices of a model to the build; return the build."""
    columns = {name: column for name, column in build.arrays.items() if name != "text_data"}
    model = MjModel._from_arrays(build.sizes, columns)
    load.run_kernel("sparsity", model)
    made = [name for name in MjModel._all_fields if name[:2] in ("M_", "D_", "B_") or name[:3] == "map"]
    build.set_fields(**{name: getattr(model, name).tolist() for name in ("dof_Madr", *made)})
    return build
