"""The prose of a story: its file read into steps, and a text into pieces that a card can show.

A story is a Markdown file, one heading per step::

    ## never · Will it get away?
    Every {period} steps [rounding](look:rounding) cuts the **weight**.

    ? Will this weight ever get away from 0?
    + No, never.
      Right: …
    - Yes, sooner or later.
      That would take …
    = At step {cut} it was cut for the last time.

``?`` asks for a bet; ``+`` and ``-`` are its answers, right and wrong, each followed by its reply;
``=`` is what everybody reads then. ``!`` sets a goal, and ``=`` is what they read who reach it.
In a text ``{name}`` is a number of the lesson, ``**…**`` names the one new term, and
``[…](look:a,b)`` lights up the curves, pictures or knobs of these names.

Sentences may stand under a condition, see ``ui.lessons.text``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ui.lessons.text import Text

HEADING = re.compile(r"## (?P<key>\w+) · (?P<title>.+)")
PIECE = re.compile(
    r"\*\*(?P<bold>.+?)\*\*|\*(?P<stressed>[^*]+)\*|\[(?P<phrase>[^\]]+)\]\(look:(?P<names>[^)]+)\)"
)


@dataclass(frozen=True)
class Answer:
    """One answer to a bet.

    Parameters
    ----------
    text : the answer.
    reply : the text for a reader who gives it.
    right : whether it is the right one.
    """

    text: str
    reply: str
    right: bool


@dataclass
class Passage:
    """The prose of one step.

    Parameters
    ----------
    key : its name in the lesson.
    title : a few words for the list of steps.
    body : what is said at once.
    question : the bet, "" where there is none.
    answers : the answers to it.
    goal : what is to be brought about by hand, "" for nothing.
    outcome : what is said after the bet, or when the goal is reached.
    """

    key: str
    title: str
    body: Text = field(default_factory=Text)
    question: str = ""
    answers: list[Answer] = field(default_factory=list)
    goal: Text = field(default_factory=Text)
    outcome: Text = field(default_factory=Text)

    @property
    def texts(self) -> list[str]:
        """The texts that a reader may see, each in all its readings."""
        replies = [text for answer in self.answers for text in (answer.text, answer.reply)]
        texts = [*self.body.readings, self.question, *replies]
        texts += [*self.goal.readings, *self.outcome.readings]
        return [text for text in texts if text]

    @property
    def conditions(self) -> set[str]:
        """The names of the claims that decide what is shown."""
        return self.body.conditions | self.goal.conditions | self.outcome.conditions


def passages(text: str) -> dict[str, Passage]:
    """Return the passages of a story file by their key, in order.

    Raises ValueError for a line that belongs to no step, and for a key that occurs twice.
    """
    found: dict[str, Passage] = {}
    for number, line in enumerate(text.splitlines(), 1):
        heading = HEADING.fullmatch(line)
        if heading and heading["key"] in found:
            raise ValueError(f"line {number}: there are two steps “{heading['key']}”")
        if heading:
            found[heading["key"]] = Passage(heading["key"], heading["title"])
        elif line.strip() and not line.startswith("# "):
            if not found:
                raise ValueError(f"line {number} stands before the first step")
            _take(list(found.values())[-1], line)
    return found


def _take(passage: Passage, line: str) -> None:
    """Add one line of a file to the step it stands in."""
    mark, _, rest = line.partition(" ")
    if mark == "?":
        passage.question = rest
    elif mark in ("+", "-"):
        passage.answers.append(Answer(rest, "", mark == "+"))
    elif mark == "!":
        passage.goal.add(rest)
    elif mark == "=":
        passage.outcome.add(rest)
    elif line.startswith("  ") and passage.outcome:
        passage.outcome.add(line.strip())
    elif line.startswith("  ") and passage.answers:
        last = passage.answers.pop()
        reply = f"{last.reply} {line.strip()}".strip()
        passage.answers.append(replace(last, reply=reply))
    elif line.startswith("  ") and passage.goal:
        passage.goal.add(line.strip())
    elif line.startswith("  ") and passage.question:
        passage.question = f"{passage.question} {line.strip()}"
    else:
        passage.body.add(line.strip())


def fill_numbers(text: str, numbers: Mapping[str, object]) -> str:
    """Return a text with its numbers. Raises KeyError for a name that there is no number of."""
    return text.format_map(numbers)


def pieces(text: str, terms: Mapping[str, str] | None = None) -> list[dict]:
    """Return a text in pieces: ``{"text", "kind", "names" or "about"}``.

    Parameters
    ----------
    text : with its numbers.
    terms : words that can be looked up, by their spelling in lower case, and their sentence.
    """
    found, end = [], 0
    for match in PIECE.finditer(text):
        found += split_at_terms(text[end : match.start()], terms or {})
        if match["phrase"]:
            names = split_names(match["names"])
            found.append({"kind": "look", "text": match["phrase"], "names": names})
        elif match["bold"]:
            found.append({"kind": "bold", "text": match["bold"]})
        else:
            found.append({"kind": "stressed", "text": match["stressed"]})
        end = match.end()
    return found + list(split_at_terms(text[end:], terms or {}))


def split_at_terms(text: str, terms: Mapping[str, str]) -> Iterator[dict]:
    """Yield the pieces of a text without marks: in it a star is a star, as in w*."""
    if not text:
        return
    # The longest first: "truncated gradient" is no gradient.
    longest = sorted(terms, key=len, reverse=True)
    if not longest:
        yield {"kind": "plain", "text": text}
        return
    pattern = rf"\b({'|'.join(map(re.escape, longest))})\b"
    for i, part in enumerate(re.split(pattern, text, flags=re.IGNORECASE)):
        if i % 2:
            yield {"kind": "term", "text": part, "about": terms[part.lower()]}
        elif part:
            yield {"kind": "plain", "text": part}


def mark_once(parts: list[dict], marked: set[str]) -> list[dict]:
    """Return the pieces, each term marked where a card has it first: more lines would distract.

    Parameters
    ----------
    parts : as ``pieces`` returns them; they are changed.
    marked : the sentences of the terms that are marked already; those marked here are added.
    """
    for piece in parts:
        if piece["kind"] == "term" and piece["about"] in marked:
            piece |= {"kind": "plain"}
        marked.add(piece.get("about", ""))
    return parts


def spoken_text(text: str) -> str:
    """Return a text without its marks, as it is read aloud."""
    return PIECE.sub(lambda m: m["bold"] or m["stressed"] or m["phrase"], text)


def word_count(text: str) -> int:
    """Return the number of words of a text; a number is one."""
    return len(re.findall(r"[\w{][\w{}'’.,·²³⁻−+/=|‖²₁₀-]*", spoken_text(text)))


def all_looks(texts: Sequence[str]) -> set[str]:
    """Return the names that the phrases of some texts point at."""
    named = (m["names"] for text in texts for m in PIECE.finditer(text) if m["names"])
    return {name for names in named for name in split_names(names)}


def split_names(names: str) -> list[str]:
    """Return the names of a list; a comma within a number, as in 1,000, belongs to it.

    >>> split_names("loss, some of 1,000 features,θ")
    ['loss', 'some of 1,000 features', 'θ']
    """
    return [name.strip() for name in re.split(r",(?!\d{3}\b)", names)]
