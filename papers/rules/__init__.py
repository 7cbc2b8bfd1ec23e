"""The five kinds of rule. Each is written down beside its claim before anything is run.

===============  ===========================================================
``Number``       the printed number comes back, within a ratio or a distance
``Threshold``    a number is above, or below, the one that the paper names
``Order``        one method is ahead of another (sign test over repetitions)
``NoViolation``  a bound or an identity holds at every step
``Growth``       a cost grows as a power: the slope in log-log
===============  ===========================================================
"""

from papers.rules.growth import Growth
from papers.rules.no_violation import NoViolation
from papers.rules.number import Number
from papers.rules.order import Order
from papers.rules.threshold import Threshold

__all__ = ["Growth", "NoViolation", "Number", "Order", "Threshold"]
