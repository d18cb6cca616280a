#!/usr/bin/env bash
# What `make run-cluster` shows: three nodes of a cluster on this machine, a memory that is stored at one and found at another, a node that is killed, a search that goes on,
# and the node that comes back and has what was stored meanwhile. Everything lies in a folder for the time being; Ctrl-C and the end take it away.
#
#   ASTERISM_PORT   the first of twelve ports that are taken (default 7760)
#   KEEP=1          leave the cluster running at the end, until Ctrl-C
set -euo pipefail
cd "$(dirname "$0")/../.."

program="$PWD/bin/asterism"
port="${ASTERISM_PORT:-7760}"
dir="$(mktemp -d)"
export ASTERISM_NAMESPACE="${ASTERISM_NAMESPACE:-default}"
declare -A pid

end() {
  for p in "${pid[@]}"; do kill "$p" 2>/dev/null || true; done
  wait
  rm -rf "$dir"
}
trap end EXIT
trap 'exit 130' INT TERM

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
node() { "$program" --data "$dir/$1" "${@:2}" 2>/dev/null; }

# start NODE: each node has four ports: for other nodes, for machines that join, and for clients.
start() {
  "$program" serve --cluster "$dir/$1" --http "127.0.0.1:$((port + 4 * $2 + 2))" 2>"$dir/$1.log" &
  pid[$1]=$!
  for _ in $(seq 120); do
    if node "$1" health >/dev/null; then return; fi
    if ! kill -0 "${pid[$1]}" 2>/dev/null; then break; fi
    sleep 1
  done
  cat "$dir/$1.log" >&2
  exit 1
}

whole() {
  for _ in $(seq 120); do
    if node a cluster status | head -1 | grep -q '3 nodes.*whole'; then return; fi
    sleep 1
  done
  node a cluster status
  exit 1
}

say "Three nodes: a makes the cluster, b and c join it by an invitation each"
node a cluster init --name example --node a --listen "127.0.0.1:$port" >/dev/null
start a 0
for i in 1 2; do
  name=$(printf 'abc' | cut -c$((i + 1)))
  node "$name" cluster join --node "$name" --listen "127.0.0.1:$((port + 4 * i))" "$(node a cluster invite)" >/dev/null
  start "$name" "$i"
done
whole
node a cluster status

say "Stored at a, found at c"
node a remember "The nightly import failed because the disk of the staging host was full" --why "incident of Monday"
node c search "why did the import fail?"

say "Node a is killed (kill -9). The search at b goes on, once another node leads the shard"
kill -9 "${pid[a]}"
wait "${pid[a]}" 2>/dev/null || true
began=$SECONDS
node b search "why did the import fail?"
printf 'answered after %d seconds\n' $((SECONDS - began))
node b remember "The import runs again since Tuesday, with twice the disk" --why "incident of Monday"
node b cluster status

say "Node a comes back, and has what was stored meanwhile"
start a 0
whole
node a search "since when does the import run again?"
node a cluster status | head -4

if [ "${KEEP:-}" = 1 ]; then
  say "The cluster runs until Ctrl-C; its nodes: $dir/a, $dir/b, $dir/c"
  wait
fi
