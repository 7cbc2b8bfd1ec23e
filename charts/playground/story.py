"""The pictures in one sentence, written from the numbers as they stand."""

from __future__ import annotations

from charts.run import Run


def story(runs: list[Run]) -> str:
    """Return the weights that each run kept and the loss it suffered, fewest weights first."""
    d = runs[0].trace.final_weights.size
    streamed = [run.trace.steps[-1] for run in runs if run.trace.loss is not None]
    outcomes = [
        f"{run.letter} diverged at {run.trace.diverged_at:,}"
        if run.diverged
        else f"{run.letter} keeps {run.trace.nonzeros[-1]:,} and {_cost(run)}"
        for run in sorted(runs, key=lambda run: run.trace.nonzeros[-1])
    ]
    after = f"After {max(streamed):,} examples, of" if streamed else "Of"
    return f"{after} {d:,} weights: " + "; ".join(outcomes) + "."


def _cost(run: Run) -> str:
    trace = run.trace
    if trace.loss is None:
        return f"fits with {_short(trace.fit[-1])} an example"
    return f"suffers {_short(trace.loss[-1] / trace.steps[-1])} an example"


def _short(loss: float) -> str:
    """Three places, but no more digits than can be read."""
    return f"{loss:.3f}" if loss < 1e6 else f"{loss:.3g}"
