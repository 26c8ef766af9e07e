"""The signature of a message, as standardwebhooks.com has it: receivers have libraries for it."""

from __future__ import annotations

import base64
import hashlib
import hmac


def signed(key: bytes, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers that say which message it is, when it was sent (Unix time), and that it is ours.

    The signature is HMAC-SHA256 over `id.timestamp.body`, in base64 after `v1,`.
    """
    text = b".".join((message_id.encode(), str(timestamp).encode(), body))
    digest = hmac.new(key, text, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
