"""Contacts of any two convex shapes: GJK, EPA, polishing, faces.

Documents: Computation / Collision detection / Convex collisions
"""
