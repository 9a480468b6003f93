"""The doctor: it plays an arena that does odd things on purpose, and says what a bot makes of them."""
