"""Craps, Mini-Craps and Crapless Craps by the book."""
