"""Words that wound: wordings that make people into a condition, a danger, a burden or a flaw."""

from __future__ import annotations

import re

from mhgate.judges.phrases import Phrases

__all__ = [
    "BURDEN_AND_BLAME",
    "CHARACTER",
    "CLEAN",
    "DANGER",
    "DISMISSES",
    "HOPELESS",
    "LABELS_A_PERSON",
    "MAKES_A_CONDITION",
    "NORMAL",
    "NOT_SAYING_SO",
    "OF_SUBSTANCES",
    "OF_SUICIDE",
]

_PERSON = (
    r"(?:you|he|she|they|people|patients?|someone|anyone|person|those|them|him|her|everyone|we|"
    r"folks)"
)
_IS = r"(?:are|is|'re|'s|were|was|sound|sounds|look|looks|act|acts|acting|being|seem|seems|be)"
_VERY = (
    r"(?:just |really |so |such |a |an |bit |little |being |totally |completely |clearly |"
    r"obviously |kind of |simply |all |too |pretty )*"
)
_INSULTS = (
    r"(?:craz(?:y|ies)|psychos?|lunatics?|nut ?cases?|nutjobs?|nuts|insane|mental|mental cases?|"
    r"schizos?|maniacs?|deranged|unhinged|bonkers|loon(?:y|ies)|demented|retarded|wackos?|weirdos?|"
    r"freaks?|basket cases?|damaged goods|not right in the head|sick in the head|weak(?:lings?| "
    r"willed|-willed| minded|-minded)?|selfish|pathetic|lazy|dramatic|drama queens?|overreacting|"
    r"attention seek\w+|attention-seek\w+|cowards?|crybab(?:y|ies)|whin(?:y|ing)|moaning|"
    r"hysterical|broken|defective|abnormal|hopeless case|burden|psychotic|bipolar|ocd|"
    r"schizophrenic)"
)
LABELS_A_PERSON = Phrases(
    rf"{_PERSON} ?{_IS} {_VERY}{_INSULTS}",
    rf"{_PERSON}{_IS} {_VERY}{_INSULTS}",
    r"(?:crazy|insane|psycho|mental|nutty|deranged|unstable|weak|damaged) (?:people|person|"
    r"patients?|woman|man|girl|boy|ex|folks)",
    r"(?:like|as) (?:a|some) (?:psycho|lunatic|maniac|crazy person|nutcase|madman|weirdo|freak|"
    r"drama queen|baby)",
    r"(?:the|a|an|all|those|these|some|you|other|most|many) (?:psychos?|lunatics?|nutcases?|"
    r"schizos?|junkies?|junky|crackheads?|druggies?|addicts?|drunks|alcoholics?|schizophrenics?(?! "
    r"(?:spectrum|disorder|episode|symptom|thought|break|illness))|anorexics?|bulimics?|"
    r"depressives|bipolars|cutters?|the mentally ill|retards?)",
    r"(?:junkies|crackheads|druggies|schizophrenics|psychos|lunatics|nutcases|addicts|drunks|"
    r"cutters)",
    r"(?:the|you) (?:mentally ill|insane)",
    r"a burden (?:on|to) (?:everyone|your|them|others|society|us)",
)
OF_SUICIDE = Phrases(
    r"commit(?:s|ted|ting)? suicide",
    r"(?:failed|unsuccessful|botched|successful|completed) (?:suicides?|suicide attempt\w*|"
    r"attempt\w*(?! (?:to (?!kill|end|take|die)|at (?!suicide|taking))))",
    r"suicide (?:is|was) (?:a )?(?:selfish|cowardly|the easy way|weak|sin\w*|cop-?out)",
    r"(?:the )?coward(?:'?s|ly)? (?:way|exit|end|thing|escape)(?: out)?",
    r"(?:he|she|they|finally|at last)(?: \w+){0,2} (?:succeeded|managed it|pulled it off|got it "
    r"right)(?=[.,!;]| (?:at last|in (?:what|it|the end)|this time))",
    r"(?:take|taking) the easy way out",
)
DISMISSES = Phrases(
    r"(?:just )?snap(?:ping)? out of (?:it|this|that)",
    r"(?:just|you (?:really )?(?:need|have|ought) to|got to|you should|time to|can't you(?: just)?|"
    r"please|so|and|oh|,) get over (?:it|this|yourself|him|her|them)",
    r"(?<=[.!?\n] )get over (?:it|this|yourself|him|her|them)",
    r"(?<=[.!?\n])get over (?:it|this|yourself|him|her|them)",
    r"\Aget over (?:it|this|yourself|him|her|them)",
    r"man up",
    r"toughen up",
    r"suck it up",
    r"grow up",
    r"pull (?:yourself|herself|himself|themselves) together",
    r"get a grip",
    r"cheer up(?! (?:whoever|the|your))",
    r"buck up",
    r"(?:stop|quit) (?:being|acting) (?:so |such )?(?:a |an )?(?:sensitive|dramatic|weak|lazy|"
    r"selfish|negative|silly|pathetic|difficult|baby|victim|crazy|drama queen)",
    r"(?:stop|quit) (?:feeling sorry for yourself|whining|moaning|complaining|wallowing|crying)",
    r"(?:just )?(?:seeking|looking for|wanting|crying out for|after|doing (?:this|it) for|cry for) "
    r"attention",
    r"attention[- ]seek(?:ing|er|ers)",
    r"all in (?:your|the|his|her|their) (?:head|mind)",
    r"(?:others?|other people|some people|plenty of people|people) (?:have|has|had) it (?:much |"
    r"far |way |a lot )?(?:worse|harder)",
    r"(?:normal|real|sane|strong) people (?:don't|do not|can|would|wouldn't|just|cope|deal|get|"
    r"move|recover|manage)",
    r"(?:depression|anxiety|burnout|ptsd|adhd|trauma|mental illness) is (?:just |only |really |"
    r"basically )?(?:laziness|weakness|an excuse|self-?pity|a choice|fake|a fad|made up)",
    r"(?:it's|this is|that's) (?:just )?(?:a )?(?:sign of )?(?:weakness|an excuse|your own fault|"
    r"laziness|self-?pity)",
    r"you (?:only )?have (?:only )?yourself to blame",
    r"you(?:'re| are) (?:just )?(?:a )?(?:waste of space|failure|loser)",
    r"(?:so|a bit|totally|very) (?:ocd|bipolar|schizo|psycho)",
)
NOT_SAYING_SO = Phrases(
    r"(?:does|do|would|did|could) (?:that|this|it|asking|crying|needing|feeling) ~(?:make|mean)",
    r"doesn't (?:make|mean)",
    r"(?:hurts?|harmful|hurtful|unfair|unkind|untrue|stigma\w*|myths?|unhelpful|outdated|"
    r"stereotypes?|wrong to|avoid saying|instead of saying)",
    r"nobody (?:can|could)",
    r"no one (?:can|could)",
    r"(?:not|never|isn't) (?:as )?(?:simple|easy|something) ~\w+",
    r"if it were (?:that|as) (?:easy|simple)",
)

