"""The grammar of docs/notation.md, read from the page: as a regular expression, and as a source of random texts."""

import re

TOKEN = re.compile(r'\s*("[^"]*"|[\w-]+|[=|;()\[\]])')


class Grammar:
    """A grammar as rules by name. A rule is a list of alternatives, and an alternative is a list of parts."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(re.sub(r"\(\*.*?\*\)", "", text))
        self.rules = {}
        while self.tokens:
            name = self.tokens.pop(0)
            assert self.tokens.pop(0) == "="
            assert name not in self.rules
            self.rules[name] = self._alternatives(";")

    def _alternatives(self, end):
        alternatives = [[]]
        while (token := self.tokens.pop(0)) != end:
            if token == "|":  # noqa: S105 -- a sign of the grammar
                alternatives.append([])
            elif token == "(":  # noqa: S105
                alternatives[-1].append(self._alternatives(")"))
            elif token == "[":  # noqa: S105
                alternatives[-1].append([[], *self._alternatives("]")])
            else:
                alternatives[-1].append(token)
        return alternatives

    def pattern(self, alternatives):
        """Return a regular expression that matches all texts of these alternatives."""
        return "(?:" + "|".join("".join(map(self._pattern_of, parts)) for parts in alternatives) + ")"

    def _pattern_of(self, part):
        if isinstance(part, list):
            return self.pattern(part)
        return re.escape(part[1:-1]) if part.startswith('"') else self.pattern(self.rules[part])

    def text(self, rng, alternatives):
        """Return a random text of these alternatives."""
        return "".join(self._text_of(rng, part) for part in alternatives[rng.below(len(alternatives))])

    def _text_of(self, rng, part):
        if isinstance(part, list):
            return self.text(rng, part)
        return part[1:-1] if part.startswith('"') else self.text(rng, self.rules[part])
