"""T-17 Teotibot: the automaton of the solo game, which follows rules where a player would choose."""
