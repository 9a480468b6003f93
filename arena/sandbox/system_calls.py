"""The system calls that a submitted bot may make, as a BPF program that the kernel runs before each call.

The program checks the processor, then the number of the call, then one argument of some calls. A call that no bot needs
kills the bot. A call that a library may try without harm is refused with an error, as on a kernel without that call.
The program is written by hand, because it is short: with a library, the arena would need a compiled package for fifty
lines.
"""

import errno
import platform
import struct
from collections.abc import Iterator, Mapping
from typing import Final

from arena.errors import UsageError

LOAD: Final = 0x20  # a word of the call's data
EQUAL: Final = 0x15  # jump if equal
AT_LEAST: Final = 0x35
ANY_BIT: Final = 0x45
RETURN: Final = 0x06

NUMBER: Final = 0  # offsets in the call's data
PROCESSOR: Final = 4
ARGUMENTS: Final = 16  # 8 bytes each, the low word first

ALLOW: Final = 0x7FFF0000
KILL: Final = 0x80000000  # the whole process, as if by SIGSYS
ERROR: Final = 0x00050000  # plus the number of the error

X32: Final = 0x40000000  # calls of another size of pointer on x86_64, with numbers of their own
NEW_NAMESPACES: Final = 0x7E020000  # of clone: mount, cgroup, UTS, IPC, user, PID, network
AF_UNIX: Final = 1
TYPES_INTO_TERMINAL: Final = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX


# name: x86_64, aarch64. No bot needs these calls: its process is killed.
DEADLY: Final[Mapping[str, tuple[int | None, int | None]]] = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "vhangup": (153, 58),
}

# Refused with an error. Shared memory of System V, queues and files without a name would hold memory that no limit of
# a process counts; the ring of io_uring would make calls past this filter.
REFUSED: Final[Mapping[str, tuple[int | None, int | None]]] = {
    "clone3": (435, 435),  # its flags lie in memory, where no filter can read them: clone is used instead
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    "fanotify_init": (300, 262),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "personality": (135, 92),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}

SOCKETS: Final[Mapping[str, tuple[int, int]]] = {"socket": (41, 198), "socketpair": (53, 199)}
CLONE: Final = (56, 220)
IOCTL: Final = (16, 29)

PROCESSORS: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, and the name for the kernel


def call_filter(processor: str = "") -> bytes:
    """Return the BPF program for a type of processor, by default this machine's.

    Raise UsageError if there is no program for this type.
    """
    name = processor or platform.machine()
    if name not in PROCESSORS:
        raise UsageError(f"no filter of system calls for the processor {name}: expected {' or '.join(PROCESSORS)}")
    column, audit = PROCESSORS[name]
    return b"".join([*start(audit, has_x32=name == "x86_64"), *rules(column), instruction(RETURN, ALLOW)])


def start(audit: int, *, has_x32: bool) -> Iterator[bytes]:
    """Yield the first instructions: kill a process with calls of another processor type; load the call's number."""
    yield instruction(LOAD, PROCESSOR)
    yield instruction(EQUAL, audit, yes=1)
    yield instruction(RETURN, KILL)
    yield instruction(LOAD, NUMBER)
    if has_x32:
        yield instruction(AT_LEAST, X32, no=1)
        yield instruction(RETURN, KILL)


def rules(column: int) -> Iterator[bytes]:
    """Yield the BPF instructions for all system calls that are forbidden or restricted."""
    for table, action in ((DEADLY, KILL), (REFUSED, ERROR | errno.ENOSYS)):
        for numbers in table.values():
            if (number := numbers[column]) is not None:
                yield instruction(EQUAL, number, no=1)
                yield instruction(RETURN, action)
    for each in SOCKETS.values():
        yield from argument_rule(each[column], 0, EQUAL, AF_UNIX, ALLOW, ERROR | errno.EAFNOSUPPORT)
    yield from argument_rule(CLONE[column], 0, ANY_BIT, NEW_NAMESPACES, KILL, ALLOW)
    for request in TYPES_INTO_TERMINAL:
        yield from argument_rule(IOCTL[column], 1, EQUAL, request, ERROR | errno.EPERM)


def argument_rule(  # noqa: PLR0913, PLR0917 -- a row of a table
    number: int, argument: int, test: int, value: int, then: int, rest: int | None = None
) -> Iterator[bytes]:
    """Yield the BPF instructions that compare the low 32 bits of one argument of a system call with `value`.

    If the test is true, the call gets the verdict `then` (such as `ALLOW`), and if not, the verdict `rest`. Without
    `rest`, the rules that follow decide.
    """
    last = [] if rest is None else [instruction(RETURN, rest)]
    yield instruction(EQUAL, number, no=4 + len(last))
    yield instruction(LOAD, ARGUMENTS + 8 * argument)
    yield instruction(test, value, no=1)
    yield instruction(RETURN, then)
    yield from last
    yield instruction(LOAD, NUMBER)  # the argument stands in its place; another call never comes here


def instruction(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    """Return one BPF instruction.

    `yes` and `no` are the numbers of instructions to skip after a true or a false test.
    """
    return struct.pack("=HBBI", code, yes, no, value)
