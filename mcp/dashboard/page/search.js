import { ask } from "/dashboard/api.js";
import { $, bars, element, plural, when } from "/dashboard/draw.js";

let asked = null; // the arguments of the page that is shown
let turn = 0; // of questions: an answer that comes late is not shown

export function readySearch(namespace, trouble) {
  $("ask").addEventListener("submit", (e) => {
    e.preventDefault();
    asked = { query: $("query").value, profile: $("profile").value, namespace: namespace(), explain: true, topK: 10 };
    $("found").replaceChildren();
    look(trouble);
  });
  $("more").addEventListener("click", () => look(trouble));
}

// endSearch takes away what was found, and what is still to come.
export function endSearch() {
  turn++;
  $("found").replaceChildren();
  $("found-note").textContent = "";
  $("more").hidden = true;
}

async function look(trouble) {
  const mine = ++turn;
  $("more").hidden = true;
  $("found-note").textContent = "searching …";
  try {
    const got = await ask("search_graph", asked);
    if (mine === turn) show(got);
  } catch (e) {
    if (mine === turn) $("found-note").textContent = trouble(e);
  }
}

function show(got) {
  $("found").append(...got.results.map((h) => hit(h, greatest(got.results))));
  const shown = $("found").children.length;
  const took = Object.values(got.timings).reduce((a, b) => a + b, 0);
  let note = shown ? `${shown} of ${plural(got.scanned, "memory", "memories")} looked at, in ${took.toFixed(0)} ms, profile ${got.profile}` : `nothing found among ${plural(got.scanned, "memory", "memories")}`;
  if (got.learned) note += ", weights as outcomes changed them";
  if (got.meant) note += `; also searched: ${got.meant.join(", ")}`;
  if (got.quoted && !got.quoted.found) note += `; no memory has the exact words “${got.quoted.phrases.join("” and “")}”: nearest without them`;
  if (got.namedTime) note += `; the question names a time ${period(got.namedTime)} (${plural(got.namedTime.memories, "memory", "memories")}): preferred, none left out; another profile ignores it`;
  if (got.note) note += ". " + got.note;
  $("found-note").textContent = note;
  asked = { ...asked, cursor: got.nextCursor };
  $("more").hidden = !got.nextCursor;
}

// period says a time with an open side, or none.
function period(t) {
  return [t.after && `from ${t.after}`, t.before && `to ${t.before}`].filter(Boolean).join(" ");
}

// greatest is the full length of each space's bars: 1, or more where a similarity is a sum over words.
function greatest(hits) {
  const most = {};
  for (const s of hits.flatMap((h) => h.spaces || [])) most[s.space] = Math.max(most[s.space] || 1, s.similarity);
  return most;
}

// chain says what a memory replaces, and what has replaced it, a line each.
function chain(h) {
  const line = (word) => (p) => `${word} ${when(p.date)}: ${p.snippet}`;
  const out = [...(h.superseded_by || []).map(line("replaced")), ...(h.supersedes || []).map(line("replaces what was said"))];
  return h.not_current && !h.superseded_by ? ["does not hold at this time", ...out] : out;
}

// hit shows a memory and why it was found: its similarity in each space, those that decided in another colour.
function hit(h, most) {
  const decided = new Set(h.decidedBy);
  const rows = (h.spaces || []).map((s) => ({
    name: s.space,
    value: s.similarity / most[s.space],
    words: s.similarity.toFixed(3) + (s.rank ? ` · rank ${s.rank}` : ""),
    decided: decided.has(s.space),
  }));
  const facts = [when(h.timestamp), h.modality, h.namespace, h.source, (h.tags || []).map((t) => "#" + t).join(" "), `score ${h.score.toFixed(3)}`, h.relevance == null ? "" : `relevance ${h.relevance.toFixed(2)}${h.weak ? " (weak)" : ""}`];
  return element(
    "li",
    {},
    element("p", { class: "text" }, h.content || h.snippet || "(no text)"),
    element("p", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
    ...chain(h).map((words) => element("p", { class: "quiet" }, words)),
    element("details", {}, element("summary", {}, "Why: " + (h.decidedBy.join(", ") || "no space decided")), bars(rows)),
  );
}
