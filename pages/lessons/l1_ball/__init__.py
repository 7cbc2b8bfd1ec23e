"""A ball with corners: projection on the L1 ball by hand, three ways to find it, and against EG."""

from __future__ import annotations

from algorithms.projection import pivot, sort
from algorithms.projection.tree import threshold
from pages.lessons.l1_ball.evidence import KEY, Knobs, gather
from pages.lessons.l1_ball.exercises import so_many_stay, theta_by_hand
from pages.lessons.l1_ball.pictures import stage
from pages.lessons.l1_ball.story import STORY
from pages.lessons.l1_ball.twin import project, projected_step
from pages.lessons.l1_ball.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key=KEY,
    entry=Entry(
        title="L1 ball",
        claim="A ball with corners makes zeros",
        icon="M30 4 L52 18 L30 32 L8 18 Z M50 4 L41 11",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"""\begin{aligned}
w &\leftarrow \Pi_z(w - \eta_t\,\ell'(w\cdot x, y)\,x) \\
\Pi_z(v)_j &= \operatorname{sign}(v_j)\,\max(|v_j|-\theta,\,0),\quad
\theta = \frac{1}{\rho}\Big(\sum_{r\le\rho}\mu_r - z\Big)
\end{aligned}""",
        symbols={
            "Π_z": "The projection: the nearest point of ‖w‖₁ ≤ z. ‖w‖₁ is the sum of all |wⱼ|.",
            "θ": "The amount that the projection takes off every size, 0 inside the ball. It is no "
            "knob: it follows from v and z.",
            "μ": "The sizes |vⱼ|, the largest first.",
            "ρ": "The number of entries that survive.",
            "ℓ′": "The slope of the logistic loss in the prediction w·x.",
        },
        source="Duchi, Shalev-Shwartz, Singer and Chandra (2008), §3–6, Figs. 1–3 and 8.",
        code=(project, projected_step, sort.threshold, pivot.threshold, threshold.search),
    ),
    exercises=(theta_by_hand, so_many_stay),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
    story=STORY,
)
