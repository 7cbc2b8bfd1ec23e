"""Evidence against each claim of a story that no knob refutes: what is always so, made not so.

A claim that always holds would pass any test that turns knobs, were it written ``return True``. So
each has an entry here, by its lesson and its name: a function that is given the evidence of the
opening and ``patch`` (``pytest.MonkeyPatch.setattr``), and returns evidence on which it fails.
Where it can fail in several ways there is one for each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
from scipy import sparse

from papers.fairness.tally import Tally
from ui.lessons.evidence import KeptFeatures

Counterexample = Callable[[Any, Callable], Any]
PUSHED, PULLED, CYCLIC = "subgradient", "truncated_gradient", "coordinate_descent"
CUT, COUNTING = "rounding", "l0_sgd"


def alter(**changes: Callable) -> Counterexample:
    """Evidence some fields of which are changed, each by a function of what it was."""
    return lambda evidence, _: fields(**changes)(evidence)


def stub(lesson: str, name: str, make: Callable, room: str = "story") -> Counterexample:
    """The same evidence, and a name of the lesson made anew of what it was."""
    module = import_module(f"pages.lessons.{lesson}.{room}")

    def patching(evidence, patch):
        patch(module, name, make(getattr(module, name)))
        return evidence

    return patching


def entry(key: str, change: Callable) -> Callable:
    """A change of one entry of a dictionary."""
    return lambda held: held | {key: change(held[key])}


def fields(**changes: Callable) -> Callable:
    """A change of some fields of a dataclass or a named tuple."""

    def change(held):
        new = {name: made(getattr(held, name)) for name, made in changes.items()}
        return held._replace(**new) if hasattr(held, "_replace") else replace(held, **new)

    return change


def cells(change: Callable) -> Callable:
    """A change of the cells of a dataset, (n, d)."""
    return lambda data: replace(data, X=sparse.csr_array(change(data.X.toarray())))


def scale(factor: Any) -> Callable:
    """A change that multiplies; a sequence of factors has one for each column."""
    return lambda held: held * (np.array(factor) if isinstance(factor, tuple) else factor)


def each_member(change: Callable) -> Callable:
    """A change of each member of a list."""
    return lambda held: [change(one) for one in held]


def reverse(held: np.ndarray) -> np.ndarray:
    """The last first."""
    return held[::-1]


def swap(held: dict) -> dict:
    """The two entries of a dictionary, each under the key of the other."""
    return dict(zip(held, reversed(held.values()), strict=True))


def both_like(key: str) -> Callable:
    """A change of a dictionary: all entries are like one of them."""
    return lambda held: dict.fromkeys(held, held[key])


def return_always(value: Any) -> Callable:
    """A function that returns ``value`` in place of another, whatever it is given."""
    return lambda _: lambda *_: value


def set_to(new: Any) -> Callable:
    """A change to ``new``, whatever it was."""
    return lambda _: new


def wrap(change: Callable) -> Callable:
    """A function whose result is changed."""
    return lambda function: lambda *given: change(function(*given))


OTHER_KIND = alter(data=fields(y=scale(-1.0)))
ONLINE = {
    "all_are_met": alter(order=lambda order: order[:10]),
    "zero_is_average": (
        alter(data=cells(lambda x: x + 1.0)),
        alter(data=cells(scale(2.0))),
    ),
    "both_kinds_come": alter(data=fields(y=np.abs)),
    "begins_at_zero": alter(weights=lambda w: w + 1.0),
    "sum_of_products": alter(predictions=lambda p: p + 1.0),
    "surely_wrong_costs_most": (
        stub("online", "GUESSES", set_to({"A": -0.1, "B": 0.0, "C": 3.0})),
        stub("online", "GUESSES", set_to({"A": -3.0, "B": 0.0, "C": 0.1})),
    ),
    "first_is_large_and_malignant": (OTHER_KIND, alter(data=cells(scale(-1.0)))),
    "first_lifts": alter(weights=scale(-1.0)),
    "small_but_malignant": (
        OTHER_KIND,
        alter(data=cells(scale((-1.0, 1.0)))),
        alter(data=cells(scale((1.0, -1.0)))),
    ),
    "is_misjudged": alter(predictions=scale(-1.0)),
    "radius_down_texture_up": (
        alter(weights=scale((-1.0, 1.0))),
        alter(weights=scale((1.0, -1.0))),
    ),
    "far_above_and_malignant": (OTHER_KIND, alter(data=cells(scale(0.1)))),
    "moves_by_vote_times_step": alter(weights=scale(1.1)),
    "equal_features_equal_votes": alter(weights=scale((1.0, 2.0))),
    "best_between": (
        alter(by_eta=np.sort),
        alter(by_eta=lambda losses: reverse(np.sort(losses))),
    ),
    "mirror_image": stub("online", "loss_values", lambda _: lambda loss, p, y: p),
    "large_steps_cost_more": stub("online", "mean_losses", return_always(np.arange(25.0))),
    "small_steps_gain_most": stub("online", "mean_losses", return_always(np.arange(25.0))),
    "shorter_steps_with_more_passes": stub("online", "mean_losses", return_always(np.arange(25.0))),
}
ZEROS = {
    "all_thirty_in_use": alter(measured=fields(weights=scale(0.0))),
    "no_noise_weight_is_zero": alter(every=fields(final=fields(weights=scale(0.0)))),
    "thirty_are_left": alter(every=fields(final=fields(weights=scale(0.0)))),
    "least_loss": alter(u=scale(2.0)),
    "total_grows": alter(fixed=lambda loss: loss * np.linspace(1.0, 4.0, len(loss))),
    "exactly_zero_is_cheaper": (alter(u=scale(0.0)), alter(u=lambda u: u + 1.0)),
    "all_make_it_four_times": stub("zeros", "opening", wrap(fields(every=fields(loss=scale(2.0))))),
    "noise_forces_small_steps": stub(
        "zeros", "opening", wrap(fields(measured=fields(loss=scale(3.0))))
    ),
    "their_step_size_suits": alter(few=fields(loss=scale(2.0))),
    "eight_by_chance": stub("zeros", "CLEAR", set_to(5)),
}
ROUNDING = {
    "agrees_nine_in_ten": (
        alter(stream=fields(y=np.abs)),
        alter(stream=fields(y=lambda y: -np.abs(y))),
    ),
    "adds_half_at_most": alter(one=entry(CUT, fields(weights=scale(3.0)))),
    "seldom_large": (
        alter(data=cells(lambda x: np.where(x > 5.0, x, np.clip(3.0 * x, -4.0, 4.0)))),
        alter(data=cells(lambda x: np.minimum(x, 5.0))),
        alter(data=cells(lambda x: np.where(x > 2.0, 6.0, x))),
        alter(data=cells(lambda x: np.where(x == x.min(), -6.0, x))),
    ),
    "needs_a_longer_period": stub(
        "rounding", "features_kept", set_to(lambda asked, data: [KeptFeatures(30, 0)] * len(asked))
    ),
    "noise_is_rare": (
        alter(data=cells(lambda x: np.where(x == 0.0, 1.0, x))),
        alter(data=cells(scale(2.0))),
    ),
    "mostly_level": stub("rounding", "rounding_ahead", set_to(lambda reading: Tally(35, 15, 10))),
    "wins_most_of_the_others": stub(
        "rounding", "rounding_ahead", set_to(lambda reading: Tally(6, 49, 5))
    ),
    "clearly_better": (
        stub("rounding", "rounding_ahead", set_to(lambda reading: Tally(40, 18, 2))),
        stub("rounding", "rounding_ahead", set_to(lambda reading: Tally(20, 40, 0))),
    ),
}
GRAVITY = {
    "noise_is_zero_or_one": alter(data=cells(scale(2.0))),
    "noise_goes_first": alter(
        still=fields(sweep=each_member(fields(useful=set_to(1), useless=set_to(900))))
    ),
    "a_threshold_saves": alter(unspared=each_member(fields(loss=scale(0.0)))),
    "level_at_last": alter(
        still=fields(sweep=each_member(lambda run: run._replace(loss=run.loss * run.knob)))
    ),
}
SHRINKING = {
    "never_larger": alter(weights=scale(0.5)),
    "cuts": (
        stub("shrinking", "round_small", lambda _: lambda v, theta: 0.0 * v, "twin"),
        stub("shrinking", "round_small", lambda _: lambda v, theta: v, "twin"),
    ),
    "soft_never_jumps": stub(
        "shrinking", "soft", lambda _: lambda v, alpha: v * (np.abs(v) > alpha), "twin"
    ),
    "all_pay": alter(sent=entry("soft_threshold", scale(0.9))),
    "beyond_are_left": alter(sent=entry("soft_threshold", scale(0.0))),
    "keeps_the_largest": (
        alter(sent=entry("keep_largest", reverse)),
        lambda evidence, _: evidence._replace(
            sent=evidence.sent | {"keep_largest": evidence.weights}
        ),
    ),
    "can_be_alike": alter(sent=entry("keep_largest", scale(0.5))),
    "longer_pulls_leave_fewer": (
        stub("shrinking", "soft", lambda _: lambda v, alpha: v, "twin"),
        stub("shrinking", "soft", lambda _: lambda v, alpha: v * (np.abs(v) <= alpha), "twin"),
    ),
}
REGRET = {
    "begins_at_zero": alter(terms=fields(loss=scale(0.5))),
    "penalty_is_sizes_times_gravity": alter(terms=fields(pull=scale(2.0))),
    "rival_is_best": alter(terms=fields(loss_of_u=scale(3.0))),
    "bound_holds": alter(terms=fields(step=scale(0.0), distance=scale(0.0))),
    "each_pays_the_same": alter(terms=fields(step=np.cumsum)),
    "larger_gravity_shorter_way": (
        alter(by_gravity=fields(square=reverse)),
        alter(by_gravity=fields(l1_norm=reverse)),
    ),
    "larger_gravity_more_loss": alter(by_gravity=fields(loss=reverse)),
}
SUBGRADIENT = {
    "penalty_is_a_price": stub(
        "subgradient", "line_of", lambda f: lambda n, x, g, ink: f(n, x, 2 * g, ink), "pictures"
    ),
    "pushes_are_equally_long": alter(
        alone=entry(PUSHED, lambda path: path * np.linspace(1.0, 0.5, len(path)))
    ),
    "still_never_zero": (
        alter(longer=entry("equal", scale(0.0))),
        alter(longer=entry("falling", scale(0.0))),
    ),
    "never_zero": alter(runs=entry(PUSHED, fields(used=lambda n: n - 1))),
    "pushed_remembers_all": alter(runs=entry(PUSHED, fields(used=lambda n: n - 1))),
    "more_rest_at_last": alter(runs=entry(PULLED, fields(used=np.sort))),
    "more_on_the_way": alter(runs=entry(PULLED, fields(used=np.sort))),
    "push_is_ahead_elsewhere": stub("subgradient", "leads_on_datasets", return_always([-0.1, 0.1])),
    "shows_noise": alter(names=lambda names: tuple(f"x{i}" for i in range(len(names)))),
}
FOBOS_RDA = {
    "half_is_noise": (
        alter(data=fields(n_noise=lambda n: n // 2)),
        alter(data=fields(X=lambda X: X[:, :300], feature_names=lambda names: names[:300])),
    ),
    "noise_is_shuffled": (
        alter(data=cells(lambda x: x * np.repeat((1.0, 2.0), 200))),
        alter(data=cells(lambda x: np.tile(x[:, :200], 2))),
    ),
    "contradict": alter(useless=fields(single=np.abs)),
    "hears_the_average": alter(useless=fields(average=scale(2.0))),
    "needs_both_pixels": alter(data=cells(lambda x: np.hstack([x[:, :64], 0 * x[:, 64:] + 1]))),
    "forward_then_back": alter(useless=fields(single=scale(2.0))),
    "quiet_where_the_feature_is": alter(useless=fields(single=scale(100.0))),
    "no_larger_than_a_vote": alter(useful=fields(average=scale(10.0))),
}
WALKED = {
    "half": lambda _: lambda x, z: 0.5 * x,
    "mixed": lambda _: lambda x, z: 0.1 * x[::-1],
    "nowhere": wrap(scale(0.0)),
}
L1_BALL = {
    "inside_stays": stub("l1_ball", "project_l1_ball", WALKED["half"]),
    "about_half": (
        stub("l1_ball", "sharp_share", return_always(0.9)),
        stub("l1_ball", "sharp_share", return_always(0.2)),
    ),
    "no_zero_on_the_circle": stub("l1_ball", "round_walk", wrap(scale((1.0, 0.0)))),
    "more_in_space": stub("l1_ball", "sharp_share", return_always(0.5)),
    "nearly_all_of_five": (
        stub("l1_ball", "sharp_share", return_always(0.9)),
        stub("l1_ball", "sharp_share", return_always(1.0)),
    ),
    "about_twenty": (
        stub("l1_ball", "many_weights", return_always(np.full(300, 0.1))),
        stub("l1_ball", "many_weights", return_always(np.append(2.0, np.full(299, 1e-6)))),
    ),
    "larger_ones_survive": stub("l1_ball", "project_l1_ball", WALKED["mixed"]),
    "most_noise_is_rare": alter(data=cells(lambda x: x + 1.0)),
    "amount_is_found": stub("l1_ball", "project_l1_ball", WALKED["half"]),
    "same_off_all": stub("l1_ball", "project_l1_ball", WALKED["half"]),
    "another_point_keeps_all": stub("l1_ball", "project_l1_ball", WALKED["nowhere"]),
    "a_larger_radius_keeps_all": stub("l1_ball", "project_l1_ball", WALKED["nowhere"]),
}
COUNTED = {
    "half_is_noise": (
        alter(data=fields(n_noise=lambda n: n // 2)),
        alter(data=fields(X=lambda X: X[:, :500], feature_names=lambda names: names[:500])),
    ),
    "never_more_than_k": alter(runs=entry(COUNTING, fields(used=lambda n: n + 1))),
    "winners_are_the_smallest": stub("counting", "fight", wrap(fields(changed=np.invert))),
    "only_the_other_digit_votes_against": alter(data=cells(lambda x: -x)),
    "all_do_no_worse": stub("counting", "mistakes_with_all", return_always(99)),
    "larger_keeps_fewer": stub("counting", "kept_at_stops", return_always({1.0: 1, 2.0: 2})),
    "keep_k_gives_k": alter(nearest=entry(COUNTING, fields(useful=lambda n: n - 1))),
    "weights_are_larger": alter(runs=both_like("rda")),
    "small_steps_let_less_noise_in": stub("counting", "by_step_size", wrap(reverse)),
    "small_steps_are_less_sure": stub("counting", "by_step_size", wrap(reverse)),
}


def dense(**changes: Callable) -> Counterexample:
    """Evidence in which the side with dense noise is another."""
    return alter(sides=entry("dense", fields(**changes)))


def by_column(**changes: Callable) -> Counterexample:
    """Evidence in which coordinate descent does otherwise on the made table."""
    return alter(shape=fields(ways=entry(CYCLIC, fields(**changes))))


def other_winners(kind: str) -> Counterexample:
    """The contest on new tables, the ways changed about on those of one kind."""

    def change(held):
        return {case: swap(wins) if case[0] == kind else wins for case, wins in held.items()}

    return stub("coordinates", "shape_contest", wrap(change), "claims")


SMALL = stub("coordinates", "SMALL", entry("wide", set_to((7, 5))), "claims")
COORDINATES = {
    "small_tables_are_turned": SMALL,
    "wide_is_wide": SMALL,
    "no_step_raises": (dense(traces=entry(CYCLIC, fields(fit=reverse))), by_column(gap=reverse)),
    "a_reading_is_so_many_steps": (
        by_column(steps=lambda n: n + 1),
        alter(shape=fields(ways=entry(PULLED, fields(steps=lambda n: n + 1)))),
    ),
    "wide_is_for_columns": other_winners("wide"),
    "tall_is_for_rows_at_first": other_winners("tall"),
    "noise_cells_are_so": (alter(sides=both_like("sparse")), alter(sides=both_like("dense"))),
    "same_useful_columns": (dense(data=fields(y=scale(-1.0))), dense(data=cells(scale(2.0)))),
    "smidas_wins_all": stub("coordinates", "fair", wrap(fields(gaps=swap)), "claims"),
    "truncated_wins_most": stub("coordinates", "fair", wrap(fields(gaps=swap)), "claims"),
}
OTHER_WAY = wrap(fields(right=swap, f1=swap))
GROUPS = {
    "ten_make_root_ten": stub("groups", "corners", wrap(scale(2.0))),
    "limit_is_for_ten": alter(knobs=fields(l1=scale(2.0))),
    "half_a_group_costs_more": stub(
        "groups", "whole_machine", lambda make: lambda knobs: make(replace(knobs, shift=0))
    ),
    "weights_follow_votes": alter(whole=fields(runs=both_like("L1"))),
    "arrows_grow_with_the_penalty": stub(
        "groups", "whole_machine", lambda make: lambda knobs: make(replace(knobs, l1=0.03))
    ),
    "penalties_that_do_it": stub(
        "groups", "whole_machine", lambda make: lambda knobs: make(replace(knobs, l1=0.03))
    ),
    "sparse_group_lasso_finds_them": stub(
        "groups", "lonely_machine", lambda make: lambda knobs: make(replace(knobs, group_l1=0.0))
    ),
    "three_of_ten_feel_it": alter(whole=fields(data=fields(true_weights=lambda w: np.roll(w, 5)))),
    "five_have_one_useful_number": alter(
        lonely=fields(data=fields(true_weights=lambda w: np.roll(w, 10)))
    ),
    "all_or_nothing": alter(whole=fields(runs=both_like("L1"))),
    "group_lasso_wins": stub("groups", "contest", OTHER_WAY),
    "worse_with_too_small_a_penalty": stub("groups", "contest", OTHER_WAY),
    "rda_wins": stub("groups", "contest", OTHER_WAY),
}
SCALE = {
    "many_ids_turn_up": alter(met=lambda met: met // 2),
    "new_ones_keep_coming": alter(met=lambda met: np.minimum(met, met[len(met) // 2])),
    "most_turn_up_once": stub("scale", "occurrence_counts", return_always(np.ones(4))),
    "no_weight_goes_back": stub("scale", "free_weights", wrap(scale(0.0))),
    "often_is_right_when_read": stub("scale", "id_path", wrap(fields(lazily=scale(1.1)))),
    "twice_is_right_when_read": stub("scale", "id_path", wrap(fields(lazily=scale(1.1)))),
    "falls_at_three_eighths": stub("scale", "stored_ids", wrap(scale(0.9))),
    "never_holds_fewer": stub("scale", "stored_ids", wrap(scale(0.25))),
    "all_weights_take_longer": alter(times=lambda times: {key: [1.0, 1.0] for key in times}),
    "lazy_is_far_faster": alter(times=lambda times: {key: [1.0, 1.0] for key in times}),
}
BY_LESSON: dict[str, dict[str, Any]] = {
    "online": ONLINE,
    "zeros": ZEROS,
    "rounding": ROUNDING,
    "gravity": GRAVITY,
    "shrinking": SHRINKING,
    "regret": REGRET,
    "subgradient": SUBGRADIENT,
    "fobos_rda": FOBOS_RDA,
    "l1_ball": L1_BALL,
    "counting": COUNTED,
    "coordinates": COORDINATES,
    "groups": GROUPS,
    "scale": SCALE,
}
COUNTEREXAMPLES: dict[str, dict[str, tuple[Counterexample, ...]]] = {
    key: {name: each if isinstance(each, tuple) else (each,) for name, each in claims.items()}
    for key, claims in BY_LESSON.items()
}
"""By the key of a lesson, and the name of a claim."""
