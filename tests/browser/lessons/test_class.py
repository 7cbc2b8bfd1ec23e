"""A class of four browsers: one leads, one follows, one comes late, one is without a network."""

from __future__ import annotations

import os
import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.support.views import take_in

pytestmark = pytest.mark.browser

BAR = ".lab-class-bar"
TITLE = ".lab-card h2"
CONTEST = ".lab-contest"
FEW_AND_MANY = "a=sgd&b=l0_sgd&b.n_nonzeros=3"
"""Two runs: one keeps all features, the other 3."""
SPELL_MS = 30_000 if os.environ.get("WALKS") == "all" else 0
"""Milliseconds more without a network; else as long as the class takes for a bet and two steps."""


@pytest.fixture
def visitors(browser, app_url):
    """``visitors()`` is the page of somebody in a browser of their own."""
    contexts = []

    def visitor(width: int = 1280, height: int = 720):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}))
        page = contexts[-1].new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        return page

    expect.set_options(timeout=15_000)  # four browsers share the processors with other tests
    yield visitor
    expect.set_options(timeout=5_000)
    for context in contexts:
        context.close()


def opens_a_class(teacher, url: str) -> str:
    """Present a lesson to a class; returns its code."""
    teacher.goto(f"{url}/rounding?step=1")
    expect(teacher.locator(TITLE)).to_have_text("Two weights learn", timeout=20_000)
    teacher.get_by_role("button", name="Share and present").press("Enter")
    teacher.get_by_role("button", name="Open a class").press("Enter")
    expect(teacher.locator(f"{BAR} b")).to_have_text(re.compile(r"Class [A-Z]{5}"))
    teacher.keyboard.press("Escape")
    return teacher.locator(f"{BAR} b").inner_text().removeprefix("Class ")


def joins(student, url: str, code: str) -> None:
    student.goto(f"{url}/?class={code.lower()}")
    expect(student.locator(BAR)).to_contain_text(f"Class {code}: you follow.", timeout=20_000)


def _joins_by_code(student, url: str, code: str) -> None:
    student.goto(url)
    expect(student.get_by_label("the code of a class")).to_be_visible(timeout=20_000)
    student.get_by_label("the code of a class").fill("bbbbb")
    student.keyboard.press("Enter")
    expect(student.get_by_text("There is no class with this code.")).to_be_visible()
    student.get_by_label("the code of a class").fill(code.lower())
    student.keyboard.press("Enter")


def answers(student, text: str) -> None:
    student.get_by_role("button", name=text).click()
    expect(student.locator(".lab-note")).to_contain_text("with the class")


def test_a_class_bets_twice_and_nobody_is_lost(visitors, app_url):
    teacher, anna, ben, cem = visitors(), visitors(390, 844), visitors(), visitors()
    code = opens_a_class(teacher, app_url)
    for student in (anna, ben):
        joins(student, app_url, code)
        expect(student.locator(TITLE)).to_have_text("Two weights learn")
    # The first bet, with a clicker; one comes late, and stands at the right place at once.
    question = re.compile("A cut after every")
    teacher.keyboard.press("PageDown")
    for student in (anna, ben):
        expect(student.locator(TITLE)).to_have_text(question)
    answers(anna, "No, never.")
    answers(ben, "Yes, soon")
    _joins_by_code(cem, app_url, code)
    expect(cem.locator(TITLE)).to_have_text(question)
    answers(cem, "Yes, soon")
    expect(teacher.locator(BAR)).to_contain_text("3 here · 3 follow · 3 of 3 answered")
    expect(anna.locator(".lab-split")).to_have_count(0)
    teacher.keyboard.press("PageDown")
    for page in (teacher, anna, ben, cem):
        expect(page.locator(".lab-split li")).to_have_text(
            [re.compile("^2: Yes, soon"), re.compile("^0:"), re.compile("^1: No")]
        )
    expect(anna.get_by_role("button", name="No, never.")).to_be_disabled()
    _asked_again(teacher, anna, ben, cem)
    _set_knobs_and_numbers(teacher, anna, ben, cem)
    _one_is_without_a_network(teacher, anna, ben, cem)
    _look(teacher, anna, ben)
    _explores(teacher, anna)
    _competes(teacher, anna, ben, cem, app_url)
    _is_led_by_two(teacher, visitors, app_url)
    # The end, after which nothing of the class is left.
    teacher.on("dialog", lambda dialog: dialog.accept())
    teacher.get_by_role("button", name="End class").click()
    expect(teacher.locator(BAR)).to_have_count(0)
    for student in (anna, ben, cem):
        expect(student.locator(BAR)).to_have_text("The class is over.")
        expect(student.locator(CONTEST)).to_have_count(0)


