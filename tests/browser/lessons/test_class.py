"""A class in browsers: one leads, Anna follows on a phone, Ben beside her.

They share one class, which each test takes to the step that it begins at. A bet of one test is at
no step of another one, for answers stay.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.views import take_in

pytestmark = pytest.mark.browser

BAR = ".lab-class-bar"
TITLE = ".lab-card h2"
CONTEST = ".lab-contest"
TITLES = {
    1: "Two weights learn",
    2: re.compile("A cut after every"),
    3: "Why it never gets away",
    4: "How near is near?",
    5: "Leave it alone for longer",
    6: "And even longer",
    7: "Pull instead of cutting",
}
FEW_AND_MANY = "a=sgd&b=l0_sgd&b.n_nonzeros=3"
"""Two runs: one keeps all features, the other 3."""
SPELL_MS = 30_000 if os.environ.get("WALKS") == "all" else 0
"""Milliseconds more without a network; else as long as the class takes for a bet and two steps."""


@dataclass
class OpenClass:
    """A class with one who leads and two who follow, each in a browser of their own."""

    browser: Browser
    url: str
    failures: int  # of tests before it was opened
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(self) -> None:
        self.teacher, self.anna, self.ben = self.visitor(), self.visitor(390, 844), self.visitor()
        self.code = opens_a_class(self.teacher, self.url)
        self.ben.goto(f"{self.url}/?class={self.code.lower()}&student=7", wait_until="commit")
        _joins_by_code(self.anna, self.url, self.code)
        for student in self.students:
            follows = f"Class {self.code}: you follow."
            expect(student.locator(BAR)).to_contain_text(follows, timeout=20_000)
        expect(self.ben).to_have_url(re.compile(r"/rounding\?.*student=7"))

    @property
    def students(self) -> tuple[Page, Page]:
        return self.anna, self.ben

    @property
    def everybody(self) -> tuple[Page, Page, Page]:
        return self.teacher, self.anna, self.ben

    def visitor(self, width: int = 1280, height: int = 720) -> Page:
        context = self.browser.new_context(viewport={"width": width, "height": height})
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        return page

    def begins_at(self, step: int) -> None:
        """Take the class to a step of the lesson."""
        self.teacher.get_by_role("button", name=f"Step {step}:").click()
        self.stands_at(step)

    def stands_at(self, step: int) -> None:
        for page in self.everybody:
            expect(page.locator(TITLE)).to_have_text(TITLES[step])

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()


@pytest.fixture(scope="module")
def open_classes() -> Iterator[list[OpenClass]]:
    """The class that the tests share, once there is one."""
    expect.set_options(timeout=15_000)  # the browsers share the processors with other tests
    classes: list[OpenClass] = []
    yield classes
    expect.set_options(timeout=5_000)
    for each in classes:
        each.close()


@pytest.fixture
def lesson(request, browser, app_url, open_classes) -> OpenClass:
    """The class; what a test that failed has left is no beginning for the next one."""
    failures = request.session.testsfailed
    is_second_try = getattr(request.node, "execution_count", 1) > 1
    if open_classes and (is_second_try or open_classes[0].failures != failures):
        open_classes.pop().close()
    if not open_classes:
        open_classes.append(OpenClass(browser, app_url, failures))
        open_classes[0].open()
    return open_classes[0]


def opens_a_class(teacher: Page, url: str) -> str:
    """Present a lesson to a class; returns its code."""
    teacher.goto(f"{url}/rounding?step=1")
    expect(teacher.locator(TITLE)).to_have_text(TITLES[1], timeout=20_000)
    teacher.get_by_role("button", name="Share and present").press("Enter")
    teacher.get_by_role("button", name="Open a class").press("Enter")
    expect(teacher.locator(f"{BAR} b")).to_have_text(re.compile(r"Class [A-Z]{5}"))
    teacher.keyboard.press("Escape")
    return teacher.locator(f"{BAR} b").inner_text().removeprefix("Class ")


def _joins_by_code(student: Page, url: str, code: str) -> None:
    student.goto(url)
    expect(student.get_by_label("the code of a class")).to_be_visible(timeout=20_000)
    student.get_by_label("the code of a class").fill("bbbbb")
    student.keyboard.press("Enter")
    expect(student.get_by_text("There is no class with this code.")).to_be_visible()
    student.get_by_label("the code of a class").fill(code.lower())
    student.keyboard.press("Enter")


def answers(student: Page, text: str) -> None:
    student.get_by_role("button", name=text).click()
    expect(student.locator(".lab-note")).to_contain_text("with the class")


def test_a_class_bets_twice_and_sees_who_changed_their_mind(lesson):
    teacher, anna, ben = lesson.everybody
    lesson.begins_at(1)
    teacher.keyboard.press("PageDown")  # a clicker
    lesson.stands_at(2)
    answers(anna, "No, never.")
    answers(ben, "Yes, soon")
    expect(teacher.locator(BAR)).to_contain_text("2 here · 2 follow · 2 of 2 answered")
    expect(anna.locator(".lab-split")).to_have_count(0)
    teacher.keyboard.press("PageDown")
    split = [re.compile("^1: Yes, soon"), re.compile("^0:"), re.compile("^1: No")]
    for page in lesson.everybody:
        expect(page.locator(".lab-split li")).to_have_text(split)
    expect(anna.get_by_role("button", name="No, never.")).to_be_disabled()
    teacher.get_by_role("button", name="Ask again").click()
    expect(ben.get_by_role("button", name="No, never.")).to_be_enabled()
    ben.reload()  # he keeps his seat
    for student in lesson.students:
        answers(student, "No, never.")
    teacher.keyboard.press("PageDown")
    expect(anna.locator(".lab-says")).to_contain_text("since the first round 1 changed")
    lines = re.compile("^1 stayed with their answer; 1 went from “Yes, soon.*” to “No, never.”$")
    expect(anna.locator(".lab-moves svg")).to_have_attribute("aria-label", lines)
    teacher.get_by_role("button", name="2: No, never.").click()
    for page in lesson.everybody:
        picked = re.compile("^2: No, never.*Let us talk about this answer.$")
        expect(page.locator(".lab-picked")).to_have_text(picked)
    teacher.keyboard.press("PageDown")
    for student in lesson.students:
        expect(student.locator(".lab-says")).to_contain_text("✓ You said: No")
    teacher.keyboard.press("PageDown")
    lesson.stands_at(3)


def test_who_had_no_network_finds_the_class_again(lesson):
    teacher, anna, ben = lesson.everybody
    lesson.begins_at(6)
    anna.get_by_role("button", name="Question unclear?").click()
    expect(anna.locator(BAR)).to_contain_text("Your teacher sees that")
    expect(teacher.locator(BAR)).to_contain_text("0 of 2 answered · unclear to 1")
    answers(anna, "None: their votes cancel.")
    answers(ben, "Most")
    expect(teacher.locator(BAR)).to_contain_text(re.compile("2 of 2 answered(?! · unclear)"))
    ben.context.set_offline(True)
    teacher.keyboard.press("PageDown")
    teacher.get_by_role("button", name="Ask again").click()
    answers(anna, "A few.")
    expect(teacher.locator(BAR)).to_contain_text("1 of 2 answered, round 2")
    for _ in range(2):  # who changed, then the answer
        teacher.keyboard.press("PageDown")
        expect(teacher.locator(".lab-split")).to_have_count(1)
    expect(anna.locator(".lab-says")).to_contain_text("✓ You said: A few.")
    teacher.keyboard.press("PageDown")
    expect(anna.locator(TITLE)).to_have_text(TITLES[7])
    ben.wait_for_timeout(SPELL_MS)
    assert ben.locator(TITLE).inner_text() == TITLES[6]
    ben.context.set_offline(False)
    expect(ben.locator(TITLE)).to_have_text(TITLES[7], timeout=30_000)
    expect(ben.locator(BAR)).to_contain_text("you follow")
    answers(ben, "Both grow.")
    expect(teacher.locator(BAR)).to_contain_text("2 here · 2 follow · 1 of 2 answered")
    # Back at the answer, who said something in the first round alone reads what that meant.
    teacher.keyboard.press("PageUp")
    expect(ben.locator(".lab-says")).to_contain_text("× You said: Most")


def test_a_setting_is_an_answer_and_a_click_leads_the_class_to_it(lesson):
    teacher, anna, ben = lesson.everybody
    lesson.begins_at(5)
    for student, period in ((anna, "30"), (ben, "9")):
        expect(student.locator(".lab-note")).to_contain_text("your setting goes to the class")
        field = student.locator(".lab-knob input:not([type=range])").first
        field.fill(period)
        field.press("Enter")
        expect(student.locator(".lab-note")).to_contain_text("with the class")
    expect(teacher.locator(BAR)).to_contain_text("2 follow · 2 of 2 answered · 1 reach the goal")
    expect(anna.locator(".lab-settings")).to_have_count(0)
    teacher.keyboard.press("PageDown")
    expect(ben.locator(".lab-settings li")).to_have_text(
        ["period 9: 1 student, goal not reached (yours)", "period 30: 1 student, goal reached"]
    )
    expect(ben.locator(".lab-cloud .lab-hit")).to_have_count(1)
    teacher.get_by_role("button", name="period 30: 1 student").click()
    ben.wait_for_url("**period=30**")


def test_a_teacher_asks_a_question_of_their_own(lesson):
    teacher, anna, ben = lesson.everybody
    teacher.get_by_role("button", name="Ask a question").click()
    teacher.get_by_label("Your question").fill("How many <b>coins</b> get past?")
    teacher.get_by_label("An answer is").select_option("number")
    teacher.get_by_role("button", name="Ask the class").click()
    for student, number in ((anna, "2"), (ben, "5")):
        asked = student.locator(".lab-class-question")
        expect(asked.locator("h2")).to_have_text("How many <b>coins</b> get past?")
        student.get_by_label("your answer").fill(number)
        student.keyboard.press("Enter")
        expect(asked).to_contain_text("is with the class")
    teacher.get_by_role("button", name="Show the answers").click()
    expect(ben.locator(".lab-class-question")).to_contain_text("2 answers from 2 to 5")
    teacher.get_by_role("button", name="5: 1 student").press("Enter")
    for student in lesson.students:
        expect(student.locator(".lab-class-question")).to_contain_text("5: 1 student. Let us talk")
    expect(teacher.get_by_role("button", name="5: 1 student")).to_be_focused()
    teacher.get_by_role("button", name="Put the question away").click()
    for page in (anna, teacher):
        expect(page.locator(".lab-class-question")).to_have_count(0)


def test_a_class_sees_where_the_film_stands_and_what_the_leader_points_at(lesson):
    teacher, anna, _ = lesson.everybody
    lesson.begins_at(4)
    for name, frame in (("To the end", r"[1-9]\d*"), ("To the beginning", "0")):
        teacher.get_by_label(name).click()
        for page in lesson.everybody:
            expect(page.locator(".lab-player")).to_have_attribute("data-frame", re.compile(frame))
    teacher.locator(".lab-card .lab-look").first.hover()
    for student in lesson.students:
        expect(student.locator(".lab-scenes .lab-faded")).to_have_count(1)
    teacher.mouse.move(5, 5)
    expect(anna.locator(".lab-scenes .lab-faded")).to_have_count(0)


def test_one_explores_and_nobody_does_with_all_eyes_on_the_class(lesson):
    teacher, anna, _ = lesson.everybody
    lesson.begins_at(3)
    anna.get_by_role("button", name="Back", exact=True).click()
    expect(anna.locator(BAR)).to_contain_text("You are exploring. The class is at step 3.")
    expect(teacher.locator(BAR)).to_contain_text("2 here · 1 follow")
    anna.get_by_role("button", name="Return").click()
    expect(teacher.locator(BAR)).to_contain_text("2 here · 2 follow")
    lesson.stands_at(3)
    anna.get_by_role("button", name="Back", exact=True).click()
    expect(teacher.locator(BAR)).to_contain_text("2 here · 1 follow")
    teacher.get_by_role("button", name="All eyes here").click()
    expect(anna.locator(TITLE)).to_have_text(TITLES[3])
    # She is away for a moment, which a look now and then would miss.
    anna.evaluate(NOTE_TITLES)
    anna.get_by_role("button", name="Next", exact=True).click()
    anna.wait_for_function(
        "([away, back]) => titles.at(-1) === back && titles.includes(away)",
        arg=[TITLES[4], TITLES[3]],
    )
    expect(teacher.locator(BAR)).to_contain_text("2 here · 2 follow")
    expect(teacher.get_by_role("button", name="Let them explore")).to_be_visible()
    teacher.keyboard.press("c")
    expect(teacher.get_by_role("button", name="Let them explore")).to_be_focused()
    teacher.keyboard.press("Enter")
    expect(teacher.get_by_role("button", name="All eyes here")).to_be_visible()


NOTE_TITLES = """() => {
    window.titles = [];
    new MutationObserver(() => {
        const title = document.querySelector(".lab-card h2")?.textContent;
        if (title && title !== titles.at(-1)) titles.push(title);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


ONE_RUN = """() => {
    const view = new URLSearchParams(location.search);
    return view.get("data")?.startsWith("class-") && view.get("b") === "l0_sgd" && !view.has("a");
}"""


def own_table() -> str:
    """A file of the teacher's: 200 rows, and 12 features of which three decide."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((200, 12))
    score = X[:, :3] @ [2.0, -1.5, 1.0] + 0.5 * rng.standard_normal(200)
    table = pd.DataFrame(X.round(3), columns=[f"column {j}" for j in range(12)])
    table["outcome"] = np.where(score > 0, "well", "ill")
    return table.to_csv(index=False)


def _begins_a_contest(lesson: OpenClass) -> None:
    """On a file of the teacher's, which the class has once it is shared: everybody goes there."""
    teacher, anna, _ = lesson.everybody
    teacher.goto(f"{lesson.url}/playground?{FEW_AND_MANY}")
    for student in lesson.students:
        student.wait_for_url(re.compile(r"/playground\?.*b=l0_sgd"))
    take_in(teacher, own_table())
    expect(anna.locator(BAR)).to_contain_text("your teacher looks at a file that you do not have")
    teacher.keyboard.press("Escape")
    teacher.get_by_role("button", name="Contest", exact=True).press("Enter")
    teacher.get_by_label("at most").fill("5")
    teacher.get_by_role("button", name="Share the file and start").click()
    for page in lesson.everybody:
        page.wait_for_url(re.compile(r"/playground\?.*data=class-"))
        expect(page.locator(".lab-panels").first).to_be_visible(timeout=30_000)
    for student in lesson.students:
        expect(student.locator(CONTEST)).to_contain_text("No entry yet.", timeout=30_000)


def _counts(student: Page) -> None:
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


def _enters_while_all_are_called_back(student: Page, teacher: Page) -> None:
    # What is under way then is taken.
    under_way = []
    student.route("**/entry", lambda route: under_way.append(route), times=1)
    student.get_by_role("button", name="Enter run B").click()
    expect(student.locator(CONTEST)).to_contain_text("Run B is being judged")
    teacher.get_by_role("button", name="All eyes here").click()
    expect(student.locator(BAR)).to_contain_text("all eyes on the class")
    under_way[0].continue_()
    best = re.compile(r"Best so far: AUC .*\(yours\)")
    expect(student.locator(CONTEST)).to_contain_text(best, timeout=30_000)


def test_a_class_competes_on_a_file_of_the_teachers(lesson):
    teacher, anna, ben = lesson.everybody
    _begins_a_contest(lesson)
    _counts(ben)
    ben.get_by_role("button", name="Enter run A").press("Enter")
    judged = re.compile("Run A: AUC .*with 12 features, 7 more than 5: this entry cannot lead.")
    expect(ben.locator(CONTEST)).to_contain_text(judged, timeout=30_000)
    again = ben.get_by_role("button", name="Enter run A")
    expect(again).to_have_accessible_description(re.compile("19 of 20 .* Enter again in [1-3] s"))
    expect(anna.locator(CONTEST)).to_contain_text("No entry with at most 5 features.")
    _enters_while_all_are_called_back(anna, teacher)
    for page in (teacher, ben):
        expect(page.locator(f"{CONTEST} .dot")).to_have_count(2)
        expect(page.locator(CONTEST)).to_contain_text(re.compile("Best so far: AUC .* with [1-5] "))
    assert ben.locator(f"{CONTEST} .dot.own").count() == 1
    assert teacher.locator(f"{CONTEST} :is(li, .dot.own)").count() == 0
    teacher.get_by_role("button", name="Let them explore").click()
    _ends_the_contest(lesson)


def _ends_the_contest(lesson: OpenClass) -> None:
    """Presented, the panel is one line until it is opened; at the end entries open as runs."""
    teacher, anna, ben = lesson.everybody
    teacher.get_by_role("button", name="Share and present").press("Enter")
    teacher.get_by_role("button", name="Present this view").press("Enter")
    end = teacher.get_by_role("button", name="End the contest")
    expect(end).to_be_hidden()
    expect(teacher.locator(BAR)).to_have_text(re.compile("^Class [A-Z]{5}.*Tools$"))
    teacher.keyboard.press("c")
    teacher.get_by_role("button", name="Contest", exact=True).click()
    end.click()
    lines = ben.locator(f"{CONTEST} li")
    expect(lines).to_have_text(
        [re.compile("with [1-5] features?"), re.compile("with 12 .*, 7 too")]
    )
    expect(lines.last).to_contain_text("(yours)")
    for kind in ("ol", "ul"):
        expect(teacher.locator(f"{CONTEST} {kind} li")).to_have_count(1)
    lines.first.get_by_role("button").press("Enter")
    ben.wait_for_function(ONE_RUN)
    expect(ben.locator(BAR)).to_contain_text("You are exploring.")
    expect(ben.locator(CONTEST)).to_contain_text("its run learns from other rows")
    expect(anna.locator(BAR)).to_contain_text("you follow")
    # The teacher's window stays as it is presented.
    teacher.locator(f"{CONTEST} ol button").click()
    for page in (teacher, anna):
        page.wait_for_function(ONE_RUN)
    assert "present=1" in teacher.url
    teacher.get_by_role("button", name="leave").press("Enter")


def test_of_two_leaders_each_leads_the_other_and_no_press_counts_twice(lesson):
    teacher, anna, ben = lesson.everybody
    teacher.goto(f"{lesson.url}/rounding?step=3")
    expect(anna.locator(TITLE)).to_have_text(TITLES[3], timeout=20_000)
    teacher.get_by_role("button", name="Share and present").press("Enter")
    expect(teacher.get_by_role("button", name="Open a class")).to_have_count(0)
    with teacher.expect_response("**/key") as answer:
        teacher.get_by_role("button", name="Copy the link for a second leader").press("Enter")
    teacher.keyboard.press("Escape")
    # Ben helps to lead; he begins where the class stands.
    ben.goto(f"{lesson.url}/?class={lesson.code}#lead={answer.value.json()['key']}")
    expect(ben.locator(BAR)).to_contain_text("1 here", timeout=20_000)
    lesson.stands_at(3)
    for leader in (teacher, ben):
        leader.locator("body").press("PageDown")
    lesson.stands_at(4)
    ben.locator("body").press("PageUp")
    lesson.stands_at(3)
    teacher.locator("body").press("PageDown")
    lesson.stands_at(4)


def test_at_its_end_nothing_of_a_class_is_left(lesson):
    teacher, anna, ben = lesson.everybody
    teacher.on("dialog", lambda dialog: dialog.accept())
    teacher.get_by_role("button", name="End class").click()
    expect(anna.locator(BAR)).to_have_text("The class is over.")
    for page in (teacher, ben):  # they led it
        expect(page.locator(BAR)).to_have_count(0)
    for page in lesson.everybody:
        expect(page.locator(CONTEST)).to_have_count(0)
        assert "class=" not in page.url, "to load it anew would enter the class"
