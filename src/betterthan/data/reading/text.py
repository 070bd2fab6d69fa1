"""Text files, looked at with Python: the header before reading, and the exact line when something is wrong."""

from __future__ import annotations

import csv
import gzip
import json
import sys
import zlib
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import IO

from betterthan.data.limits import BOMB, LOOKED_AT, MOST_SHRUNK
from betterthan.phrases import counted

DELIMITERS = (",", "\t", ";", "|")
SHOWN = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "vertical bars"}


def is_gzip(path: Path) -> bool:
    """Whether the name says that the file is compressed.

    Parameters:
        path: the file.
    """
    return path.suffix.lower() == ".gz"


def head(path: Path, most: int = LOOKED_AT) -> bytes:
    """The beginning of a file, decompressed.

    Parameters:
        path: the file.
        most: so many bytes at most.
    """
    with stream_of(path) as file:
        return file.read(most)


def stream_of(path: Path) -> IO[bytes]:
    """A file opened, decompressed if it is compressed by gzip.

    Parameters:
        path: the file.
    """
    return gzip.open(path, "rb") if is_gzip(path) else path.open("rb")  # type: ignore[return-value]


def last_byte(path: Path) -> bytes:
    """The last byte of a file that is no space, decompressed; empty of one that cannot be read to its end.

    Parameters:
        path: the file.
    """
    end = b""
    try:
        with stream_of(path) as file:
            if not is_gzip(path):
                file.seek(max(path.stat().st_size - LOOKED_AT, 0))
            while more := file.read(1 << 20):
                end = more.rstrip()[-1:] or end
    except (OSError, EOFError, zlib.error):
        return b""
    return end


def unpacked_size(path: Path) -> int:
    """Bytes that a file has once it is unpacked, as it says itself.

    Parameters:
        path: the file.
    """
    size = path.stat().st_size
    if not is_gzip(path) or size < 8:
        return size
    with path.open("rb") as packed:
        packed.seek(-4, 2)
        return max(size, int.from_bytes(packed.read(4), "little"))


def shrunk_too_much(path: Path) -> bool:
    """Whether a compressed file unpacks to far more than a table of scores would: a few bytes may stand for gigabytes.

    Parameters:
        path: the file.
    """
    unpacked = 0
    with path.open("rb") as packed, gzip.open(packed, "rb") as file:
        while unpacked < BOMB:
            more = len(file.read(1 << 20))
            if not more:
                return False
            unpacked += more
        return unpacked > MOST_SHRUNK * packed.tell()


def delimiter_of(first_line: str) -> str:
    """The delimiter that occurs most often in a line, outside of quotes.

    Parameters:
        first_line: the line that names the columns.

    >>> delimiter_of('model;"score, in percent";case')
    ';'
    """
    outside = "".join(first_line.split('"')[::2])
    return max(DELIMITERS, key=outside.count)


def records(path: Path, delimiter: str, *, strict: bool = False) -> Iterator[tuple[int, list[str]]]:
    """The records of a CSV file, each with the line on which it begins; a blank line is an empty record.

    Parameters:
        path: the file.
        delimiter: what stands between two fields.
        strict: whether to raise `csv.Error` at misplaced quotation marks.
    """
    limit = csv.field_size_limit(sys.maxsize)  # scores may stand beside whole documents
    try:
        with stream_of(path) as binary:
            lines = TextIOWrapper(binary, encoding="utf-8-sig", newline="")
            reader = csv.reader(lines, delimiter=delimiter, strict=strict)
            line = 1
            for record in reader:
                yield line, record
                line = reader.line_num + 1
    finally:
        csv.field_size_limit(limit)


def line_of_record(path: Path, delimiter: str, record: int) -> int:
    """The line on which a record begins.

    Parameters:
        path: the file.
        delimiter: what stands between two fields.
        record: the number of the record; the header is record 0.
    """
    rows = records(path, delimiter)
    line, header = next((line, values) for line, values in rows if values)
    # DuckDB skips blank lines, except in a file of one column, where a blank line is an empty value.
    counted_rows = (line for line, values in rows if values or len(header) == 1)
    return line if record == 0 else next(islice(counted_rows, record - 1, None), line)


