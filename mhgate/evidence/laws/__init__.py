"""The law map: laws and standards as data, and what one run says to each of their requirements.

================  ==================================================================
``reading``       the files in ``data/`` -> laws, by id; every mistake named
``mapping``       a report and laws -> figures beside requirements, and what is not shown
================  ==================================================================

A row is our own words for what a text asks for, with its source and the day on which it was read;
past its term it must be read again. It is no legal advice, and no figure says that a law is met.
"""

from __future__ import annotations
