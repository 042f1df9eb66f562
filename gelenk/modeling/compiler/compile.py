"""Compile a spec to a model in passes, record the compilation, save the spec as XML.

Documents: API / MjSpec; Modeling / Model editing; Programming / Model compilation; XML reference / compiler /
saveinertial; API / mj_saveXML

The passes run in order. Recompiling a spec and saving it as XML reuse the record of its last compilation.

The saved XML includes inertias that only the compiled model has.
"""

from __future__ import annotations

from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.compiler import (
    aabb_tree,
    cameras,
    geoms,
    inertial,
    options,
    plugins,
    sparsity,
    spec_columns,
    tree,
)
from gelenk.modeling.compiler.build import IDENTITY, ORIGIN, Build, set_element_ids
from gelenk.modeling.compiler.element_frames import compose, frame_pose, pose_of, relative
from gelenk.modeling.compiler.scaling import scaled
from gelenk.modeling.mjcf.read import from_string
from gelenk.modeling.mjcf.values import number
from gelenk.modeling.mjcf.write import OF_INERTIA, written
from gelenk.modeling.spec.spec import release, signature
from gelenk.modeling.spec.spec_snapshot import COMPILED, Snapshot
from gelenk.runtime import log_messages, pipeline, required_libraries
from gelenk.runtime.copy_pickle import Contents
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables import enums
from gelenk.tables.api_enums import mjtCTimer, mjtEnableBit, mjtLogTopic, public_bits
from gelenk.tables.enums import mjtDisableBit, mjtJoint, mjtObj
from gelenk.tables.enums.options import ONE_CONTACT
from gelenk.tables.releases import R3_16
from gelenk.toolchain.extension import load

INERTIAL = ("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia")


