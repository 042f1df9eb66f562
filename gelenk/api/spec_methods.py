"""Methods of MjSpec: read, compile, recompile with the state kept, write.

Documents: Modeling / Model editing; API / MjSpec
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from gelenk.algebra.orientation import orientation
from gelenk.algebra.vec import Quat
from gelenk.api.mj_files import encode, write_file
from gelenk.api.model_methods import garbage_collection_paused, release_text
from gelenk.errors import Error
from gelenk.modeling.mjcf.make_flex import make_flex
from gelenk.modeling.spec import defaults, element_classes
from gelenk.modeling.spec.defaults import MjsAuthored
from gelenk.modeling.spec.edit_methods import add_methods
from gelenk.modeling.spec.spec import MjLROpt, MjsCompiler, MjSpec
from gelenk.modeling.spec.spec_snapshot import COMPILED
from gelenk.runtime.block import attach
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import signal_rows
from gelenk.runtime.vfs import MjVfs, vfs_files
from gelenk.tables.enums import mjtInertiaFromGeom

if TYPE_CHECKING:
    from gelenk.modeling.compiler.compile import CompileRecord


def _checked_mapping(what: str, value: Mapping[str, Any] | None) -> dict[str, Any]:
    if value is None:
        return {}
    if not hasattr(value, "items"):
        raise TypeError(f"{what} must be a dictionary of names and contents, not {type(value).__name__}")
    return dict(value)


def _files_given(include: Any, assets: Any, vfs: MjVfs | None, function: str) -> dict[str, Any]:
    """Return the assets, or the files of a VFS."""
    if vfs is None:
        return _checked_mapping("assets", assets)
    if include is not None or assets is not None:
        raise ValueError("Cannot specify both 'vfs' and 'include'/'assets'.")
    return vfs_files(vfs, function)


def _from_string(
    xml: str | bytes,
    include: Mapping[str, str | bytes] | None = None,
    assets: Mapping[str, str | bytes] | None = None,
    vfs: MjVfs | None = None,
    *,
    release: str = "",
) -> MjSpec:
    """Create a spec from an XML string, in MJCF or URDF.

    xml        the text
    include    contents of included or attached XML files, by name
    assets     contents of asset files, by name; they become ``spec.assets``
    vfs        an MjVfs with such contents, instead of include and assets
    release    MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

    Returns    the spec
    Errors     TypeError: xml is not text
               gelenk.Error (a ValueError) with file, line, column, element, attribute, and the remedy
    Source     API / Parse and compile; XML reference
    """
    from gelenk.modeling.mjcf.read import from_string

    if not isinstance(xml, (str, bytes)):
        raise TypeError(f"xml must be text, not {type(xml).__name__}")
    assets = _files_given(include, assets, vfs, "from_string")
    spec = from_string(xml, _checked_mapping("include", include) | assets, release=release_text(release))
    spec.assets = assets
    return spec


def _from_file(
    filename: str | os.PathLike[str],
    include: Mapping[str, str | bytes] | None = None,
    assets: Mapping[str, str | bytes] | None = None,
    vfs: MjVfs | None = None,
    *,
    release: str = "",
) -> MjSpec:
    """Create a spec from an XML file, in MJCF or URDF, or from an archive (.mjz, .zip).

    filename   path of the file
    include    contents of included or attached XML files, by name
    assets     contents of asset files, by name; they become ``spec.assets``
    vfs        an MjVfs with such contents, instead of include and assets
    release    MuJoCo release whose semantics the model follows, such as "4.0"; "": that of the API level

    Returns    the spec
    Errors     TypeError: filename is not text
               gelenk.Error (a ValueError) as for from_string, and where there is no such file
    Source     API / Parse and compile; XML reference
    """
    from gelenk.modeling.mjcf.read import from_file
    from gelenk.modeling.mjcf.read import from_zip as from_zip_file

    if not isinstance(filename, (str, os.PathLike)):
        raise TypeError(f"filename must be text, not {type(filename).__name__}")
    assets = _files_given(include, assets, vfs, "from_file")
    if os.fspath(filename).lower().endswith((".mjz", ".zip")):
        spec = from_zip_file(filename, release_text(release))
        spec.assets = {**spec.assets, **assets}
        return spec
    spec = from_file(filename, _checked_mapping("include", include) | assets, release=release_text(release))
    spec.assets = assets
    return spec


def _compile(self: MjSpec, vfs: MjVfs | None = None) -> MjModel:
    """Compile the spec to a model; the spec can then be edited and compiled again.

    vfs        an MjVfs with files that the spec names; they become ``spec.assets``

    Returns    the MjModel
    Errors     gelenk.Error (a ValueError) with the wrong element and the reason
    Source     API / Parse and compile; Modeling / Model editing
    """
    _add_files(self, vfs, "compile")
    before: CompileRecord | None = self.__dict__.get(COMPILED)
    # a program that wrote the spec as XML is likely to do so again; the snapshot then avoids a compilation
    return _compile_and_store(self, before is not None and before.text is not None)


def _add_files(spec: MjSpec, vfs: MjVfs | None, function: str) -> None:
    """Add the files of a VFS to a spec's assets, so that later compilations find them."""
    if vfs is not None:
        spec.assets = {**spec.assets, **vfs_files(vfs, function)}


