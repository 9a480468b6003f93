"""The expected examination of a good bot, on any machine."""

# What these find is a matter of time or memory, and so of the machine: a busy one may earn a good bot a warning.
MEASURED = {"answers pings", "comes back", "memory", "keeps its time", "leaves when told"}


def troubles_of(steps, skipped=frozenset()):
    """Return the texts of the steps that did not pass, by step. Check that exactly the steps in `skipped` were skipped.

    Warnings about measured times are left out.
    """
    assert {step["step"] for step in steps if step["outcome"] == "skipped"} == set(skipped)
    return {
        step["step"]: step["text"]
        for step in steps
        if step["outcome"] not in {"passed", "skipped"}
        and not (step["outcome"] == "warned" and step["step"] in MEASURED)
    }
