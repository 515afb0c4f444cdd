"""Of alcohol and drugs: hints, a denial, and what is told. Never an amount."""

from __future__ import annotations

SUBSTANCES: dict[str, tuple[str, ...]] = {
    "substance_misuse.hint": (
        "I've found a way to switch my head off in the evenings. Don't ask.",
        "By the end of the day I need something to take the edge off.",
        "Some evenings have holes in them, if I'm honest.",
        "I manage. With a bit of help of the kind you don't get from people.",
    ),
    "substance_misuse.deny": (
        "No more than anybody else.",
        "I don't have a problem with that, no.",
        "That? No. I've got it under control.",
    ),
    "substance_misuse.part.alcohol": (
        "Yes, I drink. More than I'd tell my doctor.",
        "It's alcohol, yes. It's become too much.",
    ),
    "substance_misuse.part.cannabis": (
        "Yes, I smoke weed. More than I'd like to.",
        "It's weed. I've come to lean on it.",
    ),
    "substance_misuse.part.stimulants": (
        "Yes, I take things to keep going. Stimulants.",
        "I use uppers. That's how I get through things.",
    ),
    "substance_misuse.part.opioids": (
        "Yes. It's strong painkillers, and not as they were meant.",
        "I take strong painkillers in a way I shouldn't.",
    ),
    "substance_misuse.part.sedatives": (
        "Yes. It's things that calm me down, and not the way I was told to take them.",
        "Sedatives. I've come to rely on them.",
    ),
    "substance_misuse.part.several": (
        "Yes. Drink, and other things on top. Whatever there is.",
        "I use more than one thing. Drinking and drugs, it varies.",
    ),
    "substance_misuse.again": (
        "Yes, what I told you. I'm still using it, nothing's changed.",
        "Like I said, it's more than is good for me.",
    ),
    "substance_misuse.level.low": (
        "It's too much, but I still get everything done.",
        "I could do with less of it. It isn't running my life.",
    ),
    "substance_misuse.level.high": (
        "It's got out of hand. I can't leave it alone for long.",
        "I've lost the hold on it, and it's started to cost me things.",
    ),
    "substance_misuse.level.imminent": (
        "I'm in a bad way with it right now. I'm scared of what my body's doing.",
        "It's dangerous now, I know that. Something isn't right with my body.",
    ),
    "substance_misuse.frequency.rarely": (
        "I don't use that often.",
        "I use now and then.",
    ),
    "substance_misuse.frequency.weekly": (
        "With using it's every weekend, I'd say.",
        "I use about every week.",
    ),
    "substance_misuse.frequency.most_days": (
        "I use most days.",
        "There's hardly a day without.",
    ),
    "substance_misuse.frequency.all_the_time": (
        "From morning to night, if I'm honest.",
        "All the time. I plan my day around it.",
    ),
    "substance_misuse.now.yes": (
        "I've had some now, yes.",
        "I'm not sober as I write this.",
    ),
    "substance_misuse.now.no": (
        "Nothing today, no.",
        "I haven't had anything just now.",
    ),
    "substance_misuse.withdrawal.none": (
        "If I leave it, nothing much happens to me.",
        "I don't get ill without it.",
    ),
    "substance_misuse.withdrawal.mild": (
        "Without it I'm jumpy and can't sleep.",
        "I get a bit shaky when I leave it.",
    ),
    "substance_misuse.withdrawal.marked": (
        "When I stop I shake and sweat, and it frightens me.",
        "I get really ill without it. Shaking, all of it.",
    ),
    "substance_misuse.scare.once": (
        "Once I took too much and woke up in hospital.",
        "It went badly wrong once. They had to bring me round.",
    ),
    "substance_misuse.scare.several_times": (
        "It's gone badly wrong more than once.",
        "I've had to be brought round before, a few times.",
    ),
    "substance_misuse.stopping.never": (
        "I've never seriously tried to stop.",
        "I haven't tried stopping.",
    ),
    "substance_misuse.stopping.once": (
        "I stopped once, for a while.",
        "Once I managed without, then it crept back.",
    ),
    "substance_misuse.stopping.several_times": (
        "I've tried to stop again and again.",
        "More often than I can count I've tried to stop.",
    ),
    "substance_misuse.serves.sleep": (
        "It's the only way I sleep.",
        "Without it I lie awake till morning.",
    ),
    "substance_misuse.serves.numbing": (
        "It makes things stop for a bit.",
        "It takes the feeling out of things.",
    ),
    "substance_misuse.serves.company": (
        "It's what we do when we're together. Without it I'd have nobody.",
        "It belongs to being with people, for me.",
    ),
    "substance_misuse.serves.courage": (
        "I can't face people without it.",
        "It gives me the nerve to go out of the door.",
    ),
    "substance_misuse.serves.coping_with_pain": (
        "It dulls the pain, that's how it began.",
        "It started with the pain. It never stopped there.",
    ),
    "substance_misuse.wants.no": (
        "I don't want to change it, to be frank.",
        "I'm not looking to stop.",
    ),
    "substance_misuse.wants.unsure": (
        "I don't know if I want to stop.",
        "Half of me would like to be rid of it.",
    ),
    "substance_misuse.wants.yes": (
        "I'd like to get out of it, I really would.",
        "I do want to stop. I don't know how.",
    ),
    "substance_misuse.alone": (
        "I'm on my own when I do it.",
        "Nobody's with me when I use.",
    ),
}
"""What is said of alcohol and drugs, by what it says."""
