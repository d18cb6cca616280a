// What the work is for, how well it serves that, and the memories that serve it least.
import { ask, show, words } from "/dashboard/api.js";
import { $, bar, clean, count, element, plural } from "/dashboard/draw.js";
import { showDrift } from "/dashboard/drift.js";
import { rowOf } from "/dashboard/rows.js";
import { chosen, scope } from "/dashboard/scope.js";

const most = 10; // memories that stray

export function readyGoals() {
  $("time-range").addEventListener("change", () => showDrift(scope.namespace));
  $("range").addEventListener("submit", (e) => e.preventDefault());
}

export async function showGoals() {
  const namespace = scope.namespace;
  for (const id of ["goal", "alignment", "strays-note", "drift-note"]) $(id).textContent = "";
  for (const id of ["goal-tree", "strays"]) $(id).replaceChildren();
  $("drift").hidden = true;
  if (namespace === "*") {
    $("goal").textContent = "Each namespace has goals of its own: choose one.";
    return;
  }
  try {
    const [g, s] = await Promise.all([ask("get_goals", { namespace }), show("strays", { namespace, most })]);
    if (!chosen(namespace)) return;
    draw(g, s);
  } catch (e) {
    if (chosen(namespace)) $("goal").textContent = words(e, () => chosen(namespace) && showGoals());
  }
  await showDrift(namespace);
}

function draw(g, s) {
  $("goal").textContent = g.north_star ? "" : "No goal is set in this namespace: `asterism goal set \"…\"` sets one, or ask your assistant to.";
  $("goal-tree").replaceChildren(...(g.north_star ? [branch(g.north_star, g.goals)] : []));
  const a = g.alignment;
  $("alignment").textContent = g.north_star ? `${count(a.measured)} of ${plural(a.memories, "memory", "memories")} measured against it` + (a.running ? ", the rest is being measured." : ".") : "";
  $("strays-note").textContent = !g.north_star ? "Without a goal nothing strays." : s.strays.length ? `The ${Math.min(most, s.strays.length)} of ${plural(s.measured, "memory", "memories")} that serve the goal least. 1 would be the goal itself; many good memories lie far below that.` : a.running ? "They are being measured." : a.measured ? "Of none can be told how well it serves the goal: it has no value in any space that the goal has." : "Nothing is measured yet.";
  $("strays").replaceChildren(...s.strays.map((m) => {
    const row = rowOf(m);
    row.firstChild.append(element("span", { class: "relevance" }, bar(m.theta), element("span", {}, element("span", { class: "unseen" }, "serves the goal "), m.theta.toFixed(2))));
    return row;
  }));
}

function branch(goal, all) {
  const below = all.filter((x) => x.parent_id === goal.id);
  return element("li", {}, element("span", { class: "tag" }, goal.parent_id ? goal.level : "North Star"), " ", clean(goal.description), below.length ? element("ul", {}, ...below.map((x) => branch(x, all))) : null);
}