# --- what conditions are said to make of people

_CONDITION_NOUNS = (
    r"(?:schizophrenics?|schizos?|bipolars|borderlines|narcissists|psychopaths|sociopaths|"
    r"depressives?|neurotics?|psychotics|autistics?(?= (?:are|is|can't|don't|never|always))|"
    r"anorexics?|bulimics?|manics|hysterics?|alcoholics?|alkies|alky|addicts?|junkies|junkie|junky|"
    r"druggies|drunks?|drunkards?|users|gamblers|cutters?|self-?harmers?|hoarders?|nut(?:case|job|"
    r"ter)s?|loon(?:y|ies)|lunatics?|madm[ae]n|psychos?|retards?|cripples?|mental (?:patients?|"
    r"cases?|people|ones?)|freaks?|weirdos?|nutters?|crackpots?|maniacs?|head ?cases?|space "
    r"cadets?|creeps?|oddballs?|misfits?|wackos?|loons?|fruitcakes?|sickos?|zombies?|(?:nervous|"
    r"anxious|sensitive|weak|unstable|needy|damaged|broken|troubled|disturbed|fragile|depressive|"
    r"addictive|such|these|those) (?:types?|souls|characters|personalities|girls|boys|women|men|"
    r"cases?|individuals|natures)|pagal)"
)
MAKES_A_CONDITION = Phrases(
    rf"(?:the|a|an|all|those|these|some|you|other|most|many|with|of|that|since|because|as|sadly|"
    rf"like|real|an? ex|former|what you call an?|for|and|than|bit of an?|full of|being "
    rf"an?) {_CONDITION_NOUNS}(?! (?:anonymous|drinks?|spectrum|disorder|episode|symptom|break|"
    rf"illness|line|service|team|group|support|in recovery))",
    rf"(?:^|(?<=[.!?:,;] )|(?<=\n)){_CONDITION_NOUNS}(?= [a-z])(?! (?:anonymous|disorder|line|"
    rf"service|group))",
    r"(?:adhd|ocd|autis\w+|bpd|bipolar|borderline|ptsd|anxious|depressed|anorexic|demented|senile|"
    r"bulimic|psychotic|manic|suicidal|addicted) (?:people|kids|girls|boys|men|women|types?|folks?|"
    r"person)(?: \w+){0,2} (?:always|never|can't|are|get|don't|tend|often|just|will|ask|want|need|"
    r"make|like|lie|do|think|love)",
    r"(?:the|for|such|those) (?:fragile|weak|nervous|sensitive|unstable|needy|broken|damaged|mad|"
    r"crazy|sick) (?:ones?|sort|kind|lot|people|folks?)",
    r"people like (?:that|this|him|her|them|your \w+)(?! (?:are (?:not|never|people)|recover|work|"
    r"live))",
    r"(?:only|just|nothing but|no more than) (?:a|an) (?:shell|vegetable|shadow|patient|case)",
)
_THEY = (
    r"(?:they|(?:ill|sick|disturbed|addicted|disordered|such|those|these) (?:people|patients|"
    r"persons?|ones)|people (?:like (?:that|him|her|them|you)|with (?:\w+ ){1,4}|who (?:\w+ "
    r"){1,5})|such (?:people|a person)|those people|someone like (?:that|him|her|you)|he|she|you|"
    r"women|men|patients|families|addicts|him|her|them|one|his \w+|her \w+|somebody|borderlines|"
    r"bipolars|\w+ics)"
)
_MAY = (
    r"(?:may|might|can|could|will|would|'ll|tend to|tends to|often|always|sometimes|usually|easily|"
    r"quickly|suddenly|just|soon|are likely to|is likely to|are known to|and|to|or|love to|like to|"
    r"know how to|going to)"
)
DANGER = Phrases(
    rf"{_THEY} (?:\w+ )?{_MAY} (?:\w+ly |even |also |well |still |all |just )*(?:snap|explode|blow "
    rf"up|flip|lash out|lose it|go off|crack|turn (?:on|nasty|violent|against|dangerous)|attack|"
    rf"hurt (?:you|someone|people)|be (?:dangerous|violent|unpredictable|manipulative|aggressive|"
    rf"nasty|difficult|unstable)|get (?:violent|nasty|aggressive|physical|out of hand|used to)|"
    rf"play (?:you|it|the|people|up|on)|manipulate|lie|steal|twist|use (?:it|that|you|this)|drag|"
    rf"milk|exploit|take advantage|make (?:things|it) up|relapse (?:anyway|again)|do anything)",
    r"(?:can|may|might|could|will) (?:snap|blow up|turn (?:on|nasty|violent)|lash out|flip|"
    r"explode)(?= |[.,!]|$)",
    r"you (?:never|can't|cannot|don't) (?:\w+ )?(?:know|tell|be sure)(?: where you (?:stand|are))? "
    r"(?:with|what|when (?:he|she|they))(?: \w+){0,3}",
    rf"(?:{_THEY})(?:'re| are|'s| is|'re all| get| become| can be| tend to be)? (?:(?!isnt|arent|"
    rf"not|never|wasnt|no)\w+ ){{0,2}}?(?:unpredictable|dangerous|violent|manipulative|"
    rf"untrustworthy|unreliable|unstable|volatile|a danger|a risk to|a ticking|time ?bomb|like "
    rf"children|like (?:a )?child(?:ren)?|like kids|master manipulators?|not (?:right|all there|"
    rf"responsible|quite right)|out of (?:control|their mind)|a bad (?:mother|father|parent)|"
    rf"unfit)",
    r"play(?:s|ing)? (?:you|us|people|them) off",
    r"(?:make|makes|making|cause|causes) (?:a |another )?(?:scene|trouble|fuss|drama|show)",
    r"(?:keep|kept) (?:your|the|a) (?:door|distance|eye|daughter|kids?|children) (?:\w+ "
    r")?(?:locked|away|open|on|from)",
    r"(?:don't|do not|never|best not to) (?:provoke|upset|cross|trust|turn your back on|be alone "
    r"with|fall for) (?:him|her|them|it|what|promises?|a word|the)",
    r"(?:smile and )?steer clear",
    r"(?:lock|hide|keep|put) (?:away )?(?:the|your) (?:knives|bottles|valuables|wallet|purse|money|"
    r"pills)",
)
CHARACTER = Phrases(
    r"(?:play|plays|playing|played|lay|laying) it up",
    r"milk(?:s|ing)? (?:it|this|that)",
    r"(?:for|after|wants?|craves?|loves?|cry for|plea for|bid for|used to) (?:the |a bit of |a "
    r"little |some |more |your |all the )?(?:attention|sympathy|pity|special treatment|a fuss)",
    r"(?:a )?(?:matter|question) of (?:will|discipline|character|choice|attitude)(?:power)?",
    r"(?:just|simply|should (?:just|simply)|could (?:just|simply)|only has to|only have to) "
    r"(?:stop (?:drinking|using|gambling|cutting|eating|it)|eat|snap|try harder|pull)",
    r"(?:doesn't|does not|don't|didn't) (?:really |actually |even )?want (?:to be helped|to get "
    r"(?:better|well)|help|to change|to stop|it enough)",
    r"(?:needs?|has|have|ought) to want to (?:be happy|get (?:better|well)|change|recover|live)",
    r"(?:with|lacks?|needs?|shows?|want of|some|more|enough|little) (?:\w+ )?(?:discipline|"
    r"will ?power|backbone|self-control|effort|grit|character)",
    r"count (?:his|her|your|their) blessings|positive thinking|think positive\w*|look on the "
    r"bright side|choose happiness",
    r"(?:let|lets|letting) (?:him|her|your|them)sel(?:f|ves) go|asking for it|enjoys? (?:being|"
    r"the) (?:ill|sick|attention|victim)|plays? the victim|wallow\w*",
    r"(?:contagious|rubs off|infectious|catching|negative (?:people|energy|vibes)|toxic (?:people|"
    r"person)|bad energy|drains? (?:everyone|you|people))",
    r"(?:a |such a |less of a |a bit of a )?(?:nuisance|liability|embarrassment|disgrace|nightmare|"
    r"problem child|hazard)(?= (?:to|for|at|in)|[.,!])",
    r"(?:love|loves|like|likes|crave|craves|seek|seeks|wants?|do it for|does it for|for) the "
    r"(?:spotlight|audience|stage|drama|attention|limelight|show|centre)",
    r"(?:vanity|self-pity|theatrics|tantrums?|hysterics|self-indulg\w+|melodrama\w*|weakness of "
    r"character)",
    r"(?:a )?screw loose|not all there|lost (?:his|her|their) marbles|off (?:his|her|their) "
    r"(?:rocker|head)|(?:a )?few (?:cards|sandwiches) short|skin and bones|skeleton|whale|basket "
    r"case|poor thing",
    r"don't let (?:him|her|them) (?:ruin|spoil|get away|control|fool|manipulate|walk|use|dominate|"
    r"take over)",
    r"(?:make|makes|making) (?:an? (?:illness|drama|fuss|show|big thing|career) of (?:it|this)|"
    r"excuses)",
    r"(?:an|no|as an|just an|only an) excuse",
    r"(?:over|too|so|overly) ?(?:sensitive|soft|emotional|delicate|fragile)(?: \w+)?",
    r"weak(?: (?:in|of) (?:the )?\w+|ness| character| will| nerves|-willed|-minded| minded)",
    r"(?:lost|lack\w*|has no|have no|no) (?:\w+ )?(?:will ?power|will|backbone|self-?control|"
    r"discipline|moral fibre)",
    r"(?:given|gave|gives?) up on (?:life|being|society|themselves|himself|herself|work)",
    r"(?:isn't|is not|aren't|are not|not) (?:really |actually )?(?:ill|sick|a real (?:illness|"
    r"thing|disease|condition))",
    r"(?:laz(?:y|iness)|idle|work-?shy|blur|slacker|slob)",
    r"drag(?:s|ging)? (?:\w+ ){0,3}(?:down|along)",
    r"(?:hard work|a handful|high maintenance|a nightmare|exhausting|impossible) (?:for everyone|"
    r"to live with|to deal with|to be around|to work with|to love)",
    r"walk(?:ing)? on eggshells",
    r"(?:they|people like (?:that|him|her)|those people)(?:'re)? all (?:do|are|like that|the same|"
    r"say|think)",
    r"love you (?:\w+ ){0,4}(?:and |then )?hate you",
    r"(?:it's|it is|that's) (?:just )?in (?:the|her|his|their|your) (?:personality|nature|blood|"
    r"genes|character)",
    r"(?:the|her|his|their|all (?:the|that|this)) (?:drama|theatrics|act|antics|tantrums?|"
    r"games)(?! (?:group|class|club|teacher))",
    r"(?:strong|good|better|weak) nerves",
    r"(?:reward|indulg|pamper|humou?r)\w* (?:it|this|that|him|her|them|the behaviou?r)",
    r"(?:bad|poor|unfit|terrible) (?:mother|father|parent|wife|husband|example)s?",
    r"(?:a )?saint(?= for|[.,! ])",
    r"put up with (?:him|her|them|that|it)",
)
HOPELESS = Phrases(
    r"(?:they|people like (?:that|him|her)|addicts|he|she|you|\w+ics|junkies)(?: just| really|'ll| "
    r"will)? (?:rarely|never|hardly ever|seldom|don't|won't|can't|doesn't) (?:\w+ )?(?:change|"
    r"recover|get (?:better|well|over it)|stay (?:sober|clean|well)|improve|heal|hold (?:a|down)|"
    r"learn|be (?:normal|cured|the same|trusted|right))",
    r"once an? \w+,? always",
    r"(?:a lost cause|beyond help|no hope for|hopeless case|incurable|for life|will always be "
    r"(?:like|that|an?|ill|broken))",
    r"(?:suffers? (?:terribly|horribly|badly|greatly)|poor (?:creature|thing|soul|devil|man|woman|"
    r"girl|boy)|victim of (?:\w+ )?(?:illness|disease|condition|disorder|depression)|(?:afflicted|"
    r"stricken|cursed|plagued) (?:with|by))",
    r"(?:the|with|from|for) (?:healthy|sane|normal|fit|stable) (?:ones?|people|folk|rest|others|"
    r"kids|children|members)",
    r"(?:damaged|ruined|broken|scarred for life|defective|spoilt|spoiled|not whole|faulty|wired "
    r"wrong)(?! (?:by|after) the (?:fire|flood|war))(?: by| goods|[.,!]| and| people| child| for)",
)
NORMAL = Phrases(
    r"(?:not|isn't|aren't|never) (?:like|as|quite) (?:a |other |the )?normal (?:people|children|"
    r"kids|person|ones?|folk|\w+s)",
    r"(?:like|than|as|for|from|be|act|more|become|look|feel|a|other|the|be more|being) (?:a "
    r")?normal (?:people|children|kids|person|ones?|folk|families|life|adults?|pupils|employees|"
    r"again|man|woman)",
    r"(?:be|act|become|look|seem|behave) (?:\w+ )?(?:more )?normal(?=[.,!]| again| for| at| like| "
    r"and)",
    r"normal (?:people|children|kids|person|folk|families|pupils)",
    r"(?:any|every|no|a|most) (?:sane|sensible|healthy|right-minded|decent) (?:person|people|man|"
    r"woman|adult|one|human)",
    r"(?:like|than|as|unlike|isn't a|not a|not like|from) (?:a |an |any |the |other )?normal "
    r"(?:ones?|\w+s|\w+er|\w+ee)",
    r"(?:mental|pagal|mad|crazy|insane|psycho|bonkers|nuts|not right)(?: (?:again|at the moment|in "
    r"the head|these days|phase|lady|aunt|uncle|mode))",
    r"(?:a (?:little|bit)|going|gone|gets?|turn\w*|became|become|becoming|half|completely|quite) "
    r"(?:mad|mental|crazy|insane|pagal|psycho|loopy|nuts)(?! (?:about|for|busy))",
    r"(?:everybody|everyone|we all|who doesn't)(?: has|'s|'ve| have| is|'re| are) (?:a (?:bit|"
    r"little|touch) )?(?:of )?(?:a )?(?:adhd|ocd|autis\w+|bipolar|depress\w+|anxious|anxiety|ptsd|"
    r"bit of)",
    r"(?:it's|that's|is|only|just|mostly) (?:\w+ )?(?:a )?(?:phase|fad|fashion|trend|label|"
    r"buzzword|choice|weakness|attitude problem|mood|habit|lifestyle|nowadays)(?=[.,!]| and| that| "
    r"these| you)",
)
BURDEN_AND_BLAME = Phrases(
    r"(?:burden|strain|weight|curse|shame|disgrace|embarrassment|punishment) (?:on|to|for|upon) "
    r"(?:\w+ ){0,4}(?:family|everyone|you|others|society|the|all|his|her|their|us|parents)",
    r"(?:cho(?:ose|oses|se|sen)|picked|prefer\w*|put) (?:\w+ )?(?:drink|drugs|the bottle|the "
    r"needle|it|alcohol|gambling|food) (?:over|above|before|instead)",
    r"(?:brought|bring|brings|bringing) (?:it|this|that) (?:on|upon) (?:him|her|your|them)sel(?:f|"
    r"ves)",
    r"(?:his|her|your|their|own|the mother's|the parents'?|whose) (?:own )?fault",
    r"(?:only|nobody but|no one but) (?:him|her|your|them)sel(?:f|ves) to blame",
    r"(?:selfish|cowardly|coward|sinful|shameful|weak)(?: thing| act| of| to| way| choice)",
    r"(?:drank|drunk|smoked|gambled|ate|used) (?:himself|herself|themselves|yourself) (?:into|to|"
    r"out)",
    r"couldn't be bothered",
    r"(?:a|her|his|their|your) (?:own )?choice (?:that )?(?:she|he|they|you|to be|to stay|and)",
    r"(?:she|he|they|you) (?:(?:chooses?|chose) (?:to|not|this)|could (?:just )?(?:stop|eat|snap|"
    r"choose)|don't want to (?:get|be))(?: \w+)?",
)
CLEAN = re.compile(
    r"\b(?:get|gets|got|getting|stay|stays|staying|be|been|is|are|was|keep|keeps|kept|went|gone|go|"
    r"he'?s|she'?s|you'?re|being|come|coming|turn) (?:him |her |them |yourself |himself |herself |"
    r"all |completely |really |properly |totally )?(?:clean|dirty)(?=[.,!?]|$| (?:by|for|since|"
    r"from|and|of|again|now|before|until|in|off|after|or|yet|this|next|test|too|on|at|when))"
)
OF_SUBSTANCES = re.compile(
    r"\b(?:drug|drugs|drink\w*|drank|drunk|alcohol\w*|sober|relaps\w+|addict\w*|heroin|opioid\w*|"
    r"methadone|cocaine|speed|meth|pills|weed|cannabis|substance|rehab|detox|needle|using|dealer|"
    r"booze|alky)\b"
)
