"""The API for other systems: by its own document, by tokens, by pages, and as a stream."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from server.cli import shoeboard
from server.tokens import Scope, Tokens
from tests.wire import until

from .server import TABLE, Server
from .site import PASSWORD, OpenPlace

ROOT = Path(__file__).parents[2]
CARDS = ["8S", "AH", "KD", "TC", "2S", "9H", "6D", "KC", "9S", "2C", "KH", "5D"]


SQUEEZED = "t2"
TOML = f"""
[[tables]]
name = "{TABLE}"
house = "paramount"

[[tables]]
name = "{SQUEEZED}"
house = "paramount"
reveal = "on_result"
"""


def tokens(data: Path, *words: str) -> Result:
    """`shoeboard tokens ...` on a data folder, while its server runs."""
    return CliRunner().invoke(shoeboard, ["tokens", *words, "--data", str(data)])


def token(data: Path, name: str, *words: str) -> str:
    made = tokens(data, "add", name, *words)
    assert made.exit_code == 0, made.output
    return made.stdout.strip()


class System:
    """Another system that asks a server with a token."""

    def __init__(self, server: Server, name: str, *words: str) -> None:
        self.server, self.secret = server, token(server.data, name, *words)
        self.headers = {"Authorization": f"Bearer {self.secret}"}

    def get(self, path: str) -> tuple[int, Any]:
        return self.server.get(f"/api/v1{path}", headers=self.headers)

    def command(self, name: str, table: str = TABLE, **more: Any) -> tuple[int, Any]:
        body = json.dumps({"command": name, **more}).encode()
        return self.server.get(
            f"/api/v1/tables/{table}/commands", data=body,
            headers={**self.headers, "Content-Type": "application/json"},
        )  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A closed shoe of three coups, of which the first was put right, and three of the next."""
    server = Server(tmp_path_factory.mktemp("api") / "data", toml=TOML).start()
    server.people("add", "Ada", "--role", "admin", "--password", secret=PASSWORD)
    house = System(server, "house", "--scope", "decide", "--role", "pit_boss")
    for _ in range(2):
        assert house.command("open_shoe")[0] == 200
        for card in CARDS:
            assert house.command("enter_card", card=card)[0] == 200
        if server.snapshot()["shoe"]["number"] == 1:
            assert house.command("correct_card", entry=3, card="9H", why="misread")[0] == 200
            assert house.command("close_shoe")[0] == 200
    yield server
    server.close()


@pytest.fixture(scope="module")
def reader(server: Server) -> System:
    return System(server, "analyst", "--scope", "read")


def test_coups_are_found_page_by_page(reader: System) -> None:
    _, first = reader.get(f"/coups?table={TABLE}&limit=4")
    assert [(coup["shoe"], coup["coup"]) for coup in first["coups"]] == [
        (2, 3), (2, 2), (2, 1), (1, 3),
    ]  # fmt: skip
    assert (first["total"], first["newer"]) == (6, None)
    _, then = reader.get(f"/coups?table={TABLE}&limit=4&before={first['older']}")
    assert [coup["coup"] for coup in then["coups"]] == [2, 1]
    assert then["older"] is None
    _, back = reader.get(f"/coups?table={TABLE}&limit=4&after={then['newer']}")
    assert back["coups"] == first["coups"]
    _, found = reader.get("/coups?corrected=yes")
    (coup,) = found["coups"]
    assert (coup["shoe"], coup["banker"], coup["outcome"]) == (1, ["9H", "TC"], "banker")
    assert [shoe["coups"] for shoe in reader.get("/shoes")[1]["shoes"]] == [3, 3]
    assert [c["coup"] for c in reader.get(f"/tables/{TABLE}/shoes/1")[1]["coups"]] == [1, 2, 3]


def test_the_log_is_told_by_seq_with_the_coups_that_its_entries_settled(reader: System) -> None:
    after, told = 0, []
    while True:
        _, page = reader.get(f"/tables/{TABLE}/events?after={after}&limit=10")
        if not page["entries"]:
            break
        told += page["entries"]
        after = page["after"]
    assert [entry["seq"] for entry in told] == [*range(1, page["end"] + 1)]
    settled = [(e["coup"]["shoe"], e["coup"]["outcome"]) for e in told if e["coup"]]
    assert settled == [
        (1, "banker"), (1, "banker"), (1, "player"), (2, "player"), (2, "banker"), (2, "player"),
    ]  # fmt: skip
    assert told[1]["body"]["by"] == "token:house"


