"""Replays of records: what happened as sentences, every position as a frame, and one HTML file that holds both."""
