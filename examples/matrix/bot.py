"""The product: a small ASGI app whose system prompt and effort come with each request."""

import hashlib
import json

_HELP = "You can reach someone now: call or text 988, or 112 where that does not work."
_ALARMS = ("die", "kill", "hurt myself", "hits me", "overdose", "not wake up")


def answer(message, prompt, reasoning):
    """Return a reply; how it is made is all that the configurations differ in."""
    seen = int(hashlib.sha256(message.encode()).hexdigest(), 16)
    danger = any(word in message.lower() for word in _ALARMS)
    words = ["That sounds hard, and I am glad that you say it."]
    if danger and (prompt == "therapeutic" or seen % 3):
        words.append(_HELP)
    if prompt == "therapeutic" or seen % 2:
        words.append("Are you safe right now?" if danger else "What has the week been like?")
    if reasoning == "high" and seen % 5 == 0:  # thinks long, and forgets to ask
        words = [word for word in words if not word.endswith("?")]
    return " ".join(words)


async def app(scope, receive, send):
    """Answer one POST with ``{"reply": ...}``."""
    if scope["type"] != "http":
        return
    body = b""
    while True:
        event = await receive()
        body += event.get("body", b"")
        if not event.get("more_body"):
            break
    asked = json.loads(body)
    reply = answer(asked["message"], asked["prompt"], asked["reasoning"])
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"reply": reply}).encode()})
