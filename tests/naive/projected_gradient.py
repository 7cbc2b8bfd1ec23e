"""Steps back into the L1 ball, one ball for each output."""

from __future__ import annotations

from tests.naive.ball import project
from tests.naive.base import Run
from tests.naive.outputs import walk


def projected_gradient(run: Run, radius, batch_size, way, signs):
    def update(w, step):
        moved = [wj - sj for wj, sj in zip(w, step, strict=True)]
        return project(moved if signs == "any" else [max(v, 0.0) for v in moved], radius)

    walk(run, [0.0] * run.X.shape[1], update, list, batch_size)
