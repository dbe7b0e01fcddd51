"""Questions whose answers know which mistake was made."""
