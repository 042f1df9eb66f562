"""Compiler passes of flexes: elements, topology, elasticity and the columns of the model.

Documents: XML reference / deformable / flex
"""
