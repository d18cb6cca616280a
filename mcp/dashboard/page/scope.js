// What is looked at: a namespace and tags, chosen by chips. Every view shows only that.
import { ask, lost, words } from "/dashboard/api.js";
import { $, button, clean, count, element } from "/dashboard/draw.js";

export const scope = { namespace: "", tags: [] };
const listeners = [];
const few = { namespaces: 8, tags: 12 }; // chips that are shown before one asks for all
const whole = { namespaces: false, tags: false };
let names = [], tags = [];

export const onScope = (fn) => listeners.push(fn);

// chosen says whether a namespace is still the one that is looked at: an answer about another comes too late to be shown.
export const chosen = (namespace) => scope.namespace === namespace;

// filter is what is looked at as the tools take it.
export const filter = () => ({ namespace: scope.namespace, ...(scope.tags.length ? { tags: scope.tags } : {}) });

// total is how many live memories the namespace has.
export const total = () => (scope.namespace === "*" ? names.reduce((n, x) => n + x.memories, 0) : names.find((x) => x.name === scope.namespace)?.memories || 0);

// readScope asks for the names anew, and tells whether it got them. At the start it chooses default, or where that holds nothing the largest namespace.
export async function readScope() {
  try {
    names = (await ask("list_namespaces", {})).names;
    if (!scope.namespace) scope.namespace = names.some((x) => x.name === "default") || !names.length ? "default" : names[0].name;
    draw();
    readTags();
    return true;
  } catch (e) {
    const said = words(e, readScope);
    if (!names.length || !lost(e)) $("namespaces").replaceChildren(element("p", { class: "bad" }, said)); // chips that are there stay during an outage: they can be chosen after it
    return false;
  }
}

// readTags follows the names, so that a list need not wait for it.
async function readTags() {
  const asked = scope.namespace;
  try {
    const got = await ask("list_tags", { namespace: asked });
    if (!chosen(asked)) return;
    tags = got.names;
    draw();
  } catch (e) {
    if (!chosen(asked)) return;
    const said = words(e, () => chosen(asked) && readTags());
    if (!lost(e)) $("tags").replaceChildren(element("p", { class: "bad" }, said));
  }
}

export function choose(namespace, chosenTags = []) {
  scope.namespace = namespace;
  scope.tags = chosenTags;
  draw();
  readScope();
  for (const fn of listeners) fn();
}

function chip(label, n, pressed, press, title) {
  return button(element("span", {}, clean(label)), press, { class: "chip", "aria-pressed": String(pressed), "data-key": label, title });
}

function draw() {
  const kept = document.activeElement?.closest?.(".chips")?.id, key = document.activeElement?.dataset?.key;
  const shown = names.map((x) => x.name);
  if (scope.namespace !== "*" && !shown.includes(scope.namespace)) shown.unshift(scope.namespace);
  const memories = Object.fromEntries(names.map((x) => [x.name, x.memories]));
  const spaces = shown.map((name) => withCount(chip(name, 0, chosen(name), () => choose(name)), memories[name] || 0));
  if (shown.length > 1) spaces.push(withCount(chip("all", 0, chosen("*"), () => choose("*"), "all namespaces, one after the other"), names.reduce((n, x) => n + x.memories, 0)));
  fill("namespaces", spaces, shown.indexOf(scope.namespace));
  const toggle = (name) => choose(scope.namespace, scope.tags.includes(name) ? scope.tags.filter((t) => t !== name) : [...scope.tags, name]);
  const ordered = [...tags].sort((a, b) => scope.tags.includes(b.name) - scope.tags.includes(a.name));
  for (const name of scope.tags) if (!tags.some((t) => t.name === name)) ordered.unshift({ name, memories: 0 });
  fill("tags", ordered.map((t) => withCount(chip("#" + t.name, t.memories, scope.tags.includes(t.name), () => toggle(t.name)), t.memories)), -1);
  if (kept) [...$(kept).children].find((c) => c.dataset.key === key)?.focus();
}

function withCount(chip, n) {
  chip.append(element("span", { class: "count" }, count(n)));
  return chip;
}

function fill(id, chips, keep) {
  const most = whole[id] ? chips.length : few[id];
  const shown = chips.filter((_, i) => i < most || i === keep || (id === "namespaces" && i === chips.length - 1 && chips.length > 1));
  if (chips.length > few[id]) {
    shown.push(button(whole[id] ? "fewer" : `${count(chips.length - shown.length)} more`, () => ((whole[id] = !whole[id]), draw()), { class: "chip plain", "aria-expanded": String(whole[id]), "data-key": "" }));
  }
  $(id).replaceChildren(...shown);
}
