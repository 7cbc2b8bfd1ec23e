"""Rules that shrink weights and their prices, and a link that shrinks none to zero."""

from algorithms import shrinkage
from algorithms.online.common.pnorm import link
from pages.lessons.shrinking.evidence import Knobs, gather
from pages.lessons.shrinking.exercises import by_hand, leaving_zero, whole_group
from pages.lessons.shrinking.pictures import stage
from pages.lessons.shrinking.story import STORY
from pages.lessons.shrinking.twin import keep_largest, round_small, soft, truncate
from pages.lessons.shrinking.words import explanation, lead
from ui.lessons import Entry, Formula, Lesson

LESSON = Lesson(
    key="shrinking",
    entry=Entry(
        title="Shrinking",
        claim="A zero has its price: a jump, a smaller weight, or a rival",
        icon="M4 34 L22 18 H38 L56 2",
    ),
    knobs=Knobs,
    evidence=gather,
    stage=stage,
    lead=lead,
    words=explanation,
    formula=Formula(
        latex=r"""\begin{aligned}
T_0(v,\theta) &= v\,[\,|v| > \theta\,] \\
T_1(v,\alpha,\theta) &= S(v,\alpha)\text{ if } |v| \le \theta,\ v\text{ otherwise} \\
S(v,\alpha) &= \operatorname{sign}(v)\,\max(|v|-\alpha,\,0) \\
G(v_g,\alpha) &= [1-\alpha/\lVert v_g\rVert_2]_+\,v_g \\
f^{-1}(v)_j &= \operatorname{sign}(v_j)\,|v_j|^{p-1}/\lVert v\rVert_p^{p-2}
\end{aligned}""",
        symbols={
            "v": "A weight before the rule, or all of them.",
            "[|v| > θ]": "1 where it is so, else 0; [a]₊ is the larger of a and 0.",
            "v_g": "The weights of a group; ‖v_g‖₂ is the root of the sum of their squares.",
            "‖v‖_p": "The p-th root of the sum of all |vⱼ| to the power p.",
            "T₀, T₁, S": "Rounding, truncated gradient, the soft threshold.",
            "H": "Keep-k: the k largest in size stay; of ties, the first.",
            "G, f⁻¹": "Group shrink, and the link of SMIDAS.",
        },
        source="Langford et al. (2009), (4), (6) and Fig. 1; Dhingra et al., Alg. 5; Yang et al. "
        "(2010), (8); Shalev-Shwartz and Tewari (2009), §3, (12) and Alg. 3.",
        code=(
            round_small,
            soft,
            truncate,
            keep_largest,
            shrinkage.rounding,
            shrinkage.truncation,
            shrinkage.soft_threshold,
            shrinkage.keep_largest,
            shrinkage.group_shrink,
            link,
        ),
    ),
    exercises=(by_hand, whole_group, leaving_zero),
    story=STORY,
)
