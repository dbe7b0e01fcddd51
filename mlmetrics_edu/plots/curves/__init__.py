"""ROC and P-R curves, their areas and pairs."""
