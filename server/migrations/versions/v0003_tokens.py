"""The tokens of other systems; what is kept of one is a digest."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("scopes", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16)),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32)),
        sa.Column("revoked", sa.String(32)),
    )
