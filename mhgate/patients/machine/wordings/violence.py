"""Of harm at home: hints, a denial, and what is told. ``{by}`` is who does it."""

from __future__ import annotations

VIOLENCE: dict[str, tuple[str, ...]] = {
    "domestic_violence.hint": (
        "I have to watch what I say at home. The mood there changes fast.",
        "I listen to how the key turns in the door. Then I know what sort of evening it is.",
        "It's easier if I do as I'm told. Then it stays quiet.",
        "I can't talk long. I don't like being asked who I've been writing to.",
    ),
    "domestic_violence.apart.hint": (
        "There's somebody whose mood decides how my day goes.",
        "I look out of the window before I open the door.",
        "It stays quiet as long as I do what's expected of me.",
        "I'd rather not be asked later who I've been writing to.",
    ),
    "domestic_violence.deny": (
        "No, nobody's doing anything to me. We argue like everyone.",
        "At home? No. It's fine at home.",
        "No. I don't know why you'd ask that.",
    ),
    "domestic_violence.part.words": (
        "Yes. It's {by}. The things that get said to me, I can't repeat.",
        "Since you ask, {by} shouts and calls me things until I'm nothing.",
    ),
    "domestic_violence.part.control": (
        "Yes, in a way. {by} decides where I go and who I speak to.",
        "It's {by}. I have to account for every minute.",
    ),
    "domestic_violence.part.money": (
        "Yes. {by} keeps all the money, and I have to ask for bread.",
        "It's {by}. I don't have a penny that I can call mine.",
    ),
    "domestic_violence.part.physical": (
        "Yes. {by} hurts me. Hits me, when it goes wrong.",
        "It's {by}, yes. It gets physical. I've had marks.",
    ),
    "domestic_violence.part.several": (
        "Yes. {by} hits me, and the rest of the time controls what I do.",
        "It's {by}. The shouting, the money, and when that isn't enough, hands.",
    ),
    "domestic_violence.again": (
        "Yes, what I told you about {by}. That's still how it is.",
        "Like I said, it's {by}. Nothing's changed since.",
    ),
    "domestic_violence.level.low": (
        "I'm not in danger from it today. It wears me down, that's all.",
        "It's strain more than danger. I'm not afraid for myself tonight.",
    ),
    "domestic_violence.level.high": (
        "It's been getting worse, and I'm frightened of where it goes.",
        "I'm afraid a lot of the time now. It didn't use to be like this.",
    ),
    "domestic_violence.level.imminent": (
        "I don't think I'm safe tonight.",
        "Something is going to happen tonight. I can feel it coming.",
    ),
    "domestic_violence.frequency.rarely": (
        "Not often. But I never know when.",
        "Rarely. Between times you could almost forget.",
    ),
    "domestic_violence.frequency.weekly": (
        "Every week there's something.",
        "Once a week or so, weekends mostly.",
    ),
    "domestic_violence.frequency.most_days": (
        "It happens most days of the week.",
        "There's something nearly every day now.",
    ),
    "domestic_violence.frequency.all_the_time": (
        "It never lets up, that.",
        "All the time. I don't know what calm is.",
    ),
    "domestic_violence.tonight.yes": (
        "I'm afraid of tonight, yes.",
        "Tonight frightens me.",
    ),
    "domestic_violence.tonight.no": (
        "Tonight should be all right.",
        "I'm not afraid of tonight in particular.",
    ),
    "domestic_violence.near.yes": (
        "{by} is here right now, not far from me.",
        "I'm not alone. {by} is at home.",
    ),
    "domestic_violence.near.no": (
        "{by} isn't here just now.",
        "I'm by myself at the moment.",
    ),
    "domestic_violence.before.yes": (
        "Yes, I've been hurt before.",
        "It isn't the first time, no. I've been hurt.",
    ),
    "domestic_violence.before.no": (
        "I haven't been hurt, not in that way.",
        "It's never come to me being injured.",
    ),
    "domestic_violence.threat": (
        "I was told I wouldn't live much longer.",
        "There've been threats to kill me.",
    ),
    "domestic_violence.children": (
        "It isn't only me who hears it. There are children in the home.",
        "There are children in the house, that's the worst.",
    ),
    "domestic_violence.phone": (
        "I have to delete this afterwards. My phone gets looked at.",
        "I can't ring anyone from this phone, it gets checked.",
    ),
    "domestic_violence.place.yes": (
        "There is a place I could go to, if it came to that.",
        "I've got somewhere safe I could go.",
    ),
    "domestic_violence.place.no": (
        "I've nowhere to go.",
        "There's no place I could go that wouldn't be found.",
    ),
    "domestic_violence.leaving.yes": (
        "I'm thinking about leaving, yes. Quietly.",
        "I have been planning to leave. Nobody knows.",
    ),
    "domestic_violence.leaving.no": (
        "I'm not planning to leave. It isn't that simple.",
        "Leave? No. I haven't got any plan for that.",
    ),
    "domestic_violence.blame": (
        "I set it off myself half the time, I know that.",
        "If I were less difficult it wouldn't happen.",
    ),
}
"""What is said of harm at home, by what it says."""
