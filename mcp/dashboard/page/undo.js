// What was just done, said in a line at the foot of the page, with the way back. The last one stays until something else is done.
import { words } from "/dashboard/api.js";
import { $, button, clean, element } from "/dashboard/draw.js";

let last = null, timer = 0;
const listeners = [];

// onChange is told the id of a memory that was changed.
export const onChange = (fn) => listeners.push(fn);

export function say(sentence, wrong = false, more = null) {
  clearTimeout(timer);
  const toast = $("toast");
  toast.setAttribute("role", wrong ? "alert" : "status");
  toast.className = wrong ? "bad" : "";
  toast.replaceChildren(element("span", {}, clean(sentence)), ...(more ? [more] : []), button("×", hide, { class: "bare", "aria-label": "Close this message" }));
  toast.hidden = false;
  timer = setTimeout(hide, wrong || more ? 30000 : 6000);
}

function hide() {
  $("toast").hidden = true;
}

// done says what was done. back undoes it and answers what to say then.
export function done(sentence, back, id) {
  last = { back, id };
  say(sentence, false, button("Undo", undo, { id: "undo", title: "u" }));
  for (const fn of listeners) fn(id);
}

export async function undo() {
  if (!last) return say("There is nothing to undo.");
  const { back, id } = last;
  last = null;
  try {
    say(await back());
  } catch (e) {
    return say("It could not be undone: " + (e.constructor === Error ? e.message : words(e)), true);
  }
  for (const fn of listeners) fn(id, true);
}
