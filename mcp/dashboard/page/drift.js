// How far work has left its goal, over time.
import { ask, words } from "/dashboard/api.js";
import { $, count, element, plural, row, shape, when } from "/dashboard/draw.js";
import { chosen } from "/dashboard/scope.js";

const height = 220, left = 34, right = 8, top = 8, bottom = 22;

export async function showDrift(namespace) {
  const range = $("time-range").value;
  const late = () => !chosen(namespace) || $("time-range").value !== range;
  try {
    const h = await ask("get_drift_history", { namespace, time_range: range, limit: 100 });
    if (late()) return;
    $("drift").hidden = !h.history.length;
    if (!h.history.length) return void ($("drift-note").textContent = "Drift was not measured in this time: `asterism drift` measures it, or ask your assistant to. A longer time may hold measurements.");
    draw(h);
    const t = h.trend;
    $("drift-note").textContent = t ? `Trend: ${t.direction}` + (t.projected_critical_in ? `, critical in ${t.projected_critical_in}` : "") : h.trend_note || "";
  } catch (e) {
    if (late()) return;
    $("drift").hidden = true;
    $("drift-note").textContent = words(e, () => late() || showDrift(namespace));
  }
}

// kind is how a measurement was made: its strategy, the correction whose weights were in force, and the timeframe of its memories, or which ones were named. Only those of one kind can be compared.
const kind = (p) => JSON.stringify([p.strategy, p.correction_id, p.timeframe || p.memory_set || p.timestamp]);

// On a narrow screen the chart is drawn narrower instead of smaller, so that its words can be read.
const widthOf = () => Math.max(300, Math.min(640, $("drift-note").clientWidth || 640));

function draw(h) {
  const chart = $("drift-chart"), points = h.history, width = widthOf();
  chart.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const times = points.map((p) => Date.parse(p.timestamp)), first = times[0], span = Math.max(1, times[times.length - 1] - first);
  const x = (t) => left + ((t - first) / span) * (width - left - right), y = (v) => top + (1 - Math.max(0, Math.min(1, v))) * (height - top - bottom);
  chart.replaceChildren();
  for (const [level, v] of Object.entries(h.thresholds)) {
    chart.append(shape("line", { class: "limit", x1: left, x2: width - right, y1: y(v), y2: y(v) }), shape("text", { x: width - right - 2, y: y(v) - 3, "text-anchor": "end" }, level));
  }
  chart.append(shape("text", { x: width - right - 2, y: y(Math.min(...Object.values(h.thresholds))) + 12, "text-anchor": "end" }, "Critical")); // what lies below all
  for (const v of [0, 0.5, 1]) chart.append(shape("text", { x: left - 5, y: y(v) + 4, "text-anchor": "end" }, v));
  chart.append(shape("line", { class: "axis", x1: left, x2: left, y1: top, y2: height - bottom }));
  chart.append(shape("text", { x: left, y: height - 6 }, when(points[0].timestamp)));
  if (points.length > 1) chart.append(shape("text", { x: width - right, y: height - 6, "text-anchor": "end" }, when(points[points.length - 1].timestamp)));
  const last = points[points.length - 1], other = (k) => (k === kind(last) ? "" : " other");
  const places = points.map((p, i) => x(times[i]).toFixed(1) + "," + y(p.overall_similarity).toFixed(1));
  for (const k of new Set(points.map(kind))) {
    chart.append(shape("polyline", { class: "curve" + other(k), points: places.filter((_, i) => kind(points[i]) === k).join(" ") }));
  }
  points.forEach((p, i) => {
    const dot = shape("circle", { class: "point" + other(kind(p)), cx: x(times[i]), cy: y(p.overall_similarity), r: 3 });
    dot.append(shape("title", {}, `${when(p.timestamp)}: ${p.overall_similarity.toFixed(3)} (${p.drift_level})`));
    chart.append(dot);
  });
  const others = points.filter((p) => other(kind(p))).length;
  $("drift-caption").textContent = `Similarity of recent work to the goal: ${last.overall_similarity.toFixed(3)} now (${last.drift_level}); ${h.summary.returned} of ${plural(h.summary.total_entries, "measurement")}. The dashed lines are where a level begins.` +
    (others ? ` ${plural(others, "measurement was", "measurements were")} made differently from the newest (strategy, weights, timeframe or named memories): each kind has a line of its own.` : "");
  $("drift-rows").replaceChildren(...points.map((p) => row(element("td", {}, when(p.timestamp)), p.overall_similarity.toFixed(3), p.drift_level, count(p.memories_analyzed))));
}
