"""Queries of a state: Jacobians, rays, finite differences, visited BVH nodes.

Documents: API / Support, Ray casting
"""
