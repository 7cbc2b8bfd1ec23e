"""The openings of all datasets: what the playground shows first of each, held to its bars."""
