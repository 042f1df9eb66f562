"""From spec to model: the passes of the compiler in order.

Documents: Modeling / Model editing; Programming / Model compilation
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.compiler import (
    actuators,
    bvh,
    cameras,
    geoms,
    hfields,
    inertial,
    joints,
    keys,
    names,
    options,
    paths,
    plugins,
    relations,
    sensors,
    sparsity,
    tendons,
    textures,
    tree,
    visuals,
)
from gelenk.compiler.build import Build
from gelenk.spec.editing import signature
from gelenk.spec.elements import KINDS, LISTS
from gelenk.tables.enums import mjtObj
from gelenk.world.constants import set_const
from gelenk.world.data import MjData
from gelenk.world.model import MjModel


def compile(spec: Any, edited: bool = True) -> MjModel:
    """The model that `spec` describes. The spec stays as it is, except for the ids of its elements.

    edited   whether anybody could edit the spec afterwards

    Errors   gelenk.Error with the place of the element
    """
    model, build = compile_build(spec, edited)
    build.release()
    return model


@np.errstate(all="ignore")  # numbers that are not finite are found by the checks of what they are for
def compile_build(spec: Any, edited: bool = True) -> tuple[MjModel, Build]:
    """As `compile`, with the build, which knows the elements of the spec in the order of the model."""
    build = Build(spec, compile, edited)
    if spec.parent is not None:
        build.fail(spec, "cannot compile child spec if attached by reference to a parent spec")
    build.sizes["signature"] = signature(spec)
    number(spec)
    build_columns(build)
    chars = {
        "names": names.name_columns(build),
        "paths": paths.path_columns(build),
        "text_data": bytes(build.arrays.pop("text_data", b"")),
    }
    model = MjModel._from_arrays(build.sizes, build.arrays, chars)
    options.copy_settings(spec, model)
    plugins.check_instances(build, model)
    enabled, model.opt.enableflags = model.opt.enableflags, model.opt.enableflags & ~options.SLEEP
    data = MjData(model)
    set_const(model, data)
    options.override_statistics(spec, model)
    joints.set_spring_dampers(build, model)
    actuators.set_length_ranges(build, model)
    model.opt.enableflags = enabled  # nothing sleeps while constants are computed
    options.check_asleep(build, model, data)
    return model, build


def number(spec: Any) -> None:
    """Number the elements as they stand, for messages; those of the tree are numbered again when it is in order."""
    tree: dict[str, list[Any]] = {tag: [] for tag in KINDS.values()}
    for body in spec.worldbody.subtree():
        tree["body"].append(body)
        for tag, inside in body._children.items():
            if inside and tag != "body":
                tree[tag] += inside
    lists = (spec._elements[group] if group != "plugins" else spec.plugins for group in LISTS)
    for elements in (*tree.values(), *lists):
        for i, el in enumerate(elements):
            el.__dict__["id"] = i


def mesh_passes(build: Build) -> Any:
    """The passes over meshes, which only models that have some load; else None."""
    if not build.spec.meshes:
        build.register(mjtObj.mjOBJ_MESH, [])
        return None
    from gelenk.compiler.mesh import meshes

    return meshes


def build_columns(build: Build) -> None:
    """Every field that follows from the spec alone, except for names and paths. What few models have is loaded late."""
    options.check_choices(build)
    plugins.declare(build)
    hfields.compile_hfields(build)
    meshes = mesh_passes(build)
    if meshes:
        meshes.prepare_meshes(build)
    tree.collect(build)
    inertial.assign_inertias(build)
    if build.spec.compiler.discardvisual:
        inertial.discard_visual(build)
        if meshes:
            meshes.discard_unused(build)
    if build.spec.compiler.fusestatic:
        inertial.fuse_static(build)
    inertial.align_free(build)
    tree.number(build)
    joints.check_joints(build)
    inertial.check_moving(build)

    if meshes:
        meshes.mesh_columns(build)
    textures.compile_textures(build)
    visuals.compile_materials(build)
    tree.body_columns(build)
    plugins.body_plugins(build)
    joints.joint_columns(build)
    tree.tree_columns(build)
    geoms.geom_columns(build)
    bvh.tree_columns(build)
    geoms.site_columns(build)
    cameras.camera_columns(build)
    cameras.light_columns(build)
    sparsity.sameframe_columns(build)
    sparsity.dof_columns(build)

    if build.spec.skins:
        from gelenk.compiler.skins import compile_skins

        compile_skins(build)
    else:
        build.register(mjtObj.mjOBJ_SKIN, [])
    relations.compile_pairs(build)
    relations.compile_excludes(build)
    tendons.compile_tendons(build)
    if build.spec.flexes:
        from gelenk.compiler.flex.flexes import compile_flexes

        compile_flexes(build)
    else:
        build.register(mjtObj.mjOBJ_FLEX, [])
    relations.compile_equalities(build)
    actuators.compile_actuators(build)
    sensors.compile_sensors(build)
    plugins.plugin_columns(build)
    keys.compile_keys(build)
    keys.compile_custom(build)

    options.sleep_policies(build)
    options.size_columns(build)
