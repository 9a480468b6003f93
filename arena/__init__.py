"""A tournament arena for bots that play modern board games."""
