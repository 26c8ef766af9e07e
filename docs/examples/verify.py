"""Whether a webhook's message is Shoeboard's, and fresh: `headers` with small letters."""

import base64, hashlib, hmac, time


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    sent = headers["webhook-timestamp"]
    text = f"{headers['webhook-id']}.{sent}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    ours = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    is_fresh = abs(time.time() - int(sent)) < 300
    return is_fresh and hmac.compare_digest(ours, headers["webhook-signature"])