def _is_led_by_two(teacher, visitors, app_url) -> None:
    # A colleague takes over where the class stands; then both windows go where either of them goes.
    teacher.get_by_role("button", name="leave").press("Enter")
    teacher.get_by_role("button", name="Share and present").press("Enter")
    expect(teacher.get_by_role("button", name="Open a class")).to_have_count(0)
    with teacher.expect_response("**/key") as answer:
        teacher.get_by_role("button", name="Copy the link for a second leader").press("Enter")
    teacher.keyboard.press("Escape")
    colleague = visitors()
    code = teacher.locator(f"{BAR} b").inner_text().removeprefix("Class ")
    colleague.goto(f"{app_url}/?class={code}#lead={answer.value.json()['key']}")
    colleague.wait_for_url(re.compile(r"/playground\?.*data=class-"))
    expect(colleague.locator(BAR)).to_contain_text("3 here")
    for one, other, page in ((colleague, teacher, "Papers"), (teacher, colleague, "Sweep")):
        one.get_by_role("link", name=page, exact=True).click()
        other.wait_for_url(f"**/{page.lower()}*", timeout=30_000)


def _set_knobs_and_numbers(teacher, anna, ben, cem) -> None:
    # A goal: each sets the knob, and still follows; shown, a click leads the class to one of them.
    for title in ("How near is near?", "Leave it alone for longer"):
        teacher.keyboard.press("PageDown")
        expect(ben.locator(TITLE)).to_have_text(title)
    for student, period in ((anna, "30"), (ben, "9"), (cem, "30")):
        expect(student.locator(".lab-note")).to_contain_text("your setting goes to the class")
        field = student.locator(".lab-knob input:not([type=range])").first
        field.fill(period)
        field.press("Enter")
        expect(student.locator(".lab-note")).to_contain_text("with the class")
    expect(teacher.locator(BAR)).to_contain_text("3 follow · 3 of 3 answered · 2 reach the goal")
    expect(anna.locator(".lab-settings")).to_have_count(0)
    teacher.keyboard.press("PageDown")
    expect(ben.locator(".lab-settings li")).to_have_text(
        ["period 9: 1 student, goal not reached (yours)", "period 30: 2 students, goal reached"]
    )
    expect(ben.locator(".lab-cloud .lab-hit")).to_have_count(2)
    teacher.get_by_role("button", name="period 30: 2 students").click()
    ben.wait_for_url("**period=30**")
    # The teacher's own question, with the mouse nowhere near the story.
    teacher.get_by_role("button", name="Ask a question").click()
    teacher.get_by_label("Your question").fill("How many <b>coins</b> get past?")
    teacher.get_by_label("An answer is").select_option("number")
    teacher.get_by_role("button", name="Ask the class").click()
    for student, number in ((anna, "2"), (ben, "5")):
        expect(student.locator(".lab-class-question h2")).to_have_text(
            "How many <b>coins</b> get past?"
        )
        student.get_by_label("your answer").fill(number)
        student.keyboard.press("Enter")
        expect(student.locator(".lab-class-question")).to_contain_text("is with the class")
    teacher.get_by_role("button", name="Show the answers").click()
    expect(cem.locator(".lab-class-question")).to_contain_text("2 answers from 2 to 5")
    teacher.get_by_role("button", name="5: 1 student").press("Enter")
    for student in (anna, cem):
        expect(student.locator(".lab-class-question")).to_contain_text("5: 1 student. Let us talk")
    expect(teacher.get_by_role("button", name="5: 1 student")).to_be_focused()
    teacher.get_by_role("button", name="Put the question away").click()
    for page in (anna, teacher):
        expect(page.locator(".lab-class-question")).to_have_count(0)


