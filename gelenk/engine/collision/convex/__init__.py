"""Contacts and distances of any two convex shapes: GJK, EPA, MPR, Newton polishing, faces.

Documents: Computation / Collision detection / Convex collisions
"""
