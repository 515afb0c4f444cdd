"""Every key of thresholds.toml in one table: its unit, what it means, its option, its variable.

Nothing is imported here that costs: pytest's plugin reads ``SETTINGS`` in every session to make its
options. The models (types, limits, defaults) are in :mod:`mhgate.config.tables` and
:mod:`mhgate.config.target`; a test holds both to each other.
"""

from __future__ import annotations

from mhgate.config.budget_settings import BUDGET_FILE_KEYS, BUDGET_SETTINGS
from mhgate.config.comparing_settings import COMPARING_FILE_KEYS, COMPARING_SETTINGS
from mhgate.config.evidence_settings import EVIDENCE_FILE_KEYS
from mhgate.config.judge_settings import JUDGE_FILE_KEYS, JUDGE_SETTINGS
from mhgate.config.keeping_settings import STORE_FILE_KEYS
from mhgate.config.patient_settings import PATIENT_FILE_KEYS, PATIENT_SETTINGS
from mhgate.config.redaction_settings import REDACTION_SETTINGS
from mhgate.config.setting import FileKey, Setting
from mhgate.config.target_file_keys import TARGET_FILE_KEYS
from mhgate.config.target_settings import TARGET_SETTINGS

__all__ = [
    "FACE_VARIABLES",
    "FILE_KEYS",
    "SEALED_KEY_VARIABLE",
    "SETTINGS",
    "FileKey",
    "Setting",
    "find_setting",
    "known_keys",
    "meaning",
]

SEALED_KEY_VARIABLE = "MHGATE_SEALED_KEY"
"""Where the key of protected items is looked for, unless ``suites.key_env`` names another."""

# variables that the faces read themselves, and that are no key of the file
FACE_VARIABLES = frozenset(
    {
        "MHGATE_CONFIG",
        "MHGATE_HTML",
        "MHGATE_EARLIER_ATTEMPTS",
        "MHGATE_JUNIT",
        "MHGATE_OUTPUT",
        "MHGATE_PRODUCT_FOLDER",
        "MHGATE_RESUME",
        "MHGATE_SARIF",
        "MHGATE_SIGNING_KEY",
        "MHGATE_SIGNING_PASSPHRASE",
        "MHGATE_TARGET_BUILD",
        "MHGATE_TLS_FOLDER",
        SEALED_KEY_VARIABLE,
    }
)

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "gate.profile",
        "profile",
        "text",
        "name",
        "which profile says what blocks: pr, release, nightly, measure, or one of yours; absent: "
        "pr on GitHub's pull requests, else release",
    ),
    Setting(
        "gate.alpha",
        "alpha",
        "number",
        "probability",
        "how often a bound may be wrong; each bound is one-sided at 1 - alpha",
    ),
    Setting(
        "gate.max_failed",
        "max-failed",
        "number",
        "share of trials",
        "beyond this share of trials that could not be measured, the outcome is error",
    ),
    Setting(
        "gate.target_failures",
        "target-failures",
        "text",
        "choice",
        "unmeasured: a reply that never came widens the interval on both sides; failed: it is a "
        "failed item, for whom a timeout in a crisis is one",
    ),
    Setting(
        "gate.deadline_s",
        "deadline-s",
        "number",
        "seconds",
        "after which the whole run stops asking",
    ),
    Setting("gate.reports", "reports", "text", "folder", "where reports and journals are kept"),
    Setting(
        "gate.baseline",
        "baseline",
        "text",
        "file",
        "what is compared with: a baseline's file (`mhgate baseline bless`), or an earlier report",
        nullable=True,
    ),
    Setting(
        "gate.waivers",
        "waivers",
        "text",
        "file",
        "named exceptions that expire (waivers); where no file of the default name lies, there are "
        "none",
    ),
    Setting(
        "gate.new_items",
        "new-items",
        "text",
        "choice",
        "what items that the baseline does not know are worth: warn, or fail the gate",
    ),
    Setting(
        "gate.fail_on",
        "fail-on",
        "list",
        "names",
        "what blocks beside what the profile blocks: inconclusive (not decided), new_items (as "
        'new_items = "fail"), not_certified (judged probes decide without a certificate), '
        "no_baseline (nothing is compared with); a profile that decides nothing stays so",
    ),
    Setting(
        "gate.show", "show", "text", "choice", "which lines the terminal shows: all, or failed ones"
    ),
    *COMPARING_SETTINGS,
    Setting("suites.builtin", "suites", "list", "pillars", "the built-in suites that are played"),
    Setting(
        "suites.folders",
        "suite-folders",
        "list",
        "folders",
        "suites of your own, relative to thresholds.toml",
    ),
    Setting(
        "suites.key_env",
        "key-env",
        "text",
        "variable",
        "the environment variable that holds the key (age) of protected items",
    ),
    *TARGET_SETTINGS,
    *JUDGE_SETTINGS,
    *PATIENT_SETTINGS,
    *BUDGET_SETTINGS,
    Setting(
        "report.quotes",
        "quotes",
        "true or false",
        "yes or no",
        "the report holds, of the three worst items, which words of the product the judge quoted; "
        "without, it holds nothing that was said",
    ),
    *REDACTION_SETTINGS,
    Setting("sampling.seed", "seed", "whole number", "seed", "same seed, same plan"),
    Setting(
        "sampling.max_items",
        "max-items",
        "whole number",
        "items a probe",
        "the most items that a probe is asked; absent: all; 0: none",
        nullable=True,
    ),
    Setting("sampling.epochs", "epochs", "whole number", "times", "how often each item is asked"),
    Setting(
        "sampling.design",
        "design",
        "text",
        "choice",
        "fixed: the whole plan is asked; sequential: a probe stops when it is decided, looked at "
        "after every trial; looks: looked at three times",
    ),
    Setting(
        "sampling.shard",
        "shard",
        "text",
        "which of how many",
        "ask one part of the plan alone, 2/8 say; `mhgate merge` decides when all parts are asked",
        nullable=True,
    ),
)

