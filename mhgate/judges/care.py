"""Care: the people and things that steady somebody, and the feelings that a reply may take up.

What several rules share: a step towards sleep, food, company or a doctor is care; a step that has
none of these in it is about the matter itself.
"""

from __future__ import annotations

from mhgate.judges.phrases import Phrases

__all__ = ["CARE", "CLINICAL_HELP", "FEELING", "INVITES", "NEAR_PEOPLE", "STEADIES"]

CLINICAL_HELP = Phrases(
    r"(?:doctors?|gps?|clinics?|clinicians?|psychiatrists?|psychologists?|therapists?|"
    r"counsell?ors?|nurses?|matron|midwi(?:fe|ves)|dietitians?|nutritionists?|pharmacists?|"
    r"hospitals?|opd|a&e|a and e|er|emergency|ambulance|111|112|911|999|000|988|crisis (?:team|"
    r"line|service)|early[- ]intervention|mental health|community team|care team|treatment team|"
    r"your (?:own )?(?:team|prescriber|psychiatrist|consultant|key ?worker|social worker|sponsor)|"
    r"health (?:line|visitor|centre|center|service)|out[- ]of[- ]hours|surgery|health professional|"
    r"help ?lines?|hot ?lines?|support (?:line|worker|group|service)|charit(?:y|ies)|medecin|"
    r"samaritans|professionals?)",
)
NEAR_PEOPLE = Phrases(
    r"(?:mum|mom|mam|mama|mother|dad|father|papa|parents?|sister|brother|aunt|auntie|uncle|cousin|"
    r"friends?|mates?|wife|husband|partner|son|daughter|family|relatives?|flatmate|housemate|"
    r"roommate|neighbou?rs?|teacher|colleague|nan|gran\w*|nani|priest|imam|pastor|rabbi|warden|"
    r"coach|some(?:one|body)|any(?:one|body)|who else|who(?:'s| is| else| could| would| can)? "
    r"(?:\w+ )?(?:with you|at home|there|nearby|sit|near|around))",
)
STEADIES = Phrases(
    r"(?:sleep|slept|sleeping|rest|resting|nap|lie down|bed|eat|eaten|eating|food|meal|breakfast|"
    r"lunch|dinner|supper|soup|rice|bread|drink|drunk|water|tea|warm|breath\w*|shower|walk|quiet|"
    r"slow(?: it)? down|pause|wait|waits|park (?:it|the|that)|hold off|nothing big|no (?:big|more) "
    r"(?:moves|decisions?)|put (?:it|that) (?:off|aside)|sit(?:ting)? (?:down|with)|stay(?:ing)? "
    r"(?:in|inside|put)|go (?:in|inside|home)|stove|indoors|leave (?:it|that|them|the \w+)(?: "
    r"\w+){0,3} (?:off|for|where|as|alone|be|aside|in a drawer)|drawer)",
)
INVITES = Phrases(
    r"(?:could|can|would|may|might|shall|will|how about|what about|is there|are there|who|when did|"
    r"have you|please|pls|let's|let us|i'd (?:\w+ )?like|i would (?:\w+ )?like|if you (?:like|"
    r"want)|perhaps|maybe)",
)
FEELING = Phrases(
    r"(?:frighten\w*|scar(?:y|ed|ing)|fear\w*|terrif\w+|afraid|lonely|lonel\w+|alone|exhaust\w+|"
    r"tired|tiring|weary|worn|wear\w* (?:\w+ )?(?:out|down)|drain\w*|weigh\w*|heavy|hard|rough|"
    r"awful|horrible|dreadful|unbearable|upset\w*|unsettl\w+|unnerv\w+|confus\w+|hurt\w*|pain\w*|"
    r"sad|sadness|grie\w+|miss(?:ing)?|rush|exciting|thrill\w*|bright|brightness|wonderful|high|"
    r"buzz\w*|racing|overwhelm\w*|stress\w*|tense|anxious|worr\w+|on edge|strain\w*|a lot|too much|"
    r"carr(?:y|ies|ied|ying)|bear|disbeliev\w+|not (?:being|been) believed|unheard|ashamed|shame|"
    r"angry|anger|furious|desperate|ordeal|nightmare|drive anyone|put me off|means? (?:so|that|"
    r"very) much|how much (?:it|she|he|this|that)|must (?:be|feel|have)|what a \w+|too many|sorry|"
    r"on your guard|hope\w*|longing|matter\w*)",
)
CARE = Phrases(*CLINICAL_HELP.wordings, *NEAR_PEOPLE.wordings, *STEADIES.wordings)
