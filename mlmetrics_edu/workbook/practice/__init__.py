"""Practice: questions that grow harder with success, and come back after a mistake."""
