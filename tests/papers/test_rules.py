"""Each rule on numbers that satisfy it, and on numbers that do not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_rel

from papers.claim import Quantity
from papers.rules import Growth, NoViolation, Number, Order, Threshold
from papers.rules.order import sign_test, t_test
from papers.verdict import Finding, Verdict, best_reading, over_cases

A, B, C = (Quantity(name) for name in "abc")


def verdict(rule, values, printed=(), quantities=(A, B)):
    return rule.judge(np.array(values, float), printed, quantities).verdict


@pytest.mark.parametrize(
    ("ours", "expected"),
    [
        ((25, 76), Verdict.SAME),
        ((31, 62), Verdict.SAME),
        ((40, 300), Verdict.SAME_ORDER),
        ((300, 40), Verdict.OTHER),
        ((np.nan, 40), Verdict.OTHER),
    ],
)
def test_a_number_comes_back(ours, expected):
    assert verdict(Number(1.25), [ours], (25, 76)) is expected


def test_a_number_is_judged_by_its_distance():
    assert verdict(Number(within=1.0), [(66.0, 78.0)], (65.5, 77.5)) is Verdict.SAME
    assert verdict(Number(within=0.1), [(66.0, 78.0)], (65.5, 77.5)) is Verdict.SAME_ORDER


def test_noise_is_no_confirmation():
    wide = np.random.default_rng(0).uniform(1, 200, (20, 2))
    assert verdict(Number(1.25), wide, (25, 76)) is Verdict.NOISY


def test_printed_numbers_that_are_alike_have_no_order():
    assert verdict(Number(1.25), [(80, 31, 30)], (76, 25, 25), (A, B, C)) is Verdict.SAME
    assert verdict(Number(1.25), [(200, 40, 50)], (76, 25, 25), (A, B, C)) is Verdict.SAME_ORDER


def test_a_number_without_a_printed_one_is_refused():
    with pytest.raises(ValueError, match="printed"):
        verdict(Number(), [(1.0, 2.0)], (None, None))


def test_a_threshold():
    rule = Threshold(at_least=90.0, direction=50.0)
    assert verdict(rule, [(92, 95)]) is Verdict.SAME
    assert verdict(rule, [(60, 95)]) is Verdict.SAME_ORDER
    assert verdict(rule, [(40, 95)]) is Verdict.OTHER
    assert verdict(Threshold(at_most=50.0), [(40, 20)]) is Verdict.SAME
    assert verdict(Threshold(at_least=10.0, at_most=50.0), [(40, 60)]) is Verdict.OTHER
    half = [(92, 95), (80, 95)] * 4
    assert verdict(rule, half) is Verdict.NOISY
    with pytest.raises(ValueError, match="at_least"):
        Threshold()


def test_a_sign_test_is_that_of_scipy():
    for below in range(9):
        for above in range(9):
            expected = binomtest(below, max(below + above, 1)).pvalue
            apart = np.r_[-np.ones(below), np.ones(above), 0.0]
            assert sign_test(apart, np.zeros_like(apart)) == pytest.approx(expected)


def test_a_t_test_is_that_of_scipy():
    rng = np.random.default_rng(3)
    for shift in (0.0, 0.1, 1.0):
        a, b = rng.standard_normal((2, 12)) + np.array([[0.0], [shift]])
        assert t_test(a, b) == pytest.approx(ttest_rel(a, b).pvalue)
        assert t_test(np.r_[a, np.nan], np.r_[b, 1.0]) == t_test(a, b), "a run that diverged"
    assert t_test(np.ones(3), np.ones(3)) == 1.0 and t_test(np.ones(3), np.zeros(3)) == 0.0


def test_one_large_lead_is_told_by_signs_and_not_by_a_t_test():
    lead = np.r_[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 9.0]
    values = np.c_[np.ones(8), 1.0 + lead]
    assert verdict(Order((("a", "<", "b"),)), values) is Verdict.SAME
    assert verdict(Order((("a", "<", "b"),), test="paired t-test"), values) is Verdict.NOISY


def test_a_t_test_compares_means_and_a_sign_test_medians():
    """Where some of ten are far ahead the means differ, and the medians may be equal."""
    far = np.r_[np.zeros(4), np.full(6, 3.0)]
    values = np.c_[np.ones(10), 1.0 + far]
    assert (
        Order((("a", "<", "b"),), test="paired t-test").judge(values, (), (A, B)).because
        == "a 1 < b 2.8."
    )
    few = np.c_[np.ones(10), 1.0 + np.r_[np.zeros(6), np.full(4, 3.0)]]
    assert verdict(Order((("a", "<", "b"),)), few) is Verdict.OTHER, "a tie of the medians"
    assert verdict(Order((("a", "<", "b"),), test="paired t-test"), few) is Verdict.SAME


def test_many_comparisons_that_all_agree_are_counted():
    quantities = [Quantity(name, x) for x in (1, 2, 3, 4) for name in "abc"]
    rule = Order((("a", "<", "b"), ("a", "<", "c")))
    values = np.array([[1.0, 2.0, 3.0] * 4] * 20)
    assert rule.judge(values, (), quantities).because == "All 8 comparisons come out as claimed."
    assert "At 1: a 1 < b 2" in rule.judge(values[:, :9], (), quantities[:9]).because


def test_an_order_is_told_by_a_sign_test():
    rule, rng = Order((("a", "<", "b"),)), np.random.default_rng(1)
    base = rng.uniform(1, 2, 20)
    assert verdict(rule, np.c_[base, base + 1]) is Verdict.SAME
    assert verdict(rule, np.c_[base + 1, base]) is Verdict.OTHER
    assert verdict(rule, np.c_[base, base * 1.001]) is Verdict.OTHER, "a tie is no order"
    either = base + np.where(np.arange(20) % 2, 0.4, -0.4)
    assert verdict(rule, np.c_[base, either + 0.05]) is Verdict.NOISY
    assert verdict(Order((("a", "=", "b"),)), np.c_[base, base * 1.001]) is Verdict.SAME


def test_as_good_or_better():
    rule, base = Order((("a", "<=", "b"),)), np.linspace(1, 2, 20)
    assert verdict(rule, np.c_[base, base * 1.001]) is Verdict.SAME
    assert verdict(rule, np.c_[base, base + 1]) is Verdict.SAME
    assert verdict(rule, np.c_[base + 1, base]) is Verdict.OTHER


def test_some_of_many_orders():
    values = np.tile([1.0, 2.0, 3.0], (20, 1))
    pairs = (("a", "<", "b"), ("b", "<", "c"), ("a", "<", "c"))
    assert verdict(Order(pairs), values, (), (A, B, C)) is Verdict.SAME
    assert verdict(Order((*pairs, ("c", "<", "a"))), values, (), (A, B, C)) is Verdict.OTHER
    tied = np.tile([1.0, 2.0, 2.0], (20, 1))
    assert verdict(Order(pairs), tied, (), (A, B, C)) is Verdict.SAME_ORDER


def test_an_order_at_some_places():
    quantities = [Quantity(name, x) for name in "ab" for x in (10, 40)]
    values = [[1.0, 5.0, 2.0, 4.0]]
    pairs = (("a", "<", "b"),)
    assert verdict(Order(pairs, at=(10,)), values, (), quantities) is Verdict.SAME
    assert verdict(Order(pairs), values, (), quantities) is Verdict.OTHER


def test_one_violation_refutes_a_bound():
    assert verdict(NoViolation(), [(-3.0, 0.0), (1e-12, -1.0)]) is Verdict.SAME
    assert verdict(NoViolation(), [(-3.0, 0.0), (1e-6, -1.0)]) is Verdict.OTHER
    assert verdict(NoViolation(), [(np.nan, 0.0)]) is Verdict.OTHER


def test_a_slope():
    quantities = [Quantity("sort", n) for n in (10, 100, 1000)]
    x = np.array([10.0, 100.0, 1000.0])
    rule = Growth({"sort": 1.0})
    assert verdict(rule, [3 * x], (), quantities) is Verdict.SAME
    assert verdict(rule, [x**1.2], (), quantities) is Verdict.SAME_ORDER
    assert verdict(rule, [x**2], (), quantities) is Verdict.OTHER


def test_the_finding_has_the_numbers():
    found = Number().judge(np.array([[31.0, 62.0]]), (25, 76), (A, B))
    assert found.because == "31 (printed 25), 62 (printed 76)."
    assert "2.00 (the paper 1)" in (
        Growth({"": 1.0})
        .judge(np.array([[1.0, 4.0]]), (), [Quantity("", 1), Quantity("", 2)])
        .because
    )


def test_a_tie_is_not_the_contrary():
    rule, pairs = Order((("a", "<", "b"),)), {"tie": [2.0, 2.0], "contrary": [2.0, 1.0]}
    found = {name: rule.judge(np.tile(pair, (20, 1)), (), (A, B)) for name, pair in pairs.items()}
    assert {each.verdict for each in found.values()} == {Verdict.OTHER}
    assert found["tie"].because == "No difference: a 2 and b 2."
    assert found["contrary"].because == "The contrary: a 2 > b 1."
    said = over_cases({"MNIST": found["contrary"], "digits": found["tie"]}).because
    assert said == "The contrary on MNIST; no difference on digits."
    both = Order((("a", "<", "b"), ("a", "=", "c")))
    seen = both.judge(np.tile([1.0, 2.0, 3.0], (20, 1)), (), (A, B, C))
    assert seen.kind == "partly a difference where none is claimed"
    assert seen.because == "As claimed: a 1 < b 2. A difference where none is claimed: a 1 < c 3."


def test_an_unclear_pair_hides_no_clear_one():
    base = np.linspace(1, 2, 20)
    either = base + np.where(np.arange(20) % 2, 0.4, -0.4)
    values = np.c_[base, base + 1, either + 0.05]
    found = Order((("a", "<", "b"), ("a", "<", "c"))).judge(values, (), (A, B, C))
    assert found.verdict is Verdict.NOISY and found.aside == "1 of 2 comparisons clear"
    assert found.because.startswith("As claimed: a 1.5 < b 2.5. Not clear: a 1.5 and c")
    said = over_cases({"x": found, "y": found}).because
    assert said.startswith("Too noisy to tell on x (1 of 2 comparisons clear), y (")


def test_comparisons_are_grouped_by_their_places():
    quantities = [Quantity(name, x) for name in "ab" for x in (10, 40)]
    found = Order((("a", "<", "b"),)).judge(np.array([[1.0, 2.0, 3.0, 4.0]]), (), quantities)
    assert found.because == "At 10: a 1 < b 3; at 40: a 2 < b 4."


def test_a_threshold_says_on_which_side_it_is_missed():
    rule = Threshold(at_least=90.0, direction=50.0, unit=" %")
    found = rule.judge(np.array([[40.0, 95.0]]), (), (A, B))
    assert found.because == "a: 40 %; b: 95 %." and found.kind == "partly below 50 %"
    found = Threshold(at_least=10.0, at_most=50.0).judge(np.array([[4.0, 60.0]]), (), (A, B))
    assert found.kind == "below 10 or above 50"


def findings(*verdicts):
    return {f"case {i}": Finding(each, "why") for i, each in enumerate(verdicts)}


def test_cases_become_one_verdict():
    same, order, noisy, other, none = Verdict
    assert over_cases(findings(same, same)).verdict is same
    assert over_cases(findings(same, order, same, other)).verdict is order
    assert over_cases(findings(same, other)).verdict is other
    assert over_cases(findings(same, none, noisy)).verdict is same
    assert over_cases(findings(noisy, none)).verdict is noisy
    assert over_cases(findings(none, none)).verdict is none
    assert over_cases(findings(same, other)).because == "Same on case 0; other on case 1."


def test_of_equal_readings_the_one_with_more_cases_alike_is_best():
    same, order, *_ = Verdict
    few, more = findings(same, order, order), findings(same, same, order)
    readings = {"few": over_cases(few), "more": over_cases(more)}
    assert {found.verdict for found in readings.values()} == {order}
    assert best_reading(readings)[0] == "more"


def test_then_the_one_with_more_cases_in_order_or_too_noisy():
    same, order, noisy, other, _ = Verdict
    readings = {
        "others": over_cases(findings(same, other, other, other)),
        "noisy": over_cases(findings(same, noisy, other, other)),
        "order": over_cases(findings(same, order, other, other)),
    }
    assert {found.verdict for found in readings.values()} == {other}
    assert best_reading(readings)[0] == "order"
    del readings["order"]
    assert best_reading(readings)[0] == "noisy"


def test_the_best_reading_names_the_verdict():
    found = {"exact": Finding(Verdict.OTHER, ""), "printed": Finding(Verdict.SAME_ORDER, "x")}
    assert best_reading(found) == ("printed", Finding(Verdict.SAME_ORDER, "x"))
