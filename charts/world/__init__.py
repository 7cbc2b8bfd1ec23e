"""The picture of the weights: one large picture that a run moves, and the frames of it."""
