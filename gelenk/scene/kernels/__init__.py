"""Kernels of mjv_ functions on single objects: a camera, a geom, a mouse drag.

Documents: API / Interaction, Visualization; design / The border

The kernels are compiled into the extension (toolchain/extension).
"""
