"""Every change of the tables since the first release, in order. There is no way back to an older one."""
