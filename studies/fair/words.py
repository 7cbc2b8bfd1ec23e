"""The sentences of the report that stand whatever comes out, and those that a verdict chooses."""

from __future__ import annotations

from studies.fair.claims import DEPENDS, FAILS, HOLDS

TITLE = "# Fair fights: sparse online methods, like for like"

METHOD = """
## The question, and the way to an answer

Langford, Li and Zhang (2009) compare *truncated gradient* with *rounding*: the one pulls small
weights towards 0, the other cuts them. Which of them predicts better **with as few features**,
each with its knobs turned as well as can be? The methods that came after them are asked the same.
A feature counts where its weight is not 0.

* **Runs.** Logistic loss, with an intercept that is never penalised. Every setting of every
  method learns from the same examples in the same {orders} orders. A run ends where every period
  K (1, 10, 100) has just made its zeros.
* **Knobs.** Each method has a grid: step sizes over almost three decades, a fifth of a decade
  apart, constant and falling as 1/√t; its period K; and its own sparsity knob (θ, g, λ, k or z), a
  fifth of a decade apart, too.
  The grids are laid around what one look at the data with plain SGD finds, by one rule for all.
  The sub-gradient and projected gradient are slow, so their grids are coarser: three step sizes
  per schedule, and steps of up to half a decade in λ and z.
* **Rows.** Two fifths of the rows are held out. One half of them chooses the knobs, by the median
  AUC over the orders; the other half gives the AUC that the tables show. So no method gains by
  having more settings to choose from.
* **Clearly ahead.** Numbers are medians over the orders. One method is clearly ahead of another
  where the quartiles of the two (the middle half of the orders) do not overlap; otherwise the two
  are level. Each dataset is split once, so this is the doubt that the order of the examples
  leaves, not that of other rows.
* **Methods.** *TG* is truncated gradient at θ = ∞, *TG, θ < ∞* at a threshold of 3, 10 or 30 % of
  SGD's largest weight, with every second value of η and g. *Sub-gradient, cut* and *SGD, cut*
  learn without making a zero and are cut once, at the end, at the best θ. *FOBOS* takes one
  example per step, which is truncated gradient at K = 1. *Cumulative* is the penalty of Tsuruoka
  et al. (2009), which a weight pays before it is read or after it was learned from. *Keep-k*
  keeps the k largest weights after each step. *Projected* is the gradient projected onto the L1
  ball.
"""

CLAIMED = """
## The claims

A claim is counted in cells, as its row says: **for – neither – against**. The verdict follows
from the count alone, by one rule unless the row has its own:

* {rule}.
* In all other cases it depends.
"""

MAY_CLAIM = "## What the pages may claim\n\n"

AUC_TABLE = """
## At most k features at the end: AUC on held-out rows

Each cell is the median AUC, and in brackets the median number of features of the setting chosen.
The best is bold. The last column says who is ahead: *clearly*, or how many other methods are
level with it.
"""

LOSS_TABLE = """
## At most k features in memory: progressive loss

The progressive loss is suffered on each example before it is learned from, over all passes. In a
second pass the examples have been seen before, so there it rewards memory, too. A run counts here
with the features that it *holds* in the mean of its last pass, in brackets: between two cuts,
every feature of the examples since has a weight. A run that is cut once at the end holds them
all, and a dash says that no setting holds so few.
"""

DUELS = """
## Every method against every other

The row's method against the column's: clearly ahead – level – clearly behind, over all datasets
and numbers of features. A method without a setting of so few features is behind one that has
some. In AUC:
"""

PERIOD_TABLE = """
## The period K

AUC with at most k features at the end, as above, with K fixed.
"""

SENSITIVITY = """
## The room of a knob

All other knobs stand at their best: the least progressive loss with at most {budget} features at
the end. The **room** of a knob is the width of the values around its best that keep this loss
within 5 % of the best and the features within {budget}. It is measured in decades: 1 decade is a
factor of 10, 0.1 a factor of 1.26. *Steepest* is the largest rise of the loss over a fifth of a
decade, as a share of the whole rise from the least loss to that of the largest value of the knob.
"""

ACCIDENT = """
## The accident of the last examples

Each method stands at the setting that has the best AUC with at most k features. The **overlap**
of two sets of features is the share of those in both among those in either: 1 where they are the
same, 0 where they have none in common. It is measured twice: between the features kept in two
orders of the examples, and between those at the end of a run and those 100 examples before, when
every method has just made its zeros, too.
"""

EDGES = """
## The ends of the grids

So often the setting chosen (by AUC, with at least one feature) has the smallest or the largest
step size that was tried. If that is often so, the method might do better with a wider grid.
"""

