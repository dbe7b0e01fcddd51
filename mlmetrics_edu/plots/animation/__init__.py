"""Pictures that move, in a player of their own."""
