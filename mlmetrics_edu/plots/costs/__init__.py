"""Costs, and the densities and boundaries behind them."""
