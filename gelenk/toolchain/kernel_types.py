"""The types of a kernel's arguments, for readers and type checkers: model, data, and views of their arrays.

Documents: design / Kernels

structs.pyi, rendered from the field tables, says which fields they have. In a kernel, elements are int or float
whatever the storage, and a view knows no more than where its numbers are: nothing is checked but with GELENK_CHECK=1.
"""


class View:
    """Numbers in one dimension: v[i], and v[i:], the view that begins there."""


class Ints:
    """Integers in one dimension."""


class Rows:
    """Numbers in two dimensions: a[i, j], and a[i], the view of a row."""


class IntRows:
    """Integers in two dimensions."""


class Option:
    """The options of a model, m.opt."""


class Statistic:
    """The statistics of a model, m.stat."""


class Model:
    """The model, first argument of a kernel: its sizes and arrays, opt and stat."""


class Data:
    """The state and all that is computed from it, second argument of a kernel."""


class Perturb:
    """A perturbation, s.pert."""


class Shown:
    """What is shown of a model, s.opt."""


class VisualGlobal:
    """Miscellaneous visual settings of a model, s.vis_global."""


class VisualHeadlight:
    """The light at the camera, s.vis_headlight."""


class VisualMap:
    """How forces and times are shown, s.vis_map."""


class VisualQuality:
    """Quality of pictures, s.vis_quality."""


class VisualRgba:
    """Colors of decoration, s.vis_rgba."""


class VisualScale:
    """Sizes of decoration, s.vis_scale."""


class Scene:
    """What there is to draw, third argument of the kernels of gelenk.scene."""


class Context:
    """What it is drawn with, argument of the kernels of gelenk.render."""