def _compile_and_store(spec: MjSpec, noted: bool) -> MjModel:
    """Compile a spec and store the result in the spec.

    noted   whether to store a snapshot of the spec as well, to detect edits
    """
    from gelenk.modeling.compiler.compile import compile_build, make_record

    with garbage_collection_paused():
        model, build = compile_build(spec)
        spec.__dict__[COMPILED] = make_record(spec, model, build, noted)
    build.free()
    return model


def _copy_back(self: MjSpec, model: MjModel) -> None:
    """Write the numbers that were changed in a model to the spec that it was compiled from.

    Numbers that differ from a new compilation are written so that the spec compiles to them; all of them, or none.

    model      the model last compiled from this spec

    Errors     TypeError: model is not an MjModel
               ValueError: the model was not compiled from this spec, or a change cannot be expressed in a spec, such
               as a mass that follows from geoms
    Source     API / mj_copyBack; Modeling / Model editing
    """
    from gelenk.modeling.compiler.copy_back import copy_back_or_refuse

    if not isinstance(model, MjModel):
        raise TypeError(f"copy_back: model must be an MjModel, not {type(model).__name__}")
    copy_back_or_refuse(self, model)


def _fuse_static(self: MjSpec, vfs: MjVfs | None = None) -> int:
    """Fuse the static bodies of the spec with their parents: each becomes a frame.

    Bodies remain if they have a joint, plugin, sleep policy or fuse="false", are referenced, or if forces would change.

    vfs        an MjVfs with files that the spec names; they become ``spec.assets``

    Returns    the number of fused bodies
    Errors     gelenk.Error (a ValueError) if the spec cannot be compiled
    Source     XML reference / compiler (fusestatic)
    """
    from gelenk.modeling.compiler.compile import prepare_build
    from gelenk.modeling.compiler.spec_edits import fuse_static

    _add_files(self, vfs, "fuse_static")
    return fuse_static(self, prepare_build)


def _discard_visual(self: MjSpec, vfs: MjVfs | None = None) -> int:
    """Delete the elements of the spec that have no effect on the dynamics.

    These are materials, textures, geoms that neither collide nor are referenced, and their meshes. Inertias are kept.

    vfs        an MjVfs with files that the spec names; they become ``spec.assets``

    Returns    the number of deleted elements
    Errors     gelenk.Error (a ValueError) if the spec cannot be compiled, or if inertiafromgeom is true and such a
               geom has mass
    Source     XML reference / compiler (discardvisual)
    """
    from gelenk.modeling.compiler.compile import prepare_build
    from gelenk.modeling.compiler.spec_edits import discard_visual

    _add_files(self, vfs, "discard_visual")
    return discard_visual(self, prepare_build)


