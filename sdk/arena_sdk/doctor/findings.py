"""The exceptions with which a step may end: Remark and Skip here, and `patient.Fault`."""


class Remark(Exception):  # noqa: N818 -- a finding
    """The bot works, but what it does will cost games."""


class Skip(Exception):  # noqa: N818 -- no finding at all
    """The step does not apply to this bot."""
