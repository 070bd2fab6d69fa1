"""The sections of a report, a file each: answers in, blocks out. The builders put them in order."""