class CompileRecord(NamedTuple):
    """The record of one compilation.

    signature   signature of the model
    bodies, joints, actuators   elements in the order of the model
    inertial    the columns of INERTIAL that the model was made from
    state       snapshot of the spec, or None
    text        XML of that snapshot, once it has been written
    contents    Contents of the model (runtime/copy_pickle.py), once it has been compared with another
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
    "tendons": ("relations", "compile_tendons"),
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
    """Log the time of a compilation if MjLogConfig enables this topic."""
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
        "names": spec_columns.name_columns(build),
        "paths": spec_columns.path_columns(build),
        "text_data": bytes(build.arrays.pop("text_data", b"")),
    }
    model = MjModel._from_arrays(build.sizes, build.arrays, chars, options.settings(spec, build.release))
    plugins.check_instances(build, model)
    required_libraries.prepare(model)
    load.run_kernel("sparsity", model)
    enabled, model.opt.enableflags = model.opt.enableflags, model.opt.enableflags & ~mjtEnableBit.mjENBL_SLEEP
    data = MjData._for_constants(model)
    data._set_scalar("compiling", 1)
    pipeline.run_stage("set_constants", model, data)
    if model.nplastic and model.nkey:
        from gelenk.modeling.compiler.keys import fill_plastic

        fill_plastic(model)
    options.override_statistics(spec, model)
    tree.set_spring_dampers(build, model)
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
    tree.check_joints(build)
    inertial.check_moving(build)

    if meshes:
        meshes.mesh_columns(build)
    run_passes(build, "textures", "materials")
    tree.body_columns(build)
    plugins.body_plugins(build)
    tree.joint_columns(build)
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


# Saving as XML

# enable bits, as numbered in kernels
ENABLE_BITS = [int(bit) for name, bit in enums.mjtEnableBit.__members__.items() if name.startswith("mjENBL_")]


def text_of(spec: Any, files: Any = None, kept: CompileRecord | None = None) -> str:
    """Return the canonical MJCF of a spec; with saveinertial all inertias are explicit.

    files    file names to write in place of those of the spec, see modeling/mjcf/element_files.py
    kept     compilation record of the unedited spec, which caches the text; None: no such record
    Errors   gelenk.Error where the spec does not compile, or holds what MJCF cannot express
    """
    if kept is not None and kept.text is not None and files is None:
        return kept.text
    check_bits(spec)
    settled = has_mixed_settings(spec)
    text, sure = written(spec, inertias(spec, settled, kept), files, settled)
    try:
        if not sure:
            release(from_string(text))
    except Error as error:  # a program may set values that MJCF cannot express
        problem = error.problems[0]
        raise Error(f"the spec cannot be written as MJCF: {problem.message}", hint=problem.hint) from None
    if kept is not None and files is None:
        # writing turns tuples of the spec into arrays, which is not an edit, so the snapshot is taken again
        spec.__dict__[COMPILED] = kept._replace(state=Snapshot(spec), text=text)
    return text


def check_bits(spec: Any) -> None:
    """Fail on option bits without a keyword in MJCF; disableactuator has 31 groups.

    Also fail if both bits of the flag multiccd are set, mjENBL_MULTICCD and ONE_CONTACT.
    """
    both = spec.option.enableflags & mjtEnableBit.mjENBL_MULTICCD and spec.option.disableflags & ONE_CONTACT
    known = {
        "disableflags": (1 << mjtDisableBit.mjNDISABLE) - 1 | (0 if both else ONE_CONTACT),
        "enableflags": public_bits(sum(ENABLE_BITS)),
        "disableactuator": (1 << 31) - 1,
    }
    for name, bits in known.items():
        if int(getattr(spec.option, name)) & ~bits:
            raise Error(f"'{name}' is {int(getattr(spec.option, name))}, which MJCF cannot express")


def has_mixed_settings(spec: Any) -> bool:
    """Return whether settings for inertias differ between the spec and attached specs."""
    origins = {
        id(origin): origin for body in spec.bodies if (origin := body.__dict__.get("_origin")) is not None
    }
    if not origins:
        return False
    settings = {
        str([np.ravel(one.compiler.__dict__[name]).tolist() for name in OF_INERTIA])
        for one in (spec, *origins.values())
    }
    return len(settings) > 1


def inertias(
    spec: Any, settled: bool = False, kept: CompileRecord | None = None
) -> dict[int, dict[str, str]]:
    """Return id(body) -> inertial attributes, for bodies whose spec does not state them fully.

    These are all bodies if `settled`, all bodies with mass if the compiler setting saveinertial is on, and otherwise
    the bodies whose mass or inertia a program set without explicitinertial.
    """
    every = settled or spec.compiler.saveinertial
    wanted = {id(el) for el in spec.bodies if every or (not el.explicitinertial and has_numbers(el))}
    if not wanted:
        return {}
    if kept is None:
        kept = make_record(spec, *compile_build(spec))
    count = len(kept.bodies)
    columns = {
        name: np.reshape(np.asarray(column, np.float64), (count, -1)).tolist()
        for name, column in kept.inertial.items()
    }
    mass = [one for (one,) in columns["body_mass"]]
    build = Build(spec)
    found = {}
    with scaled(build):
        for i, el in enumerate(kept.bodies):
            if i and id(el) in wanted and (mass[i] > 0 or settled or not every):
                pos, quat = inertial_pose(build, columns, i, el)
                inertial: Any = (mass[i], pos, quat, tuple(columns["body_inertia"][i]))
                if build.places is not None:
                    from gelenk.modeling.compiler.scaling.tree import unscaled_inertial

                    inertial = unscaled_inertial(build.places.within(el), *inertial)
                found[id(el)] = {
                    "pos": " ".join(map(number, inertial[1])),
                    "quat": " ".join(map(number, inertial[2])),
                    "mass": number(inertial[0]),
                    "diaginertia": " ".join(map(number, inertial[3])),
                }
    return found


def inertial_pose(build: Build, columns: dict[str, Any], i: int, el: Any) -> tuple:
    """Return the inertial frame of a body in its stated frame, undoing `alignfree`."""
    pose = tuple(columns["body_ipos"][i]), tuple(columns["body_iquat"][i])
    joints = el._children["joint"]
    if len(joints) != 1 or joints[0].type != mjtJoint.mjJNT_FREE:
        return pose
    around = frame_pose(build, el.frame, {}) if el.frame is not None else (ORIGIN, IDENTITY)
    stated = compose(*around, *pose_of(build, el))
    compiled = tuple(columns["body_pos"][i]), tuple(columns["body_quat"][i])
    return pose if compiled == stated else relative(*stated, *compose(*compiled, *pose))


def has_numbers(body: Any) -> bool:
    """Return whether a program set the body's mass and inertia directly, without geoms."""
    state = body.__dict__  # raw tuples: attribute access would make an array for every body
    x, first = state["ipos"][0], state["fullinertia"][0]
    if x == x or first == first:
        return True
    return not state["_children"]["geom"] and (state["mass"] != 0 or any(state["inertia"]))
