"""The compiled kernels that one process leaves for the next: folder, files, and which can wait."""
