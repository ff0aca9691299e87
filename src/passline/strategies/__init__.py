"""Strategies: the protocol for programs, and the strategy notation for people who do not program."""
