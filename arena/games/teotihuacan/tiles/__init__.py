"""All tiles in the box: one file for each kind, and in it one row for each tile."""
