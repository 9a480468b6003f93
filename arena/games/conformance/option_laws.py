"""Laws of options: they have one order, they can be played, they have a spelling, and everything else is refused."""

from math import sqrt
from typing import Final

from arena.errors import IllegalOptionError, LawError, NotationError
from arena.games.conformance.subjects import CheckedMoment, MomentLaw, require

DRAWS: Final = 20  # draws per option: the odds that one of them is missed by chance are 1 to 10**8
LEAST_DRAWS: Final = 400  # so that a short list, too, shows what is uneven


def whoever_is_asked_has_a_choice(moment: CheckedMoment) -> None:
    """Check that a seat of this game is asked, that it has two options or more, and that none is listed twice."""
    require(0 <= moment.asked < moment.state.seats, f"seat {moment.asked} is asked")
    require(len(moment.options) >= 2, f"the options are {moment.spellings}: expected the engine to play a forced one")
    require(len(set(moment.options)) == len(moment.options), "an option is offered twice")


def options_come_in_the_same_order_however_a_position_was_reached(moment: CheckedMoment) -> None:
    """Check that copies of a position list the options in the same order as the position itself.

    The copies are a clone, a position made from the JSON text, and positions of which the asked seat has an equal view.
    """
    copies = {"clone": moment.state.clone(), "from_position": moment.rules.from_position(moment.state.position())}
    for source, copy in copies.items():
        require(copy.options() == moment.options, f"{source}: other options, or another order")
    for source, twin in moment.twins:
        same = sorted(twin.options()) == sorted(moment.options)
        require(not same or twin.options() == moment.options, f"{source}: the same options in another order")


def options_are_all_playable(moment: CheckedMoment) -> None:
    """Check that `play` and `apply` take every option, and that both lead to the same position."""
    if not moment.now_and_then:
        return
    for option, spelling in zip(moment.options, moment.spellings, strict=True):
        checked = moment.state.clone()
        trusted = moment.state.clone()
        checked.play(option)
        trusted.apply(option)
        require(checked.position() == trusted.position(), f"{spelling!r}: play and apply lead elsewhere")


def everything_else_is_refused(moment: CheckedMoment) -> None:
    """Check that a number that is no option raises IllegalOptionError, and that the position stays the same."""
    copy = moment.state.clone()
    before = copy.position()
    rng = moment.rng("refused")
    some = {moment.options[rng.below(len(moment.options))] for _ in range(8)}
    near = {option + step for option in {*some, *moment.options[:1], *moment.options[-1:], 0} for step in (-1, 0, 1)}
    far = {rng.below(2**20) for _ in range(20)} | {-2, 2**31, 2**40, -(2**40)}
    for option in sorted((near | far) - set(moment.options)):
        try:
            copy.play(option)
        except IllegalOptionError:
            continue
        raise LawError(f"option {option} was not offered and could be played")
    require(copy.position() == before, "refusing an option changed the position")


def a_sample_is_any_option_with_equal_odds(moment: CheckedMoment) -> None:
    """Check that `sample` returns every option and nothing else, and each about equally often."""
    if not moment.now_and_then:
        return
    rng = moment.rng("sample")
    counts = dict.fromkeys(moment.options, 0)
    draws = max(DRAWS * len(counts), LEAST_DRAWS)
    for _ in range(draws):
        option = moment.state.sample(rng)
        require(option in counts, f"sample drew {option}, which is no option")
        counts[option] += 1
    missed = [spelling for option, spelling in zip(moment.options, moment.spellings, strict=True) if not counts[option]]
    require(not missed, f"sample never draws {missed}")
    expected = draws / len(counts)
    uneven = sum((count - expected) ** 2 for count in counts.values()) / expected
    even = uneven < hardly_ever(max(1, len(counts) - 1))
    require(even, f"sample is uneven: chi-square {uneven:.0f} over {len(counts)} options")


def hardly_ever(freedom: int) -> float:
    """Return the value that chi-square exceeds by chance in only one of 10**12 tests.

    Chi-square measures how unequal the counts in a random sample are. `freedom` is its number of degrees of freedom.
    The formula is that of Wilson and Hilferty, for 7 standard deviations.
    """
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 7 * sqrt(spread)) ** 3


def spellings_read_back(moment: CheckedMoment) -> None:
    """Check that every option has its own text, and that `read` returns the option for this text.

    Also check that a senseless text raises NotationError.
    """
    require(len(set(moment.spellings)) == len(moment.spellings), "two options are spelled alike")
    for option, spelling in zip(moment.options, moment.spellings, strict=True):
        require(moment.rules.read(moment.state, spelling) == option, f"{spelling!r} reads back as another option")
    for nonsense in ("", " ", "no such option", "\0", "7" * 40):
        try:
            moment.rules.read(moment.state, nonsense)
        except NotationError:
            continue
        raise LawError(f"{nonsense!r} was read as an option")


LAWS: Final[tuple[MomentLaw, ...]] = (
    whoever_is_asked_has_a_choice,
    options_come_in_the_same_order_however_a_position_was_reached,
    options_are_all_playable,
    everything_else_is_refused,
    a_sample_is_any_option_with_equal_odds,
    spellings_read_back,
)
