// How the page talks to its server. The token comes in the address behind #, which a browser sends to nobody, or by hand; it is kept until the tab is closed.
const key = "asterism-token";
let changing = ""; // what a request that changes something has to carry; empty: the page only reads

export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  setToken(given);
  history.replaceState(null, "", location.pathname);
}

export const hasToken = () => Boolean(sessionStorage.getItem(key));

export function setToken(token) {
  sessionStorage.setItem(key, token);
}

// Refused is an answer that is an error: status 401 asks for another token, 0 is no answer at all.
export class Refused extends Error {
  constructor(status, message, hint) {
    super(message);
    this.status = status;
    this.hint = hint || "";
  }
}

// lost says whether a server that is stopped, or starts, is why there is no answer.
export const lost = (e) => e instanceof Refused && [0, 502, 503, 504].includes(e.status);

async function call(path, options = {}) {
  const headers = { ...options.headers };
  const token = sessionStorage.getItem(key);
  if (token) headers.Authorization = "Bearer " + token;
  const response = await fetch("/dashboard/data/" + path, { ...options, headers, cache: "no-store" }).catch(() => {
    throw new Refused(0, "The server does not answer");
  });
  let body;
  try {
    body = await response.json();
  } catch {
    throw new Refused(response.status, "the server answered " + response.status + " without JSON");
  }
  const said = typeof body.error === "string" ? body.error : body.error?.message;
  if (!response.ok) throw new Refused(response.status, said || "the server answered " + response.status, body.error?.hint);
  return body;
}

const post = (path, args, headers) => call(path, { method: "POST", body: JSON.stringify(args), headers: { "Content-Type": "application/json", ...headers } });

export async function status() {
  const s = await call("status");
  changing = s.change;
  return s;
}

export const writable = () => changing !== "";
export const ask = (tool, args) => post("ask/" + tool, args);
export const show = (view, args) => post("show/" + view, args);

// change changes something. A server that was started anew takes another value than the one before it: that one is fetched, and the change sent once more.
export async function change(tool, args) {
  const sent = changing, send = () => post("change/" + tool, args, { "X-Asterism-Change": changing });
  try {
    return await send();
  } catch (e) {
    if (e.status !== 403 || (await status()).change === sent || !writable()) throw e;
    return send();
  }
}

const unanswered = new Set(); // what asks again

// words puts an error into words. A wrong token opens the door again, which main.js listens for. again is called once the server answers, if it did not.
export function words(e, again) {
  if (!(e instanceof Refused)) return "The page failed: " + e.message;
  if (e.status === 401) {
    dispatchEvent(new Event("asterism-door"));
    return "a token is needed";
  }
  if (again && lost(e)) {
    unanswered.add(again);
    dispatchEvent(new Event("asterism-lost"));
    return e.message + ": it is asked again by itself.";
  }
  return e.message + (e.hint ? " – " + e.hint : "");
}

// askAgain asks for everything that got no answer.
export function askAgain() {
  const all = [...unanswered];
  unanswered.clear();
  for (const again of all) again();
}
