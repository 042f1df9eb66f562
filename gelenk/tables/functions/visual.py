"""Functions of abstract visualisation and drawing: mjv_*, mjr_*.

Documents: API / Interaction, Visualization, OpenGL rendering
"""

from gelenk.tables.functions.group import Group

VISUAL = Group(
    "visual",
    "Visualization",
    "API / Interaction, Visualization",
    "What there is to see of a model and its state: cameras, lights, and a list of shapes.",
    """
    cam: the camera
    opt: what is shown
    pert: what is selected and pulled
    fig: the figure
    scn: the scene
    """,
    """
mj_printScene s:MjvScene filename:s -> None
    s: the scene
    filename: path of the file
mj_printFormattedScene s:MjvScene filename:s float_format:s -> None
    s: the scene
    filename: path of the file
    float_format: how numbers are written, as printf of C has it: "%.3g"
mjv_defaultCamera cam:MjvCamera -> None
mjv_defaultFreeCamera m:m cam:MjvCamera -> None
mjv_defaultOption opt:MjvOption -> None
mjv_defaultPerturb pert:MjvPerturb -> None
mjv_defaultFigure fig:MjvFigure -> None
""",
)

GROUPS = (VISUAL,)
