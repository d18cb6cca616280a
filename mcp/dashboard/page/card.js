// One memory whole: what it says and why, how it stands to others, and how it was used.
import { ask, show, words, writable } from "/dashboard/api.js";
import { $, bar, button, clean, count, day, element, plural, terms, when } from "/dashboard/draw.js";
import { glyph, said, table } from "/dashboard/glyph.js";
import { addTag, bringBack, edit, editing, forget, readyEdit, removeTag, restore, typed } from "/dashboard/edit.js";

let shown = null; // { id, hit, from, got }
const long = 6000; // characters of a text that are shown at first

export const shownCard = () => shown;

export async function openCard(id, { hit = null, from = null } = {}) {
  if (editing() && !confirm("Leave the changes that are not saved?")) return;
  const mine = { id, hit, from: from || shown?.from || null, got: null };
  shown = mine;
  mark();
  const card = $("card");
  card.replaceChildren(element("h2", { id: "card-title" }, "Memory"), element("p", { role: "status" }, "reading …"));
  card.hidden = false;
  document.body.classList.add("with-card");
  card.focus({ preventScroll: true });
  card.scrollTop = 0;
  try {
    const [got, around] = await Promise.all([ask("get_memory", { id, include_links: true, include_versions: true }), show("around", { id, nearest: 6 })]);
    if (shown !== mine) return;
    mine.got = got;
    draw(mine, around);
  } catch (e) {
    if (shown === mine) card.replaceChildren(head("Memory"), element("p", { class: "bad", role: "alert" }, words(e, () => shown === mine && openCard(id, { hit, from }))));
  }
}

// closeCard goes back to where it was opened from.
export function closeCard() {
  if (!shown || (editing() && !confirm("Leave the changes that are not saved?"))) return;
  const { from, id } = shown;
  shown = null;
  $("card").hidden = true;
  $("card").replaceChildren();
  document.body.classList.remove("with-card");
  mark();
  const back = from?.isConnected ? from : document.querySelector(`.row[data-id="${id}"]`);
  (back || $("tabs").querySelector('[tabindex="0"]')).focus();
}

// reload shows the memory as it is now.
export const reload = () => shown && openCard(shown.id, { hit: shown.hit, from: shown.from });
readyEdit({ open: openCard, reload, shown: shownCard });

// mark shows in the lists which memory is open.
function mark() {
  for (const r of document.querySelectorAll(".row[aria-current]")) r.removeAttribute("aria-current");
  if (shown) for (const r of document.querySelectorAll(`.row[data-id="${shown.id}"]`)) r.setAttribute("aria-current", "true");
}

const head = (title) => element("div", { class: "card-head" }, element("h2", { id: "card-title" }, title), button("Close", closeCard, { class: "plain", title: "Esc" }));

function draw(mine, around) {
  const { memory: m, chain, measured } = mine.got;
  const parts = [head(m.forgotten ? "Forgotten memory" : chain.superseded_by ? "Replaced memory" : "Memory")];
  if (writable()) parts.push(actions(mine));
  if (m.forgotten) parts.push(element("p", { class: "bad" }, `Forgotten ${when(m.forgotten)}. It can be restored until ${day(Date.parse(m.forgotten) + restoreDays * 864e5)}.`));
  parts.push(text(m), why(m), tags(m, mine), found(mine.hit), others("What replaced it", chain.superseded_by), others("What it replaced", chain.supersedes, chain.supersedes_more));
  if (chain.not_current && !chain.superseded_by) parts.push(element("p", { class: "warn" }, "It is not valid at this time."));
  parts.push(links(around), nearest(around), used(m, around), before(mine), facts(m, measured));
  $("card").replaceChildren(...parts.filter(Boolean));
}

let restoreDays = 30;
export const setRestoreDays = (n) => (restoreDays = n);

function actions(mine) {
  const gone = Boolean(mine.got.memory.forgotten);
  return element("div", { class: "line actions" }, ...(gone ? [button("Restore", () => restore(mine.id))] : [button("Edit", () => edit(mine), { id: "edit", title: "e" }), button("Forget", () => forget(mine.id), { class: "plain" })]));
}

function text(m) {
  const whole = clean(m.content || m.image || "(no text)");
  const p = element("p", { class: "text" + (m.modality === "code" ? " code" : ""), id: "card-text" }, whole.slice(0, long));
  if (whole.length <= long) return p;
  const all = button(`Show all ${count(whole.length)} characters`, () => ((p.textContent = whole), all.remove()), { class: "plain" });
  return element("div", {}, p, all);
}

const why = (m) => m.rationale && element("p", { class: "why" }, element("span", { class: "quiet" }, "Why: "), clean(m.rationale));

function tags(m, mine) {
  const can = writable() && !m.forgotten;
  if (!can && !m.tags) return null;
  const list = (m.tags || []).map((t) => element("span", { class: "tag" }, "#" + clean(t), can ? button("×", () => removeTag(mine, t), { class: "bare", "aria-label": `Take the tag ${clean(t)} off` }) : null));
  if (can) {
    const box = element("input", { id: "new-tag", size: 10, placeholder: "+ tag", "aria-label": "New tag", maxlength: 128 });
    const form = element("form", { class: "new-tag" }, box);
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      if (typed(box.value)) addTag(mine, typed(box.value));
    });
    list.push(form);
  }
  return element("div", { class: "tags" }, ...list);
}

