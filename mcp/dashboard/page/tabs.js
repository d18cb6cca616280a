// The views, one at a time. A view is told when it comes on the screen.
import { $ } from "/dashboard/draw.js";

const names = ["memories", "time", "graph", "goals", "machine"];
const listeners = {};
let current = "memories";

export const onView = (name, fn) => (listeners[name] = fn);
export const shownView = () => current;

export function showView(name, focus = false) {
  for (const n of names) {
    const on = n === name;
    $("tab-" + n).setAttribute("aria-selected", String(on));
    $("tab-" + n).tabIndex = on ? 0 : -1;
    $("view-" + n).hidden = !on;
  }
  if (focus) $("tab-" + name).focus();
  $("scope").hidden = name === "machine";
  if (current === name) return;
  current = name;
  listeners[name]?.();
}

export function readyTabs() {
  for (const n of names) $("tab-" + n).addEventListener("click", () => showView(n));
  $("tabs").addEventListener("keydown", (e) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key], here = names.indexOf(current);
    const to = e.key === "Home" ? 0 : e.key === "End" ? names.length - 1 : by ? (here + by + names.length) % names.length : -1;
    if (to < 0) return;
    e.preventDefault();
    showView(names[to], true);
  });
}

export const viewAt = (i) => names[i];
