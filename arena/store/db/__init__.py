"""The open database: connections, transactions, faults, the lock, and backups."""
