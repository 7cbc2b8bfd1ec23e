"""This checkout against an older one, as a hand feels it: change, drag, scrub, start.

    python -m benchmarks.compare OLD_CHECKOUT [rounds]

Old and new take turns in one run, because the machine's own speed drifts; a ratio is the median of
the rounds' ratios. Each turn is a process in its checkout, so that each is measured by the
benchmarks it came with; both use the packages of this Python.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Row, at_most, machine, table

ROUNDS, PRESSES, MAY_BE_SLOWER = 5, 20, 1.1
LESSONS = ("gravity?gravity=0.1", "fobos_rda?l1=0.02")
"""Lessons in free play: with a knob and without a step, in checkouts from before stories, too."""
KEYS = [lesson.split("?")[0] for lesson in LESSONS]
TURN = """
import json, statistics, sys
from benchmarks import browser, lessons

browser.PRESSES = int(sys.argv[1])
numbers = {}
with browser.chromium() as chromium:
    numbers["start"] = browser.start_to_picture(chromium)
    if browser.PRESSES:
        with lessons.serve() as server:
            server.wait()
            page = browser.open_playground(chromium, server.url)
            taken = sorted(browser.change_to_picture(page))
            numbers["p50"] = statistics.median(taken)
            numbers["p95"] = taken[int(0.95 * (len(taken) - 1))]
            browser.settle(page, 1000)
            numbers["drag playground"], numbers["gap"] = browser.drag(page)
            page.context.close()
            for lesson in sys.argv[2:]:
                key = lesson.split("?")[0]
                page = chromium.new_page(viewport={"width": 1440, "height": 900})
                page.goto(f"{server.url}/{lesson}&frame=0")
                page.wait_for_function(f"() => {lessons.PAINTED}.some((n) => n > 0)")
                page.wait_for_timeout(2500)
                numbers[f"scrub {key}"] = page.evaluate(lessons.SCRUB, lessons.SECONDS)
                page.get_by_role("button", name="To the end").click()
                drags = [lessons.drag(page) for _ in range(lessons.DRAGS)]
                numbers[f"drag {key}"] = statistics.median(drags)
                page.context.close()
print(json.dumps(numbers))
"""


@dataclass(frozen=True)
class Measure:
    """One number of a turn: its words, its unit, and whether more of it is better."""

    what: str
    unit: str
    rising: bool = False


MEASURES = {
    "p50": Measure("change → new picture, p50", "ms"),
    "p95": Measure("change → new picture, p95", "ms"),
    "drag playground": Measure("drag in the playground", "pictures/s", rising=True),
    "gap": Measure("drag, longest gap between pictures", "ms"),
    **{f"drag {key}": Measure(f"drag in {key}", "pictures/s", rising=True) for key in KEYS},
    **{f"scrub {key}": Measure(f"scrub {key}", "drawings/s", rising=True) for key in KEYS},
    "start": Measure("start → first picture", "s"),
}


def turn(checkout: Path, presses: int = PRESSES, lessons: tuple[str, ...] = LESSONS) -> dict:
    """Return the numbers of one turn; with no presses the app is only started.

    Raises
    ------
    RuntimeError : the turn failed; its last words are in the message.
    """
    command = [sys.executable, "-c", TURN, str(presses), *lessons]
    answer = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    if answer.returncode:
        raise RuntimeError(f"{checkout}: {answer.stderr.strip().splitlines()[-1]}")
    return json.loads(answer.stdout.splitlines()[-1])


def row(measure: Measure, old: list[float], new: list[float]) -> Row:
    """Return one line of the table from the numbers of all rounds.

    The ratio is that of the times, or of the pictures turned over: more than 1 is slower.
    """
    pairs = zip(old, new, strict=True)
    ratio = statistics.median(a / b if measure.rising else b / a for a, b in pairs)
    before, now = (f"{statistics.median(numbers):.3g} {measure.unit}" for numbers in (old, new))
    bar = f"≤ {MAY_BE_SLOWER} ×"
    return Row(measure.what, now, before, f"{ratio:.2f} ×", bar, at_most(ratio, MAY_BE_SLOWER))


def rows(old: Path, new: Path, rounds: int = ROUNDS) -> list[Row]:
    """Measure both checkouts, turn by turn."""
    for checkout in (old, new):
        turn(checkout, presses=0)  # fills the kernel cache, if nothing did before
    taken = []
    for i in range(rounds):
        taken.append((turn(old), turn(new)))
        print(f"Round {i + 1} of {rounds}: {taken[-1]}", flush=True)
    return [
        row(measure, *([numbers[key] for numbers in side] for side in zip(*taken, strict=True)))
        for key, measure in MEASURES.items()
    ]


def main() -> None:
    """Print the table; the column of the peer is the old checkout."""
    old = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    print(machine())
    print(table(rows(old, Path(__file__).resolve().parents[1], rounds)))


if __name__ == "__main__":
    main()
