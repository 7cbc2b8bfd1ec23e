"""Print what a first visit costs, and a second one."""

from benchmarks.report import machine, table
from benchmarks.visits.costs import rows

print(machine())
print(table(rows()))
