"""Prints a table's coups as they settle: python follow.py http://127.0.0.1:8000 t1 TOKEN [SEQ]"""

import json, sys, time, urllib.error, urllib.request

server, table, token, *last = sys.argv[1:]
while True:
    headers = {"Authorization": f"Bearer {token}"} | ({"Last-Event-ID": last[0]} if last else {})
    stream = urllib.request.Request(f"{server}/api/v1/tables/{table}/stream", headers=headers)
    try:
        with urllib.request.urlopen(stream, timeout=15) as lines:  # it says something every 5 s
            for line in lines:
                if line.startswith(b"data: "):
                    entry = json.loads(line[6:])
                    if coup := entry["coup"]:
                        print(coup["shoe"], coup["coup"], coup["outcome"], flush=True)
                    last = [str(entry["seq"])]  # from here we go on after a break
    except urllib.error.HTTPError as refused:
        sys.exit(refused.read().decode())
    except OSError:
        time.sleep(1)
