"""Flexes (deformable objects): vertex positions, elastic forces, constraints, contacts.

Documents: Modeling / Deformable objects
"""
