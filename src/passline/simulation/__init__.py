"""Random sessions of strategies."""
