"""What errors cost: price lists, expected costs, cost curves, and where choices change."""
