#!/usr/bin/env bash
# What `make run` shows: fills a memory with the notes and the documentation that ship here (a second run
# skips what is stored), answers a first search, then serves over HTTP until Ctrl-C.
#
#   ASTERISM_HOME   where the memory lies (default: .asterism in this checkout, so trying it out touches nothing else)
#   ASTERISM_ADDR   where the server listens (default 127.0.0.1:7737)
set -euo pipefail
cd "$(dirname "$0")/.."

export ASTERISM_HOME="${ASTERISM_HOME:-$PWD/.asterism}"
question="${1:-why did the nightly import fail?}"

bin/asterism ingest examples/notes README.md ARCHITECTURE.md docs third_party/README.md engine/store/FORMAT.md
printf '\nA first search: %s\n\n' "$question"
bin/asterism search "$question"
printf '\n'
exec bin/asterism serve --http "${ASTERISM_ADDR:-127.0.0.1:7737}"
