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

Counterexample = Callable[[Any, Callable], Any]
PUSHED, PULLED, CYCLIC = "subgradient", "truncated_gradient", "coordinate_descent"
CUT, COUNTING = "rounding", "l0_sgd"


def changed(**changes: Callable) -> Counterexample:
    """Evidence some fields of which are changed, each by a function of what it was."""
    return lambda evidence, _: fields(**changes)(evidence)


def patched(lesson: str, name: str, make: Callable, room: str = "story") -> Counterexample:
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


def scaled(factor: Any) -> Callable:
    """A change that multiplies; a sequence of factors has one for each column."""
    return lambda held: held * (np.array(factor) if isinstance(factor, tuple) else factor)


def every(change: Callable) -> Callable:
    """A change of each member of a list."""
    return lambda held: [change(one) for one in held]


def backwards(held: np.ndarray) -> np.ndarray:
    """The last first."""
    return held[::-1]


def swapped(held: dict) -> dict:
    """The two entries of a dictionary, each under the key of the other."""
    return dict(zip(held, reversed(held.values()), strict=True))


def both_like(key: str) -> Callable:
    """A change of a dictionary: all entries are like one of them."""
    return lambda held: dict.fromkeys(held, held[key])


def constant(value: Any) -> Callable:
    """A function that returns ``value`` in place of another, whatever it is given."""
    return lambda _: lambda *_: value


def value(new: Any) -> Callable:
    """A change to ``new``, whatever it was."""
    return lambda _: new


def wrapped(change: Callable) -> Callable:
    """A function whose result is changed."""
    return lambda function: lambda *given: change(function(*given))


