"""Tournaments in a served arena: the venue, the schedules, and the admission of versions."""
