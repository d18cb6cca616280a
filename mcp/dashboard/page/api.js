// How the page talks to its server. The token comes in the address behind #, which a browser sends to nobody, or by hand; it is kept until the tab is closed.
const key = "asterism-token";
let changing = ""; // what a request that changes something has to carry; empty: the page only reads

export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  setToken(given);
  history.replaceState(null, "", location.pathname);
}

export function setToken(token) {
  sessionStorage.setItem(key, token);
}

// Refused is an answer that is an error: status 401 asks for another token.
export class Refused extends Error {
  constructor(status, message, hint) {
    super(message);
    this.status = status;
    this.hint = hint || "";
  }
}

async function call(path, options = {}) {
  const headers = { ...options.headers };
  const token = sessionStorage.getItem(key);
  if (token) headers.Authorization = "Bearer " + token;
  const response = await fetch("/dashboard/data/" + path, { ...options, headers, cache: "no-store" });
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
export const change = (tool, args) => post("change/" + tool, args, { "X-Asterism-Change": changing });

// words puts an error into words. A wrong token opens the door again, which main.js listens for.
export function words(e) {
  if (!(e instanceof Refused)) return "The server does not answer: " + e.message;
  if (e.status === 401) {
    dispatchEvent(new Event("asterism-door"));
    return "a token is needed";
  }
  return e.message + (e.hint ? " – " + e.hint : "");
}
