"""Code that several commands share: arguments, output, files, and the openings of games."""
