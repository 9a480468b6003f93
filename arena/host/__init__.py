"""Run a served arena as processes: the arena itself, its house bots, its ratings and its site."""

import gc

# What a process of an arena imports makes hundreds of thousands of objects, which all stay. The collector visits them
# again and again, which takes a fifth of the start, unless it waits for more objects than the usual 700.
gc.set_threshold(50_000, 20, 50)
