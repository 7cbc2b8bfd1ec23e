"""The first page: a sentence that no position of its knob contradicts, the course, the doors."""

from __future__ import annotations

import numpy as np

from knobs import knobs_of
from pages.lessons import LESSONS
from tests.support.many.turns import in_turn
from tests.support.pages import open_home
from tests.support.views import payload_of
from ui.home.weights import THRESHOLD, Knobs, film, gather, sentence, two_features


@in_turn("period", knobs_of(Knobs)["period"].stops())
def test_its_sentence_holds_at_every_position_of_the_knob(period):
    evidence = gather(Knobs(period=period))
    useful, useless = evidence.runs["truncated_gradient"].weights[-1]
    assert useful > THRESHOLD and evidence.lives("truncated_gradient")
    assert abs(useless) <= THRESHOLD / 2, "it is held near 0"
    dropped = evidence.runs["rounding"].weights[-1]
    assert abs(dropped[1]) <= THRESHOLD
    silent = "Neither rule knows" in sentence(evidence)
    cuts = evidence.runs["rounding"].weights[period - 1 :: period, 0]
    assert silent == (not cuts.any()) == (dropped[0] <= THRESHOLD)
    for scene in film(evidence).scenes:
        below, above = scene.tracks
        assert below.dash == "solid" != above.dash, "both are seen where they coincide"
    alike = all(np.array_equal(*(t.y for t in scene.tracks)) for scene in film(evidence).scenes)
    assert alike == ("both do the same" in sentence(evidence))
    assert not (alike and evidence.runs["rounding"].weights[period - 1 :: period, 1].any())
    assert np.array_equal(
        film(evidence).scenes[0].tracks[0].y[1:], evidence.runs["rounding"].weights[:, 0]
    )


def test_the_opening_counts_agreements_and_gives_no_bet_away():
    examples, said = two_features(), sentence(gather(Knobs()))
    first, second = (
        sum(x[j] == y for x, y in zip(examples.X.toarray(), examples.y, strict=True))
        for j in (0, 1)
    )
    assert f"in {first} of {len(examples.y)} examples" in said and f"a coin, in {second}." in said
    # Bets of the lesson on rounding: whether the useful weight gets past, and which ones grow.
    assert not any(word in said for word in ("never", "past", "gets away", "stays", "grow"))


def test_it_shows_a_card_for_each_lesson_and_links_to_every_page():
    app = open_home()
    assert not app.exception
    cards = payload_of(app, "course")["lessons"]
    assert [card["key"] for card in cards] == [lesson.key for lesson in LESSONS]
    assert [card["icon"] for card in cards] == [lesson.entry.icon for lesson in LESSONS]
    assert len({card["icon"] for card in cards}) == len(LESSONS)
    ways = payload_of(app, "start")["lessons"]
    assert [way["key"] for way in ways] == [lesson.key for lesson in LESSONS]
    assert len(app.get("page_link")) >= 5 + len(LESSONS) + 3 - 1


def test_its_knob_is_in_its_address():
    app = open_home(period="15")
    assert "past the threshold" in payload_of(app, "stage_home")["headline"]
    assert app.query_params["period"] == "15"
