"""The element attach: copies of parts of other models, or of this one.

Documents: XML reference / attach
"""

from __future__ import annotations

from typing import Any

from gelenk.errors import Error, nearest
from gelenk.modeling.spec.attach import attach
from gelenk.modeling.spec.element_classes import GROUPS
from gelenk.modeling.spec.keyframes import resolve
from gelenk.modeling.spec.self_attach import attach_own
from gelenk.modeling.spec.spec import MjSpec


def attach_element(reader: Any, node: Any, around: Any) -> None:
    """Attach a copy of a body, a frame or all of another model, or of a part of this model.

    reader   the Reader of the text (read.py); node: the element; around: the body or frame that it stands in
    """
    values = node.values
    own = "model" not in values
    child = reader.spec if own else reader.parts.get(values["model"])
    if child is None and reader.problems:  # the problems may include the missing model
        return
    if child is None:
        reader.add_problem(
            node, f"could not find model '{values['model']}'", nearest(values["model"], list(reader.parts))
        )
        return
    kinds = [kind for kind in ("body", "frame") if values.get(kind)]
    if len(kinds) == 2 and own and values["body"] == values["frame"]:
        kinds = ["body"]  # as in 4.0.0
    if len(kinds) == 2:
        reader.add_problem(node, "only one of 'body' and 'frame' can be specified")
        return
    if own and not kinds:
        reader.add_problem(node, "either 'body' or 'frame' must be specified without 'model'")
        return
    part = None
    for kind in kinds:
        part = getattr(child, kind)(values[kind])
        if part is None:
            names = [known.name for known in getattr(child, GROUPS[kind])]
            reader.add_problem(
                node,
                f"could not find {kind} '{values[kind]}' in the model",
                nearest(values[kind], names),
            )
            return
    reader.expanded = True
    try:
        attach_part(reader.spec, child, around, part, values["prefix"])
    except Error as error:
        reader.add_problems_of(node, error)


def attach_part(spec: MjSpec, child: MjSpec, around: Any, part: Any, prefix: str) -> None:
    """Attach a copy of a part."""
    if child is spec:
        attach_own(spec, around, part, prefix)
        return
    resolve(child)  # once for all copies
    attach(spec, around, child, part, prefix, by_copy=True)