SENTENCES = {
    "opening": {
        HOLDS: "On breast cancer with random features a page may say that truncated gradient "
        "does better than rounding with as few features.",
        FAILS: "No page may say that truncated gradient beats rounding on breast cancer with "
        "random features: with as few features it does not. One threshold with three "
        "runs may be shown as three points, each on its frontier.",
        DEPENDS: "On breast cancer with random features a page may put truncated gradient ahead "
        "of rounding only where it names the number of features and the measure.",
    },
    "every_step": {
        HOLDS: "Pages may say that rounding at every step loses features that rounding less "
        "often keeps.",
        FAILS: "No page may say that rounding at every step is worse than rounding less often "
        "with as few features.",
        DEPENDS: "A page may say that rounding at every step is worse than rounding less often "
        "where it shows data for which it is so, not in general.",
    },
    "without_noise": {
        HOLDS: "Pages may say that a θ which removes the noise costs rounding at every step "
        "useful features, too.",
        FAILS: "No page may say that rounding at every step cannot remove the noise without "
        "losing what is useful.",
        DEPENDS: "Whether rounding at every step can remove the noise without losing what is "
        "useful depends on the data; a page has to show its own.",
    },
    "rounding_ahead": {
        HOLDS: "Pages have to say that rounding at its best θ and K is a strong baseline, "
        "often ahead of truncated gradient.",
        FAILS: "No page may say that rounding at its best knobs is often ahead of truncated "
        "gradient.",
        DEPENDS: "Between rounding and truncated gradient, each at its best, pages may name a "
        "winner only for the data and the number of features that they show.",
    },
    "narrow": {
        HOLDS: "Pages may say that the right θ is harder to hit than the right g.",
        FAILS: "No page may say that the right θ is harder to hit than the right g.",
        DEPENDS: "The right θ is harder to hit than the right g on some data only; a page may "
        "say so where it shows it.",
    },
    "smooth": {
        HOLDS: "Pages may say that the loss rises smoothly with gravity.",
        FAILS: "No page may say that the loss rises smoothly with gravity: it has cliffs.",
        DEPENDS: "The loss rises smoothly with gravity on some data only; no page may say so in "
        "general.",
    },
    "accidental": {
        HOLDS: "Pages have to say that the last examples decide which features truncated "
        "gradient keeps: in another order it keeps others.",
        FAILS: "No page may say that the last examples decide which features truncated "
        "gradient keeps.",
        DEPENDS: "In part the last examples decide which features truncated gradient keeps; the "
        "share depends on the data.",
    },
    "steadier": {
        HOLDS: "Pages may say that RDA and the cumulative penalty keep more nearly the same "
        "features in every order.",
        FAILS: "No page may say that RDA and the cumulative penalty keep more nearly the same "
        "features in every order.",
        DEPENDS: "RDA or the cumulative penalty keep more nearly the same features in every "
        "order on some data only.",
    },
    "better": {
        HOLDS: "Pages may say that RDA and the cumulative penalty do better than truncated "
        "gradient with as few features.",
        FAILS: "No page may say that RDA and the cumulative penalty do better than truncated "
        "gradient with as few features, each at its best knobs.",
        DEPENDS: "RDA and the cumulative penalty do better than truncated gradient with as few "
        "features on some data only.",
    },
    "hungry": {
        HOLDS: "Pages have to say that rounding and truncated gradient at their best need memory "
        "for many more features on the way than they keep at the end.",
        FAILS: "No page may say that rounding and truncated gradient at their best need memory for "
        "many more features than they keep.",
        DEPENDS: "On some data rounding and truncated gradient at their best need memory for many "
        "more features than they keep; a page has to show its own.",
    },
    "lean": {
        HOLDS: "Pages may say that RDA and the cumulative penalty need memory for hardly more "
        "features on the way than they keep at the end.",
        FAILS: "No page may say that RDA and the cumulative penalty need memory for hardly more "
        "features than they keep.",
        DEPENDS: "On some data RDA and the cumulative penalty need memory for hardly more features "
        "than they keep; a page has to show its own.",
    },
    "fewer": {
        HOLDS: "Pages may say that at equal η and λ the cumulative penalty keeps fewer weights "
        "than truncated gradient at K = 1, at the same AUC.",
        FAILS: "No page may say that at equal η and λ the cumulative penalty keeps fewer "
        "weights at the same AUC.",
        DEPENDS: "At equal η and λ the cumulative penalty keeps fewer weights at the same AUC on "
        "some data only.",
    },
    "figure_7": {
        HOLDS: "What Langford et al. (2009, §6.4) report comes back: truncated gradient keeps "
        "up with rounding and the sub-gradient at K = 10, and is ahead in places.",
        FAILS: "What Langford et al. (2009, §6.4) report does not come back: here truncated "
        "gradient falls behind rounding or the sub-gradient. A page that tells it has "
        "to say so. Here the knobs are chosen for each number of features, and the "
        "sub-gradient has its best last cut.",
        DEPENDS: "What Langford et al. (2009, §6.4) report comes back in part; a page that tells "
        "it has to name the data.",
    },
    "tuned": {
        HOLDS: "With the step size tuned once, as in the paper, §6.4 comes back.",
        FAILS: "With the step size tuned once, as in the paper, §6.4 does not come back either.",
        DEPENDS: "With the step size tuned once, as in the paper, §6.4 comes back in part.",
    },
    "periods": {
        HOLDS: "What Langford et al. (2009, §6.2) report comes back: a larger K helps rounding "
        "more than truncated gradient.",
        FAILS: "What Langford et al. (2009, §6.2) report does not come back: a larger K does "
        "not help rounding more than it helps truncated gradient.",
        DEPENDS: "What Langford et al. (2009, §6.2) report, that a larger K helps rounding "
        "alone, comes back on some data only.",
    },
}
"""By claim and verdict, the sentence that it allows."""
