"""Internal members: private attributes of public classes that other packages use.

Documents: design / Internal interface

Users see the attributes of 3.5.0 alone, so everything else begins with an underscore. A package may use an underscored
name of another package only if it is listed here; tests/tables/test_internal_members.py compares the list with the
source. The modules of one package may use all names of their package.
"""

from typing import NamedTuple


class Member(NamedTuple):
    """An internal attribute or method.

    name     its name
    owner    module and class that define it
    meaning  what it is: type, shape, when it is valid
    """

    name: str
    owner: str
    meaning: str


# Besides the members below, each Block has for each array field of its layout
#     _a_NAME    the array itself: live, writable, of the whole capacity, without the checks of the property NAME
ARRAY_PREFIX = "_a_"

BLOCK = "gelenk.runtime.block:Block"
FIXED = "gelenk.runtime.block:Fixed"
MODEL = "gelenk.runtime.model:MjModel"
DATA = "gelenk.runtime.data:MjData"
VISUAL = "gelenk.runtime.model:MjVisual"
PLUGIN = "gelenk.runtime.plugin_registry:Plugin"
CONTEXT = "gelenk.render.context:MjrContext"
ELEMENT = "gelenk.modeling.spec.element:MjsElement"
BATCH = "gelenk.batch.stepping:Stepping"
SCENE = "gelenk.scene.scene:MjvScene"
WINDOW = "gelenk.api.renderer:GLContext"

MEMBERS = (
    # memory of a struct
    Member(
        "_address", BLOCK, "address of the struct for compiled code; constant for the lifetime of the object"
    ),
    Member("_layout", BLOCK, "struct layout of the class: fields and their offsets [bytes]"),
    Member("_nslot", BLOCK, "number of slots of the class"),
    Member(
        "_allocate", BLOCK, "(image): allocate the memory of a new object; for constructors of subclasses"
    ),
    Member(
        "_slots",
        BLOCK,
        "struct as int64 (nslot); a slot is a scalar, or the address of an array or struct",
    ),
    Member("_ints", BLOCK, "_slots, for integer scalars: index is offset / 8"),
    Member("_floats", BLOCK, "_slots as float64, for float scalars"),
    Member("_buffer", BLOCK, "memory of all arrays of the first allocation (uint8); padding is zero"),
    Member("_pieces", BLOCK, "memory of the arrays: group -> Piece; replaced when buffers of an MjData grow"),
    Member("_memory", BLOCK, "entire memory, in the representation of the class; argument of _copy_values"),
    Member("_view", BLOCK, "struct as seen by kernels in plain Python; created on each access"),
    Member(
        "_nested_structs",
        BLOCK,
        "nested structs, by field: field -> Block (opt, stat of a model)",
    ),
    Member("_set_nested", BLOCK, "(field, block): set the address of a nested struct"),
    Member(
        "_set_array",
        BLOCK,
        "(field, array): set the address of an array field; the array is C-contiguous with the dtype of the field",
    ),
    Member("_copy_values", FIXED, "(memory): copy the values of another instance's _memory"),
    Member("_allocate_copy", FIXED, "(other): allocate a new object as a copy of another instance"),
    Member("_fill", FIXED, "compute the default memory, shared by all new instances"),
    Member(
        "_new_default",
        FIXED,
        "(): return an instance with the defaults, even if a subclass has its own __init__",
    ),
    Member(
        "_reset", FIXED, "reset all fields to their defaults; MjData: to time 0, (fill) as mj_resetDataDebug"
    ),
    # MjModel
    Member(
        "_from_arrays", MODEL, "(sizes, arrays, chars, settings): create a model; missing arrays are zero"
    ),
    Member(
        "_signature",
        MODEL,
        "sizes that an MjData must match (tuple); an MjData has the signature of its model",
    ),
    Member("_names", MODEL, "mjtObj -> names of all objects of the type, created on first access"),
    Member("_ids", MODEL, "mjtObj -> {name: id}, created on first access"),
    Member("_guard", MODEL, "Guard of the index columns; None until a user accesses one"),
    Member("_guard_at", MODEL, "address of the table of _guard for native code; 0: no guard"),
    Member("_check_indices", MODEL, "raise IndexError if a user has written an index out of range"),
    Member("_update_hulls", MODEL, "recompute hull_start from the current meshes"),
    Member(
        "_from_groups", VISUAL, "(groups): create settings with the given groups, other groups by default"
    ),
    # MjData
    Member("_for_constants", DATA, "(model): create an MjData without contact capacity, for the compiler"),
    Member("_scalar", DATA, "(name): return an integer scalar of the struct"),
    Member("_set_scalar", DATA, "(name, value): set an integer scalar without checks"),
    Member(
        "_grow",
        DATA,
        "enlarge the buffers that overflowed in the last native call; return whether any did",
    ),
    Member(
        "_allocate_rows",
        DATA,
        "(ncon, nefc, nJ): resize the buffers to these lengths, all rows valid and zero",
    ),
    Member("_durations", DATA, "timer durations (mjNTIMER) [s], as a memoryview"),
    Member("_control_at", DATA, "(nstep, time) of the last control callback; None: not called in this pass"),
    Member(
        "_skip_control", DATA, "whether the pass repeats a pass that has already called the control callback"
    ),
    # others
    Member("_compiled_visualize", PLUGIN, "compiled kernel that adds geoms to a scene, or None"),
    Member("_upload_hfield", CONTEXT, "(m, id): copy a height field of the model to the context"),
    Member("_upload_mesh", CONTEXT, "(m, id): copy a mesh of the model to the context"),
    Member("_upload_texture", CONTEXT, "(m, id): copy a texture of the model to the context"),
    Member("_shapes", CONTEXT, "builtin shapes and those of planes (builtin_shapes.Shape)"),
    Member("_pack_shapes", CONTEXT, "copy the shapes to the arrays of the struct"),
    Member("_allocate_scene", SCENE, "(sizes): allocate the memory of a scene for these sizes"),
    Member("_link_visual", SCENE, "(m): link the visual settings of a model for kernels"),
    Member("_viewport", CONTEXT, "corners of the last viewport [pixel] (4,)"),
    Member("_context", WINDOW, "weak reference to the MjrContext last used with this window, or None"),
    Member("_fresh", ELEMENT, "default values of a new element: field -> value"),
    Member("_own_model", BATCH, "copy of the model that the batch uses"),
    Member("_step_and_rne", BATCH, "(ids, nstep): step worlds, then call mj_rnePostConstraint"),
)
