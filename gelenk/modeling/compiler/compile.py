"""Compile a spec to a model: the passes of the compiler, in order, and their record.

Documents: API / MjSpec; Modeling / Model editing; Programming / Model compilation

The record of the last compilation serves recompiling and saving XML.
"""

from __future__ import annotations

from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from gelenk.modeling.compiler import (
    aabb_tree,
    cameras,
    geoms,
    inertial,
    joints,
    names,
    options,
    plugins,
    sparsity,
    tree,
)
from gelenk.modeling.compiler.build import Build, set_element_ids
from gelenk.modeling.compiler.scaling.scaled import scaled
from gelenk.modeling.spec.spec import signature
from gelenk.modeling.spec.spec_snapshot import COMPILED, Snapshot
from gelenk.runtime import log_messages, pipeline, required_libraries
from gelenk.runtime.copy_pickle import Contents
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.api_enums import mjtCTimer, mjtEnableBit, mjtLogTopic
from gelenk.tables.enums import mjtObj
from gelenk.tables.releases import R3_16
from gelenk.toolchain.extension import call_kernel

INERTIAL = ("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia")


class CompileRecord(NamedTuple):
    """The record of one compilation.

    signature   of the model
    bodies, joints, actuators   elements in the order of the model
    inertial    the columns of INERTIAL that the model was made from
    state       snapshot of the spec; None where none was taken
    text        XML of that snapshot, once it has been written
    contents    of the model, once it has been compared (runtime/copy_pickle.py)
    """

    signature: int
    bodies: list[Any]
    joints: list[Any]
    actuators: list[Any]
    inertial: dict[str, Any]
    state: Snapshot | None
    text: str | None = None
    contents: Contents | None = None


def make_record(spec: Any, model: Any, build: Any, noted: bool = True) -> CompileRecord:
    """Return the record of a compilation just done; `noted` adds a snapshot of the spec."""
    columns = {name: build.arrays[name] for name in INERTIAL}
    actuators = build.elements[int(mjtObj.mjOBJ_ACTUATOR)]
    lists = list(build.bodies), list(build.joints), list(actuators)
    return CompileRecord(model.signature, *lists, columns, Snapshot(spec) if noted else None)


def find_valid_record(spec: Any) -> CompileRecord | None:
    """Return the record of the spec's compilation, or None if the spec was edited since."""
    kept: CompileRecord | None = spec.__dict__.get(COMPILED)
    if kept is None or kept.state is None or not kept.state.is_equal(Snapshot(spec)):
        return None
    return kept


# list of the spec -> (module, pass) that compiles it. A module is imported with the first model that has such
# elements; modules that most models need are imported with the package.
PASS_OF_LIST = {
    "hfields": ("hfields", "compile_hfields"),
    "textures": ("textures", "compile_textures"),
    "materials": ("options", "compile_materials"),
    "skins": ("skins", "compile_skins"),
    "pairs": ("relations", "compile_pairs"),
    "excludes": ("relations", "compile_excludes"),
    "tendons": ("tendons", "compile_tendons"),
    "flexes": ("flex.flex_columns", "compile_flexes"),
    "equalities": ("relations", "compile_equalities"),
    "actuators": ("actuators", "compile_actuators"),
    "sensors": ("sensors", "compile_sensors"),
}
CUSTOM = ("numerics", "texts", "tuples")


def compile(spec: Any, edited: bool = True) -> MjModel:
    """Return the model that `spec` describes; only the ids of its elements change in the spec.

    From release 3.16 on, the options discardvisual and fusestatic edit the spec first.

    edited   whether the caller can edit the spec afterwards

    Errors   gelenk.Error with the place of the element
    """
    model, build = compile_build(spec, edited)
    build.free()
    return model


@np.errstate(all="ignore")  # each pass checks its own values for NaN and infinity
def compile_build(spec: Any, edited: bool = True) -> tuple[MjModel, Build]:
    """Return the model, and the build with the spec elements in the order of the model."""
    began = perf_counter()
    build = Build(spec, compile, edited)
    if spec.parent is not None:
        build.fail(spec, "cannot compile child spec if attached by reference to a parent spec")
    if build.release >= R3_16 and (spec.compiler.discardvisual or spec.compiler.fusestatic):
        from gelenk.modeling.compiler.spec_edits import apply_options

        apply_options(spec, prepare_build)
        build = Build(spec, compile, edited)
    with scaled(build):
        model = compile_elements(spec, build)
    build.timer[mjtCTimer.mjCTIMER_TOTAL] = perf_counter() - began
    spec.__dict__["_timer"] = tuple(build.timer)
    report_time(spec, build.timer)
    return model, build


def report_time(spec: Any, timer: list[float]) -> None:
    """Log the time of a compilation, if MjLogConfig has this topic."""
    if log_messages.topics & 1 << (mjtLogTopic.mjTOPIC_TIME_CMP - 1):
        total, assets = (timer[i] for i in (mjtCTimer.mjCTIMER_TOTAL, mjtCTimer.mjCTIMER_ASSETS))
        subject = (
            f"compile time of '{spec.modelname}': {1e3 * total:.3g} ms, of which assets {1e3 * assets:.3g} ms"
        )
        log_messages.info(mjtLogTopic.mjTOPIC_TIME_CMP, subject)


