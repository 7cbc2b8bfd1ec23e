"""The menu leads everywhere and forgets nobody."""

from __future__ import annotations

from tests.support.views import open_app


def test_links_to_other_pages_carry_who_looks_and_how():
    app = open_app(student="7", frame="3")
    links = [link.proto.query_string for link in app.get("page_link")]
    assert len(links) > 10 and all("student=7" in link for link in links)
    assert not any("frame" in link for link in links), "that is of one film"
