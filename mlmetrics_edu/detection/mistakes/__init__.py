"""What kinds of mistakes a detector makes, and what each kind costs."""
