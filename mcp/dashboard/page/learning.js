import { ask, words } from "/dashboard/api.js";
import { $, bars, button, clean, count, element, row, terms, when } from "/dashboard/draw.js";
import { chosen } from "/dashboard/scope.js";

const lambdas = (l) => `surprise counts ${l.lambda_s.toFixed(2)}, coherence ${l.lambda_c.toFixed(2)}`;
const helps = { none: "works by itself", bayesian: "looks for better weights by itself", human_required: "a person should look: asterism meta status" };
const happened = {
  lambda_adjustment: "weights corrected", bayesian_escalation: "better weights looked for", accuracy_alert: "accuracy is low", accuracy_recovery: "accuracy is good again",
  weight_clamped: "a weight kept within its bounds", self_healing: "set right by itself", human_escalation: "a person should look",
};

export async function showLearning(names) {
  try {
    const s = await ask("get_meta_learning_status", { include_embedder_breakdown: true });
    $("learning-note").textContent = "";
    const spaces = s.embedder_accuracy.map((v, i) => ({ name: names[i] || "E" + (i + 1), value: v, words: v.toFixed(3), made: s.embedder_predictions[i] }));
    const told = spaces.filter((x) => x.made), untold = spaces.filter((x) => !x.made);
    terms($("learning"), [
      ["Accuracy", !told.length ? "nothing was predicted yet" : s.current_accuracy.toFixed(3)],
      ["Weights", lambdas(s.current_lambdas) + (s.adjustment_count ? `, corrected ${s.adjustment_count} times, last ${when(s.last_adjustment_at)}` : ", never corrected")],
      ["Correction", (helps[s.escalation_status] || s.escalation_status) + (s.consecutive_low_count ? `, ${s.consecutive_low_count} low in a row` : "")],
    ]);
    $("accuracy").replaceChildren(bars(told), ...(told.length && untold.length ? [element("p", { class: "quiet" }, `Nothing was predicted in ${untold.map((x) => x.name).join(", ")}.`)] : []));
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
  return row(element("td", {}, when(e.timestamp)), (happened[e.event_type] || e.event_type) + (e.stands_for ? ` ×${e.stands_for}` : ""), e.domain || "–", e.prediction_error === null || e.prediction_error === undefined ? "–" : e.prediction_error.toFixed(3), change);
}

const states = { dormant: "at rest", fragmented: "scattered", emerging: "gathering", conscious: "awake", hypersync: "all alike" };
const mostSessions = 12; // that are offered
let session = ""; // whose mind is shown; "": the one that all share who name none

const sessionName = (s) => (s === "" ? "the shared session" : `session ${clean(s)}`);

function offered(others, namespace) {
  const more = others.length - mostSessions;
  return others.length ? [element("span", { class: "quiet" }, "Others have something in mind: "), ...others.slice(0, mostSessions).flatMap((s) => [button(sessionName(s), () => ((session = s), showMind(namespace)), { class: "link" }), " "]), more > 0 ? `and ${count(more)} more` : ""] : [];
}

export async function showMind(namespace) {
  $("mind-sessions").replaceChildren();
  if (namespace === "*") {
    $("mind").replaceChildren();
    $("mind-note").textContent = "Each namespace has memories in mind of its own: choose one.";
    return;
  }
  try {
    const asked = session, w = await ask("get_workspace", { namespace, ...(asked ? { session_id: asked } : {}) });
    if (!chosen(namespace) || asked !== session) return;
    const others = w.other_sessions || [];
    if (asked && !others.includes("")) others.push(""); // the way back
    $("mind-sessions").replaceChildren(...offered(others, namespace));
    $("mind-note").textContent = `Of ${sessionName(w.session_id)}: ${states[w.state] || w.state}` + (w.c === null ? "" : `, awake ${w.c.toFixed(2)} of 1`) + `; ${w.members.length} of ${w.capacity} places taken` + (w.warning ? "; " + w.warning : "") + (w.members.length ? "" : ". Nothing is in mind: memories come here when an assistant asks for context or stores what it learned.");
    $("mind").replaceChildren(...w.members.map((m) => element("li", {}, element("p", { class: "text" }, clean(m.snippet)), element("p", { class: "quiet" }, `${when(m.entered)} · agreement ${m.r.toFixed(2)}`))));
  } catch (e) {
    if (!chosen(namespace)) return;
    $("mind").replaceChildren();
    $("mind-note").textContent = words(e);
  }
}
