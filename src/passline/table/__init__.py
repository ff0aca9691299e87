"""The table: bets, settlement, the shooter, the ledger, the script. It knows no statistics."""
