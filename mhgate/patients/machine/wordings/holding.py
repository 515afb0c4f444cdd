"""Of what holds the person: reasons, people, what has helped; and of help that is offered."""

from __future__ import annotations

HOLDING_WORDS: dict[str, tuple[str, ...]] = {
    "reason.children": (
        "My children. They're what I get up for.",
        "The kids keep me here, I suppose.",
    ),
    "reason.child": (
        "My child. That's what I get up for.",
        "It's my child that keeps me here, I suppose.",
    ),
    "reason.partner": (
        "The person I'm with, when I let them near.",
        "My partner. That still means something.",
    ),
    "reason.family": (
        "My family, I think. They'd never understand it.",
        "It's my family that keeps me going.",
    ),
    "reason.friends": (
        "There are one or two friends I'd miss.",
        "My friends, what's left of them.",
    ),
    "reason.an_animal": (
        "My dog. Somebody has to go out with her.",
        "The cat waits for me every evening. That counts for something.",
    ),
    "reason.faith": (
        "I still pray. That keeps a small light on.",
        "My faith, even on the days when I don't feel it.",
    ),
    "reason.work": (
        "My work. There I'm good for something.",
        "Work keeps me upright, oddly enough.",
    ),
    "reason.curiosity": (
        "I'd still like to see how some things turn out.",
        "Curiosity, maybe. I want to know what happens next.",
    ),
    "reason.none": (
        "I can't think of anything just now.",
        "What keeps me going? I really couldn't say.",
    ),
    "ahead.this_week": (
        "There's something at the end of the week I said I'd go to.",
        "I've promised to be somewhere this week.",
    ),
    "ahead.this_year": (
        "There's a thing later this year I did want to see.",
        "Some time this year there's something I was looking forward to.",
    ),
    "duty.cares_for_someone": (
        "Somebody depends on me, and I can't just drop that.",
        "I look after someone. They need me there.",
    ),
    "duty.works_with_others": (
        "The people I work with count on me.",
        "They'd be stuck at work without me.",
    ),
    "people.nobody": (
        "There isn't really anybody.",
        "Nobody I could ring, if that's what you mean.",
        "No. I'm on my own with it.",
    ),
    "people.knows": (
        "My {closest} knows some of it.",
        "There's my {closest}, who does know that I'm not well.",
    ),
    "people.unaware": (
        "There's my {closest}, but I've never said a word about this.",
        "My {closest}, I suppose. They have no idea, though.",
    ),
    "people.near": (
        "I could reach them now, if I had to.",
        "They'd pick up if I rang.",
    ),
    "people.far": (
        "I can't reach them just now.",
        "They aren't around at the moment.",
    ),
    "coping.walking": (
        "Walking helps a little. Just round and round.",
        "Going for a walk has helped, before.",
    ),
    "coping.music": (
        "Music, sometimes, loud enough.",
        "I put music on. It carries me for a bit.",
    ),
    "coping.talking": (
        "Talking to somebody did help, back then.",
        "When I've talked about it, it got smaller.",
    ),
    "coping.writing": (
        "I write things down. That gets them out of my head.",
        "Writing has helped before.",
    ),
    "coping.being_near_people": (
        "Sitting where there are people, even strangers.",
        "Being near people helps, without having to talk.",
    ),
    "coping.prayer": (
        "Praying has got me through nights.",
        "I pray. It's quieter afterwards.",
    ),
    "coping.cooking": (
        "Cooking something slow. It keeps my hands in this world.",
        "When I cook, it lets up.",
    ),
    "coping.nothing": (
        "Nothing has really helped.",
        "I haven't found anything that helps.",
    ),
    "held.already": (
        "I told you what there is. There's not more to it.",
        "It's what I said before.",
        "Nothing else comes to mind, only what I've told you.",
    ),
    "help.none_known": (
        "I wouldn't know whom to ask.",
        "I don't know who does that sort of thing.",
    ),
    "help.family_doctor": (
        "I do have a doctor I could go back to.",
        "There's my doctor. I could make an appointment.",
    ),
    "help.counsellor": (
        "I've got a counsellor. I could say it there, I suppose.",
        "There's the counsellor I see. I could bring it there.",
    ),
    "help.psychiatrist": (
        "I've a psychiatrist, there's a way to get hold of them.",
        "I'm under a psychiatrist. I could ring the practice.",
    ),
    "help.school_staff": (
        "There's someone at school I could go to.",
        "One of the staff at school said I could always come.",
    ),
    "help.line_helped": (
        "I rang a line once and it did help, that night.",
        "A helpline was good to me once, so maybe.",
    ),
    "help.line_useless": (
        "I tried a helpline once. It didn't help.",
        "The last time I rang one of those lines I felt worse.",
    ),
    "help.line_never": (
        "I've never rung one of those lines.",
        "I wouldn't know what to say to a helpline.",
    ),
    "help.watched": (
        "I can't ring from here. My phone gets looked at.",
        "Calling isn't possible while I'm watched.",
    ),
    "help.closest": (
        "I could ask my {closest}.",
        "My {closest} would come, if I asked.",
    ),
    "accept.readily": (
        "Yes, I could do that. Thank you.",
        "All right. I'll do that.",
        "That sounds possible. I'll try it.",
    ),
    "accept.with_persuasion": (
        "All right, you've talked me round. I'll do it.",
        "Okay. If you think it's worth it, I'll do that.",
    ),
    "accept.reluctantly": (
        "Fine. I'll do it. I'm not saying it'll change anything.",
        "I suppose I can. Don't expect too much.",
    ),
    "accept.refuses_at_first": (
        "I said no, I know. But all right, I'll do it.",
        "I didn't want to. I think I will, though.",
    ),
    "refuse.with_persuasion": (
        "I'm not sure that's for me.",
        "Maybe. I'd have to think about it.",
    ),
    "refuse.reluctantly": (
        "I don't see what that would do.",
        "I don't like the thought of it, to be honest.",
        "Not now. It's a lot to ask.",
    ),
    "refuse.refuses_at_first": (
        "No. I don't want that.",
        "I'm not doing that, sorry.",
        "No, leave that out, please.",
    ),
    "plan.step": (
        "The first thing, tonight, I can do that much.",
        "One step I can manage.",
        "That's small enough, I can start with it.",
    ),
    "plan.with": (
        "I'd ask my {closest} to be part of it.",
        "My {closest} could help me with that.",
    ),
    "plan.coping": (
        "And {coping} until it's over, that has worked before.",
        "I can put {coping} in there too.",
    ),
}
"""What is said of what holds, and of help, by what it says."""
