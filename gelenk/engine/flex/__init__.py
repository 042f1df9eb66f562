"""Deformable objects: positions of vertices, elastic forces, constraints, contacts.

Documents: Modelling / Deformable objects
"""
