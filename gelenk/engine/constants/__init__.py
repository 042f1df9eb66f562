"""Model constants at qpos0: inverse weights, lengths, subtree masses, BVH, sparsity.

Documents: XML reference / compiler; API / mj_setConst
"""
