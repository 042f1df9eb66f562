"""Collision detection: broad phase, near phase and contact parameters.

Documents: Computation / Collision detection
"""
