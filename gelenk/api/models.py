"""MjModel from text, files and specs: the methods that span reader, compiler and engine.

Documents: Modelling / MJCF, Compilation; API / Parse and compile
"""

import os

import numpy as np

from gelenk.tables import fields_data, fields_model
from gelenk.world.access import add_accessors
from gelenk.world.copying import add_copying, data_state, put_data
from gelenk.world.data import MjData
from gelenk.world.model import SIZE_NAMES, MjModel, MjOption
from gelenk.world.stats import add_stats

_last: dict = {}  # "spec": the model that was read from MJCF last, for mj_saveLastXML


def last_spec():
    """The spec of the model that was read last, or None."""
    return _last.get("spec")


def _compile(spec):
    from gelenk.compiler.compile import compile

    model = compile(spec)
    _last["spec"] = spec
    return model


def _from_xml_string(cls, xml, assets=None, *, within=None):
    """Loads an MjModel from an XML string and an optional assets dictionary {name: bytes}.

    With ``within``, a list of folders, only files on disk inside of these are read.
    Errors   gelenk.Error (a ValueError) with file, line, column, element, attribute, and what would be right
    """
    from gelenk.mjcf.read import from_string

    if not isinstance(xml, (str, bytes)):
        raise TypeError(f"xml must be text, not {type(xml).__name__}")
    return _compile(from_string(xml, assets, within))


def _from_xml_path(cls, filename, assets=None, *, within=None):
    """Loads an MjModel from an XML file and an optional assets dictionary {name: bytes}.

    With ``within``, a list of folders, only files on disk inside of these are read.
    Errors   gelenk.Error (a ValueError) as for from_xml_string; also when there is no such file
    """
    from gelenk.mjcf.read import from_file

    return _compile(from_file(filename, assets, within))


def _from_binary_path(cls, filename, assets=None):
    """Loads an MjModel from a file in binary form and an optional assets dictionary {name: bytes}.

    The name may be that of an asset.
    Errors   gelenk.Error where there is no such file, or it is no model, or it is damaged
    """
    from gelenk.mjcf.sources import Sources
    from gelenk.world.mjb import from_bytes

    _, content = Sources("", assets).find(os.fspath(filename))
    return from_bytes(content)


def option_defaults() -> dict:
    """Default values of the simulation options."""
    from gelenk.spec.spec import MjSpec

    option = MjSpec().option
    return {f.name: getattr(option, f.name) for f in fields_model.OPTION}


def put_default_visual(vis):
    """Default values of the visual settings (mj_defaultVisual)."""
    from gelenk.spec.spec import MjSpec

    source = MjSpec().visual
    for group, rows in fields_model.VISUAL.items():
        for f in rows:
            setattr(getattr(vis, group), f.name, getattr(getattr(source, group), f.name))


def copy_data(dest, m, src):
    """Make ``dest`` equal to ``src``; both are MjData of ``m`` (mj_copyData)."""
    put_data(dest, *data_state(src))


def _add_field_lists():
    """Names of the fields of each kind, for programs that walk over them: ``MjModel._all_fields``, ..."""
    sizes = tuple(n for n in SIZE_NAMES if n != "signature")
    MjModel._size_fields = sizes
    MjModel._all_fields = (*sizes, *(f.name for f in fields_model.MODEL))
    MjModel._sizes = property(lambda self: np.array([getattr(self, n) for n in sizes], np.int64))
    # fields of constraints and islands, which 3.5.0 leaves out of its list
    left_out = (
        "tendon_efcadr",
        "tree_island",
        "dof_island",
        "map_dof2idof",
        "map_idof2dof",
        "map_itree2tree",
    )
    scalars = tuple(f.name for f in fields_data.SCALARS if f.name != "signature")
    MjData._all_fields = (
        *scalars,
        "solver",
        "timer",
        "warning",
        *(f.name for f in fields_data.DATA if f.name not in left_out),
    )
    option = fields_model.OPTION
    MjOption._float_fields = tuple(f.name for f in option if f.dtype == "float64" and not f.shape)
    MjOption._floatarray_fields = tuple(f.name for f in option if f.dtype == "float64" and f.shape)
    MjOption._int_fields = tuple(f.name for f in option if f.dtype != "float64")
    MjOption._all_fields = (*MjOption._float_fields, *MjOption._floatarray_fields, *MjOption._int_fields)


def attach():
    """Give the classes the methods of this module."""
    MjModel.from_xml_string = classmethod(_from_xml_string)
    MjModel.from_xml_path = classmethod(_from_xml_path)
    MjModel.from_binary_path = classmethod(_from_binary_path)
    MjOption._defaults = staticmethod(option_defaults)
    add_accessors(MjModel, MjData)
    add_copying()
    add_stats(MjData)
    _add_field_lists()


attach()
