"""Speed, as a ratio to other libraries, side by side in one run."""
