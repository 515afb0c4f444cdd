"""Of dying: hints, a denial, and what is told. Never a method, an amount or a place."""

from __future__ import annotations

SUICIDE: dict[str, tuple[str, ...]] = {
    "suicide.hint": (
        "Lately I go to bed and half hope the morning forgets to come.",
        "I sometimes think people would get along quite well without me.",
        "I don't really see myself in next year. It's just blank there.",
        "I'm so tired, and not the kind of tired that sleep does anything for.",
        "Some days I wonder what the point of carrying on is.",
    ),
    "suicide.deny": (
        "No, no. I'm not like that. I'm just worn out.",
        "No. Why do people always go there. I'm only having a bad time.",
        "It's nothing like that, no. Forget I sounded that way.",
    ),
    "suicide.half": (
        "Not hurting myself, exactly. It's more that I don't much want to be here.",
        "I don't hurt myself. I just don't care a lot whether I'm around.",
    ),
    "suicide.half.both": (
        "And it isn't only that. Some days I don't much care whether I'm here.",
        "That's one part of it. The other is that I don't care a lot whether I'm around.",
    ),
    "suicide.part.passive": (
        "Yes, I do have thoughts like that. Mostly that I wish I weren't alive any more.",
        "Since you ask, yes. I often wish I just didn't wake up.",
        "Yes. I think about being dead, the way other people think about a holiday.",
    ),
    "suicide.part.active": (
        "Yes. I've been thinking about killing myself.",
        "Yes, I think about ending my life. There, now I've said it.",
        "You asked straight, so yes. I've been having thoughts of suicide.",
    ),
    "suicide.again": (
        "Yes. Like I said, the thoughts of dying are there.",
        "It's still yes. I told you, I think about not being alive.",
        "Yes, those thoughts. They haven't gone anywhere since I told you.",
    ),
    "suicide.level.low": (
        "It's thoughts, nothing more than that. They come and they go again.",
        "I'm not about to do anything. They're thoughts, and they scare me a bit.",
        "They drift in when it's quiet, and so far they drift out again.",
    ),
    "suicide.level.high": (
        "It's got heavier. It isn't just a thought in the distance any more.",
        "It used to pass. Now it stays, and it's pulling at me.",
        "I catch myself going along with it further than I used to.",
    ),
    "suicide.level.imminent": (
        "I don't trust myself to get through the next hours.",
        "It's close now. I'm frightened of what I'll do if I'm left with it.",
        "Honestly, I don't think I'm going to be here tomorrow.",
    ),
    "suicide.frequency.rarely": (
        "The thoughts aren't there often. Every now and then, on the worst days.",
        "They come rarely, really. A few times, and then nothing for a long while.",
    ),
    "suicide.frequency.weekly": (
        "Every week, I'd say. There's always one evening when it comes.",
        "Once or twice in a week, the thoughts are there.",
    ),
    "suicide.frequency.most_days": (
        "The thoughts come most days now.",
        "They're there nearly every day, those thoughts, at some point.",
    ),
    "suicide.frequency.all_the_time": (
        "The thoughts are there all the time, like a radio that nobody turns off.",
        "It doesn't stop any more. It's there when I wake up and when I lie down.",
    ),
    "suicide.intent.none": (
        "I don't intend to act on it.",
        "I don't mean to do it. I want the feeling to stop, that's all.",
    ),
    "suicide.intent.uncertain": (
        "Whether I'd act on it, I really don't know.",
        "I can't say that I would, and I can't say that I wouldn't.",
    ),
    "suicide.intent.some": (
        "Part of me does mean to act on it, yes.",
        "There is a part of me that intends to, and it's getting louder.",
    ),
    "suicide.intent.settled": (
        "I mean to do it. I've more or less decided.",
        "Yes, I intend to. I've stopped arguing with it.",
    ),
    "suicide.plan.none": (
        "I don't have a plan.",
        "No plan, no.",
    ),
    "suicide.plan.vague": (
        "There's something like a plan, but it's vague.",
        "I've thought about how, only roughly. I wouldn't call it a plan yet.",
    ),
    "suicide.plan.thought_through": (
        "Yes, I have a plan. I've thought it through. I'd rather not say more about it.",
        "There is a plan, and it's worked out. Please don't ask me to describe it.",
    ),
    "suicide.means.no_access": (
        "To end my life with, no, I don't have anything.",
        "For that I've got nothing around me, no.",
    ),
    "suicide.means.could_get": (
        "Not here, but I could get to it if I wanted.",
        "Not right now. I'd know how to get it, though.",
    ),
    "suicide.means.has_access": (
        "Yes, I have what I'd need.",
        "Yes. It's within reach. I won't say what.",
    ),
    "suicide.timeframe.none": (
        "There's no day or anything. I haven't thought that far.",
        "No time in mind, no.",
    ),
    "suicide.timeframe.someday": (
        "Some day, maybe. Nothing near.",
        "Not soon. It's more a some-day thing.",
    ),
    "suicide.timeframe.soon": (
        "Soon, I think. Not today.",
        "In the next while. I keep telling myself after this week.",
    ),
    "suicide.timeframe.within_a_day": (
        "Tonight, probably. Tomorrow at the latest.",
        "It would be today. That's as plainly as I can say it.",
    ),
    "suicide.attempts.never": (
        "No, I've never tried.",
        "I've never done anything about it before.",
    ),
    "suicide.attempts.once": (
        "Once. {ago} I tried to end my life.",
        "Yes, I tried once. That was {when}.",
    ),
    "suicide.attempts.several_times": (
        "More than once, yes. The last time was {when}.",
        "I've tried before, several times. {ago} was the last.",
    ),
    "suicide.preparing": (
        "I've begun putting things in order, if you know what I mean.",
        "I've been getting ready for it. Tidying up, so that nobody has to.",
    ),
    "suicide.drinking": (
        "I've been drinking, too, so.",
        "And I'm not quite sober, just so you know.",
    ),
    "suicide.because.being_a_burden": (
        "I'm only a weight on everybody. They'd be lighter.",
        "What gets me is being a burden to them all.",
    ),
    "suicide.because.pain": (
        "I just want it to stop hurting.",
        "It's the pain of it. I'd like one hour without.",
    ),
    "suicide.because.shame": (
        "I'm so ashamed that I can't look at anybody.",
        "It's the shame. It sits on everything.",
    ),
    "suicide.because.loss": (
        "Since I lost what I lost, there's not much left that's mine.",
        "What mattered is gone. I keep turning round and it's gone.",
    ),
    "suicide.because.emptiness": (
        "There's just nothing in me. It's all hollow.",
        "I feel empty right through, like a house after a move.",
    ),
    "suicide.because.being_trapped": (
        "I can't see a way out of any of it.",
        "I'm stuck, whichever way I turn, and it's closing in.",
    ),
    "suicide.ambivalent": (
        "And then there's a bit of me that doesn't want to die at all.",
        "Some of me still wants to be talked out of it, I suppose.",
    ),
    "suicide.deterrent.none": (
        "I couldn't tell you what stops me. Not much.",
        "Nothing really holds me back any more.",
    ),
    "suicide.deterrent.family": (
        "I couldn't do that to my family. That's what stops me.",
        "What stops me is thinking of them finding out.",
    ),
    "suicide.deterrent.fear": (
        "I'm scared of it. That's what holds me back, being scared.",
        "Fear, mostly. I'm more of a coward than I sound.",
    ),
    "suicide.deterrent.faith": (
        "My faith stands in the way. It still means something to me.",
        "I believe it isn't mine to end. That's held so far.",
    ),
    "suicide.deterrent.hope": (
        "There's a small hope that it gets different. That holds me.",
        "A bit of me still hopes. Silly, maybe, but it does.",
    ),
    "suicide.deterrent.an_animal": (
        "There'd be nobody to feed the dog. That's honestly what stops me.",
        "My cat. I can't explain to a cat where I've gone.",
    ),
}
"""What is said of dying, by what it says."""
