"""The one dataset whose classes are numbers to be predicted.

Langford, Li and Zhang's Table 1 (2009) counts UCI's zoo among its datasets with the animal's class
as a number, in UCI's numbering; files made from UCI's often carry the names instead.
"""

KEY = "zoo"
CLASS_NUMBERS = {
    "mammal": 1,
    "bird": 2,
    "reptile": 3,
    "fish": 4,
    "amphibian": 5,
    "insect": 6,
    "invertebrate": 7,
    "shellfish": 7,
}
