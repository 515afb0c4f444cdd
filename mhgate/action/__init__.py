"""The GitHub Action's face: ``python -m mhgate.action`` is its only brain.

================  ==================================================================
``brain``         what happens, in order; the exit code is that of the command
``inputs``        the Action's inputs, from environment variables
``event``         what GitHub says has happened: pull request, base, head, fork
``checkout``      git's answers about what is checked out
``refusals``      what is refused before anything is run
``policy``        thresholds, suites and baseline as the base commit has them
``overrides``     what may not be overridden where the policy is the base's
``step``          the gate, or the merging of shards, and what it wrote
``places``        where it writes; ``budgets``: its time and money, only ever lowered
``keeping``       a baseline that is blessed, a pack of evidence that is signed
``gate_run``      the command in a process of its own, its words kept from the runner's ears
``attempts``      how often a pull request was tried: listed in the comment, unseen
``counting``      which attempt this run is, by whoever counts
``commands``      workflow commands and outputs, with everything escaped
``annotations``   a report -> annotations at the probes' files and lines
``markdown``      text that nobody here wrote, made harmless in Markdown
``told``          what came of the run, as the summary and the outputs tell it
``summary``       that, as Markdown: the step summary, and shorter the comment
``pillar_table``  its table; ``lists``: what is no pass, the worst items; ``wording``: its words
``telling``       outputs, summary, annotations and comment, written
``comment``       one sticky comment on the pull request, through GitHub's API
================  ==================================================================

What a model, a product or a pull request says reaches the runner escaped, or not at all: a reply
can hold ``::error::``, a line end before ``verdict=pass``, or Markdown that closes a table.
"""
