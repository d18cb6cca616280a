import { $, bytes, count, element, plural, rate, row, terms } from "/dashboard/draw.js";

let before = null; // the state that rates are taken against

export function showNow(s) {
  terms($("now"), [
    ["Runs on", s.device.runs + ", " + plural(s.device.workers, "worker")],
    ["In work", `${plural(s.queue.passages, "memory", "memories")} and ${plural(s.queue.questions, "question")} of at most ${count(s.queue.most)}`],
    ["A call takes", s.queue.call_p99_ms ? `${s.queue.call_p50_ms.toFixed(1)} ms (p50), ${s.queue.call_p99_ms.toFixed(1)} ms (p99), since the start` : "nothing was embedded yet"],
  ]);
  const seconds = before ? (Date.parse(s.at) - Date.parse(before.at)) / 1000 : 0;
  const old = Object.fromEntries((before?.spaces || []).map((x) => [x.code, x]));
  $("spaces").tBodies[0].replaceChildren(...s.spaces.map((x) => spaceRow(x, old[x.code], seconds)));
  before = s;
  showStore(s);
  showCluster(s.cluster);
}

function showCluster(c) {
  $("cluster-part").hidden = !c;
  if (!c) return;
  terms($("cluster"), [
    ["This node", `${c.node} of ${c.cluster}`],
    ["Shards", `${count(c.keeps)} of ${count(c.shards)} are kept here` + (c.behind ? `, up to ${plural(c.behind, "record")} behind` : "") + (c.leaderless ? `; ${count(c.leaderless)} led by nobody` : "")],
    ...c.nodes.map((n) => [n.node, `${n.listen}, leads ${plural(n.leads, "shard")}`]),
  ]);
}

const timed = new Set(["E2", "E3", "E4"]); // their values are of times, so that they get no texts

function spaceRow(x, old, seconds) {
  const gained = (field) => (old && seconds > 0 && x[field] >= old[field] ? (x[field] - old[field]) / seconds : null);
  const figure = (v, words) => (v === null ? "…" : words(v));
  const runs = element("td", { class: x.demotions || x.failed ? "warn" : "" }, x.backend);
  if (x.demotions) runs.append(element("div", {}, "gave up: " + x.cause));
  if (x.failed) runs.append(element("div", {}, plural(x.failed, "text") + " failed"));
  return row(
    element("th", { scope: "row", title: x.about }, x.code + " " + x.name),
    figure(gained("rows"), rate),
    figure(gained("tokens"), rate),
    figure(gained("busy_s"), (v) => Math.round(v * 100) + " %"),
    count(x.queued),
    x.batches ? `${x.batch_p50_ms.toFixed(1)} / ${x.batch_p99_ms.toFixed(1)} ms` : "–",
    timed.has(x.code) ? element("td", { title: "it reads the time of a memory, not its text" }, "–") : count(x.rows),
    runs,
  );
}

function showStore(s) {
  const st = s.store;
  const forgotten = Object.values(st.namespaces).reduce((n, x) => n + x.forgotten, 0);
  terms($("store"), [
    ["Memories", `${count(st.live)} in ${plural(Object.keys(st.namespaces).length, "namespace")}` + (forgotten ? `, ${count(forgotten)} forgotten and kept` : "")],
    ["Models", `profile ${st.profile}, ${st.models}`],
    ["On disk", `${bytes(st.disk_bytes + st.log_bytes)}` + (st.log_bytes ? `, ${bytes(st.log_bytes)} of it the newest writes, not sorted in yet` : "") + `; format ${st.format}`],
    ["In memory", `${bytes(st.memory_bytes)} store, ${bytes(st.index_bytes)} search`],
    ["Search holds", plural(st.indexed, "memory", "memories") + (st.cold ? `, ${count(st.cold)} of them with vectors on disk only` : "")],
    ...(st.writes_refused ? [["New memories", "cannot be stored: " + st.writes_refused]] : []),
    ["Version", s.version],
  ]);
  $("machine").replaceChildren(...[...s.device.found, ...s.device.why].map((line) => element("li", {}, line)));
}
