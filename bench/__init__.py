"""Measured figures of the project.

Many speeds are divided by that of an anchor: another engine, which is measured in the same run.
"""
