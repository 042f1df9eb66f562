"""Sensors, by the stage that computes them: position, velocity, acceleration.

Documents: XML reference / sensor
"""
