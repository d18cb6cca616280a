// The signature of a hit: thirteen rays, one a space, always at the same angles: E1 at twelve o'clock, the others clockwise in order. A ray is as long as the hit stands above the
// average memory in that space. The spaces that decided its place have a star at their end, and the stars are joined: an asterism. Shape says all of it; colour only repeats it.
import { bars, element, shape } from "/dashboard/draw.js";

export const spaces = 13;
const inner = 2.6, outer = 13.4;
const full = 4.5; // standard deviations above the average memory at which a ray has its whole length; large ones were drawn in by the search

const angle = (i) => (i / spaces) * 2 * Math.PI - Math.PI / 2;
const at = (i, r) => [Math.cos(angle(i)) * r, Math.sin(angle(i)) * r].map((v) => v.toFixed(2));
const number = (name) => Number(/^E(\d+)/.exec(name)[1]) - 1;
const plain = (name) => name.replace(/^E\d+ /, "").replaceAll("_", " ");
export const strength = (s) => Math.max(0, Math.min(1, s.standard / full));

// said is the glyph in words.
export function said(hit) {
  const decided = hit.decidedBy.map(plain);
  const strong = (hit.spaces || []).filter((s) => s.standard >= 2 && !hit.decidedBy.includes(s.space)).sort((a, b) => b.standard - a.standard).slice(0, 3).map((s) => plain(s.space));
  return (decided.length ? "Found by " + decided.join(", ") : "No single space decided") + (strong.length ? "; also strong in " + strong.join(", ") : "");
}

export function glyph(hit, size = 36) {
  const svg = shape("svg", { class: "glyph", viewBox: "-16 -16 32 32", width: size, height: size, role: "img", "aria-label": said(hit) });
  svg.append(shape("title", {}, said(hit)), shape("circle", { class: "ring", r: 14.6 }), shape("path", { class: "north", d: "M-1.6,-15.9 L1.6,-15.9 L0,-13.6 Z" }));
  const known = (hit.spaces || []).map((s) => ({ i: number(s.space), r: inner + (outer - inner) * strength(s), decided: hit.decidedBy.includes(s.space) })).sort((a, b) => a.i - b.i);
  if (known.length > 2) svg.append(shape("polygon", { class: "web", points: known.map((s) => at(s.i, s.r)).join(" ") }));
  for (const s of known) {
    const [x1, y1] = at(s.i, inner), [x2, y2] = at(s.i, s.r);
    svg.append(shape("line", { class: s.decided ? "ray decided" : "ray", x1, y1, x2, y2 }));
  }
  const stars = known.filter((s) => s.decided);
  if (stars.length > 1) svg.append(shape(stars.length > 2 ? "polygon" : "polyline", { class: "figure", points: stars.map((s) => at(s.i, s.r)).join(" ") }));
  for (const s of stars) {
    const [cx, cy] = at(s.i, s.r);
    svg.append(shape("circle", { class: "star", cx, cy, r: 2.3 }));
  }
  return svg;
}

// table says the same a bar a space, in the same order.
export function table(hit) {
  const rows = (hit.spaces || []).map((s) => ({ name: s.space, value: strength(s), decided: hit.decidedBy.includes(s.space), words: `${s.similarity.toFixed(3)}${s.rank ? ` · rank ${s.rank}` : ""}` }));
  const missing = spaces - rows.length;
  return element("div", {}, bars(rows), missing ? element("p", { class: "quiet" }, `${missing} spaces took no part: the question or the memory has no value there.`) : null);
}
