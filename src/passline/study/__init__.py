"""What bets do: exactly, and by counting. It never moves a chip that counts."""
