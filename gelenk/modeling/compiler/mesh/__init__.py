"""Compiler passes of meshes: triangles, hulls, inertias, polygons, octrees and columns.

Documents: XML reference / asset / mesh
"""
