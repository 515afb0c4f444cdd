"""The simulated patient's inside: what a model is told, and what each message is held to.

======================  ======================================================================
``role_card``           a vignette -> who the model is to be, in plain sentences
``prompt``              the turns of one call: role, rules, transcript as data, what may be told
``earned``              what a conversation has earned, by the scripted patient's own machine
``disclosures``         what a message tells of each danger, by ``disclosure_phrases``
``role_phrases``        words of assistants, of helpers, of coaches, of people who talk of the play
``copying``             how much of a message is the bot's, or was said before
``reading``             a reply -> a message and whether it is the last
``checks``              a message -> the first rule that it breaks
``breaches``            the rules, by the kind of failure that breaking them is
``counts``              what was asked and how it went
======================  ======================================================================
"""
