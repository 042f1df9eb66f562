"""Trees that rest fall asleep, and are not computed until something wakes them.

Documents: design / Sleep; XML reference / option / flag
"""