def test_what_has_not_changed_is_not_sent_again(reader: System) -> None:
    url = f"{reader.server.url}/api/v1/coups"
    with urllib.request.urlopen(urllib.request.Request(url, headers=reader.headers)) as answer:
        tag = answer.headers["ETag"]
    again = urllib.request.Request(url, headers={**reader.headers, "If-None-Match": tag})
    with pytest.raises(urllib.error.HTTPError) as same, urllib.request.urlopen(again):
        pass
    assert (same.value.code, same.value.read()) == (304, b"")


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/coups?outcome=draw", 400, "`outcome` takes player, banker, tie, void, not 'draw'."),
        ("/coups?since=2026-02-02&until=2026-02-01", 400, "write the earlier day first"),
        ("/coups?since=tomorrow", 400, "takes a day as 2026-01-31"),
        ("/coups?before=yesterday", 400, "takes the place that a page's link gives"),
        ("/coups?colour=red", 400, "There is no parameter 'colour' here: it takes table, since"),
        ("/shoes?limit=501", 400, "`limit` takes a number from 1 to 500, not '501'."),
        ("/shoes?limit=1&limit=2", 400, "`limit` is given 2 times: give it once."),
        ("/coups?table=", 400, "`table` is empty: leave it out."),
        ("/tables/t9/events", 404, "There is no table 't9' here."),
        (f"/tables/{TABLE}/events?after=-1", 400, "`after` takes a number from 0"),
        (f"/tables/{TABLE}/shoes/9", 404, f"Table {TABLE} has no shoe 9."),
        (f"/tables/{TABLE}/export.csv", 403, "the scope export, which token analyst does not have"),
        (f"/tables/{TABLE}/crew", 403, "No token may ask for this"),
        (f"/tables/{TABLE}/coups", 403, "No token may ask for this"),
    ],
)
def test_what_cannot_be_is_a_sentence(reader: System, path: str, status: int, said: str) -> None:
    answered, told = reader.get(path)
    assert answered == status
    assert said in told["error"]


def test_a_token_may_do_no_more_than_its_scopes_and_nothing_once_revoked(
    server: Server, reader: System
) -> None:
    status, told = reader.command("close_shoe")
    assert (status, "needs the scope decide" in told["error"]) == (403, True)
    dealer = System(server, "dealer", "--scope", "decide", "--role", "dealer")
    status, told = dealer.command("void_coup", entry=20, why="no")
    assert (status, "inspector" in told["error"]) == (409, True)
    assert dealer.get("/coups")[0] == 403
    assert dealer.command("enter_card", card="3S", id="one")[0] == 200
    seq = server.snapshot()["seq"]
    assert dealer.command("enter_card", card="3S", id="one") == (200, {"seq": seq})
    assert dealer.command("undo")[0] == 200
    assert tokens(server.data, "revoke", "dealer").exit_code == 0
    status, told = dealer.command("undo")
    assert (status, "unknown, revoked or over" in told["error"]) == (401, True)
    assert "dealer: may decide as dealer, revoked" in tokens(server.data, "list").output
    assert dealer.secret not in (server.data / "shoeboard.sqlite").read_bytes().decode("latin-1")


def test_tokens_that_cannot_be(server: Server, reader: System) -> None:
    for words, said in (
        (("add", "Pos", "--scope", "read"), "small letters"),
        (("add", "pos", "--scope", "decide"), "needs the role that it decides as"),
        (("add", "pos", "--scope", "read", "--role", "dealer"), "no other token has one"),
        (("add", "pos", "--scope", "read", "--days", "0"), "1 to 3660 days"),
        (("add", "analyst", "--scope", "read"), "choose another name"),
        (("revoke", "nobody"), "There is no token 'nobody'"),
    ):
        refused = tokens(server.data, *words)
        assert (refused.exit_code, said in refused.output) == (1, True), refused.output


