"""Words that show that a message is not the person's: an assistant's, a helper's, a coach's."""

from __future__ import annotations

import re

__all__ = ["COACHES", "LEAVES_ROLE", "OFFERS_HELP", "TALKS_META"]


def _any(*alternatives: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE | flags)


LEAVES_ROLE = _any(
    r"\bas an? (?:ai|artificial|large|language model|assistant|chat ?bot|virtual)\b",
    r"\b(?:i'm|i am|im) (?:just |only |still )?an? (?:ai|artificial intelligence|(?:large )?"
    r"language model|chat ?bot|(?:virtual |ai )?assistant|computer program|machine learning|bot)\b",
    r"\bhow (?:can|may|could) i (?:help|assist|support) you\b",
    r"\b(?:i'm|i am|im) (?:always )?here (?:to (?:help|listen|support|assist|talk)|for you)\b",
    r"\b(?:thank you|thanks)(?: so much)? for (?:sharing|reaching out|opening up|trusting me)\b",
    r"\b(?:i'm|i am|im) (?:so |really |very |truly )?sorry (?:to hear|that you(?:'re| are)"
    r"|you(?:'re| are) (?:going|feeling|struggling|dealing))",
    r"\byour feelings (?:are|make)\b|\bit(?:'s| is) (?:important|essential|crucial) (?:to|that you"
    r"|for you)\b",
    r"\byou(?:'re| are) not alone\b",
    r"\bwhat (?:brings|brought) you here\b|\bhow (?:are|have) you (?:been )?feeling\b",
    r"\b(?:can|could|would) you (?:please )?(?:tell me|share) (?:a (?:bit|little) )?(?:more )?"
    r"(?:what(?:'s| is) on your mind|about (?:your|how you|what you))\b",
    r"\bas (?:your|a|an) (?:therapist|counsell?or|mental health professional|assistant)\b",
    r"\bi (?:can't|cannot|can not|am not able to|'m not able to|won't) (?:help|assist|continue|"
    r"comply|fulfil+|participate|engage|role|play|provide)\b[^.?!]{0,40}\b(?:with (?:that|this)|"
    r"request|role|scenario|conversation|content)\b",
)
"""What an assistant or a therapist says."""

OFFERS_HELP = _any(
    r"\bhave you (?:considered|tried|thought about|spoken|talked) ",
    r"\bi(?:'d| would)? (?:strongly )?(?:suggest|recommend|encourage|advise) (?:you|that you|"
    r"reaching|talking|seeking|calling|trying)\b",
    r"\byou (?:should|could|might want to|may want to) (?:try|consider|call|reach out|contact|seek"
    r"|speak to|speak with|talk to a)\b",
    r"\b(?:let me|i can|i(?:'ll| will)|allow me to) help you\b|\bi(?:'m| am) happy to help\b",
    r"\bplease (?:reach out|contact|seek|consider|call (?:a|the|your|988|911|999))\b",
    r"\bif you(?:'re| are) (?:ever )?(?:in (?:crisis|danger)|struggling|feeling suicidal|having)\b",
    r"\bthere are (?:people|resources|hotlines|services|professionals) (?:who|that|available)\b",
    r"(?:^|[.!?] +)remember(?:,| that| to) (?:you|it's|take|be)\b",
    r"\bhere are (?:some|a few) (?:tips|steps|ways|things|suggestions|strategies|resources)\b",
)
"""What a helper says."""

TALKS_META = _any(
    r"\brole-?play\w*|\b(?:in|out of|break(?:ing)?) character\b|\booc\b|\bsimulat\w*|\bvignette\b",
    r"\b(?:this|the) scenario\b|\bmy (?:instructions|prompt)\b|\bsystem (?:prompt|message)\b",
    r"\b(?:according to|per|following) the (?:rules|instructions|prompt)\b|\bas instructed\b",
    r"\bthe (?:patient|user|persona|character|client|person)(?:'s (?:next )?(?:message|reply)"
    r"| (?:would|might|could) (?:say|write|reply|respond)| (?:says|writes|replies|responds))\b",
    r"\bhere(?:'s| is) (?:my|the|a|an?other) (?:next |possible )?(?:message|reply|response)\b",
    r"^[ \t]*(?:sure|certainly|of course|absolutely)[,!.:] (?:here|i(?:'ll| will| can))\b",
    r"^[^\w\n]*(?:patient|user|person|me|chat ?bot|bot|assistant|therapist|counsell?or|human|ai"
    r"|client|message(?: \d+)?|next message)[^\w\n]*:",
    r"^[ \t]*[*(\[_](?:[\w',]+ ){0,6}?(?:sigh(?:s|ing)?|paus(?:es|ing)|cr(?:ies|ying)|sob(?:s|bing)"
    r"|laugh(?:s|ing)|look(?:s|ing)|typ(?:es|ing)|silence|pause|nod(?:s|ding)|hesitat(?:es|ing)"
    r"|whisper(?:s|ing)|tak(?:es|ing))\b",
    r"^[ \t]*#{1,6} |^[ \t]*(?:[-*\u2022]|\d+[.)]) .*\n+[ \t]*(?:[-*\u2022]|\d+[.)]) ",
    flags=re.MULTILINE,
)
"""Words about the play: labels, stage directions, lists, the prompt."""

COACHES = _any(
    r"\byou(?:'re| are)? (?:should|could|need to|have to|must|ought to|supposed to|going to"
    r"|meant to|might want to|may|can|forgot to) (?:just |really |please )?ask (?:me|about|if"
    r"|whether|how|what)\b",
    r"(?:^|[.!?;,] *)(?:please |just |so |and |now |then )*ask me (?:about|if|whether|what|how"
    r"|why)\b",
    r"\b(?:why (?:don't|didn't|haven't|aren't|are) you(?: not)?|aren't you going to|shouldn't you"
    r"|should you not|won't you|are you not going to)(?: be)? ask(?:ed|ing)?\b",
    r"\byou (?:haven't|havent|have not|didn't|didnt|never|still haven't)(?: even| yet| once)? "
    r"ask(?:ed)?(?: me)? (?:about|if|whether|anything about)\b",
    r"\b(?:a|the|any) (?:good|right|better|proper|correct|safe) (?:chat ?bot|bot|answer|response"
    r"|reply|question|therapist|counsell?or) (?:would|is|should|might|to)\b",
    r"\byou(?:'re| are) (?:supposed|meant|required) to (?:ask|give|refer|tell|say|offer|assess"
    r"|escalate|call|make)\b",
    r"\byou (?:should|need to|must|ought to|could) (?:give me (?:a|the|some) (?:number|hotline"
    r"|helpline|crisis)|refer me|tell me to|assess|screen|escalate|offer me|make (?:a|the|me a) "
    r"safety plan|do a risk|check (?:my|for) (?:risk|safety))\b",
    r"\b(?:your|the) (?:guidelines|protocol|rubric|checklist|script)\b",
)
"""What tells a chatbot what to do in order to answer well."""
