import { askAgain, hasToken, lost, Refused, setToken, status, takeToken, words, writable } from "/dashboard/api.js";
import { setRestoreDays, reload, shownCard } from "/dashboard/card.js";
import { $, zone } from "/dashboard/draw.js";
import { setLimits } from "/dashboard/edit.js";
import { readyGoals, showGoals } from "/dashboard/goals.js";
import { readyGraph, showGraph } from "/dashboard/graph.js";
import { readyKeys } from "/dashboard/keys.js";
import { showLearning, showMind } from "/dashboard/learning.js";
import { readyList, showRecent } from "/dashboard/list.js";
import { showNow } from "/dashboard/machine.js";
import { changed } from "/dashboard/changed.js";
import { onScope, readScope, scope } from "/dashboard/scope.js";
import { readySearch, searching, startSearch } from "/dashboard/search.js";
import { onView, readyTabs, shownView } from "/dashboard/tabs.js";
import { readyTime, showTime } from "/dashboard/timeline.js";
import { onChange } from "/dashboard/undo.js";

const quick = 2000, slow = 15000; // milliseconds between looks at the queues, and at goal, learning and mind
let names = []; // of the spaces
let timer = 0;
let scopeRead; // what is looked at, asked for together with the first status

function askForToken() {
  $("door").hidden = false;
  $("board").hidden = true;
  $("state").textContent = "a token is needed";
  $("door-error").textContent = hasToken() ? "That is not this server's token." : "";
  $("token").focus();
}

async function look() {
  clearTimeout(timer);
  let wait = document.hidden || shownView() !== "machine" ? slow : quick;
  try {
    const s = await status();
    $("door").hidden = true;
    const refused = s.store?.writes_refused;
    $("state").textContent = !s.ready ? "warming up: " + (s.doing || "…") : refused ? "nothing new can be stored: " + refused : writable() ? "" : "read only";
    $("state").className = s.ready && !refused ? "" : "warn";
    if (s.store) {
      const begins = $("board").hidden;
      $("board").hidden = false;
      names = s.spaces.map((x) => x.code + " " + x.name);
      if (shownView() === "machine") showNow(s);
      if (begins) begin(s);
      askAgain();
    }
  } catch (e) {
    $("state").className = "bad";
    $("state").textContent = words(e);
    if (e instanceof Refused && e.status === 401) return; // until there is another
    if (lost(e)) wait = quick;
  }
  clearTimeout(timer); // what was asked again may have failed meanwhile
  timer = setTimeout(look, wait);
}

async function begin(s) {
  setLimits(s.limits);
  setRestoreDays(s.limits.restore_days);
  document.body.classList.toggle("read-only", !writable());
  const early = scopeRead;
  scopeRead = null; // who comes again, with another token, has it read anew
  if (!(await early)) await readScope();
  if (!searching()) await showRecent();
  rest();
}

// rest shows what the view on the screen is made of, where that is not a list.
function rest() {
  const view = { time: showTime, graph: showGraph, goals: showGoals, machine: () => (showLearning(names), showMind(scope.namespace)) }[shownView()];
  view?.();
}

$("door").addEventListener("submit", (e) => {
  e.preventDefault();
  setToken($("token").value.trim());
  look().then(() => $("door").hidden && $("query").focus());
});
addEventListener("asterism-door", askForToken);
addEventListener("asterism-lost", () => {
  clearTimeout(timer);
  timer = setTimeout(look, quick);
});
for (const view of ["time", "graph", "goals"]) onView(view, rest);
onView("machine", () => (look(), rest()));
onScope(() => {
  if (searching()) startSearch();
  else showRecent();
  rest();
});
onChange((id, undone) => {
  changed(id);
  readScope();
  if (undone && shownCard()?.id === id) reload();
});
setInterval(() => $("board").hidden || document.hidden || shownView() !== "machine" || rest(), slow);
$("zone").textContent = `times are of ${zone}`;
readyTabs();
readyList();
readySearch();
readyTime();
readyGraph();
readyGoals();
readyKeys();
takeToken();
scopeRead = readScope();
look();
