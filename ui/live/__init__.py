"""The browser side: elements that keep their node, so that a change repaints them in place."""
