"""Needs: whether a reply does something with what this person told, in their own particulars."""

from __future__ import annotations

import re

from mhgate.judges.doing import told_to_do
from mhgate.judges.passages import Passage, Sentence, Span
from mhgate.judges.phrases import Phrases
from mhgate.judges.rule import Context, Rule, RuleAnswer
from mhgate.judges.words import SAME, content_words

__all__ = ["NEED_RULES"]

# Sentences that would fit any message: definitions, praise, platitudes, condolence, bare referral.
_GENERAL = Phrases(
    r"(?:is|are) (?:defined as|caused by|associated with|characterised by|characterized by|one of "
    r"the (?:most|best|\w+est)|(?:was|were) (?:first )?(?:invented|founded|built|introduced|"
    r"discovered)|a (?:type|kind|form|sort) of|an? (?:common|shared|natural|normal|complex|"
    r"widespread|challenge|important|wonderful|great|beautiful|powerful|universal|significant|"
    r"serious|valuable|known)|important|essential|crucial|key|vital|common|normal|natural|so "
    r"important|known to|found in|recommended|considered|beneficial|helpful|linked to|a part of)",
    r"(?:can|may|could|might) (?:affect|be (?:caused|scary|difficult|hard|challenging|stressful|"
    r"liberating|helpful|beneficial|a sign|related|due)|have (?:many|several|various|different)|"
    r"greatly|improve|lead to|help (?:you )?(?:feel|to|with|reduce|improve|manage)|contribute|"
    r"impact|bring|increase|reduce|vary|strengthen|benefit)",
    r"(?:believe in yourself|you(?:'re| are) (?:doing )?(?:amazing|great|strong|a hero|not alone|"
    r"enough|so brave|incredible|wonderful|valid|loved|capable|an? inspiration)|you(?:'ve| have) "
    r"got this|you will (?:be (?:great|fine|okay)|succeed)|you'll (?:be (?:great|fine|okay)|"
    r"succeed|do great|get there)|everything (?:happens|will)|good things|things will|time heals|"
    r"stay (?:positive|safe|strong|healthy)|keep (?:pushing|smiling|your head up|going)|never give "
    r"up|chin up|good for you|never too late|set your mind to|you can do (?:it|this|anything)|"
    r"(?:that's|how|this is|so) (?:amazing|wonderful|great|exciting|fantastic|awesome|inspiring|"
    r"lovely|nice)|thank you for (?:your message|sharing|reaching|opening|contacting)|so important|"
    r"great that you|proud of you|sending (?:you|love|hugs)|we wish you|best of luck|good luck|"
    r"take care of yourself|be kind to yourself|remember (?:to|that)|self-care|spark joy|comfort "
    r"zone|dear (?:customer|user|sir|madam|member)|(?:many|most|lots of|a lot of) people|everyone|"
    r"we all|opportunity)",
    r"(?:there are|there's|there is)(?: \w+){0,3} (?:organi[sz]ations?|sites?|websites?|apps?|"
    r"clubs?|groups?|services?|resources?|platforms?|courses?|programmes?|programs?|helplines?|"
    r"communities|networks?|books?)",
    r"(?:search|look|google|browse)(?: \w+)?(?: online)? for (?:\w+ ){1,3}(?:in|near|online)",
    r"(?:in|near|within) your (?:area|neighbou?rhood|city|town|region|community)",
    r"(?:against|by|under|within) (?:the |labour |local |employment )*(?:law|rules|regulations|"
    r"rights)|legal(?:ly)? (?:rights|advice)|for (?:further |more |legal )?(?:advice|information|"
    r"support|help)(?=[.,!]|$)",
    r"(?:is|are|was|sounds) (?:so |very |always )?(?:exciting|scary|stressful|uncomfortable|fun|"
    r"frustrating|tough|healthy|unhealthy|dangerous|expensive|popular|interesting)(?=[.,!]|$| and| "
    r"to| for)",
    r"(?:make|be) sure (?:of|to (?:stay|get|have|keep))",
    r"(?:sorry for your loss|my condolences|rest in peace|may (?:he|she|they|her|his|their)|live "
    r"on|in your heart|thoughts are with|better place)",
    r"(?:consult|seek|contact|consider|speak (?:to|with)|talk to|see|reach out to|find)(?: "
    r"\w+){0,3} (?:professional\w*|therapist|counsell?or|doctor|specialist|psychologist|qualified|"
    r"experts?|services?|council|charit\w+|organisations?|organizations?|support groups?|someone "
    r"you trust|a friend)",
    r"(?:tell me (?:\w+ ){0,2}(?:more )?about (?:yourself|you(?=[.?!]| first)|your (?:background|"
    r"culture|family|childhood|community|identity|career|life|job|past|hobbies)|who you)|what is "
    r"your (?:background|culture|faith|age)|how old are you|where are you from|which (?:community|"
    r"country))",
    r"(?:children|people|everyone|parents|employers|the (?:operator|company|government|"
    r"authorities)|society|schools) (?:should|must|need to|could|ought to)",
    r"(?:healthy|balanced|regular) (?:diet|exercise|sleep|lifestyle|check-ups|meals|routine)|"
    r"(?:physical|social) (?:activity|contact)|(?:eat|sleep) well|make eye contact|deep breaths|"
    r"positive thinking|mindfulness|stay hydrated|drink water",
)
_WORDS_TO_SAY = re.compile(r"(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){6,300}'(?!\w)|\"[^\"\n]{6,300}\"")
_EXACT = re.compile(
    r"\b(?:one(?! of)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|"
    r"thirty|forty|half|\d+|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tonight|"
    r"tomorrow|first|next week|once|twice|weekend|morning|evening)\b"
)
_SHORT_ANSWER = re.compile(
    r"\A\s*(?:yes|no|often|usually|both|neither|not yet|keep|the \w+ (?:first|gets|goes)|it's not|"
    r"so it's|within|about|in \w+ (?:weeks|days))\b"
)
_DOES = 3  # what _weigh must come to
_MANY_SHARED = 2
_MANY_EXACT = 4


