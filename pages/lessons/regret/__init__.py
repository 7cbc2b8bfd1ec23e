"""The learner's cost never rises above the bound: a run and its theorem, term by term."""

from algorithms.bounds import truncated_gradient_terms
from pages.lessons.regret.evidence import Knobs, gather
from pages.lessons.regret.exercises import best_step, speak_early
from pages.lessons.regret.pictures import stage
from pages.lessons.regret.story import STORY
from pages.lessons.regret.twin import cost_and_bound
from pages.lessons.regret.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="regret",
    entry=Entry(
        title="Regret",
        claim="The learner's cost never rises above the bound",
        icon="M4 6 C14 24 30 28 56 30 M4 18 C16 28 30 32 56 33",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"\begin{gathered}\tfrac{1}{T}\textstyle\sum_t \left[(1-\tfrac{A\eta}{2})\,"
        r"\ell_t(w_t) + g\|w_{t+1}\|_1\right] \\ \le \tfrac{\eta B}{2} + \tfrac{\|u\|^2}{2\eta T}"
        r" + \tfrac{1}{T}\textstyle\sum_t \left[\ell_t(u) + g\|u\|_1\right]\end{gathered}",
        symbols={
            "w_t, u": "The learner's weights at example t; the rival's fixed weights.",
            "‖u‖, ‖u‖₁": "The root of the sum of all uⱼ²; the sum of all |uⱼ|.",
            "A, B": "Numbers with ‖∇ℓ‖² ≤ Aℓ + B. Logistic loss: A = 0, B = max ‖x‖². "
            "Squared loss, ½(p − y)²: A = 2 max ‖x‖², B = 0.",
            "t": "The step; ℓ_t is the loss on its example. "
            "Pictures show the bound for every T = t.",
        },
        source="Langford, Li and Zhang (2009), Theorem 3.1, with θ = ∞ and K = 1; η = 1/√T: §3.4.",
        code=(cost_and_bound, truncated_gradient_terms),
    ),
    exercises=(best_step, speak_early),
    example=(
        "sparse_linear",
        {"n_features": 6, "n_nonzeros": 2, "density": 1.0, "noise": 0.0, "scaling": "unit rows"},
    ),
    story=STORY,
)
