"""Plugins: physics that users add to actuators, sensors, passive forces and distance fields; the first-party ones.

Documents: XML reference / extension; Modeling / Cable
"""
