"""One vote or the average of all: FOBOS, which is truncated gradient, against RDA."""

from algorithms import CATALOGUE
from pages.lessons.fobos_rda.evidence import Knobs, gather
from pages.lessons.fobos_rda.exercises import fewer_by_averaging, how_long_to_zero, who_is_zero
from pages.lessons.fobos_rda.pictures import stage
from pages.lessons.fobos_rda.story import STORY
from pages.lessons.fobos_rda.twin import fobos_step, rda_weights, soft_threshold, vote
from pages.lessons.fobos_rda.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="fobos_rda",
    entry=Entry(
        title="FOBOS and RDA",
        claim="One vote, or the average of all",
        icon="M4 20 L10 8 L16 28 L22 10 L28 26 L34 14 L40 24 L46 17 L52 21 L56 20",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"\begin{aligned}\text{FOBOS:}\quad w &\leftarrow S(w - \eta_t g_t,\ \eta_t\lambda)\\"
        r"\text{RDA:}\quad w &\leftarrow -\tfrac{\sqrt t}{\gamma}\,S(\bar u_t,\ \lambda)"
        r"\end{aligned}",
        symbols={
            "gₜ": "The gradient of example t, ℓ′(w·x, y)x; its vote is −gₜ.",
            "ūₜ": "The mean of the first t gradients.",
            "S(v, a)": "Soft threshold: The soft threshold: v moved by a toward 0, and no further.",
        },
        source="Dhingra et al., §2.3, Alg. 4, Table 2; Xiao (2010), (8); Yang et al. (2010), (10).",
        code=(
            soft_threshold,
            vote,
            fobos_step,
            rda_weights,
            CATALOGUE["fobos"].loop,
            CATALOGUE["rda"].loop,
        ),
    ),
    exercises=(who_is_zero, how_long_to_zero, fewer_by_averaging),
    example=("digit_products", {"n_products": 136}),
    story=STORY,
)
