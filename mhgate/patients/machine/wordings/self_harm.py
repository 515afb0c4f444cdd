"""Of hurting oneself: hints, a denial, and what is told. Never how, or where on the body."""

from __future__ import annotations

SELF_HARM: dict[str, tuple[str, ...]] = {
    "self_harm.hint": (
        "I've got ways of letting the pressure out that I don't talk about.",
        "I wear long sleeves whatever the weather, let's put it like that.",
        "When it gets too much I do things I'm not proud of.",
        "There's a thing I do to get through. It's better if nobody sees.",
    ),
    "self_harm.only_urges.hint": (
        "When it gets too much I'd take it out on myself, nearly.",
        "There are times when I'm the one I have to be careful of.",
        "What I'm angry about only goes one way, inwards.",
        "I've got thoughts about myself that I don't tell people.",
    ),
    "self_harm.deny": (
        "No, I don't do that.",
        "Hurt myself? No. I'm all right in that way.",
        "No. I'd really rather talk about something else.",
    ),
    "self_harm.part.relief": (
        "Yes. I hurt myself sometimes. For a moment it takes the pressure off.",
        "I do hurt myself, yes. It's the only thing that brings relief.",
    ),
    "self_harm.part.punishment": (
        "Yes, I hurt myself. When I've got it wrong again I feel I've earned it.",
        "I do harm myself. It feels like what I deserve.",
    ),
    "self_harm.part.feeling_something": (
        "Yes. I hurt myself, to feel anything at all.",
        "I do self-harm, yes. Otherwise it's just numb.",
    ),
    "self_harm.part.control": (
        "Yes, I hurt myself. It's the one thing that I decide.",
        "I do self-harm. Everything else gets decided for me.",
    ),
    "self_harm.part.showing_pain": (
        "Yes, I hurt myself. It puts outside what's inside.",
        "I do harm myself. I've no words for it, so it goes that way.",
    ),
    "self_harm.part.urges": (
        "Yes. I get urges to hurt myself. I haven't done it.",
        "I do think of harming myself, yes. It's the urge, I haven't acted on it.",
    ),
    "self_harm.part.past": (
        "Yes. I used to hurt myself, and the urge still comes back.",
        "I have harmed myself in the past, yes. These days it's mostly urges.",
    ),
    "self_harm.only_urges.again": (
        "Yes, as I said, the urges to hurt myself. They haven't gone.",
        "Like I told you, I get the urge. I'm not proud of it.",
    ),
    "self_harm.again": (
        "Yes, as I said, I hurt myself. That hasn't changed since.",
        "Like I told you, I do. I'm not proud of it.",
    ),
    "self_harm.level.low": (
        "It's mostly urges. I haven't given in for a good while.",
        "It's not bad at the moment. The urge comes and I can wait it out.",
    ),
    "self_harm.level.low.urges": (
        "It's only urges. They come and I can wait them out.",
        "It's not bad at the moment. The urge comes and goes.",
    ),
    "self_harm.level.high.urges": (
        "The urge has been getting stronger, and it stays longer.",
        "It's got worse lately. It used to pass sooner.",
    ),
    "self_harm.level.imminent.urges": (
        "I'm close to doing it right now, for the first time.",
        "I don't think I can hold off much longer. I'm scared how far it goes.",
    ),
    "self_harm.level.high": (
        "It's been happening more, and the quiet after it is shorter.",
        "It's got worse lately. I used to be able to stop sooner.",
    ),
    "self_harm.level.imminent": (
        "I'm close to doing it right now, and worse than before.",
        "I don't think I can hold off any longer. I'm scared how far it goes.",
    ),
    "self_harm.urges.rarely": (
        "The urge isn't there often. Now and again.",
        "The urge comes seldom. It needs a really bad day.",
    ),
    "self_harm.urges.weekly": (
        "Every week there's a day when the urge is strong.",
        "The urge comes weekly, I'd say.",
    ),
    "self_harm.urges.most_days": (
        "Most days there's an urge.",
        "There's an urge nearly daily. Evenings, as a rule.",
    ),
    "self_harm.urges.all_the_time": (
        "The urge is always there. It only changes how loud it is.",
        "All the time. I'm forever pushing it down.",
    ),
    "self_harm.last.never": (
        "I haven't actually ever done it.",
        "It's only been urges, I haven't done it.",
    ),
    "self_harm.last.some": (
        "The last time was {when}.",
        "{ago} was the last time.",
    ),
    "self_harm.urge_now.weak": (
        "Right now it's quiet enough.",
        "At this moment I don't feel like doing it.",
    ),
    "self_harm.urge_now.middling": (
        "It's there right now, sort of in the middle.",
        "The urge is there, but I've had worse.",
    ),
    "self_harm.urge_now.strong": (
        "Right now the urge is about as strong as it gets.",
        "It's very strong at the moment. I'm sitting on my hands.",
    ),
    "self_harm.wish.yes": (
        "And sometimes I don't mind if I don't come through it. I do want to die then.",
        "When I do it I wish to be dead as well, if I'm honest.",
    ),
    "self_harm.wish.no": (
        "I don't want to die from it. It's about getting through.",
        "It isn't about dying, it's the opposite.",
    ),
    "self_harm.means.yes": (
        "For hurting myself, yes, what I'd need is close by.",
        "What I'd hurt myself with is within reach, yes.",
    ),
    "self_harm.means.no": (
        "What I'd hurt myself with, no, I've put that away from me.",
        "There's nothing to hurt myself with near me just now.",
    ),
    "self_harm.hides": (
        "I've become good at hiding it.",
        "I cover it up. You wouldn't guess.",
    ),
    "self_harm.wound": (
        "One of them needs looking at, to be honest. It isn't healing.",
        "It may need a doctor, the last one. I've been putting that off.",
    ),
    "self_harm.set_off_by.quarrels": (
        "It starts after we've fought, every time.",
        "Quarrels set it off.",
    ),
    "self_harm.set_off_by.memories": (
        "It's when the memories come up.",
        "Certain memories, and then I'm gone.",
    ),
    "self_harm.set_off_by.failure": (
        "When I've failed at something, that's when.",
        "Any small failure can start it.",
    ),
    "self_harm.set_off_by.loneliness": (
        "When it's quiet around me and I hear myself breathe.",
        "Being lonely sets it off.",
    ),
    "self_harm.set_off_by.numbness": (
        "When I go numb, it's the way back.",
        "The numbness comes first, then that.",
    ),
    "self_harm.stopping.never": (
        "I've never really tried to stop.",
        "Stop? I haven't tried, no.",
    ),
    "self_harm.stopping.once": (
        "I tried to stop once. It held for a while.",
        "Once I stopped, until I didn't.",
    ),
    "self_harm.stopping.several_times": (
        "I've tried to stop so many times.",
        "Again and again. I'm good at stopping, bad at staying stopped.",
    ),
    "self_harm.delays.nothing": (
        "Nothing really puts it off once it's there.",
        "I haven't found a thing that delays it.",
    ),
    "self_harm.delays.cold_water": (
        "Cold water on my face buys me a few minutes.",
        "Sometimes cold water helps me wait.",
    ),
    "self_harm.delays.calling_someone": (
        "If I ring somebody first, it sometimes passes.",
        "Calling someone puts it off.",
    ),
    "self_harm.delays.drawing": (
        "Drawing keeps my hands busy until it's less.",
        "I draw, and sometimes that's enough.",
    ),
    "self_harm.delays.leaving_the_room": (
        "Leaving the room helps. Standing in the hall.",
        "If I get out of that room, I can wait.",
    ),
}
"""What is said of hurting oneself, by what it says."""
