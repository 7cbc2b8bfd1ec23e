"""Made-up donor sites: letters as often as they should be, groups as in Yang et al.'s model."""

from itertools import combinations, product

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from datasets.synthetic.donor_sites import FALSE_SITES, LEANING, TRUE_SITES, DonorSites


@pytest.fixture(scope="module")
def sites():
    """``(letters, is_true)`` of 20,000 sites."""
    made = DonorSites(n_rows=20_000, interactions=1).build()
    return made.X.indices.reshape(-1, 7) % 4, made.y > 0


def close(letters, frequencies):
    """True if letters come as often as said, within four standard deviations."""
    p = np.array(frequencies)
    share = np.bincount(letters, minlength=4) / len(letters)
    return np.all(np.abs(share - p) < 4.0 * np.sqrt(p * (1 - p) / len(letters)))


@pytest.mark.parametrize(
    ("order", "n_features", "n_groups"), [(1, 28, 7), (2, 364, 28), (3, 2604, 63)]
)
def test_features_and_groups_are_yangs(order, n_features, n_groups):
    made = DonorSites(n_rows=100, interactions=order).build()
    assert made.n_features == n_features and made.groups.max() + 1 == n_groups
    assert set(np.bincount(made.groups)) == {4**k for k in range(1, order + 1)}
    in_group = np.zeros((n_features, n_groups))
    in_group[np.arange(n_features), made.groups] = 1.0
    assert np.all(made.X @ in_group == 1.0) and set(made.X.data) == {1.0}


def test_a_feature_is_the_product_of_its_letters():
    made = DonorSites(n_rows=300).build()
    table, names = made.X.toarray(), made.feature_names
    single = dict(zip(names[:28], table.T, strict=False))
    assert list(single) == [
        f"{p}={letter}" for p in ("-3", "-2", "-1", "+2", "+3", "+4", "+5") for letter in "acgt"
    ]
    for name, column in zip(names, table.T, strict=True):
        assert np.array_equal(column, np.prod([single[part] for part in name.split("×")], axis=0))
    groups = [{names[j].count("×") for j in np.flatnonzero(made.groups == g)} for g in range(63)]
    assert groups == [{0}] * 7 + [{1}] * 21 + [{2}] * 35
    assert len(set(names)) == 2604


def test_the_tables_are_frequencies():
    for table in (*FALSE_SITES, *TRUE_SITES, *(rule[2] for rule in LEANING.values())):
        assert np.isclose(sum(table), 1.0) and min(table) > 0


def test_letters_of_false_sites_are_independent(sites):
    letters = sites[0][~sites[1]]
    for position, frequencies in enumerate(FALSE_SITES):
        assert close(letters[:, position], frequencies)
    for one, other in combinations(range(7), 2):
        expected = np.outer(FALSE_SITES[one], FALSE_SITES[other]).ravel()
        both = np.bincount(letters[:, one] * 4 + letters[:, other], minlength=16) / len(letters)
        assert np.all(np.abs(both - expected) < 4.5 * np.sqrt(expected / len(letters)))


def test_letters_of_true_sites_lean_on_earlier_ones(sites):
    letters = sites[0][sites[1]]
    for position, frequencies in enumerate(TRUE_SITES):
        if position in LEANING:
            earlier, letter, instead = LEANING[position]
            holds = letters[:, earlier] == letter
            assert close(letters[~holds, position], instead)
            assert close(letters[holds, position], frequencies)
        else:
            assert close(letters[:, position], frequencies)


@pytest.mark.parametrize("balance", [0.01, 0.045, 0.5])
def test_classes_are_as_balanced_as_asked(balance):
    y = DonorSites(n_rows=20_000, balance=balance, interactions=1).build().y
    spread = np.sqrt(balance * (1 - balance) / 20_000)
    assert abs(np.mean(y > 0) - balance) < 4 * spread + 1e-4
    assert y[:2].tolist() == [1.0, -1.0]


def test_balance_is_of_classes_and_two_are_always_there():
    for balance in (0.0, 1.0):
        made = DonorSites(n_rows=100, balance=balance, interactions=1).build()
        assert set(made.y) == {-1.0, 1.0}


def log_odds(letters):
    """ln p(letters | true) − ln p(letters | false), from the tables, site by site."""
    odds = []
    for site in letters:
        total = 0.0
        for position, letter in enumerate(site):
            table = TRUE_SITES[position]
            if position in LEANING:
                earlier, wanted, instead = LEANING[position]
                table = table if site[earlier] == wanted else instead
            total += np.log(table[letter] / FALSE_SITES[position][letter])
        odds.append(total)
    return np.array(odds)


def test_the_truth_says_more_than_chance_and_pairs_say_more_than_letters():
    train = DonorSites(n_rows=6000, interactions=2).build()
    letters = train.X.indices.reshape(-1, 28)[:, :7] % 4
    bayes = np.mean(np.sign(log_odds(letters)) == train.y)
    assert 0.85 < bayes < 0.99
    alone, pairs = (
        record(CATALOGUE["proximal_gradient"](l1=1e-4), made, checkpoints=20, passes=200).fit[-1]
        for made in (DonorSites(n_rows=6000, interactions=1).build(), train)
    )
    assert pairs < 0.95 * alone


def test_every_site_of_seven_letters_can_come():
    assert len(list(product("acgt", repeat=7))) == 4**7
    made = DonorSites(n_rows=20_000, interactions=1).build()
    codes = made.X.indices.reshape(-1, 7) % 4 @ 4 ** np.arange(7)
    assert len(np.unique(codes)) > 4**7 // 4
