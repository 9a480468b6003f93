"""Hold tournaments in a served arena: the venue, schedules, and the admission of versions."""
