// Asks for the messages again and again (an unchanged inbox answers 304 without a body) and draws what is new.
const list = document.getElementById("messages");
const template = document.getElementById("message");
const phone = document.getElementById("phone");
const state = document.getElementById("state");
const stateWords = document.getElementById("state-words");
const empty = document.getElementById("empty");
const news = document.getElementById("news");
const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", second: "2-digit" });

let messages = [];
let seen = null;
let tag = null;
let letterTag = null;

// Shows a hash as the filter, so that /#+919876543210 can be linked to.
phone.value = decodeURIComponent(location.hash.slice(1));

function digits(text) {
  return text.replace(/\D/g, "");
}

function spaced(number) {
  const indian = /^\+91(\d{5})(\d{5})$/.exec(number);
  return indian ? `+91 ${indian[1]} ${indian[2]}` : number;
}

function drawn(message, isNewest) {
  const item = template.content.firstElementChild.cloneNode(true);
  const part = (name) => item.querySelector(name);
  part(".to").textContent = spaced(message.to);
  part(".from").textContent = `${message.from} · ${message.provider === "msg91" ? "MSG91" : "Twilio"}`;
  const time = part("time");
  time.dateTime = message.at;
  time.textContent = timeOfDay.format(new Date(message.at));
  part(".bubble").textContent = message.text;
  const button = part(".code");
  if (message.status !== "delivered") {
    item.classList.add("undelivered");
    part(".why").textContent = `Not delivered: ${message.why}`;
    button.remove();
  } else if (message.code) {
    part(".digits").textContent = message.code;
    button.setAttribute("aria-label", `Copy code ${message.code}`);
    button.addEventListener("click", () => copy(message.code, part(".copy")));
  } else {
    button.remove();
  }
  item.classList.toggle("older", !isNewest);
  item.classList.toggle("new", seen !== null && !seen.has(message.id));
  return item;
}

async function copy(code, label) {
  try {
    await navigator.clipboard.writeText(code);
    label.textContent = "Copied";
  } catch {
    // No clipboard outside https and localhost: select the digits so that the keyboard can copy them.
    getSelection().selectAllChildren(label.previousElementSibling);
    label.textContent = "Selected";
  }
  news.textContent = `${label.textContent}.`;
  setTimeout(() => (label.textContent = "Copy"), 2000);
}

function draw() {
  const wanted = digits(phone.value);
  const shown = messages.filter((message) => digits(message.to).includes(wanted));
  const newest = new Set();
  const items = shown.map((message) => {
    const isNewest = !newest.has(message.to) && message.status === "delivered";
    if (isNewest) newest.add(message.to);
    return drawn(message, isNewest);
  });
  // Keeps the keyboard's place: a redraw may not take the focus from the code being copied.
  const focused = [...list.querySelectorAll(".code")].indexOf(document.activeElement);
  list.replaceChildren(...items);
  if (focused >= 0) list.querySelectorAll(".code")[focused]?.focus();
  empty.hidden = shown.length > 0;
  document.getElementById("empty-title").textContent = wanted ? "Nothing for this number" : "Nothing here yet";
  const first = shown[0];
  if (seen && first && !seen.has(first.id) && first.status === "delivered") {
    news.textContent = `New message for ${spaced(first.to)}. ${first.code ? `The code is ${first.code}.` : first.text}`;
  }
  seen = new Set(messages.map((message) => message.id));
}

function drawLetters(letters) {
  const one = document.getElementById("letter").content.firstElementChild;
  const items = letters.map((letter) => {
    const item = one.cloneNode(true);
    const part = (name) => item.querySelector(name);
    part(".to").textContent = letter.to;
    part(".from").textContent = letter.from;
    const time = part("time");
    time.dateTime = letter.at;
    time.textContent = timeOfDay.format(new Date(letter.at));
    part(".subject").textContent = letter.subject;
    part(".subject").href = `/mailbox/${letter.id}`;
    part(".files").textContent = letter.attachments.map((file) => file.name).join(", ");
    return item;
  });
  document.getElementById("letters").replaceChildren(...items);
  document.getElementById("mail").hidden = items.length === 0;
}

async function refreshLetters() {
  const answer = await fetch("/mailbox", {
    headers: letterTag ? { "If-None-Match": letterTag } : {},
    cache: "no-store",
  });
  if (answer.status !== 200) return;
  letterTag = answer.headers.get("ETag");
  drawLetters(await answer.json());
}

async function refresh() {
  try {
    await refreshLetters();
    const answer = await fetch("/messages", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 200) {
      tag = answer.headers.get("ETag");
      messages = await answer.json();
      draw();
    }
    state.className = "state live";
    stateWords.textContent = "Live: new messages appear by themselves";
  } catch {
    state.className = "state lost";
    stateWords.textContent = "The sandbox does not answer. Trying again …";
  }
  setTimeout(refresh, document.hidden ? 5000 : 1000);
}

phone.addEventListener("input", () => {
  history.replaceState(null, "", phone.value ? `#${encodeURIComponent(phone.value)}` : location.pathname);
  draw();
});
phone.form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("clear").addEventListener("click", async () => {
  await fetch("/inbox", { method: "DELETE" });
  tag = null;
  messages = [];
  draw();
});
refresh();
