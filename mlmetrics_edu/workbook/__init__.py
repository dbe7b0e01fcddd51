"""What a learner works with: examples, lessons, and the commands around them."""
