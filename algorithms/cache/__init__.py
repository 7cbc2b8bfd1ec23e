"""The compiled kernels that one process leaves for the next: where they lie, and their files."""
