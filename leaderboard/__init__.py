"""The site of an arena: who is best, how sure that is, and every match to look at."""
