// Brings the rows of a memory that was changed up to date, wherever they stand.
import { ask } from "/dashboard/api.js";
import { rowOf } from "/dashboard/rows.js";

const shown = 300; // characters of a text in a row

export async function changed(id) {
  const rows = [...document.querySelectorAll(`.row[data-id="${id}"]`)];
  if (!rows.length) return;
  let got;
  try {
    got = await ask("get_memory", { id });
  } catch {
    return; // it is gone, or the server: the next list says so
  }
  const m = { ...got.memory, ...got.chain, snippet: (got.memory.content || got.memory.image || "").slice(0, shown) };
  for (const old of rows) {
    const focused = document.activeElement === old;
    const fresh = rowOf(m, { hit: old.hit });
    if (old.hasAttribute("aria-current")) fresh.firstChild.setAttribute("aria-current", "true");
    old.closest("li").replaceWith(fresh);
    if (focused) fresh.firstChild.focus();
  }
}
