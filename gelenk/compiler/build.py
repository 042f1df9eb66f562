"""The model under construction: ordered elements, their ids and names, and the arrays filled so far.

Documents: Modeling / Model elements

The passes of `compile.py` share one `Build`. Each reads spec elements from its lists, resolves references with
`lookup`, and stores model fields with `put`. The spec itself is left as the user wrote it, except for the `id` of
each element.
"""

from __future__ import annotations

import difflib
from typing import Any, NoReturn

from gelenk.errors import Error
from gelenk.tables.enums import mjtObj

# What the documents call an object of each type, used in messages.
KIND = {
    mjtObj.mjOBJ_BODY: "body",
    mjtObj.mjOBJ_XBODY: "body",
    mjtObj.mjOBJ_JOINT: "joint",
    mjtObj.mjOBJ_GEOM: "geom",
    mjtObj.mjOBJ_SITE: "site",
    mjtObj.mjOBJ_CAMERA: "camera",
    mjtObj.mjOBJ_LIGHT: "light",
    mjtObj.mjOBJ_FLEX: "flex",
    mjtObj.mjOBJ_MESH: "mesh",
    mjtObj.mjOBJ_SKIN: "skin",
    mjtObj.mjOBJ_HFIELD: "hfield",
    mjtObj.mjOBJ_TEXTURE: "texture",
    mjtObj.mjOBJ_MATERIAL: "material",
    mjtObj.mjOBJ_PAIR: "pair",
    mjtObj.mjOBJ_EXCLUDE: "exclude",
    mjtObj.mjOBJ_EQUALITY: "equality",
    mjtObj.mjOBJ_TENDON: "tendon",
    mjtObj.mjOBJ_ACTUATOR: "actuator",
    mjtObj.mjOBJ_SENSOR: "sensor",
    mjtObj.mjOBJ_NUMERIC: "numeric",
    mjtObj.mjOBJ_TEXT: "text",
    mjtObj.mjOBJ_TUPLE: "tuple",
    mjtObj.mjOBJ_KEY: "key",
    mjtObj.mjOBJ_PLUGIN: "plugin",
}


class Build:
    """One compilation: what the passes hand to each other.

    spec        the spec being compiled
    bodies, joints, geoms, sites, cameras, lights
                spec elements in the order of the model: bodies depth first, the others grouped by body
    elements    object type -> list of spec elements (the lists above and those registered later)
    ids         object type -> {name: id}, unnamed elements left out
    names       object type -> list of names, "" where unnamed
    arrays      model field -> numpy array or list of numbers (made an array of the field's type at the end)
    sizes       size name -> int
    """

    def __init__(self, spec: Any) -> None:
        self.spec = spec
        self.elements: dict[int, list] = {}
        self.ids: dict[int, dict[str, int]] = {}
        self.names: dict[int, list[str]] = {}
        self.arrays: dict[str, Any] = {}
        self.sizes: dict[str, int] = {}
        self.bodies: list = []
        self.joints: list = []
        self.geoms: list = []
        self.sites: list = []
        self.cameras: list = []
        self.lights: list = []

    def register(self, obj: int, elements: list) -> list:
        """Number the elements of one type in order, and enter their names; a repeated name is an error."""
        ids: dict[str, int] = {}
        names = []
        for i, el in enumerate(elements):
            el.id = i
            name = el.name or ""
            names.append(name)
            if name:
                if name in ids:
                    first = elements[ids[name]]
                    self.fail(el, f"repeated name '{name}' in {KIND[obj]}", "name", f"first used at {place(first)}")
                ids[name] = i
        key = int(obj)
        self.elements[key] = elements
        self.ids[key] = ids
        self.names[key] = names
        return elements

    def find(self, obj: int, name: str) -> int:
        """Id of the named object, -1 if there is none."""
        key = int(mjtObj.mjOBJ_BODY) if obj == mjtObj.mjOBJ_XBODY else int(obj)
        return self.ids.get(key, {}).get(name, -1)

    def lookup(self, obj: int, name: str, el: Any, attribute: str | None = None) -> int:
        """Id of the object that `attribute` of element `el` names; a dangling reference is an error with a hint."""
        found = self.find(obj, name)
        if found < 0:
            kind = KIND[mjtObj(obj)]
            self.fail(el, f"{kind} '{name}' not found", attribute, self.suggest(obj, name))
        return found

    def suggest(self, obj: int, name: str) -> str:
        """The hint for a name that does not exist: the nearest one that does."""
        kind = KIND[mjtObj(obj)]
        known = list(self.ids.get(int(mjtObj.mjOBJ_BODY) if obj == mjtObj.mjOBJ_XBODY else int(obj), {}))
        close = difflib.get_close_matches(name, known, 1)
        if close:
            return f"did you mean '{close[0]}'?"
        return f"no {kind} has a name" if not known else f"known: {', '.join(known[:8])}{', ...' if len(known) > 8 else ''}"

    def fail(self, el: Any, message: str, attribute: str | None = None, hint: str | None = None) -> NoReturn:
        """Raise `gelenk.Error` at the place of element `el`."""
        raise Error.at(el, message, attribute=attribute, hint=hint)

    def put(self, **fields: Any) -> None:
        """Store model fields by name."""
        self.arrays.update(fields)


def place(el: Any) -> str:
    """Where an element was written, or that it was made by program."""
    where = getattr(el, "where", None)
    return str(where) if where else "an element without a source position"
