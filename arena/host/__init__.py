"""Run a served arena as processes: the arena itself, its house bots, its ratings and its site."""

from arena.tasks.heap import start_uncollected

start_uncollected()  # here, because each of these processes imports this package first
