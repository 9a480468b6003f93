"""Parses a page into a list of elements, as strictly as Python can."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "img", "br", "line", "circle", "rect", "path", "polyline", "polygon"}


@dataclass
class Element:
    tag: str
    attributes: list
    texts: list = field(default_factory=list)

    @property
    def text(self):
        return " ".join("".join(self.texts).split())


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.elements, self.open = [], []

    def handle_starttag(self, tag, attrs):
        self.handle_data(" ")
        element = Element(tag, attrs)
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.elements.append(Element(tag, attrs))

    def handle_endtag(self, tag):
        if self.open and self.open[-1].tag == tag:
            self.open.pop()
        elif tag not in {"option", "li", "p"}:
            raise AssertionError(f"</{tag}> closes {self.open[-1].tag if self.open else 'nothing'}")

    def handle_data(self, data):
        for element in self.open:
            element.texts.append(data)


def read(text):
    """Return the elements of a page, in order. Fail if an element is not closed."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open, reader.open
    return reader.elements


def shown(text):
    """Return the visible text of a page."""
    return read(text)[0].text
