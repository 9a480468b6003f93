"""All tiles in the box: a Python file for each kind of tile, such as Royal tiles, with a list of the tiles."""
