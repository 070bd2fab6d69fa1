"""Words: the sentences of an answer."""
