"""The people who may sign in; unlike the entries, they may be changed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("pin_hash", sa.Text),
        sa.Column("password_hash", sa.Text),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
