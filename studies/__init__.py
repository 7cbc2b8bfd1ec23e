"""Studies: the experiments of papers, done again with the code that the app runs.

A study has a question (what a paper prints, or claims), rules that were written down before its
runs, and a report that it writes itself, with what differs from the paper and what could not be
studied. It may take minutes or hours, and its answer is about methods; a benchmark asks how fast
this code is, and has a bar. Each study is a folder and a command: ``python -m studies.langford``
and ``python -m studies.yang`` print tables beside the papers' numbers. Nothing of the app imports
from here.
"""
