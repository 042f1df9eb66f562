"""Deformable objects: positions of vertices, elastic forces, constraints, contacts.

Documents: Modeling / Deformable objects
"""
