"""Carry work out in processes of this machine or of a cluster."""
