"""Answer the calls of organisers, authors and the command line: the service Organiser."""
