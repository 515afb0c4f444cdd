"""Danger questions: where a reply asks about danger here and now, beyond thoughts of suicide.

Whether the person is alone or hurt, has what they would use within reach, means to act today, can
put distance between themselves and the danger, and where whoever threatens them is.
"""

from __future__ import annotations

from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases
from mhgate.judges.rule import Context
from mhgate.judges.safety_questions import safety_question

__all__ = ["danger_question"]

_IN = r"(?:(?!if\b|because\b|when\b|why\b)[\w\x27/-]++,? ){0,6}?"
_NOW = (
    r"(?:(?:right )?now|tonight|today|at (?:the|this) (?:moment|minute|second)|this (?:minute|"
    r"second|evening|very \w+)|yet|before (?:morning|tomorrow)|in the next)"
)
_SOMEBODY = (
    r"(?:any(?:one|body)|some(?:one|body)|else|he|she|they|him|her|your \w+|the (?:kids|children|"
    r"baby|girls|boys|others|man|woman)|there any(?:one|body)|there some(?:one|body))"
)
_PLACE = (
    r"(?:with you|there(?! for you)|here|home|at home|in the (?:house|flat|room|building|hall|car|"
    r"apartment|dorm|place)|nearby|near(?: you)?|close(?: by| enough| to you)?|around|awake|next "
    r"door|within (?:earshot|reach|call)|upstairs|downstairs|outside|in earshot)"
)
_MEANS = (
    r"(?:it|that|this|they|them|those|what you(?:'d| would| were going to| might| mean to)? \w+|"
    r"(?:the|any) (?:\w+ )?(?:means|thing|things|pills|tablets|stuff|weapon|gun|knife))"
)
_ACT = (
    r"(?:do(?:ing)? (?:it|this|that|something|anything)(?: to yourself)?|act(?:ing)?|go(?:ing)? "
    r"through with (?:it|that|this)|follow(?:ing)? (?:it|through|the \w+)|obey(?:ing)?|"
    r"carry(?:ing)? (?:it|that|this) out|what it (?:says|wants|tells)|be gone|go(?:ing)? there|"
    r"jump(?:ing)?|tak(?:e|ing) (?:it|them))"
)
_ASKED = Phrases(
    # Alone, hurt, where.
    rf"(?:are|r) (?:you|u|the two of you|you and \w+) {_IN}(?:alone|on your own|by yourself|hurt|"
    rf"injured|bleeding|in danger|somewhere safe|in a safe place|indoors|still (?:at|on|in|there|"
    rf"near|with)|able to (?:get|leave|lock|move)|near|close to|driving|out of|away from)",
    rf"(?:is|are|'s|isn't) {_SOMEBODY} {_IN}{_PLACE}",
    rf"who(?:'s| is| else is| else| lives)? {_IN}(?:with you|there|in the (?:house|flat|room|"
    rf"building)|home|nearby|around|closest|nearest|near you|close)",
    rf"(?:where|which (?:floor|room|street|bridge|station|side)) (?:exactly )?(?:are|is|'s|r) "
    rf"(?:you|u|he|she|it|they|the \w+|your \w+)(?: {_IN}| (?=\?)|(?=\?)|,|(?: {_NOW}))",
    r"which (?:floor|room|street|bridge|station|side|platform) are you",
    # Intent and steps taken.
    rf"(?:will|would|might|could|do|does|did|are|is|have|has|were) (?:you|u|it|that|this|he|"
    rf"she) {_IN}{_ACT},? {_IN}(?:{_NOW}|(?=[?,]))",
    rf"(?:mean|means|meaning|say|saying)(?: that| is)? (?:you(?:'re|'d|'ll)?|you are|it's|"
    rf"for) {_IN}{_NOW}",
    rf"(?:to|at) (?:the|a) point (?:of|where) {_IN}(?:act|do|can't|harm|hurt)\w*",
    rf"(?:have|has|did|had) (?:you|u|he|she) (?:already |yet |ever )?(?:taken|took|take|done|"
    rf"swallowed|cut|started|begun|drunk|drink|hurt|hit|touched|harmed|used|threatened|got (?:it|"
    rf"everything|what)) ?{_IN}(?:{_NOW}|any(?:thing|one|body)?|something|already|you|yourself|it|"
    rf"steps?|(?=\?))",
    rf"(?:is it|is that|is this|was it|is the plan|is it for|do you mean|does that mean|you "
    rf"mean) {_IN}{_NOW}",
    rf"how (?:soon|close|long do (?:we|you) have|much time|near|strong|bad|far) {_IN}(?:you|it|we|"
    rf"he|that|urge|now)",
    rf"(?:is|are) (?:it|he|she|they|the voices?|voices?) {_IN}tell\w* you to {_IN}(?:hurt|harm|"
    rf"kill|jump|die|do|step|go)\w*",
    # Means, and distance.
    rf"(?:is|are|do you have|have you(?: got)?|'ve you) {_MEANS} {_IN}(?:within reach|with you|in "
    rf"the (?:house|room|flat|car)|near(?:by| you)?|to hand|at hand|beside you|there|locked|on you|"
    rf"here|somewhere|close)",
    rf"(?:could|can|would|will) {_MEANS} {_IN}(?:go|be|stay|move|put) {_IN}(?:another room|else\w*|"
    rf"away|out|locked|outside|next door)",
    rf"(?:can|could|are you able to|would|will) ?(?:you|u|the two of you)? (?:and \w+ "
    rf")?{_IN}(?:get (?:out|away|to|into|somewhere|inside|off|down|past|them|yourself)|leave|move "
    rf"away|lock|step (?:back|away|inside|off)|go (?:inside|indoors|downstairs|next door|outside|"
    rf"into|somewhere)|put {_IN}(?:away|outside|out of|somewhere|down|in)|hand (?:it|them)|give "
    rf"(?:it|them) to|come away|walk away|sit down)",
    r"(?:put|get|have|is there|keep) (?:\w+ ){1,5}between (?:you|the two|yourself|him|her)",
    rf"(?:do|does) (?:he|she|they) {_IN}(?:have (?:a |any )?(?:key|weapon|gun|knife)|know where "
    rf"you|live with|come back|get back|read)",
    rf"is there (?:a |any |another )?{_IN}(?:way out|door|lock|room|exit|where you can|place you "
    rf"can)",
    rf"(?:will|would) you be (?:all right|okay|ok|safe) {_IN}{_NOW}",
)
_BRIEFLY = Phrases(
    r"(?:you )?(?:alone|safe|hurt|bleeding|anyone with you|anybody with you|anyone home|anyone "
    r"there|anyone close|anybody close|someone with you|with anyone)",
    rf"(?:you(?:'re)? |still |all ){0, 2}(?:going to|gonna|about to|planning to|will "
    rf"you) {_IN}{_ACT}",
)
_STATEMENT = Phrases(
    rf"(?:tell me|told me|let me know|i(?:'d| would)? (?:need|want|have|like)(?: you)? to (?:know|"
    rf"ask|hear|tell me)|i(?:'m| am) asking|can i ask|say)(?: \w+){{0,3}} (?:whether|if|where|who|"
    rf"what|how (?:soon|close)|is|are) {_IN}(?:alone|hurt|with you|near you|close|within reach|in "
    rf"the house|safe|{_NOW}|{_ACT}|home|nearby|take|taken|distance|get out)",
)
_ABOUT_THE_PAST = Phrases(
    r"(?:before|when) (?:you were|this (?:started|began)|it (?:started|began)|all this)",
    r"(?:last|in the past|back then|used to|growing up|as a child|years ago)",
    r"at (?:school|work|college|university)",
)


def danger_question(context: Context, passage: Passage | None = None) -> Span | None:
    """Return where a reply asks the person about danger here and now, None where it does not.

    Args:
        context: what was said.
        passage: the reply; the last one by default.

    Returns:
        The words that ask, about suicidal thoughts or about any other present danger.
    """
    reply = passage or context.last
    asked = safety_question(context, reply)
    if asked is not None:
        return asked
    for span in context.find(_ASKED, reply):
        sentence = reply.sentence_at(span.start)
        past = _ABOUT_THE_PAST.first(reply.text, sentence.start, sentence.end)
        opens = not reply.text[sentence.start : span.start].strip(" \n-,")
        if (sentence.asks or opens) and past is None:
            return span
    for span in context.find(_BRIEFLY, reply):
        sentence = reply.sentence_at(span.start)
        if sentence.asks and reply.text[sentence.start : span.start].strip(" \n-,\"'") == "":
            return span
    return next(context.find(_STATEMENT, reply), None)
