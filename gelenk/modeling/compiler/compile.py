"""Compile a spec to a model: the passes of the compiler, in order.

Documents: Modeling / Model editing; Programming / Model compilation
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

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
from gelenk.modeling.spec.spec import signature
from gelenk.runtime import required_libraries
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.set_const import set_const
from gelenk.tables.enums import mjtEnableBit, mjtObj
from gelenk.toolchain.extension import call_kernel

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

    edited   whether the caller can edit the spec afterwards

    Errors   gelenk.Error with the place of the element
    """
    model, build = compile_build(spec, edited)
    build.release()
    return model


@np.errstate(all="ignore")  # each pass checks its own values for NaN and infinity
def compile_build(spec: Any, edited: bool = True) -> tuple[MjModel, Build]:
    """Return the model, and the build with the spec elements in the order of the model."""
    build = Build(spec, compile, edited)
    if spec.parent is not None:
        build.fail(spec, "cannot compile child spec if attached by reference to a parent spec")
    build.sizes["signature"] = signature(spec)
    build_columns(build)
    chars = {
        "names": names.name_columns(build),
        "paths": names.path_columns(build),
        "text_data": bytes(build.arrays.pop("text_data", b"")),
    }
    model = MjModel._from_arrays(build.sizes, build.arrays, chars, options.settings(spec))
    plugins.check_instances(build, model)
    required_libraries.prepare(model)
    call_kernel.run_kernel("sparsity", model)
    enabled, model.opt.enableflags = model.opt.enableflags, model.opt.enableflags & ~mjtEnableBit.mjENBL_SLEEP
    data = MjData._for_constants(model)
    set_const(model, data)
    options.override_statistics(spec, model)
    joints.set_spring_dampers(build, model)
    if build.elements[int(mjtObj.mjOBJ_ACTUATOR)]:
        from gelenk.modeling.compiler.actuators import set_length_ranges

        set_length_ranges(build, model)
    model.opt.enableflags = enabled  # sleeping is disabled above while the constants are computed
    options.check_asleep(build, model, data)
    return model, build


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
            getattr(import_module(f"gelenk.modeling.compiler.{module}"), name)(build)


def key_columns(build: Build) -> None:
    """Run the last passes, keyframes and custom fields; tuples may refer to all objects."""
    lists = build.spec._elements
    if lists["keys"] or build.spec.nkey > 0 or any(lists[group] for group in CUSTOM):
        from gelenk.modeling.compiler import keys

        keys.compile_keys(build)
        keys.compile_custom(build)


def build_columns(build: Build) -> None:
    """Fill every field that follows from the spec alone, except names and paths.

    Passes over element types that few models have are imported on demand.
    """
    options.check_choices(build)
    plugins.declare_instances(build)
    options.user_sizes(build)
    run_passes(build, "hfields")
    meshes = mesh_passes(build)
    if meshes:
        meshes.prepare_meshes(build)
    if build.spec.compiler.discardvisual or build.spec.compiler.fusestatic:
        set_element_ids(build.spec)  # elements that are dropped below keep these ids
    tree.build_part_tree(build)
    inertial.assign_inertias(build)
    if build.spec.compiler.discardvisual:
        inertial.discard_visual(build)
        if meshes:
            meshes.discard_unused(build)
    if build.spec.compiler.fusestatic:
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
