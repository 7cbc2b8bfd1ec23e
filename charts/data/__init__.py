"""The pictures of the data page."""
