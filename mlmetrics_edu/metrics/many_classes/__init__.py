"""More than two classes: tables of any labels, averages, agreement, significance."""
