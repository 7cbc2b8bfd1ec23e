"""Home: the point of it all in one living picture, then the course and the links."""
