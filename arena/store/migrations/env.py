"""What Alembic runs to migrate: the connection is given, the transaction is the caller's."""

from alembic import context

from arena.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True)
context.run_migrations()
