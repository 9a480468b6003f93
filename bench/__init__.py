"""Figures of the project, as ratios against anchors of the field that are measured in the same run."""
