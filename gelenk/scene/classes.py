"""The public classes of abstract visualisation, by name.

Documents: API / Visualization
"""

from gelenk.scene.figures import MjvFigure
from gelenk.scene.scene import MjvScene
from gelenk.scene.structs import MjvCamera, MjvGeom, MjvGLCamera, MjvLight, MjvOption, MjvPerturb

CLASSES = {
    cls.__name__: cls
    for cls in (MjvCamera, MjvFigure, MjvGLCamera, MjvGeom, MjvLight, MjvOption, MjvPerturb, MjvScene)
}
