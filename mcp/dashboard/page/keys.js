// The keys of the page. In a field they write; everything is there without a mouse.
import { writable } from "/dashboard/api.js";
import { $ } from "/dashboard/draw.js";
import { closeCard, shownCard } from "/dashboard/card.js";
import { edit } from "/dashboard/edit.js";
import { step } from "/dashboard/rows.js";
import { endSearch, searching } from "/dashboard/search.js";
import { showView, shownView, viewAt } from "/dashboard/tabs.js";
import { undo } from "/dashboard/undo.js";

const writes = (e) => e.matches?.("input:not([type=checkbox]), textarea, select") || e.isContentEditable;

export function readyKeys() {
  addEventListener("keydown", (e) => {
    if (e.key === "Escape") return escape(e);
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
    const field = writes(e.target);
    if (field && !(e.target.id === "query" && e.key === "ArrowDown")) return;
    if (e.target.id === "graph" && e.key !== "/" && !/^[1-5]$/.test(e.key)) return;
    const act = {
      "/": () => ($("query").focus(), $("query").select()),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      j: () => step(1),
      k: () => step(-1),
      e: () => writable() && shownCard()?.got && !shownCard().got.memory.forgotten && !document.querySelector("form.edit") && edit(shownCard()),
      u: () => writable() && undo(),
    }[e.key];
    if (/^[1-5]$/.test(e.key)) showView(viewAt(Number(e.key) - 1), true);
    else if (!act || $("board").hidden) return;
    else if (act() === false) return;
    e.preventDefault();
  });
}

// escape leaves what is innermost: a field, the card, the search.
function escape(e) {
  if (shownCard()) closeCard();
  else if (searching() && shownView() === "memories") endSearch();
  else if (writes(e.target)) e.target.blur();
  else return;
  e.preventDefault();
}
