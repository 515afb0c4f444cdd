"""Questions against what asks them and what they are told: none idle, none left in the dark."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records import Probe, Question
from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.finding import Finding

__all__ = ["rubrics"]


def rubrics(checked: Checked) -> Iterator[Finding]:
    """Find questions that no probe asks, and keys that anchors name and items lack.

    Args:
        checked: the suite.

    Yields:
        One finding a question, or a probe and key.
    """
    suite = checked.suite
    asked = {probe.question for probe in suite.probes}
    for name, question in suite.questions.items():
        if name not in asked:
            yield checked.finding(
                "unasked-question",
                f"{suite.folder / 'questions.toml'}: question.{name}",
                found="a question that no probe asks",
                expected="a probe with question=" + repr(name),
                hint="Write one, or take the question out: labels and rules would be made for it.",
            )
        else:
            for probe in suite.probes:
                if probe.question == name:
                    yield from _untold(checked, question, probe)


def _untold(checked: Checked, question: Question, probe: Probe) -> Iterator[Finding]:
    path = str(checked.suite.folder / probe.items)
    texts = [text for text in checked.texts if text.path == path]
    for key in question.named_keys:
        lacking = [
            text
            for text in texts
            if text.item.expects.get(key) is None and not checked.lets("untold-key", [text])
        ]
        if lacking:
            yield checked.finding(
                "untold-key",
                f"{checked.suite.folder / 'questions.toml'}: question.{question.id}",
                found=f"expects.{key} in its words, which {len(lacking)} of {len(texts)} items of "
                f"{probe.items} lack",
                expected="the key on every item that is asked about",
                hint="Whoever judges is told its value: add it, or reword the question.",
                texts=lacking,
            )
