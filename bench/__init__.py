"""Figures of the project, as ratios to anchors: other engines of the field, measured in the same run."""
