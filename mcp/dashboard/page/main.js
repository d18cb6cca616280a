import { Refused, setToken, status, takeToken } from "/dashboard/api.js";
import { $ } from "/dashboard/draw.js";
import { showGoal } from "/dashboard/drift.js";
import { showLearning, showMind } from "/dashboard/learning.js";
import { showNamespaces, showNow } from "/dashboard/now.js";
import { endSearch, readySearch } from "/dashboard/search.js";

const quick = 2000, slow = 15000; // milliseconds between looks at the queues, and at goal, learning and mind
let names = []; // of the spaces
let timer = 0;

// trouble puts an error into words; a wrong token opens the door again.
function trouble(e) {
  if (e instanceof Refused && e.status === 401) {
    askForToken();
    return "";
  }
  if (!(e instanceof Refused)) return "The server does not answer: " + e.message;
  return e.message + (e.hint ? " – " + e.hint : "");
}

function askForToken() {
  $("door").hidden = false;
  $("board").hidden = true;
  $("state").textContent = "a token is needed";
  $("token").focus();
}

const namespace = () => $("namespace").value;

async function look() {
  clearTimeout(timer);
  try {
    const s = await status();
    $("door").hidden = true;
    $("state").textContent = s.ready ? "at work" : "warming up: " + (s.doing || "…");
    $("state").className = s.ready ? "good" : "warn";
    if (s.store) {
      const begins = $("board").hidden;
      $("board").hidden = false;
      names = s.spaces.map((x) => x.code + " " + x.name);
      showNamespaces(s);
      showNow(s);
      if (begins) rest();
    }
  } catch (e) {
    $("state").className = "bad";
    $("state").textContent = trouble(e) || "a token is needed";
    if (e instanceof Refused && e.status === 401) return; // until there is another
  }
  timer = setTimeout(look, document.hidden ? slow : quick);
}

async function rest() {
  await Promise.all([showGoal(namespace(), trouble), showLearning(names, trouble), showMind(namespace(), trouble)]);
}

$("door").addEventListener("submit", (e) => {
  e.preventDefault();
  setToken($("token").value.trim());
  look().then(() => {
    $("door-error").textContent = $("door").hidden ? "" : "That is not this server's token.";
  });
});
$("namespace").addEventListener("change", () => {
  endSearch();
  rest();
});
$("time-range").addEventListener("change", () => showGoal(namespace(), trouble));
$("range").addEventListener("submit", (e) => e.preventDefault());
setInterval(() => $("board").hidden || document.hidden || rest(), slow);
readySearch(namespace, trouble);
takeToken();
look();
