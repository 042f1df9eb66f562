"""Scaled frames: a context in which elements inside scaled frames have scaled values.

Documents: XML reference / body / frame (scale, scaling, massscale); XML units (of 4.0.0)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.scaling.factors import Edits
from gelenk.modeling.compiler.scaling.places import Places, has_scaled_frames


@contextmanager
def scaled(build: Build, changed: bool = False) -> Iterator[None]:
    """Give the elements of a build their scaled values inside the `with` block.

    changed   whether values that the block assigns are kept, unscaled, at its end (see `Edits.restore`)

    Errors    gelenk.Error: invalid factors, or an element that cannot be scaled
    """
    if not has_scaled_frames(build.spec):
        yield
        return
    from gelenk.modeling.compiler.scaling import elements, tree, wiring

    edits, places = Edits(), Places(build)
    build.places = places
    try:
        tree.scale_tree(build, edits, places)
        elements.scale_assets(build, edits, places)
        wiring.scale_wiring(build, edits, places)
        yield
    finally:
        edits.restore(changed)
