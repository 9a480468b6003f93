"""Implement, on the database, the store interfaces that the server and the tournaments define."""
