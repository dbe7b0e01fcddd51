"""Files of boxes, in the forms in which the field keeps them: read into columns."""
