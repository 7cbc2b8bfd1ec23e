"""The prognostic breast cancers, of which OpenML has no copy with the papers' classes."""

from __future__ import annotations

from typing import ClassVar

from datasets.remote.base import ManualDownload


class Wpbc(ManualDownload):
    """198 patients, in whom the cancer came back or did not."""

    key: ClassVar[str] = "wpbc"
    title: ClassVar[str] = "Breast cancer, prognostic (by hand)"
    about: ClassVar[str] = "Tell by 33 measures of a tumour whether it will recur."
    columns_are: ClassVar[str] = "measurements of a tumour"
    row_is: ClassVar[str] = "patient"
    goal: ClassVar[str] = "tell in which patients the cancer comes back"
    source: ClassVar[str] = (
        "Wolberg, Street and Mangasarian (1995), Breast Cancer Wisconsin (Prognostic), "
        "UCI Machine Learning Repository"
    )
    licence: ClassVar[str] = "CC BY 4.0"
    size: ClassVar[int] = 18_000
    shape: ClassVar[tuple[int, int]] = (198, 33)
    server: ClassVar[str] = "UCI"
    differs: ClassVar[str] = (
        "no copy at OpenML is known to hold the papers' classes R and N (dataset 191, wisconsin, "
        "is for predicting the time)"
    )
    by_hand: ClassVar[str] = (
        "download wpbc.data from https://archive.ics.uci.edu/dataset/16, put a line of names on "
        "top, the second of them target, leave the first column out and put it into the data "
        "folder as wpbc.csv"
    )
