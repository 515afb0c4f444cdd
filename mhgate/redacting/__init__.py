"""What must not be shown -> typed markers: secrets in every form, and what is about one person.

``secrets``    values from the environment, wherever and however they come back
``shapes``     what looks like a credential, whosever it is
``personal``   addresses, numbers and dates of persons, by pattern and check digit; hotlines stay
``events``     which fields of a journal's event are words, and these redacted
``logs``       log records and tracebacks, before any handler sees them
``last_edge``  the traceback of a bug, as it may be pasted into an issue

Nothing is redacted before a judge has read it: a check that sees redacted text alone always passes.
"""
