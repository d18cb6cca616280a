// A memory as a row of a list. All lists are made of these, so that keys work the same in all of them.
import { bar, clean, count, day, element, when } from "/dashboard/draw.js";
import { glyph } from "/dashboard/glyph.js";
import { openCard } from "/dashboard/card.js";

// rowOf makes a row of a memory, a hit or a brief. hit is kept for the card.
export function rowOf(m, { hit = null, aside = [] } = {}) {
  const facts = [
    m.timestamp ? element("time", { datetime: m.timestamp, title: when(m.timestamp) }, day(m.timestamp)) : null,
    ...aside.map((words) => element("span", {}, words)),
    m.forgotten ? element("span", { class: "mark bad" }, "forgotten") : null,
    m.superseded_by?.length || m.not_current || outside(m) ? element("span", { class: "mark warn" }, m.superseded_by?.length ? "replaced" : outside(m) || "not valid now") : null,
    m.said_otherwise ? element("span", { class: "mark warn", title: m.said_otherwise.reason }, `newer one differs (${day(m.said_otherwise.date)})`) : null,
    m.supersedes?.length ? element("span", { class: "mark" }, "replaces older") : null,
    m.times_seen > 1 ? element("span", {}, `seen ${m.times_seen} times`) : null,
    m.copies ? element("span", {}, `${m.copies} ${m.copies === 1 ? "copy" : "copies"}`) : null,
    m.modality && m.modality !== "text" ? element("span", {}, m.modality) : null,
    ...(m.tags || []).slice(0, 6).map((t) => element("span", { class: "tag" }, "#" + clean(t))),
  ];
  const body = element("span", { class: "body" }, element("span", { class: "text" }, clean(m.snippet || m.content || m.image || "(no text)")), element("span", { class: "facts" }, ...facts));
  const press = element("button", { type: "button", class: "row", "data-id": m.id }, hit ? glyph(hit) : null, body, hit ? relevance(hit) : null);
  press.hit = hit;
  press.addEventListener("click", () => openCard(m.id, { hit, from: press }));
  return element("li", m.forgotten ? { class: "gone" } : hit?.weak ? { class: "faint" } : {}, press);
}

// outside says of a memory that holds for a time only that this is not that time.
function outside(m) {
  if (m.valid_from && Date.parse(m.valid_from) > Date.now()) return `valid from ${day(m.valid_from)}`;
  return m.valid_until && Date.parse(m.valid_until) <= Date.now() ? `valid until ${day(m.valid_until)}` : "";
}

// leftOut says which memories could not be read, of pages of a list.
export function leftOut(pages) {
  const all = pages.flatMap((p) => p.damaged ?? []), names = [...new Set(all.map((d) => (d.id ? clean(d.id) : "some whose ids are damaged too")))];
  const more = pages.reduce((n, p) => n + (p.damaged_more ?? 0), 0);
  if (more) names.push(`${count(more)} more`);
  return names.length ? ` Damaged in the store and left out: ${names.join(", ")}. \`asterism check\` says more.` : "";
}

// relevance is the chance that a hit answers, as a bar and in figures.
function relevance(hit) {
  if (hit.relevance === null || hit.relevance === undefined) return element("span", { class: "relevance", title: "the chance that it answers is not known here" }, "–");
  const words = `${hit.relevance.toFixed(2)}${hit.weak ? " weak" : ""}`;
  return element("span", { class: "relevance" + (hit.weak ? " weak" : ""), title: `chance that it answers: ${words}` }, bar(hit.relevance), element("span", {}, element("span", { class: "unseen" }, "relevance "), words));
}

// step goes up or down among the rows on the screen.
export function step(by) {
  const all = [...document.querySelectorAll(".rows .row")].filter((r) => r.offsetParent);
  if (!all.length) return false;
  const here = all.indexOf(document.activeElement);
  const next = all[here < 0 ? 0 : Math.max(0, Math.min(all.length - 1, here + by))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}
