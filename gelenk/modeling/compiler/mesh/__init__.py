"""Meshes: from triangles to hulls, inertias, polygons, octrees and the columns of the model.

Documents: XML reference / asset / mesh
"""
