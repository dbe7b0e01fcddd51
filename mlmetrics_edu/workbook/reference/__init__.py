"""Pages to look things up in, made from what the library itself says."""
