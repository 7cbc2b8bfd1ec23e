"""The cost of a visit, and of a class: bytes, processor time, and what each waits for."""
