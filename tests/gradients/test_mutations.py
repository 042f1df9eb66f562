"""Rules differ as their stages do, and each wrong sign or missing term in a rule is noticed (negative controls)."""

import pytest

from gelenk.tables.gradients import RULES, SOFT_RULES
from tests.gradients.mutations import is_noticed, mutants, mutated
from tests.gradients.rule_trials import TRIALS, error
from tests.support.tolerance import tol

ELSEWHERE = {"reach_constraint"}  # tests/gradients/test_smooth.py


@pytest.mark.parametrize("i", range(len(TRIALS)), ids=[f"{t.name}-{i}" for i, t in enumerate(TRIALS)])
def test_a_rule_differs_as_its_stage(i):
    # central differences at eps 1e-7: rounding, times the stiffness of contacts
    assert error(TRIALS[i], mutated(TRIALS[i].module)) < tol(1e-6)


def test_each_rule_has_a_trial():
    rules = {rule.name for rule in (*RULES.values(), *SOFT_RULES.values())}
    assert rules - ELSEWHERE <= {trial.name for trial in TRIALS}


@pytest.mark.parametrize("module", dict.fromkeys(trial.module for trial in TRIALS))
def test_each_mutant_of_a_rule_is_noticed(module):
    every = mutants(module)
    assert len(every) >= 3
    assert not [mutant.name for mutant in every if not is_noticed(mutant)]
