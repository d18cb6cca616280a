// Elements from data. Text is always set as text, so nothing that a memory holds becomes markup.
export const $ = (id) => document.getElementById(id);

export function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (v === true) e.setAttribute(k, "");
    else if (v !== null && v !== undefined && v !== false) e.setAttribute(k, v);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

export function button(words, press, attributes) {
  const e = element("button", { type: "button", ...attributes }, words);
  e.addEventListener("click", press);
  return e;
}

export function shape(name, attributes, text) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  if (text !== undefined) e.textContent = text;
  return e;
}

// hidden are control characters and marks that turn the direction of writing; line ends and tabs are not among them.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// clean makes visible what a text may hold to deceive a reader: control characters, such as the escape that begins a terminal's commands, and marks that
// turn the direction of writing. Line ends and tabs stay.
export function clean(text) {
  return String(text ?? "").replace(hidden, (c) => {
    const code = c.charCodeAt(0);
    if (code < 0x20) return code === 0x0d ? "" : String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "⟨U+" + code.toString(16).toUpperCase().padStart(4, "0") + "⟩";
  });
}

// deceivers are those that a text holds, by their numbers in Unicode, each once.
export const deceivers = (text) => [...new Set((text.match(hidden) || []).map((c) => "U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")))];
export const without = (text) => text.replace(hidden, "");

// terms fills a list of names and values; a value of null is left out.
export function terms(list, pairs) {
  list.replaceChildren(...pairs.filter(([, v]) => v !== null && v !== undefined && v !== "").flatMap(([k, v]) => [element("dt", {}, k), element("dd", {}, v)]));
  return list;
}

// bars draws rows of name, bar and figure; from 0 to most.
export function bars(rows, most = 1) {
  const box = element("div", { class: "bars" });
  for (const { name, value, words, decided } of rows) {
    box.append(element("span", decided ? { class: "decided" } : {}, name), bar(value / most, decided ? "decided" : ""), element("span", {}, words));
  }
  return box;
}

// bar is one bar, 0 to 1. What it says is to be said in words beside it.
export function bar(value, kind = "") {
  const e = shape("svg", { class: "bar " + kind, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  e.append(shape("rect", { class: "all", x: 0, y: 0, height: 10, width: 100 }), shape("rect", { x: 0, y: 0, height: 10, width: Math.max(0, Math.min(100, value * 100)) }));
  return e;
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

// Times are said in one form, that of the commands, and in the browser's zone, which the foot of the page names.
const digits = (n, most = 2) => String(n).padStart(most, "0");
const date = (d) => `${digits(d.getFullYear(), 4)}-${digits(d.getMonth() + 1)}-${digits(d.getDate())}`;
export const when = (t) => (t ? ((d) => `${date(d)} ${digits(d.getHours())}:${digits(d.getMinutes())}:${digits(d.getSeconds())}`)(new Date(t)) : "never");
export const day = (t) => (t ? date(new Date(t)) : "no time");
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
export const plural = (n, one, many) => count(n) + " " + (n === 1 ? one : many || one + "s");
