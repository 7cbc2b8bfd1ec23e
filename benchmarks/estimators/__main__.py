"""Print how long a search over gravity takes, in both ways."""

from benchmarks.estimators.search import rows
from benchmarks.report import machine, table

print(machine())
print(table(rows()))
