"""The implementations of the store interfaces that the server and tournaments define, on the database."""
