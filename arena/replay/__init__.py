"""Replays of records: a sentence for each answer, a picture of each position, and one HTML file with both."""
