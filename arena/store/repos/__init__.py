"""The implementations, on the database, of the store interfaces of the server and of tournaments."""
