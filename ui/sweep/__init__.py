"""The parts of the sweep page alone: what is asked for, how it is worked on, what came of it."""
