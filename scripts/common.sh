# What the scripts share; sourced by them, from the top of the project.
# shellcheck shell=bash

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# The interpreter to use: PYTHON, or the first that is new enough.
is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
minor_version() { "$1" -c 'import sys; print(*sys.version_info[:2], sep=".")' 2>/dev/null; }

find_python() {
    local candidate candidates=(python3 python3.14 python3.13 python3.12 python3.11 python)
    [[ -z "${PYTHON:-}" ]] || candidates=("$PYTHON")
    for candidate in "${candidates[@]}"; do
        if is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    die "expected Python 3.11 or newer, tried ${candidates[*]}; name another one: PYTHON=/path/to/python scripts/${0##*/}"
}

# Run a command with its output in $log, say on stderr how long it has taken so far, and how long it took. Every second on
# a terminal, every four elsewhere; $TICK is the first of the two.
timed() {
    local what=$1 began=$SECONDS status=0
    shift
    say "$what"
    tick "$what" &
    local ticker=$!
    "$@" >>"$log" 2>&1 || status=$?
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    [[ ! -t 2 ]] || printf '\r\e[K' >&2
    if ((status)); then
        tail -n 30 "$log" >&2
        die "$what: failed after $((SECONDS - began)) s; the whole output is in $log"
    fi
    say "$what: done after $((SECONDS - began)) s"
}

tick() {
    local seconds=0
    while sleep "${TICK:-1}" && kill -0 $$ 2>/dev/null; do
        seconds=$((seconds + 1))
        if [[ -t 2 ]]; then
            printf '\r\e[K%s: %s ... %s s' "${0##*/}" "$1" "$seconds" >&2
        elif ((seconds % 4 == 0)); then
            say "$1 ... $seconds s"
        fi
    done
}

# Whether the engine that `import arena` finds here is the compiled one.
engine_is_compiled() { compgen -G 'arena/engine__mypyc.*' >/dev/null; }

# Whether there are the programs of a PostgreSQL server, which Debian keeps out of the path.
postgresql_is_here() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null; }

# A copy of the tree as it stands, without what was installed, compiled or kept from earlier runs.
copy_tree() {
    tar -cf - --exclude-vcs --exclude='*.so' --exclude='*.egg-info' --exclude=__pycache__ --exclude='.*_cache' \
        --exclude=./{.venv,.bench,.hypothesis,build,dist,matches,example_bots/javascript/node_modules} . | tar -xf - -C "$1"
}
