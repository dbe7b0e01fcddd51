"""The exercises, a file for each topic: the data drawn and the arithmetic; sentences beside it."""
