// Memories by their time: a column a period, and under it the memories of the one that is chosen.
import { ask, show, words } from "/dashboard/api.js";
import { $, clean, count, element, plural, zone } from "/dashboard/draw.js";
import { leftOut, rowOf } from "/dashboard/rows.js";
import { filter, scope } from "/dashboard/scope.js";

const mostColumns = () => (innerWidth < 600 ? 40 : 90);
let turn = 0, cursor = null, period = null, inUTC = false;

export function readyTime() {
  $("time-line").addEventListener("keydown", (e) => {
    const all = [...$("time-line").children], here = all.indexOf(document.activeElement);
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: all.length - 1 }[e.key];
    if (here < 0 || to === undefined) return;
    e.preventDefault();
    choose(all[Math.max(0, Math.min(all.length - 1, to))]);
  });
  $("period-more").addEventListener("click", more);
}

function choose(column) {
  for (const c of $("time-line").children) c.tabIndex = c === column ? 0 : -1;
  column.focus();
}

export async function showTime() {
  const mine = ++turn;
  $("time-note").textContent = "reading …";
  $("period").replaceChildren();
  $("period-note").textContent = "";
  $("period-more").hidden = true;
  try {
    const got = await show("days", { ...filter(), zone });
    if (mine === turn) draw(got);
  } catch (e) {
    if (mine === turn) $("time-note").textContent = words(e, () => mine === turn && showTime());
  }
}

const steps = [1, 7, 30.4375, 91.3125, 365.25, 3652.5]; // days: of a day, a week, a month, a quarter, a year, ten years
const start = (date) => Date.parse(date + "T00:00:00Z");
const dayMs = 864e5;
const short = (ms) => new Date(ms).toISOString().slice(0, 10); // here a day is its number, whatever the zone

// moment is when a day begins in the zone of the columns.
function moment(ms) {
  const d = new Date(ms);
  if (inUTC) return d.toISOString();
  const here = new Date(2000, 0, 1); // years before 100 are not of the last century
  here.setFullYear(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate());
  return here.toISOString();
}

// columnsOf puts the bins into columns of one width each, from the first to the last.
function columnsOf(got) {
  const first = start(got.bins[0].from), last = start(got.bins.at(-1).before);
  const least = { day: 1, month: 30.4375, year: 365.25 }[got.unit];
  const step = (steps.find((d) => d >= least && (last - first) / (d * dayMs) <= mostColumns()) || (last - first) / dayMs / mostColumns()) * dayMs;
  const columns = Array.from({ length: Math.max(1, Math.ceil((last - first) / step - 1e-9)) }, (_, i) => ({ from: first + Math.round((i * step) / dayMs) * dayMs, before: first + Math.round(((i + 1) * step) / dayMs) * dayMs, n: 0 }));
  for (const b of got.bins) {
    const at = start(b.from);
    let i = Math.min(columns.length - 1, Math.floor((at - first) / step));
    if (at < columns[i].from) i--;
    else if (at >= columns[i].before && i + 1 < columns.length) i++;
    columns[i].n += b.memories;
  }
  return columns;
}

function draw(got) {
  $("time-line").replaceChildren();
  $("time-axis").replaceChildren();
  if (!got.bins.length) {
    $("time-note").textContent = "No memory of these has a time.";
    return;
  }
  inUTC = got.zone === "UTC";
  const columns = columnsOf(got), most = Math.max(...columns.map((c) => c.n));
  $("time-note").textContent = `${plural(got.memories, "memory", "memories")} from ${short(columns[0].from)} to ${short(start(got.bins.at(-1).before) - dayMs)}; the highest column has ${count(most)}` + (inUTC && zone !== "UTC" ? "; these days are of UTC" : "");
  $("time-line").append(...columns.map((c, i) => {
    const words = `${short(c.from)}${c.before - c.from > dayMs ? " to " + short(c.before - dayMs) : ""}: ${plural(c.n, "memory", "memories")}`;
    const column = element("button", { type: "button", class: "column", tabindex: i === columns.length - 1 ? 0 : -1, title: words, "aria-label": words, "aria-pressed": "false" }, element("span", {}));
    column.firstChild.style.height = c.n ? Math.max(3, (c.n / most) * 100) + "%" : "0";
    column.addEventListener("click", () => open(column, c));
    return column;
  }));
  const marks = columns.length < 3 ? [0] : [0, Math.floor((columns.length - 1) / 2), columns.length - 1];
  $("time-axis").append(...marks.map((i) => element("span", {}, short(columns[i].from))));
}

function open(column, c) {
  for (const other of $("time-line").children) other.setAttribute("aria-pressed", String(other === column));
  choose(column);
  $("period").replaceChildren();
  cursor = null;
  period = c;
  return more();
}

async function more() {
  const mine = ++turn, c = period;
  $("period-note").textContent = "reading …";
  try {
    const got = await ask("list_memories", { ...filter(), after: moment(c.from), before: moment(c.before), limit: 50, ...(cursor ? { cursor } : {}) });
    if (mine !== turn) return;
    $("period").append(...got.memories.map((m) => rowOf(m, scope.namespace === "*" ? { aside: [clean(m.namespace)] } : {})));
    cursor = got.nextCursor;
    $("period-more").hidden = !cursor;
    $("period-note").textContent = `${short(c.from)}${c.before - c.from > dayMs ? " to " + short(c.before - dayMs) : ""}: ${count($("period").children.length)} of ${plural(c.n, "memory", "memories")}${leftOut([got])}`;
  } catch (e) {
    if (mine === turn) $("period-note").textContent = words(e, () => mine === turn && more());
  }
}
