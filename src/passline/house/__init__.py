"""A Rules Submission, and the house that it opens on a date."""
