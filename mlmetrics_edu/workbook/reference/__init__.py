"""Pages to look things up in, made from what the library itself says.

``glossary`` looks words and conventions up, ``pages`` writes the indexes and the exercises' sheets.
"""
