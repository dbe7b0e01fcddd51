"""The exercises, a file for each topic, with its sentences beside it; what many draw is `data`."""
