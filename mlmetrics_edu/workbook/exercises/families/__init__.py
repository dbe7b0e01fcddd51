"""What else questions on each subject are answered with: files of functions, and of sentences."""
