// What changes a memory: each asks the tool that an assistant would, and leaves a way back.
import { change, words } from "/dashboard/api.js";
import { $, button, element } from "/dashboard/draw.js";
import { say, done } from "/dashboard/undo.js";

let form = null; // the open one
let limits = { content: 0, rationale: 0 };
let card = null; // how the card is shown again: open, reload and shown

export const readyEdit = (of) => (card = of);

export const setLimits = (l) => (limits = l);

// editing says whether something was written that is not saved.
export const editing = () => Boolean(form?.isConnected && form.changed());

const size = (s) => new TextEncoder().encode(s).length;

export function edit(mine) {
  const m = mine.got.memory;
  const content = element("textarea", { id: "edit-content", rows: 10 }), rationale = element("textarea", { id: "edit-rationale", rows: 3 }), tags = element("input", { id: "edit-tags" });
  const image = m.modality === "image";
  content.value = m.content || "";
  rationale.value = m.rationale || "";
  tags.value = (m.tags || []).join(", ");
  const was = [content.value, rationale.value, tags.value]; // as the fields give it back: they change line ends
  const wrong = element("p", { class: "bad", role: "alert" });
  const field = (label, input, help) => element("div", { class: "field" }, element("label", { for: input.id }, label), input, help ? element("span", { class: "quiet" }, help) : null);
  form = element("form", { class: "edit" }, ...(image ? [] : [field("Text", content)]), field("Why it is kept", rationale), field("Tags", tags, "with commas between them"), wrong,
    element("div", { class: "line" }, element("button", {}, "Save"), button("Cancel", () => { form = null; card.reload(); }, { class: "plain" })));
  form.changed = () => content.value !== was[0] || rationale.value !== was[1] || tags.value !== was[2];
  form.addEventListener("keydown", (e) => (e.ctrlKey || e.metaKey) && e.key === "Enter" && form.requestSubmit());
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const to = {};
    if (content.value !== was[0]) to.content = content.value;
    if (rationale.value !== was[1]) to.rationale = rationale.value;
    if (tags.value !== was[2]) to.tags = [...new Set(tags.value.split(",").map((t) => t.trim().replace(/^#/, "")).filter(Boolean))];
    for (const [name, most] of Object.entries({ content: limits.content, rationale: limits.rationale })) {
      if (to[name] !== undefined && most && size(to[name]) > most) return void (wrong.textContent = `The ${name === "content" ? "text" : "reason"} has ${size(to[name])} bytes, the limit is ${most}: shorten it, or make two memories of it.`);
    }
    wrong.textContent = "";
    const trouble = await update(mine, to, "Saved.");
    if (trouble) wrong.textContent = trouble;
  });
  $("card").replaceChildren(element("h2", { id: "card-title" }, "Edit"), form);
  (image ? rationale : content).focus();
}

// update changes some fields, and undoes that by their old values. It answers what went wrong, in words.
async function update(mine, to, sentence) {
  const m = mine.got.memory, old = {};
  for (const name of Object.keys(to)) old[name] = m[name] ?? (name === "tags" ? [] : "");
  if (!Object.keys(to).length) {
    form = null;
    card.reload();
    return "";
  }
  try {
    const got = await change("update_memory", { id: mine.id, ...to, expected_version: mine.got.measured.version });
    form = null;
    done(sentence, async () => {
      await change("update_memory", { id: mine.id, ...old, expected_version: got.version });
      return "Changed back.";
    }, mine.id);
    if (card.shown()?.id === mine.id) await card.reload();
    return "";
  } catch (e) {
    return words(e);
  }
}

async function retag(mine, tags, sentence) {
  const trouble = await update(mine, { tags }, sentence);
  if (trouble) say(trouble, true);
}

// bringBack gives a memory the text and the reason that it had in a version.
export async function bringBack(mine, v) {
  const m = mine.got.memory, to = {};
  if (v.content !== m.content) to.content = v.content;
  if (v.rationale !== m.rationale) to.rationale = v.rationale;
  const trouble = await update(mine, to, `It says again what it said in version ${v.version}.`);
  if (trouble) say(trouble, true);
}

export const addTag = (mine, tag) => retag(mine, [...new Set([...(mine.got.memory.tags || []), tag])], `Tagged #${tag}.`);
export const removeTag = (mine, tag) => retag(mine, (mine.got.memory.tags || []).filter((t) => t !== tag), `Took #${tag} off.`);

export const forget = (id) => act("forget_memory", "restore_memory", id, "Forgotten.", "Restored.");
export const restore = (id) => act("restore_memory", "forget_memory", id, "Restored.", "Forgotten again.");

// act does one and undoes it by the other.
async function act(tool, back, id, sentence, undone) {
  try {
    await change(tool, { id });
  } catch (e) {
    return say(words(e), true);
  }
  done(sentence, async () => {
    await change(back, { id });
    return undone;
  }, id);
  if (card.shown()?.id === id) await card.open(id, card.shown());
}
