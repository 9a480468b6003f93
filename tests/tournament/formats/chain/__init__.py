"""A format to copy: CONTRIBUTING.md says how a format is added."""
