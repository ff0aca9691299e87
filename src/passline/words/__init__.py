"""The vocabulary: citations, dice, payout odds, money, probabilities and bounded text files."""
