"""What ``mhgate plan --json`` prints: every number of a forecast, under plain names."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mhgate.wiring import Forecast, Line

__all__ = ["plain"]


def plain(found: Forecast) -> dict[str, Any]:
    """Return a forecast as JSON's types; what is not known is null.

    Args:
        found: the forecast.
    """
    return {
        "config": found.config_file,
        "profile": found.profile,
        "design": found.design,
        "judge": found.judge,
        "assumed": asdict(found.assumed),
        "n_claims": found.n_claims,
        "n_claims_with_baseline": found.n_with_drops,
        "has_baseline": found.has_baseline,
        "n_trials": round(found.most.trials),
        "n_requests": round(
            found.most.messages + found.further.at_least(found.most, arms=found.arms)
        ),
        "concurrency": found.concurrency,
        "latency_s": found.assumed.latency_s,
        "duration_s": found.seconds(found.most),
        "limits": [{"key": each.key, "per_minute": each.per_minute} for each in found.limits],
        "rate": found.assumed.rate,
        "most": _asked(found, found.most),
        "expected": _asked(found, found.expected),
        "ends_early": list(found.ends_early),
        **_chances(found),
        "pillars": [
            {
                "pillar": pillar.pillar,
                **_chances(pillar),
                "visible_drop": pillar.visible_drop,
                "power": pillar.power,
                "most": _asked(found, pillar.most),
                "expected": _asked(found, pillar.expected),
            }
            for pillar in found.pillars
        ],
        "probes": [_line(line) for line in found.lines],
        "files": [
            {
                "file": file.key,
                "pillar": file.pillar,
                "slowest": file.slowest,
                "most": _asked(found, file.most),
                "expected": _asked(found, file.expected),
            }
            for file in found.files
        ],
        "default_size": asdict(found.default_size),
        "notes": list(found.notes),
        "shard": found.shard,
        "budget": None if found.budget is None else found.budget.model_dump(mode="json"),
    }


def _chances(of: Any) -> dict[str, float]:
    return {
        "pass": of.chances.passes,
        "fail": of.chances.fails,
        "undecided": of.chances.undecided,
    }


def _asked(found: Forecast, asked: Any) -> dict[str, float | str | None]:
    return {
        "n_items": asked.items,
        "n_trials": asked.trials,
        "n_messages": asked.messages,
        "n_answers": asked.answers,
        "n_calls": asked.calls,
        "n_patient_calls": asked.played,
        "n_tokens": asked.tokens,
        "n_tokens_of_a_judge": asked.judged_tokens,
        "n_tokens_of_a_patient": asked.played_tokens,
        "duration_s": found.seconds(asked),
        "bound_by": None if (limit := found.bound_by(asked)) is None else limit.key,
        "usd_messages": asked.usd_for_messages(found.assumed),
        "usd_answers": asked.usd_for_answers(found.assumed),
        "usd": asked.usd(found.assumed),
    }


def _line(line: Line) -> dict[str, Any]:
    needed = next((each for each in line.hindrances if each.kind != "baseline"), None)
    return {
        "probe": line.probe.id,
        "stratum": line.part.stratum,
        "required": line.threshold.required,
        "not_gating": line.part.sight.why_not,
        "certificate": line.part.sight.certificate,
        "j": line.part.sight.j,
        "n_items": line.part.n_items,
        "n_trials": line.part.n_trials,
        "n_families": line.part.n_families,
        "min_score": line.threshold.min_score,
        "rate": line.rate,
        "lower": line.interval.lower,
        "upper": line.interval.upper,
        **_chances(line),
        "expected_trials": line.ends.expected_trials,
        "perfect_lower": line.perfect_lower,
        "can_pass": line.can_pass,
        "families_needed": None if needed is None else needed.families,
        "visible_drop": line.visible_drop,
        "power": line.power,
        "max_drop": line.threshold.max_drop,
        "holds": line.holds,
        "open_drop": line.open_drop,
        "waived": line.waived,
        "hindrances": [asdict(each) for each in line.hindrances],
    }
