"""Runs of dual averaging with five penalties, and scores of what it finds: parts of the evidence.

A run is remembered by the knobs its method reads: a movement of r runs two methods of five anew, of
ρ one, and what edits the groups leaves L1 as it is. The scores over λ do not move with λ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace, order_of
from algorithms.groups import Groups
from algorithms.online.group_rda import GroupRDA
from datasets import Dataset
from knobs import knob, like, linear, log
from ui.lessons.evidence import remember, remembered_each, runs_or_say

STEPS = 1000
"""Examples learned from."""
BLOCK = 10
"""Features in a block where the data has no groups."""
FRAMES = 100
PENALTIES = (0.003, 0.006, 0.012, 0.02, 0.03, 0.05)


@dataclass(frozen=True)
class Knobs:
    """The penalty, and the groups it acts on."""

    l1: float = like(
        GroupRDA,
        "l1",
        0.015,
        log(0.002, 0.2),
        "Weight of every penalty: it holds a group of d_g features to 0 by λ√d_g.",
    )
    group_l1: float = like(
        GroupRDA,
        "group_l1",
        1.0,
        log(0.1, 10.0, zero=True),
        "Sparse and enhanced: pulls each average vote toward 0 by rλ before its group is judged.",
    )
    rho: float = like(
        GroupRDA,
        "rho",
        0.3,
        log(0.01, 3.0, zero=True),
        "Enhanced: takes γρ/√t more off every mean gradient, most at the start.",
    )
    gamma: float = like(
        GroupRDA, "gamma", 1.0, log(0.1, 10.0), "How strongly weights are held near zero."
    )
    size: int = knob(
        0,
        "m",
        "features a group",
        log(1, 50, zero=True, integer=True),
        "Edit the groups: blocks of m features side by side; 0 for the data's own groups.",
    )
    shift: int = knob(
        0,
        "s",
        "shift",
        linear(0, 20, integer=True),
        "Edit the groups: move all of them by s features.",
    )


class Method(NamedTuple):
    """An algorithm, and the knobs it reads beside those that edit the groups."""

    key: str
    reads: tuple[str, ...]


METHODS = {
    "L1": Method("rda", ("gamma", "l1")),
    "group": Method("group_rda", ("gamma", "l1")),
    "sparse group": Method("group_rda", ("gamma", "l1", "group_l1")),
    "enhanced": Method("group_rda", ("gamma", "l1", "group_l1", "rho")),
    "overlapping": Method("group_rda", ("gamma", "l1")),
}


# Groups ------------------------------------------------------------------------------------------


def groups_for(method: str, knobs: Knobs, data: Dataset) -> Groups:
    """Return the groups of a method's run, which for L1 are only those of its map."""
    return grouping(method == "overlapping", int(knobs.size), int(knobs.shift), data)


@remember(most=16)
def grouping(windows: bool, size: int, shift: int, data: Dataset) -> Groups:
    """Return the groups as edited: the data's own, or blocks or windows of ``size``, moved."""
    d = data.n_features
    block = min(size or BLOCK, d)
    if windows:
        groups = Groups.blocks(d, block, block // 2)
    elif size or data.groups is None:
        groups = Groups.blocks(d, block, 0)
    else:
        groups = Groups.from_vector(data.groups, d)
    return Groups.from_lists(members(groups, shift), d)


def members(groups: Groups, shift: int = 0) -> list[np.ndarray]:
    """Return the features of each group, moved by ``shift``."""
    d = len(groups.first) - 1
    return np.split((groups.features + shift) % d, groups.starts[1:-1])


# Runs --------------------------------------------------------------------------------------------


def read_by(method: str, knobs: Knobs) -> Knobs:
    """Return ``knobs`` with all that the run of a method does not read as the page opens."""
    edits = () if method == "L1" else ("size", "shift")
    return Knobs(**{name: getattr(knobs, name) for name in (*METHODS[method].reads, *edits)})


@remembered_each(most=24)
def train_step_by_step(asked: list[tuple[str, Knobs]], data: Dataset) -> list[Trace]:
    """Return runs step by step; each holds 2 MB at most, 100 checkpoints of 2048 weights."""
    return runs(asked, data, FRAMES)


def runs(asked: list[tuple[str, Knobs]], data: Dataset, checkpoints: int) -> list[Trace]:
    """Return a run over the first examples for each method and its knobs."""
    order = order_of(data)[:STEPS]
    groupings = [groups_for(method, knobs, data) for method, knobs in asked]
    traces = {}
    for groups in dict.fromkeys(groupings):
        alike = [one for one, own in zip(asked, groupings, strict=True) if own is groups]
        learners = [learner(method, knobs) for method, knobs in alike]
        swept = runs_or_say(learners, data, order=order, checkpoints=checkpoints, groups=groups)
        traces.update(zip(alike, swept, strict=True))
    return [traces[one] for one in asked]


def learner(method: str, knobs: Knobs):
    """Return dual averaging with one of the five penalties."""
    key, reads = METHODS[method]
    return CATALOGUE[key](**{name: getattr(knobs, name) for name in reads})


def scores(method: str, knobs: Knobs, data: Dataset) -> list[float]:
    """Return the score at each of ``PENALTIES``."""
    read = read_by(method, knobs)
    return score_runs([(method, replace(read, l1=l1)) for l1 in PENALTIES], data)


@remembered_each(most=256)
def score_runs(asked: list[tuple[str, Knobs]], data: Dataset) -> list[float]:
    """Return the score of each run that nobody looks at on the way."""
    return [score(trace, data) for trace in runs(asked, data, 1)]


def score(run: Trace, data: Dataset) -> float:
    """Return F1 of the signs where the true ones are known, else the share predicted right."""
    if data.true_weights is not None:
        return f1(run.final.weights, data.true_weights)
    return float((run.steps[-1] - run.mistakes[-1]) / run.steps[-1])


def f1(w: np.ndarray, truth: np.ndarray) -> float:
    """Return the mean F1 of the signs +, −, 0, each against the other two.

    Both are (d,); Yang et al. 2010, §6.1.
    """
    ours, true = (np.sign(v)[:, None] == (1, -1, 0) for v in (w, truth))
    either = ours.sum(axis=0) + true.sum(axis=0)
    return float((2 * (ours & true).sum(axis=0) / np.maximum(either, 1)).mean())
