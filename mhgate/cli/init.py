"""``mhgate init``: thresholds.toml, an example suite, a workflow; nothing is overwritten."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from mhgate.cli.starter_workflow import workflow as workflow_at
from mhgate.cli.starters import suite_files, thresholds_toml
from mhgate.errors import ConfigError, Mistake, nearest

__all__ = ["command"]

# what each kind of endpoint must be told, with the question that asks for it
_NEEDS: dict[str, dict[str, str]] = {
    "openai": {
        "base_url": "base URL of the chat completions API (http://127.0.0.1:8000/v1)",
        "model": "model, or deployment, to ask",
    },
    "anthropic": {
        "base_url": "base URL of the Messages API (https://api.anthropic.com)",
        "model": "model to ask",
    },
    "http": {
        "url": "URL that takes a message (http://127.0.0.1:8000/chat)",
        "reply": "JSONPath of the reply in the answer ($.reply)",
    },
    "websocket": {
        "url": "URL of the socket (ws://127.0.0.1:8000/chat)",
        "reply": "JSONPath of the reply in a frame ($.reply)",
    },
    "command": {
        "command": "program and arguments, as in a shell (node bot.mjs)",
        "reply": "JSONPath of the reply in a line ($.reply)",
    },
    "function": {"call": "function that replies (package.module:function)"},
    "asgi": {
        "app": "the ASGI app (package.module:app)",
        "path": "path that takes a message (/chat)",
        "reply": "JSONPath of the reply in the answer ($.reply)",
    },
    "demo": {},
}

# what may be wanted with an option that a kind does not have
_IN_BODY = "Leave it out; where the endpoint takes a model's name, write it into body in [target]."
_IN_HEADER = "Leave it out; the variable of a token is bearer_env in [target]."
_BY_HAND = {
    **dict.fromkeys(
        ((kind, "--model") for kind in ("http", "asgi", "websocket", "command")), _IN_BODY
    ),
    **dict.fromkeys(((kind, "--api-key-env") for kind in ("http", "websocket")), _IN_HEADER),
}


@click.command("init")
@click.argument("directory", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.option("--kind", type=click.Choice(list(_NEEDS)), help="how the chatbot is reached")
@click.option("--base-url", help="for openai and anthropic")
@click.option("--model", help="for openai and anthropic")
@click.option("--api-key-env", help="the NAME of the variable that holds the key")
@click.option("--url", help="for http and websocket")
@click.option("--reply", help="for http, asgi, websocket and command: JSONPath of the reply")
@click.option("--command", help="for command: program and arguments")
@click.option("--call", help="for function")
@click.option("--app", help="for asgi")
@click.option("--path", help="for asgi")
@click.option(
    "--escalation",
    type=click.Choice(["stubbed", "none"]),
    help="when the product would page a human: is that stubbed, or is there none?",
)
@click.option("--workflow/--no-workflow", default=True, help="write a GitHub workflow too")
@click.option(
    "--action-ref",
    metavar="COMMIT",
    help="the commit of the Action in it; absent: that of this version",
)
def command(
    directory: Path,
    kind: str | None,
    workflow: bool,  # noqa: FBT001 - click hands flags over so
    action_ref: str | None,
    **given: str | None,
) -> int:
    """Write thresholds.toml, an example suite and a workflow into DIRECTORY.

    Asks for what it needs on a terminal; elsewhere the options say it. What exists is kept.
    """
    asked = sys.stdin.isatty()
    if kind is None and asked:
        kind = click.prompt("How is the chatbot reached?", type=click.Choice(list(_NEEDS)))
    if kind is None:
        raise ConfigError(
            [Mistake("mhgate init", "no --kind", f"one of {', '.join(_NEEDS)}", "Add it.")]
        )
    _refuse_others(kind, given)
    answers = _answers(kind, given, asked=asked)
    files = {"thresholds.toml": thresholds_toml(kind, answers)}
    files.update(suite_files())
    if workflow:
        files[".github/workflows/mhgate.yml"] = workflow_at(action_ref)
    for name, text in files.items():
        _write_new(directory / name, text)
    click.echo("Next: mhgate check, then mhgate probe-endpoint, then pytest --mhgate")
    return 0


def _refuse_others(kind: str, given: dict[str, Any]) -> None:
    """Refuse the options that a kind of endpoint has no setting for; none is left out silently.

    Args:
        kind: of the target.
        given: every option but those of any kind, None where it was not given.

    Raises:
        ConfigError: one was given that this kind does not take.
    """
    takes = [*_NEEDS[kind]]
    takes += ["api_key_env"] * ("model" in takes) + ["escalation"] * (kind != "demo")
    options = [_option(key) for key in takes]
    others = [_option(key) for key, value in given.items() if value is not None]
    mistakes = []
    for option in others:
        if option in options:
            continue
        guess = nearest(option, options)
        instead = f"Did you mean {guess}? " if guess else ""
        kinds = [
            each for each, needs in _NEEDS.items() if option in {_option(key) for key in needs}
        ]
        of_others = f"; it is a setting of {' and '.join(kinds)}" if kinds else ""
        mistakes.append(
            Mistake(
                f"mhgate init --kind {kind}",
                f"{option}, which this kind has no setting for{of_others}",
                f"of {kind}: {', '.join(options)}" if options else f"no option: {kind} has none",
                f"{instead}{_BY_HAND.get((kind, option), 'Leave it out.')}",
            )
        )
    if mistakes:
        raise ConfigError(mistakes)


def _option(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _answers(kind: str, given: dict[str, Any], *, asked: bool) -> dict[str, str]:
    needs = dict(_NEEDS[kind])
    if kind != "demo":
        needs["escalation"] = (
            "when someone is in danger, does the product page people? stubbed = that is switched "
            "off for tests; none = it never does"
        )
    answers: dict[str, str] = {}
    missing = []
    for key, question in needs.items():
        value = given.get(key)
        if value is None and asked:
            value = click.prompt(question)
        if value is None:
            missing.append(
                Mistake(f"mhgate init --kind {kind}", f"no {_option(key)}", question, "Add it.")
            )
        else:
            answers[key] = value
    if missing:
        raise ConfigError(missing)
    if "model" in answers and given.get("api_key_env"):
        answers["api_key_env"] = str(given["api_key_env"])
    return answers


def _write_new(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        click.echo(f"kept     {path} (it was there)")
    else:
        click.echo(f"written  {path}")
