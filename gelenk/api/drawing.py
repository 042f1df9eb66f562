"""The names that draw: programs may import, name and subclass them, and are told on use that drawing is not there yet.

Documents: API / OpenGL rendering, Visualization; Programming / Visualization
"""

# functions that draw, or need a context to draw into
_NAMES = """
mjr_addAux mjr_blitAux mjr_blitBuffer mjr_changeFont mjr_drawPixels mjr_figure mjr_findRect mjr_finish mjr_getError
mjr_label mjr_maxViewport mjr_overlay mjr_readPixels mjr_rectangle mjr_render mjr_resizeOffscreen mjr_restoreBuffer
mjr_setAux mjr_setBuffer mjr_text mjr_uploadHField mjr_uploadMesh mjr_uploadTexture
"""
FUNCTIONS = tuple(_NAMES.split())
CLASSES = ("MjrContext", "Renderer", "GLContext")


def refuse(name):
    """Say that ``name`` draws."""
    raise NotImplementedError(f"{name}: drawing is not there yet; simulation does not need it")


def later(name):
    """A function that refuses."""

    def call(*args, **kwargs):
        refuse(name)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = (
        f"{name}(*args, **kwargs)\n\nDraws: raises NotImplementedError, since drawing is not there yet."
    )
    return call


def later_class(name):
    """A class that programs may name and subclass, and that refuses to be made."""

    def __init__(self, *args, **kwargs):
        refuse(name)

    return type(
        name, (), {"__init__": __init__, "__doc__": f"{name}: not there yet.", "__module__": __name__}
    )


class MjrRect:
    """A rectangle of pixels. (API / MjrRect)"""

    __slots__ = ("bottom", "height", "left", "width")

    def __init__(self, left: int, bottom: int, width: int, height: int):
        self.left, self.bottom, self.width, self.height = int(left), int(bottom), int(width), int(height)

    def __eq__(self, other):
        if not isinstance(other, MjrRect):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return f"MjrRect(left={self.left}, bottom={self.bottom}, width={self.width}, height={self.height})"


def public() -> dict:
    """Public name -> function or class."""
    names = {name: later(name) for name in FUNCTIONS}
    return names | {name: later_class(name) for name in CLASSES} | {"MjrRect": MjrRect}
