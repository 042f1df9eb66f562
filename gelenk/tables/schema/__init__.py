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
    (Attr("file", STRING, "", required=True, doc="File whose elements stand here."),),
    doc="Puts the content of another file here.",
)

DEFAULT = Element(
    "default",
    "R",
    (Attr("class", STRING, "", doc="Name of the class; 'main' at the top."),),
    (
        asset.MESH.in_defaults(),
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
    doc="A defaults class: values for what elements do not say themselves.",
)

ROOT = Element(
    "mujoco",
    "!",
    (
        Attr("model", STRING, "MuJoCo Model", "modelname", doc="Name of the model."),
        Attr("", STRING, "", "comment", doc="Comment at the start of the XML file."),
        Attr("", STRING, "", "modelfiledir", doc="Folder of the file that the model was read from."),
        Attr("", INT, 0, "strippath", doc="Whether folders in names of files are ignored."),
        Attr(
            "",
            INT,
            -1,
            "memory",
            doc="Bytes of the arena; -1: as many as are needed. Kept, and not needed here.",
        ),
        Attr("", INT, 0, "nemax", doc="Largest number of equality constraints; kept, and not needed here."),
        Attr("", INT, 0, "hasImplicitPluginElem", doc="Whether a plugin is configured in an element itself."),
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
    doc="The root of a model.",
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
