"""Words that read and print: citations, dice, payout odds, money. They know no law."""
