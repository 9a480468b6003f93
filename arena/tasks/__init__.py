"""Do work in worker processes of this machine or of a cluster."""
