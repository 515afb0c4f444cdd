"""English words that a typing error could make of another one: those errors are not made.

A slip that lands on a word says something else ("dead" is no "dear"), and a person who reads on
would not notice it. Only words that one slip away from a common word are listed.
"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["is_another_word"]

_WORDS = """
abele able action add addressed addresses admired admires advised adviser advises again against
aged ages agreed agrees aid aloe alone along ama angel angle announced announces ants apologies
apologise apologised apologises apples applied applies approached approaches approved approves
arrived arrives ars asked asker ass asses assumed assumes assured assures authorised authorized
averaged averages back bad bags baked baker bakes band bank bans bar bare bared barred bars
basis bath bay bead beams bean beans bear beard bearing bears beat beating bed beds been begin
begun behavioral being beings believed believer believes belittled belittles bell ben best bet
beta bill bin bind bins bits bitter blamed blames blue blues blur blurs boat bond booked booker
boot booth boots born bot both bother bothers bots bought bound bout boy boys brace braced
braces braked brakes brave bread breath breathe bride bring brings brother brown brushed brushes
bun buried burn burred burst bus bust busy but butter buy buying buys bye caches cake calibrated
calibrates called caller calm calmed calmer came cane cap card cards care cared career carer
cares caring carol carried carries cars carving case cases cash casual cat cats causal cause
ceased ceases center centre changed changes charting chat chats chatting child chile chill chin
choose chose clam classed classes clause cleaned cleaner cleared clearer click clicks clock
clocks closed closer closes cloth clothe coarse coast coat coats cock code coin cold
commissioned commissioner committed committee compared compares complains con confided confides
contact contacts continued continues cook cooked cooker cool cop coped copied copies copy core
cost costs cosy cot counsellor counselor counted counter county course crack craving cried cries
crossed crosses crown crust crying css cured cures curse curt cut cutter dad dae daft dairy
danced dancer dances dare dared dart date dated dates dawn dbt dead deaf deal dear dearth death
debt debts deceived deceives decide decided decides deciding declined declines decode decoded
decoding deed deleted deletes denied denies dent deny described describes desert dessert
diagnosed diagnoses dial diary dick did die died dies dining dinning disclosed discloses
dispatched dispatcher does dogs doing done door dose dot dots down drawn dread dreamt dreamy
drink drips drive drives drove drown druggy drugs drunk drying dual duck dug dying eared ears
earth east easy eat eats eighth eighty embarassment embarrassment employed employee employees
employer employers emptied empties endorsed endorses escaped escapes estimated estimates
exaggerated exaggerates examined examiner examines exchanged exchanges excused excuses exist
exit exits expired expires expressed expresses faces fades fair fake fame far fasted faster fed
fee feed feel feeling fees feet fell felling few fiction fiend fifth fifty fight figured figures
files fill find finding finds fine fines finished finishes fires firm firmer firms fished fisher
flag flat flies flood floor foal foil folded folder folds followed follower fond font food foods
fool for fork form formed former forms forth forty found four fowl free fret fright from frown
fuck full fumed fumes fund funding fur fused fussed gain gas gate gave get git god gold golf
good got gown grace grade graded grades grave great groq ground grow grown guess guessed guesses
gut had hams handed handing hard harder has hat hate hated hates hating hats head heading heads
healed healer healing heals heap heaps hear heard hearing hears heart hearth heat heating heed
hell help helped helper her herd here heron hers hes hide hiding hill hindi hindu hire hired
hiring his hit hits hold honesty hood hoped hopes hopping hose hot hotel hound httpx hug hung
hunt hurt hut identified identifier identifies identify identities identity ignored ignores
included includes insured insurer intae introduced introduces invited invites involved involves
jean jena joins judged judges justified justifies kid kids kill killed killer kind kine kiss
knee knew lab labor lad lads lain land lane lap lass last later latter laws lay layers leading
lean leaning leans learned learner leaving lectures led legs lena lending lest let lets lick lid
lie lied lies life like liked likes lime limited limiter line ling lining list listened listener
lit live lived lively liver lives living loath loathe locked locker log logs lone long loose
lose loses loss losses lost lot love loved lovely lover loves loving lows luck lunch lungs lying
mad mah make maker makes making male man managed manager manages mania march marital mark marked
marker market martial mass mat match mates math may meal measured measures mediation meds men
mess messaged messages met meth mid milk mill min mind mine mink minuted minutes mired miss
missed misses mixed mixes modal mon month moral morale morning mos moss mot moth mother moths
mound mouth moved moves naive named names near neat need needs neighbor neighbors nerds nest net
next nia nice nimh nine node nods non none nor nose not noted notes noticed notices nun nurse
once one outage owed owes owing owned owner pace pacing paged pages paging pai paid pain paining
pair pan paraphrased paraphrases parsed parser party passed passes pat path paused pauses pawn
pay payer paying pays peas pep per perfect person persona personal personnel persons petty pews
phase phoned phones pick pictured pictures pig piled piles pill pills pin pinched pinches pined
pinned pitied pities pits placed places plan planed planned plans plant plants played player
pleased pleases plot plus poet port poser posing post pot pound power practiced practices
practised practises praised praises prayed prayer pre prefect prejudiced prejudices prescribed
prescriber preset pressed presses price prick pride printed printer probe probes processed
processes programmed programmer programmes promised promises prone pronounced pronounces prose
prove proves provided provider pry published publishes puck pulls pure purse pushed pushes puts
quarter quartet quiet quit quite quote quoted quotes rage rags raised raises ran rang rant rape
rapes rare rarer rate rated rater rates reached reaches reaction read reads real realised
realises reap received receives recorded recorder red refuge refugee refused refuses refute
reign relaxed relaxes relieved relieves relives rely removed removes rep repaid repair replaced
replaces replied replies reply reported reporter required requires rest retired retried retries
reused reviewed reviewer ribs rid ride rides rigs ring rings rise rises rode role roof root rope
round rude ruled rules run rung rungs runs sacred sad safe sail sake sale same sampled sampler
samples sand sane sang sanne sat satisfied satisfies save saved saves say saying says scam scams
scan scans scare scared scares scarred scars scored scores seal sear searched searches seat
seating seats seed seeds seeing seek seeking seem seeming seen sees self sell selling sells send
sending sends sent served server serves set sets setting settled settles seventh seventy shade
shake shakes shaking shame shamed shames shaming share shared shares she sheet shelved shelves
shift shifts ship ships shirt shirts shit shoat shoe shoes shoot shop shops short shorts shot
show showed shower shows shut shuts sick side sided sides sigh sighs sight sign signed signing
signs silk sill sills sin sing singed singing sings sir sires sit site sites sits sixes sixth
sixty sized sizes skill skin skip skipped skipper skull slick slip slit slot slur slurs smiled
smiles sms snows sock soda sofa soft sol sold soles solved solves son song songs sons soon sore
sort sorts soul sound soup sour sower spaced spaces span spied spies spit split sport spot spots
spuds spurs stag stage stages staging stain stan stare stares staring starring stars state
stated states stats stay stayed staying stays steam stg stick stiff sting stirs stock stoke
stored stores story str strike strikes string striped stripped stroke strokes strong stuck
studied studies stuff stung sue suffered sufferer suing summed summer sun sung supper supported
supporter supposed supposes swears sweats tables take taker takes taking tale tales talk talked
talker tall tan tank tap tape taps teaches team telephoned telephones ten tes test tested tests
text texted texter texts them then there these thin thing things think thins thirst this those
though three threw through thrust thus tick tics tide tie tied ties tiles till timed times tin
tina ting tink tins tiny tip tips tire tired tires toll took tool tore torn touched touches
tough town trace track trade trail trained trainee trainees trainer trainers tram trams trans
travelled traveller treat treats tree trial trick tried tries trips troubled troubles truss
trust trusted trustee try tryst tst tuck tunde tune tuned tuner tunes tuning typed types unasked
unit united untied upright uptight used user uses vale valued values van vet voted votes wage
waist wait waits wakes wales walk walks wall walls wan waned wans war ward warm warn wars wary
was washed washes watched watches water watter wave waves way wee weed weeds weighed weighs well
were wet while whole whose wid wide widow widowed widower widows wife wind wine wires wise
wished wishes wit with won wont word wore worked worker worn worried worries wound write wrote
yell
"""


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    return frozenset(_WORDS.split())


def is_another_word(spelling: str) -> bool:
    """Return whether a spelling is a word that somebody could take it for.

    Args:
        spelling: in any case.

    Example:
        >>> is_another_word("loose"), is_another_word("depresed")
        (True, False)
    """
    return spelling.casefold() in _words()
