"""A lesson on paper: its steps with their pictures at rest, and room for answers."""
