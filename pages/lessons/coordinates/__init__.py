"""One feature or one example at a time: coordinate descent, truncated gradient and SMIDAS."""

from __future__ import annotations

from algorithms import CATALOGUE
from pages.lessons.coordinates.evidence import MADE, Knobs, gather
from pages.lessons.coordinates.exercises import little_noise, one_greedy_step, smaller_bound
from pages.lessons.coordinates.pictures import stage
from pages.lessons.coordinates.story import STORY
from pages.lessons.coordinates.twin import one_example_at_a_time, one_weight_at_a_time
from pages.lessons.coordinates.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="coordinates",
    entry=Entry(
        title="Features or examples",
        claim="One feature or one example at a time: it depends on the table",
        icon="M6 32 H22 V24 H34 V16 H46 V8 H54",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"""\begin{aligned}
\text{feature:}\quad & w_j \leftarrow S(w_j - g_j/\beta_j,\ \lambda/\beta_j)\\
\text{example:}\quad & \theta \leftarrow S(\theta - \eta\,\ell' x,\ \eta\lambda)\\
& w = f^{-1}(\theta)
\end{aligned}""",
        symbols={
            "gⱼ, βⱼ": "Slope of the average loss in wⱼ, and a bound on its curvature.",
            "S(v, a)": "Soft threshold: v moved by a toward 0, and no further.",
            "θ, f⁻¹": "What is stepped and shrunk, and what makes w of it. SMIDAS (stochastic "
            "mirror descent algorithm made sparse): the p-norm link, p = 2 ln d; truncated "
            "gradient: w = θ.",
            "X₂², X∞²": "Means of ‖x‖₂² and of the largest xⱼ² of an example.",
        },
        source="Shalev-Shwartz and Tewari (2009), Alg. 2 and 3, (2)–(4), Fig. 1.",
        code=(
            one_weight_at_a_time,
            one_example_at_a_time,
            CATALOGUE["coordinate_descent"].loop,
            CATALOGUE["smidas"].loop,
        ),
    ),
    exercises=(one_greedy_step, smaller_bound, little_noise),
    example=("sparse_linear", MADE),
    story=STORY,
)
