"""The runner of mutants: the changes that it makes, the tests that it finds, and what it says."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.support.sources import ROOT
from tools.mutants.__main__ import draw, nearby_tests, score
from tools.mutants.changes import changes

SOURCE = '''
def least(values: list[int] = (), start=1):
    """Number 7."""
    if not values:
        return None
    return start + 2.5 if values[0] < 3 and True else f"{4}"
'''


def texts(source: str) -> set[tuple[str, str]]:
    return {(change.before, change.after) for change in changes("a.py", source)}


def test_comparisons_numbers_operators_and_branches_are_changed():
    said = 'return start + 2.5 if values[0] < 3 and True else f"{4}"'
    after = {new for old, new in texts(SOURCE) if old == said}
    parts = ("start - 2.5", "25.0", "0.0", "values[1]", "values[-1]", "<= 3", "< 4", "< 2")
    assert all(any(part in new for new in after) for part in parts)
    assert any("and False" in new for new in after) and any(" or True" in new for new in after)
    whole = {"return None", said.replace("values[0] < 3 and True", "False")}
    assert whole | {said.replace("values[0] < 3 and True", "True")} <= after
    assert {("MOST = 400", "MOST = 4000"), ("MOST = 400", "MOST = 40")} == texts("MOST = 400")
    assert {new for old, new in texts(SOURCE) if old == "if not values:"} == {
        "if values:", "if True:", "if False:"
    }  # fmt: skip


def test_types_prose_and_what_is_never_run_are_left_alone():
    assert not any("7" in old or "5}" in new for old, new in texts(SOURCE))
    for source in (
        "if TYPE_CHECKING:\n    x = 1",
        'if __name__ == "__main__":\n    main(1)',
        "@cache(4)\ndef f() -> Literal[2]: ...",
        "zip(a, b, strict=True)",
        'f"{x + 1}"',
        "return_none = lambda: None",
    ):
        assert texts(source) == set(), source


def test_each_change_is_a_program_of_its_own():
    made = list(changes("a.py", SOURCE))
    assert len({change.mutant for change in made} | {SOURCE.encode()}) == len(made) + 1
    for change in made:
        compile(change.mutant, "a.py", "exec")


def small(root: Path) -> Path:
    """A tree with a package and its tests; what tests one line cannot be collected, or fails."""
    for path, text in {
        "lab/__init__.py": "",
        "lab/online/__init__.py": "",
        "lab/online/sums.py": "def sums(a, b):\n    return a + b\n",
        "lab/online/idle.py": "def idle(n):\n    while n > 0:\n        n -= 1\n    return n\n",
        "lab/online/free.py": "FREE = 3\n",
        "tests/lab/online/test_sums.py": (
            "from lab.online.sums import sums\ndef test(): assert sums(2, 3) == 5\n"
        ),
        "tests/lab/test_all.py": (
            "from lab.online.idle import idle\ndef test(): assert idle(3) == 0\n"
        ),
        "tests/lab/batch/test_other.py": "def test(): pass\n",
        "tests/lab/online/test_free.py": "from lab import gone\ndef test_free(): pass\n",
        "tests/lab/online/test_failing.py": "def test_free(): assert False\n",
        "tests/pages/test_page.py": "def test():\n    from lab.online import free, sums\n",
        "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n'
        'addopts = "--import-mode=importlib"\nmarkers = ["browser: x", "cluster: x"]\n',
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def test_the_tests_of_a_file_mirror_it(tmp_path):
    tree = small(tmp_path)
    beside, above = "tests/lab/online/test_sums.py", "tests/lab/test_all.py"
    named, others = nearby_tests(tree, "lab/online/sums.py")
    assert named == [beside, "tests/pages/test_page.py"]
    assert above in others and "tests/lab/batch/test_other.py" not in others
    assert nearby_tests(tree, "lab/online/idle.py")[0] == [above]


def test_an_edit_changes_the_sample_where_it_is_made_alone(tmp_path):
    tree = small(tmp_path)
    before = [change.name for change in draw(tree, "lab", 99, 0, [])]
    assert before != [change.name for change in draw(tree, "lab", 99, 1, [])]
    assert before[:5] == [change.name for change in draw(tree, "lab", 5, 0, [])]
    assert not any("sums.py" in c.path for c in draw(tree, "lab", 99, 0, ["lab/*/sums.py"]))
    (tree / "lab/online/free.py").write_text("# a line above\nFREE = 4\n")
    after = [change.name for change in draw(tree, "lab", 99, 0, [])]
    assert [name for name in after if "free" not in name] == [
        name for name in before if "free" not in name
    ]


def test_a_mutant_is_killed_by_a_test_and_survives_without_one(tmp_path):
    tree = small(tmp_path)
    program = (
        "from pathlib import Path; from tools.mutants import __main__ as m; import numba\n"
        f"tree = Path({str(tree)!r})\n"
        "for again in range(2):  # the second time from the file of outcomes\n"
        "    trials = m.Trials(tree, tree / 'artifacts')\n"
        "    for change in m.draw(tree, 'lab', 99, 0, []):\n"
        "        if any(part in change.after for part in ('- b', '= 4', 'return None')):\n"
        "            print(change.path, change.after, trials.outcome(change))\n"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert Counter(run.stdout.splitlines()) == {
        "lab/online/sums.py return (a - b) killed": 2,
        "lab/online/sums.py return None killed": 2,
        "lab/online/idle.py return None killed": 2,
        "lab/online/free.py FREE = 4 survived": 2,
    }


def test_the_score_counts_what_was_noticed():
    said = score({"lab": Counter({"killed": 5, "timed out": 1, "survived": 2})})
    assert "75 % noticed" in said.splitlines()[-1] and said.startswith("lab")
