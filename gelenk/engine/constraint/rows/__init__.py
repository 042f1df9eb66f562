"""Constraint rows: Jacobian, impedance, reference acceleration.

Documents: Computation / Constraint model
"""
