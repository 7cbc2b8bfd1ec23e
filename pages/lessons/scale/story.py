"""The story of a table that holds what lives, and of pulls that are paid when a weight is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pages.lessons.scale.evidence import (
    IDS,
    QUARTERS,
    Evidence,
    Knobs,
    N,
    breathe,
    clicks,
    free_weights,
    known_loss,
    lazy_table,
    recent_ids,
    stored_ids,
)
from pages.lessons.scale.follow import OFTEN, ONCE, TWICE, clicks_of, id_path, occurrence_counts
from pages.lessons.scale.pictures import LAZY_HUE, LIVE_HUE, step_times
from pages.lessons.scale.small_table import COMMON, OF, small_table, table_rows
from pages.lessons.scale.story_pictures import (
    AT_ONCE,
    WEIGHT,
    beside_weak,
    ids_met,
    occurrences,
    one_weight,
    price,
    sweeps,
    table,
    table_and_loss,
)
from pages.lessons.scale.timing import EACH, EAGER, LAZY, REPEATS
from pages.lessons.scale.walk import TableRun, best_gravity, loss_against_size, run_under_g
from ui.lessons import Claim, Scene, Step, Story
from ui.lessons.numbers import LazyNumbers

LAST = 1000
"""Clicks over which one weight is followed."""
MOST = 4000
"""Ids in the table at most, as the first goal has it."""
CORNER = TableRun(1000, 0.655)
"""The corner of the second goal."""
LEAST = TableRun(2000, 0.65)
"""The table and the loss of the last goal."""
WEIGHT_BYTES = 8
EVEN = {"turned": 0.001}
SHORT = {LAZY: "lazy updates", EAGER: "all weights at every click"}
"""Names in the picture of times, as the story has them."""
SLOPES = "Both lines may rise where the weights no longer fit into the processor's own memory."
TENFOLD = {"gravity": 0.01, "turned": 0.01}


def stream(evidence: Evidence) -> list:
    """Return the film of the ids that turn up."""
    return [ids_met(evidence)]


def counts(evidence: Evidence) -> list:
    """Return how often an id turns up."""
    return [[occurrences()]]


def once(evidence: Evidence) -> list:
    """Return the weight of the id of a single click."""
    return [one_weight(evidence, ONCE, LAST, label=WEIGHT)]


def once_tenfold(evidence: Evidence) -> list:
    """Return the same, with what the weight was under the gravity that the story opens with."""
    (film,) = once(evidence)
    return [beside_weak(film, evidence, ONCE, Knobs().gravity)]


def few_ids(evidence: Evidence) -> list:
    """Return the film of a small table under a strong gravity."""
    return [small_table(evidence.knobs.eta)]


def whole_table(evidence: Evidence) -> list:
    """Return the film of the table."""
    return [table(evidence)]


def table_to_fill(evidence: Evidence) -> list:
    """Return the same with the goal as a line."""
    return [table(evidence, MOST)]


def swept_table(evidence: Evidence) -> list:
    """Return the film of the table that is swept."""
    return [sweeps(evidence)]


def named_lazy_table(evidence: Evidence) -> list:
    """Return the same with the most that it holds."""
    return [sweeps(evidence, named=True)]


def losses(evidence: Evidence) -> list:
    """Return the film of the average losses."""
    return [price(evidence)]


def losses_and_known(evidence: Evidence) -> list:
    """Return the same with the loss of the true weights of ids met before."""
    return [price(evidence, known=True)]


def trade_off(evidence: Evidence) -> list:
    """Return loss against the size of the table, with the corner of the goal."""
    return [[loss_against_size(evidence, CORNER)]]


def table_and_price(evidence: Evidence) -> list:
    """Return the film of the table and of the loss, with both goals as lines."""
    return [table_and_loss(evidence, *LEAST)]


def frequent_id(evidence: Evidence) -> list:
    """Return the weight of an id that turns up again and again, pulled at every click."""
    return [one_weight(evidence, OFTEN, LAST)]


def frequent_id_both(evidence: Evidence) -> list:
    """Return the same, with the lazy weight."""
    return [one_weight(evidence, OFTEN, LAST, both=True)]


def id_met_twice(evidence: Evidence) -> list:
    """Return the weight of an id that turns up twice, pulled at every click."""
    return [one_weight(evidence, TWICE, LAST)]


def twice_both(evidence: Evidence) -> list:
    """Return the same, with the lazy weight."""
    return [one_weight(evidence, TWICE, LAST, both=True)]


def time_saved(evidence: Evidence) -> list:
    """Return the times of a step, all weights at every click and lazily."""
    picture = step_times(evidence, (EAGER, LAZY))
    for trace in picture.data:
        if trace["name"] in SHORT:
            trace["name"] = SHORT[trace["name"]]
            lazy = trace["name"] == SHORT[LAZY]
            # The colours and the dash of the films before.
            trace["line"]["color"] = trace["marker"]["color"] = LAZY_HUE if lazy else LIVE_HUE
            trace["line"]["dash"] = "dash" if lazy else "solid"
    picture.layout["xaxis"]["title"]["text"] = "number of weights"
    picture.layout["yaxis"]["title"]["text"] = "microseconds for a click"
    picture.layout["margin"]["l"] = 72  # numbers of six letters
    low, high = picture.layout["yaxis"]["range"]
    picture.layout["yaxis"]["range"] = [low, high + 0.6]  # for the name of the upper line
    for axis in ("xaxis", "yaxis"):  # one mark for each power of ten, written out on both
        picture.layout[axis] |= written_powers(*picture.layout[axis]["range"])
    ends = {SHORT[LAZY]: evidence.times[LAZY][-1], SHORT[EAGER]: evidence.times[EAGER][-1]}
    high = picture.layout["xaxis"]["range"][1]
    picture.layout["showlegend"] = False
    picture.layout["annotations"] = [
        {
            "x": high,
            "y": float(np.log10(1e6 * seconds)),
            "text": f"<b>{name}</b>",
            "font": {"size": 14, "color": LAZY_HUE if name == SHORT[LAZY] else LIVE_HUE},
            "showarrow": False,
            "xanchor": "right",
            "yanchor": "bottom",
            "yshift": 12,
        }
        for name, seconds in ends.items()
    ]
    marks = "Every mark is ten times the one before. A microsecond is a millionth of a second."
    measured = (
        f"Measured once, on the computer that runs this page, as the shortest of {REPEATS} runs."
    )
    caption = f"{marks} {measured} {SLOPES}"
    return [[replace(picture, heading="The time of one click", caption=caption)]]


def written_powers(low: float, high: float) -> dict:
    """Return the marks of a logarithmic axis: the powers of ten from 10^low to 10^high."""
    powers = [10.0**n for n in range(int(np.ceil(low)), int(np.floor(high)) + 1)]
    texts = [f"{power:,.10g}" for power in powers]
    return {"tickmode": "array", "tickvals": powers, "ticktext": texts}


def in_words(ratio: float) -> str:
    """Return the power of ten below a ratio of times, which differ from machine to machine."""
    powers = {1: "ten", 2: "a hundred", 3: "a thousand", 4: "ten thousand"}
    return powers.get(int(np.log10(max(ratio, 1.0))), "five")


def life(evidence: Evidence) -> int:
    """Return for how many clicks the weight of a single click lives."""
    knobs = evidence.knobs
    return int((id_path(ONCE, knobs.eta, knobs.gravity, LAST).at_once != 0.0).sum())


def fullest(evidence: Evidence) -> int:
    """Return the largest number of ids that were in the table."""
    return int(evidence.breath.live.max())


def lift(evidence: Evidence) -> float:
    """Return the weight to which a single click lifts its id."""
    knobs = evidence.knobs
    return float(id_path(ONCE, knobs.eta, knobs.gravity, LAST).at_once.max())


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs, breath, how_often = evidence.knobs, evidence.breath, occurrence_counts()
    first, pull = int(clicks_of(ONCE)[0]), knobs.eta * knobs.gravity
    quarters = breath.live[:: len(breath.live) // QUARTERS]
    ready = {
        "each": f"{clicks()[0].nnz / N:.0f}",
        "clicks": f"{N:,}",
        "quarter": f"{N // QUARTERS}",
        "met": f"{evidence.met[-1]:,}",
        "once": f"{how_often[0]:,}",
        "share": f"{how_often[0] / how_often.sum():.0%}",
        "dense": f"{IDS * WEIGHT_BYTES / 1e9:.0f}",
        "ending": f"{COMMON % OF:02d}",
        "first": f"{first + 1}",
        "lift": f"{lift(evidence):.5f}",
        "pull": f"{pull:.5f}".rstrip("0"),
        "gone": f"{first + life(evidence) + 1:,}",
        "life": f"{life(evidence)}",
        "q1": f"{quarters[1]:,}",
        "q2": f"{quarters[2]:,}",
        "fullest": f"{fullest(evidence):,}",
        "window": f"{0.5 / knobs.gravity:.0f}",
        "kept": f"{breath.live[-1]:,}",
        "with_g": f"{breath.loss[-1]:.3f}",
        "without": f"{evidence.free[-1]:.3f}",
        "weak": f"{Knobs.gravity:g}",
        "walk_ids": f"{CORNER.ids:,}",
        "walk_loss": f"{CORNER.loss:g}",
        "now_ids": f"{LEAST.ids:,}",
        "now_loss": f"{LEAST.loss:g}",
        "timed": f"{EACH}",
        "fresh": f"{how_often[0] / N:.0f}",
        "g": f"{knobs.gravity:g}",
        "turned": f"{knobs.turned:g}",
        "eta": f"{knobs.eta:g}",
        "times": in_words(evidence.times[EAGER][-1] / evidence.times[LAZY][-1]),
        "undecided": f"{np.log(2.0):.3f}",
    }
    return LazyNumbers(ready, _later_numbers(evidence))


def _later_numbers(evidence: Evidence) -> dict:
    """Those that take a while, each made when a text asks for it."""
    knobs, breath = evidence.knobs, evidence.breath
    return {
        "known": lambda: f"{known_loss():.3f}",
        "best_g": lambda: f"{best_gravity(knobs.eta)[0]:g}",
        "best_loss": lambda: f"{best_gravity(knobs.eta)[1].loss:.4f}",
        "free_loss": lambda: f"{evidence.free[-1]:.4f}",
        "here_ids": lambda: f"{run_under_g(evidence).ids:,}",
        "here_loss": lambda: f"{run_under_g(evidence).loss:.3f}",
        "held": lambda: f"{lazily_stored(evidence).max():,}",
        "swept": lambda: f"{weights_swept(evidence):.0f}",
        "at_times": lambda: f"{lazily_stored(evidence)[breath.at].mean() / breath.live.mean():.1f}",
    }


# The claims of the prose ------------------------------------------------------------------------


def many_ids_turn_up(evidence: Evidence) -> bool:
    """Return whether more than 40,000 different ids turn up."""
    return bool(evidence.met[-1] > 40_000)


def new_ones_keep_coming(evidence: Evidence) -> bool:
    """Return whether the last quarter of the clicks brings nearly as many new ids as the first."""
    first, _, _, last = np.diff(evidence.met[:: N // QUARTERS])
    return bool(last > 0.7 * first)


def most_turn_up_once(_: Evidence) -> bool:
    """Return whether more than eight in ten of the ids turn up in one click alone."""
    return bool(occurrence_counts()[0] > 0.8 * occurrence_counts().sum())


def no_weight_goes_back(evidence: Evidence) -> bool:
    """Return whether without gravity no weight of an id that was met is 0."""
    return bool(free_weights(evidence.knobs.eta).all())


def lives_for_hundreds(evidence: Evidence) -> bool:
    """Return whether the weight of a single click lives for about 400 clicks."""
    return 350 < life(evidence) < 500


def lives_for_tens(evidence: Evidence) -> bool:
    """Return whether the weight of a single click lives for some tens of clicks."""
    return 30 < life(evidence) < 60


def nearly_undecided(evidence: Evidence) -> bool:
    """Return whether the vote that lifts the weight of a single click is a bit below a half."""
    return 0.4 < lift(evidence) / evidence.knobs.eta + evidence.knobs.gravity < 0.5


def comes_back_to_zero(evidence: Evidence) -> bool:
    """Return whether the weight of a single click is exactly 0 again at the end."""
    knobs = evidence.knobs
    return bool(id_path(ONCE, knobs.eta, knobs.gravity, LAST).at_once[-1] == 0.0)


def step_size_hardly_matters(evidence: Evidence) -> bool:
    """Return whether with steps twice as large the weight of a single click lives as long."""
    knobs = evidence.knobs
    larger = id_path(ONCE, 2.0 * knobs.eta, knobs.gravity, LAST).at_once
    return abs(int((larger != 0.0).sum()) - life(evidence)) <= 0.15 * life(evidence) + 1


def by_quarter(evidence: Evidence) -> list[int]:
    """Return how many ids are in the table after each quarter."""
    return evidence.breath.live[:: len(evidence.breath.live) // QUARTERS][1:].tolist()


def falls_under_strong(evidence: Evidence) -> bool:
    """Return whether the second quarter leaves less than a fourth in the table."""
    one, two, _, _ = by_quarter(evidence)
    return one > 4 * two


def falls_again(evidence: Evidence) -> bool:
    """Return whether the last quarter leaves less than a fourth in the table."""
    _, _, three, four = by_quarter(evidence)
    return three > 4 * four


def rises_again(evidence: Evidence) -> bool:
    """Return whether the third quarter fills the table again."""
    _, two, three, _ = by_quarter(evidence)
    return three > 4 * two


def too_full(evidence: Evidence) -> bool:
    """Return whether the table holds more ids at times than the goal allows."""
    return fullest(evidence) > MOST


def last_clicks(evidence: Evidence) -> bool:
    """Return whether the table holds about the ids of the last 1/(2g) clicks at its fullest."""
    recent = recent_ids(round(0.5 / evidence.knobs.gravity))
    return abs(recent - fullest(evidence)) < 0.1 * fullest(evidence)


def too_many_and_dear(evidence: Evidence) -> bool:
    """Return whether both goals of the last step are missed."""
    return too_many(evidence) and too_dear(evidence)


def too_many(evidence: Evidence) -> bool:
    """Return whether the table holds more ids at times than the last goal allows."""
    return fullest(evidence) > LEAST.ids


def too_dear(evidence: Evidence) -> bool:
    """Return whether the average loss is larger than the last goal allows."""
    return bool(evidence.breath.loss[-1] > LEAST.loss)


def in_corner(evidence: Evidence) -> bool:
    """Return whether gravity g, all the time, leads into the corner of the second goal."""
    now = run_under_g(evidence)
    return now.ids <= CORNER.ids and now.loss <= CORNER.loss


def too_large(evidence: Evidence) -> bool:
    """Return whether under gravity g the table holds more ids than the second goal allows."""
    return run_under_g(evidence).ids > CORNER.ids


def too_lossy(evidence: Evidence) -> bool:
    """Return whether under gravity g the loss is higher than the second goal allows."""
    return run_under_g(evidence).loss > CORNER.loss


def a_best_gravity(evidence: Evidence) -> bool:
    """Return whether some gravity is better than none, but by next to nothing."""
    return bool(0.0 < evidence.free[-1] - best_gravity(evidence.knobs.eta)[1].loss < 0.001)


def common_id_stays_others_leave(evidence: Evidence) -> bool:
    """Return whether of the ids that come early into the small table the common one alone stays."""
    rows = table_rows(evidence.knobs.eta)
    live = rows.weights != 0.0
    early = live.argmax(axis=0) < len(live) // 2
    return bool((rows.ids[live[-1] & early] == COMMON).all() and live[-1, rows.ids == COMMON].all())


def little_is_lost(evidence: Evidence) -> bool:
    """Return whether gravity hardly changes the loss."""
    return bool(abs(evidence.breath.loss[-1] - evidence.free[-1]) < 0.002)


def about_half_the_way(evidence: Evidence) -> bool:
    """Return whether the run comes about half the way from no weights to the true ones."""
    idle = np.log(2.0)
    return bool(0.4 < (idle - evidence.breath.loss[-1]) / (idle - known_loss()) < 0.6)


def much_is_forgotten(evidence: Evidence) -> bool:
    """Return whether at the end the table holds less than a fifth of the ids met."""
    return bool(5 * evidence.breath.live[-1] < evidence.met[-1])


def smaller_tables_cost_more(evidence: Evidence) -> bool:
    """Return whether the loss rises ever more steeply with gravity, where that is strong."""
    losses = [breathe(evidence.knobs.eta, (g,)).loss[-1] for g in (0.003, 0.01, 0.03, 0.1)]
    return bool((np.diff(losses) > 0).all() and (np.diff(losses, 2) > 0).all())


def equal_when_read(evidence: Evidence, name: int) -> bool:
    """Return whether a lazy weight is right in every click that reads it."""
    knobs = evidence.knobs
    weights, pull = id_path(name, knobs.eta, knobs.gravity, LAST), knobs.eta * knobs.gravity
    read = [t + 1 for t in clicks_of(name) if t < LAST]
    return bool(np.allclose(weights.lazily[read] - pull, weights.at_once[read], atol=1e-12))


def often_is_right_when_read(evidence: Evidence) -> bool:
    """Return whether the lazy weight of an id that turns up again and again is right each time."""
    return equal_when_read(evidence, OFTEN)


def twice_is_right_when_read(evidence: Evidence) -> bool:
    """Return whether the lazy weight of an id that turns up twice is right both times."""
    return equal_when_read(evidence, TWICE)


def owes_more_than_it_has(evidence: Evidence) -> bool:
    """Return whether at the second click the lazy weight pays all it has, and 0 is read."""
    knobs = evidence.knobs
    weights = id_path(TWICE, knobs.eta, knobs.gravity, LAST)
    second = clicks_of(TWICE)[1]
    return bool(weights.read[second] == 0.0)


def lazily_stored(evidence: Evidence) -> np.ndarray:
    """Return how many ids the lazy table holds after n clicks, (N + 1,)."""
    knobs = evidence.knobs
    return stored_ids(knobs.eta, (knobs.gravity, knobs.turned))


def weights_swept(evidence: Evidence) -> float:
    """Return how many weights pay at the moments when all pay, as an average over all clicks."""
    knobs = evidence.knobs
    stored, places = lazy_table(knobs.eta, (knobs.gravity, knobs.turned))
    swept = (np.diff(stored) < 0) | (np.diff(places) != 0)
    return float(stored[:-1][swept].sum() / N)


def sweeps_cost_a_click_more(evidence: Evidence) -> bool:
    """Return whether they are about as many as a click reads."""
    return abs(weights_swept(evidence) - EACH) < 0.2 * EACH


def all_pay_now_and_then(evidence: Evidence) -> bool:
    """Return whether the lazy table gets emptier by a tenth or more several times."""
    stored = lazily_stored(evidence)
    return int((np.diff(stored) < -0.1 * stored[:-1]).sum()) >= 3


def falls_at_three_eighths(evidence: Evidence) -> bool:
    """Return whether the table gets emptier only where three eighths of its places are taken."""
    stored = lazily_stored(evidence)
    before = stored[:-1][np.diff(stored) < 0] / 1536.0  # of 4,096 places, the fewest there are
    return bool((before >= 1.0).all() and (before / 2.0 ** np.floor(np.log2(before)) < 1.03).all())


def holds_more_than_needed(evidence: Evidence) -> bool:
    """Return whether the lazy table holds more than twice what it needs, on the average."""
    at, live = evidence.breath.at[1:], evidence.breath.live[1:]
    return bool((lazily_stored(evidence)[at] / live).mean() > 2.0)


def never_holds_fewer(evidence: Evidence) -> bool:
    """Return whether the lazy table holds all weights that are not 0."""
    breath = evidence.breath
    return bool((lazily_stored(evidence)[breath.at] >= breath.live).all())


def all_weights_take_longer(evidence: Evidence) -> bool:
    """Return whether with many features to pull all of them takes far longer than with few."""
    times = evidence.times[EAGER]
    return times[-1] > 5 * times[0]


def lazy_is_far_faster(evidence: Evidence) -> bool:
    """Return whether with many features lazy updates are far faster."""
    return evidence.times[EAGER][-1] > 5 * evidence.times[LAZY][-1]


STREAM = "the stream is made so; no knob changes it"
LAZY_EXACT = "the sum of pulls that stop at 0 is one pull that stops at 0"
BREATH = (
    Claim(falls_under_strong, fails_at={"turned": 0.001}),
    Claim(rises_again, fails_at={"gravity": 0.01}),
    Claim(falls_again, fails_at={"turned": 0.005}),
)
SWEPT = (
    Claim(all_pay_now_and_then, fails_at={"gravity": 0.0005, "turned": 0.0005}),
    Claim(holds_more_than_needed, fails_at={"gravity": 0.0005, "turned": 0.0005}),
    Claim(never_holds_fewer, always="a weight that is not 0 has an id in the table"),
    Claim(falls_at_three_eighths, always="the table is swept when so much of it is taken"),
)
TABLE = (
    Step(
        "ids",
        Scene(stream, frames=(24, -1)),
        claims=(Claim(many_ids_turn_up, always=STREAM),),
    ),
    Step(
        "strangers",
        Scene(stream),
        after=Scene(counts),
        claims=(
            Claim(new_ones_keep_coming, always=STREAM),
            Claim(most_turn_up_once, always=STREAM),
        ),
    ),
    Step(
        "store",
        Scene(few_ids, frames=(0, -1)),
        new="hash table",
        claims=(Claim(common_id_stays_others_leave, fails_at={"eta": 0.3}),),
    ),
    Step(
        "one",
        Scene(once, frames=(0, 52)),
        after=Scene(once, frames=(52, -1)),
        claims=(
            Claim(lives_for_hundreds, fails_at=({"gravity": 0.01}, {"gravity": 0.0005})),
            Claim(comes_back_to_zero, fails_at={"gravity": 0.0005}),
        ),
    ),
    Step(
        "tenfold",
        Scene(once),
        after=Scene(once_tenfold, TENFOLD, frames=(0, -1)),
        claims=(
            Claim(nearly_undecided, fails_at={"eta": 0.3}),
            Claim(lives_for_tens, fails_at=({"gravity": 0.001}, {"gravity": 0.1})),
            Claim(step_size_hardly_matters, fails_at={"eta": 0.3}),
        ),
    ),
    Step(
        "breath",
        Scene(whole_table, frames=(0, 0)),
        after=Scene(whole_table, frames=(0, -1)),
        claims=BREATH,
    ),
    Step(
        "small",
        Scene(table_to_fill),
        knobs=("gravity",),
        goal=lambda e: fullest(e) <= MOST,
        solution={"gravity": 0.003},
        claims=(
            Claim(too_full, fails_at={"gravity": 0.003}),
            Claim(last_clicks, fails_at={"gravity": 0.1}),
        ),
    ),
    Step(
        "price",
        Scene(losses, EVEN, frames=(0, 0)),
        after=Scene(losses_and_known, EVEN, frames=(0, -1)),
        claims=(
            Claim(little_is_lost, fails_at={"gravity": 0.1}),
            Claim(much_is_forgotten, fails_at={"turned": 0.0005}),
            Claim(about_half_the_way, fails_at={"eta": 0.1}),
            Claim(no_weight_goes_back, always="a vote of a finite prediction is not 0"),
        ),
    ),
    Step(
        "walk",
        Scene(trade_off, EVEN),
        knobs=("gravity",),
        goal=in_corner,
        solution={"gravity": 0.015},
        claims=(
            Claim(too_large, fails_at={"gravity": 0.015}),
            Claim(too_lossy, holds_at={"gravity": 0.1}, fails_at={"gravity": 0.003}),
            Claim(a_best_gravity, fails_at={"eta": 0.1}),
            Claim(smaller_tables_cost_more, fails_at={"eta": 0.3}),
        ),
    ),
)
LATE = (
    Step(
        "pulls",
        Scene(frequent_id),
        after=Scene(frequent_id_both, frames=(0, -1)),
        new="lazy update",
        claims=(Claim(often_is_right_when_read, always=LAZY_EXACT),),
    ),
    Step(
        "exact",
        Scene(id_met_twice, frames=(0, 100), look=(AT_ONCE,)),
        after=Scene(twice_both, frames=(0, -1)),
        claims=(
            Claim(owes_more_than_it_has, fails_at={"gravity": 0.0005}),
            Claim(twice_is_right_when_read, always=LAZY_EXACT),
        ),
    ),
    Step("sweep", Scene(whole_table), after=Scene(swept_table, frames=(0, -1)), claims=SWEPT),
    Step(
        "time",
        Scene(time_saved),
        claims=(
            Claim(all_weights_take_longer, always="a pull for each of a thousand times as many"),
            Claim(lazy_is_far_faster, always="pulls for 29 weights, and not for a million"),
            Claim(sweeps_cost_a_click_more, fails_at={"gravity": 0.1, "turned": 0.1}),
        ),
    ),
    Step("claim", Scene(named_lazy_table), claims=SWEPT),
    Step(
        "now",
        Scene(table_and_price, {"turned": 0.05}),
        knobs=("gravity", "turned"),
        goal=lambda e: not too_many(e) and not too_dear(e),
        solution={"gravity": 0.007, "turned": 0.007},
        claims=(
            Claim(too_many_and_dear, fails_at={"turned": 0.01}),
            Claim(too_many, fails_at={"gravity": 0.01}),
            Claim(too_dear, fails_at={"turned": 0.01}),
        ),
    ),
)

STORY = Story(Path(__file__).parent, TABLE + LATE, numbers, minutes=9, needs="gravity")
