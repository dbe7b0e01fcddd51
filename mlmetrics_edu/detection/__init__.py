"""From boxes to hits: what overlaps what, which detection found which object."""
