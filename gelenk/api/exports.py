"""Exports of the package: its public classes, functions, enums and constants.

Documents: API

`public_names` returns the names that nearly every program uses, `drawing_names` those of scenes and pictures,
`spec_names` those of specs. The modules of drawing and specs take as long to import as all others, so
`gelenk/__init__.py` imports them when the first such name is requested.
"""

from collections.abc import Iterable
from types import ModuleType
from typing import Any, Union

from gelenk.api import (
    callbacks,
    mj_files,
    mj_jacobian,
    mj_model,
    mj_rays,
    mj_stages,
    mj_state,
    mju_matrix,
    mju_misc,
    mju_pose,
    mju_vector,
    model_methods,
    native_entries,
    simulate,
)
from gelenk.api import derived_fields as derived_fields  # adds properties to MjModel and MjData
from gelenk.api import level_views as level_views  # replaces properties of MjModel and MjData
from gelenk.errors import FatalError, UnexpectedError
from gelenk.runtime.contact_list import MjContact
from gelenk.runtime.counters import MjSolverStat, MjTimerStat, MjWarningStat
from gelenk.runtime.data import MjData
from gelenk.runtime.log_messages import MjLogConfig, MjLogMessage
from gelenk.runtime.model import VISUAL_CLASSES, MjModel, MjOption, MjStatistic, MjVisual
from gelenk.runtime.struct_bases import MjPreContact
from gelenk.runtime.vfs import MjVfs
from gelenk.tables import api_enums

_CLASSES = (
    MjModel,
    MjData,
    MjOption,
    MjStatistic,
    MjVisual,
    MjContact,
    MjWarningStat,
    MjTimerStat,
    MjSolverStat,
    MjVfs,
    MjPreContact,
    MjLogConfig,
    MjLogMessage,
)
PREFIXES = ("mj_", "mju_", "mjd_", "mjv_", "mjr_")
_MODULES = (
    simulate,
    mj_stages,
    mj_jacobian,
    mj_jacobian,
    mj_rays,
    mj_state,
    mj_model,
    mj_files,
    callbacks,
    mj_jacobian,
    mju_vector,
    model_methods,
    mju_pose,
    mju_matrix,
    mju_misc,
    mj_state,
)
native_entries.install_entries(_MODULES)


def _documented_functions(modules: Iterable[ModuleType]) -> dict[str, Any]:
    """Return the documented functions of these modules by name."""
    return {
        n: v for module in modules for n, v in vars(module).items() if n.startswith(PREFIXES) and callable(v)
    }


def public_names() -> dict[str, Any]:
    """Return all public names except those of specs and drawing."""
    names: dict[str, Any] = {
        cls.__name__: cls for cls in (*_CLASSES, VISUAL_CLASSES["headlight"], VISUAL_CLASSES["rgba"])
    }
    names |= {"FatalError": FatalError, "UnexpectedError": UnexpectedError} | callbacks.PUBLIC
    return names | _documented_functions(_MODULES) | {n: vars(api_enums)[n] for n in api_enums.__all__}


def renderer_names() -> dict[str, Any]:
    """Return the names of the renderer, which import faster than all names of drawing."""
    from gelenk.api import renderer

    return renderer.CLASSES | renderer.CONTEXT_CLASSES


def drawing_names() -> dict[str, Any]:
    """Return the public names of scenes and pictures."""
    from gelenk.api import mjr, mjv
    from gelenk.scene.classes import CLASSES

    return CLASSES | mjr.CLASSES | mjr.STRUCTS | renderer_names() | _documented_functions((mjv, mjr))


def spec_names() -> dict[str, Any]:
    """Return the public names of specs and of their file providers."""
    from gelenk.api import spec_methods
    from gelenk.modeling.mjcf.file_sources import register_provider
    from gelenk.modeling.spec.element import Named

    # the element types that a spec can hold; programs use the union in annotations
    elements = tuple(c for c in spec_methods.CLASSES.values() if issubclass(c, Named))
    files = {"register_provider": register_provider}
    union = {"MjStruct": Union[elements]}  # noqa: UP007
    return (
        spec_methods.CLASSES
        | {"from_zip": spec_methods.from_zip, "to_zip": spec_methods.to_zip}
        | union
        | files
    )


RENDERERS = ("Renderer", "GLContext")  # names that `renderer_names` returns
# prefixes of the other names that `drawing_names` returns
DRAWING = ("mjv_", "mjr_", "Mjv", "Mjr", "mj_printScene", "mj_printFormattedScene")


def all_names() -> dict[str, Any]:
    """Return all public names."""
    return public_names() | drawing_names() | spec_names()
