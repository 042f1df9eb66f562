"""Broad phase: bounding spheres, bounding boxes, a uniform grid and sorted geoms.

Documents: Computation / Collision detection / Broad phase
"""
