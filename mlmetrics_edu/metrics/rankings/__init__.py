"""Labels and documents put in order: each list is a sweep."""
