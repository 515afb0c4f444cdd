"""A suite as its checks see it: its items with their words, and what is let stand in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mhgate.suites.checking.allowing import Allowances
from mhgate.suites.checking.finding import Finding
from mhgate.suites.checking.texts import Text
from mhgate.suites.loading import Suite

__all__ = ["Checked"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A suite that loads.

    Args:
        suite: the suite.
        texts: its items with their words, in the order of its files.
        allowances: what is let stand.
    """

    suite: Suite
    texts: tuple[Text, ...]
    allowances: Allowances

    def lets(self, rule: str, texts: Iterable[Text], word: str | None = None) -> bool:
        """Return whether something is let stand in items of this suite.

        Args:
            rule: what was found.
            texts: the items concerned; those of other suites are passed over.
            word: the words that were found, where it is about words.
        """
        own = [text for text in texts if text.suite == self.suite.name]
        return self.allowances.lets(
            rule,
            items=[text.item.id for text in own],
            families={text.item.family for text in own},
            word=word,
        )

    def finding(
        self,
        rule: str,
        where: str,
        *,
        found: str,
        expected: str,
        hint: str,
        texts: Iterable[Text] = (),
    ) -> Finding:
        """Return a finding of this suite.

        Args:
            rule: what was found.
            where: file, with line or key.
            found: what stands there.
            expected: what should.
            hint: what to do.
            texts: the items concerned.
        """
        concerned = list(texts)
        return Finding(
            rule=rule,
            suite=self.suite.name,
            where=where,
            found=found,
            expected=expected,
            hint=hint,
            items=tuple(text.item.id for text in concerned),
            families=tuple(dict.fromkeys(text.item.family for text in concerned)),
        )
