"""T-17 Teotibot: the automaton of the solo game. It follows rules instead of making choices."""
