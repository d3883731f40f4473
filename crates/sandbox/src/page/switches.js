// The form of faults: a change is sent at once.
import { part } from "./elements.js";

const form = part("switches");
const news = part("news");
const PRESETS = {
  none: {},
  webhooks: { webhooks: { duplicate_percent: 25, lose_percent: 10, forge_percent: 5, shuffle_seconds: 20 } },
  down: { api: { fail_percent: 100, how: "error_page" } },
};

// The switches of the sandbox as they were last shown, as text.
let shown = "";

function at(switches, name) {
  return name.split(".").reduce((value, key) => value?.[key], switches);
}

function given(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type !== "number") return field.value;
  return field.value === "" ? null : Number(field.value);
}

/** The switches as the form has them; those without a field stay as they were last shown. */
function read() {
  const switches = shown === "" ? {} : JSON.parse(shown);
  for (const field of form.querySelectorAll("[name]")) {
    const [group, key] = field.name.split(".");
    const value = given(field);
    if (key === undefined) switches[group] = value;
    // Only the minutes may be empty; any other empty number counts as 0.
    else (switches[group] ??= {})[key] = value === null && key !== "yes_after_minutes" ? 0 : value;
  }
  return switches;
}

/** Shows the switches of the sandbox; a field that is being changed keeps what was typed. */
export function showSwitches(switches) {
  const text = JSON.stringify(switches);
  if (text === shown) return;
  const before = shown === "" ? null : JSON.parse(shown);
  const isChanged = (field) => before !== null && given(field) !== at(before, field.name);
  shown = text;
  for (const field of form.querySelectorAll("[name]")) {
    // The focus alone does not count: no event follows that would show the field again, and the next change would send its old value.
    if (field === document.activeElement && isChanged(field)) continue;
    const value = at(switches, field.name);
    if (field.type === "checkbox") field.checked = value;
    else field.value = value ?? "";
  }
}

async function put(switches) {
  const answer = await fetch("/razorpay/switches", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(switches),
  });
  news.textContent = answer.ok ? "Saved." : "Not saved: a value is outside its range.";
  if (answer.ok) showSwitches(await (await fetch("/razorpay/switches", { cache: "no-store" })).json());
}

form.addEventListener("change", (event) => {
  if (event.target.checkValidity()) void put(read());
  else event.target.reportValidity();
});
form.addEventListener("submit", (event) => event.preventDefault());
for (const button of document.querySelectorAll("[data-preset]")) {
  button.addEventListener("click", () => put(PRESETS[button.dataset.preset]));
}
