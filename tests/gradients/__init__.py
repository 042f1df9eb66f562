"""Exact derivatives: rules, Jacobians against central differences, identities, hostile inputs."""