def compile_elements(spec: Any, build: Build) -> MjModel:
    """Return the model of a build whose elements have their scaled values."""
    build.sizes["signature"] = signature(spec)
    build_columns(build)
    chars = {
        "names": names.name_columns(build),
        "paths": names.path_columns(build),
        "text_data": bytes(build.arrays.pop("text_data", b"")),
    }
    model = MjModel._from_arrays(build.sizes, build.arrays, chars, options.settings(spec, build.release))
    plugins.check_instances(build, model)
    required_libraries.prepare(model)
    call_kernel.run_kernel("sparsity", model)
    enabled, model.opt.enableflags = model.opt.enableflags, model.opt.enableflags & ~mjtEnableBit.mjENBL_SLEEP
    data = MjData._for_constants(model)
    data._set_scalar("compiling", 1)
    pipeline.run_stage("set_constants", model, data)
    if model.nplastic and model.nkey:
        from gelenk.modeling.compiler.keys import fill_plastic

        fill_plastic(model)
    options.override_statistics(spec, model)
    joints.set_spring_dampers(build, model)
    if build.elements[int(mjtObj.mjOBJ_ACTUATOR)]:
        from gelenk.modeling.compiler.actuators import set_length_ranges

        set_length_ranges(build, model)
    model.opt.enableflags = enabled  # sleeping is disabled above while the constants are computed
    data._set_scalar("compiling", 0)
    options.check_asleep(build, model, data)
    return model


def mesh_passes(build: Build) -> Any:
    """Return the module of the mesh passes, or None for a model without meshes."""
    if not build.spec._elements["meshes"]:
        return None
    from gelenk.modeling.compiler.mesh import mesh_columns

    return mesh_columns


def run_passes(build: Build, *groups: str) -> None:
    """Import and run the passes of those lists that have elements."""
    lists = build.spec._elements
    for group in groups:
        if lists[group]:
            module, name = PASS_OF_LIST[group]
            began = perf_counter()
            getattr(import_module(f"gelenk.modeling.compiler.{module}"), name)(build)
            if group in ("textures", "hfields"):
                build.count_time(mjtCTimer.mjCTIMER_TEXTURE if group == "textures" else -1, began)


def key_columns(build: Build) -> None:
    """Run the last passes, keyframes and custom fields; tuples may refer to all objects."""
    lists = build.spec._elements
    if lists["keys"] or build.spec.nkey > 0 or any(lists[group] for group in CUSTOM):
        from gelenk.modeling.compiler import keys

        keys.compile_keys(build)
        keys.compile_custom(build)


def place_bodies(build: Build) -> Any:
    """Build the tree of bodies with poses and inertias; return the module of mesh passes."""
    options.check_choices(build)
    plugins.declare_instances(build)
    options.user_sizes(build)
    run_passes(build, "hfields")
    meshes = mesh_passes(build)
    if meshes:
        began = perf_counter()
        meshes.prepare_meshes(build)
        build.count_time(mjtCTimer.mjCTIMER_MESH_LOAD, began)
    if build.spec.compiler.discardvisual or build.spec.compiler.fusestatic:
        set_element_ids(build.spec)  # elements that are dropped later keep these ids
    tree.build_part_tree(build)
    inertial.assign_inertias(build)
    return meshes


def prepare_build(spec: Any) -> Build:
    """Return a build of the spec whose bodies have their poses and inertias."""
    build = Build(spec, compile, True)
    place_bodies(build)
    return build


def build_columns(build: Build) -> None:
    """Fill every field that follows from the spec alone, except names and paths.

    Passes over element types that few models have are imported on demand.
    """
    meshes = place_bodies(build)
    if build.discards:
        inertial.discard_visual(build)
        if meshes:
            meshes.discard_unused(build)
    if build.spec.compiler.fusestatic and build.release < R3_16:
        inertial.fuse_static(build)
    inertial.set_total_mass(build)
    inertial.align_free(build)
    tree.number(build)
    joints.check_joints(build)
    inertial.check_moving(build)

    if meshes:
        meshes.mesh_columns(build)
    run_passes(build, "textures", "materials")
    tree.body_columns(build)
    plugins.body_plugins(build)
    joints.joint_columns(build)
    tree.tree_columns(build)
    geoms.geom_columns(build)
    aabb_tree.tree_columns(build)
    geoms.site_columns(build)
    cameras.camera_columns(build)
    cameras.light_columns(build)
    sparsity.sameframe_columns(build)
    sparsity.dof_columns(build)

    run_passes(build, "skins", "pairs", "excludes", "tendons", "flexes", "equalities", "actuators", "sensors")
    plugins.plugin_columns(build)
    key_columns(build)

    options.sleep_policies(build)
    options.size_columns(build)
