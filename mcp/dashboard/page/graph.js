// Memories and what joins them, drawn on a canvas. A frame has a budget, so that two thousand nodes stay fluid: the layout takes as many steps as fit, at least one.
import { show, words } from "/dashboard/api.js";
import { $, clean, count, day, element, plural } from "/dashboard/draw.js";
import { openCard } from "/dashboard/card.js";
import { Layout } from "/dashboard/force.js";
import { rowOf } from "/dashboard/rows.js";
import { filter } from "/dashboard/scope.js";
import { shownView } from "/dashboard/tabs.js";

const budget = 10; // milliseconds of a frame for the layout
const styles = { // each kind by its line and by its colour; line dashes tell them apart without colour
  given: { name: "linked by its writer", dash: [], width: 1.6, colour: "--mark" },
  supersedes: { name: "replaces", dash: [8, 3], width: 1.8, colour: "--warn" },
  accepted: { name: "belong together", dash: [12, 3], width: 1.6, colour: "--good" },
  learned: { name: "linked by a dream", dash: [2, 3], width: 1.5, colour: "--good" },
  proposed: { name: "proposed by a dream", dash: [1, 5], width: 1.3, colour: "--quiet" },
  near: { name: "near in meaning", dash: [], width: 0.7, colour: "--line-strong" },
};
let map = null, layout = null, at = { x: 0, y: 0, zoom: 1 }, chosen = -1, turn = 0, running = false, fitted = true, drag = null;
const frames = []; // milliseconds that the last ones took, for tests: see readyGraph

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const graphState = () => ({ nodes: map?.nodes.length || 0, joins: map?.joins.length || 0, frames: [...frames], done: !layout || layout.done, chosen });

export function readyGraph() {
  const canvas = $("graph");
  canvas.state = graphState; // for tests
  $("graph-form").addEventListener("submit", (e) => e.preventDefault());
  $("graph-nodes").addEventListener("change", showGraph);
  $("graph-near").addEventListener("change", showGraph);
  $("graph-fit").addEventListener("click", fit);
  new ResizeObserver(() => run()).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => run());
  canvas.addEventListener("wheel", (e) => (e.preventDefault(), zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15, e.offsetX, e.offsetY)), { passive: false });
  canvas.addEventListener("pointerdown", press);
  canvas.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, release);
  canvas.addEventListener("keydown", key);
}

export async function showGraph() {
  const mine = ++turn;
  $("graph-note").textContent = "reading …";
  try {
    const got = await show("map", { ...filter(), nodes: Number($("graph-nodes").value), kin: $("graph-near").checked ? 2 : 0 });
    if (mine === turn) begin(got);
  } catch (e) {
    if (mine === turn) $("graph-note").textContent = words(e, () => mine === turn && showGraph());
  }
}

function begin(got) {
  map = got;
  chosen = -1;
  fitted = true;
  frames.length = 0;
  const ends = new Int32Array(got.joins.length * 2), weights = new Float64Array(got.joins.length);
  got.joins.forEach((j, i) => ((ends[2 * i] = j.a), (ends[2 * i + 1] = j.b), (weights[i] = j.kind === "near" ? j.weight * 0.5 : j.weight)));
  layout = new Layout(got.nodes.length, ends, weights);
  const links = got.joins.filter((j) => j.kind !== "near").length;
  $("graph-note").textContent = got.nodes.length ? `${got.more ? "the newest " : ""}${plural(got.nodes.length, "memory", "memories")}, ${plural(links, "link")}, ${count(got.joins.length - links)} near pairs` + (got.outside ? `; ${plural(got.outside, "link")} to memories outside of it` : "") : "No memories are here.";
  $("graph-said").textContent = "";
  const kinds = [...new Set(got.joins.map((j) => j.kind))];
  $("graph-legend").replaceChildren(...kinds.map((k) => element("span", { class: "kind " + k }, styles[k].name)));
  const ranked = got.nodes.map((n, i) => [layout.degree[i], n]).sort((a, b) => b[0] - a[0]).slice(0, 20);
  $("graph-list").replaceChildren(...ranked.map(([d, n]) => rowOf(n, { aside: [plural(d, "tie")] })));
  if (still()) while (!layout.done) layout.step();
  run();
}

