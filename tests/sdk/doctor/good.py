"""What a good bot's examination looks like, on any machine."""

# What these find is a matter of time or memory, and so of the machine: a busy one may earn a good bot a warning.
MEASURED = {"answers pings", "comes back", "memory", "keeps its time", "leaves when told"}


def troubles_of(steps, skipped=frozenset()):
    """The steps of a report that did not go as they do with a good bot; those to be skipped are named."""
    assert {step["step"] for step in steps if step["outcome"] == "skipped"} == set(skipped)
    return {
        step["step"]: step["text"]
        for step in steps
        if step["outcome"] not in {"passed", "skipped"}
        and not (step["outcome"] == "warned" and step["step"] in MEASURED)
    }