def _one_is_without_a_network(teacher, anna, ben, cem) -> None:
    # Meanwhile the class makes its second bet, in two rounds, and goes on.
    cem.context.set_offline(True)
    teacher.keyboard.press("PageDown")
    anna.get_by_role("button", name="Question unclear?").click()
    expect(anna.locator(BAR)).to_contain_text("Your teacher sees that")
    expect(teacher.locator(BAR)).to_contain_text("0 of 3 answered · unclear to 1")
    for student, said in ((anna, "A few."), (ben, "None: their votes cancel.")):
        expect(student.locator(TITLE)).to_have_text("And even longer")
        answers(student, said)
    expect(teacher.locator(BAR)).to_contain_text(re.compile("2 of 3 answered(?! · unclear)"))
    expect(anna.get_by_role("button", name="Question unclear?")).to_have_count(0)
    teacher.keyboard.press("PageDown")
    expect(anna.locator(".lab-split li")).to_have_text(
        [re.compile("^1: None"), re.compile("^1: A few"), re.compile("^0: Most")]
    )
    teacher.get_by_role("button", name="Ask again").click()
    for student in (anna, ben):
        answers(student, "A few.")
    expect(teacher.locator(BAR)).to_contain_text("2 of 3 answered, round 2")
    teacher.keyboard.press("PageDown")
    expect(ben.locator(".lab-says")).to_contain_text("since the first round 1 changed")
    teacher.keyboard.press("PageDown")
    expect(ben.locator(".lab-says")).to_contain_text("✓ You said: A few.")
    teacher.keyboard.press("PageDown")
    pulled = "Pull instead of cutting"
    expect(anna.locator(TITLE)).to_have_text(pulled)
    cem.wait_for_timeout(SPELL_MS)
    assert cem.locator(TITLE).inner_text() == "Leave it alone for longer"
    cem.context.set_offline(False)
    expect(cem.locator(TITLE)).to_have_text(pulled, timeout=30_000)
    expect(cem.locator(BAR)).to_contain_text("you follow")
    answers(cem, "Both grow.")
    expect(teacher.locator(BAR)).to_contain_text("3 here · 3 follow · 1 of 3 answered")
    for title in ("And even longer", "Leave it alone for longer"):
        teacher.keyboard.press("PageUp")
        expect(anna.locator(TITLE)).to_have_text(title)


def _look(teacher, anna, ben) -> None:
    # Back at a goal, what was set there before is kept.
    for name, frame in (("To the end", r"[1-9]\d*"), ("To the beginning", "0")):
        teacher.get_by_label(name).click()
        expect(teacher.locator(".lab-player")).to_have_attribute("data-frame", re.compile(frame))
    expect(teacher.locator(BAR)).to_contain_text("3 of 3 answered · 2 reach the goal")
    teacher.keyboard.press("PageUp")
    expect(anna.locator(TITLE)).to_have_text("How near is near?")
    # Where the leader has put the film, and what the leader points at.
    teacher.get_by_label("To the beginning").click()
    teacher.locator(".lab-card .lab-look").first.hover()
    for student in (anna, ben):
        expect(student.locator(".lab-player")).to_have_attribute("data-frame", "0")
        expect(student.locator(".lab-scenes .lab-faded")).to_have_count(1)
    teacher.mouse.move(5, 5)
    expect(anna.locator(".lab-scenes .lab-faded")).to_have_count(0)
    teacher.keyboard.press("PageUp")
    expect(anna.locator(TITLE)).to_have_text("Why it never gets away")


