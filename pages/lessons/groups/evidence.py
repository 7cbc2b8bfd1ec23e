"""The five penalties of the lesson on groups: groups as edited, runs, how well signs are found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace, order_of, record
from algorithms.groups import Groups
from charts.palette import HUES
from datasets import Dataset
from knobs import knob

STEPS, BLOCK = 1000, 10
"""Examples learned from; features in a block where the data has no groups."""
PENALTIES = (0.003, 0.006, 0.012, 0.02, 0.03, 0.05)


@dataclass(frozen=True)
class Knobs:
    """The penalty, and which groups it is told."""

    l1: float = knob(
        0.015, "λ", "Weight of every penalty: it holds a group of d_g features to 0 by λ√d_g.",
        label="penalty", low=0.002, high=0.2, scale="log", above=True,
    )  # fmt: skip
    group_l1: float = knob(
        1.0, "r", "Sparse and enhanced: holds each single weight to 0 by λr as well.",
        label="within groups", low=0.1, high=10.0, scale="log",
    )  # fmt: skip
    rho: float = knob(
        0.3, "ρ", "Enhanced: takes γρ/√t more off every mean gradient, most at the start.",
        label="enhancement", low=0.01, high=3.0, scale="log",
    )  # fmt: skip
    gamma: float = knob(
        1.0, "γ", "How strongly weights are held near zero.",
        label="proximity", low=0.1, high=10.0, scale="log", above=True,
    )  # fmt: skip
    size: int = knob(
        0, "m", "Edit the groups: blocks of m features side by side; 0 for the data's own groups.",
        label="features a group", low=1, high=50, scale="log", integer=True,
    )  # fmt: skip
    shift: int = knob(
        0, "s", "Edit the groups: move all of them by s features.",
        label="shift", low=0, high=20, integer=True,
    )  # fmt: skip


class Method(NamedTuple):
    """An algorithm, the knobs it reads, and how it is drawn."""

    key: str
    reads: tuple[str, ...]
    colour: str
    dash: str = "solid"


METHODS = {
    "L1": Method("rda", ("gamma", "l1"), HUES[3][0]),
    "group": Method("group_rda", ("gamma", "l1"), HUES[1][0]),
    "sparse group": Method("group_rda", ("gamma", "l1", "group_l1"), HUES[4][0]),
    "enhanced": Method("group_rda", ("gamma", "l1", "group_l1", "rho"), HUES[5][0], "dash"),
    "overlapping": Method("group_rda", ("gamma", "l1"), HUES[2][0], "dot"),
}


@lru_cache(16)
def told(windows: bool, size: int, shift: int, data: Dataset) -> Groups:
    """The groups as edited: the data's own, or blocks or windows of ``size``, moved."""
    d, block = data.n_features, min(size or BLOCK, data.n_features)
    if windows or size or data.groups is None:
        groups = Groups.blocks(d, block, block // 2 if windows else 0)
    else:
        groups = Groups.from_vector(data.groups, d)
    return Groups.from_lists(members(groups, shift), d)


def members(groups: Groups, shift: int = 0) -> list[np.ndarray]:
    """The features of each group, moved by ``shift``."""
    d = len(groups.first) - 1
    return np.split((groups.features + shift) % d, groups.starts[1:-1])


def groups_for(method: str, knobs: Knobs, data: Dataset) -> Groups:
    """The groups of a method's run, which for L1 are only those of its map."""
    return told(method == "overlapping", int(knobs.size), int(knobs.shift), data)


def learner(method: str, knobs: Knobs):
    """Dual averaging with one of the five penalties."""
    key, reads, *_ = METHODS[method]
    return CATALOGUE[key](**{name: getattr(knobs, name) for name in reads})


def run(method: str, knobs: Knobs, data: Dataset, looks: int) -> Trace:
    """One run over the first examples."""
    found = record(
        learner(method, knobs), data, order=order_of(data)[:STEPS], checkpoints=looks,
        groups=groups_for(method, knobs, data),
    )  # fmt: skip
    if found.diverged_at is not None:
        raise ValueError(f"{method} diverged at example {found.diverged_at}: scale the data")
    return found


def f1(w: np.ndarray, truth: np.ndarray) -> float:
    """Mean F1 of the signs +, −, 0, each against the other two (Yang et al. 2010, §6.1)."""
    ours, true = (np.sign(v)[:, None] == (1, -1, 0) for v in (w, truth))
    either = ours.sum(axis=0) + true.sum(axis=0)
    return float((2 * (ours & true).sum(axis=0) / np.maximum(either, 1)).mean())


def score(w: np.ndarray, right: float, data: Dataset) -> float:
    """F1 of the signs where the true ones are known, else the share predicted rightly."""
    return right if data.true_weights is None else f1(w, data.true_weights)


@lru_cache(256)
def scored(method: str, knobs: Knobs, data: Dataset) -> float:
    """The score of one run that nobody looks at on the way."""
    algorithm, order = learner(method, knobs), order_of(data)[:STEPS]
    groups = groups_for(method, knobs, data)
    state = algorithm.start(data.n_features, len(order), data.n_rows, groups)
    p = algorithm.advance(state, data.X, data.y, order, "logistic")
    right = np.count_nonzero(p * data.y[order[: len(p)]] > 0.0) / len(order)
    return score(algorithm.weights(state), right, data)


def scores(method: str, knobs: Knobs, data: Dataset) -> list[float]:
    """The score at each of ``PENALTIES``; a knob that a method does not read finds old ones."""
    edits = () if method == "L1" else ("size", "shift")
    read = {name: getattr(knobs, name) for name in (*METHODS[method].reads, *edits)}
    return [scored(method, Knobs(**{**read, "l1": l1}), data) for l1 in PENALTIES]
