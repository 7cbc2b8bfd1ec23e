"""The address of the page of tallies: the dataset, as other pages have it."""

from __future__ import annotations

from ui.address import Form, decode_data, encode_data

TALLY = Form("tally", encode_data, decode_data)
