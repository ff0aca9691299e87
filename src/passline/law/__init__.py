"""The law as data, and what reads it. It knows no house."""
