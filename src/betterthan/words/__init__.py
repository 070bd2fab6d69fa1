"""Words: the sentences in which an answer is told."""
