"""Measured figures of the project, each as a ratio to an anchor: another engine, measured in the same run."""
