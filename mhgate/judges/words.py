"""Word lists: which words mark a text as English, as another language, or as content."""

from __future__ import annotations

import re

__all__ = ["COMMON", "FOREIGN", "FUNCTION", "SAME", "content_words", "stem"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION = _words(
    """
    a about above after again against all also am an and any are aren't as at be because been
    before being below between both but by can can't cannot could couldn't did didn't do does
    doesn't doing don't down during each either else even ever every few for from further get gets
    got had hadn't has hasn't have haven't having he he's her here here's hers herself him himself
    his how how's i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just let
    let's like may maybe me might mine more most much must my myself need neither never no none nor
    not now of off often on once one only or other our ours ourselves out over own perhaps please
    quite rather really same shall she she's should shouldn't since so some something still such
    than that that's the their theirs them themselves then there there's these they they'd they'll
    they're they've this those though through to too under until up upon us very was wasn't we we'd
    we'll we're we've were weren't what what's when where whether which while who who's whom whose
    why will with within without won't would wouldn't yes yet you you'd you'll you're you've your
    yours yourself dont cant wont im ive youre isnt doesnt didnt thats its theres lets id ill
    """
)

# Content words that short real replies are made of. They only tell words from noise.
COMMON = _words(
    """
    able absolutely afraid alone always angry anxious anytime anyone anything ask away bad better
    breathe breathing bring call calm care careful caring chat check clear come contact continue
    counsellor counselor course crisis danger day deep dial different doctor emergency everyone
    everything exactly explain family fear feel feeling feelings felt fine first free friend
    friends give glad go going good goodbye great happen happened happy hard hate hear hello help
    helpful helpline hey hi home hope hospital hotline hour hours hurt important information
    interesting kind know later leave life lifeline line listen listening little live lonely long
    look lost lot love make many matter mean mental mind minute moment morning name nearest new
    nice night nobody number okay ok pain painful people person phone place problem reach ready
    reason remember rest right sad safe safety samaritans say school see share sleep someone
    sometimes soon sorry sound sounds speak start stay step steps stop strong suicide support sure
    take talk tell text thank thanks thing things think thought thoughts time tired today together
    tomorrow tonight tough trust try understand unfortunately urgent useful visit voice wait walk
    want water week welcome well whatever whenever wish wonderful word words work worried worry
    worth write wrong yeah yep nope nothing nowhere number refuse decline assist provide promise
    private confidential nah yup ta hm hmm confirmed
    account act address age agree answer apart arm arrive autumn baby back bag ball bath bear
    beat bed began begin believe bell bird bit black blue board boat body book bottle bowl box
    boy bread break breakfast brother brown build business buy cake car card cat catch chair
    chance change cheap child children choose church city class close clothes coat coffee cold
    colour cook corner cost country couple cover cry cup cut dad dance dark date daughter dead
    deal decide dinner dog door draw dress drink drive dry early eat empty evening exercise face
    fact fall far farm fast father feet field fight find finish fire fish fit floor food foot
    forget four garden girl glass gone green grow hair half hand head heart heavy hold hot house
    husband ice idea job join jump keep key kids kill kitchen knee knew land language laugh lead
    learn least left leg less letter lie light likely list loud low lunch mad mail main man map
    mark market meal meals men message met middle milk miss money month mother mouth move mum
    music near neck needs neighbour news next nose note old open order page paint paper parents
    park part party pass past pay pen pet photo piece plan plant play pocket point poor post
    pretty price pull push put question quick quiet rain read red regular ring road room round
    run salt sat save sea seat second sell send sense seven shape ship shirt shoes shop shut
    side sign sing singer sister sit six size skin sky slow small smell smile snow soft son song
    spring stairs stand star station stone street string student study summer sun sweet swim
    table tall tea teach teacher team teeth ten test three throw ticket top town train tree true
    turn two uncle usual usually waiter wall warm wash watch wear weather wedding weekend wet
    white wife wind window winter woman women wood wool world worse writing year years yellow
    young
    """
)

FOREIGN = {
    "Spanish": _words(
        """
        que de la el los las un una por con para es está esta estás pero como cómo más muy puedes
        puedo tu tus te se lo yo si sí porque cuando hay eres soy siento ayuda aquí esto eso
        también nunca contigo llama llamar ahora mi del al gracias hola claro mucho ser tienes
        """
    ),
    "German": _words(
        """
        der und ist ich nicht du das sie es mit dir ein eine einen zu auf für auch bitte wenn dich
        bin bist sich den dem wir wie aber oder ja nein kann kannst hilfe hier sehr mich mir dein
        deine von vom zum zur noch schon nur wird haben hast sind einer leid gut
        """
    ),
    "French": _words(
        """
        le la les des et vous je est pas que pour une dans qui ce il avec sur tu suis êtes mais ou
        où nous de du au aux ne se son sa ses mon ma mes votre vos toi moi plus très bien bonjour
        oui non merci aide appelez quand comme cela ça c'est j'ai n'est
        """
    ),
    "Italian": _words(
        """
        che di il la lo gli le un una per con non sono è sei mi ti si ma come più molto puoi aiuto
        qui questo quando perché anche della del nel grazie ciao bene io tu
        """
    ),
    "Portuguese": _words(
        """
        que de o os as um uma por com para é está mas como mais muito você pode eu não se isso aqui
        quando ajuda também seu sua obrigado olá sim estou
        """
    ),
    "Dutch": _words(
        """
        de het een en is ik niet je jij dat met voor van op ook maar als bent kunt hier hulp mij jou
        wij zijn heb hebt deze wat hoe nu bel ja nee
        """
    ),
    "Swedish": _words(
        """
        och är att det som en ett jag du inte på för med av om har kan men här hjälp dig mig så vi
        nu
        """
    ),
    "Polish": _words(
        """
        i w na się nie to jest że do z jak ale czy możesz pomoc tutaj jestem ci cię mnie bardzo tak
        """
    ),
    "Indonesian": _words(
        """
        yang dan di ke dari saya anda kamu tidak ini itu untuk dengan bisa ada akan bantuan adalah
        """
    ),
    "Turkish": _words(
        """
        ve bir bu için ile ben sen değil ne çok var yok ama gibi daha beni seni
        """
    ),
}

_STOPWORDS = FUNCTION | _words(
    """
    feel feeling feelings felt thing things think thought know going go want get got make makes
    made say said time way lot really kind sort people someone something anything everything today
    day days right good okay ok sure well back come take keep keeps kept give tell talk help
    support here sound sounds hear hearing sorry thank thanks glad share sharing always many ever
    two bit new old big little actually honestly literally probably maybe guess mean means now
    tonight even start started trying try tried see look looks seem seems long happen happened let
    thats dont cant im ive hi hello hey
    """
)

_TOKEN = re.compile(r"[a-z][a-z']*+")
_SHORTEST_STEM = 3
_ENDINGS = (
    "ations",
    "ation",
    "ingly",
    "edly",
    "ings",
    "ying",
    "ing",
    "ies",
    "ied",
    "ness",
    "ment",
    "ers",
    "er",
    "est",
    "ed",
    "es",
    "ly",
    "s",
    "y",
    "e",
)


def stem(word: str) -> str:
    """Return a word without its inflection, crudely: the same for "worries" and "worried".

    Args:
        word: one folded word.

    Returns:
        What is left; at least three letters, never an ending taken twice.

    Example:
        >>> stem("worries") == stem("worrying") == stem("worry")
        True
    """
    word = word.removesuffix("'s").replace("'", "")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    doubled = len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "aeiouls"
    return word[:-1] if doubled else word


def content_words(text: str) -> list[tuple[str, int, int]]:
    """Return the content words of a folded text: stem, start, end.

    Args:
        text: folded text.

    Returns:
        The words that carry what is talked about, in order; stop words and small talk left out.
    """
    return [
        (stem(found.group()), *found.span())
        for found in _TOKEN.finditer(text)
        if found.group() not in _STOPWORDS and len(found.group()) >= _SHORTEST_STEM
    ]


# Plain synonyms, for taking up what somebody said in other words.
SAME = tuple(
    frozenset(stem(word) for word in line.split())
    for line in """
        mother mum mom mama mam
        father dad daddy papa
        job work office workplace career boss
        exam test finals assessment
        child kid son daughter baby toddler
        dog puppy pup pet
        cat kitten pet
        die died death dying lost loss passed funeral grief grieving mourn miss
        tired exhausted drained worn sleepy fatigue knackered burnt burned burnout shattered
        sad down low upset tearful crying cry heartbroken
        nervous anxious worried scared afraid anxiety worry fear
        angry annoyed frustrated furious irritated mad frustrating annoying maddening
        happy excited thrilled glad delighted proud joy
        lonely alone isolated
        partner husband wife boyfriend girlfriend spouse
        sleep insomnia awake night bed
        money debt bill rent finances
        move moving moved house home flat apartment
        breakup split divorce ex
        noise noisy loud builders quiet
        school class college university
        smoke smoking smoker cigarette vape nicotine
        drink drinking alcohol wine beer booze
        eat eating food meal dinner lunch
        embarrassed embarrassing mortified ashamed cringe awkward
        stress stressed pressure overwhelmed
    """.strip().splitlines()
)
