"""The script that Alembic runs to migrate. Its caller gives the connection, and commits the transaction."""

from alembic import context

from arena.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True)
context.run_migrations()