def _asked_again(teacher, anna, ben, cem) -> None:
    # One has been without a network, one loads the page again.
    cem.context.set_offline(True)
    teacher.get_by_role("button", name="Ask again").click()
    expect(ben.get_by_role("button", name="No, never.")).to_be_enabled()
    ben.reload()
    answers(ben, "No, never.")
    teacher.keyboard.press("PageDown")
    expect(anna.locator(".lab-says")).to_contain_text("since the first round 1 changed")
    stayed_and_went = "0 stayed with their answer; 1 went from “Yes, soon"
    expect(anna.locator(".lab-moves svg")).to_have_attribute(
        "aria-label", re.compile(f"^{stayed_and_went}.*” to “No, never.”$")
    )
    teacher.get_by_role("button", name="1: No, never.").click()
    for page in (anna, ben, teacher):
        expect(page.locator(".lab-picked")).to_have_text(
            re.compile("^1: No, never.*Let us talk about this answer.$")
        )
    cem.context.set_offline(False)
    # The answer; each sees what their own meant, who answered in the first round alone, too.
    teacher.keyboard.press("PageDown")
    for student, reply in ((anna, "✓ You said: No"), (ben, "✓ You said: No"), (cem, "× You said")):
        expect(student.locator(".lab-says")).to_contain_text(reply, timeout=30_000)
    teacher.keyboard.press("PageDown")
    for student in (anna, ben, cem):
        expect(student.locator(TITLE)).to_have_text("Why it never gets away")


def _explores(teacher, anna) -> None:
    # One explores; nobody does with all eyes on the class.
    anna.get_by_role("button", name="Back", exact=True).click()
    expect(anna.locator(BAR)).to_contain_text("You are exploring. The class is at step 3.")
    expect(teacher.locator(BAR)).to_contain_text("3 here · 2 follow")
    teacher.get_by_role("button", name="All eyes here").click()
    expect(anna.locator(TITLE)).to_have_text("Why it never gets away")
    anna.get_by_role("button", name="Next", exact=True).click()
    expect(anna.locator(TITLE)).to_have_text("How near is near?")
    expect(anna.locator(TITLE)).to_have_text("Why it never gets away")
    expect(teacher.locator(BAR)).to_contain_text("3 here · 3 follow")
    expect(teacher.get_by_role("button", name="Let them explore")).to_be_visible()
    teacher.keyboard.press("c")
    expect(teacher.get_by_role("button", name="Let them explore")).to_be_focused()


def enters(student, run: str, features: str) -> None:
    student.get_by_role("button", name=f"Enter run {run}").press("Enter")
    judged = re.compile(rf"Run {run}: AUC .*{features}")
    expect(student.locator(CONTEST)).to_contain_text(judged, timeout=30_000)


