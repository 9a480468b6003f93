"""The implementations, on the database, of the interfaces of the server and of tournaments."""
