#!/usr/bin/env bash
# The gate on any CI server: copy this file into your repository and call it from a job.
#
#   bash ci/gate.sh [words for mhgate run, --profile pr say]
#
# Its exit code is that of mhgate run. What the server keeps lies in gate/ (or $GATE_OUT): report.json,
# junit.xml, gate.sarif and log.txt. No conversation is in the first three; keep .mhgate/ out of it,
# whose journals hold what was said.
#
# GATE_BASE=<commit>: thresholds.toml, suites and baseline are taken from that commit, the one that is
# merged into, so that a change cannot lower its own bar. For bots that are reached over HTTP; one that
# runs in process would be that commit's, too.
set -euo pipefail

out=${GATE_OUT:-gate}
mkdir -p "$out"
rm -f "$out/report.json" "$out/junit.xml" "$out/gate.sarif" "$out/log.txt"  # no old green stays

words=(--reports "$PWD/.mhgate")
if [ -n "${GATE_BASE:-}" ]; then
  base=$(mktemp -d)
  trap 'git worktree remove --force "$base/tree" || true; rm -rf "$base"' EXIT
  git worktree add --quiet --detach "$base/tree" "$GATE_BASE"
  config="$base/tree/${GATE_FOLDER:-.}/thresholds.toml"
  if [ -f "$config" ]; then
    words+=(--config "$config")
  else
    echo "gate: $GATE_BASE has no thresholds.toml yet: this change is judged by its own"
  fi
fi

# pipefail, and no "|| true": tee's success must not hide what the gate says
code=0
mhgate run \
  --output "$out/report.json" --junit "$out/junit.xml" --sarif "$out/gate.sarif" \
  "${words[@]}" "$@" 2>&1 | tee "$out/log.txt" || code=$?

if [ ! -s "$out/report.json" ] && [ "$code" -eq 0 ]; then
  echo "gate: no report was written, and that is no pass"
  code=5
fi
exit "$code"
