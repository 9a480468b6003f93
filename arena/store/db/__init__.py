"""The open database: connections, transactions, its errors in plain words, the lock, and backups."""
