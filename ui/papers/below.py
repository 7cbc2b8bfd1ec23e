"""What stands under the picture of a claim: its numbers, what differs, where they come from."""

from __future__ import annotations

import streamlit as st

import papers
from papers.claim import Case, Claim
from papers.outcome import case_phrase
from papers.results import Row
from ui.markdown import plain
from ui.papers.evidence import ClaimEvidence
from ui.papers.picture import shows_all_cases
from ui.papers.recomputation import recompute
from ui.papers.table import table
from ui.papers.wording import in_words, to_markdown

OFTEN = 0.5
"""Seconds between two looks at a claim that is being computed."""


def show_claim(evidence: ClaimEvidence) -> None:
    """Show all that belongs to a claim beside its picture."""
    left, right = st.columns([3, 2], gap="large")
    with left:
        _numbers(evidence)
        _readings(evidence)
    with right:
        _differences(evidence)
        _provenance(evidence)
        _paper(evidence)


def _numbers(evidence: ClaimEvidence) -> None:
    claim = evidence.outcome.claim
    numbers = table(evidence)
    st.markdown("### The numbers")
    st.markdown(numbers)
    if not shows_all_cases(claim) and len(claim.cases) > 1:
        found = evidence.outcome.finding(evidence.case, evidence.reading)
        here = f"On {case_phrase(evidence.case.name)}: {in_words(found)}."
        st.markdown(to_markdown(f"{here} {found.because}"))
    if "](sweep" in numbers:
        st.caption("An underlined number opens the sweep page, which compares these methods anew.")
    elif "](playground" in numbers:
        st.caption("An underlined number opens the run behind it, with settings to change.")
    elif "](" in numbers:
        st.caption("An underlined number opens the lesson that shows what it is about.")
    judged = to_markdown(claim.rule.sentence)
    st.caption(f"How it is judged, which was fixed before the run: {judged}")


def _readings(evidence: ClaimEvidence) -> None:
    """Say what each reading is, and what came of it."""
    outcome = evidence.outcome
    if len(outcome.claim.readings) == 1:
        return
    of_ours = evidence.paper.comparison
    # One text: on paper a heading alone at the foot of a sheet would be parted from its list.
    lines = [f"### {'Measured in several ways' if of_ours else 'What the paper leaves open'}", ""]
    for reading in outcome.claim.readings:
        found = outcome.by_reading[reading.name]
        verdict = in_words(found)
        said = f"{to_markdown(reading.says)} {verdict}. {to_markdown(found.because)}"
        lines.append(f"* **{to_markdown(reading.name)}.** {said}")
    st.markdown("\n".join(lines))


def _differences(evidence: ClaimEvidence) -> None:
    claim, measured = evidence.outcome.claim, evidence.paper.comparison
    lines = [*measured, *claim.notes.differs, *_other_data(claim.cases)]
    if claim.notes.cause:
        st.markdown("### Why it comes out so")
        st.markdown(to_markdown(claim.notes.cause))
    if lines:
        st.markdown(f"### {'How it is measured' if measured else 'What is not as in the paper'}")
        st.markdown("\n".join(f"* {to_markdown(line)}" for line in lines))
    if claim.notes.lesson:
        st.markdown(f"[The lesson that speaks of it]({claim.notes.lesson})")


def _other_data(cases: list[Case]) -> list[str]:
    """The differences of the data, each named once."""
    return list(
        dict.fromkeys(f"Other data (≈): {case.other_data}" for case in cases if case.other_data)
    )


def _provenance(evidence: ClaimEvidence) -> None:
    outcome, here = evidence.outcome, evidence.here
    st.markdown("### Where the numbers come from")
    rows = list(outcome.results.rows.values())
    if rows:
        st.markdown(_where_from(outcome.claim, rows, outcome.is_stale, bool(here and here.ended)))
    if here is not None and here.problem:
        st.warning(to_markdown(here.problem))
    if evidence.under_way:
        _watch(evidence)
    elif not evidence.is_quick:
        label = f"Recompute here (about {_duration(outcome.results.seconds())})"
        if st.button(label, key=f"recompute {outcome.name}"):
            recompute(outcome.name)
            st.rerun()
    st.code(f"python -m {papers.__name__} {outcome.name} --again", language="bash", wrap_lines=True)


def _where_from(claim: Claim, rows: list[Row], stale: bool, here: bool) -> str:
    newest = max(rows, key=lambda row: row.date)
    dates = sorted({row.date for row in rows})
    when = f"on {dates[0]}" if len(dates) == 1 else f"from {dates[0]} to {dates[-1]}"
    made = ", ".join(f"{name} {version}" for name, version in newest.made.items())
    stored = "Computed here, just now" if here else f"Computed {when} and stored"
    old = " with an earlier version of the code" if stale else ""
    repeated = f"{claim.seeds} repetitions" if claim.seeds > 1 else "1 run"
    seconds = _duration(sum(row.seconds for row in rows))
    return (
        f"{stored}{old}: {repeated} of each number, which took {seconds} of learning in all, on "
        f"{made}. The fingerprint of the code is {newest.code}.{_sample_words(rows)}"
    )


def _sample_words(rows: list[Row]) -> str:
    """Say what was computed before the last change of the code, if anything was."""
    earlier = sum(bool(row.computed_by) for row in rows)
    if not earlier:
        return ""
    return (
        f" Of its {len(rows)} runs {earlier} were computed before the last change of the code. One "
        "more repetition from before was computed again, and came back to the last bit."
    )


def _watch(evidence: ClaimEvidence) -> None:
    """Show how far a recomputation is; the page says so itself when it has ended."""

    def look() -> None:
        here = evidence.here
        if here.ended:
            st.rerun()
        left = here.seconds_left
        text = f"{here.done} of {here.total}" if here.total else "…"
        text += f", about {_duration(left)} left" if left is not None else ""
        st.progress(here.done / max(here.total, 1), f"It is being computed again: {text}.")

    st.fragment(look, run_every=OFTEN)()


def _duration(seconds: float) -> str:
    if seconds < 1.0:
        return "less than a second"
    if seconds < 90.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min"


def _paper(evidence: ClaimEvidence) -> None:
    paper = evidence.paper
    with st.expander("To cite it" if paper.comparison else f"The paper: {paper}"):
        st.markdown(f"{plain(paper.authors)}: *{plain(paper.title)}*. {plain(paper.where)}.")
        if paper.errata:
            st.markdown("**Misprints**")
            st.markdown("\n".join(f"* {plain(line)}" for line in paper.errata))
        st.code(paper.bibtex, language="bibtex", wrap_lines=True)
