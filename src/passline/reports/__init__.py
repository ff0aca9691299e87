"""Results as rows, charts and documents."""
