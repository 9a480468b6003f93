"""The commands of `arena`, one file each; every one has `add` for its arguments and does its work in `run`."""