def line_of_json(path: Path, record: int) -> int:
    """The line of a record in a file with one JSON record per line.

    Parameters:
        path: the file.
        record: the number of the record, from 1.
    """
    return next(islice((line for line, _ in json_lines(path)), record - 1, None), record)


def json_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers.

    Parameters:
        path: the file.
    """
    with stream_of(path) as file:
        yield from ((line, content) for line, content in enumerate(file, start=1) if content.strip())


def first_line(path: Path, most: int) -> tuple[bytes, bool]:
    """The first line that is not blank, and whether there is more.

    Parameters:
        path: the file.
        most: bytes of the line that are read; it may be as long as the memory.
    """
    with stream_of(path) as file:
        line = next((line for line in iter(lambda: file.readline(most), b"") if line.strip()), b"")
        return line, any(more.strip() for more in iter(lambda: file.read(1 << 20), b""))


def there(path: Path) -> Path | None:
    """A file, or the same compressed by gzip; None if there is neither.

    Parameters:
        path: the file.
    """
    return next((each for each in (path, path.with_name(f"{path.name}.gz")) if each.is_file()), None)


def at_most(path: Path, most: int) -> bytes | None:
    """All that a file holds, decompressed; None if that is more than is taken.

    Parameters:
        path: the file.
        most: bytes that are taken.
    """
    found = head(path, most + 1)
    return found if len(found) <= most else None


def whole(path: Path) -> bytes:
    """All that a file holds, decompressed.

    Parameters:
        path: the file.
    """
    with stream_of(path) as file:
        return file.read()


def encoding_fault(path: Path) -> str | None:
    """Where a file is not UTF-8, if it is not.

    Parameters:
        path: the file.
    """
    with stream_of(path) as file:
        for line, content in enumerate(file, start=1):
            try:
                content.decode("utf-8")
            except UnicodeDecodeError as error:
                return f"line {line} is not UTF-8 text (byte 0x{content[error.start]:02x})"
    return None


def csv_fault(path: Path, delimiter: str) -> str | None:
    """What is wrong with the rows of a CSV file, and what to do about it; None if nothing is.

    Parameters:
        path: the file.
        delimiter: what stands between two fields.
    """
    last = 0
    try:
        rows = ((line, row) for line, row in records(path, delimiter, strict=True) if row)
        _, header = next(rows)
        for line, row in rows:
            last = line
            if len(row) != len(header):
                return (
                    f"line {line} has {counted(len(row), 'field')}, but the header has {len(header)}. "
                    f"Every row needs one field per column, separated by {SHOWN[delimiter]}; "
                    "a value that contains the separator needs quotation marks"
                )
    except csv.Error:
        return (
            f"the row after line {last} has a quotation mark that is never closed, or text after the closing one. "
            "Close it, and double the quotation marks inside of a value"
        )
    return _line_end_fault(path)


def _line_end_fault(path: Path) -> str | None:
    with stream_of(path) as file:
        ends = {content.endswith(b"\r\n") for content in file}
    return (
        "some lines end as on Windows, others as on Unix. Save it with one kind of line ends" if len(ends) > 1 else None
    )


def json_fault(path: Path, *, by_line: bool) -> str | None:
    """Where a file is not valid JSON; None if Python finds nothing wrong.

    Parameters:
        path: the file.
        by_line: whether every line is a record of its own.
    """
    for line, content in json_lines(path) if by_line else [(1, whole(path))]:
        try:
            json.loads(content.rstrip())
        except RecursionError:
            return f"line {line}: it is nested too deep"
        except json.JSONDecodeError as error:
            return f"line {line + error.lineno - 1}: {error.msg[0].lower()}{error.msg[1:]}"
    return None
