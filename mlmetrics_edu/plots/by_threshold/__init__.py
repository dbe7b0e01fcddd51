"""What changes with the threshold: rankings, rates, gaps, gains."""
