"""Compare an MjSpec of gelenk with the reference's, by element and attribute."""

import numpy as np

# attributes that are not data, or of parts that the spec does not support
NOT_DATA = {
    "signature",
    "parent",
    "frame",
    "classname",
    "id",
    "default",
    "plugin",
    "alt",
    "ialt",
    "target",
    "sidesite",
    "path",
    "LRopt",
    "vertid",
    "vertweight",
    "info",
    "copy_during_attach",
    "override_assets",
    "hasImplicitPluginElem",
    "bodies",
}
IN_BODIES = ("joints", "geoms", "sites", "cameras", "lights", "frames")
LISTS = (
    "actuators",
    "equalities",
    "excludes",
    "keys",
    "materials",
    "numerics",
    "pairs",
    "sensors",
    "tendons",
    "texts",
    "textures",
    "tuples",
)
TEMPLATES = (
    "geom",
    "joint",
    "site",
    "camera",
    "light",
    "material",
    "mesh",
    "pair",
    "equality",
    "tendon",
    "actuator",
)
VISUAL = ("global_", "quality", "headlight", "map", "scale", "rgba")


def plain(value):
    """Return (type, values) of plain data, where nan equals nan; None for other values."""
    if isinstance(value, np.ndarray):
        return str(value.dtype), [repr(number) for number in value.ravel().tolist()]
    kind = type(value).__name__
    if kind.endswith("Vec") or isinstance(value, list):
        if any(not isinstance(part, (str, bytes, int, float, np.number)) for part in value):
            return None
        return "list", [text.decode() if isinstance(text, bytes) else text for text in value]
    if kind.startswith("mjt"):
        return kind, value.name
    if isinstance(value, (bool, int)):
        return "int", int(value)
    if isinstance(value, float):
        return "float", repr(value)
    if isinstance(value, (str, bytes)):
        return kind, value
    return None


def attributes(element):
    kind = type(element)
    return [
        name
        for name in dir(kind)
        if not name.startswith("_") and name not in NOT_DATA and not callable(getattr(kind, name, None))
    ]


def differences(label, theirs, ours):
    """Return all differing attributes of one element, as texts."""
    found = []
    for name in attributes(theirs):
        value = getattr(theirs, name)
        expected = plain(value)
        if expected is None:
            continue
        try:
            got = plain(getattr(ours, name))
        except AttributeError:
            found.append(f"{label}.{name} is missing")
            continue
        if expected[0] == "list" and got[0] in ("float64", "float32", "int32"):
            same = [float(number) for number in expected[1]] == [float(number) for number in got[1]]
        else:
            same = expected == got
        if not same:
            found.append(f"{label}.{name}: expected {expected}, got {got}")
    return found


def orientation_differences(label, theirs, ours):
    if int(theirs.type) != int(ours.type):
        return [f"{label}.type: expected {theirs.type}, got {ours.type}"]
    form = theirs.type.name.removeprefix("mjORIENTATION_").lower()
    if form != "quat" and not np.array_equal(getattr(theirs, form), getattr(ours, form)):
        return [f"{label}.{form}: expected {getattr(theirs, form)}, got {getattr(ours, form)}"]
    return []


def placed_differences(label, theirs, ours):
    """Return differences of an element of the tree: attributes, orientation, frame, line."""
    found = differences(label, theirs, ours)
    if hasattr(theirs, "alt"):
        found += orientation_differences(f"{label}.alt", theirs.alt, ours.alt)
    if (theirs.frame.name if theirs.frame else None) != (ours.frame.name if ours.frame else None):
        found.append(f"{label} is in another frame")
    if theirs.info and theirs.info != f"line {ours.line}":
        found.append(f"{label}: expected {theirs.info}, got line {ours.line}")
    return found


def tree_differences(theirs, ours):
    names = [body.name for body in theirs.bodies], [body.name for body in ours.bodies]
    if names[0] != names[1]:
        return [f"bodies: expected {names[0]}, got {names[1]}"]
    found = []
    for body, other in zip(theirs.bodies, ours.bodies, strict=True):
        label = f"body {body.name!r}"
        found += placed_differences(label, body, other)
        found += orientation_differences(f"{label}.ialt", body.ialt, other.ialt)
        if body.classname.name != other.classname.name:
            found.append(f"{label}: expected class {body.classname.name}, got {other.classname.name}")
        for kind in IN_BODIES:
            expected, got = getattr(body, kind), getattr(other, kind)
            if len(expected) != len(got):
                found.append(f"{label}: expected {len(expected)} {kind}, got {len(got)}")
                continue
            for a, b in zip(expected, got, strict=True):
                found += placed_differences(f"{label} {kind} {a.name!r}", a, b)
    return found


def spec_differences(theirs, ours):
    """Return all differences between two specs, as texts."""
    found = differences("spec", theirs, ours)
    for part in ("compiler", "option", "stat"):
        found += differences(part, getattr(theirs, part), getattr(ours, part))
    found += differences("LRopt", theirs.compiler.LRopt, ours.compiler.LRopt)
    for part in VISUAL:
        found += differences(f"visual.{part}", getattr(theirs.visual, part), getattr(ours.visual, part))
    for tag in TEMPLATES:
        template = getattr(theirs.default, tag)
        found += [
            text
            for text in differences(f"default {tag}", template, getattr(ours.default, tag))
            if not text.startswith((f"default {tag}.name:", "default equality.type"))
        ]
    found += tree_differences(theirs, ours)
    for kind in LISTS:
        expected, got = getattr(theirs, kind), getattr(ours, kind)
        if len(expected) != len(got):
            found.append(f"expected {len(expected)} {kind}, got {len(got)}")
            continue
        for a, b in zip(expected, got, strict=True):
            found += differences(f"{kind} {a.name!r}", a, b)
            if kind == "tendons":
                for wrap, other in zip(a.path, b.path, strict=True):
                    if (int(wrap.type), wrap.coef) != (int(other.type), other.coef):
                        found.append(f"tendon {a.name!r}: a wrap differs")
    return found
