"""Collision detection: which geoms may touch (broad phase), where they touch (near phase), with which parameters.

Documents: Computation / Collision detection
"""
