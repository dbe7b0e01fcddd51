"""Which of two is better, and how sure that is: intervals, tests, curves side by side."""
