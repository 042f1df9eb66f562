"""Options: the settings option, statistic, visual and size; sleep policies; materials.

Documents: Modeling / XML reference / option, statistic, visual, size; Modeling / XML reference / asset / material
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_, itemgetter
from typing import Any

from gelenk.errors import FatalError
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.spec_columns import Copied, check_count, elements_of
from gelenk.modeling.compiler.textures import unless_discarded
from gelenk.modeling.spec.spec import MjOption as SpecOption
from gelenk.modeling.spec.spec import MjSpec
from gelenk.modeling.spec.spec import MjVisual as SpecVisual
from gelenk.runtime.block import attach
from gelenk.runtime.model import VISUAL_CLASSES, MjOption, MjStatistic, MjVisual
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.enums import mjtEq, mjtObj, mjtSleepPolicy, mjtTrn
from gelenk.tables.fields_model import STATISTIC
from gelenk.tables.releases import R3_8, R4_0
from gelenk.tables.schema import ROOT

# place of a settings group in the spec -> (name, field, allowed values) of its keyword attributes
CHOICES: dict[str, list[tuple[str, str, frozenset]]] = {}
for _row in ROOT.children:
    for _part in (_row, *_row.children):
        for _attr in _part.by_name.values():
            if _part.target and _attr.kind.base == "keyword" and not _attr.kind.many and not _attr.store:
                _choice = _attr.name, _attr.field or _attr.name, frozenset(_attr.kind.keys.values())
                CHOICES.setdefault(_part.target, []).append(_choice)


def accessed_group(spec: Any, target: str) -> Any:
    """Return a settings group of the spec, or None if it was never accessed.

    An untouched group has its default values.
    """
    place = spec
    for part in target.split(".") if target != "spec" else ():
        place = place.__dict__.get(part)
        if place is None:
            return None
    return place


def check_choices(build: Build) -> None:
    """Fail on keyword settings with an invalid value, which a program may have assigned."""
    for target, choices in CHOICES.items():
        place = accessed_group(build.spec, target)
        if place is None:
            continue
        state, fresh = place.__dict__, place._fresh
        for name, field, values in choices:
            if state[field] is not fresh[field] and state[field] not in values:
                build.fail(build.spec, f"invalid {name} {state[field]}", name)


USER_SIZES = tuple(name for name in MjSpec._fields if name.startswith("nuser_"))


def user_sizes(build: Build) -> None:
    """Set the nuser_* sizes that the spec states; others follow from the elements."""
    state = build.spec.__dict__
    build.sizes.update({size: int(state[size]) for size in USER_SIZES if state[size] > 0})


def size_columns(build: Build) -> None:
    """Set the sizes that the user states; -1 means that none was stated."""
    spec = build.spec
    check_count(build, spec, int(spec.nuserdata), "nuserdata", "nuserdata")
    build.sizes.update(
        nuserdata=int(spec.nuserdata),
        njmax=int(spec.njmax),
        nconmax=int(spec.nconmax),
        nemax=max_equality_rows(build),
        narena=int(spec.memory) if spec.memory >= 0 else -1,  # as in 3.5.0, nstack has no effect
    )


def max_equality_rows(build: Build) -> int:
    """Return the rows that equalities may need; a weld counts its quaternion as four."""
    rows = {int(mjtEq.mjEQ_CONNECT): 3, int(mjtEq.mjEQ_WELD): 7}
    return sum(rows.get(int(el.type), 1) for el in build.elements.get(int(mjtObj.mjOBJ_EQUALITY), ()))


def settings(spec: Any, release: int) -> tuple[MjOption, MjStatistic, MjVisual]:
    """Return the option, statistics (to be computed) and visual settings of a model.

    From release 3.8 on, multiccd is a flag that can be disabled, so that enabling it sets no bit.
    """
    option, visual = accessed_group(spec, "option"), accessed_group(spec, "visual")
    groups = {
        group: put_settings(VISUAL_CLASSES[group]._new_default(), part) for group, part in parts(visual)
    }
    own = MjOption() if option is None else put_settings(MjOption(), option)
    if release >= R3_8 and own.enableflags & mjtEnableBit.mjENBL_MULTICCD:
        own.enableflags &= ~int(mjtEnableBit.mjENBL_MULTICCD)
    return (
        own,
        MjStatistic(),
        MjVisual._from_groups(groups),
    )


def parts(visual: Any) -> Iterable[tuple[str, Any]]:
    """Return the groups of visual settings that were accessed, with their names."""
    return visual.__dict__.items() if visual is not None else ()


def put_settings(target: Any, source: Any) -> Any:
    """Copy the fields that differ from the defaults into a settings struct.

    Most models change no field, so one comparison of all values decides that first.
    """
    state, fresh = source.__dict__, source._fresh
    given = _VALUES[type(target)]
    if not all(map(is_, given(state), given(fresh))):
        properties = type(target).__dict__
        for name in target._record:
            if state[name] is not fresh[name]:
                properties[name].__set__(target, state[name])
    return target


def override_statistics(spec: Any, model: Any) -> None:
    """Overwrite the computed statistics with those that the user states (not NaN)."""
    if accessed_group(spec, "stat") is None:
        return
    for field in STATISTIC:
        value = getattr(spec.stat, field.name)
        first = value[0] if field.shape else value
        if first == first:
            setattr(model.stat, field.name, value)


def sleep_policies(build: Build) -> None:
    """Decide the automatic sleep policies: trees with actuators or stiff tendons never sleep.

    Trees of a tendon that spans more than two trees, and trees with a flex, never sleep either. From release 4.0 on, a
    flex prevents sleep only if neither elasticity nor constraints hold it together.
    """
    policy = build.arrays["tree_sleep_policy"]
    held = stiff_tendons(build.arrays, build.tendon_trees)
    for tendon in held:
        refuse_sleep(build, tendon, build.tendon_trees[tendon])
    never = restless_trees(build.arrays, build.tendon_trees, held, build.release)
    for t, asked in enumerate(policy):
        if asked == mjtSleepPolicy.mjSLEEP_AUTO:
            policy[t] = automatic_policy(t in never)


def automatic_policy(never: bool) -> int:
    """Return the policy that replaces the policy auto of a tree."""
    return int(mjtSleepPolicy.mjSLEEP_AUTO_NEVER if never else mjtSleepPolicy.mjSLEEP_AUTO_ALLOWED)


def stiff_tendons(arrays: Any, tendon_trees: list[list[int]]) -> list[int]:
    """Return the tendons that keep trees awake: over three or more, or stiff and over two.

    arrays         model fields by name; fields of later releases are absent if zero
    tendon_trees   trees that each tendon acts on
    """
    found = []
    for tendon, trees in enumerate(tendon_trees):
        stiff = arrays["tendon_stiffness"][tendon] or arrays["tendon_damping"][tendon]
        for name in ("tendon_stiffnesspoly", "tendon_dampingpoly"):
            stiff = stiff or (name in arrays and any(arrays[name][tendon]))
        if len(trees) > 2 or (len(trees) > 1 and stiff):
            found.append(tendon)
    return found


def restless_trees(arrays: Any, tendon_trees: list[list[int]], held: list[int], release: int) -> set[int]:
    """Return the trees that never sleep under the automatic sleep policy."""
    found = {t for tendon in held for t in tendon_trees[tendon]}
    actuators = (
        (arrays["actuator_trntype"], arrays["actuator_trnid"]) if "actuator_trnid" in arrays else ((), ())
    )
    for kind, ids in zip(*actuators, strict=True):
        if kind == mjtTrn.mjTRN_TENDON:
            found.update(tendon_trees[ids[0]])
        else:
            found.update(actuator_trees(arrays, int(kind), ids, release))
    for f in range(len(arrays["flex_vertadr"])):
        if release >= R4_0 and resists_strain(arrays, f):
            continue
        for kind in ("vert", "node"):
            first, count = int(arrays[f"flex_{kind}adr"][f]), int(arrays[f"flex_{kind}num"][f])
            bodies = arrays[f"flex_{kind}bodyid"][first : first + count]
            found.update(int(arrays["body_treeid"][b]) for b in bodies if b >= 0)
    return found


def resists_strain(arrays: Any, f: int) -> bool:
    """Return whether elasticity or constraints of edges hold flex f together."""
    elem, elems = int(arrays["flex_elemadr"][f]), int(arrays["flex_elemnum"][f])
    edge, edges = int(arrays["flex_edgeadr"][f]), int(arrays["flex_edgenum"][f])
    if arrays["flex_edgeequality"][f] or arrays["flex_modeadr"][f] >= 0:
        return True
    stiffness, bending = arrays["flex_stiffness"], arrays["flex_bending"]
    return bool(stiffness[elem : elem + elems].any() or bending[edge : edge + edges].any())


def refuse_sleep(build: Build, tendon: int, trees: list[int]) -> None:
    """Fail if a tree of a tendon that keeps trees awake has a policy that allows sleep.

    Nothing would wake the tree in time.
    """
    for t in sorted(trees):
        if int(build.arrays["tree_sleep_policy"][t]) in (
            mjtSleepPolicy.mjSLEEP_ALLOWED,
            mjtSleepPolicy.mjSLEEP_INIT,
        ):
            why = "which spans more than 2 trees" if len(trees) > 2 else "with non-zero stiffness or damping"
            build.fail(
                build.body_parts[build.arrays["tree_bodyadr"][t]].el,
                f"tree {t} connected to tendon {tendon} {why}, sleeping not allowed",
                "sleep",
                "leave the policy to the compiler, or join two trees by a tendon without stiffness and damping",
            )


def check_asleep(build: Build, model: Any, data: Any) -> None:
    """Fail if the trees with policy init cannot sleep in the initial state."""
    if mjtSleepPolicy.mjSLEEP_INIT not in build.arrays["tree_sleep_policy"]:
        return
    try:
        data._reset()
    except FatalError as error:
        el = next(
            build.body_parts[b].el
            for b in model.tree_bodyadr
            if int(build.body_parts[b].el.sleep) == mjtSleepPolicy.mjSLEEP_INIT
        )
        build.fail(el, f"engine error: {error}", "sleep", "give the trees that it touches the same policy")


def actuator_trees(arrays: Any, kind: int, ids: Any, release: int) -> set[int]:
    """Return the trees that an actuator acts on, unless it acts on a tendon.

    These are the trees of its target and, from release 4.0 on, of its slider or reference site.
    """
    tree = arrays["body_treeid"]
    of_joint = kind == mjtTrn.mjTRN_SO3 and ids[1] < 0  # otherwise the actuator acts on two sites
    if of_joint or kind in (int(mjtTrn.mjTRN_JOINT), int(mjtTrn.mjTRN_JOINTINPARENT)):
        bodies = [arrays["jnt_bodyid"][ids[0]]]
    elif kind == int(mjtTrn.mjTRN_BODY):
        bodies = [ids[0]]
    else:
        sites = [i for i in ids if i >= 0] if release >= R4_0 else ids[:1]
        bodies = [arrays["site_bodyid"][i] for i in sites]
    return {int(tree[b]) for b in bodies if tree[b] >= 0}


# settings that were never accessed are equal to those of a fresh spec
attach(MjOption, _defaults=staticmethod(lambda: SpecOption._fresh))
for _group, _cls in VISUAL_CLASSES.items():
    attach(_cls, _defaults=staticmethod(lambda group=_group: SpecVisual._GROUPS[group]._fresh))
_SETTINGS: list[Any] = [MjOption, MjStatistic, *VISUAL_CLASSES.values()]
_VALUES = {_cls: itemgetter(*_cls._record) for _cls in _SETTINGS}  # reads the values of all fields
for _cls in _SETTINGS:
    _cls._fill()  # compute the default values once, before the first model


COPIED = Copied(
    {
        f"mat_{name}": name
        for name in (
            *("texuniform", "texrepeat", "emission", "specular", "shininess", "reflectance", "metallic"),
            *("roughness", "rgba"),
        )
    }
)


def compile_materials(build: Build) -> None:
    """Fill mat_*; mat_texid has one column for each texture role."""
    materials = elements_of(build, mjtObj.mjOBJ_MATERIAL, unless_discarded(build, build.spec.materials))
    build.sizes["nmat"] = len(materials)
    if not materials:
        return
    texid = []
    for el in materials:
        if not el.name:
            build.fail(el, "empty name in material", "name")
        texid.append(
            [build.lookup(mjtObj.mjOBJ_TEXTURE, name, el, "texture") if name else -1 for name in el.textures]
        )
    build.set_fields(mat_texid=texid)
    build.arrays.update(COPIED.columns(materials))
