"""The six rules for a weight as cards: formula and code, each in branches that can light up.

``pages/lessons/shrinking/maps.js`` says which branch is taken; the names of branches are its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from algorithms import shrinkage
from algorithms.online.common.pnorm import link
from charts.palette import colour


@dataclass(frozen=True)
class MapCard:
    """One map, its formula and its code.

    Parameters
    ----------
    key : its name in maps.js.
    symbol : as formulas write it.
    branches : (names, value, condition), a line each; a line may stand for several branches.
    code : a stretch of the source of ``function``, indented less, in which «names:…» is what
        computes these branches.
    levels : the knobs that it uses, as lines of a picture.
    further : whether it stands apart in free play.
    """

    key: str
    title: str
    symbol: str
    colour: str
    source: str
    branches: tuple[tuple[str, str, str], ...]
    function: Callable
    code: str
    levels: tuple[str, ...] = ()
    further: bool = False

    def payload(self) -> dict:
        """Return the card as the browser is sent it; the code in pieces, each with its branches."""
        return {
            "key": self.key,
            "title": self.title,
            "symbol": self.symbol,
            "colour": self.colour,
            "source": self.source,
            "branches": [list(branch) for branch in self.branches],
            "code": [piece for piece in self.pieces() if piece[1]],
            "levels": list(self.levels),
            "further": self.further,
        }

    def pieces(self) -> list[list[str]]:
        """Return the code as [names of branches, text], "" where no branch computes it."""
        pieces = []
        for part in self.code.split("«"):
            marked, closing, rest = part.partition("»")
            if not closing:
                pieces.append(["", part])
                continue
            names, _, text = marked.partition(":")
            pieces += [[names, text], ["", rest]]
        return pieces


MAP_CARDS = (
    MapCard(
        key="rounding",
        title="Rounding",
        symbol="T₀",
        colour=colour("rounding", 0),
        source="Langford (4)",
        branches=(("zero", "0", "|v| ≤ θ"), ("stays", "v", "|v| > θ")),
        function=shrinkage.rounding,
        code="np.where(np.abs(v) <= theta, «zero:0.0», «stays:v»)",
        levels=("theta",),
    ),
    MapCard(
        key="truncation",
        title="Truncated gradient",
        symbol="T₁",
        colour=colour("truncated_gradient", 0),
        source="Langford (6)",
        branches=(
            ("zero", "0", "|v| ≤ α, |v| ≤ θ"),
            ("pulled", "v ∓ α", "α < |v| ≤ θ"),
            ("stays", "v", "|v| > θ"),
        ),
        function=shrinkage.truncation,
        code="np.where(np.abs(v) <= theta, «zero pulled:soft_threshold(v, alpha)», «stays:v»)",
        levels=("theta", "alpha"),
    ),
    MapCard(
        key="soft_threshold",
        title="Soft threshold",
        symbol="S",
        colour=colour("fobos", 0),
        source="Duchi & Singer; θ = ∞",
        branches=(("up", "v − α", "v > α"), ("down", "v + α", "v < −α"), ("zero", "0", "|v| ≤ α")),
        function=shrinkage.soft_threshold,
        code="np.maximum(«up:v - alpha», «down zero:0.0») + "
        "np.minimum(«down:v + alpha», «up zero:0.0»)",
        levels=("alpha",),
    ),
    MapCard(
        key="keep_largest",
        title="Keep-k",
        symbol="H",
        colour=colour("l0_sgd", 0),
        source="Dhingra, Alg. 5",
        branches=(("stays", "v", "among the k largest"), ("zero", "0", "otherwise")),
        function=shrinkage.keep_largest,
        code="np.where(rank < k, «stays:v», «zero:0.0»)",
        levels=("k",),
    ),
    MapCard(
        key="group_shrink",
        title="Group shrink",
        symbol="G",
        colour=colour("group_rda", 0),
        source="Yang (8)",
        branches=(("pulled", "(1 − α/‖v_g‖) v", "‖v_g‖ > α"), ("zero", "0", "‖v_g‖ ≤ α")),
        function=shrinkage.group_shrink,
        code="«pulled:(1.0 - share) * v» if share < 1.0 else «zero:np.zeros_like(v)»",
        levels=("alpha",),
        further=True,
    ),
    MapCard(
        key="link",
        title="p-norm link",
        symbol="f⁻¹",
        colour=colour("smidas", 0),
        source="Shalev-Shwartz & Tewari §3, (12)",
        branches=(("linked", "± |v|ᵖ⁻¹ / ‖v‖ₚᵖ⁻²", "v ≠ 0"), ("zero", "0", "v = 0")),
        function=link,
        code="if theta == 0.0:\n    return «zero:0.0»\nreturn math.copysign("
        "«linked:norm[1] * (abs(theta) / norm[1]) ** (norm[0] - 1.0) / norm[2]», theta)",
        further=True,
    ),
)
"""In the order of their papers."""

FIVE = tuple(card.key for card in MAP_CARDS if card.key != "link")
"""The rules that make zeros."""