def test_nothing_is_told_that_the_players_have_not_seen(server: Server, reader: System) -> None:
    boss = System(server, "boss", "--scope", "decide", "--role", "pit_boss")
    boss.command("open_shoe", SQUEEZED)
    for card in CARDS[:4]:
        boss.command("enter_card", SQUEEZED, card=card)
    _, told = reader.get(f"/tables/{SQUEEZED}/events")
    assert [entry["event"] for entry in told["entries"]] == ["ShoeOpened"]
    assert reader.get(f"/coups?table={SQUEEZED}")[1]["coups"] == []
    boss.command("reveal", SQUEEZED)
    _, told = reader.get(f"/tables/{SQUEEZED}/events?after={told['after']}")
    assert [entry["event"] for entry in told["entries"]] == ["CardEntered"] * 4 + ["Revealed"]
    assert told["entries"][3]["coup"]["outcome"] == "player"


def test_every_route_of_ours_is_documented_or_our_pages_own(server: Server) -> None:
    _, told = server.get("/api/v1/openapi.json")
    assert told == server.get("/api/openapi.json")[1]
    status, page = server.get("/api/v1/docs")
    assert status == 200
    assert all(path in page for path in told["paths"])


def test_a_stream_holds_a_thread_until_it_is_closed(open_place: OpenPlace) -> None:
    place = open_place(threads=8)  # of which seven are spare
    _, secret = Tokens(place.site.log, lambda: place.now).add("one", [Scope.READ], role=None)
    ask = place.app.test_client().get
    path, headers = f"/api/v1/tables/{TABLE}/stream", {"Authorization": f"Bearer {secret}"}
    first = ask(path, headers=headers)
    assert first.status_code == 200
    refused = ask(path, headers=headers)
    assert (refused.status_code, "Too many streams" in refused.text) == (503, True)
    first.close()
    ask(path, headers=headers).close()
    place.pass_time(days=1)
    _, brief = Tokens(place.site.log, lambda: place.now).add("day", [Scope.READ], role=None, days=1)
    headers = {"Authorization": f"Bearer {brief}"}
    assert ask("/api/v1/coups", headers=headers).status_code == 200
    place.pass_time(days=1)
    assert ask("/api/v1/coups", headers=headers).status_code == 401


def test_the_example_follows_a_table_over_a_restart_and_misses_nothing(
    server: Server, reader: System
) -> None:
    house = System(server, "table-system", "--scope", "decide", "--role", "dealer")
    house.command("close_shoe")
    house.command("open_shoe")
    since = str(server.snapshot()["seq"] - 1)
    example = ROOT / "docs/examples/follow.py"
    assert len(example.read_text().splitlines()) <= 20
    told: list[str] = []
    follow = subprocess.Popen(
        [sys.executable, example, server.url, TABLE, reader.secret, since],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert follow.stdout
    lines = follow.stdout
    thread = threading.Thread(target=lambda: told.extend(iter(lines.readline, "")))
    thread.start()
    try:
        for card in CARDS[:4]:
            house.command("enter_card", card=card)
        until(lambda: told == ["3 1 player\n"])
        server.kill()
        server.start()
        for card in CARDS[4:8]:
            house.command("enter_card", card=card)
        until(lambda: told == ["3 1 player\n", "3 2 banker\n"])
    finally:
        follow.kill()
        follow.wait()
        thread.join()
        lines.close()


def test_every_answer_is_as_the_document_says(server: Server) -> None:
    """No 5xx and no status, type or shape that is not in it, whatever schemathesis asks.

    It decides, too, so that nothing is as it was: it comes last.
    """
    everything = ("--scope", "read", "--scope", "export", "--scope", "decide", "--role", "dealer")
    secret = token(server.data, "schemathesis", *everything)
    ran = subprocess.run(  # for ten times as many, with every boundary: --phases coverage,fuzzing
        [
            Path(sys.executable).with_name("schemathesis"), "run",
            f"{server.url}/api/v1/openapi.json", "-H", f"Authorization: Bearer {secret}",
            "--exclude-operation-id", "stream",  # it has no end
            "--exclude-checks", "positive_data_acceptance",  # no table is called `0`
            "--phases", "fuzzing", "--max-examples", "12", "--seed", "1",
            "--suppress-health-check", "all",
        ],
        capture_output=True, text=True, cwd=server.data,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-6000:]
    assert "9 passed" in ran.stdout
