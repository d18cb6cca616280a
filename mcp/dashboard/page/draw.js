// Elements from data. Text is always set as text, so nothing that a memory holds becomes markup.
export const $ = (id) => document.getElementById(id);

// chosen says whether a namespace is still the one that is looked at: an answer about another comes too late to be shown.
export const chosen = (namespace) => $("namespace").value === namespace;

export function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

export function shape(name, attributes, text) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  return e;
}

// terms fills a list of names and values; a value of null is left out.
export function terms(list, pairs) {
  list.replaceChildren(...pairs.filter(([, v]) => v !== null && v !== undefined).flatMap(([k, v]) => [element("dt", {}, k), element("dd", {}, v)]));
}

// bars draws rows of name, bar and figure; from 0 to most.
export function bars(rows, most = 1) {
  const box = element("div", { class: "bars" });
  for (const { name, value, words, decided } of rows) {
    const bar = shape("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    bar.append(shape("rect", { x: 0, y: 0, height: 10, width: Math.max(0, Math.min(100, (value / most) * 100)) }));
    const middle = element("span", decided ? { class: "decided" } : {}, bar);
    box.append(element("span", {}, name), middle, element("span", {}, words));
  }
  return box;
}

export const row = (...cells) => element("tr", {}, ...cells.map((c) => (c instanceof Node ? c : element("td", typeof c === "number" ? { class: "number" } : {}, String(c)))));

export function bytes(n) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  while (n >= 1024 && i < units.length - 1) (n /= 1024), i++;
  return (i ? n.toFixed(1) : n) + " " + units[i];
}

export const count = (n) => n.toLocaleString("en");
export const rate = (n) => (n >= 100 ? Math.round(n).toLocaleString("en") : n.toFixed(1));
export const when = (t) => (t ? new Date(t).toLocaleString() : "never");
export const plural = (n, one, many) => count(n) + " " + (n === 1 ? one : many || one + "s");
