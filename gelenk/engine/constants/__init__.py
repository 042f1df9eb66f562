"""Constants of the physics at qpos0: weights, lengths, subtree masses.

Documents: XML reference / compiler; API / mj_setConst
"""
