"""Exact sessions: distributions calculated without dice."""
