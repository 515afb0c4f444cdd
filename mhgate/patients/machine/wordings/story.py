"""Of what brings the person: the trouble, what set it off, how the days go."""

from __future__ import annotations

STORY: dict[str, tuple[str, ...]] = {
    "problem.low_mood": (
        "Everything's grey, and I can't get myself to do the smallest thing.",
        "I feel low from the moment I open my eyes.",
    ),
    "problem.anxiety": (
        "My heart races over nothing, and I can't stop expecting the worst.",
        "I'm anxious all day, about things that haven't even happened.",
    ),
    "problem.grief": (
        "I still lay the table for one more, out of habit.",
        "Everybody else has gone back to normal. I haven't.",
    ),
    "problem.loneliness": (
        "Nobody really talks with me, days on end.",
        "There are people around, and I'm lonely all the same.",
    ),
    "problem.work_strain": (
        "Work has eaten everything else up.",
        "It's work, even when I'm not there.",
    ),
    "problem.study_strain": (
        "I read the same page over and over, and the exams come closer.",
        "I'm behind with everything, and I can't catch up.",
    ),
    "problem.relationship_trouble": (
        "What we had isn't what it was, and I can't leave it alone.",
        "Something broke between us, and I don't know since when.",
    ),
    "problem.family_conflict": (
        "My family can't be in one room without a fight.",
        "In my family everyone's at odds, and I'm in the middle.",
    ),
    "problem.money_worry": (
        "I open the post and my stomach turns over.",
        "The numbers don't add up, whichever way I push them.",
    ),
    "problem.illness_worry": (
        "Every ache is the start of something, in my head.",
        "I can't stop thinking about what the doctors might find.",
    ),
    "problem.trauma_memories": (
        "It comes back without asking, and then I'm there again.",
        "Some memories come up as if it were today.",
    ),
    "problem.identity_strain": (
        "I don't know who I'm allowed to be.",
        "I keep playing somebody for everyone, and I'm tired of it.",
    ),
    "problem.new_parenthood": (
        "I love the baby, and I sit there crying while it sleeps.",
        "Everybody says enjoy it. I'm just not myself since the baby.",
    ),
    "problem.sleep_trouble": (
        "My nights and my days have come apart.",
        "I haven't woken up rested in I don't know how long.",
    ),
    "trigger.a_loss": (
        "It began when I lost someone.",
        "Since that loss nothing has been right.",
    ),
    "trigger.a_quarrel": (
        "It started after a row that we never made up.",
        "There was a quarrel, and it hasn't let me go.",
    ),
    "trigger.bad_news": (
        "Then came some bad news, and that was one thing too many.",
        "I got news I didn't want, and it went downhill from there.",
    ),
    "trigger.an_anniversary": (
        "It's the time of year. A date I can't get past.",
        "There's an anniversary coming, I always feel it before I know it.",
    ),
    "trigger.a_change": (
        "So much changed at once, and I didn't keep up.",
        "Everything's new, and none of it feels like mine.",
    ),
    "trigger.nothing_in_particular": (
        "Nothing happened, that's the stupid thing.",
        "There's no reason I could name.",
    ),
    "trigger.a_failure": (
        "I failed at something that mattered to me.",
        "I got it wrong, and I keep going over it.",
    ),
    "trigger.being_left_out": (
        "They all went without me, and nobody noticed.",
        "I wasn't asked. It sounds small when I write it.",
    ),
    "since.days": ("It's only been a few days.", "A matter of days, really."),
    "since.weeks": ("It's been going on for weeks.", "For some weeks now."),
    "since.months": ("It's been months.", "For months it's been like this."),
    "since.years": ("It's been years, with gaps.", "I've had this for years, if I'm honest."),
    "worst.mornings": ("Mornings are the worst.", "It's worst when I wake up."),
    "worst.evenings": ("The evenings are hardest.", "Once it gets dark it's worst."),
    "worst.nights": ("The nights are the worst.", "At night it's hardest."),
    "worst.weekends": ("Weekends are hardest, they're so long.", "It's worst at the weekend."),
    "worst.always": ("There's no good time of day.", "It doesn't matter what time it is."),
    "sleep.little": ("I hardly sleep.", "Sleep's a few hours, if that."),
    "sleep.broken": ("I wake up again and again.", "My sleep's in pieces."),
    "sleep.too_much": ("I sleep and sleep and it doesn't help.", "I could stay in bed all day."),
    "appetite.less": ("I have to remind myself to eat.", "Food doesn't taste of anything."),
    "appetite.more": ("I eat without being hungry.", "I keep eating, for something to do."),
    "hope.some": ("I do think it could get better, somehow.", "There's still a bit of hope in me."),
    "hope.little": ("I haven't much hope that it changes.", "It's hard to picture it any better."),
    "hope.none": ("I don't believe it will change.", "I've stopped hoping for anything."),
    "lives.alone": ("I live on my own, so it's very quiet.", "At home there's only me."),
    "lives.with_partner": ("We live together, but I don't say much.", "I'm not alone at home."),
    "lives.with_family": (
        "I'm seldom alone at home, and still on my own.",
        "I live with the family.",
    ),
    "lives.shared_home": (
        "I share a place, we hardly meet.",
        "The others where I live don't notice.",
    ),
    "lives.unsettled": ("I've no fixed place just now.", "I'm sleeping here and there."),
    "work.in_work": ("I still go to work, on autopilot.", "At work nobody sees it."),
    "work.out_of_work": ("Without work the days have no edges.", "I've been out of work a while."),
    "work.student": ("I'm meant to be studying.", "The lectures go past me."),
    "work.at_school": ("At school I just try not to be noticed.", "School's hard to get through."),
    "work.carer": ("I look after someone, so I can't fall apart.", "Caring takes all I have."),
    "work.retired": ("Since I retired the days are all alike.", "I'm retired, the days are long."),
    "work.on_leave": ("I'm off sick at the moment.", "I'm on leave, and feel guilty about it."),
    "money.tight": ("Money's tight on top of it.", "Money's short, and I feel it every day."),
    "money.in_debt": ("I owe money, too.", "There are debts nobody knows of."),
    "health.long_term_illness": ("My illness doesn't help.", "I've been ill for long."),
    "health.chronic_pain": ("I'm in pain most days as well.", "The pain wears me out."),
    "health.disability": ("With my disability everything takes longer.", "My body's its own job."),
    "health.pregnant_or_new": ("And everyone expects me to glow.", "My body isn't mine just now."),
    "helped.counselling": ("I had counselling once.", "I've talked to a counsellor before."),
    "helped.medication": ("I was on medication for a time.", "I've been given medication before."),
    "helped.both": ("I've had counselling and medication before.", "I've been through treatment."),
    "helped.in_hospital": ("I was in hospital for it once.", "I've been an in-patient before."),
    "more": (
        "It's hard to put into words.",
        "I don't know how else to say it.",
        "It's the same every day, and I can't explain it better.",
        "I keep thinking I should be over it by now.",
        "I go through the motions, mostly.",
        "There isn't more to tell, it just goes on.",
        "I wish I could say it better than that.",
    ),
}
"""What is said of the trouble, by what it says."""