def _adopt_inertial(self: MjSpec, body: element_classes.MjsBody, vfs: MjVfs | None = None) -> None:
    """Write the inferred inertial of a body to the spec, so that geoms no longer determine it.

    body       a body of this spec
    vfs        an MjVfs with files that the spec names; they become ``spec.assets``

    Errors     TypeError: body is not a body
               ValueError: body is not in this spec, or inertiafromgeom is true
               gelenk.Error (a ValueError) if the spec cannot be compiled
    Source     XML reference / body / inertial
    """
    from gelenk.modeling.compiler.compile import prepare_build
    from gelenk.modeling.compiler.spec_edits import adopt_inertial
    from gelenk.modeling.spec.edit_methods import belongs

    if not isinstance(body, element_classes.MjsBody):
        raise TypeError(f"adopt_inertial: body must be MjsBody, not {type(body).__name__}")
    if not belongs(self, body):
        raise ValueError(f"adopt_inertial: {body!r} is not in this spec")
    if self.compiler.inertiafromgeom == mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE:
        raise ValueError("adopt_inertial: inertiafromgeom 'true' ignores inertials; set it to 'auto'")
    _add_files(self, vfs, "adopt_inertial")
    adopt_inertial(self, body, prepare_build)


def _dedup_assets(self: MjSpec) -> int:
    """Merge textures and meshes that compile to equal assets; the first of each remains.

    Returns    the number of deleted assets
    Errors     ValueError: the spec is attached to another one
    Source     API / MjSpec; Modeling / Model editing
    """
    from gelenk.modeling.compiler.spec_edits import dedup_assets

    if self.parent is not None:
        raise ValueError("Cannot merge the assets of an attached mjSpec.")
    return dedup_assets(self)


def _stored_compilation(self: MjSpec) -> "CompileRecord":
    """Return the stored compilation of a spec, compiling the spec if it has been edited."""
    from gelenk.modeling.compiler.compile import find_valid_record

    if find_valid_record(self) is None:
        _compile_and_store(self, noted=True)
    kept: CompileRecord = self.__dict__[COMPILED]
    return kept


def _recompile(self: MjSpec, m: MjModel, d: MjData, vfs: MjVfs | None = None) -> tuple[MjModel, MjData]:
    """Compile again and transfer the state.

    Time, positions, velocities, activations, controls and mocap poses of elements that existed before are copied from
    ``d``; new elements start with the values of the model. ``m`` and ``d`` are unchanged.

    m          the last model compiled from this spec
    d          the state of m
    vfs        as for compile

    Returns    (new MjModel, new MjData)
    Errors     as for compile; TypeError: m is not an MjModel or d not an MjData
               ValueError: m is not the last model compiled from this spec
    Source     API / MjSpec; Modeling / Model editing
    """
    if not isinstance(m, MjModel) or not isinstance(d, MjData):
        raise TypeError(
            f"recompile() takes an MjModel and an MjData, not {type(m).__name__} and {type(d).__name__}"
        )
    compiled = self.__dict__.get(COMPILED)
    if compiled is None or compiled.signature != m.signature:
        raise ValueError("recompile() needs the model that was last compiled from this spec")
    places = dict(_state_places(m, compiled.bodies, compiled.joints, compiled.actuators))
    model = _compile(self, vfs)
    data = MjData(model)
    data.time = d.time
    compiled = self.__dict__[COMPILED]
    for (name, key), (el, rows) in _state_places(model, compiled.bodies, compiled.joints, compiled.actuators):
        before = places.get((name, key))
        if before is not None and before[1].stop - before[1].start == rows.stop - rows.start:
            getattr(data, name)[rows] = getattr(d, name)[before[1]]
        del el
    return model, data


