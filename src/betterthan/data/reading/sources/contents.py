"""What a file is by its first bytes, where it is no table that is read."""

from __future__ import annotations

from betterthan.errors import ReadingError

MAGIC = {
    b"\x89PNG": ("a PNG picture", ""),
    b"\xff\xd8\xff": ("a JPEG picture", ""),
    b"%PDF": ("a PDF document", "Export its table as CSV."),
    b"PK\x03\x04": ("a zip archive, or a workbook such as .xlsx", "Unpack it, or give it a name in .xlsx."),
    b"\x1f\x8b": ("compressed by gzip", "Give the file a name that ends in .gz, or unpack it with `gzip -dc`."),
    b"BZh": ("compressed by bzip2", "Unpack it with `bzip2 -dc`."),
    b"\xfd7zXZ": ("compressed by xz", "Unpack it with `xz -dc`."),
    b"\x28\xb5\x2f\xfd": ("compressed by zstd", "Unpack it with `zstd -dc`."),
    b"\x93NUMPY": ("a NumPy array", "Save the table as Parquet or CSV."),
    b"\x89HDF": ("an HDF5 file", "Save the table as Parquet or CSV."),
    b"ARROW1": ("an Arrow or Feather file", "Save the table as Parquet or CSV."),
    b"SQLite format 3": ("an SQLite database", "Export the table as CSV."),
    b"\x7fELF": ("a program", ""),
} | {bytes([0x80, version]): ("a pickle of Python", "Save the table as Parquet or CSV.") for version in (2, 3, 4, 5)}
"""First bytes, what has them, and what to do."""


def refuse_known_binary(beginning: bytes, source: str, accepted: str) -> None:
    """Refuse what is something else by its first bytes.

    Parameters:
        beginning: the first bytes.
        source: what a message calls the file.
        accepted: the kinds of files that are read.
    """
    for magic, (what, advice) in MAGIC.items():
        if beginning.startswith(magic):
            said = f"{source} is not a table: by its first bytes it is {what}. Accepted are {accepted}. {advice}"
            raise ReadingError(said.strip())
