"""The people are kept beside the log, and what cannot be gets a sentence."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Literal

import pytest
from argon2 import PasswordHasher

from server import secret as hashing
from server.baccarat.roles import Role
from server.key import BadKey, session_key
from server.log import EventLog, LogError
from server.people import People, PeopleError, Person

PIN, PASSWORD = "4711", "a long enough one"


@pytest.fixture
def people(log: EventLog) -> People:
    return People(log)


def test_what_was_added_is_found_again(people: People, log: EventLog, folder: Path) -> None:
    assert not people.exist()
    people.add("Zoë  Ahn", Role.PIT_BOSS, pin=PIN, password=PASSWORD)
    people.add("Ben", Role.DEALER, pin=PIN)
    again = People(EventLog.open(folder))
    assert again.exist()
    assert again.all() == [
        Person("Ben", Role.DEALER, has_pin=True, has_password=False, enabled=True),
        Person("Zoë Ahn", Role.PIT_BOSS, has_pin=True, has_password=True, enabled=True),
    ]
    for secret in (PIN, PASSWORD):
        found = again.verify("zoe\u0308 ahn", secret)  # another way to write the same letter
        assert found is not None
        assert found.name == "Zoë Ahn"
    again._log.close()


@pytest.mark.parametrize("secret", ["4712", "", "47110", "a long enough One", "4711 ", "x" * 9999])
def test_a_wrong_secret_is_nobodys(people: People, secret: str) -> None:
    people.add("Ben", Role.DEALER, pin=PIN, password=PASSWORD)
    assert people.verify("Ben", secret) is None
    assert people.verify("Nemo", secret) is None


def test_a_disabled_person_is_nobody_until_enabled(people: People) -> None:
    people.add("Ben", Role.DEALER, pin=PIN)
    assert not people.disable("ben").enabled
    assert people.verify("Ben", PIN) is None
    assert people.enable("BEN").enabled
    assert people.verify("Ben", PIN) is not None


def test_a_new_secret_ends_the_old_one_and_leaves_the_other(people: People) -> None:
    people.add("Ben", Role.DEALER, pin=PIN)
    before = people.find("Ben")
    people.reset("Ben", pin="2580", password=PASSWORD)
    assert people.verify("Ben", PIN) is None
    people.reset("Ben", pin="9021")
    assert people.verify("Ben", PASSWORD) is not None
    after = people.find("Ben")
    assert before is not None
    assert after is not None
    assert before[1] != after[1]


@pytest.mark.parametrize("name", ["Ben", "ben", "BEN", " Ben "])
def test_a_name_is_taken_once(people: People, name: str) -> None:
    people.add("Ben", Role.DEALER, pin=PIN)
    with pytest.raises(PeopleError, match=r"There is a \w+ already.*choose another name"):
        people.add(name, Role.INSPECTOR, pin="2580")
    assert len(people.all()) == 1


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "\x1b[31m", "x" * 65, "console", "\ud800"])
def test_a_name_that_is_none_gets_a_sentence(people: People, name: str) -> None:
    with pytest.raises(PeopleError, match=r"A name has 1 to 64|stands in the log"):
        people.add(name, Role.DEALER, pin=PIN)
    assert not people.exist()


@pytest.mark.parametrize("pin", ["", "471", "471147114", "47a1", "４７１１", "4711\n", "-471"])
def test_a_pin_is_four_to_eight_digits(people: People, pin: str) -> None:
    with pytest.raises(PeopleError, match="4 to 8 digits"):
        people.add("Ben", Role.DEALER, pin=pin)


@pytest.mark.parametrize(
    "pin", ["1111", "1234", "4321", "0000000", "8901", "2468", "1212", "242424"]
)
def test_a_pin_that_anybody_would_try_first_is_refused(people: People, pin: str) -> None:
    with pytest.raises(PeopleError, match="too easy to guess"):
        people.add("Ben", Role.DEALER, pin=pin)


@pytest.mark.parametrize("password", ["", "123456789", "x" * 201])
def test_a_password_has_a_length(people: People, password: str) -> None:
    with pytest.raises(PeopleError, match=rf"10 to 200 characters, this one {len(password)}"):
        people.add("Ben", Role.DEALER, password=password)


def test_an_admin_signs_in_with_a_password_alone(people: People) -> None:
    with pytest.raises(PeopleError, match="An admin needs a password"):
        people.add("Ada", Role.ADMIN, pin=PIN)
    people.add("Ada", Role.ADMIN, password=PASSWORD)
    with pytest.raises(PeopleError, match="An admin signs in with a password"):
        people.reset("Ada", pin=PIN)
    with pytest.raises(PeopleError, match="needs a PIN or a password"):
        people.add("Ben", Role.DEALER)


def test_unknown_people_get_a_sentence(people: People) -> None:
    for act in (people.disable, people.enable, lambda name: people.reset(name, pin=PIN)):
        with pytest.raises(PeopleError, match="Nobody is registered as 'Nemo'"):
            act("Nemo")


def test_the_last_admin_stays(people: People) -> None:
    people.add("Ada", Role.ADMIN, password=PASSWORD)
    people.add("Ben", Role.DEALER, pin=PIN)
    with pytest.raises(PeopleError, match="Ada is the last admin who can sign in"):
        people.disable("ada")
    people.add("Amy", Role.ADMIN, password=PASSWORD)
    people.disable("Ada")
    people.disable("Ada")  # once more changes nothing
    with pytest.raises(PeopleError, match="Amy is the last admin"):
        people.disable("Amy")
    people.disable("Ben")


def test_two_admins_who_disable_each_other_leave_one(people: People) -> None:
    people.add("Ada", Role.ADMIN, password=PASSWORD)
    people.add("Amy", Role.ADMIN, password=PASSWORD)
    refused: list[str] = []

    def disable(name: str) -> None:
        try:
            people.disable(name)
        except PeopleError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=disable, args=(name,)) for name in ("Ada", "Amy")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert [person.enabled for person in people.all()].count(True) == 1


class Counting(PasswordHasher):
    """The real hasher, which counts how often it works a secret out."""

    worked_out = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.worked_out += 1
        return super().verify(hash, password)


def test_an_unknown_name_takes_the_work_of_a_known_one(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.add("Ben", Role.DEALER, pin=PIN)
    people.add("Dan", Role.DEALER, pin=PIN)
    people.disable("Dan")
    hasher = Counting(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(hashing, "_hasher", hasher)
    tried = [("Ben", "4712"), ("Nemo", "4712"), ("Dan", PIN), ("Ben", PASSWORD)]
    for count, (name, given) in enumerate(tried, start=1):
        assert people.verify(name, given) is None
        assert hasher.worked_out == count


def test_the_secrets_are_not_in_the_file(people: People, folder: Path) -> None:
    people.add("Ben", Role.DEALER, pin="80264913", password=PASSWORD)
    database = sqlite3.connect(folder / "shoeboard.sqlite")
    (row,) = database.execute("SELECT pin_hash, password_hash FROM people")
    database.close()
    assert all(kept.startswith("$argon2id$") for kept in row)
    kept = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    assert PASSWORD.encode() not in kept
    assert b"80264913" not in kept


def test_a_log_of_before_there_were_people_takes_them(folder: Path) -> None:
    EventLog.open(folder).close()
    database = sqlite3.connect(folder / "shoeboard.sqlite")
    database.executescript(
        "DROP TABLE people; DROP TABLE tokens; UPDATE alembic_version SET version_num = '0001'"
    )
    database.close()
    log = EventLog.open(folder)
    assert People(log).add("Ben", Role.DEALER, pin=PIN).name == "Ben"
    log.close()


def test_nobody_is_called_like_a_token(people: People) -> None:
    with pytest.raises(PeopleError, match="before a token's name"):
        people.add("Token:pos", Role.DEALER, pin=PIN)


def test_a_database_that_fails_gets_the_logs_sentence(people: People, folder: Path) -> None:
    database = sqlite3.connect(folder / "shoeboard.sqlite")
    database.executescript("DROP TABLE people")
    database.close()
    with pytest.raises(LogError, match="cannot be read: no such table"):
        people.all()


def test_a_damaged_key_gets_a_sentence(tmp_path: Path) -> None:
    assert len(session_key(tmp_path)) == 64
    (tmp_path / "session.key").write_bytes(b"\xff")
    with pytest.raises(BadKey, match=r"Cannot use the key .*session.key: it is not text"):
        session_key(tmp_path)
    (tmp_path / "session.key").write_text("ab")
    with pytest.raises(BadKey, match="is damaged: delete it"):
        session_key(tmp_path)
    with pytest.raises(BadKey, match="No such file"):
        session_key(tmp_path / "nowhere")
