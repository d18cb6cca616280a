// Search takes the place of the recent ones in the first view, until it is ended.
import { ask, words } from "/dashboard/api.js";
import { $, button, clean, element, plural } from "/dashboard/draw.js";
import { endList, showRecent } from "/dashboard/list.js";
import { rowOf } from "/dashboard/rows.js";
import { filter, scope } from "/dashboard/scope.js";
import { showView } from "/dashboard/tabs.js";

const linkKinds = { given: "linked by its writer", learned: "linked by a dream", accepted: "said to belong together" };
let asked = null; // the arguments of the page that is shown
let turn = 0; // of questions: an answer that comes late is not shown

export function readySearch() {
  $("ask").addEventListener("submit", (e) => {
    e.preventDefault();
    if ($("query").value.trim() === "") return endSearch();
    startSearch();
  });
  $("query").addEventListener("search", () => $("query").value === "" && searching() && endSearch());
  $("end-search").addEventListener("click", endSearch);
  $("more").addEventListener("click", () => asked && look());
}

export const searching = () => asked !== null;

export function startSearch() {
  showView("memories");
  endList();
  asked = { query: $("query").value, profile: $("profile").value, ...filter(), explain: true, topK: 20 };
  $("list").replaceChildren();
  $("end-search").hidden = false;
  $("forgotten").closest("label").hidden = true;
  return look();
}

// endSearch goes back to the recent ones.
export function endSearch() {
  turn++;
  asked = null;
  $("query").value = "";
  $("end-search").hidden = true;
  $("forgotten").closest("label").hidden = false;
  return showRecent();
}

async function look() {
  const mine = ++turn;
  $("more").hidden = true;
  $("list-note").textContent = "searching …";
  try {
    const got = await ask("search_graph", asked);
    if (mine === turn) show(got);
  } catch (e) {
    if (mine === turn) $("list-note").textContent = words(e, () => mine === turn && look());
  }
}

function show(got) {
  const list = $("list"), linked = list.querySelector(".divide.linked");
  for (const h of got.results) list.insertBefore(rowOf(h, { hit: h, aside: scope.namespace === "*" ? [clean(h.namespace)] : [] }), linked);
  if (got.linked) list.append(element("li", { class: "divide linked" }, "Linked with the first of these"), ...got.linked.map((m) => rowOf(m, { aside: [linkKinds[m.kind]] })));
  const rows = [...list.querySelectorAll(".row")], hits = rows.filter((r) => r.hit);
  divide(hits);
  const took = Object.values(got.timings).reduce((a, b) => a + b, 0);
  const notes = [hits.length ? `${plural(hits.length, "hit")} of ${plural(got.scanned, "memory", "memories")}${rows.length > hits.length ? `, ${rows.length - hits.length} linked` : ""}, in ${took.toFixed(0)} ms` : `nothing found among ${plural(got.scanned, "memory", "memories")}`];
  if (got.nothingRelevant) notes.push("likely none of these answers: what you ask for is probably not stored");
  if (got.unread) notes.push("the models do not read this language: only memories that share a word with the question are relevant");
  if (got.learned) notes.push("ranked with weights learned from outcomes");
  if (got.meant) notes.push(`also searched: ${got.meant.map(clean).join(", ")}`);
  if (got.namedNowhere) notes.push(`none of the best hundred memories has ${got.namedNowhere.map(clean).join(" or ")}`);
  if (got.quoted && !got.quoted.found) notes.push(`no memory has the exact words “${got.quoted.phrases.map(clean).join("” and “")}”: the nearest without them`);
  if (got.namedTime) notes.push(`memories ${period(got.namedTime)} are preferred, as the question says: there ${got.namedTime.memories === 1 ? "is 1" : `are ${got.namedTime.memories || "none"}`}, and none is left out`);
  $("list-note").replaceChildren(notes.join("; "), ...(got.namedTime ? [" ", button("Search without the time", timeless, { class: "link", id: "timeless" })] : []));
  asked = { ...asked, cursor: got.nextCursor };
  $("more").hidden = !got.nextCursor;
}

// divide sets the weak hits apart that stand below all others. The server's order stays: a weak one may stand above, marked.
function divide(hits) {
  $("list").querySelector(".divide.weaker")?.remove();
  const first = hits.findLastIndex((r) => !r.hit.weak) + 1;
  if (first && first < hits.length) hits[first].closest("li").before(element("li", { class: "divide weaker" }, "Weaker ones, which may have nothing to do with it"));
}

// timeless asks the same question once more, with the time in it as words only.
function timeless() {
  $("profile").value = "semantic";
  $("query").focus();
  return startSearch();
}

// period says a time with an open side, or none.
function period(t) {
  return [t.after && `from ${t.after.slice(0, 10)}`, t.before && `before ${t.before.slice(0, 10)}`].filter(Boolean).join(" ") + " (UTC)";
}
