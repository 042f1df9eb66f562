"""GLContext: what programs make and make current before they draw; here nothing is needed, and nothing is done.

Documents: drop-in / Drawing
"""

import weakref
from typing import Any

from gelenk.render import current
from gelenk.render.buffers import check_size
from gelenk.world.arguments import integer


class GLContext:
    """``GLContext(max_width, max_height)``: accepted as the place that pictures are drawn in; no driver is asked.

    The MjrContext that is made while it is current has a window buffer of its size.
    """

    def __init__(self, max_width: int, max_height: int) -> None:
        self.size = (
            integer("GLContext", "max_width", max_width),
            integer("GLContext", "max_height", max_height),
        )
        if min(self.size) > 0:
            check_size(*self.size)
        self._context: weakref.ref[Any] | None = None

    def make_current(self) -> None:
        """Calls without a context, such as mjr_rectangle, draw from now on with that which was last used here.

        Source   Python / Rendering
        """
        current.use_window(self)

    def free(self) -> None:
        """Do nothing: there is nothing to free.

        Source   Python / Rendering
        """


CONTEXT_CLASSES = {"GLContext": GLContext}
