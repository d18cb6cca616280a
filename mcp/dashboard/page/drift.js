import { ask } from "/dashboard/api.js";
import { $, count, element, plural, row, shape, when } from "/dashboard/draw.js";

const width = 640, height = 220, left = 34, right = 8, top = 8, bottom = 22;

// showGoal tells the goal, how many memories work for it, and how far work has left it.
export async function showGoal(namespace, trouble) {
  try {
    const g = await ask("get_goals", { namespace });
    $("goal").textContent = g.north_star ? "North Star: " + g.north_star.description : "No goal is set: set_north_star, or `asterism goal set`.";
    const a = g.alignment;
    $("alignment").textContent = a ? `${count(a.aligned)} of ${plural(a.memories, "memory", "memories")} measured against it` + (a.running ? ", the rest is being measured" : "") : "";
  } catch (e) {
    $("goal").textContent = trouble(e);
    $("alignment").textContent = "";
  }
  await showDrift(namespace, trouble);
}

async function showDrift(namespace, trouble) {
  try {
    const h = await ask("get_drift_history", { namespace, time_range: $("time-range").value, limit: 100 });
    draw(h);
    const t = h.trend;
    $("drift-note").textContent = t ? `Trend: ${t.direction}` + (t.projected_critical_in ? `, critical in ${t.projected_critical_in}` : "") : h.trend_note || "";
    $("drift").hidden = false;
  } catch (e) {
    $("drift").hidden = true;
    $("drift-note").textContent = trouble(e);
  }
}

function draw(h) {
  const chart = $("drift-chart"), points = h.history;
  const times = points.map((p) => Date.parse(p.timestamp)), first = times[0], span = Math.max(1, times[times.length - 1] - first);
  const x = (t) => left + ((t - first) / span) * (width - left - right), y = (v) => top + (1 - Math.max(0, Math.min(1, v))) * (height - top - bottom);
  chart.replaceChildren();
  for (const [level, v] of Object.entries(h.thresholds)) {
    chart.append(shape("line", { class: "limit", x1: left, x2: width - right, y1: y(v), y2: y(v) }), shape("text", { x: width - right - 2, y: y(v) - 3, "text-anchor": "end" }, level));
  }
  for (const v of [0, 0.5, 1]) chart.append(shape("text", { x: left - 5, y: y(v) + 4, "text-anchor": "end" }, v));
  chart.append(shape("line", { class: "axis", x1: left, x2: left, y1: top, y2: height - bottom }));
  chart.append(shape("text", { x: left, y: height - 6 }, when(points[0].timestamp)));
  if (points.length > 1) chart.append(shape("text", { x: width - right, y: height - 6, "text-anchor": "end" }, when(points[points.length - 1].timestamp)));
  chart.append(shape("polyline", { class: "curve", points: points.map((p, i) => x(times[i]).toFixed(1) + "," + y(p.overall_similarity).toFixed(1)).join(" ") }));
  points.forEach((p, i) => {
    const dot = shape("circle", { class: "point", cx: x(times[i]), cy: y(p.overall_similarity), r: 3 });
    dot.append(shape("title", {}, `${when(p.timestamp)}: ${p.overall_similarity.toFixed(3)} (${p.drift_level})`));
    chart.append(dot);
  });
  const last = points[points.length - 1];
  $("drift-caption").textContent = `Similarity of recent work to the goal: ${last.overall_similarity.toFixed(3)} now (${last.drift_level}); ${h.summary.returned} of ${plural(h.summary.total_entries, "measurement")}. The dashed lines are where a level begins.`;
  $("drift-rows").replaceChildren(...points.map((p) => row(element("td", {}, when(p.timestamp)), p.overall_similarity.toFixed(3), p.drift_level, count(p.memories_analyzed))));
}
