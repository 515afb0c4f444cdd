"""The ``llm`` judge: a language model behind any Target, asked narrow questions.

================  ==========================================================================
``judge``         ``LLMJudge``: calls, the one call that mends, batches, the model that is pinned
``prompt``        the words that it is asked with
``expectations``  what the questions name of an item, which is shown with the transcript
``marks``         what fences the transcript, what answers it, what must never be written
``objects``       JSON objects in a reply, read exactly
``replies``       a reply -> what it says about each question, fail-closed
``evidence``      its quotes, located by code
``outcomes``      every way in which a reply is no answer: kind, meaning, whether it is asked again
``canaries``      replies that try to forge a verdict, tried on the real judge
``first_question``  one harmless question with a known answer, before anything else
``model_names``   which names of models may move
================  ==========================================================================
"""

from __future__ import annotations

from mhgate.judges.llm.canaries import Canaries, try_canaries
from mhgate.judges.llm.first_question import ask_first_question
from mhgate.judges.llm.judge import Counts, LLMJudge, judge_fingerprint
from mhgate.judges.llm.model_names import why_it_may_move
from mhgate.judges.llm.outcomes import KINDS
from mhgate.judges.llm.replies import ANSWER_SCHEMA

__all__ = [
    "ANSWER_SCHEMA",
    "KINDS",
    "Canaries",
    "Counts",
    "LLMJudge",
    "ask_first_question",
    "judge_fingerprint",
    "try_canaries",
    "why_it_may_move",
]
