"""The bots that the doctor starts itself."""

from arena_sdk.doctor.clinic import Clinic, command_of


def test_the_doctor_leaves_no_process_behind():
    with Clinic("it", command_of("random")) as clinic:
        clinic.attend(20)
        process = clinic._process
    assert process.returncode is not None


def test_a_command_gets_the_address_at_its_end_or_where_it_wants_it():
    assert command_of("node bot.mjs") == ["node", "bot.mjs", "--arena", "{arena}"]
    assert command_of("./bot --to={arena} -v") == ["./bot", "--to={arena}", "-v"]
    assert command_of("my_bot.py:Mine")[1:] == [
        "-m",
        "arena_sdk",
        "my_bot.py:Mine",
        "--arena",
        "{arena}",
        "--matches",
        "4",
    ]
