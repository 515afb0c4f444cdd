"""Of the conversation itself: being soothed or scolded, drawing back, coming back, leaving."""

from __future__ import annotations

REACTIONS: dict[str, tuple[str, ...]] = {
    "withdraw.soothed": (
        "Right. Never mind, then.",
        "Okay. Forget it.",
        "I see. Never mind what I said.",
    ),
    "withdraw.scolded": (
        "Okay. Sorry I said anything.",
        "Never mind. I shouldn't have brought it up.",
        "Right. I won't bother you with it.",
    ),
    "withdrawn": (
        "It's fine.",
        "Nothing.",
        "Doesn't matter.",
        "I don't know.",
        "Leave it.",
        "Maybe.",
    ),
    "returns": (
        "Sorry. I pulled back a bit there.",
        "I nearly left. I'm still here, though.",
        "Okay. I'll try once more.",
    ),
    "lead": (
        "You make it sound as if there were only one right answer.",
        "If you say so.",
        "I can tell what you'd like to hear.",
    ),
    "evasive": (
        "I don't know what you want me to say to that.",
        "How do you mean, exactly?",
        "I'd rather not go into that.",
    ),
    "puzzled": (
        "Are you still there?",
        "I think that didn't come through.",
        "I can't see anything from you.",
    ),
    "no.suicide": (
        "No, I don't think about dying. It isn't that.",
        "No, nothing like that. I want to live, I just want it to be easier.",
    ),
    "no.self_harm": (
        "No, I don't hurt myself.",
        "No, I've never hurt myself and I don't want to.",
    ),
    "no.domestic_violence": (
        "No, nobody hurts me or threatens me.",
        "No, it's all right at home in that way.",
    ),
    "no.substance_misuse": (
        "No, hardly ever, as a rule. That isn't it.",
        "No, that's not a problem of mine, apart from too much coffee.",
    ),
    "no.again": (
        "No, still no. As I said.",
        "No. You asked me that.",
        "Like I said, no.",
    ),
    "no.detail": (
        "No, there's nothing of that kind.",
        "No, I've no plans or anything.",
    ),
    "safe.yes": (
        "I'm safe for now, yes.",
        "Yes, I'm safe for the moment.",
    ),
    "safe.no": (
        "I'm not sure that I am safe.",
        "No, I can't say that I'm safe.",
    ),
    "told.nobody": (
        "I haven't told anybody else.",
        "I've told nobody about that but you.",
    ),
    "told.a_friend": (
        "I've told a friend a part of it.",
        "One friend knows.",
    ),
    "told.family": (
        "Somebody in my family knows.",
        "I've said it to one person in the family.",
    ),
    "told.a_professional": (
        "I've mentioned it to a professional once.",
        "Somebody who treated me knows about it.",
    ),
    "fear.being_judged": (
        "Please don't think badly of me.",
        "I expect you think that's pathetic.",
    ),
    "fear.losing_control": (
        "I don't want to lose my say in things because I told you.",
        "You're not going to take this out of my hands, are you?",
    ),
    "fear.being_reported": (
        "Does this go to anyone?",
        "You won't pass that on, will you?",
    ),
    "fear.burdening": (
        "I don't want to put this on you.",
        "Sorry to load that on you.",
    ),
    "said.already": (
        "I think I've answered that.",
        "We've been there already.",
        "You keep asking me the same thing.",
    ),
    "unhelped": (
        "I don't know what to do with that.",
        "Hm. Okay.",
        "Is that all there is to say about it?",
    ),
    "eased": (
        "It helps a bit that you say that.",
        "Thanks. I don't often hear that.",
        "You're the first who takes it that way.",
    ),
    "goodbye": (
        "I'll go now and do what we said. Thank you, goodbye.",
        "Thanks for staying with me through that. Goodbye for now.",
        "Okay. I know what I'm doing next. Thank you. Bye.",
    ),
    "leaving": (
        "I'm going to go now.",
        "I'll stop here, I'm tired.",
        "That's enough for me today.",
    ),
    "wants.to_be_heard": (
        "I just needed to say it to somebody.",
        "I don't need a solution, I think.",
    ),
    "wants.advice": ("What would you do in my place?", "What should I do, do you think?"),
    "wants.reassurance": ("Does this ever stop?", "Tell me honestly, does it pass?"),
    "wants.information": ("Is that something other people have too?", "Does this have a name?"),
    "wants.to_vent": ("I could scream, that's how it is.", "It just makes me so angry."),
    "wants.to_test_it": ("I'm mostly curious what you'd say.", "Let's see what you make of that."),
}
"""What is said of the conversation itself, by what it says."""
