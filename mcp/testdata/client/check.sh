#!/usr/bin/env bash
# Checks a built program with the protocol's conformance suite and with the clients that people use: both versions of the MCP SDK, the
# inspector, OpenAI's client, a headless browser. Needs npm, node and the network, and a Chromium for the dashboard. Every version is
# pinned in package-lock.json; the clients run with the Node that stands there, so that any Node will do that npm runs with.
#
#   check.sh PROGRAM [FOLDER FOR PICTURES]
#
# PARTS names some of: conformance sdk inspector openai dashboard.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
program="$(realpath "$1")"
pictures="${2:-}"
PARTS="${PARTS:-conformance sdk inspector openai dashboard}"
wanted() { [[ " $PARTS " == *" $1 "* ]]; }
for part in $PARTS; do
  case "$part" in conformance | sdk | inspector | openai | dashboard) ;; *) echo "check.sh: there is no part $part" >&2; exit 2 ;; esac
done

browser="${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}"
if wanted dashboard && [ -z "$browser" ]; then
  echo "check.sh: no Chromium here: install one (Debian: apt-get install chromium), or name it with CHROMIUM=" >&2
  exit 2
fi
command -v npm >/dev/null || { echo "check.sh: no npm here: install one (Debian: apt-get install npm)" >&2; exit 2; }

work="$(mktemp -d)"
server=""
stop() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  server=""
}
end() {
  stop
  rm -rf "$work"
}
trap end EXIT
[ -n "$pictures" ] || pictures="$work/pictures"
mkdir -p "$pictures"
pictures="$(realpath "$pictures")"

cp "$here"/*.mjs "$here"/*.json "$here/baseline.txt" "$work"
cd "$work"
# Nothing that is installed may run a program while it is installed. A registry that cannot be reached is a failure: what was not checked has not passed.
npm ci --ignore-scripts --no-fund --no-audit --loglevel=error >npm.log 2>&1 ||
  { cat npm.log >&2; echo "check.sh: npm could not install the clients (see above), so that nothing was checked" >&2; exit 1; }
node="$(find node_modules/node-*/bin/node 2>/dev/null | head -n 1 || true)"
[ -n "$node" ] || node="$(command -v node)"

# serve FLAGS… starts the program over HTTP at any free port, with the store at $ASTERISM_HOME, and sets $address when it is ready.
serve() {
  "$program" serve --http 127.0.0.1:0 --tools all "$@" 2>said &
  server=$!
  address=""
  for _ in $(seq 300); do
    [ -n "$address" ] || address="$(sed -n 's/^asterism serves MCP at \(.*\)\/mcp$/\1/p' said)"
    if [ -n "$address" ] && "$node" -e "fetch('$address/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; then return; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  cat said >&2
  echo "check.sh: the server does not get ready" >&2
  exit 1
}

export ASTERISM_HOME ASTERISM_NAMESPACE=default # and not that of the checkout
if wanted conformance; then
  ASTERISM_HOME="$work/bare"
  serve --no-token --conformance-fixtures
  echo "# the conformance suite"
  "$node" conformance.mjs --url "$address/mcp" --results "$work/results"
  stop
fi

if wanted sdk; then
  echo "# MCP over stdio"
  "$node" client.mjs --stdio "$program" --data "$work/stdio" serve --tools all
  for era in legacy 2026-07-28; do
    echo "# MCP over stdio, second version of the client, $era"
    "$node" client2.mjs --era "$era" --stdio "$program" --data "$work/stdio" serve --tools all
  done
fi

if wanted inspector; then
  echo "# the inspector"
  "$node" inspector.mjs --program "$program" --data "$work/inspected"
fi

# fill stores in $ASTERISM_HOME, or at the node that runs there, what the clients look for.
fill() {
  "$program" ingest "$here/../../../examples/notes" >/dev/null 2>&1
  "$program" remember 'markup that wants to run: <img src=x onerror=alert(1)><script>alert(2)</script>' --why "to be shown as it is" >/dev/null
  "$program" remember "$(printf 'a trick in the direction of writing: \342\200\256txt.exe and \033[31mred')" --why "to be shown as it is" >/dev/null
  crane="$("$program" --json remember 'The harbour crane is painted yellow.' --why "its colour" | "$node" -e 'let s = ""; process.stdin.on("data", (d) => (s += d)).on("end", () => console.log(JSON.parse(s).id))')"
  "$program" remember 'The harbour crane is painted green now.' --why "its colour" --supersedes "$crane" >/dev/null
  linked() { "$program" --json remember "$1" --why "a link" | "$node" -e 'let s = ""; process.stdin.on("data", (d) => (s += d)).on("end", () => console.log(JSON.parse(s).id))'; }
  dock="$(linked 'Barges of gravel lie at dock four.')"
  keys="$(linked 'Whoever unloads gravel fetches keys at gate B.')"
  "$program" links make "$dock" "$keys" >/dev/null
  printf '{"id":"01890a5d-ac96-774b-bcce-b302099a8057","content":"The pilot book names dock four.","rationale":"a link","links":["%s"]}\n' "$dock" >linked.jsonl
  "$program" import --from jsonl linked.jsonl >/dev/null 2>&1
  "$program" goal set "Keep the nightly import working" >/dev/null
  "$program" drift >/dev/null
}

if wanted sdk || wanted openai || wanted dashboard; then
  ASTERISM_HOME="$work/store"
  fill
  serve
  token="$(cat "$ASTERISM_HOME/token")"
fi
if wanted sdk; then
  echo "# MCP over HTTP"
  "$node" client.mjs --http "$address/mcp" --token "$token"
  for era in legacy 2026-07-28; do
    echo "# MCP over HTTP, second version of the client, $era"
    "$node" client2.mjs --era "$era" --http "$address/mcp" --token "$token"
  done
fi
if wanted openai; then
  echo "# OpenAI's client"
  "$node" openai.mjs --url "$address" --token "$token"
fi
if wanted dashboard; then
  echo "# the dashboard"
  "$node" dashboard.mjs --url "$address" --token "$token" --query "why did the nightly import fail?" --browser "$browser" --pictures "$pictures"
  "$node" dashboard-cases.mjs --url "$address" --token "$token" --query "why did the nightly import fail?" --browser "$browser" --pictures "$pictures"
  stop
  serve --dashboard read-only
  "$node" dashboard.mjs --url "$address" --token "$token" --query - --browser "$browser" --pictures "$pictures" --read-only
  stop
  echo "# the dashboard of a node of a cluster"
  ASTERISM_HOME="$work/node"
  port="$("$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')"
  "$program" cluster init --name clients --node a --listen "127.0.0.1:$port" >/dev/null
  serve --cluster "$ASTERISM_HOME"
  fill
  "$node" dashboard.mjs --url "$address" --token "$(cat "$ASTERISM_HOME/token")" --query "why did the nightly import fail?" --browser "$browser" --pictures "$pictures"
  stop
  echo "# the first ten minutes"
  mkdir "$work/home"
  "$node" first.mjs --program "$program" --page "$here/../../../docs/first-ten-minutes.md" --home "$work/home" --browser "$browser" --pictures "$pictures"
fi
echo "# all is well: $PARTS"