def _state_places(
    m: MjModel, bodies: list[Any], joints: list[Any], actuators: list[Any]
) -> Iterator[tuple[tuple[str, int], tuple[Any, slice]]]:
    """Yield ((field, id of the element), (element, its slice)) for all elements with a state."""
    for field, starts, count in (("qpos", m.jnt_qposadr, m.nq), ("qvel", m.jnt_dofadr, m.nv)):
        ends = [*starts.tolist(), count][1:]
        for el, start, end in zip(joints, starts.tolist(), ends, strict=True):
            yield (field, id(el)), (el, slice(start, end))
    for i, el in enumerate(actuators):
        yield ("ctrl", id(el)), (el, signal_rows(m, "ctrl", i))
        start, count = int(m.actuator_actadr[i]), int(m.actuator_actnum[i])
        if count > 0:
            yield ("act", id(el)), (el, slice(start, start + count))
    for el, i in zip(bodies, m.body_mocapid.tolist(), strict=True):
        if i >= 0:
            yield ("mocap_pos", id(el)), (el, slice(i, i + 1))
            yield ("mocap_quat", id(el)), (el, slice(i, i + 1))


def _to_xml(self: MjSpec) -> str:
    """Return the model as MJCF text, compiling the spec first if it has been edited.

    With savecompiled false in spec.compiler, the text is the spec as authored, which need not compile.

    Returns    the text
    Errors     gelenk.Error where the spec does not compile, or MJCF cannot express it
    Source     API / Parse and compile; XML reference
    """
    from gelenk.modeling.compiler.compile import text_of

    kept = _stored_compilation(self) if self.compiler.savecompiled else None
    with garbage_collection_paused():
        return text_of(self, kept=kept)


def _to_file(self: MjSpec, filename: str | os.PathLike[str]) -> None:
    """Write the model as MJCF to a file.

    filename   path of the file

    Errors     gelenk.Error as for to_xml, and where the file cannot be written
    Source     API / Parse and compile; XML reference
    """
    write_file("", filename, _to_xml(self))


def from_zip(file: str | os.PathLike[str] | BinaryIO) -> MjSpec:
    """Read a model from a zip file; the files of the archive become the assets of the spec.

    file       path, or binary file object to read from

    Returns    the MjSpec
    Errors     TypeError: file is not a path or file object
               gelenk.Error where file is not an archive, or has no model
    Source     API / MjSpec
    """
    from gelenk.modeling.mjcf import read

    if not hasattr(file, "read") and not isinstance(file, (str, os.PathLike)):
        raise TypeError(f"file must be a path or a file object, not {type(file).__name__}")
    return read.from_zip(file)


def to_zip(spec: MjSpec, file: str | os.PathLike[str] | BinaryIO) -> None:
    """Write the model as MJCF, its assets and all files that it names to a zip file.

    Textures whose pixels were set by a program are written as PNG.

    spec       the MjSpec, compiled or not
    file       path, or binary file object to write to

    Errors     TypeError: file is not a path or file object
               gelenk.Error as for to_xml, and where the file cannot be written
    Source     API / MjSpec
    """
    if not isinstance(spec, MjSpec):
        raise TypeError(f"to_zip: spec must be an MjSpec, not {type(spec).__name__}")
    from gelenk.modeling.compiler.compile import text_of
    from gelenk.modeling.mjcf.element_files import Packed
    from gelenk.modeling.mjcf.file_sources import write_zip

    if not hasattr(file, "write") and not isinstance(file, (str, os.PathLike)):
        raise TypeError(f"file must be a path or a file object, not {type(file).__name__}")
    kept = _stored_compilation(spec)
    packed = Packed(spec)
    text = text_of(spec, packed, kept)
    try:
        write_zip(file, packed.contents | {f"{spec.modelname.replace('/', '_') or 'model'}.xml": text})
    except OSError as error:
        raise Error(f"cannot write the file '{file}': {error.strerror or error}") from None


