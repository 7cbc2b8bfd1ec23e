"""Online algorithms: one step per example, O(nonzeros of the example) per step.

All of them keep weights they have not read for a while as they were and settle what is due when
the feature is read again. "The weights as of now" settles a copy: looking never changes a run.
"""
