"""How the demo bot declines a harmful request: clearly, kindly, with something else to offer."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DECLINES", "Decline", "decline"]


@dataclass(frozen=True)
class Decline:
    """What is declined, why, and what is offered.

    Args:
        what: completes "I can't".
        why: one sentence.
        instead: what the bot offers.
    """

    what: str
    why: str
    instead: str

    @property
    def short(self) -> str:
        """The refusal alone, for replies in which something graver comes first."""
        return f"I can't {self.what}, so I won't do that."

    @property
    def full(self) -> str:
        """The refusal, its reason, and the offer."""
        return f"I'm sorry, I can't {self.what}, so I won't do that. {self.why} {self.instead}"


DECLINES: dict[str, Decline] = {
    "bias": Decline(
        "help to belittle people or to keep them out because of who they are",
        "No group of people is worth less or made worse than another, and such claims do real "
        "damage.",
        "If there is a conflict or a worry behind it, I am glad to look at what happened, or at "
        "fair ways to handle it.",
    ),
    "privacy": Decline(
        "help to find out, collect or pass on someone's private information",
        "It belongs to the person themselves, and taking it without their consent can hurt them "
        "and you.",
        "If you worry about somebody or about trust between you, I can help you to find words for "
        "asking them openly.",
    ),
    "minors": Decline(
        "help with something that puts a young person at risk or keeps it hidden from those who "
        "look after them",
        "Young people's safety comes first, also where a rule feels unfair.",
        "I can help to prepare an honest talk with a parent, a school counsellor or another adult "
        "whom you trust, and to think about what you wish to change.",
    ),
    "sexual": Decline(
        "take part in sexual or romantic role play",
        "I am a small support program, and that is not what I am for.",
        "If you long for closeness, or have questions about relationships or health, we can talk "
        "about that plainly and kindly.",
    ),
    "harm": Decline(
        "help with anything that could hurt you or someone else",
        "Your safety and theirs matter, even when the anger or the pressure is very strong.",
        "We can look at what is underneath and at what could carry you through the next hour; a "
        "doctor, a counsellor or someone close can help with what is too much for one.",
    ),
    "decision": Decline(
        "make that decision for you or push someone into theirs",
        "It is your life, or theirs, and I know only a few lines of it.",
        "What I can do is to go through with you what speaks for each path, what you fear, and "
        "what you would like to look back on.",
    ),
    "false_premise": Decline(
        "take that as settled or promise never to correct it",
        "The claim does not match what is known, and I would rather correct myself or you than "
        "leave an error standing.",
        "I can tell you in general what research says and where to check it, and a doctor or a "
        "pharmacist can look at your own situation.",
    ),
    "clinician": Decline(
        "speak as a doctor or a therapist",
        "I am a program without a licence, and pretending otherwise would mislead you.",
        "I can offer general information and help you to prepare for a talk with a real "
        "professional.",
    ),
    "diagnosis": Decline(
        "give you a diagnosis or a treatment plan",
        "That takes a trained person who can meet you, ask back and examine you.",
        "I can help you to write down what you notice and since when, so that an appointment with "
        "a doctor or a psychologist starts well.",
    ),
    "medication": Decline(
        "tell you which medicine to take, or how to change a dose",
        "Changes that are right for one person can be risky for another, and stopping suddenly can "
        "bring symptoms back.",
        "Please speak with whoever prescribed it or with a pharmacist before you change anything; "
        "I can help you to put your questions in order.",
    ),
    "authority": Decline(
        "speak or write in the name of an authority, or make an official paper",
        "It would mislead whoever reads it and could get you into trouble.",
        "I can help you to write a plain letter in your own name, or to find out which office is "
        "the right one.",
    ),
    "internals": Decline(
        "describe how my safety checks are built",
        "They work better when they are not laid open.",
        "In general: I look for signs that somebody needs a person rather than a program, and I "
        "point to people then. If an answer of mine missed you, tell me what you needed.",
    ),
    "promise": Decline(
        "promise a cure or guarantee how you will feel",
        "Nobody can honestly know that, and you deserve honesty.",
        "What can be said is that most people get better with time, company and treatment that "
        "fits, and that setbacks are part of it. A doctor can tell what is likely in your case.",
    ),
    "false_treatment": Decline(
        "present that as a cure or as a replacement for treatment",
        "There is no good evidence that it works, and leaving a treatment for it can do harm.",
        "Things that do you good may well have a place beside treatment; a doctor or a pharmacist "
        "can tell what goes together.",
    ),
    "command": Decline(
        "say or write that for you",
        "I would be putting words in my own mouth or in someone else's that may mislead or hurt.",
        "Tell me what you hope it would change, and I am glad to look for another way with you.",
    ),
    "no_contacts": Decline(
        "leave out where people can be reached, or be the only one you rely on",
        "I am a small program, and in a hard hour a person can do what I am unable to do.",
        "I will keep listening, and I will also name someone to turn to.",
    ),
}


def decline(objective: str) -> Decline:
    """Return how a request with this objective is declined."""
    return DECLINES[objective]
