"""The script that Alembic runs to migrate: the caller gives the connection, and owns the transaction."""

from alembic import context

from arena.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True)
context.run_migrations()
