"""Text in parts that fit on slides: cut between paragraphs and items, never within one."""

from collections.abc import Iterator
from typing import NamedTuple

from bs4 import BeautifulSoup
from bs4.element import Tag
from markupsafe import Markup

FULL = 75  # words on a slide
# What some things take beside their words, each time they begin.
ROOM = {"tr": 7, "li": 3, "pre": 12, "math": 6, "img": FULL}
TAIL = 18  # words for which no slide is begun
HEADS = ("h1", "h2", "h3")
LARGE = ("img", "table", "pre")


class Block(NamedTuple):
    """A heading, a paragraph, a table, or the items of a list.

    Attributes
    ----------
    name : str
        The element: p, table, ul …
    html : Markup
        The whole element.
    inside : Markup
        What is in it.
    words : int
        How much room it takes.
    large : bool
        Whether a picture, a table or code is in it.
    role : str
        Its last class, such as why; else empty.
    colon : bool
        Whether it ends in one.
    """

    name: str
    html: Markup
    inside: Markup
    words: int
    large: bool
    role: str
    colon: bool


class Part(NamedTuple):
    """What goes on one slide: the headings that it begins with, and the rest."""

    heads: list[Block]
    body: list[Block]


def blocks(page: str) -> list[Block]:
    """List what stands one below the other; a long list comes item by item.

    Examples
    --------
    >>> [(block.name, block.words) for block in blocks("<h2>A</h2> <p>one two</p>")]
    [('h2', 1), ('p', 2)]
    """
    tags = [tag for tag in BeautifulSoup(page, "html.parser").contents if isinstance(tag, Tag)]
    return [_block(part) for tag in tags for part in _items(tag)]


def by_heading(page: str) -> dict[str, Markup]:
    """Find the items that begin with a heading in italics, by that heading.

    Examples
    --------
    >>> by_heading("<ul><li><em>By hand</em>: who?</li><li>They count.</li></ul>")
    {'By hand': Markup('<p><em>By hand</em>: who?</p>')}
    """
    items = BeautifulSoup(page, "html.parser").find_all("li")
    begun = [item for item in items if getattr(next(iter(item.contents), None), "name", "") == "em"]
    return {item.em.get_text(): Markup(f"<p>{item.decode_contents()}</p>") for item in begun}


def _block(tag: Tag) -> Block:
    role = " ".join(tag.get("class", [])[-1:])
    inside, large = Markup(tag.decode_contents()), tag.name in LARGE or bool(tag.find(LARGE))
    colon = tag.get_text().rstrip().endswith(":")
    return Block(tag.name, Markup(str(tag)), inside, _words(tag), large, role, colon)


def _words(tag: Tag) -> int:
    """Say how much room something takes; a formula's signs aren't read one by one."""
    words = len(tag.get_text(" ").split()) - sum(
        len(formula.get_text(" ").split()) for formula in tag.find_all("math")
    )
    within = sum(room * len(tag.find_all(name)) for name, room in ROOM.items())
    return words + within + ROOM.get(tag.name, 0)


def _items(tag: Tag) -> Iterator[Tag]:
    """Part a list that fills a slide into lists of one item, which go on counting."""
    if tag.name not in ("ul", "ol") or _words(tag) <= FULL:
        yield tag
        return
    for number, item in enumerate(tag.find_all("li", recursive=False), int(tag.get("start", 1))):
        one = BeautifulSoup(f"<{tag.name}></{tag.name}>", "html.parser").contents[0]
        if tag.name == "ol":
            one["start"] = str(number)
        one.append(item.extract())
        yield one


def packed(all: list[Block]) -> Iterator[Part]:
    """Divide blocks among slides; a heading begins one, and a fold has one of its own.

    Examples
    --------
    >>> page = f"<h2>A</h2><h3>a</h3><p>{'word ' * 50}</p><p>{'word ' * 40}</p><h3>b</h3>"
    >>> [([h.name for h in part.heads], len(part.body)) for part in packed(blocks(page))]
    [(['h2', 'h3'], 1), ([], 1), (['h3'], 0)]
    """
    part = Part([], [])
    for block in all:
        head = block.name in HEADS
        if part.body and (head or _alone(block, part.body[-1]) or _over(block, part.body)):
            # What ends in a colon stands above what it speaks of.
            last = part.body.pop() if _leads(part.body) and not head else None
            yield part
            part = Part([], [last] if last else [])
        (part.heads if head else part.body).append(block)
    if part.heads or part.body:
        yield part


def _alone(block: Block, before: Block) -> bool:
    return "why" in (block.role, before.role)


def _over(block: Block, there: list[Block]) -> bool:
    """Tell whether a block is too much for a slide, unless all that is there leads to it."""
    most = sum(one.words for one in there) + block.words > FULL and block.words > TAIL
    return most and not (len(there) == 1 and there[0].colon)


def _leads(there: list[Block]) -> bool:
    return len(there) > 1 and there[-1].colon
