"""What is kept against a knob: real features drawn strong, random ones thin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from charts.picture import Picture, frame, reference


def counts_against(
    name: str,
    x_label: str,
    x: Sequence[float],
    tracks: Mapping[str, tuple[str, Sequence[int], Sequence[int]]],
    here: float,
    log: bool = True,
) -> Picture:
    """Curves of (colour, real, random) counts by name; ``here`` is where the knob stands."""
    x = np.asarray(x, np.float64)
    curves, told = [], []
    top = max((max(max(real), max(noise)) for _, real, noise in tracks.values()), default=1)
    for label, (colour, real, noise) in tracks.items():
        for what, counts, dash, width in (
            ("real", real, "solid", 2.5),
            ("random", noise, "dot", 1.5),
        ):
            curves.append(
                {
                    "type": "scatter",
                    "mode": "lines+markers",
                    "name": f"{label}, {what}",
                    "x": x,
                    "y": np.asarray(counts, np.float64),
                    "line": {"color": colour, "dash": dash, "width": width},
                    "marker": {"color": colour, "size": 5},
                }
            )
        told.append(f"{label} {real[0]} to {real[-1]} real and up to {max(noise)} random")
    curves.append(reference("now", [here, here], [0.0, float(top)]))
    axis = {"type": "log", "dtick": "D2", "nticks": None} if log else {}
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}
    layout = frame(x_label, "features kept", xaxis=axis, yaxis={"rangemode": "tozero"})
    return Picture(
        name,
        curves,
        layout | {"showlegend": True, "legend": legend},
        alt=f"Features kept against the {x_label}: {'; '.join(told)}.",
        caption="Solid: real features; dotted: random ones. The line stands where the knob does.",
    )
