"""Drawing a scene: the stages of a picture one after the other.

Documents: API / mjr_render; Programming / Visualization
"""


def render_scene(viewport, scn, con, threads: int = 1) -> None:
    """Draw a scene into the current buffer of a context, within ``viewport`` (left, bottom, width, height).

    Errors     FatalError: the context has been freed
    """
    con._check_alive()
