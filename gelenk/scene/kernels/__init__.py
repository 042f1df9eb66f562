"""Kernels of mjv_ functions: of one camera, one geom, one drag of the mouse; they are parts of the compiled border.

Documents: API / Interaction, Visualization; design / The border
"""
