"""Collision functions of pairs of shapes: closed forms, height fields, signed distances.

Documents: Computation / Collision detection / Narrow phase
"""
