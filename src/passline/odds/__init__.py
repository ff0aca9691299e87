"""Exact figures of a wager and of a shooter's hand, as fractions."""
