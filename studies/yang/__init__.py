"""Yang, Xu, King & Lyu 2010, Table 1: five methods on made-up groups, beside the printed numbers.

python -m studies.yang [--repeats 50] [--largest 10000]
"""
