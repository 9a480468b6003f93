"""Every change of the tables since the first release, in order; they only go forward."""