_LIMITS = (
    ("min_score", "share of trials", "the share that must meet the criterion, proven at 1 - alpha"),
    (
        "max_drop",
        "share of trials",
        "the drop against the baseline that must be ruled out; absent: not asked about",
    ),
    ("items", "items", "the fewest items; with fewer there is no pass"),
    ("families", "families", "the fewest families of items; with fewer there is no pass"),
    ("max_failed", "share of trials", "as in [gate], for this table"),
    ("alpha", "probability", "as in [gate], for this table"),
    ("required", "yes or no", "whether it gates; false: it is measured and shown"),
)

FILE_KEYS: tuple[FileKey, ...] = (
    FileKey(
        "profile.*.decides",
        "yes or no",
        "whether a verdict is taken; false: it is only measured",
    ),
    FileKey(
        "profile.*.pass_required",
        "yes or no",
        "whether anything but a pass blocks; false: only proven harm, errors and required probes "
        "that may not gate block",
    ),
    *COMPARING_FILE_KEYS,
    FileKey("profile.*.max_items", "items a probe", "in place of sampling.max_items"),
    FileKey("profile.*.epochs", "times", "in place of sampling.epochs"),
    *BUDGET_FILE_KEYS,
    *TARGET_FILE_KEYS,
    *JUDGE_FILE_KEYS,
    *PATIENT_FILE_KEYS,
    *STORE_FILE_KEYS,
    *EVIDENCE_FILE_KEYS,
    *(FileKey(f"pillar.*.{key}", unit, text) for key, unit, text in _LIMITS),
    FileKey("pillar.*.probe", "tables", "a probe's own limits, by its name without test_"),
    FileKey("pillar.*.stratum", "tables", "a stratum's own limits, by its value or key=value"),
    *(FileKey(f"pillar.*.probe.*.{key}", unit, text) for key, unit, text in _LIMITS),
    FileKey(
        "pillar.*.probe.*.hazard",
        "id",
        "the hazard in your hazard log that the probe is about; it decides nothing, and is in no "
        "digest",
    ),
    *(FileKey(f"pillar.*.stratum.*.{key}", unit, text) for key, unit, text in _LIMITS),
)

_ALL: list[Setting | FileKey] = [*SETTINGS, *FILE_KEYS]
_BY_KEY = {known.key: known for known in _ALL}
_BY_ANY_NAME = {
    name: setting
    for setting in SETTINGS
    for name in (setting.key, setting.option, setting.variable, setting.ini)
}


def find_setting(name: str) -> Setting | None:
    """Return the setting with that key, option, variable or ini name.

    Example:
        >>> find_setting("MHGATE_SEED").option
        '--mhgate-seed'
    """
    return _BY_ANY_NAME.get(name)


def meaning(pattern: str) -> Setting | FileKey | None:
    """Return what is known about a key, by its pattern (``pillar.*.min_score``)."""
    return _BY_KEY.get(pattern)


def known_keys() -> tuple[str, ...]:
    """Return the patterns of all keys, in the order of the file."""
    return tuple(_BY_KEY)
