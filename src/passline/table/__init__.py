"""One table: acts, bets, settlement, the shooter, the ledger and the script of play."""
