"""Events: movements that are answered without a run of the page, by a pure function of the address.

The browser sends the address and what the hand did since (``browser/events``); any process answers
with what its elements show now and with the new address (``answer``), over a WebSocket of our own
(``live_socket``). Where more changes than these elements show, the page has to run, which
``NeedsFullRun`` says.
"""
