"""Exceptions that end a step: Remark and Skip in this module, and `patient.Fault`."""


class Remark(Exception):  # noqa: N818 -- a finding
    """Raised if the bot works, but does something that will cost it games."""


class Skip(Exception):  # noqa: N818 -- no finding at all
    """Raised if a step is left out: it does not apply to this bot, or there is too little time."""
