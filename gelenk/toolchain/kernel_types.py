"""Kernel types: arguments of kernels for readers and type checkers.

Documents: design / Kernels

kernel_types.pyi, rendered from the field tables, lists the fields. In a kernel, elements are int or float whatever the
storage type. Views are not checked, except under GELENK_CHECK=1.
"""


class View:
    """One-dimensional array of numbers: v[i], and v[i:], a view of the rest."""


class Ints:
    """One-dimensional array of integers."""


class Rows:
    """Two-dimensional array of numbers: a[i, j], and a[i], a view of a row."""


class IntRows:
    """Two-dimensional array of integers."""


class Option:
    """Options of a model, m.opt."""


class Statistic:
    """Statistics of a model, m.stat."""


class Model:
    """The model, first argument of a kernel: sizes, arrays, opt and stat."""


class Data:
    """State and computed quantities, second argument of a kernel."""


class Perturb:
    """A perturbation, s.pert."""


class Shown:
    """Visualization options, s.opt."""


class VisualGlobal:
    """Global visual settings of a model, s.vis_global."""


class VisualHeadlight:
    """Headlight settings, s.vis_headlight."""


class VisualMap:
    """Scale factors from physical to drawn quantities (visual/map), s.vis_map."""


class VisualQuality:
    """Rendering quality, s.vis_quality."""


class VisualRgba:
    """Colors of decorative elements, s.vis_rgba."""


class VisualScale:
    """Sizes of decorative elements, s.vis_scale."""


class Scene:
    """The scene to draw, third argument of the kernels of gelenk.scene."""


class Context:
    """Rendering resources, argument of the kernels of gelenk.render."""
