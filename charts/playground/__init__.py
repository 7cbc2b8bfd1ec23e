"""The pictures of the playground."""
