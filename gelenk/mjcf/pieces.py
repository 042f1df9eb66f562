"""The pieces that a frame is written in: which of a body's elements are in it, and what can come next.

Documents: XML reference / frame; API / mj_saveLastXML
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gelenk.spec.elements import MjsFrame


def outermost(element: Any, frame: MjsFrame | None) -> Any:
    """The frame directly in `frame` that an element is in, at whatever depth; None if it is in `frame` itself."""
    found, around = None, element.frame
    while around is not frame:
        found, around = around, around.frame
    return found


def comes_next(head: Any, queues: Any, left: Any) -> bool:
    """Whether all that is left in the frame `head` stands at the front of the queues."""
    return all(
        sum(1 for _ in takewhile(lambda entry: entry[1] is head, queue)) == left[tag, id(head)]
        for tag, queue in queues.items()
    )


def take(head: Any, queue: Any) -> Any:
    """Take from the front of a queue what is in the frame `head`."""
    taken = []
    while queue and queue[0][1] is head:
        taken.append(queue.popleft()[0])
    return taken
