"""The names that draw: programs may import, name and subclass them, and are told on use that drawing is not there yet.

Documents: API / OpenGL rendering, Visualization; Programming / Visualization
"""

# functions that draw, or need a scene or a context to draw into
_NAMES = """
mj_printFormattedScene mj_printScene
"""
FUNCTIONS = tuple(_NAMES.split())


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


def public() -> dict:
    """Public name -> function or class."""
    return {name: later(name) for name in FUNCTIONS}
