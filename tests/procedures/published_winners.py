"""Who wins a next task, by the hierarchical model, as Corani et al. (2017) and Benavoli et al. (2017) print it."""

from __future__ import annotations

# First (the model named first is better), equivalent, second. Corani et al. (2017) print the two sides in the other
# order: their left is the model named second.
TABLES = {
    "corani": {  # Corani et al. (2017), Table 6
        ("nbc", "hnb"): (0.00, 0.00, 1.00),
        ("nbc", "j48"): (0.18, 0.02, 0.80),
        ("nbc", "j48gr"): (0.14, 0.02, 0.84),
        ("hnb", "j48"): (0.87, 0.10, 0.03),
        ("hnb", "j48gr"): (0.90, 0.07, 0.03),
        ("j48", "j48gr"): (0.00, 1.00, 0.00),
    },
    "juarez-steel": {  # Corani et al. (2017), Table 5, Gamma(2, 0.1)
        ("nbc", "hnb"): (0.00, 0.00, 1.00),
        ("nbc", "j48"): (0.20, 0.01, 0.80),
        ("nbc", "j48gr"): (0.15, 0.01, 0.84),
        ("hnb", "j48"): (0.95, 0.02, 0.03),
        ("hnb", "j48gr"): (0.95, 0.02, 0.03),
        ("j48", "j48gr"): (0.00, 1.00, 0.00),
    },
    "baycomp": {  # Benavoli et al. (2017), Table 12
        ("nbc", "aode"): (0.00, 0.28, 0.72),
        ("nbc", "hnb"): (0.00, 0.00, 1.00),
        ("nbc", "j48"): (0.20, 0.01, 0.79),
        ("nbc", "j48gr"): (0.15, 0.01, 0.84),
        ("aode", "hnb"): (0.00, 1.00, 0.00),
        ("aode", "j48"): (0.46, 0.51, 0.03),
        ("aode", "j48gr"): (0.41, 0.56, 0.03),
        ("hnb", "j48"): (0.91, 0.07, 0.02),
        ("hnb", "j48gr"): (0.92, 0.05, 0.03),
        ("j48", "j48gr"): (0.00, 1.00, 0.00),
    },
}
WINNERS = [(prior, *names, expect) for prior, table in TABLES.items() for names, expect in table.items()]
"""The law of ν, the first and the second model, and the three probabilities."""
