"""The site of an arena: the rankings with their uncertainty, and every match with its replay."""
