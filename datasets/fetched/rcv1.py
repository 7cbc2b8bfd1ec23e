"""Reuters Corpus Volume 1, by scikit-learn's ``fetch_rcv1``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from datasets.dataset import Dataset
from datasets.fetched.fetched import Fetched
from datasets.report import Step
from knobs import knob, one_of

PARTS = {"train": slice(23_149), "test": slice(23_149, None), "all": slice(None)}


@dataclass(frozen=True)
class Rcv1(Fetched):
    """804,414 news stories, one of four topics against the rest, in the order of their dates."""

    key: ClassVar[str] = "rcv1"
    title: ClassVar[str] = "RCV1, a topic against the rest"
    about: ClassVar[str] = "Tell the topic of a Reuters story by which of 47,236 words are in it."
    source: ClassVar[str] = (
        "Lewis, Yang, Rose and Li (2004), RCV1: A New Benchmark Collection for Text "
        "Categorization Research, Journal of Machine Learning Research 5; the vectors of its "
        "online appendix 13, as fetched by scikit-learn"
    )
    licence: ClassVar[str] = (
        "the vectors come with the article; the stories are for research under Reuters' and "
        "NIST's agreement"
    )
    size: ClassVar[int] = 656_000_000
    shape: ClassVar[tuple[int, int]] = (804_414, 47_236)
    server: ClassVar[str] = "figshare"
    differs: ClassVar[str] = (
        "Langford et al. learned from the 781,265 later stories (“test”) and tested on the 23,149 "
        "earlier ones (“train”), and kept 38,853 features."
    )
    by_hand: ClassVar[str] = (
        "download rcv1_train.binary.bz2, of which CCAT and ECAT are +1, from "
        "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary.html, unpack it and put "
        "it into the data folder as rcv1.svm"
    )

    topic: str = knob(
        "CCAT",
        "",
        "topic",
        one_of("CCAT", "ECAT", "GCAT", "MCAT"),
        "The topic that is +1; the stories of all others are −1.",
    )
    part: str = knob(
        "train",
        "",
        "stories",
        one_of(*PARTS),
        "The official 23,149 training stories, the 781,265 test stories (some 2 GB of memory), or "
        "both.",
    )

    @classmethod
    def ask(cls, folder: Path) -> Any:
        """What ``fetch_rcv1`` returns: all stories and all topics."""
        from sklearn.datasets import fetch_rcv1

        # The SHA-256 of each download is compared with the one in scikit-learn's source, before
        # the five parts are read and kept as one, without a checksum.
        return fetch_rcv1(data_home=folder, n_retries=1)

    def dataset(self, content: Any) -> Dataset:
        """The stories of one part; features are named by the numbers of their words, from 1."""
        rows = PARTS[self.part]
        topic = list(content.target_names).index(self.topic)
        is_topic = content.target[rows, [topic]].toarray().ravel() > 0
        X = content.data[rows]
        n_plus = int(np.sum(is_topic))
        target = (
            f"Target: {self.topic} is +1 ({n_plus:,} rows), all other topics are −1 "
            f"({len(is_topic) - n_plus:,} rows)."
        )
        return Dataset.from_arrays(
            X,
            np.where(is_topic, 1.0, -1.0),
            feature_names=[str(j) for j in range(1, X.shape[1] + 1)],
            report=(Step("read", self.differs), Step("target", target)),
            **self.described(),
        )