def own_table() -> str:
    """A file of the teacher's: 200 rows, and 12 features of which three decide."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((200, 12))
    score = X[:, :3] @ [2.0, -1.5, 1.0] + 0.5 * rng.standard_normal(200)
    table = pd.DataFrame(X.round(3), columns=[f"column {j}" for j in range(12)])
    table["outcome"] = np.where(score > 0, "well", "ill")
    return table.to_csv(index=False)


def _competes(teacher, anna, ben, cem, app_url) -> None:
    # A contest on the teacher's own file, which the class has once it is shared: everybody goes
    # there, and one enters a run by the keyboard.
    teacher.get_by_role("button", name="Let them explore").click()
    teacher.goto(f"{app_url}/playground?{FEW_AND_MANY}")
    for student in (anna, ben, cem):
        student.wait_for_url(re.compile(r"/playground\?.*b=l0_sgd"))
    take_in(teacher, own_table())
    expect(anna.locator(BAR)).to_contain_text("your teacher looks at a file that you do not have")
    teacher.keyboard.press("Escape")
    teacher.get_by_role("button", name="Contest", exact=True).press("Enter")
    teacher.get_by_label("at most").fill("5")
    teacher.get_by_role("button", name="Share the file and start").click()
    for page in (teacher, anna, ben, cem):
        page.wait_for_url(re.compile(r"/playground\?.*data=class-"))
        expect(page.locator(".lab-panels").first).to_be_visible(timeout=30_000)
    for student in (anna, ben, cem):
        expect(student.locator(CONTEST)).to_contain_text("No entry yet.", timeout=30_000)
    enters(ben, "A", "with 12 features, 7 more than 5: this entry cannot lead.")
    again = ben.get_by_role("button", name="Enter run A")
    expect(again).to_have_accessible_description(re.compile("19 of 20 .* Enter again in [1-3] s"))
    _counts(cem)
    expect(anna.locator(CONTEST)).to_contain_text("No entry with at most 5 features.")
    # An entry that is under way when all are called back is taken.
    under_way = []
    anna.route("**/entry", lambda route: under_way.append(route), times=1)
    anna.get_by_role("button", name="Enter run B").click()
    expect(anna.locator(CONTEST)).to_contain_text("Run B is being judged")
    teacher.get_by_role("button", name="All eyes here").click()
    expect(anna.locator(BAR)).to_contain_text("all eyes on the class")
    under_way[0].continue_()
    expect(anna.locator(CONTEST)).to_contain_text(
        re.compile(r"Best so far: AUC .*\(yours\)"), timeout=30_000
    )
    for page in (teacher, ben, cem):
        expect(page.locator(f"{CONTEST} .dot")).to_have_count(2)
        expect(page.locator(CONTEST)).to_contain_text(re.compile("Best so far: AUC .* with [1-5] "))
    assert ben.locator(f"{CONTEST} .dot.own").count() == 1
    assert teacher.locator(f"{CONTEST} :is(li, .dot.own)").count() == 0
    _opens_an_entry(teacher, anna, ben, cem)


def _counts(student) -> None:
    # What an entry would keep; that is said of these settings alone, and costs nothing.
    panel = student.locator(CONTEST)
    expect(panel.get_by_text("hidden from every entry")).to_be_visible()
    student.get_by_role("button", name="Count features").press("Enter")
    counted = re.compile(
        "Run A would keep 12 features, 7 more than 5. Run B would keep 3 features. No entry"
    )
    expect(panel).to_contain_text(counted, timeout=30_000)
    expect(panel).to_contain_text("20 of 20 entries left")
    field = student.locator("[data-knob=n_nonzeros] input:not([type=range])")
    field.fill("4")
    field.press("Enter")
    expect(panel).not_to_contain_text("No entry was used")


def _opens_an_entry(teacher, anna, ben, cem) -> None:
    # The end of the contest: who entered nothing opens the best entry as a run.
    teacher.get_by_role("button", name="Let them explore").click()
    # Presented, the panel is one line until it is opened.
    teacher.get_by_role("button", name="Share and present").press("Enter")
    teacher.get_by_role("button", name="Present this view").press("Enter")
    end = teacher.get_by_role("button", name="End the contest")
    expect(end).to_be_hidden()
    expect(teacher.locator(BAR)).to_have_text(re.compile("^Class [A-Z]{5}.*Tools$"))
    teacher.keyboard.press("c")
    teacher.get_by_role("button", name="Contest", exact=True).click()
    end.click()
    lines = (cem.locator(f"{CONTEST} li"), ben.locator(f"{CONTEST} li"))
    for line in lines:
        expect(line).to_have_text(
            [re.compile("with [1-5] features?"), re.compile("with 12 .*, 7 too")]
        )
    expect(teacher.locator(f"{CONTEST} ol li")).to_have_count(1)
    expect(teacher.locator(f"{CONTEST} ul li")).to_have_count(1)
    expect(lines[1].last).to_contain_text("(yours)")
    lines[0].first.get_by_role("button").press("Enter")
    cem.wait_for_url(re.compile(r"/playground\?data=class-.*&b=l0_sgd"))
    expect(cem.locator(BAR)).to_contain_text("You are exploring.")
    expect(cem.locator(CONTEST)).to_contain_text("its run learns from other rows")
    expect(anna.locator(BAR)).to_contain_text("you follow")
    # The teacher's window stays as it is presented.
    teacher.locator(f"{CONTEST} ol button").click()
    teacher.wait_for_url(re.compile(r"present=1.*&b=l0_sgd"))
    anna.wait_for_url(re.compile(r"/playground\?.*&b=l0_sgd"))
