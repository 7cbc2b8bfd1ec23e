"""The parts of the page of tallies."""
