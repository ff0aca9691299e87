"""A strategy as a finite machine: its states, its transitions, its cache and its arrays."""
