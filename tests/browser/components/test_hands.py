"""Geometry under the hand, in a browser without the app, on the payload the app would send."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate
from tests.support.views import open_lesson, told

pytestmark = pytest.mark.browser

# The element `name` shown, then a panel moved: texts before and after.
FOLLOWED = """async ({ name, payload, source, values }) => {
    const parentElement = document.body;
    parentElement.innerHTML = `<div class="lab-${name}" style="width: 900px"></div>`;
    const root = parentElement.firstChild;
    const close = show({ data: payload, parentElement, setStateValue: () => {} });
    const texts = [root.textContent];
    for (const panel of ["another", source]) {
        dispatchEvent(new CustomEvent("lab-moved", { detail: { source: panel, values } }));
        texts.push(root.textContent);
    }
    close();
    return texts;
}"""


@pytest.mark.parametrize(
    ("key", "element", "values", "sentence"),
    [
        ("l1_ball", "l1_ball", {"radius": 0.5}, "− 0.50)/"),
        ("shrinking", "shrinker", {"alpha": 0.15}, "0.50 → 0.35"),
    ],
)
def test_the_knobs_of_the_lesson_move_its_geometry_at_once(browser, key, element, values, sentence):
    app = open_lesson(
        key, point={"l1_ball": "1.6_0.5_1.2_1.1_0.35_0.6_0.4"}.get(key, "1_0.9_0.5_0.2_0.1_0.3_0.4")
    )
    (panel,) = told(app, f"panels_{key}")["panels"]
    assert set(values) <= set(panel["values"]), "a knob that the lesson shows"
    given = {
        "name": element,
        "payload": told(app, element),
        "source": panel["source"],
        "values": values,
    }
    before, elsewhere, after = evaluate(
        browser, [f"pages/lessons/{key}/{element}"], FOLLOWED, given
    )
    assert sentence not in before and elsewhere == before
    assert sentence in after
