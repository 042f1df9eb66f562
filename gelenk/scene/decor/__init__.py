"""Decoration of a scene: frames, forces, joints, actuators, cameras, sensors, volumes.

Documents: Programming / Visualization
"""
