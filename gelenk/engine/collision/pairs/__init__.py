"""Contacts of pairs of shapes that have a formula, of height fields and of signed distance fields.

Documents: Computation / Collision detection / Narrow phase
"""
