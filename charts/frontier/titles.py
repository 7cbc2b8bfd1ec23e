"""The measures of a sweep in words."""

TITLES = {
    "test AUC": "AUC on held-out rows",
    "test error": "share of errors on held-out rows",
    "test loss": "loss on held-out rows",
    "test mean squared error": "mean squared error on held-out rows",
    "loss": "loss per example while learning",
    "mistakes": "share of errors while learning",
    "objective": "objective (loss + penalty)",
    "sign F1": "F1 score of the signs",
    "test correlation": "largest correlation on held-out rows",
}
"""The measures as axes name them."""