OTHER_KIND = changed(data=fields(y=scaled(-1.0)))
ONLINE = {
    "all_are_met": changed(order=lambda order: order[:10]),
    "zero_is_average": (
        changed(data=cells(lambda x: x + 1.0)),
        changed(data=cells(scaled(2.0))),
    ),
    "both_kinds_come": changed(data=fields(y=np.abs)),
    "begins_at_zero": changed(weights=lambda w: w + 1.0),
    "sum_of_products": changed(predictions=lambda p: p + 1.0),
    "surely_wrong_costs_most": (
        patched("online", "GUESSES", value({"A": -0.1, "B": 0.0, "C": 3.0})),
        patched("online", "GUESSES", value({"A": -3.0, "B": 0.0, "C": 0.1})),
    ),
    "first_is_large_and_malignant": (OTHER_KIND, changed(data=cells(scaled(-1.0)))),
    "first_lifts": changed(weights=scaled(-1.0)),
    "small_but_malignant": (
        OTHER_KIND,
        changed(data=cells(scaled((-1.0, 1.0)))),
        changed(data=cells(scaled((1.0, -1.0)))),
    ),
    "misjudged": changed(predictions=scaled(-1.0)),
    "radius_down_texture_up": (
        changed(weights=scaled((-1.0, 1.0))),
        changed(weights=scaled((1.0, -1.0))),
    ),
    "far_above_and_malignant": (OTHER_KIND, changed(data=cells(scaled(0.1)))),
    "moves_by_vote_times_step": changed(weights=scaled(1.1)),
    "best_between": (
        changed(by_eta=np.sort),
        changed(by_eta=lambda losses: backwards(np.sort(losses))),
    ),
    "shorter_steps_with_more_passes": patched("online", "mean_losses", constant(np.arange(25.0))),
}
ZEROS = {
    "all_thirty_in_use": changed(measured=fields(weights=scaled(0.0))),
    "no_noise_weight_is_zero": changed(every=fields(final_weights=scaled(0.0))),
    "thirty_are_left": changed(every=fields(final_weights=scaled(0.0))),
    "least_loss": changed(u=scaled(2.0)),
    "total_grows": changed(fixed=lambda loss: loss * np.linspace(1.0, 4.0, len(loss))),
    "wrong_zeros_raise_regret": changed(few=fields(loss=scaled(0.0))),
}
ROUNDING = {
    "agrees_nine_in_ten": (
        changed(stream=fields(y=np.abs)),
        changed(stream=fields(y=lambda y: -np.abs(y))),
    ),
    "adds_half_at_most": changed(one=entry(CUT, fields(weights=scaled(3.0)))),
    "seldom_large": (
        changed(data=cells(lambda x: np.where(x > 5.0, x, np.clip(3.0 * x, -4.0, 4.0)))),
        changed(data=cells(lambda x: np.minimum(x, 5.0))),
        changed(data=cells(lambda x: np.where(x > 2.0, 6.0, x))),
        changed(data=cells(lambda x: np.where(x == x.min(), -6.0, x))),
    ),
    "mostly_level": patched("rounding", "HELD", value((40, 20, 12))),
    "clearly_better": (
        patched("rounding", "FREE", value((50, 20, 2))),
        patched("rounding", "FREE", value((20, 52, 0))),
    ),
}
GRAVITY = {
    "noise_goes_first": changed(sweep=every(fields(useful=value(1), useless=value(900)))),
    "a_threshold_saves": changed(unspared=every(fields(loss=scaled(0.0)))),
    "level_at_last": changed(sweep=every(lambda run: run._replace(loss=run.loss * run.knob))),
}
SHRINKING = {
    "never_larger": changed(weights=scaled(0.5)),
    "cuts": (
        patched("shrinking", "rounded", lambda _: lambda v, theta: 0.0 * v, "twin"),
        patched("shrinking", "rounded", lambda _: lambda v, theta: v, "twin"),
    ),
    "soft_never_jumps": patched(
        "shrinking", "soft", lambda _: lambda v, alpha: v * (np.abs(v) > alpha), "twin"
    ),
    "all_pay": changed(sent=entry("soft_threshold", scaled(0.9))),
    "beyond_are_left": changed(sent=entry("soft_threshold", scaled(0.0))),
    "keeps_the_largest": (
        changed(sent=entry("keep_largest", backwards)),
        lambda evidence, _: evidence._replace(
            sent=evidence.sent | {"keep_largest": evidence.weights}
        ),
    ),
    "can_be_alike": changed(sent=entry("keep_largest", scaled(0.5))),
}
REGRET = {
    "begins_at_zero": changed(terms=fields(loss=scaled(0.5))),
    "kept": changed(terms=fields(step=scaled(0.0), distance=scaled(0.0))),
    "each_pays_the_same": changed(terms=fields(step=np.cumsum)),
    "larger_gravity_shorter_way": (
        changed(by_gravity=fields(square=backwards)),
        changed(by_gravity=fields(l1_norm=backwards)),
    ),
    "larger_gravity_more_loss": changed(by_gravity=fields(loss=backwards)),
}
SUBGRADIENT = {
    "penalty_is_a_price": patched(
        "subgradient", "line_of", lambda f: lambda n, x, g, ink: f(n, x, 2 * g, ink), "pictures"
    ),
    "pushes_are_equally_long": changed(
        alone=entry(PUSHED, lambda path: path * np.linspace(1.0, 0.5, len(path)))
    ),
    "never_zero": changed(runs=entry(PUSHED, fields(nonzeros=lambda n: n - 1))),
    "pushed_remembers_all": changed(runs=entry(PUSHED, fields(nonzeros=lambda n: n - 1))),
    "more_rest_at_last": changed(runs=entry(PULLED, fields(nonzeros=np.sort))),
    "more_on_the_way": changed(runs=entry(PULLED, fields(nonzeros=np.sort))),
    "shows_noise": changed(names=lambda names: tuple(f"x{i}" for i in range(len(names)))),
}
FOBOS_RDA = {
    "half_is_noise": (
        changed(data=fields(n_noise=lambda n: n // 2)),
        changed(data=fields(X=lambda X: X[:, :300], feature_names=lambda names: names[:300])),
    ),
    "noise_is_shuffled": (
        changed(data=cells(lambda x: x * np.repeat((1.0, 2.0), 200))),
        changed(data=cells(lambda x: np.tile(x[:, :200], 2))),
    ),
    "contradict": changed(useless=fields(single=np.abs)),
    "hears_the_average": changed(useless=fields(average=scaled(2.0))),
    "few_are_like_a_coin": changed(swept=entry("fobos", every(fields(mistakes=scaled(0.5))))),
    "few_have_noise": changed(
        swept=entry("fobos", every(fields(kept=fields(random=value(0), real=value(20)))))
    ),
    "rda_keeps_nothing_there": changed(swept=both_like("fobos")),
}
WALKED = {
    "half": lambda _: lambda x, z: 0.5 * x,
    "mixed": lambda _: lambda x, z: 0.1 * x[::-1],
    "nowhere": wrapped(scaled(0.0)),
}
L1_BALL = {
    "inside_stays": patched("l1_ball", "project_l1_ball", WALKED["half"]),
    "about_half": (
        patched("l1_ball", "sharp_share", constant(0.9)),
        patched("l1_ball", "sharp_share", constant(0.2)),
    ),
    "no_zero_on_the_circle": patched("l1_ball", "round_walk", wrapped(scaled((1.0, 0.0)))),
    "more_in_space": patched("l1_ball", "sharp_share", constant(0.5)),
    "nearly_all_of_five": (
        patched("l1_ball", "sharp_share", constant(0.9)),
        patched("l1_ball", "sharp_share", constant(1.0)),
    ),
    "about_twenty": (
        patched("l1_ball", "many_weights", constant(np.full(300, 0.1))),
        patched("l1_ball", "many_weights", constant(np.append(2.0, np.full(299, 1e-6)))),
    ),
    "larger_ones_survive": patched("l1_ball", "project_l1_ball", WALKED["mixed"]),
    "same_off_all": patched("l1_ball", "project_l1_ball", WALKED["half"]),
    "another_point_keeps_all": patched("l1_ball", "project_l1_ball", WALKED["nowhere"]),
    "a_larger_radius_keeps_all": patched("l1_ball", "project_l1_ball", WALKED["nowhere"]),
}
COUNTED = {
    "half_is_noise": (
        changed(data=fields(n_noise=lambda n: n // 2)),
        changed(data=fields(X=lambda X: X[:, :500], feature_names=lambda names: names[:500])),
    ),
    "never_more_than_k": changed(runs=entry(COUNTING, fields(nonzeros=lambda n: n + 1))),
    "winners_are_the_smallest": patched("counting", "fight", wrapped(fields(changed=np.invert))),
    "keep_k_gives_k": changed(nearest=entry(COUNTING, fields(useful=lambda n: n - 1))),
    "weights_are_larger": changed(runs=both_like("rda")),
}


def dense(**changes: Callable) -> Counterexample:
    """Evidence in which the side with dense noise is another."""
    return changed(sides=entry("dense", fields(**changes)))


COORDINATES = {
    "no_step_raises": dense(traces=entry(CYCLIC, fields(fit=backwards))),
    "noise_columns_are_sparse": changed(sides=both_like("dense")),
    "greedy_reads_all_for_a_step": changed(passes=lambda n: n + 1),
    "rows_come_again": changed(passes=value(1)),
    "all_noise_cells_are_one": changed(sides=both_like("sparse")),
    "same_useful_columns": (dense(data=fields(y=scaled(-1.0))), dense(data=cells(scaled(2.0)))),
    "no_cell_is_larger": dense(size=lambda size: (size[0], 2.0 * size[1])),
    "useful_is_largest": dense(data=cells(lambda x: np.hstack([0.01 * x[:, :10], x[:, 10:]]))),
    "smidas_wins_all": patched("coordinates", "fair", wrapped(fields(gaps=swapped))),
    "truncated_wins_most": (
        patched("coordinates", "fair", wrapped(fields(gaps=swapped))),
        patched(
            "coordinates", "fair", wrapped(fields(gaps=entry("sparse", entry(PULLED, scaled(0.0)))))
        ),
    ),
    "truncated_minds_dense_noise": patched("coordinates", "fair", wrapped(fields(gaps=swapped))),
    "smidas_hardly_does": patched(
        "coordinates", "fair", wrapped(fields(gaps=entry("dense", entry("smidas", scaled(2.0)))))
    ),
}
OTHER_WAY = wrapped(fields(right=swapped, f1=swapped))
GROUPS = {
    "three_of_ten_feel_it": changed(
        whole=fields(data=fields(true_weights=lambda w: np.roll(w, 5)))
    ),
    "five_have_one_useful_number": changed(
        lonely=fields(data=fields(true_weights=lambda w: np.roll(w, 10)))
    ),
    "all_or_nothing": changed(whole=fields(runs=both_like("L1"))),
    "group_lasso_wins": patched("groups", "contest", OTHER_WAY),
    "worse_with_too_small_a_penalty": patched("groups", "contest", OTHER_WAY),
    "rda_wins": patched("groups", "contest", OTHER_WAY),
}
SCALE = {
    "many_ids_turn_up": changed(met=lambda met: met // 2),
    "new_ones_keep_coming": changed(met=lambda met: np.minimum(met, met[len(met) // 2])),
    "most_turn_up_once": patched("scale", "turns", constant(np.ones(4))),
    "no_weight_goes_back": patched("scale", "free_weights", wrapped(scaled(0.0))),
    "often_is_right_when_read": patched("scale", "path", wrapped(fields(lazily=scaled(1.1)))),
    "twice_is_right_when_read": patched("scale", "path", wrapped(fields(lazily=scaled(1.1)))),
    "never_holds_fewer": changed(breath=fields(stored=lambda n: n // 4)),
    "all_weights_take_longer": changed(times=lambda times: {key: [1.0, 1.0] for key in times}),
    "lazy_is_far_faster": changed(times=lambda times: {key: [1.0, 1.0] for key in times}),
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
