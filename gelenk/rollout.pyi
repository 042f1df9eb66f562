# For checkers, which cannot see the modules that gelenk/compat/aliases.py makes.
from gelenk.batch.rollout import Rollout as Rollout
from gelenk.batch.rollout import rollout as rollout
from gelenk.batch.rollout import shutdown_persistent_pool as shutdown_persistent_pool
