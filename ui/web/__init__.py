"""The doors of the server: the names it answers to, and what goes with every answer."""
