"""The pictures of a sweep: the frontier, the map of two knobs, and the weights along one."""