// found says of a hit why it was found, with a bar a space on demand.
function found(hit) {
  if (!hit) return null;
  return element("section", {}, element("h3", {}, "Why it was found"), element("div", { class: "found" }, glyph(hit, 72), element("p", {}, said(hit) + ".", element("br"), element("span", { class: "quiet" }, `score ${hit.score.toFixed(2)}` + (hit.relevance == null ? "" : `, relevance ${hit.relevance.toFixed(2)}${hit.weak ? " (weak)" : ""}`)))), element("details", {}, element("summary", {}, "A bar for each space"), table(hit)));
}

// link is another memory, to be opened.
function link(o, word, extra) {
  return element("li", {}, word ? element("span", { class: "quiet" }, word + " ") : null, button(clean(o.snippet) || "(no text)", () => openCard(o.id), { class: "link" }), element("span", { class: "quiet" }, " " + day(o.timestamp || o.date) + (o.forgotten ? ", forgotten" : "") + (extra || "")));
}

const list = (title, items, note) => (items.length ? element("section", {}, element("h3", {}, title), element("ul", { class: "links" }, ...items), note ? element("p", { class: "quiet" }, note) : null) : null);

const others = (title, all, more) => list(title, (all || []).map((o) => link(o, "")), more ? `and ${count(more)} older` : "");

const kinds = { given: ["links to", "linked from"], learned: ["linked by a dream with"], proposed: ["proposed by a dream as related to"], supersedes: ["replaces", "replaced by"], accepted: ["belongs with"], refused: ["was said not to belong with"] };

function links(around) {
  const all = around.links.filter((l) => l.kind !== "supersedes"); // the chain says those
  return list("Links", all.map((l) => link(l, kinds[l.kind].at(l.from ? -1 : 0), l.kind === "learned" || l.kind === "proposed" ? `, strength ${l.weight.toFixed(2)}` : "")), around.more ? `and ${count(around.more)} more` : "");
}

function nearest(around) {
  return list("Nearest in meaning", around.nearest.map((o) => {
    const item = link(o, "");
    item.prepend(element("span", { class: "likeness", title: `similarity ${o.similarity.toFixed(2)}` }, bar(o.similarity), element("span", { class: "unseen" }, `similarity ${o.similarity.toFixed(2)} `)));
    return item;
  }));
}

function used(m, around) {
  const w = around.worth;
  const lines = [
    m.times_seen ? `The same was stored ${m.times_seen} times, last ${when(m.last_seen)}.` : "",
    w ? `Outcomes were recorded for ${plural(w.questions, "question")}: useful ${w.useful.toFixed(2)} of 1 on average, last ${when(w.last)}. Old ones count less.` : "No outcome was recorded of finding it.",
  ].filter(Boolean);
  return element("section", {}, element("h3", {}, "How it was used"), ...lines.map((l) => element("p", {}, l)));
}

// before are the texts of earlier versions, the newest first, each with the way back to it.
function before(mine) {
  const all = mine.got.versions || [];
  if (!all.length) return null;
  const can = writable() && !mine.got.memory.forgotten;
  const items = all.map((v) => element("li", { "data-version": String(v.version) },
    element("span", { class: "quiet" }, `Version ${v.version}, until ${when(v.until)}`),
    element("p", { class: "text" }, clean(v.content.slice(0, long)) + (v.contentBytes || v.content.length > long ? " …" : "")),
    v.rationale === mine.got.memory.rationale ? null : why(v),
    can && !v.contentBytes ? button("Bring this text back", () => bringBack(mine, v), { class: "plain" }) : null));
  return element("details", { class: "before" }, element("summary", {}, `What it said before (${plural(all.length, "version")})`), element("ul", { class: "versions" }, ...items),
    mine.got.versions_more ? element("p", { class: "quiet" }, `and ${count(mine.got.versions_more)} older: asterism get ${mine.id} --versions shows them`) : null);
}

function facts(m, measured) {
  const a = measured.alignment, u = measured.utl;
  return element("section", {}, element("h3", {}, "About it"), terms(element("dl"), [
    ["Happened", when(m.timestamp)],
    ["Stored", when(m.created) + (m.updated ? `, changed ${when(m.updated)}` : "")],
    ["Version", count(measured.version)],
    ["Valid", m.valid_from || m.valid_until ? [m.valid_from && `from ${when(m.valid_from)}`, m.valid_until && `until ${when(m.valid_until)}`].filter(Boolean).join(" ") : null],
    ["Namespace", clean(m.namespace)],
    ["Source", m.source && clean(m.source)],
    ["Session", m.sessionId && clean(m.sessionId)],
    ["Kind", m.modality],
    ["Importance", m.importance.toFixed(2)],
    ["Serves the goal", a ? a.theta.toFixed(2) + " of 1" : null],
    ["Learned from it", u ? `${u.learningScore.toFixed(2)} of 1` : null],
    ["Id", element("code", {}, m.id)],
  ]));
}
