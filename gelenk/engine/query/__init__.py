"""What users and sensors ask of a state: Jacobians, rays.

Documents: API / Support, Ray casting
"""
