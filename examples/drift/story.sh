#!/usr/bin/env bash
# A story of drift, told and checked in less than a minute: a goal is set, thirty notes work for it, forty wander off, and thirty
# come back to it. Drift is measured day by day over all notes; with it come its history, trend and projection, a chart, and a
# correction whose figures are measured again. It ends with an error when the figures do not show what it tells.
#
#   ASTERISM        the program (default: bin/asterism of this checkout)
#   STORY_PLOT      where the chart is kept: NAME.svg and NAME.png (default: nowhere; it is drawn, looked at, and removed with the rest)
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
asterism="${ASTERISM:-$here/../../bin/asterism}"
work="$(mktemp -d)"
plot="${STORY_PLOT:-$work/drift}"
server=""
trap '[ -z "$server" ] || { kill "$server"; wait "$server" || :; }; rm -rf "$work"' EXIT
export ASTERISM_HOME="$work/store"

say() { printf '\n%s\n' "$*"; }
fail() { printf '\nstory: %s\n' "$*" >&2; exit 1; }

# ask runs a command. Each goes to the server that owns the store, so that the models are loaded once; that it does is no news.
ask() { "$asterism" "$@" 2> "$work/errors.txt" || { cat "$work/errors.txt" >&2; return 1; }; }

# value PATH reads one value, such as overall.similarity or history.0.drift_level, out of the JSON that asterism --json prints.
value() {
  awk -v want="$1" '
    { match($0, /^ */); depth = RLENGTH / 2; line = substr($0, RLENGTH + 1); sub(/,$/, "", line) }
    line ~ /^[]}]/ { next }
    {
      key = ""; text = line
      if (match(line, /^"[^"]*": /)) { key = substr(line, 2, RLENGTH - 4); text = substr(line, RLENGTH + 1) }
      else if (depth > 0) key = count[depth]++
      path[depth] = key; count[depth + 1] = 0
      at = path[1]; for (i = 2; i <= depth; i++) at = at "." path[i]
      if (at == want) { gsub(/^"|"$/, "", text); print text; exit }
    }'
}

# holds EXPRESSION is arithmetic with decimals: holds "0.4 < 0.5".
holds() { awk "BEGIN { exit !($1) }"; }

# measure prints the drift of all notes and leaves it in similarity and level.
measure() {
  local day="$1"
  ask --json drift --namespace story --timeframe all > "$work/drift.json"
  similarity="$(value overall.similarity < "$work/drift.json")"
  level="$(value overall.level < "$work/drift.json")"
  printf '  day %2d: %s notes stand at %.3f, drift %s\n' "$day" "$(value analyzed_count < "$work/drift.json")" "$similarity" "$level"
}

# project says where the trend leads.
project() {
  ask --json drift history --namespace story --timeframe all > "$work/trend.json"
  leads="$(value trend.projected_critical_in < "$work/trend.json")"
  printf '          the trend leads to Critical in %s\n' "$leads"
  holds "${leads%% *} > 0" || fail "no projection from $level: $leads"
}

# day N FILE FROM stores ten notes and measures.
day() {
  sed -n "$3,$(($3 + 9))p" "$2" > "$work/day.jsonl"
  ask ingest "$work/day.jsonl" > "$work/ingest.txt"
  grep -q '^stored 10 ' "$work/ingest.txt" || fail "day $1: $(cat "$work/ingest.txt")"
  measure "$1"
}

"$asterism" serve --http 127.0.0.1:0 --tools all 2> "$work/server.txt" &
server=$!
until grep -q 'serves MCP at' "$work/server.txt"; do
  kill -0 "$server" 2> /dev/null || fail "the server does not start: $(cat "$work/server.txt")"
  sleep 0.05
done

say "A goal is set, and four below it; two of them nobody will work on."
ask goal set --namespace story "$(cat "$here/goal.txt")"
for goal in "Build and maintain weather stations with temperature sensors, radio and batteries in the orchards." \
  "Predict the frost of a night from temperature, dew point, wind and clouds." \
  "Win bus companies and shipping lines as customers for dashboards." \
  "Publish a cookbook with the recipes of the valley's inns."; do
  ask goal add --namespace story "$goal" > "$work/goal.txt"
done
ask goal list --namespace story

say "Three days of work on it:"
for n in 1 2 3; do day "$n" "$here/on-goal.jsonl" $((10 * n - 9)); done
case "$level" in None | Low) ;; *) fail "work on the goal reads $level, want None or Low" ;; esac
start="$similarity"

say "Then four days of other things:"
for n in 4 5 6 7; do
  before="$similarity"
  day "$n" "$here/wandering.jsonl" $((10 * (n - 3) - 9))
  [ "$n" != 5 ] || project
  holds "$similarity < $before" || fail "drift does not rise on day $n: similarity $before, then $similarity"
done
case "$level" in High | Critical) ;; *) fail "work that left the goal reads $level, want High or Critical" ;; esac
holds "$similarity < $start - 0.3" || fail "similarity fell from $start to $similarity alone"

say "The history and its trend:"
ask drift history --namespace story --timeframe all
ask --json drift history --namespace story --timeframe all > "$work/history.json"
[ "$(value summary.total_entries < "$work/history.json")" = 7 ] || fail "history holds $(value summary.total_entries < "$work/history.json") measurements, want 7"
[ "$(value trend.direction < "$work/history.json")" = Worsening ] || fail "the trend is $(value trend.direction < "$work/history.json"), want Worsening"

say "As a chart:"
ask drift history --namespace story --timeframe all --plot
for kind in svg png; do
  ask drift history --namespace story --timeframe all --plot "$plot.$kind" > "$work/plot.txt"
  [ -s "$plot.$kind" ] || fail "$plot.$kind was not drawn"
done

say "Then three days of work on it again:"
for n in 8 9 10; do
  before="$similarity"
  day "$n" "$here/on-goal.jsonl" $((10 * (n - 4) - 9))
  holds "$similarity > $before" || fail "drift does not fall on day $n: similarity $before, then $similarity"
done

say "What would help, over all hundred notes?"
ask --json drift --namespace story --timeframe all > "$work/before.json"
ask drift correct --namespace story --timeframe all --force --dry-run
ask --json drift correct --namespace story --timeframe all --force > "$work/correct.json"
[ "$(value applied < "$work/correct.json")" = true ] || fail "nothing was applied: $(value why < "$work/correct.json")"
ask --json drift --namespace story --timeframe all > "$work/after.json"
promised="$(value after.similarity < "$work/correct.json")"
claimed="$(value measured_improvement < "$work/correct.json")"
before="$(value overall.similarity < "$work/before.json")"
after="$(value overall.similarity < "$work/after.json")"
printf '  applied: %.4f before, %.4f promised, %.4f measured again\n' "$before" "$promised" "$after"
[ "$promised" = "$after" ] || fail "the correction claims $promised, measured is $after"
holds "$after - $before > 0.004 && $after - $before - $claimed < 0.000002 && $claimed - $after + $before < 0.000002" || fail "from $before to $after is no improvement of $claimed"

ask drift correct --namespace story --timeframe all --undo "$(value correction_id < "$work/correct.json")"
ask --json drift --namespace story --timeframe all > "$work/undone.json"
undone="$(value overall.similarity < "$work/undone.json")"
[ "$undone" = "$before" ] || fail "taken back it stands at $undone, before at $before"

if [ -n "${STORY_PLOT:-}" ]; then
  say "The story is true. Its chart lies in $plot.svg and $plot.png."
else
  say "The story is true. STORY_PLOT=NAME keeps its chart, as NAME.svg and NAME.png."
fi
