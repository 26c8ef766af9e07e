"""Alembic's entry: migrate on the connection that EventLog.open hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
