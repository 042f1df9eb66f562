"""Sleep: trees at rest are left out of the computation until they wake.

Documents: design / Sleep; XML reference / option / flag
"""
