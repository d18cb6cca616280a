#!/usr/bin/env bash
# Checks a built program with the clients that people use: the MCP SDK over stdio and HTTP, OpenAI's client, a headless browser. Needs npm,
# node and the network for the clients, and a Chromium for the dashboard.
#
#   check.sh PROGRAM [FOLDER FOR PICTURES]
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
program="$(realpath "$1")"
pictures="${2:-}"
browser="${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}"
[ -n "$browser" ] || { echo "check.sh: no Chromium here: install one (Debian: apt-get install chromium), or name it with CHROMIUM=" >&2; exit 2; }

work="$(mktemp -d)"
server=""
# shellcheck disable=SC2317 # the trap calls it
end() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap end EXIT
[ -n "$pictures" ] || { pictures="$work/pictures"; }
mkdir -p "$pictures"
pictures="$(realpath "$pictures")"

cp "$here"/*.mjs "$here/package.json" "$work"
(cd "$work" && npm install --no-package-lock --no-fund --no-audit --silent)

echo "# MCP over stdio"
(cd "$work" && node client.mjs --stdio "$program" --data "$work/stdio" serve --tools all)

export ASTERISM_HOME="$work/store"
"$program" ingest "$here/../../../examples/notes" >/dev/null 2>&1
"$program" remember 'markup that wants to run: <img src=x onerror=alert(1)><script>alert(2)</script>' --why "to be shown as it is" >/dev/null
"$program" goal set "Keep the nightly import working" >/dev/null
"$program" drift >/dev/null
"$program" serve --http 127.0.0.1:0 --tools all 2>"$work/said" &
server=$!
for _ in $(seq 100); do
  address="$(sed -n 's/^asterism serves MCP at \(.*\)\/mcp$/\1/p' "$work/said")"
  [ -z "$address" ] || break
  kill -0 "$server" || { cat "$work/said" >&2; exit 1; }
  sleep 0.1
done
token="$(cat "$ASTERISM_HOME/token")"

cd "$work"
echo "# MCP over HTTP"
node client.mjs --http "$address/mcp" --token "$token"
echo "# OpenAI's client"
node openai.mjs --url "$address" --token "$token"
echo "# the dashboard"
node dashboard.mjs --url "$address" --token "$token" --query "why did the nightly import fail?" --browser "$browser" --pictures "$pictures"
echo "# all clients are content"
