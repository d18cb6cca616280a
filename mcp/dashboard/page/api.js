// How the page talks to its server. The token comes in the address behind #, which a browser sends to nobody, or by hand; it is kept until the tab is closed.
const key = "asterism-token";

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

async function call(path, options) {
  const headers = {};
  const token = sessionStorage.getItem(key);
  if (token) headers.Authorization = "Bearer " + token;
  const response = await fetch("/dashboard/data/" + path, { ...options, headers, cache: "no-store" });
  let body;
  try {
    body = await response.json();
  } catch {
    throw new Refused(response.status, "the server answered " + response.status + " without JSON");
  }
  if (!response.ok) throw new Refused(response.status, body.error?.message || "the server answered " + response.status, body.error?.hint);
  return body;
}

export const status = () => call("status");
export const ask = (tool, args) => call("ask/" + tool, { method: "POST", body: JSON.stringify(args) });
