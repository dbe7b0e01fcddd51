"""Tables of classes, masks, residuals, and numbers taken apart."""
