"""Run a served arena as processes: the arena itself, its house bots, its ratings and its site."""
