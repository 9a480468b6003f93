"""Code that several commands share: arguments, output, files, and positions with which a game begins."""
