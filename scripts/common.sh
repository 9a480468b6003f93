# What the scripts share; sourced by them, from the top of the project.
# shellcheck shell=bash

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
    say "$@"
    exit 1
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
