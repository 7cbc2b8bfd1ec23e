"""The pictures in one sentence, written from the numbers as they stand."""

from __future__ import annotations

from charts.runs import Run


def story(runs: list[Run]) -> str:
    """What each run kept and what it suffered, fewest weights first."""
    d = len(runs[0].trace.final_weights)
    longest = max(run.trace.steps[-1] for run in runs)
    told = [
        f"{run.letter} diverged at {run.trace.diverged_at:,}"
        if run.diverged
        else f"{run.letter} keeps {run.trace.nonzeros[-1]:,} and suffers "
        f"{run.trace.loss[-1] / run.trace.steps[-1]:.3f} an example"
        for run in sorted(runs, key=lambda run: run.trace.nonzeros[-1])
    ]
    return f"After {longest:,} examples, of {d:,} weights: " + "; ".join(told) + "."
