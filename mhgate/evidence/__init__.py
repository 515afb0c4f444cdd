"""The evidence pack: what a compliance officer files, and what an auditor checks years later.

================  ==================================================================
``container``     a pack as a folder or as one zip, read whole, the same bytes always
``index``         ``index.json``: every file with its digest; nothing more, nothing less
``suites_kept``   the suites of a run: their public files, licences, and the root over them
``policy_kept``   thresholds.toml, held to the report; ``plan_kept``: the suites, likewise
``statement``     what is signed: result, digests, outcome of each pillar with its interval
``rules``         by method version, what a report's own numbers decide
``checks``        what checking found, thing by thing
``verifying``     a pack, held to its index, its signature, and itself
``stamps``        timestamps beside the signatures, held to them
``signing_off``   what a person says of a report, and which sign-offs a policy asks for
``laws``          laws and standards as data, and what a run says to their requirements
``external``      figures that somebody attests and no run measures
``hazard_log``    hazards beside figures; ``hazard_sheet``: a log out of a spreadsheet
``disposing``     what failed, and what people decided about it
``releases``      what changed since an earlier pack
``summarising``   two pages in plain words; ``summary_words``: their words
``governed``      files that people govern: TOML -> a record, or why not
``page_tables``   hazards and dispositions as tables of the report's page
================  ==================================================================

A pack is evidence from the interested party. It is no certification and no legal advice.
"""

from __future__ import annotations
