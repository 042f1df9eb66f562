"""Velocities and forces: bias, passive, fluid, actuation, what follows from constraint forces.

Documents: Computation / Simulation pipeline
"""
