"""The gRPC service Organiser: the calls of organisers, authors and the command line."""
