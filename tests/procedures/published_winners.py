"""Who wins a next task, by the hierarchical model, as Corani et al. (2017) and Benavoli et al. (2017) print it."""

from __future__ import annotations

from betterthan.simulation.replication.printed import printed_in
from betterthan.vocabulary import REGIONS

TABLES = {
    "corani": printed_in("corani2017", "Table 6"),
    "juarez-steel": printed_in("corani2017", "Table 5, Gamma(2, 0.1)"),
    "baycomp": printed_in("benavoli2017", "Table 12"),
}
WINNERS = [
    (prior, *names.split("–"), tuple(table[names, region] for region in REGIONS))
    for prior, table in TABLES.items()
    for names in dict.fromkeys(names for names, _ in table)
]
"""The law of ν, the first and the second model, and the three probabilities."""
