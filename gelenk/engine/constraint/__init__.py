"""Constraints: their rows, and the solvers that find the forces.

Documents: Computation / Constraint model, Constraint solver
"""
