"""The best with at most k features: one question, one button, and the answer as it grows."""
