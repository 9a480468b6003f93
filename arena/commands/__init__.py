"""The commands of `arena`, one noun each: `add` adds the arguments, `run` does the work or imports what does it."""
