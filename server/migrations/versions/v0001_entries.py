"""The entries, which the database itself lets nobody change or delete."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("table_name", sa.String(64), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_index("shoes", "entries", ["table_name", "event", "seq"])
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER entries_no_{verb.lower()} BEFORE {verb} ON entries "
            f"BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        )
    # INSERT OR REPLACE deletes without asking a trigger, so it is stopped before.
    op.execute(
        "CREATE TRIGGER entries_no_replace BEFORE INSERT ON entries WHEN EXISTS "
        "(SELECT 1 FROM entries WHERE table_name = NEW.table_name AND seq = NEW.seq) "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    )
