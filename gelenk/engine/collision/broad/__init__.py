"""Which geoms come near each other: sweeps, boxes.

Documents: Computation / Collision detection / Broad phase
"""
