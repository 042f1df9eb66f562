"""The rows of the constraints: Jacobian, impedance, reference acceleration.

Documents: Computation / Constraint model
"""
