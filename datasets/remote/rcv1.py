"""Reuters Corpus Volume 1: svmlight files and a list of topics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset
from datasets.files import file_recipe
from datasets.files.origin import OnDisk
from datasets.remote.base import RemoteDataset
from datasets.remote.download import OnBytes, retrieve
from datasets.remote.download_errors import explain_errors
from datasets.remote.registry import RCV1
from datasets.report import Step
from knobs import knob, one_of

TEST = tuple(name for name in RCV1 if name.startswith("test"))
PARTS = {"train": ("train",), "test": TEST, "all": ("train", *TEST)}
N_WORDS = 47_236
SUBJECTS = {
    "CCAT": "companies",
    "ECAT": "the economy",
    "GCAT": "government and society",
    "MCAT": "markets",
}
"""The subjects of the stories of each topic."""


@dataclass(frozen=True)
class Rcv1(RemoteDataset):
    """804,414 news stories, one of four topics against the rest, in the order of their dates."""

    key: ClassVar[str] = "rcv1"
    title: ClassVar[str] = "RCV1, a topic against the rest"
    about: ClassVar[str] = "Tell the topic of a Reuters story by which of 47,236 words are in it."
    columns_are: ClassVar[str] = "words"
    row_is: ClassVar[str] = "news story"
    source: ClassVar[str] = (
        "Lewis, Yang, Rose and Li (2004), RCV1: A New Benchmark Collection for Text "
        "Categorization Research, Journal of Machine Learning Research 5; the vectors of its "
        "online appendix 13, as scikit-learn fetches them"
    )
    licence: ClassVar[str] = (
        "the vectors come with the article; the stories are for research under Reuters' and "
        "NIST's agreement"
    )
    size: ClassVar[int] = 656_000_000
    shape: ClassVar[tuple[int, int]] = (804_414, N_WORDS)
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
        one_of(*SUBJECTS),
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

    @property
    def goal(self) -> str:
        """The task, named by the subject of the topic's stories."""
        return f"tell stories about {SUBJECTS[self.topic]} from all others"

    @classmethod
    def retrieve_files(cls, folder: Path, on_bytes: OnBytes) -> dict[str, Path]:
        """The corpus' files, each with the checksum it should have."""
        return {
            part: retrieve(file.url, folder / file.name, file.known_hash, on_bytes)
            for part, file in RCV1.items()
        }

    def dataset(self, content: dict[str, Path]) -> Dataset:
        """The stories of one part; features are named by the numbers of their words, from 1."""
        with explain_errors(self.server, self.by_hand):
            X, stories = _stories([content[name] for name in PARTS[self.part]])
            is_topic = np.isin(stories, _stories_of(content["topics"], self.topic))
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
            copy=False,
            labels=(f"not {self.topic}", str(self.topic)),
            **self.metadata(),
        )


def _stories(paths: list[Path]) -> tuple[sp.csr_array, np.ndarray]:
    """The words of all stories of some files, and the stories' numbers."""
    read = [file_recipe(OnDisk(path), "rcv1")(n_features=N_WORDS).content() for path in paths]
    stories = np.concatenate([rows.y for rows in read]).astype(np.int64)
    return sp.vstack([rows.X for rows in read], format="csr"), stories


def _stories_of(path: Path, topic: str) -> np.ndarray:
    """The numbers of the stories that have a topic; a line is topic, story and 1."""
    import pandas as pd

    names = ["topic", "story", "one"]
    table = pd.read_csv(path, sep=" ", names=names, compression="gzip", keep_default_na=False)
    return table.loc[table["topic"] == topic, "story"].to_numpy(np.int64)
