"""The Affective-Cognitive Agreement Framework: a set of ratings -> ``AgreementReport``."""

from __future__ import annotations

from mhgate.calibration.defaults import DEFAULT_RESAMPLES, DEFAULT_RESEEDS, DEFAULT_SEED
from mhgate.calibration.pairing import Measure, Pairs, human_ratings, measures_of, paired
from mhgate.calibration.people import agreement_of_people
from mhgate.calibration.reply_level import agreement_of_replies, spots_of
from mhgate.calibration.source_level import Resampling, agreement_of_sources
from mhgate.records import Account, AgreementReport, JudgeAgreement, Rater, RatingSet
from mhgate.stats import METHOD_VERSION

__all__ = ["measure_agreement"]


def measure_agreement(
    ratings: RatingSet,
    *,
    resamples: int = DEFAULT_RESAMPLES,
    reseeds: int = DEFAULT_RESEEDS,
    seed: int = DEFAULT_SEED,
    level: float = 0.95,
) -> AgreementReport:
    """Measure how far judges agree with people, per judge and attribute, at two levels.

    Args:
        ratings: what people and judges said. Of several people the mean counts.
        resamples: bootstrap resamples of each interval, at least 1.
        reseeds: how often the bootstrap is repeated with another seed to see whether a category
            is the same again; 0 for not at all.
        seed: where the randomness comes from, at least 0; the same seed gives the same report.
        level: two-sided level of the intervals shown, in (0, 1); a gate's bound has its own.

    Returns:
        The report: the attributes and, where there are two or more of a dimension, the composites
        CSS (cognitive) and ARS (affective), for each judge; what people agree on among themselves
        where there are several; and everything that was left out, with its reason.

    Raises:
        ValueError: a number is outside its range.

    Example:
        >>> from mhgate.records import Attribute, Rater, RatingColumn, RatingSet, Reply
        >>> both = [(3, 4), (5, 5), (2, 2), (4, 5), (1, 2), (5, 4)]
        >>> report = measure_agreement(RatingSet(
        ...     raters=(Rater(name="p", kind="human"), Rater(name="j", kind="judge")),
        ...     attributes=(Attribute(name="empathy"),),
        ...     replies=tuple(Reply(conversation=str(n)) for n in range(6)),
        ...     columns=tuple(
        ...         RatingColumn(rater=name, attribute="empathy", values=values)
        ...         for name, values in zip("pj", zip(*both)))))
        >>> level = report.judges[0].replies
        >>> round(level.absolute.value, 3), round(level.bias.mean, 3), level.n_replies
        (0.853, 0.333, 6)
    """
    if resamples < 1 or reseeds < 0 or seed < 0 or not 0 < level < 1:
        raise ValueError(
            f"resamples {resamples}, reseeds {reseeds}, seed {seed}, level {level}; expected at "
            "least 1, at least 0, at least 0, and a share in (0, 1)"
        )
    measures = measures_of(ratings.attributes)
    how = Resampling(level=level, resamples=resamples, reseeds=reseeds, seed=seed)
    people = [agreement_of_people(ratings, measure) for measure in measures]
    human = {measure.name: human_ratings(ratings, measure) for measure in measures}
    return AgreementReport(
        method_version=METHOD_VERSION,
        level=level,
        resamples=resamples,
        reseeds=reseeds,
        seed=seed,
        raters=ratings.raters,
        attributes=ratings.attributes,
        n_replies=len(ratings.replies),
        n_conversations=len({reply.conversation for reply in ratings.replies}),
        sources=tuple(
            dict.fromkeys(reply.source for reply in ratings.replies if reply.source is not None)
        ),
        judges=tuple(
            _judge(judge, measure, *paired(ratings, judge, measure, human[measure.name]), how)
            for judge in ratings.judges
            for measure in measures
        ),
        humans=tuple(each for each in people if each is not None),
        accounts=ratings.accounts,
        noticed=ratings.noticed,
        digests=ratings.digests,
    )


def _judge(
    judge: Rater, measure: Measure, pairs: Pairs, account: Account, how: Resampling
) -> JudgeAgreement:
    own = Resampling(
        level=how.level,
        resamples=how.resamples,
        reseeds=how.reseeds,
        seed=how.seed,
        place=(judge.name, measure.name),
    )
    sources = agreement_of_sources(pairs, own) if len(pairs) else "no reply was rated by both"
    replies = agreement_of_replies(pairs, own)
    spots, step = spots_of(pairs)
    return JudgeAgreement(
        judge=judge.name,
        attribute=measure.name,
        dimension=measure.dimension,
        parts=measure.parts,
        left_out_sources=judge.own,
        account=account,
        sources=None if isinstance(sources, str) else sources,
        sources_reason=sources if isinstance(sources, str) else None,
        replies=None if isinstance(replies, str) else replies,
        replies_reason=replies if isinstance(replies, str) else None,
        spots=spots,
        spot_step=step,
    )
