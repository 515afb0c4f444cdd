"""Phrase tables of the demo bot, one TOML file a subject: data, read when first needed."""
