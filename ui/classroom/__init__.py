"""A class led by its teacher: where it stands, what it was asked, and what it said.

A room is one value with a revision. A teacher's browser replaces it by POST; every browser of the
class hears the newest one as a server-sent event, the whole of it, so that whoever comes late or
comes back stands at the right place at once. Answers are rows, one for each seat, and are counted
when somebody asks. Pages never read a room: browsers do, and make ordinary movements of it.
"""
