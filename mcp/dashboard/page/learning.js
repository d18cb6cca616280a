import { ask, words } from "/dashboard/api.js";
import { $, bars, clean, count, element, row, terms, when } from "/dashboard/draw.js";
import { chosen } from "/dashboard/scope.js";

const lambdas = (l) => `${l.lambda_s.toFixed(2)} surprise, ${l.lambda_c.toFixed(2)} coherence`;

export async function showLearning(names) {
  try {
    const s = await ask("get_meta_learning_status", { include_embedder_breakdown: true });
    $("learning-note").textContent = "";
    terms($("learning"), [
      ["Accuracy", s.current_accuracy === null || s.current_accuracy === undefined ? "nothing was foretold yet" : s.current_accuracy.toFixed(3)],
      ["Weights", lambdas(s.current_lambdas) + (s.adjustment_count ? `, corrected ${s.adjustment_count} times, last ${when(s.last_adjustment_at)}` : ", never corrected")],
      ["State", (s.escalation_status === "none" ? "it needs nobody" : s.escalation_status) + (s.consecutive_low_count ? `, ${s.consecutive_low_count} low in a row` : "")],
    ]);
    $("accuracy").replaceChildren(bars(s.embedder_accuracy.map((v, i) => ({ name: names[i] || "E" + (i + 1), value: v, words: v.toFixed(3) }))));
  } catch (e) {
    $("learning").replaceChildren();
    $("accuracy").replaceChildren();
    $("learning-note").textContent = words(e);
  }
  await showEvents();
}

const newest = 20; // events that are shown

// showEvents shows the end of the log, last event first. The log begins with the oldest, so how many there are is asked first; what comes in between is shown, too.
async function showEvents() {
  try {
    const { total_count } = await ask("get_meta_learning_log", { limit: 1 });
    const log = await ask("get_meta_learning_log", { offset: Math.max(0, total_count - newest), limit: 1000 });
    const events = log.events.slice(-newest).reverse();
    $("events-note").textContent = events.length ? `The newest ${events.length} of ${count(log.total_count)}.` : "Nothing has happened yet.";
    $("events").hidden = !events.length;
    $("events").tBodies[0].replaceChildren(...events.map(eventRow));
  } catch (e) {
    $("events").hidden = true;
    $("events-note").textContent = words(e);
  }
}

function eventRow(e) {
  const change = e.lambda_before && e.lambda_after ? `${e.lambda_before.lambda_s.toFixed(3)} → ${e.lambda_after.lambda_s.toFixed(3)}` : "–";
  return row(element("td", {}, when(e.timestamp)), e.event_type + (e.stands_for ? ` ×${e.stands_for}` : ""), e.domain || "–", e.prediction_error === null || e.prediction_error === undefined ? "–" : e.prediction_error.toFixed(3), change);
}

export async function showMind(namespace) {
  if (namespace === "*") {
    $("mind").replaceChildren();
    $("mind-note").textContent = "Each namespace has memories in mind of its own: choose one.";
    return;
  }
  try {
    const w = await ask("get_workspace", { namespace });
    if (!chosen(namespace)) return;
    const figure = (v) => (v === null ? "–" : v.toFixed(2));
    $("mind-note").textContent = `${w.state} · c ${figure(w.c)} · ${w.members.length} of ${w.capacity}` + (w.warning ? " · " + w.warning : "") + (w.members.length ? "" : ". Nothing is in mind: memories come here when an assistant asks for context or stores what it learned.");
    $("mind").replaceChildren(...w.members.map((m) => element("li", {}, element("p", { class: "text" }, clean(m.snippet)), element("p", { class: "quiet" }, `${when(m.entered)} · agreement ${m.r.toFixed(2)}`))));
  } catch (e) {
    if (!chosen(namespace)) return;
    $("mind").replaceChildren();
    $("mind-note").textContent = words(e);
  }
}
