"""What decorates a scene: frames, forces, inertias, joints, actuators, cameras, contacts, bounding volumes.

Documents: Programming / Visualization
"""
