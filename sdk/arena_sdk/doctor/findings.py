"""What a step may end with, besides what it found in words: Remark, Skip, and `patient.Fault`."""


class Remark(Exception):  # noqa: N818 -- a finding
    """It works, but will cost games."""


class Skip(Exception):  # noqa: N818 -- no finding at all
    """It does not apply to this bot."""