function run() {
  if (running || shownView() !== "graph" || !layout) return;
  running = true;
  requestAnimationFrame(frame);
}

function frame() {
  running = false;
  if (shownView() !== "graph" || !layout) return;
  const began = performance.now();
  do {
    if (layout.done) break;
    layout.step();
  } while (performance.now() - began < budget / 2);
  if (fitted) fitNow(0.15);
  draw();
  frames.push(performance.now() - began);
  if (frames.length > 240) frames.shift();
  if (!layout.done || drag) run();
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const radius = (i) => (3 + Math.min(6, Math.sqrt(layout.degree[i])) * 0.9) * Math.max(0.4, Math.min(1, Math.sqrt(at.zoom)));

function draw() {
  const canvas = $("graph"), ratio = devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
  if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) (canvas.width = Math.round(w * ratio)), (canvas.height = Math.round(h * ratio));
  const c = canvas.getContext("2d"), { x, y } = layout;
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, w, h);
  const px = (i) => (x[i] - at.x) * at.zoom + w / 2, py = (i) => (y[i] - at.y) * at.zoom + h / 2;
  for (const [kind, s] of Object.entries(styles)) {
    c.strokeStyle = colour(s.colour);
    c.lineWidth = s.width;
    c.setLineDash(s.dash);
    c.beginPath();
    for (const j of map.joins) {
      if (j.kind !== kind) continue;
      c.moveTo(px(j.a), py(j.a));
      c.lineTo(px(j.b), py(j.b));
    }
    c.stroke();
  }
  c.setLineDash([]);
  const near = chosen < 0 ? new Set() : neighbours(chosen);
  for (const [name, which] of [["--mark", (i) => i !== chosen && !near.has(i)], ["--warn", (i) => near.has(i)]]) {
    c.fillStyle = colour(name);
    c.globalAlpha = name === "--mark" && chosen >= 0 ? 0.45 : 1;
    c.beginPath();
    for (let i = 0; i < layout.n; i++) {
      if (!which(i)) continue;
      c.moveTo(px(i) + radius(i), py(i));
      c.arc(px(i), py(i), radius(i), 0, 7);
    }
    c.fill();
  }
  c.globalAlpha = 1;
  if (chosen < 0) return;
  c.fillStyle = colour("--ink");
  c.beginPath();
  c.arc(px(chosen), py(chosen), radius(chosen) + 2, 0, 7);
  c.fill();
  label(c, px(chosen), py(chosen), w);
}

function label(c, x, y, w) {
  const words = clean(map.nodes[chosen].snippet).slice(0, 60);
  c.font = "13px system-ui, sans-serif";
  const wide = c.measureText(words).width + 12, left = Math.max(4, Math.min(w - wide - 4, x + 10));
  c.fillStyle = colour("--card");
  c.strokeStyle = colour("--line");
  c.fillRect(left, y - 32, wide, 22);
  c.strokeRect(left, y - 32, wide, 22);
  c.fillStyle = colour("--ink");
  c.fillText(words, left + 6, y - 16);
}

function neighbours(i) {
  const out = new Set();
  for (const j of map.joins) {
    if (j.a === i) out.add(j.b);
    if (j.b === i) out.add(j.a);
  }
  return out;
}

// fit shows all nodes; fitNow goes a part of the way there.
function fit() {
  fitted = true;
  fitNow(1);
  run();
}

function fitNow(part) {
  if (!layout.n) return;
  let lo = Infinity, hi = -Infinity, lo2 = Infinity, hi2 = -Infinity;
  for (let i = 0; i < layout.n; i++) {
    lo = Math.min(lo, layout.x[i]); hi = Math.max(hi, layout.x[i]);
    lo2 = Math.min(lo2, layout.y[i]); hi2 = Math.max(hi2, layout.y[i]);
  }
  const canvas = $("graph");
  const to = Math.min(3, (canvas.clientWidth - 40) / (hi - lo + 20), (canvas.clientHeight - 40) / (hi2 - lo2 + 20));
  if (layout.done || still()) part = 1;
  at.zoom += (to - at.zoom) * part;
  at.x += ((lo + hi) / 2 - at.x) * part;
  at.y += ((lo2 + hi2) / 2 - at.y) * part;
}

