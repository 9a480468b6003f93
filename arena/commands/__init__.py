"""The commands of `arena`, each named by a noun. In each module `add` adds the arguments, and `run` does the work."""
