"""The law in force and a Rules Submission make a house. It knows no player."""
