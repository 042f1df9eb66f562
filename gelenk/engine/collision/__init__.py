"""Collision detection: which geoms may touch (broad phase), where (near phase), with which parameters.

Documents: Computation / Collision detection
"""
