"""Labels of a scene: texts where its geoms are, over the picture.

Documents: API / MjvGeom; Programming / Visualization
"""


def draw(buffer, con, viewport, scn) -> None:
    """todo"""