def _resolve_orientation(
    degree: bool,
    sequence: Iterable[str] | None = None,
    orientation: element_classes.MjsOrientation | None = None,
) -> list[float]:
    """Return the unit quaternion of an orientation given in another form.

    degree     whether angles are in degrees rather than radians
    sequence   axes of Euler angles, three of xyzXYZ; None: xyz
    orientation   the MjsOrientation

    Returns    a list of four elements
    Errors     TypeError: orientation is not an MjsOrientation
               gelenk.Error: the orientation has no direction
    Source     API / MjSpec; XML reference / Frame orientations
    """
    if not isinstance(orientation, element_classes.MjsOrientation):
        raise TypeError(f"orientation must be an MjsOrientation, not {type(orientation).__name__}")
    settings = MjsCompiler()
    settings.degree = bool(degree)
    settings.eulerseq = settings.eulerseq if sequence is None else list(sequence)
    return list(_orientation_quaternion(orientation, settings))


def _orientation_quaternion(alt: element_classes.MjsOrientation, settings: MjsCompiler) -> Quat:
    return orientation((1.0, 0.0, 0.0, 0.0), alt, settings)


def _get_data_size(self: element_classes.MjsSensor) -> int:
    """Return the number of values that the sensor reports.

    Returns    the number
    Errors     gelenk.Error: the sensed object does not exist
    Source     API / MjSpec; XML reference / sensor
    """
    from gelenk.modeling.compiler.sensors import size_of

    return size_of(self)


# methods that this module adds to the classes; the stub attribute_bases.pyi has them, too
METHODS: dict[type, dict[str, Any]] = {
    MjSpec: {
        "from_string": staticmethod(_from_string),
        "from_file": staticmethod(_from_file),
        "from_zip": staticmethod(from_zip),
        "resolve_orientation": staticmethod(_resolve_orientation),
        "compile": _compile,
        "recompile": _recompile,
        "copy_back": _copy_back,
        "fuse_static": _fuse_static,
        "discard_visual": _discard_visual,
        "adopt_inertial": _adopt_inertial,
        "dedup_assets": _dedup_assets,
        "to_xml": _to_xml,
        "encode": encode,
        "to_file": _to_file,
        "to_zip": to_zip,
        "_address": property(id, doc="A number that no other spec has at the same time."),
    },
    element_classes.MjsSensor: {"get_data_size": _get_data_size},
    element_classes.MjsBody: {"make_flex": make_flex},
}


def add_all() -> None:
    """Add the methods of this module, and the editing methods, to the classes."""
    add_methods()
    for cls, methods in METHODS.items():
        attach(cls, **methods)


add_all()


class _ElementArrayType(type):
    """Type of the public names of element arrays, which are numpy arrays or lists of texts."""

    dtype: Any

    def __instancecheck__(cls, value: object) -> bool:
        if cls.dtype is str:
            return isinstance(value, list) and all(isinstance(text, str) for text in value)
        return isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype == cls.dtype


def _arrays_of(name: str, dtype: Any) -> Any:
    doc = f"Type for isinstance checks of spec fields that are a {name} in the Python bindings of MuJoCo."
    return _ElementArrayType(name, (), {"dtype": dtype, "__doc__": doc, "__module__": __name__})


VECTORS: dict[str, Any] = {
    f"Mj{name}Vec": _arrays_of(f"Mj{name}Vec", dtype)
    for name, dtype in (
        ("Byte", np.dtype("uint8")),
        ("Char", str),
        ("Double", np.dtype("float64")),
        ("Float", np.dtype("float32")),
        ("Int", np.dtype("int32")),
        ("String", str),
    )
}

CLASSES: dict[str, Any] = VECTORS | {
    cls.__name__: cls
    for cls in (
        *vars(element_classes).values(),
        MjsAuthored,
        defaults.MjsDefault,
        MjLROpt,
        MjsCompiler,
        MjSpec,
    )
    if isinstance(cls, type) and cls.__name__.startswith(("Mjs", "MjSpec", "MjLROpt"))
}
