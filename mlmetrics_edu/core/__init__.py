"""What a number is: formulas, numbers that keep their working, traces, words, inputs, errors."""