function zoom(by, ox = $("graph").clientWidth / 2, oy = $("graph").clientHeight / 2) {
  fitted = false;
  const dx = (ox - $("graph").clientWidth / 2) / at.zoom, dy = (oy - $("graph").clientHeight / 2) / at.zoom;
  const to = Math.max(0.02, Math.min(8, at.zoom * by));
  at.x += dx - (dx * at.zoom) / to;
  at.y += dy - (dy * at.zoom) / to;
  at.zoom = to;
  run();
}

// under is the node at a place of the canvas; -1: none.
function under(ox, oy) {
  const w = $("graph").clientWidth, h = $("graph").clientHeight;
  let best = -1, least = 12 * 12;
  for (let i = 0; layout && i < layout.n; i++) {
    const dx = (layout.x[i] - at.x) * at.zoom + w / 2 - ox, dy = (layout.y[i] - at.y) * at.zoom + h / 2 - oy, d = dx * dx + dy * dy;
    if (d < least) (least = d), (best = i);
  }
  return best;
}

function press(e) {
  if (!layout) return;
  const node = under(e.offsetX, e.offsetY);
  drag = { node, x: e.offsetX, y: e.offsetY, moved: false };
  if (node >= 0) choose(node);
  $("graph").setPointerCapture(e.pointerId);
}

function move(e) {
  if (!drag) return void ($("graph").style.cursor = under(e.offsetX, e.offsetY) >= 0 ? "pointer" : "grab");
  const dx = e.offsetX - drag.x, dy = e.offsetY - drag.y;
  if (!drag.moved && Math.hypot(dx, dy) < 4) return;
  drag.moved = true;
  fitted = false;
  if (drag.node >= 0) {
    layout.held = drag.node;
    layout.x[drag.node] += dx / at.zoom;
    layout.y[drag.node] += dy / at.zoom;
    if (!still()) layout.warm();
  } else {
    at.x -= dx / at.zoom;
    at.y -= dy / at.zoom;
  }
  drag.x = e.offsetX;
  drag.y = e.offsetY;
  run();
}

function release() {
  if (drag && !drag.moved && drag.node >= 0) open(drag.node);
  if (layout) layout.held = -1;
  drag = null;
}

const open = (i) => openCard(map.nodes[i].id, { from: $("graph") });

function choose(i) {
  chosen = i;
  const n = map.nodes[i];
  $("graph-said").textContent = `${clean(n.snippet)} (${day(n.timestamp)}, ${plural(layout.degree[i], "tie")})`;
  run();
}

function key(e) {
  if (!layout?.n) return;
  const toward = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[e.key];
  if (toward) choose(chosen < 0 ? 0 : next(toward));
  else if (e.key === "Enter" && chosen >= 0) open(chosen);
  else if (e.key === "+" || e.key === "=") zoom(1.25);
  else if (e.key === "-") zoom(1 / 1.25);
  else if (e.key === "0") fit();
  else return;
  e.preventDefault();
  if (toward && !fitted) (at.x = layout.x[chosen]), (at.y = layout.y[chosen]);
}

// next is the node nearest to the chosen one in a direction, a joined one before others.
function next([dx, dy]) {
  const joined = neighbours(chosen);
  let best = chosen, least = Infinity;
  for (let i = 0; i < layout.n; i++) {
    const x = layout.x[i] - layout.x[chosen], y = layout.y[i] - layout.y[chosen];
    const along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
    if (i === chosen || along <= 0 || across > 1.5 * along) continue;
    const cost = (along + 2 * across) * (joined.has(i) ? 0.5 : 1);
    if (cost < least) (least = cost), (best = i);
  }
  return best;
}
