"""The MJCF schema: a tree of all elements and attributes, each defined once.

Documents: XML reference / XML schema; XML reference / MJCF Reference

`ROOT` is the row of the element mujoco. Elements that may contain themselves or occur in several places
(body, frame, replicate) refer to each other by name, and are linked here.
"""

from collections.abc import Iterator

from gelenk.tables.schema import actuators, asset, deformable, meta, relations, sensors, visual, world
from gelenk.tables.schema.common import NAME
from gelenk.tables.schema_rows import INT, STRING, Attr, Element

INCLUDE = Element(
    "include",
    "*",
    (Attr("file", STRING, "", required=True, doc="Name of the included file."),),
    doc="Inserts the elements of another XML file.",
)

DEFAULT = Element(
    "default",
    "R",
    (Attr("class", STRING, "", doc="Name of the class; main for the root class."),),
    (
        asset.MESH.in_defaults(),
        asset.TEXTURE.in_defaults(),
        asset.MATERIALS.in_defaults(),
        world.JOINT.in_defaults(),
        world.GEOM.in_defaults(),
        world.SITE.in_defaults(),
        world.CAMERA.in_defaults(),
        world.LIGHT.in_defaults(),
        relations.PAIR.in_defaults(),
        relations.EQUALITY_DEFAULT,
        relations.TENDON_DEFAULT,
        *(element.in_defaults() for element in actuators.ACTUATOR.children if element.tag != "plugin"),
        "default",
    ),
    doc="Default class: default attribute values of elements.",
)

ROOT = Element(
    "mujoco",
    "!",
    (
        Attr("model", STRING, "MuJoCo Model", "modelname", doc="Name of the model."),
        Attr("", STRING, "", "comment", doc="Comment at the start of the XML file."),
        Attr("", STRING, "", "modelfiledir", doc="Directory of the model file."),
        Attr(
            "",
            STRING,
            "",
            "release",
            doc="Release of MuJoCo whose meaning the model has, such as 4.0.0; empty: that of the API level.",
        ),
        Attr("", INT, 0, "strippath", doc="Whether directories are removed from file names."),
        Attr(
            "",
            INT,
            -1,
            "memory",
            doc="Arena size in bytes; -1: as needed. Stored without effect.",
        ),
        Attr("", INT, 0, "nemax", doc="Maximum number of equality constraints. Stored without effect."),
        Attr("", INT, 0, "hasImplicitPluginElem", doc="Whether any element has an implicit plugin instance."),
    ),
    (
        meta.COMPILER,
        meta.OPTION,
        meta.SIZE,
        visual.VISUAL,
        meta.STATISTIC,
        DEFAULT,
        meta.EXTENSION,
        meta.CUSTOM,
        asset.ASSET,
        world.WORLDBODY,
        deformable.DEFORMABLE,
        relations.CONTACT,
        relations.EQUALITY,
        relations.TENDON,
        actuators.ACTUATOR,
        sensors.SENSOR,
        meta.KEYFRAME,
    ),
    spec="MjSpec",
    target="spec",
    doc="Root of the model.",
)

ELEMENTS = {"body": world.BODY, "frame": world.FRAME, "replicate": world.REPLICATE, "default": DEFAULT}


def _link(element: Element) -> None:
    """Replace names of children by elements, and index children by tag, recursively."""
    stack, seen = [element], set()
    while stack:
        element = stack.pop()
        if id(element) in seen:
            continue
        seen.add(id(element))
        element.children = tuple(
            ELEMENTS[child] if isinstance(child, str) else child for child in element.children
        )
        element.by_tag = {child.tag: child for child in element.children}
        stack.extend(element.children)


_link(ROOT)


def elements() -> Iterator[tuple[Element, tuple[str, ...]]]:
    """Yield every (element, path of tags from the root), parents first, each row once."""
    stack: list[tuple[Element, tuple[str, ...]]] = [(ROOT, (ROOT.tag,))]
    seen: set[int] = set()
    while stack:
        element, path = stack.pop()
        if id(element) not in seen:
            seen.add(id(element))
            yield element, path
            stack.extend((child, (*path, child.tag)) for child in reversed(element.children))


def fields() -> dict[str, dict[str, Attr]]:
    """Return spec class -> {field: row}, from the first row that sets each field."""
    classes: dict[str, dict[str, Attr]] = {}
    for element in (*(element for element, _ in elements()), world.ORIENTATION):
        if element.spec:
            rows = classes.setdefault(element.spec, {})
            for row in element.attrs:
                field = row.field or row.name
                if row.default is None or row.store == "shortcut" or "." in field or "[" in field:
                    continue
                first = rows.setdefault(field, row)
                if not row.name and row.doc and row.doc != first.doc:
                    # a row without an MJCF name has the meaning of the field in the spec
                    rows[field] = first._replace(doc=row.doc)
    return classes


__all__ = ["DEFAULT", "ELEMENTS", "INCLUDE", "NAME", "ROOT", "elements", "fields"]
