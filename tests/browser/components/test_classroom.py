"""Parts of a class's windows, without the app: files, settings and entries of a contest."""

from __future__ import annotations

import pytest

from tests.support.modules import evaluate, modules_home

pytestmark = pytest.mark.browser

FOLDER = "ui/live/browser/classroom"
# The address to which a window goes when its leader shares the file of `search`.
SHARES = """async (search) => {
    const asked = [];
    window.fetch = async (path, { body }) => {
        asked.push([new URL(path).pathname, JSON.parse(body).upload]);
        return new Response('{"data": "class-9"}');
    };
    history.replaceState({}, "", `/playground${search}`);
    classroom.code = "ABCDE";
    const gone = new Promise((done) => addEventListener("popstate", done, { once: true }));
    offerFile();
    document.querySelector("form.lab-contest").requestSubmit();
    await gone;
    const there = location.pathname + location.search;
    history.replaceState({}, "", "/");
    return [asked, there];
}"""
LEFT = """([entered, wait]) => {
    const contest = { number: 1, phase: "open" };
    classroom.room = { contest, limits: { entries: 4, seconds: 3 } };
    Object.assign(desk, { entered, restsUntil: performance.now() + wait });
    const open = [leftLine(), cannotEnter(), cannotCount()];
    contest.phase = "over";
    return [...open, leftLine()];
}"""

# What goes to the class as a setting before the server has followed a hand, and then.
SETS = """async (browser) => {
    const [looks, said] = [[], []];
    window.setInterval = (look) => looks.push(look);
    window.fetch = async (path, { body }) => {
        said.push(JSON.parse(body).value);
        return new Response("{}");
    };
    const { classroom } = await import(`${browser}/classroom/state.js`);
    const { acknowledge, report } = await import(`${browser}/events/log.js`);
    await import(`${browser}/classroom/settings.js`);
    const question = { key: "rounding.5", kind: "setting" };
    const room = { page: "rounding", query: "step=5", question, round: 1, phase: "open" };
    Object.assign(classroom, { code: "ABCDE", room });
    const lookTwice = () => [...looks, ...looks].forEach((look) => look());
    history.replaceState({}, "", "/rounding?period=10&step=5");
    lookTwice();
    report({ source: "rounding", values: { period: 9 }, live: false }, () => {});
    lookTwice();
    const before = [...said];
    history.replaceState({}, "", "/rounding?period=9&step=5");
    acknowledge(1);
    lookTwice();
    history.replaceState({}, "", "/");
    return [before, said];
}"""


def test_a_setting_goes_to_the_class_when_the_server_has_followed_the_hand(browser):
    before, then = evaluate(browser, [], SETS, f"{modules_home()}ui/live/browser")
    assert before == [] and then == ["period=9&step=5"]


def test_a_file_is_shared_and_its_page_is_looked_at_as_before(browser):
    modules = [f"{FOLDER}/file", f"{FOLDER}/state"]
    look = "?data=upload-7&data.seed=2&a=sgd&present=1&show=knobs&class=ABCDE"
    asked, there = evaluate(browser, modules, SHARES, look)
    assert asked == [["/class/ABCDE/file", "upload-7"]]
    assert there == "/playground" + look.replace("upload-7", "class-9")


@pytest.mark.parametrize(
    ("entered", "wait", "left", "cannot"),
    [
        (0, 0, "4 of 4 entries left.", (False, False)),
        (1, 2500, "3 of 4 entries left. Enter again in 3 s.", (True, False)),
        (4, 0, "You have made your 4 entries: no more are taken from you.", (True, True)),
        (None, 0, "", (False, False)),
    ],
)
def test_the_limits_of_a_contest_are_those_of_the_room(browser, entered, wait, left, cannot):
    modules = [f"{FOLDER}/contest/enter", f"{FOLDER}/state"]
    found = evaluate(browser, modules, LEFT, [entered, wait])
    assert found == [left, *cannot, ""]
