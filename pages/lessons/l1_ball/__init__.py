"""A ball with corners: projection on the L1 ball by hand, three ways to find it, and against EG."""

from __future__ import annotations

from algorithms.projection import pivot, sort
from algorithms.projection.tree import threshold
from pages.lessons.l1_ball.evidence import Knobs, gather
from pages.lessons.l1_ball.exercises import so_many_stay, theta_by_hand
from pages.lessons.l1_ball.pictures import stage
from pages.lessons.l1_ball.words import explanation, lead
from ui.lessons import Lesson

LESSON = Lesson(
    key="l1_ball",
    title="L1 ball",
    claim="A ball with corners",
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=r"""\begin{aligned}
w &\leftarrow \Pi_z(w - \eta_t\,\ell'(w\cdot x, y)\,x) \\
\Pi_z(v)_j &= \operatorname{sign}(v_j)\,\max(|v_j|-\theta,\,0),\quad
\theta = \frac{1}{\rho}\Big(\sum_{r\le\rho}\mu_r - z\Big)
\end{aligned}""",
    symbols={
        "Π_z": "The nearest point of the ball ‖w‖₁ ≤ z; ‖w‖₁ is the sum of all |wⱼ|.",
        "θ": "What every magnitude loses, if ‖v‖₁ > z; else none.",
        "μ": "The magnitudes |vⱼ|, largest first.",
        "ρ": "How many entries stay: all μ above the threshold of those up to it.",
        "ℓ′": "The slope of the logistic loss in the prediction w·x.",
    },
    source="Duchi, Shalev-Shwartz, Singer and Chandra (2008), §3–6, Figs. 1–3 and 8.",
    code=(sort.threshold, pivot.threshold, threshold.search),
    exercises=(theta_by_hand, so_many_stay),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
)
