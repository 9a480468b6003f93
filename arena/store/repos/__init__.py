"""What implements the interfaces of the server and of tournaments on the database."""
