"""How long `betterthan --help`, a small comparison and one over 54 tasks take, beside `import numpy`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from timing import command_seconds

UCI54 = Path(os.environ.get("BETTERTHAN_DATA", Path(__file__).parents[2] / "shared/data")) / "uci54.csv"


def main() -> None:
    numpy = command_seconds(["-c", "import numpy"])
    scipy = command_seconds(["-c", "import numpy, scipy.special, duckdb"])
    helped = command_seconds(["-m", "betterthan", "--help"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.csv"
        path.write_text("a,b\n" + "".join(f"{i % 7 / 7:.3f},{i % 5 / 5:.3f}\n" for i in range(200)))
        small = command_seconds(["-m", "betterthan", "compare", str(path), "--rope", "0.01"])
    print(f"import numpy                              {numpy:.3f} s CPU")
    print(
        f"betterthan --help                         {helped:.3f} s CPU, {helped / numpy:.2f} x import numpy (limit 1.6)"
    )
    print(f"import numpy, scipy.special, duckdb       {scipy:.3f} s CPU")
    print(f"betterthan compare small.csv              {small:.3f} s CPU, {small / scipy:.2f} x those imports")
    if UCI54.exists():
        pair = [str(UCI54), "--first", "aode", "--second", "j48", "--rope", "0.01"]
        compared = command_seconds(["-m", "betterthan", "compare", *pair], repeats=5)
        varied = command_seconds(["-m", "betterthan", "sensitivity", *pair], repeats=3)
        print(
            f"betterthan compare uci54.csv, one pair    {compared:.3f} s CPU, {compared - scipy:.2f} more (limit 1.0)"
        )
        print(f"betterthan sensitivity uci54.csv          {varied:.3f} s CPU (limit 4)")


if __name__ == "__main__":
    main()
