"""Doing: where a reply tells somebody what to do, as an order or as advice.

Wider than the verbs of :mod:`mhgate.judges.instructions`, which looks for recipes: here any plain
thing to do counts, whatever it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["parts", "told_to_do"]

_VERBS = frozenset(
    """
    accept act add adjust admit agree aim allow answer apologise apologize apply appoint
    approach arrange arrive ask attach attend avoid await bag bake ban be beat beg begin
    block blow boil book boost borrow bow breathe bring brush build bump burn bury button
    buy calculate call calm cancel carry cast catch celebrate challenge change charge chat
    check cheer chew choose chop circle cite claim clap clean clear clench climb cling close
    collect comb combine come comfort comment commit compare complain complete concentrate
    confess confirm confront connect consider consult contact continue contribute control
    convince cook copy correct cough count cover crack create cross cry cultivate curl cut
    cycle dance decide declare decline decode deliver demand deny deposit describe design
    destroy devote dial dig dine disagree disconnect discuss dismiss display distract divide
    do document donate doodle download draw dress drill drink drive drop dry dump earn ease
    eat echo edit elect email embrace empty encourage end enlist enter escape estimate
    exaggerate examine exchange excuse exercise explain explore express face fade fake fast
    feed fetch fight file fill film find finish fix flip float flush fold follow forget
    forgive frame freeze frown gather gaze get give glance glue go grab greet grieve grin
    grip grow guard guide hand hang harvest hear help hide highlight hire hold hug hum hunt
    hurry ignore imagine include increase inform insist inspect install interrupt introduce
    invent invest invite jog join jot juggle jump keep kick kill kiss kneel knit knock knot
    label laugh lay lean learn leave lend let lick lie lift light limit line list listen
    lock log look loosen lose lower make map march mark massage measure meditate meet
    memorise memorize mend mention merge mind mix move mow multiply munch mute name nap
    narrow negotiate nod note notice nourish obey observe occupy offer open order organise
    organize outline overhear pack paint park paste pat pause pay peel pencil phone
    photograph pick pin pity place plan plant plate play plug point polish pop post pour
    practice practise praise pray preach prepare present press pretend print prioritise
    prioritize proceed promise propose protect prove publish pull purchase push put
    quarantine quit quote raise reach read rebuild recall recite recognise reconsider record
    recover reduce refer reflect refund refuse rehearse reject relabel relax release rely
    remark remember remind remove rename rent repair repeat rephrase replace reply report
    request rescue research reserve reset resign resist respond rest retell retire return
    reveal reverse review reward rewrite ride ring rinse roll rub ruin run sacrifice sail
    salt satisfy save savour say scan schedule scold scrape scratch scream scribble scrub
    seal search see sell send serve set settle sew shake share shield shift shorten shout
    show shrink shut sigh sign sing sit sketch skim skip sleep slide slip slow smell smile
    soak soften soothe sort speak spell spend spill spin split spoil spot spray spread
    squeeze stack stand stare start stay steal steer step stick stir stop store strap
    stretch strip stroke study submit subtract suck suffer suggest surrender survive swallow
    swap swear sweep swim switch tackle take talk tap tape taste teach tease tell tempt test
    text thank thaw think throw tick tidy tie tighten time tip touch track trade train
    transfer translate travel treasure treat trick trim try tuck turn twist type undo unfold
    unfollow unlock unpack unplug untie update upgrade upload urge use vent visit vote vow
    wait wake walk warn wash watch wear weave weed weigh welcome whisper whistle win wipe
    wish work wrap write yell zip
    """.split()  # noqa: SIM905 - a paragraph of words reads better than a list of 700 literals
)
_LEAD = re.compile(
    r"\s*(?:- |\d{1,2}[.)] |\W{1,2})?(?:(?:and|so|then|now|meanwhile|instead|next|first|second|"
    r"finally|please|pls|just|simply|also|maybe|perhaps|always|only|yes|no|ok|okay|sure|well|"
    r"tonight|today|tomorrow|"
    r"to (?:be (?:quite )?on the safe side|test (?:it|this|that)|be sure|find out|"
    r"check)|(?:for|at|on|in|by|after|before|each|every) \w+|next \w+)[,:]? "
    r")*+(?P<verb>[a-z]+)\b(?!:| (?:is|are|was|were)\b)"
)
_ADVICE = re.compile(
    r"\b(?:i(?:'d|'?ll| would| will)|you(?:'d| could| should| might| may| can| must| need to| want "
    r"to|'ll)|we(?:'d| could| can|'ll)|let'?s|better|try to|how about you|why not) (?:\w+ly |also |"
    r"first |then |just |even |always |not |maybe |only )*(?P<verb>[a-z]+)\b"
)
_PART = re.compile(r"[,;:\u2014] ")
_LONGEST = 600  # characters of a sentence that are looked at: keeps 200 kB cheap


def parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a sentence between commas, colons, semicolons and dashes.

    Args:
        text: folded text.
        start: where the sentence begins.
        end: where it ends; only so much of it is read as a sentence can well hold.
    """
    end = min(end, start + _LONGEST)
    for border in _PART.finditer(text, start, end):
        yield start, border.start()
        start = border.end()
    yield start, end


def told_to_do(
    text: str, start: int, end: int, *, but_not: frozenset[str] = frozenset()
) -> tuple[int, int] | None:
    """Return where a sentence, or a part of one, tells what to do, None where it does not.

    Args:
        text: folded text.
        start: where the sentence begins.
        end: where it ends.
        but_not: verbs that do not count here.

    Returns:
        The place from the part's beginning to the verb's end.

    Example:
        >>> told_to_do("tonight, write it down", 0, 22)
        (9, 14)
    """
    for first, last in parts(text, start, end):
        for found in (_LEAD.match(text, first, last), _ADVICE.search(text, first, last)):
            verb = found.group("verb") if found is not None else ""
            is_thanks = found is not None and text.startswith("thank you", found.start("verb"))
            if found is not None and verb in _VERBS - but_not and not is_thanks:
                return first, found.end()
    return None
