"""The page of papers: the overview, every claim with its picture and table, and its address."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.parse import parse_qsl

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.lessons import LESSONS
from pages.papers import PAGE
from papers.catalogue import PAPERS, all_claims, find_claim
from papers.results import load_results
from papers.rules.statistics import number_text
from tests.support.views import framed_app, payload_of, pictures
from ui.address import decode
from ui.lessons.claims import claims_of
from ui.live.stage import text_of
from ui.look import AT_REST
from ui.movement import Movement
from ui.papers import recomputation
from ui.papers.below import _where_from
from ui.papers.card import card, mover
from ui.papers.evidence import gather
from ui.papers.form import KEY, NAMES, PAPERS_FORM, place, place_at
from ui.papers.picture import claim_picture
from ui.papers.table import table
from ui.papers.wording import terms, texts_beside
from ui.sweep.form import SWEEP
from ui.view import View, opening

LINK = re.compile(r"\]\(([^)]+)\)")


@pytest.fixture(autouse=True)
def nothing_runs(monkeypatch):
    """No claim is computed again but where a test asks."""
    monkeypatch.setattr("pages.papers.recompute", lambda name: None)


def open_papers(**parameters: str) -> AppTest:
    st.cache_resource.clear()
    app = framed_app().switch_page("pages/papers.py")
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


def view_of(name: str, **values) -> View:
    return opening().with_place(KEY, place_at(name, **values))


def test_the_overview_has_every_claim():
    app = open_papers()
    assert not app.exception
    shown = payload_of(app, "papers_board")
    named = [claim["name"] for paper in shown["papers"] for claim in paper["claims"]]
    assert named == list(NAMES)
    assert sum(entry["n"] for entry in shown["legend"]) == len(NAMES)


def test_a_claim_stands_with_its_card_picture_and_table():
    name = "langford.strong_pull"
    app = open_papers(claim=name)
    assert not app.exception and not app.error
    said = payload_of(app, "story_words")
    claim = dict(all_claims())[name]
    assert said["title"] == claim.says and said["outcome"][0]["text"].startswith("● same")
    assert list(pictures(app, "stage_papers")) == ["claim"]
    shown = " ".join(text.value for text in app.markdown)
    assert "| period K |" in shown and "playground?" in shown
    assert next(code.value for code in app.code) == f"python -m papers {name} --again"


def test_an_unknown_claim_leads_to_all():
    app = open_papers(claim="langford.nothing")
    assert not app.exception
    assert payload_of(app, "papers_board")
    assert any("There is no claim “langford.nothing”" in note.value for note in app.warning)


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_can_be_shown(name):
    view = view_of(name)
    evidence = gather(view)
    picture = claim_picture(evidence)
    assert picture.figure.data and picture.alt and picture.table() is not None
    for case in evidence.outcome.claim.cases:
        for reading in evidence.outcome.claim.readings:
            other = gather(view_of(name, case=case.name, reading=reading.name))
            json.loads(text_of(claim_picture(other)))
            assert table(other).count("\n") >= 2
    assert card(evidence, place(view).step)["steps"]
    assert PAPERS_FORM.decode(PAPERS_FORM.encode(view), None)[0] == view


@pytest.mark.parametrize("name", NAMES)
def test_every_link_of_a_table_leads_to_what_it_says(name):
    """An address of the playground is read without a complaint, and written the same again."""
    for link in LINK.findall(table(gather(view_of(name)))):
        page, _, query = link.partition("?")
        if page == "playground":
            view, notes = decode(dict(parse_qsl(query, keep_blank_values=True)))
            assert not notes and view.runs
        if page == "sweep":
            view, notes = SWEEP.decode(dict(parse_qsl(query, keep_blank_values=True)), None)
            assert not notes and view.preparation.test_fraction
            assert all(method.unfitted for method in view.sweep.methods)


@pytest.mark.parametrize("name", NAMES)
def test_an_axis_of_shares_never_runs_to_two(name):
    picture = claim_picture(gather(view_of(name)))
    axis = picture.layout["yaxis"]
    ours = [curve for curve in picture.data if "error_y" in curve]
    ends = [curve["y"] + curve["error_y"]["array"] for curve in ours]
    ends += [curve["y"] - curve["error_y"]["arrayminus"] for curve in ours]
    ends += [curve["y"] for curve in picture.data if "error_y" not in curve]
    heights = np.concatenate(ends)
    heights = heights[np.isfinite(heights)]
    if (
        axis.get("type") == "log"
        or not len(heights)
        or not ((heights >= 0.0) & (heights <= 1.0)).all()
    ):
        return
    assert axis["range"][0] >= -0.06 and axis["range"][1] <= 1.04


AS_PYTHON_WRITES = re.compile(r"\de[+-]\d")


@pytest.mark.parametrize("name", NAMES)
def test_small_and_large_numbers_are_written_with_powers_of_ten(name):
    evidence = gather(view_of(name))
    picture = claim_picture(evidence).payload()
    ticks = [str(picture["layout"][axis].get("ticktext")) for axis in ("xaxis", "yaxis")]
    names = [curve["name"] for curve in picture["data"]]
    said = [piece["text"] for piece in card(evidence, place(view_of(name)).step)["outcome"]]
    texts = [*ticks, *names, *said, LINK.sub("]", table(evidence)), claim_picture(evidence).alt]
    assert [text for text in texts if AS_PYTHON_WRITES.search(text)] == []


@pytest.mark.parametrize("name", ["dhingra.density_falls", "langford.lemma_one"])
def test_so_they_are_below_the_picture(name):
    app = open_papers(claim=name)
    texts = [text.value for text in [*app.markdown, *app.caption]]
    texts = [LINK.sub("]", text) for text in texts]
    assert any("10⁻" in text for text in texts)
    assert [text for text in texts if AS_PYTHON_WRITES.search(text)] == []


EXPLAINED = (
    *("exact rule", "lazy formula", "cumulative penalty", "sign test", "AUC", "log-log"),
    *("SCD", "DETCD", "SMIDAS", "TG", "FOBOS", "mini-batch", "L0-SGD", "SubGD", "sub-gradient"),
    *("RDA", "L1-RDA", "DA-GL", "DA-SGL", "GL", "group lasso", "Lasso", "duality gap"),
    *("EG", "interior point", "line search", "projected gradient", "Frank–Wolfe", "pivot"),
)
OTHER_NAMES = {"CCAT", "MAGIC", "MAGIC04D", "MAGIC04S", "MNIST", "RCV1", "UCI", "VOWPAL", "WABBIT"}
"""Of data and of a program."""
ABBREVIATION = re.compile(r"\b(?:[A-Z][A-Za-z0-9]*-)?[A-Z]{2,}[A-Z0-9]*\b")


@pytest.mark.parametrize("name", NAMES)
def test_words_that_few_students_know_are_explained(name):
    """Each in the card where it has the word first, or in the line of words under it."""
    evidence = gather(view_of(name))
    said = card(evidence, place(view_of(name)).step)
    parts = [*said["body"], *said["outcome"], *said["words"]]
    sentences = [piece["about"] for piece in parts if piece["kind"] == "term"]
    assert len(set(sentences)) == len(sentences), "each once"
    assert "".join(piece["text"] for piece in said["body"]).endswith(
        evidence.outcome.claim.source.quote
    ), "nothing of the paper's words is lost"
    text = "\n".join([*texts_beside(evidence), *(piece["text"] for piece in parts)])
    longest = "|".join(map(re.escape, sorted(terms(), key=len, reverse=True)))
    used = {found.lower() for found in re.findall(rf"\b({longest})\b", text, re.IGNORECASE)}
    hard = {terms()[word.lower()] for word in EXPLAINED}
    assert [word for word in used if terms()[word] in hard - set(sentences)] == []
    assert set(ABBREVIATION.findall(text)) <= OTHER_NAMES | {"CPU"} | set(map(str.upper, terms()))


def test_series_have_a_column_each_where_nothing_else_has():
    """Of one reading without printed numbers: every number stands in it, at its place."""
    for name, places in (("fairness.every_step", 5), ("fairness.memory", 12)):
        evidence = gather(view_of(name))
        claim = evidence.outcome.claim
        head, _, *rows = table(evidence).splitlines()
        series = list(dict.fromkeys(quantity.series for quantity in claim.quantities))
        assert head == f"| {claim.axes.x} | {' | '.join(series)} |" and len(rows) == places
        case = claim.cases[0]
        middle = evidence.outcome.middle(evidence.outcome.values(case, claim.readings[0]))
        for quantity, number in zip(claim.quantities, middle, strict=True):
            row = next(r for r in rows if r.startswith(f"| {quantity.x or case.name} |"))
            cell = row.split(" | ")[1 + series.index(quantity.series)]
            assert cell.startswith(f"[{number_text(number)}](sweep?")


def test_the_card_says_which_reading_and_what_data_a_verdict_rests_on():
    def outcome(name: str) -> str:
        pieces = card(gather(view_of(name)), place(view_of(name)).step)["outcome"]
        return "".join(piece["text"] for piece in pieces)

    said = outcome("dhingra.always_dense")
    assert said.startswith(
        "● same ≈. It came out as the paper says. ≈: the data are not the paper’s."
    )
    assert "Shown is what confirms it most, “mean picture”. Otherwise: same with" in said
    said = outcome("langford.strong_pull")
    assert "≈" not in said and "Shown is what" not in said
    said = outcome("fairness.memory")
    assert "too noisy to tell on spambase + 1000 (3 of 4 comparisons clear)" in said
    said = outcome("yang.regret")
    assert "Otherwise: same with “closed form”; other with “sum as printed”." in said


def test_the_card_of_the_regret_says_that_the_printed_formula_does_not_hold():
    body = card(gather(view_of("yang.regret")), place(view_of("yang.regret")).step)["body"]
    said = "".join(piece["text"] for piece in body)
    assert "Formula (15), from which this follows, is violated as it is printed" in said
    assert all(f"{letter} " in said for letter in "TLDγ")


def test_artificial_data_are_called_so_and_old_names_lead_to_them():
    view = view_of("langford.lemma_one", case="made, sparse")
    evidence = gather(view)
    assert evidence.case.name == "made, sparse"
    assert claim_picture(evidence).heading == "artificial sparse"
    old = {"claim": "langford.lemma_one", "case": "made, sparse"}
    assert PAPERS_FORM.decode(old, None) == (view, [])


def test_the_caption_of_the_numbers_says_what_is_there():
    """Of some readings alone a number leads to its run; repetitions may look the same."""
    app = open_papers(claim="langford.periods")
    assert any(text.value.startswith("How it is judged") for text in app.caption)
    assert any(text.value.startswith("An underlined number opens") for text in app.caption)
    ours = table(gather(view_of("shalev_shwartz.reuters", case="rcv1 sample")))
    assert "(0.6794 … 0.6794)" not in ours and " … " in ours
    links = LINK.findall(ours)
    app = open_papers(claim="shalev_shwartz.reuters", case="rcv1 sample")
    assert not links and not any("opens" in text.value for text in app.caption)
    assert not any("Each number" in text.value for text in app.caption)


def test_a_comparison_of_ours_speaks_of_no_paper():
    """What is said of it: whether it holds, how it is measured; of a paper: what the paper says."""
    for name, words in (
        ("fairness.rounding", "It does not hold"),
        ("langford.strong_pull", "as the paper says"),
    ):
        app = open_papers(claim=name)
        assert not app.exception
        said = payload_of(app, "story_words")
        outcome = " ".join(piece["text"] for piece in said["outcome"])
        body = " ".join(piece.get("text", "") for piece in said["body"])
        ours = name.startswith("fairness.")
        assert words in outcome and body.startswith("The paper:") is not ours
        assert body.startswith("This claim is ours, not a paper’s.") is ours
        headings = [text.value for text in app.markdown if text.value.startswith("###")]
        assert ("### How it is measured" in headings) is ours


HOUSE = re.compile(r"\b(knobs?|readings?|made|key)\b", re.IGNORECASE)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_speaks_no_house_words(name):
    """A student knows settings and artificial data, and not what the code calls them."""
    evidence = gather(view_of(name))
    claim = evidence.outcome.claim
    picture, said = claim_picture(evidence), card(evidence, place(view_of(name)).step)
    texts = [claim.says, claim.rule.sentence, claim.notes.cause, claim.axes.x, claim.axes.y]
    texts += [picture.caption, picture.alt, picture.heading, table(evidence)]
    texts += [piece["text"] for piece in said["outcome"]]
    texts = [re.sub(r"made (up|on|them)", "", LINK.sub("]", text)) for text in texts]
    assert [text for text in texts if HOUSE.search(text)] == []


def test_printed_numbers_stand_where_the_paper_prints_them():
    """Over its own data where they are a case; else the caption says whose they are."""
    for case, n in (("digits", 0), ("MNIST", 0), ("Gisette", 1)):
        picture = claim_picture(gather(view_of("dhingra.fobos_either", case=case)))
        assert sum("printed" in curve["name"] for curve in picture.data) == n
    caption = claim_picture(gather(view_of("langford.clicks"))).caption
    assert "Hollow marks are the paper’s printed numbers, of its own data." in caption


@pytest.mark.parametrize(
    "name", ["langford.later_rule", "langford.removal", "duchi.high_dimension"]
)
def test_the_limit_of_a_claim_is_in_its_picture(name):
    picture = claim_picture(gather(view_of(name)))
    limit = dict(all_claims())[name].rule.at_least
    (line,) = (curve for curve in picture.data if curve["name"].startswith("at least"))
    assert list(line["y"]) == [limit, limit]
    low, high = picture.layout["yaxis"].get("range", (-np.inf, np.inf))
    assert low <= limit <= high


def test_steps_lead_through_all_papers():
    """PageDown from the first claim to the last, and on to the overview."""
    move, view = mover(), view_of(NAMES[0])
    seen = [NAMES[0]]
    for _ in NAMES:
        said = card(gather(view), place(view).step)
        number = said["step"] + 1
        view = move(view, Movement(action="step", value=str(number)))
        if not place(view).step:
            break
        seen.append(PAPERS_FORM.encode(view)["claim"])
    assert seen == list(NAMES) and not place(view).step
    first = view_of(f"{PAPERS[-1].key}.{PAPERS[-1].claims[0].key}")
    assert not place(move(first, Movement(action="step", value="0"))).step
    assert move(first, Movement(action="bet", value="1")) == first


def test_a_claim_is_computed_again_here():
    name = "langford.strong_pull"
    here = recomputation.recompute(name)
    here.thread.join(60)
    assert here.ended and not here.problem and here.done == here.total > 0
    assert recomputation.current_results(name) is here.results
    assert gather(view_of(name)).here is here
    stored = recomputation.load_results(name)
    for cell, row in stored.rows.items():
        assert row.values == pytest.approx(here.results.rows[cell].values, rel=1e-6, abs=1e-12)


def test_one_that_fails_says_so(monkeypatch):
    def fail(claim, task):
        raise ArithmeticError("no such number")

    monkeypatch.setattr(recomputation, "compute_rows", fail)
    here = recomputation.Recomputation("langford.strong_pull")
    here.thread.join(60)
    assert here.ended and here.problem == "It could not be computed: no such number."
    assert here.results.rows, "the stored numbers stand"


def test_the_page_is_pure():
    for view in (opening(), view_of(NAMES[0])):
        evidence = PAGE.evidence(view, AT_REST)
        assert PAGE.rows(view, evidence) and PAGE.title(view) == "Papers · Sparsity Lab"


def test_lessons_and_claims_lead_to_each_other():
    keys = {lesson.key for lesson in LESSONS}
    for name, claim in all_claims():
        lesson = claim.notes.lesson
        if lesson:
            assert lesson in keys
            assert any(f"claim={name})" in line for line in claims_of(lesson))
    assert claims_of("nothing") == []


def test_the_page_says_what_was_computed_before_the_last_change_of_the_code():
    stored = next(iter(load_results("langford.strong_pull").rows.values()))
    row = replace(stored, computed_by="")
    older = replace(row, computed_by="older", date="2026-01-02")
    said = _where_from(find_claim("langford.strong_pull"), [row, older], False, False)
    assert f"Computed from 2026-01-02 to {row.date} and stored" in said
    assert "Of its 2 runs 1 were computed before the last change of the code" in said
    assert "last change" not in _where_from(find_claim("langford.strong_pull"), [row], False, False)