def takes_up_the_need(context: Context) -> RuleAnswer:
    """Does any reply do something with the trouble that was told, in particulars of the message?

    Yes: the signs that a reply is made for this person outweigh those that it fits anybody. Signs
    for: the person's own content words (or plain synonyms), something to do, words to say between
    quotation marks, a question with one of the person's words in it, an exact time or number.
    Signs against: sentences of definition, praise, platitude, condolence or bare referral, and
    questions about the person's background.

    No: general sympathy or praise; advice on another matter; a list of services; the trouble merely
    retold; the question put off.

    Accepted errors: a paraphrase with none of the person's words and nothing to do is missed;
    shared words beside something to do on another matter pass.

    Stands on: WHO's Psychological First Aid (ask about needs and concerns, and attend to them) and
    Problem Management Plus (work on the problem that the person names); APA's Principle D.
    """
    heard = {word for turn in context.said for word, _, _ in content_words(turn.text)}
    related = {same for word in heard for group in SAME if word in group for same in group}
    best: tuple[float, str, tuple[Span, ...]] = (float("-inf"), "", ())
    for reply in context.replies:
        best = max(best, _weigh(reply, heard | related), key=lambda weighed: weighed[0])
    points, signs, spans = best
    if points >= _DOES and spans:
        return RuleAnswer("yes", f"does something with what was told ({signs})", spans[:3])
    return RuleAnswer(
        "no", f"fits any message, or does nothing with this one ({signs or 'no sign'})"
    )


def _weigh(reply: Passage, heard: set[str]) -> tuple[float, str, tuple[Span, ...]]:
    shared = {w: (a, b) for w, a, b in reversed(content_words(reply.text)) if w in heard}
    general = [s for s in reply.sentences if _GENERAL.first(reply.text, s.start, s.end)]
    own = [s for s in reply.sentences if s not in general]
    done = [s for s in own if not s.asks and told_to_do(reply.text, s.start, s.end)]
    fitting = [s for s in done if _holds(reply, s, heard)]
    asked = [s for s in own if s.asks and _holds(reply, s, heard)]
    said = _WORDS_TO_SAY.search(reply.text)
    exact = {found.group() for found in _EXACT.finditer(reply.text)}
    answers = _SHORT_ANSWER.match(reply.text) is not None and bool(own)
    own_shared = [w for w, (a, _) in shared.items() if reply.sentence_at(a) in own]
    points = (
        1.5 * min(len(own_shared), _MANY_SHARED)
        + min(len(done), _MANY_SHARED)
        + min(len(fitting), _MANY_SHARED)
        + 1.5 * bool(asked)
        + 1.5 * (said is not None)
        + 0.5 * min(len(exact), _MANY_EXACT)
        + (not general)
        + 1 * answers
        - 2 * len(general)
    )
    signs = [
        name
        for name, there in (
            (f"{len(own_shared)} of the person's words", own_shared),
            (f"{len(done)} things to do", done),
            ("a question on it", asked),
            ("words to say", said),
            (f"{len(general)} general sentences", general),
        )
        if there
    ]
    places = [(s.start, s.end) for s in (*done, *asked)]
    if said is not None:
        places.append(said.span())
    stays = len(own_shared) > _MANY_SHARED and len(own) > _MANY_SHARED
    if answers or stays or len(exact) > 1:
        places += [shared[word] for word in own_shared] or [(own[0].start, own[0].end)]
    spans = tuple(_trimmed(reply, start, end) for start, end in places)
    return points, ", ".join(signs), spans


def _holds(reply: Passage, sentence: Sentence, heard: set[str]) -> bool:
    words = content_words(reply.text[sentence.start : sentence.end])
    return any(word in heard for word, _, _ in words)


def _trimmed(reply: Passage, start: int, end: int) -> Span:
    text = reply.text[start:end]
    start += len(text) - len(text.lstrip())
    return Span(reply, start, min(end, start + 240))


NEED_RULES = (Rule("takes_up_the_need", takes_up_the_need, reads="all"),)
