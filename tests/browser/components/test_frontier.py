"""The picture of a contest: which dot leads, and which are on the frontier."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate

pytestmark = pytest.mark.browser

DOTS = [[0, 0.5], [3, 0.7], [3, 0.9], [5, 0.8], [9, 0.9], [12, 0.95]]
FOUND = """({ dots, k, rises }) => {
    const words = (score) => score.toFixed(2);
    const isOwn = ([features]) => features === 9;
    const svg = frontierPicture({ dots, k, rises, isOwn, words, label: "dots" });
    const all = [...svg.querySelectorAll(".dot")];
    const places = all.map((dot) => dot.getAttribute("cy")).filter(Boolean).map(Number);
    return {
        best: bestDot(dots, k, rises) ?? null,
        line: frontierOf(dots, rises),
        marks: all.map((dot) => dot.getAttribute("class").replace("dot", "").trim()),
        inside: places.every((y) => y > 0 && y < 180) && !svg.outerHTML.includes("NaN"),
    };
}"""


def picture_of(browser, dots: list, k: int, rises: bool) -> dict:
    module = "ui/live/browser/classroom/contest/frontier"
    return evaluate(browser, [module], FOUND, {"dots": dots, "k": k, "rises": rises})


def test_the_best_within_k_leads_and_fewer_features_win_a_tie(browser):
    more = picture_of(browser, DOTS, 9, True)
    assert more["best"] == [3, 0.9]
    assert more["line"] == [[0, 0.5], [3, 0.9], [12, 0.95]]
    assert more["marks"] == ["", "", "", "", "beyond", "own"] and more["inside"]


def test_where_less_is_better_the_least_leads(browser):
    less = picture_of(browser, DOTS, 9, False)
    assert less["best"] == [0, 0.5] and less["line"] == [[0, 0.5]]
    assert picture_of(browser, DOTS[1:], 4, False)["best"] == [3, 0.7]


def test_no_dot_leads_where_none_is_within_k(browser):
    assert picture_of(browser, DOTS[-1:], 9, True)["best"] is None
    nothing = picture_of(browser, [], 9, True)
    assert nothing == {"best": None, "line": [], "marks": [], "inside": True}
