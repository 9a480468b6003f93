"""Programs of hostile bots. Each has a limit, so that it does no harm if the sandbox fails."""

FORK_BOMB = """
import os, time
for _ in range(200):  # and no more
    try:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
    except OSError:
        pass
time.sleep(20)
"""

MEMORY_BOMB = """
found = []
for _ in range(60):  # of 10 MB each, and no more
    found.append(bytearray(b"x" * (10 << 20)))
print("it had 600 MB")
"""

HIDDEN_MEMORY = """
import os
kept = []
for number in range(30):  # files of 10 MB without a name
    try:
        file = os.memfd_create(str(number))
    except OSError as error:
        print("memfd:", error.strerror)
        break
    os.write(file, b"x" * (10 << 20))
"""

SHARED_MEMORY = """
import mmap, time
kept = []
for _ in range(60):  # of 10 MB each: they stay, and no process has them mapped
    kept.append(mmap.mmap(-1, 10 << 20))
    kept[-1].write(b"x" * (10 << 20))
    kept[-1].madvise(mmap.MADV_DONTNEED)
print("it had 600 MB")
"""

FILLED_SOCKETS = """
import os, socket, time
kept = []
for _ in range(10):  # processes
    if os.fork() == 0:
        break
for _ in range(100):
    kept += socket.socketpair()
for each in kept:
    each.setblocking(False)
    try:
        while each.send(bytes(1 << 16)):
            pass
    except BlockingIOError:
        pass
time.sleep(20)
"""

BURNERS = """
import os
for _ in range(6):
    if os.fork() == 0:
        break
while True:
    pass
"""

DISK_FILLER = """
for number in range(100):  # 1 MB each
    try:
        open(f"/tmp/{number}", "wb").write(b"x" * (1 << 20))
    except OSError as error:
        print(error.strerror, flush=True)
        break
import time
time.sleep(20)
"""

MANY_FILES = """
for number in range(2000):
    open(f"/tmp/{number}", "wb").close()
import time
time.sleep(20)
"""

LARGE_FILE = """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
with open("/tmp/large", "wb", buffering=0) as file:
    for _ in range(20):
        file.write(b"x" * (1 << 18))
"""

BUSY = "while True: pass"

LONG_OUTPUT = """
import sys
print("the first words")
for _ in range(100):  # MB
    sys.stdout.write("x" * (1 << 20))
print("the last words")
"""

PTRACE = """
import ctypes, os
child = os.fork()
if child == 0:
    import time
    time.sleep(20)
ctypes.CDLL(None).ptrace(16, child, None, None)  # PTRACE_ATTACH
print("attached")
"""

NEW_NAMESPACE = """
import ctypes
ctypes.CDLL(None).unshare(0x10000000)  # CLONE_NEWUSER
print("a new namespace")
"""

MOUNT = """
import ctypes
ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, None)
print("mounted")
"""

ORPHANS = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        time.sleep(20)
        os._exit(0)
print("left")
"""

TWO_OUTPUTS = """
import sys
print("a" * 40000, end="")
print("b" * 40000, end="")
print("oops", file=sys.stderr)
sys.exit(7)
"""

LOOK_AROUND = """
import ctypes, json, os, signal, socket, stat

def tried(what, *arguments):
    try:
        return repr(what(*arguments))
    except OSError as error:
        return error.strerror

def abstract():
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\\0" + ABSTRACT)
        return "connected"

def connected(path):
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        return "connected"

def created(path, mode):
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, mode))
    os.chmod(path, mode)
    return oct(stat.S_IMODE(os.stat(path).st_mode))

def status(name):
    lines = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return lines[name].strip()

def new_files():
    places = ("/x", "/bot/x", "/dev/x", "/usr/x", "/run/x", "/opt/x")
    return [each for each in places if tried(created, each, 0o644) == "'0o644'"]

print(json.dumps({
    "internet": tried(socket.socket, socket.AF_INET),
    "internet 6": tried(socket.socket, socket.AF_INET6),
    "netlink": tried(socket.socket, socket.AF_NETLINK),
    "vsock": tried(socket.socket, 40),
    "packets": tried(socket.socket, 17, socket.SOCK_RAW),
    "abstract": tried(abstract),
    "other socket": tried(connected, OTHER),
    "interfaces": tried(os.listdir, "/sys/class/net"),
    "passwords": tried(open, "/etc/passwd"),
    "etc": tried(os.listdir, "/etc"),
    "home": tried(os.listdir, HOME),
    "link": tried(open, "/bot/escape"),
    "processes": sorted(int(each) for each in os.listdir("/proc") if each.isdigit()),
    "own number": os.getpid(),
    "parent": tried(os.kill, os.getppid(), signal.SIGKILL),
    "arena": tried(os.kill, ARENA, 0),
    "all": tried(os.kill, -1, 0),
    "environment": sorted(os.environ),
    "environment of 1": open("/proc/1/environ").read(),
    "files": sorted(os.listdir("/proc/self/fd")),
    "new files": new_files(),
    "sysctl": tried(created, "/proc/sys/kernel/core_pattern", 0o644),
    "user": os.getuid(),
    "rights": status("CapEff"),
    "bounding": status("CapBnd"),
    "no new rights": status("NoNewPrivs"),
    "filter": status("Seccomp"),
    "setuid": tried(created, "/tmp/root", 0o4755),
    "setuid counts": not os.statvfs("/tmp").f_flag & os.ST_NOSUID,
    "setuid of the system counts": not os.statvfs("/usr").f_flag & os.ST_NOSUID,
    "keys": ctypes.CDLL(None, use_errno=True).syscall(250, 0, -3, 0, 0, 0),
}))
"""

NODE = """
import net from "node:net";
net.connect(80, "127.0.0.1").on("error", (error) => console.log(error.code));
"""

STATIC = """
#include <stdio.h>
#include <unistd.h>
int main(void) { puts(access("/usr", F_OK) ? "no /usr" : "there is /usr"); return 7; }
"""
