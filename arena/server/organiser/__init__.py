"""What organisers ask of an arena from elsewhere: the service Organiser."""
