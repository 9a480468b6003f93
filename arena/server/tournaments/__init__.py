"""Tournaments in a served arena: the bots that can enter, the schedules, and the admission of new versions."""
