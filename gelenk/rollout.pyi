# For checkers, which cannot see that gelenk/compat is on the package's path.
from gelenk.compat.rollout import Rollout as Rollout
from gelenk.compat.rollout import rollout as rollout
from gelenk.compat.rollout import shutdown_persistent_pool as shutdown_persistent_pool
