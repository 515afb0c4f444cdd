"""The workflow that ``mhgate init`` writes: the example for pull requests, at a version."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution

__all__ = ["workflow"]

_UNNAMED = "0000000000000000000000000000000000000000 # put the release's commit"

_WORKFLOW = """\
# The gate on every pull request that can change what the product says. Thresholds, suites and
# baseline are those of the base branch; an in-process bot is the pull request's.
name: mhgate
on:
  pull_request:
    # what cannot change a reply; take "**.md" out where prompts are written in Markdown
    paths-ignore: ["docs/**", "**.md"]
permissions:
  contents: read
concurrency:
  group: mhgate-${{ github.ref }}
  cancel-in-progress: true
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
      pull-requests: write # for the comment alone; without it, the step summary has it all
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          fetch-depth: 0 # the policy is read from the base commit
          persist-credentials: false
      # A bot in process needs its packages; one behind an address has to answer there first:
      # - run: python -m pip install -r requirements.txt
      # - run: |
      #     my-bot serve --port 8000 &
      #     timeout 60 sh -c 'until nc -z 127.0.0.1 8000; do sleep 1; done'
      - name: Gate
        id: gate
        uses: mhgate/mhgate@0000000000000000000000000000000000000000 # put the release's commit
        with:
          timeout-minutes: "20" # what is asked is chosen to fit, and said
        # env: # the secrets that thresholds.toml names
        #   MY_BOT_KEY: ${{ secrets.MY_BOT_KEY }}
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: ${{ always() && steps.gate.outputs.report-json != '' }}
        with:
          name: mhgate-report
          path: |
            ${{ steps.gate.outputs.report-json }}
            ${{ steps.gate.outputs.junit }}
            ${{ steps.gate.outputs.sarif }}
            ${{ steps.gate.outputs.report-html }}
"""


def workflow(ref: str | None = None) -> str:
    """Return the workflow.

    Args:
        ref: of the action, a commit say; None: that of the mhgate that is installed, which is the
            commit where it was installed from git, else the tag of its version.
    """
    return _WORKFLOW.replace(_UNNAMED, _installed() if ref is None else ref)


def _installed() -> str:
    try:
        installed = distribution("mhgate")
    except PackageNotFoundError:
        return _UNNAMED
    try:
        origin = json.loads(installed.read_text("direct_url.json") or "{}")
        commit = origin.get("vcs_info", {}).get("commit_id")
    except (ValueError, AttributeError):
        commit = None
    tag = f"v{installed.version}"
    if isinstance(commit, str) and commit.isalnum():
        return f"{commit} # {tag}"
    return f"{tag} # better its commit: git ls-remote https://github.com/mhgate/mhgate {tag}"
