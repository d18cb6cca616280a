// What changes a memory: each asks the tool that an assistant would, and leaves a way back.
import { ask, change, lost, words } from "/dashboard/api.js";
import { $, button, clean, deceivers, element, without } from "/dashboard/draw.js";
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
  const content = element("textarea", { id: "edit-content", rows: 10 }), rationale = element("textarea", { id: "edit-rationale", rows: 3 }), tags = tagField(m.tags || []);
  const image = m.modality === "image";
  content.value = m.content || "";
  rationale.value = m.rationale || "";
  const was = [content.value, rationale.value]; // as the fields give it back: they change line ends
  const wrong = element("p", { class: "bad", role: "alert" });
  const field = (label, input, help) => element("div", { class: "field" }, element("label", { for: input.id }, label), input, help);
  form = element("form", { class: "edit" }, ...(image ? [] : [field("Text", content, warned(content))]), field("Why it is kept", rationale, warned(rationale)), tags.field, wrong,
    element("div", { class: "line" }, element("button", {}, "Save"), button("Cancel", () => { form = null; card.reload(); }, { class: "plain" })));
  form.changed = () => content.value !== was[0] || rationale.value !== was[1] || tags.changed();
  form.addEventListener("keydown", (e) => (e.ctrlKey || e.metaKey) && e.key === "Enter" && form.requestSubmit());
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const to = {};
    if (content.value !== was[0]) to.content = content.value;
    if (rationale.value !== was[1]) to.rationale = rationale.value;
    if (tags.changed()) to.tags = tags.on(mine.got.memory.tags || []);
    for (const [name, most] of Object.entries({ content: limits.content, rationale: limits.rationale })) {
      if (to[name] !== undefined && most && size(to[name]) > most) return void (wrong.textContent = `The ${name === "content" ? "text" : "reason"} has ${size(to[name])} bytes, the limit is ${most}: shorten it, or make two memories of it.`);
    }
    wrong.textContent = "";
    const trouble = await update(mine, to, "Saved.");
    if (!trouble) return;
    wrong.textContent = trouble;
    if (mine.overtaken) wrong.append(element("span", { class: "text", id: "meanwhile" }, clean(mine.got.memory.content || mine.got.memory.image)));
  });
  $("card").replaceChildren(element("h2", { id: "card-title" }, "Edit"), form);
  (image ? rationale : content).focus();
}

// typed is a tag as a person writes it: the page shows each with #.
export const typed = (words) => words.trim().replace(/^#/, "");

// tagField has a mark for each tag, which takes it off, and a field for more. What is not touched stays as it is: a tag may hold commas, and begin with #.
function tagField(had) {
  const off = new Set(), more = new Set();
  const box = element("input", { id: "edit-tags", size: 12, maxlength: 128 }), list = element("span", { class: "tags" });
  const all = () => [...new Set([...had.filter((t) => !off.has(t)), ...more])];
  const takeOff = (t) => (more.delete(t), had.includes(t) && off.add(t));
  const draw = () => list.replaceChildren(...all().map((t) => element("span", { class: "tag" }, "#" + clean(t), button("×", () => (takeOff(t), draw(), box.focus()), { class: "bare", "aria-label": `Take the tag ${clean(t)} off` }))));
  const take = () => {
    const t = typed(box.value);
    if (t) (off.delete(t), more.add(t)); // one that the memory had may have been taken off meanwhile
    box.value = "";
    draw();
  };
  box.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || e.ctrlKey || e.metaKey || !typed(box.value)) return;
    e.preventDefault();
    take();
  });
  draw();
  const field = element("div", { class: "field" }, element("label", { for: box.id }, "Tags"), list, box, element("span", { class: "quiet" }, "Enter adds what is in the field"));
  // on puts what was changed on the tags that the memory has.
  return { field, changed: () => Boolean(off.size || more.size || typed(box.value)), on: (now) => (take(), [...new Set([...now.filter((t) => !off.has(t)), ...more])]) };
}

// warned names the marks in a field that turn the direction of writing and the control characters: a field obeys them, and shows nothing of it.
function warned(field) {
  const p = element("p", { class: "warn", role: "status" });
  const look = () => {
    const found = deceivers(field.value);
    p.hidden = !found.length;
    p.replaceChildren(...(found.length ? [`It holds ${found.join(", ")}, which this field obeys: it may show other words, or another order, than are written. `, button("Take them out", () => { field.value = without(field.value); look(); field.focus(); }, { class: "plain" })] : []));
  };
  field.addEventListener("input", look);
  look();
  return p;
}

const refusedVersion = 400; // how a change is answered that names another version than the memory has

const meanwhile = "Somebody else changed this memory meanwhile; nothing was saved. ";

// overtaken reads a memory anew where another than this page changed it since it was read.
async function overtaken(mine) {
  const got = await ask("get_memory", { id: mine.id, include_links: true, include_versions: true }).catch(() => null);
  if (!got || got.measured.version === mine.got.measured.version) return false;
  mine.got = got;
  return (mine.overtaken = true);
}

// update changes some fields, and undoes that by their old values. It answers what went wrong, in words.
async function update(mine, to, sentence) {
  mine.overtaken = false;
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
      await change("update_memory", { id: mine.id, ...old, expected_version: got.version }).catch(async (e) => {
        if (e.status !== refusedVersion) throw e;
        const now = await ask("get_memory", { id: mine.id }).catch(() => null);
        throw now && now.measured.version !== got.version ? new Error("somebody else changed this memory after it") : e;
      });
      return "Changed back.";
    }, mine.id);
    if (card.shown()?.id === mine.id) await card.reload();
    return "";
  } catch (e) {
    if (lost(e)) return words(e) + " Whether the change was made is not known.";
    if (e.status === refusedVersion && (await overtaken(mine))) return meanwhile + (form?.isConnected ? `What you wrote is still here. Save once more to put it in the place of version ${mine.got.measured.version}, or Cancel. It says now: ` : "Below is how it is now.");
    return words(e);
  }
}

async function retag(mine, tags, sentence) {
  refused(mine, await update(mine, { tags }, sentence));
}

// bringBack gives a memory the text and the reason that it had in a version.
export async function bringBack(mine, v) {
  const m = mine.got.memory, to = {};
  if (v.content !== m.content) to.content = v.content;
  if (v.rationale !== m.rationale) to.rationale = v.rationale;
  refused(mine, await update(mine, to, `It says again what it said in version ${v.version}.`));
}

// refused says what went wrong, and shows the memory anew if another changed it.
function refused(mine, trouble) {
  if (!trouble) return;
  say(trouble, true);
  if (mine.overtaken) card.reload();
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
