"""The options of preparation, common to all datasets."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.preparation.expansion import EXPANSIONS
from datasets.preparation.noise import KINDS
from knobs import SWITCH, check_knobs, knob, linear, log, one_of, words


@dataclass(frozen=True)
class Preparation:
    """The options common to all datasets. Creating one raises ValueError out of a knob's range."""

    noise_features: int = knob(
        0,
        "m",
        "noise features",
        linear(0, 1000, integer=True, most=20_000, reach=(0, 20_000)),
        "How many random, useless features to add.",
    )
    scaling: str = knob(
        "none",
        "",
        "scaling",
        one_of("none", "unit variance", "max-abs 1", "unit rows"),
        "How to make features, or rows, comparable in size.",
    )
    test_fraction: float = knob(
        0.0,
        "",
        "test share",
        linear(0.0, 0.5),
        "The fraction of the rows held out to test on.",
    )
    seed: int = knob(
        0,
        "",
        "split seed",
        linear(0, 99, integer=True, most=10**9),
        "Which random split, and which random features.",
    )
    groups: str = words(
        "groups",
        "Which features are one group: none, one-hot, blocks 5, prefix _ or numbers 1x3,2x3. "
        "Empty: as they come.",
    )
    expansion: str = knob(
        "none",
        "",
        "expansion",
        one_of(*EXPANSIONS),
        "New features: powers, or products of two or three of different groups, of all of them or "
        "of random pairs.",
    )
    random_pairs: int = knob(
        1000,
        "",
        "random pairs",
        linear(1, 5000, integer=True, most=100_000, reach=(1, 100_000)),
        "How many products of two random features there are, where the expansion is random pairs.",
        rare=True,
    )
    constant: bool = knob(
        False,
        "",
        "constant feature",
        SWITCH,
        "Whether to add a feature that is 1 in every row; Langford et al. count it.",
        rare=True,
    )
    noise_kind: str = knob(
        KINDS[0],
        "",
        "kind of noise",
        one_of(*KINDS),
        "What noise features are: mostly 0, never 0, or the dataset's columns with their rows "
        "shuffled.",
        rare=True,
    )

    support_examples: int = knob(
        0,
        "",
        "support examples",
        linear(0, 1000, integer=True, most=20_000, reach=(0, 20_000)),
        "With how many training rows each row is compared: how near it is to them takes the place "
        "of its features. 0: the features stay.",
        rare=True,
    )
    kernel_width: float = knob(
        25.0,
        "",
        "kernel width",
        log(0.1, 10_000.0, reach=(1e-9, 1e12)),
        "Where there are support examples: the larger, the farther a row is still near, by "
        "exp(−‖x − x′‖²/width).",
        rare=True,
    )

    def __post_init__(self) -> None:
        check_knobs(self)
