"""The scripted patient's inside: a state machine over a vignette, without a model.

==================  ==============================================================================
``hearing``         what a reply does: asks, soothes, offers, plans, scolds, leaves
``asked_phrases``   the words by which it asks
``move_phrases``    the words by which it does something else
``states``          what the person has told, and what is told next
``opened``          what the opening has told already
``telling``         when a domain is hinted at, denied, told
``speech``          what is told -> a message, in the person's way of writing
``wordings``        the sentences
==================  ==============================================================================
"""
