"""Constraints: building their rows, and solving for their forces.

Documents: Computation / Constraint model, Constraint solver
"""
