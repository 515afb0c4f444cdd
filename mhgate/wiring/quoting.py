"""What a judge quoted on the worst items -> into the report, where ``[report] quotes`` asks for it.

Reports hold no word of a conversation. A team that wants to see on its pull request what the judge
went by says so in thresholds.toml; then the words of the product that the judge quoted, and that
were found in its reply, are taken from the journal. Protected items are never quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from mhgate.config import Config
from mhgate.journal import Kept, read_journal
from mhgate.records import Quoted, Report, Score, Transcript
from mhgate.report.worst_items import worst_items
from mhgate.wiring.redaction import personal_of

__all__ = ["with_quotes"]

_MOST_OF_A_TRIAL = 3
_LONGEST = 280  # characters of one quote
_MOST = 12  # trials, over the worst items


def with_quotes(report: Report, journal: Path, *, config: Config) -> Report:
    """Return the report with what was quoted on its worst items.

    Args:
        report: of the run.
        journal: of the run; one that is not there, or holds no words, gives no quotes.
        config: whether they are wanted.
    """
    worst = worst_items(report) if config.report.quotes else []
    if not worst or not journal.is_file():
        return report
    kept = read_journal(journal)
    redact = personal_of(config) or str
    found: list[Quoted] = []
    for item in worst:
        for row in report.outcomes:
            is_missed = row.value is not None and row.value < 1 and row.probe_id in item.probes
            if row.item_id == item.item_id and is_missed and row.trial_id not in kept.sealed:
                texts = tuple(_quotes(kept, row.trial_id, row.probe_id, redact))[:_MOST_OF_A_TRIAL]
                if texts:
                    found.append(
                        Quoted(
                            probe_id=row.probe_id,
                            item_id=row.item_id,
                            trial_id=row.trial_id,
                            texts=texts,
                        )
                    )
    return report.model_copy(update={"quoted": tuple(found[:_MOST])})


def _quotes(
    kept: Kept, trial_id: str, probe_id: str, redact: Callable[[str], str]
) -> Iterator[str]:
    """Yield the words of the product, each once, that are where the judge says they are."""
    transcript = kept.came_back.get(trial_id)
    if not isinstance(transcript, Transcript):
        return
    seen = set()
    for score in kept.scores.get(trial_id, ()):
        if score.probe_id != probe_id:
            continue
        for text in _of_the_product(score, transcript):
            if text not in seen:
                seen.add(text)
                shown = redact(text)
                yield shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."


def _of_the_product(score: Score, transcript: Transcript) -> Iterator[str]:
    missed = (quote for cell in score.cells if cell.meets is False for quote in cell.quotes)
    for quote in (*score.quotes, *missed):
        turn = transcript.turns[quote.turn] if quote.turn < len(transcript.turns) else None
        if turn is None or turn.role != "assistant":
            continue
        if turn.content[quote.start : quote.end] == quote.text and quote.text.strip():
            yield quote.text
