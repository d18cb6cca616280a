// The first view: the newest memories of what is looked at, a page after another.
import { ask, words } from "/dashboard/api.js";
import { $, clean, count, plural } from "/dashboard/draw.js";
import { leftOut, rowOf } from "/dashboard/rows.js";
import { filter, scope, total } from "/dashboard/scope.js";

const page = 50, margin = 800; // memories, pixels
let cursor = null, turn = 0, busy = false, pages = [];

export function readyList() {
  $("forgotten").addEventListener("change", showRecent);
  $("more").addEventListener("click", () => cursor && more());
  new IntersectionObserver((seen) => seen.some((x) => x.isIntersecting) && ahead(), { rootMargin: margin + "px" }).observe($("more"));
}

// ahead reads the next page before one comes to the end of this one.
function ahead() {
  const end = $("more").getBoundingClientRect();
  if (cursor && !busy && end.height && end.top < innerHeight + margin) more();
}

export function endList() {
  turn++;
  cursor = null;
  busy = false;
  pages = [];
}

// showRecent begins anew with the newest.
export function showRecent() {
  endList();
  $("list").replaceChildren();
  $("more").hidden = true;
  $("list-note").textContent = "reading …";
  return more();
}

async function more() {
  const mine = ++turn;
  busy = true;
  $("more").textContent = "reading …";
  try {
    const got = await ask("list_memories", { ...filter(), limit: page, include_forgotten: $("forgotten").checked, ...(cursor ? { cursor } : {}) });
    if (mine !== turn) return;
    $("list").append(...got.memories.map((m) => rowOf(m, scope.namespace === "*" ? { aside: [clean(m.namespace)] } : {})));
    cursor = got.nextCursor;
    pages.push({ damaged: got.damaged, damaged_more: got.damaged_more });
    said(got);
    $("list-note").textContent += leftOut(pages);
  } catch (e) {
    if (mine !== turn) return;
    $("list-note").textContent = words(e, () => mine === turn && more());
    ready();
    return; // the button, or the server that is back, asks again
  }
  ready();
  ahead();
}

function ready() {
  busy = false;
  $("more").textContent = "More";
  $("more").hidden = !cursor;
}

function said(got) {
  const shown = $("list").children.length;
  if (shown) {
    $("list-note").textContent = cursor ? `the newest ${count(shown)}` + (scope.tags.length ? "" : ` of ${count(total())}`) : plural(shown, "memory", "memories") + ", newest first";
    return;
  }
  const near = got.unknown?.find((u) => u.nearest)?.nearest;
  $("list-note").textContent = (scope.tags.length ? "No memory has these tags." : "No memory is here yet: an assistant stores them, or `asterism remember`.") + (near ? ` Did you mean ${clean(near)}?` : "");
}
