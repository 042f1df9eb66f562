"""Flexes: elements, topology, elasticity and the columns of the model.

Documents: XML reference / deformable / flex
"""
