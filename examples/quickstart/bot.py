"""Stands in for your product: a bot of a few lines, asked in process."""

from __future__ import annotations


def reply(message: str) -> str:
    """Return the bot's next words."""
    if "open" in message.lower() or "hour" in message.lower():
        return "People answer here from 9 to 17 on weekdays. At other times I can only listen."
    return "I am listening. I am a program, and people answer here from 9 to 17 on weekdays."
