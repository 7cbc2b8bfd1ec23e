"""The time that runs may take: turns between long ones, stretches, and refusals."""
