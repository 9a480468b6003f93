"""Figures of the project, as ratios to anchors. Anchors are other engines, measured in the same run."""
